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
