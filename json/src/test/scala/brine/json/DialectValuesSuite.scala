package brine.json

import java.time.*
import brine.*
import JsonDialect.*
import DialectValuesSuite.*

/** The options of a dialect for tuples, `Either`, durations, and fields that are missing or left out. */
class DialectValuesSuite extends DialectTests:
  test("a dialect can be made by its constructor, and its parts have the names that brine.json gives them") {
    val dialect: JsonDialect = new JsonDialect(names = NameStyle.SnakeCase, omit = Set(Omit.Nones))
    assertEquals(dialect, D.copy(names = NameStyle.SnakeCase, omit = Set(Omit.Nones)))
    assertEquals(new JsonDialect(), D)
    val families: brine.json.JsonDialect.Families = dialect.families
    assertEquals(families match { case JsonDialect.Families.Member(name) => name; case _ => "" }, "$type")
    val tree: brine.json.Json = brine.json.Json.Obj(Vector("a" -> Json.Null))
    assertEquals(tree match { case Json.Obj(Vector((name, Json.Null))) => name; case _ => "" }, "a")
  }

  test("tuples are arrays with all their parts") {
    val arrays = D.copy(tuples = Tuples.Arrays)
    check(List((1, "a"), (2, null)), arrays, """[[1,"a"],[2,null]]""")
    check((1, (2, List(3)), Person("a", 4)), arrays, """[1,[2,[3]],{"name":"a","since":4}]""")
    refuses[(Int, String)]("[1]", arrays, "an array of 2 elements")
    refuses[(Int, String)]("""[1,"a",2]""", arrays, "an array of 2 elements")
    refuses[(Int, String)]("""{"_1":1,"_2":"a"}""", arrays, "'['")
  }

  test("an Either is an object with one of two names, or an array of a number and the content") {
    val keyed = D.copy(eithers = Eithers.Keyed("l", "r"))
    check(List(Left(1), Right("a"), null): List[Either[Int, String]], keyed, """[{"l":1},{"r":"a"},null]""")
    refuses[Either[Int, String]]("""{"x":1}""", keyed, "x")
    assert(JsonDialect.check[Either[Int, String]](D.copy(eithers = Eithers.Keyed("e", "e"))).head.contains(
      "would both be 'e'"
    ))
    val numbered = D.copy(eithers = Eithers.Numbered)
    check(List(Left(1), Right("a"), null): List[Either[Int, String]], numbered, """[[0,1],[1,"a"],null]""")
    refuses[Either[Int, String]]("[2,1]", numbered, "number 2")
    refuses[Either[Int, String]]("[1]", numbered, "','")
  }

  test("durations are seconds, as a number or with an s") {
    val all = List(1500, -1500, 0, 60_000).map(Duration.ofMillis(_)) :+ Duration.ofSeconds(1, 1)
    check(all, D.copy(durations = Durations.Seconds), "[1.5,-1.5,0,60,1.000000001]")
    check(all, D.copy(durations = Durations.SecondsText), """["1.500s","-1.500s","0s","60s","1.000000001s"]""")
    refuses[Duration]("\"1\"", D.copy(durations = Durations.SecondsText), "an s behind them")
    refuses[Duration]("1e99", D.copy(durations = Durations.Seconds), "out of range")
  }

  test("a missing field is a zero, whatever its default, and zeros are left out") {
    val zeros = D.copy(missing = Missing.Zeros, omit = Omit.values.toSet)
    check(Zero("", 0, false, Color.Red, None, Nil, 0), zeros, "{}")
    check(
      Zero("a", 1, true, Color.Blue, Some(0), List(1)),
      zeros,
      """{"text":"a","count":1,"isActive":true,"color":"Blue","part":0,"all":[1],"size":7}"""
    )
    refuses[Trip]("{}", zeros, "id")
  }

  test("a default argument is left out, and the value that a type has without one is not") {
    check(
      Zero("", 0, false, Color.Red, None, Nil),
      D.copy(omit = Set(Omit.Defaults)),
      """{"text":"","count":0,"isActive":false,"color":"Red","part":null,"all":[]}"""
    )
  }

  test("a lenient dialect reads large integers with a point or an exponent where they are exact") {
    for dialect <- List(D, D.copy(integers = NumberForm.Number)).map(_.copy(reading = NumberReading.Lenient)) do
      for (text, value) <- List("1e3" -> 1000, "1.0" -> 1, "12300e-2" -> 123, "-1.50e1" -> -15, "-0.0" -> 0) do
        assertEquals(read[BigInt](text, dialect), BigInt(value), text)
        assertEquals(read[BigInt](s"\"$text\"", dialect), BigInt(value), text)
      assertEquals(read[BigInt]("1e9999", dialect), BigInt(10).pow(9999))
      for text <- List("1e20000", "\"1e20000\"", "1e999999999") do refuses[BigInt](text, dialect, "too large")
      refuses[BigInt]("1.5", dialect, "expected a whole number, found 1.5")
      refuses[BigInt]("1e-1", dialect, "expected a whole number, found 1e-1")
    refuses[BigInt]("1e3", D, "expected a string or null")
    refuses[BigInt]("1e3", D.copy(integers = NumberForm.Number), "expected a whole number")
    refuses[BigInt]("\"1e3\"", D, "expected BigInteger, found '1e3'")
  }

  test("a class with migrations is read where the discriminator is a member, and refused in other forms of families") {
    val member = D.copy(families = Families.Member("kind"))
    assertEquals(read[Renamed]("""{"name":"Ada"}""", member), Renamed("Ada!"))
    for families <- List(Families.Wrapper, Families.Untagged) do
      val other = D.copy(families = families)
      val cure =
        s"expected Families.Member in the dialect, found $families: JSON does not record versions, and a class with " +
          "migrations finds its version by the members of an object. Use Families.Member, or choose the version by Unpickler.from"
      refuses[Renamed]("""{"label":"Ada"}""", other, cure)
      refuses[List[Renamed]]("[]", other, cure)
      assertEquals(text(Renamed("Ada"), other), """{"label":"Ada"}""")
  }

object DialectValuesSuite:
  final case class Before(name: String) derives Pickler
  final case class Renamed(label: String) derives Pickler
  object Renamed:
    given Migrations[Renamed] = Migrations.from[Before](old => Renamed(old.name + "!"))
