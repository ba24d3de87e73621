package brine.json.text

import java.io.InputStream
import brine.wire.Latin1

/** Reads numbers in the form that most have: few digits, no exponent, nothing before them, and a comma, a closing
  * bracket or white space behind them. One loop over the digits reads it. All of it is in the window, so the loop does
  * not check for the window's end. [[JsonInput]] reads numbers in other forms.
  */
private[json] abstract class PlainNumbers(
    text: Array[Byte],
    first: Int,
    until: Int,
    more: InputStream | Null,
    start: Long
) extends JsonTexts(text, first, until, more, start):
  import PlainNumbers.*

  /** Takes a number of up to nine digits in that form. Returns [[PlainNumbers.Other]], and takes nothing, if something
    * else comes.
    */
  final def plainInt(): Int =
    val from = at
    val text = bytes
    if end - from < 12 then Other
    else
      val isNegative = text(from) == '-'
      val first = if isNegative then from + 1 else from
      var i = first
      var value = 0
      var digit = text(i) - '0'
      while digit >= 0 && digit <= 9 && i < first + 10 do
        value = value * 10 + digit
        i += 1
        digit = text(i) - '0'
      if i == first || i > first + 9 || text(first) == '0' && i > first + 1 || !isEndOfValue(text(i)) then Other
      else
        at = i
        if isNegative then -value else value

  /** The same for up to 18 digits. Returns [[PlainNumbers.OtherLong]] if something else comes. */
  final def plainLong(): Long =
    val from = at
    val text = bytes
    if end - from < 21 then OtherLong
    else
      val isNegative = text(from) == '-'
      val first = if isNegative then from + 1 else from
      var i = first
      var value = 0L
      var digit = text(i) - '0'
      while digit >= 0 && digit <= 9 && i < first + 19 do
        value = value * 10 + digit
        i += 1
        digit = text(i) - '0'
      if i == first || i > first + 18 || text(first) == '0' && i > first + 1 || !isEndOfValue(text(i)) then OtherLong
      else
        at = i
        if isNegative then -value else value

  /** The nearest `Double` to a number of up to 18 digits. Returns NaN, and takes nothing, if something else comes. */
  final def plainDouble(): Double =
    val from = at
    val text = bytes
    if end - from < MostBytes then Double.NaN
    else
      val first = if text(from) == '-' then from + 1 else from
      var i = first
      var digits = 0L
      var digit = text(i) - '0'
      while digit >= 0 && digit <= 9 && i < first + MostWhole do
        digits = digits * 10 + digit
        i += 1
        digit = text(i) - '0'
      val whole = i - first
      if whole == 0 || text(first) == '0' && whole > 1 then Double.NaN
      else if text(i) == '.' then
        // A zero before the point is no digit of the number.
        decimals(text, i + 1, digits, if text(first) == '0' then first + 20 else first + 19, isNegative = first != from)
      else if isEndOfValue(text(i)) then
        at = i
        if first != from then -digits.toDouble else digits.toDouble
      else Double.NaN

  /** Goes on behind the point. `last`: where there are too many digits. */
  private def decimals(text: Array[Byte], point: Int, whole: Long, last: Int, isNegative: Boolean): Double =
    var i = point
    var digits = whole
    if i + 8 <= last && Latin1.areEightDigits(text, i) then
      digits = digits * 100_000_000 + Latin1.eightDigits(text, i)
      i += 8
    var digit = text(i) - '0'
    while digit >= 0 && digit <= 9 && i < last do
      digits = digits * 10 + digit
      i += 1
      digit = text(i) - '0'
    if i == point || !isEndOfValue(text(i)) then Double.NaN
    else
      val size = Decimals.nearest(digits, point - i)
      if size != size then size
      else
        at = i
        if isNegative then -size else size

private[json] object PlainNumbers:
  /** Instead of an `Int` in another form: it has ten digits. */
  final val Other = Int.MinValue

  /** Instead of a `Long` in another form: it has 19 digits. */
  final val OtherLong = Long.MinValue

  /** A number's sign, digits and point, and the byte behind it. */
  private final val MostBytes = 24

  /** The most digits before the point. All such numbers are exact. */
  private final val MostWhole = 15
