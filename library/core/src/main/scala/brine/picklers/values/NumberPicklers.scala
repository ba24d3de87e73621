package brine.picklers.values

import java.lang as jl
import java.math.{BigDecimal as JavaBigDecimal, BigInteger, MathContext, RoundingMode}
import java.util.HexFormat
import brine.{Limits, PickleBuilder, PickleException, Pickler, PickleReader}
import ValuePickler.mapped
import NumberPicklers.*

/** Numbers of any size, and Java's boxed primitives. */
trait NumberPicklers:
  /** Decimal digits, or hexadecimal ones beyond [[NumberPicklers.MaxDigits]]; in bytes, two's complement. */
  given bigInteger: Pickler[BigInteger] =
    new ValuePickler[BigInteger, Array[Byte]]("BigInteger", showInteger, readInteger)(_.toByteArray, new BigInteger(_)):
      override protected def check(value: BigInteger, limits: Limits): Unit =
        ValuePickler.checkClass("BigInteger", value, classOf[BigInteger])

  given bigInt: Pickler[BigInt] = mapped(bigInteger)(BigInt(_))(_.bigInteger)

  /** Its scale is kept: 1.0 is not 1.00. */
  given javaBigDecimal: Pickler[JavaBigDecimal] =
    new DecimalPickler[JavaBigDecimal, Decimal]("JavaBigDecimal", showDecimal, readDecimal)(Decimal.of, _.get)(
      identity,
      identity
    ):
      override protected def check(value: JavaBigDecimal, limits: Limits): Unit =
        ValuePickler.checkClass("BigDecimal", value, classOf[JavaBigDecimal])

  /** Keeps the context, which Scala's arithmetic uses. */
  given bigDecimal: Pickler[BigDecimal] =
    new DecimalPickler[BigDecimal, DecimalInContext]("BigDecimal", showInContext, readInContext)(
      DecimalInContext.of,
      _.get
    )(_.bigDecimal, _.decimal)

  given boxedBoolean: Pickler[jl.Boolean] = mapped(Pickler.boolean)(jl.Boolean.valueOf(_))(_.booleanValue)
  given boxedByte: Pickler[jl.Byte] = mapped(Pickler.byte)(jl.Byte.valueOf(_))(_.byteValue)
  given boxedShort: Pickler[jl.Short] = mapped(Pickler.short)(jl.Short.valueOf(_))(_.shortValue)
  given boxedChar: Pickler[jl.Character] = mapped(Pickler.char)(jl.Character.valueOf(_))(_.charValue)
  given boxedInt: Pickler[jl.Integer] = mapped(Pickler.int)(jl.Integer.valueOf(_))(_.intValue)
  given boxedLong: Pickler[jl.Long] = mapped(Pickler.long)(jl.Long.valueOf(_))(_.longValue)
  given boxedFloat: Pickler[jl.Float] = mapped(Pickler.float)(jl.Float.valueOf(_))(_.floatValue)
  given boxedDouble: Pickler[jl.Double] = mapped(Pickler.double)(jl.Double.valueOf(_))(_.doubleValue)

/** Checks the number of digits by the parts of a number, where it has any: that makes no further object. */
private class DecimalPickler[A, Parts: Pickler](name: String, show: A => String, read: String => A)(
    apart: A => Parts,
    together: Parts => A
)(decimal: A => JavaBigDecimal, decimalOf: Parts => Decimal)
    extends ValuePickler[A, Parts](name, show, read)(apart, together):
  override protected def checkParts(parts: Parts, limits: Limits): Unit = decimalOf(parts).check(limits)

  override protected def putText(value: A, builder: PickleBuilder): Unit =
    checkDigits(decimal(value), builder.options.limits)
    super.putText(value, builder)

  override protected def getText(reader: PickleReader): A =
    val value = super.getText(reader)
    checkDigits(decimal(value), reader.options.limits)
    value

private[brine] object NumberPicklers:
  /** Reading decimal digits takes time that grows with their square, so the digits of a text are limited. Reading
    * hexadecimal digits does not.
    */
  final val MaxDigits = 10_000

  /** No number of fewer bits has more digits. */
  private final val MaxBits = (MaxDigits * BitsPerDigit).toInt

  private final val BitsPerDigit = 3.3219280948873623

  private final val Hex = "0x"

  def showInteger(n: BigInteger): String =
    if n.bitLength <= MaxBits then n.toString else Hex + HexFormat.of.formatHex(n.toByteArray)

  def readInteger(text: String): BigInteger =
    if text.startsWith(Hex) then integerOfHex(text, text.length)
    else
      checkLength(text)
      new BigInteger(text)

  private def integerOfHex(text: String, end: Int): BigInteger =
    new BigInteger(HexFormat.of.parseHex(text, Hex.length, end))

  /** (The number of digits itself takes long to find.) */
  def checkDigits(d: JavaBigDecimal, limits: Limits): Unit = checkBits(d.unscaledValue.bitLength, limits)

  private def checkBits(bits: Int, limits: Limits): Unit =
    val least = ((bits - 1) / BitsPerDigit).toInt
    if least > limits.maxDecimalDigits then
      throw new PickleException.LimitExceeded(
        s"a BigDecimal has more than ${limits.maxDecimalDigits} digits (limits.maxDecimalDigits); a BigInt may have " +
          "any number"
      )

  private def checkLength(text: String): Unit =
    if text.length > MaxDigits + MaxSigns then
      throw new PickleException.LimitExceeded(
        s"a number has ${text.length} characters; more than $MaxDigits digits are read as $Hex… only"
      )

  /** A sign, a point, an exponent. */
  private final val MaxSigns = 16

  /** Numbers of a smaller scale have a text that Java does not take back: its exponent is that of the first digit. */
  private final val MinScale = Int.MinValue + 2 * MaxDigits

  /** Returns the text of a decimal. If the plain text would be too long, or could not be read, it is the bytes of the
    * digits and the scale: `0x7fE-2`.
    */
  def showDecimal(d: JavaBigDecimal): String =
    if d.unscaledValue.bitLength <= MaxBits && d.scale >= MinScale then d.toString
    else s"$Hex${HexFormat.of.formatHex(d.unscaledValue.toByteArray)}E${-d.scale.toLong}"

  def readDecimal(text: String): JavaBigDecimal =
    if text.startsWith(Hex) then
      val end = text.lastIndexOf('E')
      val scale = Math.toIntExact(-text.substring(end + 1).toLong)
      new JavaBigDecimal(integerOfHex(text, end), scale)
    else
      checkLength(text)
      new JavaBigDecimal(text)

  /** The context is named where it is not the default: `1.5 precision=7 roundingMode=HALF_EVEN`. */
  def showInContext(d: BigDecimal): String =
    val digits = showDecimal(d.bigDecimal)
    if d.mc == BigDecimal.defaultMathContext then digits else s"$digits ${d.mc}"

  def readInContext(text: String): BigDecimal =
    val space = text.indexOf(' ')
    if space < 0 then new BigDecimal(readDecimal(text), BigDecimal.defaultMathContext)
    else new BigDecimal(readDecimal(text.substring(0, space)), new MathContext(text.substring(space + 1)))

  val roundingModes: Array[RoundingMode] = RoundingMode.values

  final case class Decimal(digits: Array[Byte], scale: Int) derives Pickler:
    def get: JavaBigDecimal =
      if isLong then JavaBigDecimal.valueOf(asLong, scale) else new JavaBigDecimal(new BigInteger(digits), scale)

    def check(limits: Limits): Unit =
      checkBits(if isLong then bitsOf(asLong) else new BigInteger(digits).bitLength, limits)

    private def bitsOf(number: Long): Int =
      jl.Long.SIZE - jl.Long.numberOfLeadingZeros(if number < 0 then ~number else number)

    /** True for most numbers, which then need no `BigInteger`. */
    private def isLong = digits.length > 0 && digits.length <= jl.Long.BYTES

    private def asLong: Long =
      var number = digits(0).toLong
      var i = 1
      while i < digits.length do
        number = number << 8 | digits(i) & 0xff
        i += 1
      number

  object Decimal:
    def of(d: JavaBigDecimal): Decimal = Decimal(d.unscaledValue.toByteArray, d.scale)

  final case class DecimalInContext(decimal: Decimal, precision: Int, rounding: Byte) derives Pickler:
    def get: BigDecimal = new BigDecimal(decimal.get, context)

    private def context: MathContext =
      val usual = BigDecimal.defaultMathContext
      val mode = roundingModes(rounding)
      if precision == usual.getPrecision && mode == usual.getRoundingMode then usual
      else new MathContext(precision, mode)

  object DecimalInContext:
    def of(d: BigDecimal): DecimalInContext =
      DecimalInContext(Decimal.of(d.bigDecimal), d.mc.getPrecision, d.mc.getRoundingMode.ordinal.toByte)
