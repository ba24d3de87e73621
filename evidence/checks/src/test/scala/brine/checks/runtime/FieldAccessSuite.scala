package brine.checks.runtime

import scala.collection.mutable
import scala.reflect.ClassTag
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers, UnfitClassException}
import brine.testkit.Laws

/** Classes that no constructor rebuilds: they are refused, and handled by their fields alone if somebody asks for it.
  */
class FieldAccessSuite extends munit.FunSuite:
  import FieldAccessSuite.*

  private val classes = List[Class[?]](
    classOf[Counting],
    classOf[Summing],
    classOf[Nested],
    classOf[Holding],
    classOf[Trimmed],
    classOf[Outer],
    classOf[Outer#Inner],
    anonymous(1).getClass,
    classOf[Ring],
    classOf[WithLazy],
    classOf[Clearing],
    classOf[WithTransient],
    classOf[Point],
    classOf[Named],
    classOf[Packed],
    classOf[Harmless],
    classOf[FromTrait],
    classOf[Above],
    classOf[Below],
    classOf[Log],
    classOf[Ring#Part],
    classOf[Thread]
  )
  private val allowed = AllowList(classes*)
  private val plain = RuntimePicklers(allowed)

  private def refusal[A: ClassTag](runtime: RuntimePicklers = plain): String =
    intercept[UnfitClassException](runtime.pickler[A]).getMessage

  private def there[A: ClassTag](value: A)(verify: A => Unit)(using munit.Location): Unit =
    val runtime = RuntimePicklers(allowed, compileAfter = 2, fieldAccess = true)
    given Pickler[A] = runtime.pickler[A]
    for
      format <- List[PickleFormat](BinaryFormat, BinaryFormat.Bare, JsonFormat, GraphFormat); depth <- List(512, 0);
      sharing <- List(Sharing.Tracked, Sharing.All)
    do
      val options = PickleOptions(subtypes = runtime.subtypes, limits = Limits(emittedDepth = depth), sharing = sharing)
      for _ <- 1 to 4 do verify(Laws.read[A](Laws.write(value, format, options), format, options))

  // ---- computed values

  test("a class that computes a value of a type that can change is refused, since changes would be lost") {
    for (message, field) <-
        List(refusal[Counting]() -> "counts", refusal[Nested]() -> "all", refusal[Holding]() -> "point")
    do
      assert(message.contains(s"its constructor computes its field '$field'"), message)
      assert(message.contains("that may have changed since, so changes would be lost"), message)
  }

  test("a computed value of a type that cannot change is computed anew") {
    given Pickler[Harmless] = plain.pickler[Harmless]
    val back = Laws.read[Harmless](
      Laws.write(new Harmless("a b"), BinaryFormat, PickleOptions.Default),
      BinaryFormat,
      PickleOptions.Default
    )
    assertEquals(
      (back.words, back.size, back.pattern.regex, back.when, back.lock != null, back.log.toString),
      (Vector("a", "b"), 3, "a b", None, true, "log")
    )
  }

  test("a trait's value is computed, and its variable is data") {
    given Pickler[FromTrait] = plain.pickler[FromTrait]
    val value = new FromTrait
    value.level = 7
    val back =
      Laws.read[FromTrait](Laws.write(value, BinaryFormat, PickleOptions.Default), BinaryFormat, PickleOptions.Default)
    assertEquals((back.title, back.level), ("title", 7))
  }

  // ---- by fields

  test("a value that a constructor would compute comes back as it was") {
    val counting = new Counting("a")
    counting.counts("x") = 3
    there(counting)(back => assertEquals((back.name, back.counts.toMap), ("a", Map("x" -> 3))))
    val summing = new Summing(3)
    summing.sums(1) = 2.5
    there(summing)(back => assertEquals(back.sums.toList, List(0.0, 2.5, 0.0)))
    there(new Trimmed(" a "))(back => assertEquals((back.text, back.length), ("a", 1)))
  }

  test("an inner class comes with the object around it, and an anonymous one with its captured values") {
    val outer = new Outer("o")
    there(new outer.Inner(3))(back => assertEquals(back.shown, "o3"))
    given ClassTag[() => Int] = ClassTag(anonymous(1).getClass)
    there[() => Int](anonymous(5))(back => assertEquals(back(), 6))
  }

  test("a cycle through final fields is rebuilt") {
    val ring = new Ring("r")
    there(ring) { back =>
      assertEquals(back.name, "r")
      assert(back.own.ring eq back)
    }
  }

  test("a superclass's private fields are there, also those of one name") {
    val below = new Below(1, "b")
    there(below)(back => assertEquals((back.above, back.id, back.trail.toList), (1, "b", List("made"))))
  }

  test("a lazy value that clears its source is kept, and no constructor can do so") {
    val value = new Clearing("text")
    there(value)(back => assertEquals(back.size, 4))
    assertEquals(value.size, 4)
    there(value)(back => assertEquals(back.size, 4))
    val message = refusal[Clearing]()
    assert(message.contains("one of its lazy values sets the field 'text' to null when it has been computed"), message)
    assert(message.contains("Declare the field as `val text`"), message)
  }

  test("a lazy value that needs a field which others need, too, is computed anew") {
    val value = new WithLazy("text")
    assertEquals(value.size, 4)
    given Pickler[WithLazy] = plain.pickler[WithLazy]
    assertEquals(
      Laws.read[WithLazy](
        Laws.write(value, BinaryFormat, PickleOptions.Default),
        BinaryFormat,
        PickleOptions.Default
      ).size,
      4
    )
  }

  test("transient fields are null or zero") {
    there(new WithTransient("a"))(back => assertEquals((back.text, back.cache, back.hits), ("a", null, 0)))
  }

  test("no constructor runs") {
    val before = Trimmed.made
    there(new Trimmed("b"))(_ => ())
    assertEquals(Trimmed.made, before + 1)
  }

  test("a class that a constructor rebuilds is rebuilt by it, and has the same bytes") {
    val byFields = RuntimePicklers(allowed, fieldAccess = true)
    val point = new Point(1, 2)
    val bytes =
      for runtime <- List(plain, byFields)
      yield Laws.write(point, BinaryFormat, PickleOptions.Default)(using runtime.pickler[Point]).toSeq
    assertEquals(bytes(1), bytes(0))
  }

  test(
    "classes of the JDK, classes that inherit state from them, and classes that customise Java's serialization stay " +
      "refused"
  ) {
    val byFields = RuntimePicklers(allowed, fieldAccess = true)
    val cases = List(
      refusal[Named](byFields) -> "it extends java.util.ArrayList, which has fields that are its own business",
      refusal[Packed](byFields) -> "Packed customises Java's serialization",
      refusal[Thread](byFields) -> "it is a class of the JDK, whose fields are its own business"
    )
    for (message, why) <- cases do
      assert(message.contains(s"Its fields alone do not do either: $why") || message.contains(why), message)
  }

object FieldAccessSuite:
  final class Counting(val name: String):
    val counts: mutable.HashMap[String, Int] = mutable.HashMap.empty

  final class Summing(val length: Int):
    val sums: Array[Double] = new Array(length)

  final class Nested(val name: String):
    val all: Option[mutable.ArrayBuffer[String]] = Some(mutable.ArrayBuffer.empty)

  final class Point(var x: Int, var y: Int)

  final class Holding(val name: String):
    val point: Point = new Point(1, 2)

  final class Log:
    override def toString: String = "log"

  final class Harmless(val text: String):
    val words: Vector[String] = text.split(' ').toVector
    val size: Int = text.length
    val pattern: scala.util.matching.Regex = text.r
    val when: Option[java.time.Instant] = None
    val lock: Object = new Object
    val log: Log = new Log

  trait Titled:
    val title: String = "title"
    var level: Int = 1
  final class FromTrait extends Titled

  final class Trimmed(given_ : String):
    Trimmed.made += 1
    val text: String = given_.trim
    val length: Int = text.length
  object Trimmed:
    var made = 0

  class Outer(val name: String):
    final class Inner(val number: Int):
      def shown: String = name + number

  def anonymous(n: Int): () => Int = new (() => Int):
    def apply(): Int = n + 1

  /** It and its part refer to each other by final fields. */
  final class Ring(val name: String):
    val own: Part = new Part
    final class Part:
      def ring: Ring = Ring.this

  final class Clearing(text: String):
    lazy val size: Int = text.length

  final class WithLazy(val text: String):
    lazy val size: Int = text.length

  final class WithTransient(val text: String):
    val made: mutable.ArrayBuffer[String] = mutable.ArrayBuffer.empty
    @transient var cache: String = "cached"
    @transient var hits: Int = 3

  class Above(private val id: Int):
    val trail: mutable.ArrayBuffer[String] = mutable.ArrayBuffer("made")
    def above: Int = id
  final class Below(above: Int, val id: String) extends Above(above)

  final class Named(val name: String) extends java.util.ArrayList[String]

  final class Packed(text: String):
    val all: mutable.ArrayBuffer[String] = mutable.ArrayBuffer(text)
    private def writeObject(out: java.io.ObjectOutputStream): Unit = out.writeInt(all.length)
