package brine.json.text

import java.math.{BigDecimal as JavaBigDecimal, MathContext, RoundingMode}

/** True if a floating point number holds the digits of the text that it was read from: whether, rounded to as many
  * digits, it is the number in the text. Else it was another number that was written, a `Long` or a `Double`, say, and
  * must not come back as one near it.
  */
private[json] object Digits:
  /** The same for a `Float`, fast, of texts with few digits; false if it is not known. `wide` is the text as a
    * `Double`.
    */
  def areHeldFast(value: Float, wide: Double): Boolean =
    var decimals = 0
    while decimals < PowersOfTen.length do
      val power = PowersOfTen(decimals)
      val digits = Math.rint(wide * power)
      if Math.abs(digits) >= MostDigits then return false
      // The quotient of two exact numbers is the nearest to the decimal number, as `wide` is to the text's.
      if digits / power == wide then return isNear(value.toDouble * power, digits)
      decimals += 1
    false

  private def isNear(value: Double, digits: Double): Boolean = Math.abs(value - digits) < SurelyLessThanHalf

  /** `shortest`: how the number is written by those who write as few digits as tell it from others, which are not
    * always the nearest ones of as many.
    */
  def areHeld(value: JavaBigDecimal, text: String, shortest: String): Boolean =
    text.length <= LongText && {
      val said = new JavaBigDecimal(text)
      new JavaBigDecimal(shortest).compareTo(said) == 0 || said.signum == value.signum && rounded(
        value,
        said
      ).compareTo(said) == 0
    }

  /** To as many digits as `said` has. */
  private def rounded(value: JavaBigDecimal, said: JavaBigDecimal): JavaBigDecimal =
    value.round(new MathContext(said.stripTrailingZeros.precision, RoundingMode.HALF_EVEN))

  private val PowersOfTen = Array.tabulate(16)(n => Math.pow(10, n))
  private final val MostDigits = 1e9 // nine are what a Float has at most
  private final val SurelyLessThanHalf = 0.4999

  /** A `Double`'s exact value has 767 digits at most. */
  private final val LongText = 1100
