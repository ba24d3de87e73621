package brine.json.text

import java.math.BigInteger

/** The nearest `Double` to a decimal number, by a product of 64 and 128 bits: "Number Parsing at a Gigabyte per Second"
  * (Daniel Lemire). Reference: `java.lang.Double.parseDouble`, which tests compare it with and which the numbers go to
  * for which this does not know.
  */
private[json] object Decimals:
  /** `digits` times ten to `exponent`, rounded to even; NaN if that is not known. `digits` is not negative. */
  def nearest(digits: Long, exponent: Long): Double =
    if digits == 0 then 0
    else if digits <= MostExact && exponent >= -22 && exponent <= 22 then
      // Both are exact, and one operation is rounded once.
      if exponent < 0 then digits.toDouble / Exact(-exponent.toInt) else digits.toDouble * Exact(exponent.toInt)
    else if exponent < LeastExponent || exponent > MostExponent then Double.NaN
    else rounded(digits, exponent.toInt)

  /** [[nearest]] for a number with more digits than these, if the further digits make no difference. */
  def nearestWithin(digits: Long, exponent: Long): Double =
    val below = nearest(digits, exponent)
    if below == nearest(digits + 1, exponent) then below else Double.NaN

  private def rounded(digits: Long, exponent: Int): Double =
    val power = Power.of(exponent)
    val zeros = java.lang.Long.numberOfLeadingZeros(digits)
    val w = digits << zeros
    var high = multiplyHigh(w, power.high)
    var low = w * power.high
    // The low half of the power changes the high half only if the bits below are all ones.
    if (high & Below) == Below then
      val more = multiplyHigh(w, power.low)
      low += more
      if java.lang.Long.compareUnsigned(low, more) < 0 then high += 1
    val isUnknown = low == -1L && (exponent < -27 || exponent > 55)
    val top = (high >>> 63).toInt
    val shift = top + 9
    val binary = ((217706L * exponent) >> 16).toInt + 63 + top - zeros + 1023
    if isUnknown || binary <= 0 || binary >= 2046 then Double.NaN // subnormal or nearly infinite, too
    else
      var mantissa = high >>> shift
      // Half way between two numbers, as it is only of few digits: to the even one.
      val isTie =
        java.lang.Long.compareUnsigned(low, 1) <= 0 && exponent >= -4 && exponent <= 23 && (mantissa & 3) == 1 &&
          mantissa << shift == high
      if isTie then mantissa &= ~1L
      mantissa = (mantissa + (mantissa & 1)) >>> 1
      // A carry out of the mantissa makes it zero, and the exponent one more.
      java.lang.Double.longBitsToDouble((binary.toLong << 52) + (mantissa - Hidden))

  /** The high 64 bits of a product of unsigned numbers (JDK 18 has this method). */
  private def multiplyHigh(a: Long, b: Long): Long = Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a)

  /** A power of five, its highest 128 bits; a negative power is rounded up. The power of ten is this times a power of
    * two.
    */
  private final class Power(val high: Long, val low: Long)

  private object Power:
    private val all = new Array[Power](MostExponent - LeastExponent + 1)

    /** Made when it is first asked for. */
    def of(exponent: Int): Power =
      val known = all(exponent - LeastExponent)
      if known != null then known
      else
        val made = make(exponent)
        all(exponent - LeastExponent) = made
        made

    private def make(exponent: Int): Power =
      val five = BigInteger.valueOf(5).pow(Math.abs(exponent))
      val bits =
        if exponent >= 0 then
          val excess = five.bitLength - 128
          if excess > 0 then five.shiftRight(excess) else five.shiftLeft(-excess)
        else BigInteger.ONE.shiftLeft(five.bitLength + 127).divide(five).add(BigInteger.ONE)
      new Power(bits.shiftRight(64).longValue, bits.longValue)

  private val Exact = Array.tabulate(23)(n => Math.pow(10, n))
  private final val MostExact = 1L << 53
  private final val Hidden = 1L << 52
  private final val Below = 0x1ffL
  private final val LeastExponent = -342
  private final val MostExponent = 308
