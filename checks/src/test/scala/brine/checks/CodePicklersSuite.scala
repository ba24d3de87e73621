package brine.checks

import scala.reflect.ClassTag
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.{JsonFormat, JsonPickle}
import brine.testkit.Laws

/** Symbols, classes and class tags: no pickle makes a class be loaded. */
class CodePicklersSuite extends munit.FunSuite:
  import CodePicklersSuite.*

  private val formats = List[PickleFormat](BinaryFormat, BinaryFormat.Bare, JsonFormat, GraphFormat)
  private val named = PickleOptions(code = CodeNames.classes(classOf[String], classOf[List[?]]))

  private def there[A: Pickler](value: A, options: PickleOptions = PickleOptions())(using munit.Location): Unit =
    for format <- formats do assertEquals(Laws.read[A](Laws.write(value, format, options), format, options), value)

  test("symbols come back as themselves") {
    for symbol <- List(Symbol(""), Symbol("a b"), Symbol("→")) do
      there(symbol)
      assert(Laws.read[Symbol](Laws.write(symbol, BinaryFormat), BinaryFormat) eq symbol)
    assertEquals(JsonPickle.of("\"x\"").unpickle[Symbol], Symbol("x"))
  }

  test("a class is read by the names that the read gives, and by no other") {
    there[Class[?]](classOf[String], named)
    there(Holder(classOf[List[?]], List(classOf[String], null)), named)
    intercept[PickleException.UnknownCode](Laws.write[Class[?]](classOf[Int], BinaryFormat, named))
    for name <- List("java.lang.Runtime", "int", "[I", "java.lang.String ", "") do
      intercept[PickleException.UnknownCode](Laws.read[Class[?]](s"\"$name\"".getBytes, JsonFormat, named))
    intercept[PickleException.UnknownCode](Laws.read[Class[?]]("\"java.lang.String\"".getBytes, JsonFormat))
  }

  test("class tags of primitives, arrays and Scala's own types need no names; those of classes do") {
    val tags = List[ClassTag[?]](
      ClassTag.Int, ClassTag.Unit, ClassTag.Any, ClassTag.AnyRef, ClassTag.AnyVal, ClassTag.Object, ClassTag.Nothing, ClassTag.Null, ClassTag.Boolean,
      summon[ClassTag[Array[Int]]], summon[ClassTag[Array[Array[Double]]]]
    )
    for tag <- tags do
      there[ClassTag[?]](tag)
      val back = Laws.read[ClassTag[?]](Laws.write[ClassTag[?]](tag, BinaryFormat), BinaryFormat)
      assert((back eq tag) || tag.runtimeClass.isArray, tag)
    there[ClassTag[?]](summon[ClassTag[Array[String]]], named)
    intercept[PickleException.UnknownCode](Laws.write[ClassTag[?]](summon[ClassTag[String]], BinaryFormat))
    for text <- List("java.lang.Runtime", "[java.lang.Runtime", "[", "[" * 300 + "scala.Int", "int", "scala.Unknown") do
      intercept[PickleException](Laws.read[ClassTag[?]](s"\"$text\"".getBytes, JsonFormat, named))
    intercept[PickleException.UnexpectedClass](Laws.write[ClassTag[?]](Manifest.classType[String](classOf[String]), BinaryFormat, named))
  }

  test("the class tag of a type that the place tells needs no names, and no other is taken for it") {
    there(Tagged(List("a"), summon[ClassTag[String]]))
    val text = new String(Laws.write(Tagged(List("a"), summon[ClassTag[String]]), JsonFormat), "UTF-8")
    assertEquals(text, """{"all":["a"],"tag":"java.lang.String"}""")
    intercept[PickleException.WrongType](JsonPickle.of(text.replace("String", "Runtime")).unpickle[Tagged[String]])
    intercept[PickleException.WrongType](Laws.write(Tagged(List("a"), summon[ClassTag[Object]].asInstanceOf[ClassTag[String]]), JsonFormat))
  }

object CodePicklersSuite:
  final case class Holder(one: Class[?], all: List[Class[?]]) derives Pickler
  final case class Tagged[A](all: List[A], tag: ClassTag[A])
  object Tagged:
    given [A](using Pickler[A], ClassTag[A]): Pickler[Tagged[A]] = Pickler.derived
