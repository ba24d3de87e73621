package brine.checks

import scala.reflect.{ClassTag, Manifest}
import brine.*
import brine.binary.BinaryFormat
import brine.json.{JsonFormat, JsonPickle}
import brine.testkit.Laws

/** Symbols, classes and class tags: no pickle makes a class be loaded. */
@annotation.nowarn("cat=deprecation") // manifests that the compiler makes
class CodePicklersSuite extends munit.FunSuite:
  import CodePicklersSuite.*

  private val formats = AllFormats.all
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
      ClassTag.Int,
      ClassTag.Unit,
      ClassTag.Any,
      ClassTag.AnyRef,
      ClassTag.AnyVal,
      ClassTag.Object,
      ClassTag.Nothing,
      ClassTag.Null,
      ClassTag.Boolean,
      summon[ClassTag[Array[Int]]],
      summon[ClassTag[Array[Array[Double]]]]
    )
    for tag <- tags do
      there[ClassTag[?]](tag)
      val back = Laws.read[ClassTag[?]](Laws.write[ClassTag[?]](tag, BinaryFormat), BinaryFormat)
      assert((back eq tag) || tag.runtimeClass.isArray, tag)
    there[ClassTag[?]](summon[ClassTag[Array[String]]], named)
    intercept[PickleException.UnknownCode](Laws.write[ClassTag[?]](summon[ClassTag[String]], BinaryFormat))
    for text <- List("java.lang.Runtime", "[java.lang.Runtime", "[", "[" * 300 + "scala.Int", "int", "scala.Unknown") do
      intercept[PickleException](Laws.read[ClassTag[?]](s"\"$text\"".getBytes, JsonFormat, named))
    intercept[PickleException.UnexpectedClass](Laws.write[ClassTag[?]](
      Manifest.classType[String](classOf[String]),
      BinaryFormat,
      named
    ))
  }

  test("the class tag of a type that the place determines needs no names, and no other is taken for it") {
    there(Tagged(List("a"), summon[ClassTag[String]]))
    val text = new String(Laws.write(Tagged(List("a"), summon[ClassTag[String]]), JsonFormat), "UTF-8")
    assertEquals(text, """{"all":["a"],"tag":"java.lang.String"}""")
    intercept[PickleException.WrongType](JsonPickle.of(text.replace("String", "Runtime")).unpickle[Tagged[String]])
    intercept[PickleException.WrongType](Laws.write(
      Tagged(List("a"), summon[ClassTag[Object]].asInstanceOf[ClassTag[String]]),
      JsonFormat
    ))
  }

  test("manifests of primitives, classes, type arguments and arrays come back; their classes go by names"):
    val options = PickleOptions(code = CodeNames.classes(classOf[String], classOf[List[?]], classOf[Map[?, ?]]))
    val manifests = builtIn ++ List[Manifest[?]](
      manifest[String],
      manifest[Array[Int]],
      manifest[Array[Array[String]]],
      manifest[List[String]],
      manifest[Map[String, Array[List[Int]]]],
      manifest[List[?]],
      manifest[List[? <: String]]
    )
    for m <- manifests; format <- formats do
      val back = Laws.read[Manifest[?]](Laws.write[Manifest[?]](m, format, options), format, options)
      assertEquals((back, back.toString, back.runtimeClass: Any), (m, m.toString, m.runtimeClass: Any))
    for m <- builtIn do assert(Laws.read[Manifest[?]](Laws.write[Manifest[?]](m, BinaryFormat), BinaryFormat) eq m, m)

  test("a manifest that is more than classes and arguments is refused, and so are names that are not given"):
    val options =
      PickleOptions(code = CodeNames.classes(classOf[String], classOf[java.util.Map.Entry[?, ?]], classOf[List[?]]))
    val strange = List[Manifest[?]](
      Manifest.singleType[String]("x"),
      Manifest.classType(manifest[String], classOf[java.util.Map.Entry[?, ?]], Manifest.Int),
      Manifest.wildcardType(Manifest.Nothing, manifest[List[String]]),
      Manifest.wildcardType(manifest[String], Manifest.Any)
    )
    for m <- strange do
      val e = intercept[PickleException.UnexpectedClass](Laws.write[Manifest[?]](m, BinaryFormat, options))
      assert(
        e.getMessage.contains("is not made of classes and their type arguments. Make a ClassTag of its class"),
        e.getMessage
      )
    intercept[PickleException.UnknownCode](Laws.write[Manifest[?]](manifest[String], BinaryFormat))
    val deep = """{"name":"[","arguments":[""" * 300 + """{"name":"scala.Int","arguments":[]}""" + "]}" * 300
    for text <- List(
        """{"name":"java.lang.Runtime","arguments":[]}""",
        """{"name":null,"arguments":[]}""",
        """{"name":"scala.Int","arguments":[{"name":"scala.Int","arguments":[]}]}""",
        """{"name":"[","arguments":[]}""",
        deep
      )
    do intercept[PickleException](Laws.read[Manifest[?]](text.getBytes, JsonFormat, options))

object CodePicklersSuite:
  val builtIn = List[Manifest[?]](
    Manifest.Any,
    Manifest.AnyRef,
    Manifest.AnyVal,
    Manifest.Nothing,
    Manifest.Null,
    Manifest.Object,
    Manifest.Unit,
    Manifest.Boolean,
    Manifest.Byte,
    Manifest.Short,
    Manifest.Char,
    Manifest.Int,
    Manifest.Long,
    Manifest.Float,
    Manifest.Double
  )
  final case class Holder(one: Class[?], all: List[Class[?]]) derives Pickler
  final case class Tagged[A](all: List[A], tag: ClassTag[A])
  object Tagged:
    given [A](using Pickler[A], ClassTag[A]): Pickler[Tagged[A]] = Pickler.derived
