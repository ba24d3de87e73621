package brine.checks.dialects

import brine.*
import brine.json.*
import brine.json.JsonDialect.*
import brine.testkit.{Laws, Patient}

/** Forms of values that a reader takes by name, and refuses without. */
class LenientReadingSuite extends munit.FunSuite, Patient:
  import LenientReadingSuite.*

  private def reads[A: Pickler](form: Lenient, text: String, expected: A, dialect: JsonDialect = JsonDialect.Api)(using
      munit.Location
  ): Unit =
    for base <- List(dialect, dialect.copy(marks = Marks.Written), dialect.copy(duplicates = Duplicates.Last)) do
      val all = Lenient.values.toSet
      for set <- List(Set(form), all); options <- List(PickleOptions.Default, Laws.interpreted); _ <- 1 to 20 do
        assertEquals(
          Laws.read[A](text.getBytes("UTF-8"), JsonFormat(base.copy(lenient = set)), options),
          expected,
          text
        )
      assertEquals(
        Pickle.read[A](Laws.trickle(text.getBytes("UTF-8")))(using summon, JsonFormat(base.copy(lenient = all))),
        expected
      )
      for set <- List(Set.empty[Lenient], all - form) do
        intercept[PickleException](JsonFormat(base.copy(lenient = set)).read[A](text))

  test("a byte order mark"):
    reads(Lenient.ByteOrderMark, "\ufeff{\"text\":\"a\"}", Row("a"))
    reads(Lenient.ByteOrderMark, "\ufeff [1]", List(1))
    intercept[PickleException](JsonFormat(JsonDialect(lenient = Lenient.values.toSet)).read[List[Int]]("[\ufeff1]"))

  test("numbers for strings keep their text"):
    reads(Lenient.NumbersForTexts, "{\"text\":1.50}", Row("1.50"))
    reads(Lenient.NumbersForTexts, "[-1e3,\"a\"]", List("-1e3", "a"))
    reads(Lenient.NumbersForTexts, "{\"a\":7}", Map("a" -> Option("7")))

  test("true and false in strings"):
    reads(Lenient.TextBooleans, "{\"flag\":\"true\",\"other\":\"false\"}", Flags(true, Some(false)))
    reads(Lenient.TextBooleans, "[\"true\",false]", List(true, false))
    intercept[PickleException](JsonFormat(JsonDialect(lenient = Set(Lenient.TextBooleans))).read[Boolean]("\"yes\""))

  test("one value for a list"):
    reads(Lenient.SingleElements, "1", List(1))
    reads(Lenient.SingleElements, "{\"rows\":{\"text\":\"a\"},\"more\":[]}", Table(List(Row("a"))))
    reads(
      Lenient.SingleElements,
      "{\"rows\":[{\"text\":\"a\"},{\"text\":\"b\"}],\"more\":7}",
      Table(List(Row("a"), Row("b")), Vector(7))
    )
    reads(Lenient.SingleElements, "[1,[2]]", List(List(1), List(2)))
    reads(Lenient.SingleElements, "{\"a\":{\"x\":1}}", Map("a" -> Set(Map("x" -> 1))))
    reads(Lenient.SingleElements, "{\"x\":1}", List(Json.parse("{\"x\":1}")))
    reads(Lenient.SingleElements, "{\"a\":\"x\"}", Map("a" -> Option(List("x"))))

  test("[] for an empty map or object"):
    reads(Lenient.EmptyArrays, "[]", Map.empty[String, Int])
    reads(Lenient.EmptyArrays, "{\"a\":[],\"b\":{\"c\":1}}", Map("a" -> Map.empty[String, Int], "b" -> Map("c" -> 1)))
    reads(Lenient.EmptyArrays, "[[]]", List(Defaults()))
    intercept[PickleException](
      JsonFormat(JsonDialect(lenient = Set(Lenient.EmptyArrays))).read[Map[String, Int]]("[1]")
    )
    intercept[PickleException](JsonFormat(JsonDialect(lenient = Set(Lenient.EmptyArrays))).read[Row]("[]"))

  test("base64 without its padding"):
    val format = JsonFormat(JsonDialect.Api.copy(lenient = Set(Lenient.Unpadded)))
    for text <- List("//4AAw==", "//4AAw") do
      assertEquals(format.read[Array[Byte]](s"\"$text\"").toSeq, Seq[Byte](-1, -2, 0, 3))
    intercept[PickleException](JsonFormat(JsonDialect.Api).read[Array[Byte]]("\"//4AAw\""))
    for bad <- List("//4AAx", "//4AA", "//4AAw=") do intercept[PickleException](format.read[Array[Byte]](s"\"$bad\""))

  test("names in other letters"):
    val strict = JsonDialect.Api.copy(unknown = Unknown.Refuse)
    reads(Lenient.AnyCase, "{\"TEXT\":\"a\"}", Row("a"), strict)
    // An exact name precedes, and a name of two fields is none of them.
    val format = JsonFormat(JsonDialect.Api.copy(lenient = Set(Lenient.AnyCase)))
    assertEquals(format.read[Letters]("{\"aB\":2,\"ab\":1}"), Letters(1, 2))
    intercept[PickleException.DuplicateField](format.read[Row]("{\"text\":\"a\",\"Text\":\"b\"}"))

object LenientReadingSuite:
  final case class Row(text: String) derives Pickler
  final case class Flags(flag: Boolean, other: Option[Boolean]) derives Pickler
  final case class Table(rows: List[Row], more: Vector[Int] = Vector.empty) derives Pickler
  final case class Defaults(a: Option[Int] = None, b: List[Int] = Nil) derives Pickler
  final case class Letters(ab: Int, aB: Int) derives Pickler
