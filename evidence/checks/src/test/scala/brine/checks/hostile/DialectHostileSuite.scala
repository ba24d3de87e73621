package brine.checks

import java.nio.charset.StandardCharsets.UTF_8
import java.time.{Duration, Instant}
import java.util.Date
import scala.collection.immutable.HashSet
import brine.*
import brine.json.{JsonDialect, JsonFormat}
import brine.json.JsonDialect.*
import brine.testkit.Allocation

/** Short text that would cost much if a dialect took it at its word. */
class DialectHostileSuite extends munit.FunSuite:
  import DialectHostileSuite.*

  /** Numbers of few characters. Expanded, each has three million digits or more. */
  private val numbers: List[String] =
    for
      exponent <- List("-3000000", "3000000", "-100000000", "100000000", "-2147483647", "2147483647", "9" * 30)
      digits <- List("1", "-1", "0", "-12.5", "0.0")
    yield s"${digits}e$exponent"

  private val seconds = JsonFormat(lenient.copy(instants = Instants.EpochSeconds, durations = Durations.Seconds))
  private val milliseconds =
    JsonFormat(lenient.copy(instants = Instants.EpochMilliseconds, durations = Durations.SecondsText))

  private def isCheap[A: Pickler](text: String, format: JsonFormat)(using munit.Location): Unit =
    val bytes = text.getBytes(UTF_8)
    assert(
      !Allocation.isAlwaysAbove(256L << 10, times = 20)(format.readEither[A](bytes)),
      s"$text allocates more than 256 KB"
    )

  test("an exponent costs no memory, whatever the number is read as"):
    for number <- numbers; format <- List(seconds, milliseconds) do
      for text <- List(number, s"\"$number\"") do
        isCheap[Byte](text, format)
        isCheap[Short](text, format)
        isCheap[Int](text, format)
        isCheap[Long](text, format)
        isCheap[Double](text, format)
        isCheap[Float](text, format)
        isCheap[BigInt](text, format)
        isCheap[BigDecimal](text, format)
        isCheap[java.math.BigDecimal](text, format)
        isCheap[Instant](text, format)
        isCheap[Date](text, format)
        isCheap[Duration](text, format)
        isCheap[HashSet[BigDecimal]](s"[$text,1,2,3,4,5]", format)
      isCheap[Duration](s"\"${number}s\"", format)
      isCheap[Map[Int, Int]](s"""{"$number":1}""", format)
      isCheap[Map[Long, Int]](s"""{"$number":1}""", format)
      isCheap[Map[Double, Int]](s"""{"$number":1}""", format)
      isCheap[Map[BigInt, Int]](s"""{"$number":1}""", format)
      isCheap[Map[BigDecimal, Int]](s"""{"$number":1}""", format)
      isCheap[Map[Instant, Int]](s"""{"$number":1}""", format)
      isCheap[Map[Duration, Int]](s"""{"$number":1}""", format)

  test("the digits that only exponents express are limited, in each number and in all"):
    val format = JsonFormat(lenient)
    def limited(limits: Limits): PickleOptions = PickleOptions(limits = limits)
    assertEquals(format.read[BigInt]("1e9999"), BigInt(10).pow(9999))
    intercept[PickleException.Malformed](format.read[BigInt]("1e10000"))
    val few = limited(Limits(maxDecimalDigits = 100))
    assertEquals(format.read[List[BigInt]]("[1e98,150e-1]")(using options = few), List(BigInt(10).pow(98), BigInt(15)))
    val long = intercept[PickleException.LimitExceeded](format.read[List[BigInt]]("[1,1e101]")(using options = few))
    assert(long.getMessage.contains("limits.maxDecimalDigits"), long.getMessage)
    assertEquals(long.path, "$[1]")
    def list(count: Int): String = List.fill(count)("1e9999").mkString("[", ",", "]")
    def keys(count: Int): String = List.tabulate(count)(i => s"\"1e${9999 - i}\":$i").mkString("{", ",", "}")
    assertEquals(format.read[List[BigInt]](list(99)).length, 99)
    assertEquals(format.read[Map[BigInt, Int]](keys(99)).size, 99)
    for
      e <- List(
        intercept[PickleException.LimitExceeded](format.read[List[BigInt]](list(120))),
        intercept[PickleException.LimitExceeded](format.read[Map[BigInt, Int]](keys(120)))
      )
    do assert(e.getMessage.contains("limits.maxElementsWithoutBytes"), e.getMessage)
    val generous = limited(Limits(maxElementsWithoutBytes = 10_000_000))
    assertEquals(format.read[List[BigInt]](list(120))(using options = generous).length, 120)
    assertEquals(format.read[List[BigInt]](List.fill(50_000)("1e60").mkString("[", ",", "]")).length, 50_000)
    val hostile = list(100_000)
    assert(
      !Allocation.isAlwaysAbove(32L << 20, times = 5)(format.readEither[List[BigInt]](hostile)),
      "100,000 numbers of 10,000 digits are expanded"
    )

  test("a map's key has as many digits as a value may have"):
    for
      keys <- List(Keys.Standard, Keys.Texts)
      integers <- NumberForm.values.toList
      decimals <- List(NumberForm.Number, NumberForm.Text)
      reading <- NumberReading.values.toList
    do
      val dialect = JsonDialect.Default.copy(keys = keys, integers = integers, decimals = decimals, reading = reading)
      def agree[A: Pickler](number: String): Unit =
        val format = JsonFormat(dialect)
        val key = outcome(format.readEither[Map[A, Int]](s"""{"$number":1}""").map(_.keys.head))
        val value = outcome(format.readEither[List[A]](s"""["$number"]""").map(_.head))
        assertEquals(key, value, s"${number.length} characters in $dialect")
      for digits <- List(1, 9_999, 10_000, 10_005, 10_016, 10_017, 20_000); sign <- List("", "-") do
        val number = sign + "9" * digits
        agree[BigInt](number)
        agree[java.math.BigInteger](number)
        agree[BigDecimal](number)
        agree[java.math.BigDecimal](number)
      val large = Map(BigInt(10).pow(10_050) -> BigInt(10).pow(20_000), BigInt(-3) -> BigInt(4))
      val format = JsonFormat(dialect)
      assertEquals(format.read[Map[BigInt, BigInt]](format.write(large)), large)

  private def outcome[A](read: Either[PickleException, A]): Either[Class[?], A] = read.left.map(_.getClass)

  test("a member that occurs 100,000 times costs no more than reading it"):
    val count = 100_000
    val members = List.range(0, count)
    def text(of: Int => String): Array[Byte] = members.map(of).mkString("{", ",", "}").getBytes(UTF_8)
    for (duplicates, value) <- List(Duplicates.First -> 0, Duplicates.Last -> (count - 1)) do
      val format = JsonFormat(JsonDialect.Default.copy(duplicates = duplicates))
      for depth <- List(512, 0) do
        given PickleOptions = PickleOptions(limits = Limits(emittedDepth = depth))
        assertEquals(format.read[Wide](text(v => s""""a":$v""")), Wide(value))
        assertEquals(format.read[Wide](text(v => s""""a":$v,"b":[{"x":1}],"c":"$v"""")), Wide(value, value.toString))
        val kept = format.read[Keeping](text(v => s""""a":$v,"other":[$v]"""))
        assertEquals(new String(format.writeBytes(kept), UTF_8), s"""{"a":$value,"other":[$value]}""")

object DialectHostileSuite:
  final case class Wide(a: Int, c: String = "") derives Pickler
  final case class Keeping(a: Int, rest: Extras) derives Pickler

  private val lenient = JsonDialect.Default.copy(
    reading = NumberReading.Lenient,
    keys = Keys.Texts,
    integers = NumberForm.Number,
    decimals = NumberForm.Number
  )
