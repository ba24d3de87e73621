package brine.spark

import java.sql.{Date, Timestamp}
import java.time.{
  Duration,
  Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  MonthDay,
  OffsetDateTime,
  OffsetTime,
  Period,
  Year,
  YearMonth,
  ZoneId,
  ZoneOffset,
  ZonedDateTime
}
import java.util.UUID
import scala.reflect.ClassTag
import org.apache.spark.sql.catalyst.encoders.AgnosticEncoder
import org.apache.spark.sql.catalyst.encoders.AgnosticEncoders as Spark
import brine.PickleException

/** The columns of standard types. A value that would lose something in a column of Spark's is refused. */
private[spark] trait StandardColumns:
  given boolean: SparkColumn[Boolean] = new SparkColumn(Spark.PrimitiveBooleanEncoder)
  given byte: SparkColumn[Byte] = new SparkColumn(Spark.PrimitiveByteEncoder)
  given short: SparkColumn[Short] = new SparkColumn(Spark.PrimitiveShortEncoder)
  given int: SparkColumn[Int] = new SparkColumn(Spark.PrimitiveIntEncoder)
  given long: SparkColumn[Long] = new SparkColumn(Spark.PrimitiveLongEncoder)
  given float: SparkColumn[Float] = new SparkColumn(Spark.PrimitiveFloatEncoder)
  given double: SparkColumn[Double] = new SparkColumn(Spark.PrimitiveDoubleEncoder)
  given boxedBoolean: SparkColumn[java.lang.Boolean] = new SparkColumn(Spark.BoxedBooleanEncoder)
  given boxedByte: SparkColumn[java.lang.Byte] = new SparkColumn(Spark.BoxedByteEncoder)
  given boxedShort: SparkColumn[java.lang.Short] = new SparkColumn(Spark.BoxedShortEncoder)
  given boxedInt: SparkColumn[Integer] = new SparkColumn(Spark.BoxedIntEncoder)
  given boxedLong: SparkColumn[java.lang.Long] = new SparkColumn(Spark.BoxedLongEncoder)
  given boxedFloat: SparkColumn[java.lang.Float] = new SparkColumn(Spark.BoxedFloatEncoder)
  given boxedDouble: SparkColumn[java.lang.Double] = new SparkColumn(Spark.BoxedDoubleEncoder)
  given string: SparkColumn[String] = new SparkColumn(Spark.StringEncoder)
  given bytes: SparkColumn[Array[Byte]] = new SparkColumn(Spark.BinaryEncoder)

  /** `decimal(38, 18)`. */
  given decimal: SparkColumn[BigDecimal] =
    Checked(Spark.DEFAULT_SCALA_DECIMAL_ENCODER)(value => Checked.decimal(value.bigDecimal))
  given javaDecimal: SparkColumn[java.math.BigDecimal] = Checked(Spark.DEFAULT_JAVA_DECIMAL_ENCODER)(Checked.decimal)

  /** `decimal(38, 0)`. */
  given bigInteger: SparkColumn[BigInt] = Checked(Spark.ScalaBigIntEncoder)(value => Checked.integer(value.bigInteger))
  given javaInteger: SparkColumn[java.math.BigInteger] = Checked(Spark.JavaBigIntEncoder)(Checked.integer)

  given localDate: SparkColumn[LocalDate] = new SparkColumn(Spark.STRICT_LOCAL_DATE_ENCODER)
  given date: SparkColumn[Date] = new SparkColumn(Spark.STRICT_DATE_ENCODER)

  /** In microseconds, as the others of time. */
  given instant: SparkColumn[Instant] =
    Checked(Spark.STRICT_INSTANT_ENCODER)(value => Checked.nanos(value, value.getNano))
  given localDateTime: SparkColumn[LocalDateTime] =
    Checked(Spark.LocalDateTimeEncoder)(value => Checked.nanos(value, value.getNano))
  given timestamp: SparkColumn[Timestamp] =
    Checked(Spark.STRICT_TIMESTAMP_ENCODER)(value => Checked.nanos(value, value.getNanos))
  given duration: SparkColumn[Duration] =
    Checked(Spark.DayTimeIntervalEncoder)(value => Checked.nanos(value, value.getNano))

  /** A text in ISO 8601, as the others that Spark has no type for. */
  given period: SparkColumn[Period] = text(Period.parse)
  given localTime: SparkColumn[LocalTime] = text(LocalTime.parse)
  given offsetTime: SparkColumn[OffsetTime] = text(OffsetTime.parse)
  given offsetDateTime: SparkColumn[OffsetDateTime] = text(OffsetDateTime.parse)
  given zonedDateTime: SparkColumn[ZonedDateTime] = text(ZonedDateTime.parse)
  given year: SparkColumn[Year] = text(Year.parse)
  given yearMonth: SparkColumn[YearMonth] = text(YearMonth.parse)
  given monthDay: SparkColumn[MonthDay] = text(MonthDay.parse)
  given zoneId: SparkColumn[ZoneId] = text(ZoneId.of)
  given zoneOffset: SparkColumn[ZoneOffset] = text(ZoneOffset.of)
  given uuid: SparkColumn[UUID] = text(UUID.fromString)

  given char: SparkColumn[Char] =
    val boxed = FunctionCodec[Character, String](_.toString, text => Checked.char(text)).column(new SparkColumn(
      Spark.StringEncoder
    ))
    new SparkColumn(boxed.encoder.asInstanceOf[AgnosticEncoder[Char]])

  private def text[T: ClassTag](parse: String => T): SparkColumn[T] =
    FunctionCodec[T, String](_.toString, parse).column(new SparkColumn(Spark.StringEncoder))

/** A column of Spark's that holds some of a type's values. */
private[spark] object Checked:
  def apply[T](encoder: AgnosticEncoder[T])(check: T => Unit): SparkColumn[T] =
    val checked: T => T = value =>
      check(value)
      value
    FunctionCodec[T, T](checked, value => value).column(new SparkColumn(encoder))(using encoder.clsTag)

  private final val MicrosInNanos = 1000
  private final val DecimalScale = 18
  private final val DecimalDigits = 38

  def nanos(value: Any, nanos: Int): Unit =
    if nanos % MicrosInNanos != 0 then
      refuse(
        s"$value has nanoseconds, and a column of Spark's has microseconds: truncate it, or give its type another " +
          "SparkColumn"
      )

  def decimal(value: java.math.BigDecimal): Unit =
    if value.stripTrailingZeros.scale > DecimalScale || value.precision - value.scale > DecimalDigits - DecimalScale
    then
      refuse(
        s"$value is no decimal($DecimalDigits, $DecimalScale), which its column is: round it, or give its type " +
          "another SparkColumn"
      )

  def integer(value: java.math.BigInteger): Unit =
    if new java.math.BigDecimal(value).precision > DecimalDigits then
      refuse(
        s"$value has more than $DecimalDigits digits, the most of a column of Spark's: give its type another " +
          "SparkColumn"
      )

  def char(text: String): Character =
    if text.length != 1 then throw PickleException.Malformed(s"'$text' is no single character")
    text.charAt(0)

  private def refuse(text: String): Nothing = throw PickleException.RuleNotObeyed(text)
