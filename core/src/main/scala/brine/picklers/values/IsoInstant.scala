package brine.picklers.values

import java.time.{Instant, LocalDate}

/** Reads an instant's text (ISO 8601). The usual form, `2026-11-26T02:53:00.123Z`, takes a few dozen steps; `java.time` builds a
  * table of fields for each text. All other forms are left to it.
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

  private def lengthOf(month: Int, year: Int): Int = month match
    case 2              => if java.time.Year.isLeap(year) then 29 else 28
    case 4 | 6 | 9 | 11 => 30
    case _              => 31

  private final val SecondsOfDay = 86_400L

  /** No number. A hundred times this still is an `Int`, and below zero. */
  private final val NoNumber = -10_000_000
