package brine.sparksuites.jobs

import org.apache.spark.SparkContext
import org.apache.spark.storage.StorageLevel
import scala.collection.{immutable, mutable}
import scala.reflect.ClassTag
import Records._

/** Records of classes of all kinds, each through a shuffle, a cached block, a broadcast and a result. */
object RecordJobs extends JobGroup("records") {

  /** Moves records in every way, and asks each that arrives. */
  private def moved[A: ClassTag](name: String, without: String = "")(make: Int => A)(ask: A => Any): Unit =
    core(name, without)(sc => everyWay(sc, make)(ask))

  private def everyWay[A: ClassTag](sc: SparkContext, make: Int => A)(ask: A => Any): Seq[Any] = {
    val made = sc.parallelize(0 until 24, 3).map(make)
    val shuffled = made.zipWithIndex().map { case (a, i) => i % 5 -> a }.groupByKey(2).flatMapValues(
      _.map(ask)
    ).collect().map(new Shown(17)(_)).sorted.toSeq
    val cached = made.persist(StorageLevel.MEMORY_ONLY_SER)
    val twice = Seq(cached.map(ask).collect().toSeq, cached.map(ask).collect().toSeq)
    val all = sc.broadcast((0 until 3).map(make).toList)
    val broadcast = sc.parallelize(0 until 3, 2).map(i => ask(all.value(i))).collect().toSeq
    val fields = sc.parallelize(0 until 6, 2).map(i => (Some(make(i)), Array(make(i + 1)))).collect().toSeq.map {
      case (s, a) => ask(s.get) -> ask(a(0))
    }
    val sent = sc.parallelize((0 until 5).map(make), 2).map(ask).collect().toSeq
    Seq(shuffled, twice, broadcast, fields, sent)
  }

  private val day = java.time.LocalDate.of(2024, 2, 28)

  moved[Shape]("a sealed family")(i => Seq(Circle(i), Box(i, i / 3.0), Dot, Group("g", Seq(Dot, Circle(i))))(i % 4))(
    s => (s, s.area, s == Dot)
  )
  moved("an Enumeration")(i => Day(i % 3))(d => (d, d == Day.Tue))
  moved("an enum of Java")(i => java.util.concurrent.TimeUnit.values()(i % 7))(u =>
    (u, u eq java.util.concurrent.TimeUnit.valueOf(u.name))
  )
  moved("a tree of any type")(i => Tree[Any](i, List(Tree("a", Nil), Tree(i / 2.0, List(Tree(List(i), Nil))))))(t =>
    (t, t.size)
  )
  moved("a ring of nodes") { i =>
    val nodes = Array.tabulate(5)(n => new Node(s"$i $n"))
    for (n <- nodes.indices) nodes(n).edges += nodes((n + 1) % 5) += nodes(n)
    nodes(2).seen = true
    nodes(0)
  }(n => (n.edges(0).edges(0).seen, n.edges(1) eq n, n.edges.head.edges.head.edges.head.edges.head.edges.head eq n))
  moved("a trait with values, variables and lazy values") { i =>
    val user = new User(s"u$i", i).note("a")
    user.hits = i
    if (i % 2 == 0) user.upper
    user.note(s"$i")
  }(_.toString)
  moved("state of a superclass")(i => new Dog(i, Array("sit", s"$i")).feed().feed())(d => (d.state, d.tricks))
  moved("arrays that a constructor makes")(i => new Histogram(i % 4 + 1).add(i).add(i * 3).add(7))(_.toString)
  moved("transient caches")(i => { val c = new Cached(s"a b $i"); if (i % 2 == 0) c.words; c })(c => (c.text, c.words))
  moved("writeObject and readObject")(i => { val b = new ByMethods(s"text $i"); b.text = "x"; b })(_.toString)
  moved("Externalizable")(i => new External(i, s"b$i"))(_.toString)
  moved("writeReplace and readResolve")(i => new Money(i * 100L))(_.toString)
  moved("a class with one object for each code")(i => Unit1.of(s"c${i % 3}"))(u => (u.code, u eq Unit1.of(u.code)))
  moved("an inner class")(i => new Outer(i).inner(7))(_.sum)
  moved("an inner case class")(i => { val o = new Outer(i); o.Part(7): Outer#Part })(_.sum)
  moved("a local class")(i => local(i))(_.apply())
  moved("an anonymous ordering")(i => anonymous(i % 5 + 1))(o => List(9, 4, 7, 1).sorted(o))
  moved("a function that captures")(i => { val n = i * 3; (x: Int) => x + n })(_.apply(10))
  moved("a function that captures an object")(i => {
    val h = new Histogram(3).add(i); (x: Int) => h.all.map(_ + x).toList
  })(_.apply(10))
  moved("composed functions")(i => ((x: Int) => x + i).andThen(_ * 2))(_.apply(10))
  moved("a class with a ClassTag")(i => new Typed(s"t$i"))(t => (t.array, t.array.getClass.getSimpleName))
  moved("a value class")(i => Meters(i / 3.0))(m => m)
  moved("a case class with 24 fields")(i =>
    Wide(
      i,
      i,
      i / 3.0,
      i / 7f,
      i.toShort,
      i.toByte,
      ('a' + i).toChar,
      i % 2 == 0,
      s"$i",
      Option(i).filter(_ % 2 == 0),
      if (i % 3 == 0) Left("l") else Right(i),
      List.range(0, i),
      Vector("a", "b"),
      Map("a" -> i),
      Set(1L, i),
      Array(i, 2),
      (i, "q"),
      Symbol("s"),
      BigInt(2).pow(i * 9),
      BigDecimal(i) / 8,
      Meters(i),
      Seq(Dot, Circle(1)),
      (),
      null
    )
  )(w => w)
  moved("tuples of 3, 9 and 22")(i =>
    (
      (1, "b", i),
      (1, 2, 3, 4, 5, 6, 7, 8, i),
      (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, i)
    )
  )(t => t)
  moved("a bean")(i => { val b = new Bean; b.setName(s"n$i"); b.getValues.add(i); b })(_.toString)
  moved[Throwable]("exceptions with a cause")(i =>
    if (i % 2 == 0) Failed(i) else new java.io.IOException("io", Failed(i))
  )(e => (e.getMessage, String.valueOf(e.getCause), e.getStackTrace.length > 0))
  moved("a chain of 500 objects")(i => (0 to 500).foldLeft(null: Chain)((next, n) => new Chain(n + i, next)))(c =>
    Iterator.iterate(c)(_.next).takeWhile(_ != null).map(_.value).sum
  )
  moved("one array in two fields")(i => { val a = Array(i / 3.0, 2.0); new Sharing(a, a) })(s =>
    (s.first, s.second, s.first eq s.second)
  )
  moved("two classes that refer to each other")(i => {
    val p = new Peer(s"p$i"); p.other = new Friend("f"); p.other.other = p; p
  })(p => (p.other.name, p.other.other eq p))
  moved("fields of any type")(i => new Abstract(Array(i, 2), s"c$i", new java.util.LinkedList(java.util.List.of(i))))(
    a => (a.value, a.order, a.list, a.list.getClass.getName)
  )
  moved("null in places")(i =>
    (null: String, Option.empty[String], Some(null), Array[String](null, "a"), List(null, i))
  )(t => t)
  moved("strict and lazy collections of Scala")(i =>
    (
      List(i),
      Vector(i),
      1 to i by 2,
      immutable.Queue(i),
      immutable.TreeMap(i -> "a", -i -> "b"),
      immutable.ListMap(2 -> i, 1 -> i),
      LazyList.from(i).take(3).map(_ + 1),
      immutable.BitSet(i, 90),
      immutable.ArraySeq(i, 2),
      NumericRange(i)
    )
  )(t =>
    t.productIterator.toList.zip(t.productIterator.map(_.getClass.getSimpleName.takeWhile(_ != '$')).toList.take(6))
  )
  moved("mutable collections of Scala")(i =>
    (
      mutable.ArrayBuffer(i),
      mutable.ListBuffer(i),
      mutable.LinkedHashMap(3 -> i, 1 -> i),
      mutable.TreeMap(i -> 1),
      mutable.BitSet(i),
      mutable.Queue(i),
      mutable.ArrayDeque(i),
      new StringBuilder(s"s$i"),
      mutable.LinkedHashSet(9, i)
    )
  )(t => (t._1, t._2, t._3.toList, t._4.toList, t._5, t._6, t._7, t._8.toString, t._9.toList))
  // Kryo puts an ArrayBuffer where the queue has its own array, and a call to that jumps anywhere.
  moved("a priority queue in an object that writes itself", without = "Kryo")(i => new Queued(List(3, i, 1)))(_.first)
  moved("maps with a default and an ordering of the job")(i =>
    (Map("a" -> i).withDefaultValue(7), immutable.TreeMap("bb" -> i, "a" -> 2)(Ordering.by((s: String) => -s.length)))
  )(t => (t._1("z"), t._2.toList))
  moved("views and wrapped arrays")(i =>
    (Array(i, 2).toSeq, wrapString(s"s$i"), Map(1 -> i).view.mapValues(_ + 1).toMap, Seq(1, i).reverse)
  )(t => t)
  moved("collections of Java")(i =>
    (
      new java.util.ArrayList(java.util.List.of(i)),
      new java.util.TreeMap(java.util.Map.of(i, "a")),
      new java.util.LinkedHashMap(java.util.Map.of("k", i)),
      java.util.List.of(i, 2),
      java.util.Arrays.asList(i, 3),
      java.util.Collections.unmodifiableList(java.util.List.of(i)),
      new java.util.ArrayDeque(java.util.List.of(i)),
      new java.util.concurrent.ConcurrentHashMap(java.util.Map.of(i, i)),
      java.util.EnumSet.of(java.time.DayOfWeek.of(i % 7 + 1)),
      java.util.Optional.empty[String].isPresent
    )
  )(t => t)
  moved("times, numbers and identifiers")(i =>
    (
      day.plusDays(i),
      day.atStartOfDay,
      java.time.Instant.ofEpochSecond(i, 7),
      java.time.Duration.ofMillis(i),
      new java.util.Date(i),
      java.sql.Timestamp.valueOf(day.atStartOfDay),
      new java.math.BigDecimal(s"$i.50"),
      java.math.BigInteger.TWO.pow(i * 7),
      new java.util.UUID(i, 2),
      java.net.URI.create(s"http://a/$i"),
      java.util.Locale.GERMANY,
      day.atTime(1, 2).atZone(java.time.ZoneId.of("Europe/Berlin")),
      java.util.regex.Pattern.compile(s"a$i")
    )
  )(t => t)
  moved("arrays of arrays, of objects and of primitives")(i =>
    (
      Array(Array(i / 3.0), Array.empty[Double]),
      Array[Any](1, "a", null),
      Array[Shape](Dot, Circle(i)),
      Array(i.toByte),
      Array(i.toLong),
      Array('a'),
      Array(true),
      Array(Array(Array("x"))),
      Array(Some(i))
    )
  )(t => (t, t._3.getClass.getSimpleName))
  moved("a BitSet of Java and an atomic number")(i => {
    val b = new java.util.BitSet; b.set(i * 9);
    (b, new java.util.concurrent.atomic.AtomicLong(i), new java.util.Random(i))
  })(t => (t._1, t._2.get, t._3.nextInt()))
  moved("java.util.Properties and Class objects")(i => {
    val p = new java.util.Properties; p.setProperty("a", s"$i"); (p, classOf[Shape], classOf[Array[Int]], classOf[Int])
  })(t => (t._1.getProperty("a"), t._2, t._3, t._4))
  moved("objects of commons-math")(i =>
    (
      new org.apache.commons.math3.linear.ArrayRealVector(Array(i / 2.0)),
      new org.apache.commons.math3.complex.Complex(i, 1),
      { val d = new org.apache.commons.math3.stat.descriptive.DescriptiveStatistics; d.addValue(i); d.addValue(3); d }
    )
  )(t => (t._1.toString, t._2.toString, t._3.getMean))
  moved("a path of Hadoop")(i => new org.apache.hadoop.fs.Path(s"/a/$i"))(_.toString)
  moved("writables of Hadoop")(i => (new org.apache.hadoop.io.Text(s"t$i"), new org.apache.hadoop.io.LongWritable(i)))(
    t => (t._1.toString, t._2.get)
  )
  moved("vectors of breeze")(i => {
    val v = breeze.linalg.DenseVector.zeros[Double](3); v(1) = i;
    (v, breeze.linalg.DenseMatrix.eye[Double](2), breeze.linalg.SparseVector(4)(2 -> 1.0 * i))
  })(t => (t._1.toString, t._2.toString, t._3.toString))

  private def NumericRange(i: Int): immutable.NumericRange[Long] = immutable.NumericRange(0L, i.toLong, 3L)
}
