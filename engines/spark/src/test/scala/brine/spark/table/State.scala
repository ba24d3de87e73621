package brine.spark.table

import java.util as ju
import scala.collection.mutable

/** Classes with state that no parameter of a constructor sets. */
object State:
  object Counter:
    private var last = 0L
    def next(): Long =
      last += 1
      last

  final class Numbered(val name: String) extends Serializable:
    val id: Long = Counter.next()

  final class Stamped(val name: String) extends Serializable:
    val created: Long = System.nanoTime

  final class Identified(val name: String) extends Serializable:
    val id: String = ju.UUID.randomUUID.toString

  final class Random(val bound: Int) extends Serializable:
    val drawn: Double = scala.util.Random.nextDouble() * bound

  final class FromVariable(var n: Int) extends Serializable:
    val twice: Int = n * 2

  final class FromArray(val values: Array[Double]) extends Serializable:
    val sum: Double = values.sum

  final class FromObject(val name: String) extends Serializable:
    val level: Int = Awkward.Settings.level

  final class FromFunction(val make: () => Long) extends Serializable:
    val id: Long = make()

  trait HasId:
    val id: Long = Counter.next()
  final class WithTrait(val name: String) extends HasId, Serializable

  abstract class Entity(val name: String) extends Serializable:
    val id: Long = Counter.next()
  final class Customer(name: String, val city: String) extends Entity(name)

  final class ByHelper(val name: String) extends Serializable:
    val id: Long = number(name)
    private def number(s: String): Long = List(s).map(_ => Counter.next()).head

  final class LazyOfVariable(var n: Int) extends Serializable:
    lazy val twice: Int = n * 2

  final class Clocked(val name: String) extends Serializable:
    lazy val read: Long = System.nanoTime

  final class Cached(val name: String) extends Serializable:
    @transient lazy val read: Long = System.nanoTime

  final class Lengths(val all: List[String]) extends Serializable:
    lazy val total: Int = all.map(_.length).sum

  final case class Visited(name: String):
    var visits: Int = 0

  final case class Derived(name: String, cents: Long):
    val euros: Double = cents / 100.0
    val words: List[String] = name.split(' ').toList.map(_.trim.toLowerCase)
    val initial: Option[Char] = words.headOption.flatMap(_.headOption)

  final class References(val all: Array[AnyRef]) extends Serializable
  final class OfNumbers(val all: Array[Number]) extends Serializable
  final class Dated(val date: ju.Date) extends Serializable
  final class Mapped(val map: ju.HashMap[String, Int]) extends Serializable
  final class Listed(val list: ju.ArrayList[String]) extends Serializable
  final class OfException(val e: Exception) extends Serializable
  class Above(val a: Int) extends Serializable
  final class Below(a: Int, val b: Int) extends Above(a)
  final class OfAbove(val above: Above) extends Serializable
  final class Buffered(val buffer: mutable.ArrayBuffer[String]) extends Serializable
  final class Sequence(val all: Seq[Int]) extends Serializable
  final class Rows(val rows: Array[Array[Double]]) extends Serializable
  final class Twice(val first: Array[Int], val second: Array[Int]) extends Serializable

/** Objects whose state a serializer can lose without an error. */
object HiddenState extends Section("State that is easily lost"):
  import State.*

  asked("identifier of a counter")(Numbered("a"))(_.id)
  asked("time of creation")(Stamped("a"))(_.created)
  asked("random UUID")(Identified("a"))(_.id)
  asked("random number")(State.Random(5))(_.drawn)
  asked("value of a variable that changed since")({ val v = FromVariable(1); v.n = 5; v })(v => (v.n, v.twice))
  asked("sum of an array that changed since")({ val v = FromArray(Array(1, 2)); v.values(0) = 5; v })(_.sum)
  asked("value of an object's variable")({
    val before = Awkward.Settings.level
    Awkward.Settings.level = 9
    try FromObject("a")
    finally Awkward.Settings.level = before
  })(_.level)
  asked("identifier that a function gives")(FromFunction(() => Counter.next()))(_.id)
  asked("identifier of a trait")(WithTrait("a"))(_.id)
  asked("identifier of a superclass")(Customer("a", "b"))(c => (c.id, c.name, c.city))
  asked("identifier that a method gives")(ByHelper("a"))(_.id)
  asked("lazy value of a variable that changed since")({ val v = LazyOfVariable(1); v.twice: Unit; v.n = 5; v })(v =>
    (v.n, v.twice)
  )
  asked("variable of a case class's body")({ val v = Visited("a"); v.visits = 3; v })(_.visits)
  asked("values that are computed of the parameters")(Derived("An Example", 250))(d => (d.euros, d.words, d.initial))
  asked("Java: final list made in the class")(JavaObjects.Collecting("a").add("x"))(_.items())
  asked("Java: identifier of a counter")(JavaObjects.Counted("a"))(_.id())
  asked("Java: field with an initial value")(JavaObjects.Initial().set(5))(_.value())

  asked("Array of String as an Array of AnyRef")(References(Array("a", "b").asInstanceOf[Array[AnyRef]]))(
    _.all.getClass
  )
  asked("Array of Integer as an Array of Number")(OfNumbers(Array[Integer](1, 2).asInstanceOf[Array[Number]]))(
    _.all.getClass
  )
  asked("Timestamp as a Date")(Dated({ val t = java.sql.Timestamp(5); t.setNanos(123456789); t }))(d =>
    (d.date.getClass, d.date.toString)
  )
  asked("LinkedHashMap as a HashMap")(Mapped({
    val m = ju.LinkedHashMap[String, Int](); for s <- List("z", "b", "a") do m.put(s, 1); m
  }))(m =>
    (m.map.getClass, m.map.toString)
  )
  asked("a subclass as an ArrayList")(Listed(JavaObjects.Tagged("t", "a")))(l =>
    l.list.asInstanceOf[JavaObjects.Tagged].tag
  )
  asked("IOException as an Exception")(OfException(java.io.IOException("io")))(_.e.getMessage)
  asked("a subclass at a place of its superclass")(OfAbove(Below(1, 2)))(_.above.asInstanceOf[Below].b)
  asked("a subclass as an ArrayBuffer")(Buffered({ val n = Awkward.Names("o"); n += "a"; n }))(b =>
    b.buffer.asInstanceOf[Awkward.Names].owner
  )
  asked("a Range as a Seq")(Sequence(1 to 5))(_.all.getClass)
  asked("a ListBuffer as a Seq of Scala 2.13's collection")(Boxes.seq)(_.toString)
  asked("an array in two fields")({ val a = Array(1, 2); Twice(a, a) })(t => t.first eq t.second)
  asked("an array twice in a list")({ val a = Array(1, 2); List(a, a) })(l => l(0) eq l(1))
  asked("a row twice in a matrix")({ val a = Array(1.0, 2.0); Rows(Array(a, a)) })(m => m.rows(0) eq m.rows(1))
  asked("-0.0 and the bits of a NaN")(List(-0.0, java.lang.Double.longBitsToDouble(0x7ff8000000000123L)))(_.map(
    java.lang.Double.doubleToRawLongBits
  ))
  asked("half of a surrogate pair")(List("\ud83d", "a\ude00b"))(_.map(_.map(_.toInt)))
  asked("character that is half of a surrogate pair")('\ud83d')(_.toInt)
  asked("null in Some, pairs, arrays and lists")(List(Some(null), (null, null), null))(_.toString)
  asked("null as a key")({ val m = ju.HashMap[String, Integer](); m.put(null, 1); m.put("a", null); m })(_.toString)
  asked("ByteBuffer, its bytes from the position on")({
    val b = java.nio.ByteBuffer.allocate(8).putInt(5).putInt(6)
    b.position(4)
  })(b => (b.remaining, b.duplicate.getInt))
  asked("ByteBuffer in little-endian order")(java.nio.ByteBuffer.allocate(4).order(java.nio.ByteOrder.LITTLE_ENDIAN))(
    _.order
  )
  asked("lazy value of a clock")({ val c = Clocked("a"); c.read: Unit; c })(_.read)
  asked("transient lazy value of a clock")({ val c = Cached("a"); c.read: Unit; c })(_.name)
  asked("lazy value of the parameters")({ val c = Lengths(List("a", "bb")); c.total: Unit; c })(_.total)
  asked("anonymous subclass of LinkedHashMap")(JavaObjects.lru)(m => { m.put("c", 3); m.toString })
  asked("breeze DenseVector")(breeze.linalg.DenseVector(1.0, 2.0))(_.toString)
  asked("breeze DenseVector that is a view of another")(breeze.linalg.DenseVector(1.0, 2.0, 3.0, 4.0).slice(1, 4, 2))(
    _.toString
  )
  asked("breeze SparseVector")(breeze.linalg.SparseVector(5)(1 -> 2.5))(_.toString)
  asked("breeze DenseMatrix, transposed")(breeze.linalg.DenseMatrix((1.0, 2.0), (3.0, 4.0)).t)(_.toString)
  asked("top by an Ordering.by")(SparkObjects.boundedQueue(Ordering.by((x: Any) => -x.asInstanceOf[Int]), 1, 5, 3))(
    _.toString
  )
  asked("PriorityQueue by an anonymous Ordering")(
    mutable.PriorityQueue("bb", "a", "ccc")(using
      new Ordering[String] { def compare(a: String, b: String): Int = a.length - b.length }
    )
  )(_.clone.dequeueAll.toList)
  asked("TreeMap by an Ordering.by")(scala.collection.immutable.TreeMap("bb" -> 1, "a" -> 2)(using
  Ordering.by((s: String) => -s.length)))(_.toList)

object Boxes:
  def seq: scala.collection.Seq[Int] = mutable.ListBuffer(1, 2)
