package brine.json.looks

import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import scala.util.control.NonFatal
import brine.PickleException

/** Converts numbers of JSON to whole numbers, if they are exact. No exponent costs time or memory: a number is expanded
  * only after its size is known.
  */
private[json] object ExactNumbers:
  /** Most characters of a number: 10,000 digits, a sign, a point and an exponent. Parsing takes time that grows with
    * the square of the digits.
    */
  private final val MostCharacters = 10_016

  def checkLength(text: String): Unit =
    if text.length > MostCharacters then
      throw new PickleException.LimitExceeded(
        s"a number has ${text.length} characters; at most $MostCharacters are read"
      )

  /** Parses a number with or without a point and an exponent. */
  def decimal(text: String): JavaBigDecimal =
    checkLength(text)
    try new JavaBigDecimal(text)
    catch
      case NonFatal(_) =>
        throw DialectValues.refused(s"a number with an exponent that is too large: ${PickleException.quote(text)}")

  /** Returns true if a number has more digits than these before the point. */
  def exceeds(number: JavaBigDecimal, digits: Int): Boolean =
    number.signum != 0 && number.precision.toLong - number.scale > digits

  /** Returns the number of digits, or one less: to find it exactly takes long. */
  def leastDigits(n: BigInteger): Int = (n.bitLength * 30_103L / 100_000).toInt

  /** Returns the value of a whole number, null if it has a fraction. The caller has checked by [[exceeds]] that it is
    * not too large.
    */
  def whole(number: JavaBigDecimal): BigInteger | Null =
    if number.signum == 0 then BigInteger.ZERO
    else if number.scale >= number.precision then null // below one, by any number of zeros
    else
      try number.toBigIntegerExact
      catch case _: ArithmeticException => null
