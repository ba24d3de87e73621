package brine.picklers.values

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.time.{Instant, LocalDate}

/** An instant's text (ISO 8601). The usual form, `2026-11-26T02:53:00.123Z`, takes a few dozen steps; `java.time`
  * builds a table of fields for each text that it reads, and goes through a formatter's parts for each that it writes.
  * All other forms are left to it.
  */
private[brine] object IsoInstant:
  /** @throws java.time.format.DateTimeParseException if the text does not have the form of an instant */
  def parse(text: String): Instant =
    val known = usual(text)
    if known != null then known else Instant.parse(text)

  /** The instant of a text in the usual form, with at most nine digits of a second's fraction; else null. */
  private def usual(text: String): Instant | Null =
    val length = text.length
    if length < "2026-11-26T02:53:00Z".length || !isMarked(text) || text.charAt(length - 1) != 'Z' then null
    else
      val year = two(text, 0) * 100 + two(text, 2)
      val (month, day) = (two(text, 5), two(text, 8))
      val (hour, minute, second) = (two(text, 11), two(text, 14), two(text, 17))
      val nanos = if length == 20 then 0 else fraction(text, length - 1)
      // NoNumber in any part makes this bitwise or negative.
      val areTimes = (year | hour | minute | second | nanos) >= 0 && hour < 24 && minute < 60 && second < 60
      if !areTimes || month < 1 || month > 12 || day < 1 || day > lengthOf(month, year) then null
      else
        val seconds = LocalDate.of(year, month, day).toEpochDay * SecondsOfDay + hour * 3600 + minute * 60 + second
        Instant.ofEpochSecond(seconds, nanos)

  private def isMarked(text: String): Boolean =
    text.charAt(4) == '-' && text.charAt(7) == '-' && text.charAt(10) == 'T' &&
      text.charAt(13) == ':' && text.charAt(16) == ':'

  /** The number of two digits; far below zero if they are none. */
  private def two(text: String, at: Int): Int =
    val (tens, ones) = (text.charAt(at) - '0', text.charAt(at + 1) - '0')
    if tens < 0 || tens > 9 || ones < 0 || ones > 9 then NoNumber else tens * 10 + ones

  /** The nanoseconds of a fraction after the seconds; below zero if there is none. */
  private def fraction(text: String, until: Int): Int =
    val count = until - 20
    if text.charAt(19) != '.' || count < 1 || count > 9 then NoNumber
    else
      var value = 0
      var i = 20
      while i < 29 && value >= 0 do
        val digit = if i < until then text.charAt(i) - '0' else 0
        value = if digit < 0 || digit > 9 then NoNumber else value * 10 + digit
        i += 1
      value

  /** The text of `Instant.toString`. */
  def text(instant: Instant): String =
    val seconds = instant.getEpochSecond
    if seconds < FirstOfFourDigits || seconds > LastOfFourDigits then instant.toString
    else
      val nanos = instant.getNano
      val digits = if nanos == 0 then 0 else if nanos % 1_000_000 == 0 then 3 else if nanos % 1000 == 0 then 6 else 9
      val bytes = new Array[Byte](if digits == 0 then 20 else 21 + digits)
      putDate(bytes, LocalDate.ofEpochDay(Math.floorDiv(seconds, SecondsOfDay)))
      putTime(bytes, Math.floorMod(seconds, SecondsOfDay).toInt)
      if digits > 0 then putFraction(bytes, nanos, digits)
      bytes(bytes.length - 1) = 'Z'
      new String(bytes, ISO_8859_1)

  private def putDate(bytes: Array[Byte], date: LocalDate): Unit =
    putTwo(bytes, 0, date.getYear / 100)
    putTwo(bytes, 2, date.getYear % 100)
    bytes(4) = '-'
    putTwo(bytes, 5, date.getMonthValue)
    bytes(7) = '-'
    putTwo(bytes, 8, date.getDayOfMonth)

  private def putTime(bytes: Array[Byte], second: Int): Unit =
    bytes(10) = 'T'
    putTwo(bytes, 11, second / 3600)
    bytes(13) = ':'
    putTwo(bytes, 14, second / 60 % 60)
    bytes(16) = ':'
    putTwo(bytes, 17, second % 60)

  private def putFraction(bytes: Array[Byte], nanos: Int, digits: Int): Unit =
    bytes(19) = '.'
    var rest = if digits == 9 then nanos else if digits == 6 then nanos / 1000 else nanos / 1_000_000
    var at = 19 + digits
    while at > 19 do
      bytes(at) = ('0' + rest % 10).toByte
      rest /= 10
      at -= 1

  private def putTwo(bytes: Array[Byte], at: Int, number: Int): Unit =
    bytes(at) = ('0' + number / 10).toByte
    bytes(at + 1) = ('0' + number % 10).toByte

  private def lengthOf(month: Int, year: Int): Int = month match
    case 2              => if java.time.Year.isLeap(year) then 29 else 28
    case 4 | 6 | 9 | 11 => 30
    case _              => 31

  private final val SecondsOfDay = 86_400L

  /** `0000-01-01T00:00:00Z` and `9999-12-31T23:59:59Z`: other years have a sign. */
  private final val FirstOfFourDigits = -62_167_219_200L
  private final val LastOfFourDigits = 253_402_300_799L

  /** No number. A hundred times this still is an `Int`, and below zero. */
  private final val NoNumber = -10_000_000
