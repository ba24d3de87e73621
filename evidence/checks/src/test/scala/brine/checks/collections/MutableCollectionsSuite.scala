package brine.checks

import java.util as ju
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import org.scalacheck.Gen
import brine.*
import brine.binary.BinaryFormat
import brine.collections.{EnumCollections, MappingOps, Order, SequenceOps, SortedCollections}
import brine.json.JsonFormat
import brine.model.{CollectionKind, StandardClasses}
import brine.testkit.{Laws, PicklerLaws}

/** Scala's mutable collections and Java's: they keep their identity, empty or not, and may be part of cycles. */
class MutableCollectionsSuite extends PicklerLaws, RoundTrips:
  override def formats: List[PickleFormat] = List(BinaryFormat, JsonFormat)

  private val words: Gen[List[String]] = Gen.listOf(Gen.oneOf(Gen.const(null: String), Gen.alphaStr))
  private val numbers: Gen[List[Long]] = Gen.listOf(Gen.long)
  private val pairs: Gen[List[(String, Int)]] = Gen.listOf(Gen.zip(Gen.alphaStr, Gen.choose(0, 9)))

  obeysLaws("ArrayBuffer", words.map(_.to(mutable.ArrayBuffer)))
  obeysLaws("ListBuffer", numbers.map(_.to(mutable.ListBuffer)))
  obeysLaws("ArrayDeque", words.map(_.to(mutable.ArrayDeque)))
  obeysLaws("mutable Queue", words.map(_.to(mutable.Queue)))
  obeysLaws("Stack", words.map(_.to(mutable.Stack)))
  obeysLaws("Buffer", words.map(_.toBuffer))
  obeysLaws("LinkedHashSet", words.map(_.to(mutable.LinkedHashSet)))
  obeysLaws("mutable Set", words.map(w => w.to(mutable.LinkedHashSet): mutable.Set[String]))
  obeysLaws("LinkedHashMap", pairs.map(_.to(mutable.LinkedHashMap)))
  obeysLaws("mutable Map", pairs.map(p => p.to(mutable.LinkedHashMap): mutable.Map[String, Int]))
  obeysLaws("ArrayList", words.map(w => new ju.ArrayList(w.asJava)))
  obeysLaws("LinkedList", words.map(w => new ju.LinkedList(w.asJava)))
  obeysLaws("java.util.List", words.map(w => new ju.ArrayList(w.asJava): ju.List[String]))
  obeysLaws("Collection", words.map(w => new ju.ArrayList(w.asJava): ju.Collection[String]))
  // Tables that have grown as the reader's do, so that they are iterated in the same order (Scala's grow by a key that
  // is there already, too; Java's make trees of more than eight keys at one place, which changes the order).
  obeysLaws(
    "mutable HashSet",
    numbers.map(n => filled(mutable.HashSet.empty[Long])(set => n.distinct.foreach(set.add)))
  )
  obeysLaws(
    "mutable HashMap",
    pairs.map(p => filled(mutable.HashMap.empty[String, Int])(map => p.distinctBy(_._1).foreach(map.addOne)))
  )
  obeysLaws("java.util.HashSet", words.map(w => filled(new ju.HashSet[String])(set => w.take(8).foreach(set.add))))
  obeysLaws("java.util.LinkedHashSet", words.map(w => new ju.LinkedHashSet(w.asJava)))
  obeysLaws("java.util.Set", words.map(w => new ju.LinkedHashSet(w.asJava): ju.Set[String]))
  obeysLaws(
    "java.util.HashMap",
    pairs.map(p =>
      filled(new ju.HashMap[String, Int])(map => p.distinctBy(_._1).take(8).foreach((k, v) => map.put(k, v)))
    )
  )
  obeysLaws("java.util.LinkedHashMap", pairs.map(p => new ju.LinkedHashMap(p.toMap.asJava)))
  obeysLaws(
    "ConcurrentHashMap",
    pairs.map(p =>
      filled(new ju.concurrent.ConcurrentHashMap[String, Int])(map =>
        p.distinctBy(_._1).take(10).foreach((k, v) => map.put(k, v))
      )
    )
  )
  obeysLaws("UnrolledBuffer", words.map(w => filled(new mutable.UnrolledBuffer[String])(_.addAll(w))))
  obeysLaws("mutable SeqMap", pairs.map(p => p.to(mutable.LinkedHashMap): mutable.SeqMap[String, Int]))
  obeysLaws("CopyOnWriteArrayList", words.map(w => new ju.concurrent.CopyOnWriteArrayList(w.asJava)))
  obeysLaws(
    "BlockingQueue",
    numbers.map(n => new ju.concurrent.LinkedBlockingQueue(n.asJava): ju.concurrent.BlockingQueue[Long])
  )
  obeysLaws(
    "BlockingDeque",
    numbers.map(n => new ju.concurrent.LinkedBlockingDeque(n.asJava): ju.concurrent.BlockingDeque[Long])
  )
  obeysLaws("LinkedBlockingQueue", numbers.map(n => new ju.concurrent.LinkedBlockingQueue(n.asJava)))
  obeysLaws("LinkedBlockingDeque", numbers.map(n => new ju.concurrent.LinkedBlockingDeque(n.asJava)))
  obeysLaws("mutable Seq", words.map(w => w.to(mutable.ArrayBuffer): mutable.Seq[String]))
  obeysLaws("mutable IndexedSeq", words.map(w => w.to(mutable.ArrayBuffer): mutable.IndexedSeq[String]))
  obeysLaws("mutable ArraySeq", words.map(w => mutable.ArraySeq.from(w)))
  obeysLaws(
    "mutable LongMap",
    numbers.map(n => filled(mutable.LongMap.empty[Long])(map => n.take(1).foreach(x => map(x) = x)))
  )
  obeysLaws(
    "TrieMap",
    pairs.map(p => filled(scala.collection.concurrent.TrieMap.empty[String, Int])(map => p.foreach(map += _)))
  )
  obeysLaws("java.util.Vector", words.map(w => new ju.Vector(w.asJava)))
  obeysLaws("java.util.Stack", words.map(w => filled(new ju.Stack[String])(_.addAll(w.asJava))))
  obeysLaws("Queue", words.map(w => new ju.LinkedList(w.asJava): ju.Queue[String]))
  obeysLaws("Deque", words.map(w => new ju.LinkedList(w.asJava): ju.Deque[String]))
  obeysLaws(
    "Hashtable",
    pairs.map(p => filled(new ju.Hashtable[String, Int])(map => p.take(1).foreach((k, v) => map.put(k, v))))
  )
  obeysLaws("java.util.Map", pairs.map(p => new ju.LinkedHashMap(p.toMap.asJava): ju.Map[String, Int]))
  obeysLaws(
    "a class of such fields",
    words.map { w =>
      val counts = filled(new ju.HashMap[Boolean, Int])(map => w.foreach(x => map.merge(x == null, 1, _ + _)))
      Wordlist(w.to(mutable.ArrayBuffer), counts)
    }
  )

  private def filled[C](collection: C)(fill: C => Any): C =
    fill(collection)
    collection

  test("the macro's list of collections is complete") {
    val found = StandardClasses.sequences.map { (symbol, kind) =>
      val ops = sequence(kind)
      (symbol, ops.kind, ops.isMutable, ops.newBuilder(0).result())
    } ++ StandardClasses.mappings.map { (symbol, kind) =>
      val ops = mapping(kind)
      (symbol, ops.kind, ops.isMutable, ops.newBuilder().result())
    }
    for (symbol, kind, isMutable, empty) <- found do
      assert(Class.forName(symbol).isInstance(empty), s"$symbol gives back a ${empty.getClass}")
      assertEquals((StandardClasses.isMutable(symbol), CollectionKind.isMutable(kind)), (isMutable, isMutable), symbol)
  }

  private val order = new Order(() => Ordering.Int)

  private def sequence(kind: String): SequenceOps =
    if kind == EnumCollections.SetKind then EnumCollections.set(classOf[ju.concurrent.TimeUnit])
    else if CollectionKind.isSorted(kind) then SortedCollections.sequence(kind, order)
    else SequenceOps(kind)

  private def mapping(kind: String): MappingOps =
    if kind == EnumCollections.MapKind then EnumCollections.map(classOf[ju.concurrent.TimeUnit])
    else if CollectionKind.isSorted(kind) then SortedCollections.mapping(kind, order)
    else MappingOps(kind)

  test("one that is shared comes back shared, also if it is empty") {
    val (list, empty, map) = (mutable.ArrayBuffer(1), mutable.ArrayBuffer.empty[Int], new ju.HashMap[String, Int])
    there(Twice(list, list, empty, empty, map, map)) { back =>
      assert(back.a eq back.b)
      assert(back.c eq back.d)
      assert(back.e eq back.f)
      assert(back.a ne back.c)
      back.a += 2
      assertEquals(back.b.toList, List(1, 2))
    }
  }

  test("a graph whose vertices hold each other in buffers comes back as it was") {
    val all = List.tabulate(5)(i => new Vertices(s"v$i"))
    for (v, i) <- all.zipWithIndex; step <- 0 to 2 do
      v.next += all((i + step) % 5)
      v.sources.add(all((i * 2 + step) % 5))
      v.byName(s"to $step") = all((i + 3 * step) % 5)
    there(all.head) { back =>
      assertEquals(back.next.map(_.name).toList, List("v0", "v1", "v2"))
      assert(back.next(0) eq back)
      assert(back.sources.contains(back))
      assert(back.byName("to 0") eq back)
    }
  }

  test("an object hashed by its content is put into its set when it is complete") {
    val town = new Town("Ulm", new ju.HashSet, mutable.HashMap.empty)
    val street = Street("Weg", mutable.ArrayBuffer(1, 2), town)
    town.streets.add(street)
    town.index(street) = town
    there(town) { back =>
      val found = back.streets.iterator.next()
      assert(found.town eq back)
      assert(back.streets.contains(found), "found by its hash code")
      assert(back.index(found) eq back)
    }
  }

  test("a table that has another size comes back equal") {
    val many = new ju.concurrent.ConcurrentHashMap[String, Int](1)
    for i <- 0 to 1000 do many.put(s"k$i", i)
    for format <- formats do
      assertEquals(Laws.read[ju.concurrent.ConcurrentHashMap[String, Int]](Laws.write(many, format), format), many)
  }

  test("a buffer may hold itself") {
    val loop = new Loop(mutable.ArrayBuffer.empty, new ju.ArrayList)
    loop.all += loop
    loop.lists.add(loop)
    there(loop)(back => assert((back.all(0) eq back) && (back.lists.get(0) eq back)))
  }

  test("a generic class may hold itself in a buffer") {
    val tree = new Branches(1, mutable.ArrayBuffer(new Branches(2, mutable.ArrayBuffer.empty)))
    there(tree)(back => assertEquals(back.below(0).value, 2))
  }

  test("a place of a class takes exactly this class, one of an interface none that compares in its own way") {
    for format <- formats do
      def refused[A: Pickler](value: A, name: String)(using munit.Location): Unit =
        val e = intercept[PickleException.UnexpectedClass](Laws.write(value, format))
        assert(e.getMessage.contains(name), e.getMessage)
        assert(e.getMessage.contains("Copy it into"), e.getMessage)
      refused[ju.HashSet[Int]](new ju.LinkedHashSet(List(1).asJava), "LinkedHashSet")
      refused[ju.HashMap[Int, Int]](new ju.LinkedHashMap(Map(1 -> 1).asJava), "LinkedHashMap")
      refused[mutable.ArrayDeque[Int]](mutable.Queue(1), "Queue")
      refused[ju.Set[Int]](new ju.TreeSet(List(1).asJava).descendingSet, "TreeSet")
      refused[ju.Set[Int]](new ju.TreeSet[Int](Ordering.Int.reverse), "TreeSet")
      refused[ju.Map[Int, Int]](new ju.TreeMap[Int, Int](Ordering.Int.reverse), "TreeMap")
      refused[ju.concurrent.ConcurrentMap[Int, Int]](new ju.concurrent.ConcurrentSkipListMap[Int, Int], "SkipListMap")
      refused[ju.Collection[Int]](new ju.TreeSet[Int], "TreeSet")
      refused[ju.Map[Int, Int]](new ju.IdentityHashMap(Map(1 -> 1).asJava), "IdentityHashMap")
      refused[mutable.Set[Int]](mutable.TreeSet(1), "TreeSet")
      refused[ju.concurrent.LinkedBlockingQueue[Int]](
        new ju.concurrent.LinkedBlockingQueue(5),
        "its capacity would be lost"
      )
      refused[ju.concurrent.BlockingQueue[Int]](new ju.concurrent.ArrayBlockingQueue(5), "its capacity would be lost")
      refused[ju.concurrent.BlockingQueue[Int]](
        new ju.concurrent.PriorityBlockingQueue(List(1).asJava),
        "its own comparison would be lost"
      )
      refused[ju.List[ju.ArrayList[Int]]](
        ju.List.of(new ju.ArrayList[Int](List(1).asJava) {}),
        "MutableCollectionsSuite"
      )
      val listed = Laws.read[ju.List[Int]](Laws.write(ju.List.of(3, 1), format), format)
      assertEquals((listed, listed.getClass.getName), (ju.List.of(3, 1), "java.util.ArrayList"))
  }

  test("at a place for any set or map of Java, one in natural order comes back in that order"):
    def ordered[A](value: A, all: A => ju.Collection[?], order: List[Any])(using Pickler[A]): Unit =
      for format <- formats do
        val back = Laws.read[A](Laws.write(value, format), format)
        assertEquals((all(back).asScala.toList, back), (order, value))
      assertEquals(all(value.deepCopy).asScala.toList, order)
    for set <- List[ju.Set[Int]](new ju.TreeSet, new ju.concurrent.ConcurrentSkipListSet) do
      for i <- List(3, 1, 2) do set.add(i)
      ordered(set, identity, List(1, 2, 3))
      ordered(ju.Collections.unmodifiableSet(set), identity, List(1, 2, 3))
    for map <- List[ju.Map[Int, Int]](new ju.TreeMap, new ju.concurrent.ConcurrentSkipListMap) do
      for i <- List(3, 1, 2) do map.put(i, i)
      ordered(map, _.keySet, List(1, 2, 3))
    import java.time.DayOfWeek.{MONDAY, SUNDAY}
    ordered[ju.Set[java.time.DayOfWeek]](ju.EnumSet.of(SUNDAY, MONDAY), identity, List(MONDAY, SUNDAY))
    val days = new ju.EnumMap[java.time.DayOfWeek, Int](ju.Map.of(SUNDAY, 1, MONDAY, 2))
    ordered[ju.Map[java.time.DayOfWeek, Int]](days, _.keySet, List(MONDAY, SUNDAY))

  test("elements and keys that come twice are refused, in cycles too") {
    intercept[PickleException.Malformed](Laws.read[ju.HashSet[Int]](
      Array(1 + (2 << 2), 2, 2).map(_.toByte),
      BinaryFormat.Bare
    ))
    intercept[PickleException.Malformed](Laws.read[mutable.Map[Int, Int]]("""[[1,2],[1,3]]""".getBytes, JsonFormat))
    val e = intercept[PickleException](
      Laws.read[Town](
        """{"$id":1,"name":"a","streets":[],"index":[[null,{"$ref":1}],[null,{"$ref":1}]]}""".getBytes,
        JsonFormat
      )
    )
    assert(e.getMessage.contains("a key twice"), e.getMessage)
  }

final case class Wordlist(titles: mutable.ArrayBuffer[String], counts: ju.HashMap[Boolean, Int]) derives Pickler

final class Twice(
    val a: mutable.ArrayBuffer[Int],
    val b: mutable.ArrayBuffer[Int],
    val c: mutable.Buffer[Int],
    val d: mutable.Buffer[Int],
    val e: ju.HashMap[String, Int],
    val f: ju.Map[String, Int]
) derives Pickler

final class Vertices(val name: String) derives Pickler:
  var next: mutable.ArrayBuffer[Vertices] = mutable.ArrayBuffer.empty
  var sources: ju.Set[Vertices] = new ju.LinkedHashSet
  var byName: mutable.LinkedHashMap[String, Vertices] = mutable.LinkedHashMap.empty

final class Town(val name: String, val streets: ju.HashSet[Street], val index: mutable.HashMap[Street, Town])
    derives Pickler
final case class Street(name: String, numbers: mutable.ArrayBuffer[Int], town: Town) derives Pickler

final class Loop(val all: mutable.ArrayBuffer[Loop], val lists: ju.List[Loop]) derives Pickler

final class Branches[A](val value: A, val below: mutable.ArrayBuffer[Branches[A]]) derives Pickler
