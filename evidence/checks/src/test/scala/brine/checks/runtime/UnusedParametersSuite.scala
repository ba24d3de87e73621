package brine.checks.runtime

import scala.reflect.{ClassTag, Manifest}
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers, UnfitClassException}
import brine.testkit.Laws

/** Constructor parameters that no constructor uses, such as context bounds that the class never uses. */
class UnusedParametersSuite extends munit.FunSuite:
  import UnusedParametersSuite.*

  private val allowed = AllowList(
    classOf[Tagged[?]],
    classOf[Ranked[?]],
    classOf[Padded],
    classOf[Below],
    classOf[Keeping[?]],
    classOf[Measured],
    classOf[BelowMeasured],
    classOf[Checked],
    classOf[Twice],
    classOf[Delegating]
  )

  private def all =
    List(RuntimePicklers(allowed, compileAfter = Int.MaxValue), RuntimePicklers(allowed, compileAfter = 2))

  private def there[A: ClassTag](value: A)(verify: A => Unit)(using munit.Location): Unit =
    for
      runtime <- all; format <- List[PickleFormat](BinaryFormat, BinaryFormat.Bare, JsonFormat, GraphFormat);
      depth <- List(512, 0)
    do
      given Pickler[A] = runtime.pickler[A]
      val options = PickleOptions(subtypes = runtime.subtypes, limits = Limits(emittedDepth = depth))
      for _ <- 1 to 4 do verify(Laws.read[A](Laws.write(value, format, options), format, options))

  private def refusal[A: ClassTag]: String = intercept[UnfitClassException](all.head.pickler[A]).getMessage

  test("a context bound that the class never uses is given as null") {
    there(Tagged[String](List("a")))(back => assertEquals(back.items, List("a")))
    there(Ranked[String](List("a"), 3))(back => assertEquals((back.items, back.size), (List("a"), 3)))
    assertEquals(all.head.pickler[Tagged[?]].shape.describe, "Tagged(items: List[Object])")
  }

  test("unused primitives of every width are zero, and the others get their fields") {
    there(Padded(1, 2L, 3.0, "x", true, 'c'))(back => assertEquals((back.text, back.wide), ("x", 2L)))
  }

  test("a parameter that is only passed on to a constructor that does not use it is unused") {
    there(new Below("a", "unused"))(back => assertEquals(back.name, "a"))
  }

  test("a context bound that a method uses is a field, and is pickled") {
    val keeping = Keeping[Int](List(1, 2))
    there(keeping)(back => assertEquals(back.array.toList, List(1, 2)))
  }

  test("a parameter that is used and not stored is refused, also if only a superclass uses it") {
    for message <- List(refusal[Measured], refusal[BelowMeasured], refusal[Twice], refusal[Delegating]) do
      assert(
        message.contains(
          "does not keep every parameter in a field. (A parameter that no constructor uses needs no field.)"
        ),
        message
      )
  }

  test("a parameter that must not be null is used") {
    assert(refusal[Checked].contains("does not keep every parameter"), refusal[Checked])
  }

  test("a class that is a value needs no name if it is on the list, or standard, or primitive"):
    val runtime = all.head
    given Pickler[Any] = runtime.any
    val options = PickleOptions(subtypes = runtime.subtypes)
    val values = List[AnyRef](
      classOf[Measured],
      classOf[String],
      classOf[Int],
      classOf[Unit],
      classOf[List[?]],
      classOf[Array[Int]],
      classOf[Array[Array[Measured]]],
      ClassTag(classOf[Measured]),
      ClassTag(classOf[Array[Measured]]),
      Manifest.classType[Measured](classOf[Measured])
    )
    for value <- values; format <- List[PickleFormat](BinaryFormat, JsonFormat, GraphFormat) do
      assertEquals(Laws.read[Any](Laws.write[Any](value, format, options), format, options), value)
    there(Keeping[Measured](Nil))(back => assertEquals(back.array.getClass: Any, classOf[Array[Measured]]: Any))
    intercept[PickleException.UnknownCode](Laws.write[Any](classOf[Thread], BinaryFormat, options))
    intercept[PickleException.UnknownCode](Laws.write[Any](classOf[Array[Thread]], BinaryFormat, options))
    for name <- List(
        "java.lang.Thread",
        "[Ljava.lang.Thread;",
        "[V",
        "[",
        "[L",
        "[" * 300 + "I",
        "[[",
        "",
        "brine.checks.runtime.UnusedParametersSuite$Measured "
      )
    do
      val json = s"""{"$$type":"java.lang.Class","$$value":"$name"}"""
      intercept[PickleException.UnknownCode](Laws.read[Any](json.getBytes, JsonFormat, options))

object UnusedParametersSuite:
  final class Tagged[A](val items: List[A])(using ClassTag[A])
  final class Ranked[A: Ordering](val items: List[A], val size: Int)

  final class Padded(a: Int, val wide: Long, c: Double, val text: String, e: Boolean, f: Char)

  abstract class Above(val name: String, unused: AnyRef)
  final class Below(name: String, unused: AnyRef) extends Above(name, unused)

  final class Keeping[A: ClassTag](val items: List[A]):
    def array: Array[A] = items.toArray

  class Measured(val name: String, size: String):
    val length: Int = size.length
  final class BelowMeasured(name: String, size: String) extends Measured(name, size)

  final class Checked(val name: String, lock: AnyRef):
    java.util.Objects.requireNonNull(lock)

  abstract class Two(val first: AnyRef, unused: AnyRef)

  /** The argument that is passed on was inspected before. */
  final class Twice(first: AnyRef, second: AnyRef) extends Two(first, second):
    val text: String = String.valueOf(second)

  /** One of its constructors does nothing with its parameter itself, and gives it to the other. */
  final class Delegating private (val size: Int, seed: Int):
    val twice: Int = seed * 2
    def this(seed: Int) = this(1, seed)
