package brine

import java.time.Instant
import java.util.SplittableRandom
import scala.util.Try
import brine.picklers.values.IsoInstant

/** [[IsoInstant]] reads the texts that `Instant.parse` reads, to the same instants, and refuses all others. It writes
  * those of `Instant.toString`.
  */
class IsoInstantSuite extends munit.FunSuite:
  private val random = new SplittableRandom(1)

  private def assertSame(text: String): Unit =
    assertEquals(Try(IsoInstant.parse(text)).toOption, Try(Instant.parse(text)).toOption, text)

  private def instant(): Instant =
    val nanos = random.nextInt(4) match
      case 0 => 0
      case 1 => random.nextInt(1000) * 1_000_000
      case 2 => random.nextInt(1_000_000) * 1000
      case _ => random.nextInt(1_000_000_000)
    Instant.ofEpochSecond(random.nextLong(-100_000_000_000L, 300_000_000_000L), nanos)

  test("the texts of instants are read back") {
    for _ <- 1 to 20_000 do
      val written = instant()
      assertEquals(IsoInstant.parse(written.toString), written)
  }

  test("the text is that of Instant.toString") {
    for _ <- 1 to 20_000 do
      val written = instant()
      assertEquals(IsoInstant.text(written), written.toString)
    val years = List(-1, 0, 1, 1582, 1900, 1969, 1970, 2000, 2024, 9999, 10_000)
    for
      year <- years
      day <- List(1, 31, 59, 60, 61, 365)
      second <- List(0L, 59L, 3599L, 86_399L)
      nanos <- List(0, 1, 1000, 1_000_000, 999_999_999, 120_000_000, 120_000)
    do
      val start = java.time.LocalDate.ofYearDay(year, day).toEpochDay * 86_400
      val edge = Instant.ofEpochSecond(start + second, nanos)
      assertEquals(IsoInstant.text(edge), edge.toString)
    for edge <- List(Instant.MIN, Instant.MAX, Instant.EPOCH) do assertEquals(IsoInstant.text(edge), edge.toString)
  }

  test("the edges of months, years, days and fractions") {
    for
      date <- List(
        "2000-02-29",
        "1900-02-29",
        "2023-02-29",
        "2024-02-30",
        "2024-04-31",
        "2024-12-31",
        "0000-01-01",
        "9999-12-31"
      )
      time <- List("00:00:00", "23:59:59", "23:59:60", "24:00:00", "23:60:00", "12:30")
      end <- List("Z", "z", ".Z", ".1Z", ".123456789Z", ".1234567890Z", ",5Z", "+01:00", "")
    do assertSame(s"${date}T$time$end")
    for year <- List("-0001", "+10000", "10000", "999") do assertSame(s"$year-01-01T00:00:00Z")
  }

  test("a text with changed characters is read alike, or refused alike") {
    val others = "0123456789-:.TZtz+ ,/;٣"
    for _ <- 1 to 50_000 do
      val text = new StringBuilder(instant().toString)
      for _ <- 0 to random.nextInt(2) do
        text.setCharAt(random.nextInt(text.length), others.charAt(random.nextInt(others.length)))
      if random.nextInt(8) == 0 then text.setLength(random.nextInt(text.length))
      assertSame(text.toString)
  }
