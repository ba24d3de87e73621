package brine.json.looks

import brine.json.dialects.JsonDialect
import brine.json.text.JsonTags
import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.time.*
import java.time.format.DateTimeFormatter
import java.time.temporal.TemporalAccessor
import java.util.Date
import scala.util.control.NonFatal
import brine.PickleException
import JsonDialect.*

/** How the values of one standard type look, if not as the type's pickler puts them. */
private[json] abstract class ValueForm:
  /** The text of a number, or of a string. Null: the pickler is to put the value. */
  def textOf(value: Any): String | Null

  /** Returns true if that is a number. */
  def isNumber: Boolean = true

  /** Returns true if it is a whole number, also if a string has it with a point or an exponent. */
  def isExact: Boolean = false

  /** The value of a number in JSON, whose text has no more digits than the limits allow. */
  def ofNumber(text: String, isWhole: Boolean): AnyRef =
    throw DialectValues.refused(s"expected a string, found the number $text")

  /** The value of a string; null: it is for the pickler. */
  def ofText(text: String): AnyRef | Null = null

/** The forms of standard types in a dialect. */
private[json] object DialectValues:
  /** By the name of a pickler's shape. */
  def forms(dialect: JsonDialect): java.util.HashMap[String, ValueForm] =
    val all = new java.util.HashMap[String, ValueForm]
    val isExact = dialect.reading == NumberReading.Lenient
    if dialect.integers != NumberForm.Text || isExact then
      all.put("BigInteger", new Integers(isExact, dialect.integers))
    if dialect.decimals == NumberForm.Number then
      all.put("JavaBigDecimal", JavaDecimals)
      all.put("BigDecimal", ScalaDecimals)
    if dialect.instants != Instants.Iso then
      val isSeconds = dialect.instants == Instants.EpochSeconds
      all.put("Instant", if isSeconds then InstantSeconds else InstantMilliseconds)
      all.put("Date", new Dates(if isSeconds then InstantSeconds else InstantMilliseconds))
    if dialect.durations == Durations.Seconds then all.put("Duration", DurationSeconds)
    if dialect.durations == Durations.SecondsText then all.put("Duration", DurationTexts)
    for (c, formatter) <- dialect.formatters; read <- readers.get(c) do
      all.put(c.getSimpleName, new Formatted(formatter, read))
    all

  def hasFormatter(c: Class[?]): Boolean = readers.contains(c)

  private[json] val readers: Map[Class[?], TemporalAccessor => AnyRef] = Map(
    classOf[Instant] -> (Instant.from(_)),
    classOf[LocalDate] -> (LocalDate.from(_)),
    classOf[LocalTime] -> (LocalTime.from(_)),
    classOf[LocalDateTime] -> (LocalDateTime.from(_)),
    classOf[OffsetTime] -> (OffsetTime.from(_)),
    classOf[OffsetDateTime] -> (OffsetDateTime.from(_)),
    classOf[ZonedDateTime] -> (ZonedDateTime.from(_)),
    classOf[YearMonth] -> (YearMonth.from(_)),
    classOf[Year] -> (Year.from(_)),
    classOf[MonthDay] -> (MonthDay.from(_))
  )

  def refused(what: String, cause: Throwable | Null = null): PickleException =
    new PickleException.Malformed(what, cause)

  private def lost(what: String): PickleException = new PickleException.RuleNotObeyed(what)

  /** Numbers of more bits are strings: to read one as a decimal number would take too long. */
  private final val MostBits = 33_219 // 10,000 digits

  /** Whether JavaScript's numbers have it and all smaller ones. */
  def isSafe(value: Long): Boolean = value <= MostSafe && value >= -MostSafe
  private final val MostSafe = 1L << 53

  private final class Integers(override val isExact: Boolean, form: NumberForm) extends ValueForm:
    private val mostBits = form match
      case NumberForm.Number => MostBits
      case NumberForm.Text   => -1
      case NumberForm.Safe   => 54
    def textOf(value: Any): String | Null = value match
      case n: BigInteger if n.getClass == classOf[BigInteger] && n.bitLength <= mostBits && isShort(n) => n.toString
      case _                                                                                           => null
    private def isShort(n: BigInteger): Boolean = form != NumberForm.Safe || isSafe(n.longValue)
    override def ofNumber(text: String, isWhole: Boolean): AnyRef =
      if isWhole then new BigInteger(text)
      else if isExact then whole(text)
      else throw refused("expected a whole number")

  /** The value of a whole number that is written with a point or an exponent. */
  private def whole(text: String): BigInteger =
    val decimal = ExactNumbers.decimal(text)
    if ExactNumbers.exceeds(decimal, MostWholeDigits) then throw refused("a number is too large")
    val value = ExactNumbers.whole(decimal)
    if value == null then throw notWhole(text)
    value

  def notWhole(text: String): PickleException =
    refused(s"expected a whole number, found ${PickleException.quote(text)}")

  private final val MostWholeDigits = 10_000

  private object JavaDecimals extends ValueForm:
    def textOf(value: Any): String | Null = value match
      case d: JavaBigDecimal if d.getClass == classOf[JavaBigDecimal] && isShort(d) => d.toString
      case _                                                                        => null
    override def ofNumber(text: String, isWhole: Boolean): AnyRef = ExactNumbers.decimal(text)

  private object ScalaDecimals extends ValueForm:
    def textOf(value: Any): String | Null =
      val d = value.asInstanceOf[BigDecimal].bigDecimal
      if isShort(d) then d.toString else null
    override def ofNumber(text: String, isWhole: Boolean): AnyRef =
      new BigDecimal(ExactNumbers.decimal(text), BigDecimal.defaultMathContext)

  /** Its text can be read again, and a limit that forbids it is the pickler's to report. */
  private def isShort(d: JavaBigDecimal): Boolean =
    d.unscaledValue.bitLength <= MostBits && d.scale > Int.MinValue + 20_000

  private object InstantSeconds extends ValueForm:
    def textOf(value: Any): String =
      val instant = value.asInstanceOf[Instant]
      if instant.getNano == 0 then instant.getEpochSecond.toString
      else decimal(instant.getEpochSecond, instant.getNano).stripTrailingZeros.toPlainString
    override def ofNumber(text: String, isWhole: Boolean): AnyRef =
      ofSeconds(text, "an instant is out of range", s"no instant is ${PickleException.quote(text)} seconds after 1970")(
        Instant.ofEpochSecond(_, _)
      )
  private val Billion = BigInteger.valueOf(1_000_000_000)

  private object DurationSeconds extends ValueForm:
    def textOf(value: Any): String =
      val duration = value.asInstanceOf[Duration]
      decimal(duration.getSeconds, duration.getNano).stripTrailingZeros.toPlainString
    override def ofNumber(text: String, isWhole: Boolean): AnyRef = durationOf(text)

  private object DurationTexts extends ValueForm:
    override def isNumber: Boolean = false
    def textOf(value: Any): String =
      val duration = value.asInstanceOf[Duration]
      val nanos = duration.getNano
      val digits = if nanos == 0 then 0 else if nanos % 1_000_000 == 0 then 3 else if nanos % 1000 == 0 then 6 else 9
      decimal(duration.getSeconds, nanos).setScale(digits).toPlainString + "s"
    override def ofText(text: String): AnyRef =
      val number = text.stripSuffix("s")
      if number.length == text.length || !JsonTags.isNumber(number) then
        throw refused(s"expected seconds with an s behind them, found '${PickleException.quote(text)}'")
      durationOf(number)

  private def decimal(seconds: Long, nanos: Int): JavaBigDecimal =
    new JavaBigDecimal(BigInteger.valueOf(seconds).multiply(Billion).add(BigInteger.valueOf(nanos)), 9)

  private def durationOf(text: String): Duration =
    ofSeconds(text, "a duration is out of range", s"no duration has ${PickleException.quote(text)} seconds")(
      Duration.ofSeconds(_, _)
    )

  /** Makes a value of a number of seconds, which has whole nanoseconds. */
  private def ofSeconds[A](text: String, tooLarge: => String, none: => String)(make: (Long, Long) => A): A =
    val seconds = ExactNumbers.decimal(text)
    if ExactNumbers.exceeds(seconds, MostSecondDigits) then throw refused(tooLarge)
    val nanos = ExactNumbers.whole(seconds.scaleByPowerOfTen(9))
    if nanos == null then throw refused(none)
    try
      val Array(whole, rest) = nanos.divideAndRemainder(Billion)
      make(whole.longValueExact, rest.longValue)
    catch case NonFatal(_) => throw refused(none)

  /** One more than any `Long` has. */
  private final val MostSecondDigits = 20

  private object InstantMilliseconds extends ValueForm:
    def textOf(value: Any): String =
      val instant = value.asInstanceOf[Instant]
      if instant.getNano % 1_000_000 != 0 then
        throw lost(
          s"$instant has parts of a millisecond, which the dialect does not write. Cut it by truncatedTo(MILLIS), or " +
            "use EpochSeconds"
        )
      try instant.toEpochMilli.toString
      catch case _: ArithmeticException => throw lost(s"$instant is too far from 1970 for milliseconds")
    override def ofNumber(text: String, isWhole: Boolean): AnyRef =
      try Instant.ofEpochMilli(whole(text).longValueExact)
      catch case _: ArithmeticException => throw refused("an instant is out of range")

  private final class Dates(instants: ValueForm) extends ValueForm:
    def textOf(value: Any): String | Null = value match
      case d: Date if d.getClass == classOf[Date] => instants.textOf(d.toInstant)
      case _                                      => null
    override def ofNumber(text: String, isWhole: Boolean): AnyRef =
      val instant = instants.ofNumber(text, isWhole).asInstanceOf[Instant]
      if instant.getNano % 1_000_000 != 0 then
        throw refused(s"a Date has no parts of a millisecond, as ${PickleException.quote(text)} has")
      Date.from(instant)

  private final class Formatted(formatter: DateTimeFormatter, read: TemporalAccessor => AnyRef) extends ValueForm:
    override def isNumber: Boolean = false
    def textOf(value: Any): String =
      val text =
        try formatter.format(value.asInstanceOf[TemporalAccessor])
        catch case _: DateTimeException => throw lost(s"the dialect's formatter does not take $value")
      val back =
        try read(formatter.parse(text))
        catch case _: DateTimeException => null
      if back != value then throw lost(s"$value would come back as $back: the dialect's formatter writes '$text'")
      text
    override def ofText(text: String): AnyRef =
      try read(formatter.parse(text))
      catch
        case e: DateTimeException =>
          throw refused(
            s"unexpected text '${PickleException.quote(text)}', which the dialect's formatter does not take",
            e
          )
