package brine.json

import brine.*
import JsonDialect.*

/** Objects of which fields are missing that have one value for all: code that is emitted for the class fills them in.
  */
class MissingFieldsSuite extends munit.FunSuite:
  import MissingFieldsSuite.*

  private val empty = Ship("a", None, 7, Nil, Map.empty, None)

  test("missing options and collections are filled in, in any order and inside each other") {
    assertEquals(json.read[Ship]("""{"tons":7,"name":"a"}"""), empty)
    val inner = """{"name":"b","tons":1,"mate":{"tons":7,"name":"a"},"decks":[2]}"""
    assertEquals(json.read[Ship](inner), Ship("b", None, 1, List(2), Map.empty, Some(empty)))
    assertEquals(json.read[List[Ship]](s"[$inner,$inner]").map(_.mate), List(Some(empty), Some(empty)))
    assertEquals(json.read[(Ship, Int)]("""{"_1":{"name":"a","tons":7},"_2":3}"""), (empty, 3))
  }

  test("a missing field without such a value is still an error, or its default") {
    val e = intercept[PickleException.MissingField](json.read[Ship]("""{"name":"a"}"""))
    assert(e.getMessage.contains("tons"), e.getMessage)
    assertEquals(json.read[Port]("{}"), Port(None, 5, Some(6)))
  }

  test("a dialect that requires all fields refuses what is missing") {
    val strict = JsonFormat(JsonDialect.Default.copy(missing = Missing.Refused))
    val e = intercept[PickleException.MissingField](strict.read[Ship]("""{"tons":7,"name":"a"}"""))
    assert(e.getMessage.contains("flag"), e.getMessage)
  }

  test("values that leave out None come back, with white space between the members, too") {
    val format =
      JsonFormat(JsonDialect.Default.copy(names = NameStyle.ScreamingSnakeCase, omit = Set(Omit.Nones, Omit.Empties)))
    val ships = List(empty, Ship("é", Some("x"), 0, List(1), Map("k" -> 2), Some(empty)))
    val text = format.write(ships)
    assert(!text.contains("null") && !text.contains("[]"), text)
    assertEquals(format.read[List[Ship]](text), ships)
    assertEquals(format.read[List[Ship]](text.replace("},", "} ,\n")), ships)
  }

private object MissingFieldsSuite:
  final case class Ship(
      name: String,
      flag: Option[String],
      tons: Int,
      decks: List[Int],
      crew: Map[String, Int],
      mate: Option[Ship]
  ) derives Pickler

  final case class Port(first: Option[Int], depth: Int = 5, last: Option[Int] = Some(6)) derives Pickler
