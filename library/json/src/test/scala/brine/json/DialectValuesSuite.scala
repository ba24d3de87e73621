package brine.json

import java.time.*
import brine.*
import brine.json.text.JsonTags
import JsonDialect.*
import DialectValuesSuite.*

/** The options of a dialect for tuples, `Either`, durations, and fields that are missing or left out. */
class DialectValuesSuite extends DialectTests:
  test("a dialect can be made by its constructor, and its parts have the names that brine.json gives them") {
    val dialect: JsonDialect = new JsonDialect(names = NameStyle.SnakeCase, omit = Set(Omit.Nones))
    assertEquals(dialect, D.copy(names = NameStyle.SnakeCase, omit = Set(Omit.Nones)))
    assertEquals(new JsonDialect(), D)
    val families: brine.json.JsonDialect.Families = dialect.families
    assertEquals(families match { case JsonDialect.Families.Member(name, _) => name; case _ => "" }, "$type")
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

  test("a number that is too long or too small for its type is refused, and says so") {
    val lenient = D.copy(reading = NumberReading.Lenient, keys = Keys.Texts)
    val exact = "1" + "0" * 5000 + "e-5000"
    for text <- List(exact, s"\"$exact\"", "1." + "0" * 10_014) do assertEquals(read[Int](text, lenient), 1)
    for text <- List("0e-100000000", "0E2147483647", "-0e0", "0." + "0" * 10_014) do
      assertEquals(read[Long](text, lenient), 0L)
      assertEquals(read[BigInt](text, lenient), BigInt(0))
    assertEquals(read[Map[Long, Int]](s"""{"$exact":1}""", lenient), Map(1L -> 1))
    val tooLong = "1." + "0" * 10_015
    for text <- List(tooLong, s"\"$tooLong\"") do
      refuses[Int](text, lenient, "a number has 10017 characters; at most 10016 are read")
      refuses[Long](text, lenient, "a number has 10017 characters; at most 10016 are read")
      refuses[BigInt](text, lenient, "a number has 10017 characters; at most 10016 are read")
    refuses[Map[Int, Int]](s"""{"$tooLong":1}""", lenient, "a number has 10017 characters; at most 10016 are read")
    refuses[Long]("1" * 1_000_000, lenient, "a number between -9223372036854775808 and 9223372036854775807")
    refuses[Int]("1e-100000000", lenient, "expected a whole number, found 1e-100000000")
    refuses[Long]("1e2147483647", lenient, "a number between -9223372036854775808 and 9223372036854775807")
    refuses[Int]("1e-2147483648", lenient, "a number with an exponent that is too large: 1e-2147483648")
    refuses[BigInt]("\"-12.5e-100000000\"", lenient, "expected a whole number, found -12.5e-100000000")
    for (text, value) <- List("-9223372036854775808" -> Long.MinValue, "9223372036854775807.0" -> Long.MaxValue) do
      assertEquals(read[Long](text, lenient), value)
    refuses[Long]("9223372036854775808", lenient, "a number between")
    refuses[Long]("9999999999999999999e0", lenient, "a number between")
  }

  test("seconds with parts of a nanosecond, or with too many digits, are refused") {
    val seconds = D.copy(instants = Instants.EpochSeconds, durations = Durations.Seconds)
    val texts = D.copy(durations = Durations.SecondsText)
    for fraction <- List("1e-10", "1e-100000000", "1.0000000005", "-1e-2147483647") do
      refuses[Instant](fraction, seconds, s"no instant is $fraction seconds after 1970")
      refuses[Duration](fraction, seconds, s"no duration has $fraction seconds")
      refuses[Duration](s"\"${fraction}s\"", texts, s"no duration has $fraction seconds")
    for text <- List("1e-9", "1.5", "-1.5", "15e-1", "0e-100000000", "0e100000000", "1." + "0" * 10_000) do
      val duration = read[Duration](text, seconds)
      assertEquals(read[Duration](s"\"${text}s\"", texts), duration)
      assertEquals(read[Instant](text, seconds), Instant.EPOCH.plus(duration))
    val tooLong = "a number has 1000000 characters; at most 10016 are read"
    refuses[Instant]("1" * 1_000_000, seconds, tooLong)
    refuses[Duration]("1" * 1_000_000, seconds, tooLong)
    refuses[Duration](s"\"${"1" * 1_000_000}s\"", texts, tooLong)
    refuses[Instant]("1e-3", D.copy(instants = Instants.EpochMilliseconds), "expected a whole number, found 1e-3")
  }

  test("members that a class keeps follow the dialect's duplicates") {
    val text = """{"a":1,"known":2,"b":[],"a":{"c":2},"\u0061":3}"""
    refuses[Open](text, D, "appears twice")
    for (duplicates, kept) <- List(Duplicates.First -> "1", Duplicates.Last -> "3") do
      val dialect = D.copy(duplicates = duplicates)
      assertEquals(this.text(read[Open](text, dialect), dialect), s"""{"known":2,"a":$kept,"b":[]}""")
      refuses[Open]("""{"known":2,"a":1,"a":tru}""", dialect, "expected")
      val both = """{"known":1,"x":1,"known":2,"x":2}"""
      val last = if duplicates == Duplicates.First then 1 else 2
      assertEquals(this.text(read[Open](both, dialect), dialect), s"""{"known":$last,"x":$last}""")
  }

  test("the layout of RFC 8785 is that of its appendix B, except for negative zero, which keeps its sign") {
    val ecma = D.copy(doubles = Doubles.EcmaScript)
    for (bits, expected) <- DoublesOfRfc8785 do
      val value = java.lang.Double.longBitsToDouble(java.lang.Long.parseUnsignedLong(bits, 16))
      assertEquals(text(value, ecma), expected, bits)
      val back = read[Double](expected, ecma)
      assertEquals(java.lang.Double.doubleToRawLongBits(back), java.lang.Double.doubleToRawLongBits(value), bits)
  }

  test("each number has the layout of RFC 8785, whichever way it is written") {
    val ecma = D.copy(doubles = Doubles.EcmaScript)
    val random = new scala.util.Random(1)
    val edges =
      for n <- List(1e-7, 1e-6, 1e-3, 1.0, 1e7, 1e21, 16777216.0, 9007199254740992.0); k <- -2 to 2
      yield n + k * Math.ulp(n)
    val drawn = List.fill(5000)(random.nextInt(5) match
      case 0 => java.lang.Double.longBitsToDouble(random.nextLong())
      case 1 => random.nextInt(200_000) / 100.0
      case 2 => random.nextLong().toDouble / (1L << random.nextInt(63))
      case 3 => random.nextInt().toDouble
      case _ => random.between(-180.0, 180.0)
    )
    for value <- (edges ++ edges.map(-_) ++ List(0.0, -0.0) ++ drawn).filter(java.lang.Double.isFinite(_)) do
      assertEquals(text(value, ecma), EcmaNumbers.text(JsonTags.shortest(value)))
      val float = value.toFloat
      if java.lang.Float.isFinite(float) then
        assertEquals(text(float, ecma), EcmaNumbers.text(JsonTags.shortest(float)))
  }

  test("a class with migrations is read where the discriminator is a member, and refused in other forms of families") {
    val member = D.copy(families = Families.Member("kind"))
    assertEquals(read[Renamed]("""{"name":"Ada"}""", member), Renamed("Ada!"))
    for families <- List(Families.Wrapper, Families.Untagged) do
      val other = D.copy(families = families)
      val cure =
        s"expected Families.Member in the dialect, found $families: JSON does not record versions, and a class with " +
          "migrations finds its version by the members of an object. Use Families.Member, or choose the version by " +
          "Unpickler.from"
      refuses[Renamed]("""{"label":"Ada"}""", other, cure)
      refuses[List[Renamed]]("[]", other, cure)
      assertEquals(text(Renamed("Ada"), other), """{"label":"Ada"}""")
  }

object DialectValuesSuite:
  final case class Before(name: String) derives Pickler
  final case class Renamed(label: String) derives Pickler
  object Renamed:
    given Migrations[Renamed] = Migrations.from[Before](old => Renamed(old.name + "!"))

  /** The table of RFC 8785, appendix B. It has 0 for negative zero. */
  private val DoublesOfRfc8785: List[(String, String)] = List(
    "0000000000000000" -> "0",
    "8000000000000000" -> "-0",
    "0000000000000001" -> "5e-324",
    "8000000000000001" -> "-5e-324",
    "7fefffffffffffff" -> "1.7976931348623157e+308",
    "ffefffffffffffff" -> "-1.7976931348623157e+308",
    "4340000000000000" -> "9007199254740992",
    "c340000000000000" -> "-9007199254740992",
    "4430000000000000" -> "295147905179352830000",
    "44b52d02c7e14af5" -> "9.999999999999997e+22",
    "44b52d02c7e14af6" -> "1e+23",
    "44b52d02c7e14af7" -> "1.0000000000000001e+23",
    "444b1ae4d6e2ef4e" -> "999999999999999700000",
    "444b1ae4d6e2ef4f" -> "999999999999999900000",
    "444b1ae4d6e2ef50" -> "1e+21",
    "3eb0c6f7a0b5ed8c" -> "9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d" -> "0.000001",
    "41b3de4355555553" -> "333333333.3333332",
    "41b3de4355555554" -> "333333333.33333325",
    "41b3de4355555555" -> "333333333.3333333",
    "41b3de4355555556" -> "333333333.3333334",
    "41b3de4355555557" -> "333333333.33333343",
    "becbf647612f3696" -> "-0.0000033333333333333333",
    "43143ff3c1cb0959" -> "1424953923781206.2"
  )
