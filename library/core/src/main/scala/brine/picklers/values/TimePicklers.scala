package brine.picklers.values

import java.time.*
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration, TimeUnit}
import brine.Pickler
import TimePicklers.*

/** Times: `java.time`, whose texts are those of ISO 8601, and Scala's durations. */
trait TimePicklers:
  given instant: Pickler[Instant] =
    new ValuePickler[Instant, Seconds]("Instant", IsoInstant.text(_), IsoInstant.parse(_))(
      i => Seconds(i.getEpochSecond, i.getNano),
      s => Instant.ofEpochSecond(s.seconds, s.nanosOfSecond)
    )

  given duration: Pickler[Duration] =
    new ValuePickler[Duration, Seconds]("Duration", _.toString, Duration.parse(_))(
      d => Seconds(d.getSeconds, d.getNano),
      s => Duration.ofSeconds(s.seconds, s.nanosOfSecond)
    )

  given localDate: Pickler[LocalDate] =
    new ValuePickler[LocalDate, Long]("LocalDate", _.toString, LocalDate.parse(_))(
      _.toEpochDay,
      LocalDate.ofEpochDay(_)
    )

  given localTime: Pickler[LocalTime] =
    new ValuePickler[LocalTime, Long]("LocalTime", _.toString, LocalTime.parse(_))(
      _.toNanoOfDay,
      LocalTime.ofNanoOfDay(_)
    )

  given localDateTime: Pickler[LocalDateTime] =
    new ValuePickler[LocalDateTime, DayAndTime]("LocalDateTime", _.toString, LocalDateTime.parse(_))(
      DayAndTime.of,
      _.get
    )

  given offsetTime: Pickler[OffsetTime] =
    new ValuePickler[OffsetTime, TimeAtOffset]("OffsetTime", _.toString, OffsetTime.parse(_))(
      t => TimeAtOffset(t.toLocalTime.toNanoOfDay, t.getOffset.getTotalSeconds),
      p => OffsetTime.of(LocalTime.ofNanoOfDay(p.nanos), ZoneOffset.ofTotalSeconds(p.offset))
    )

  given offsetDateTime: Pickler[OffsetDateTime] =
    new ValuePickler[OffsetDateTime, DateTimeAtOffset]("OffsetDateTime", _.toString, OffsetDateTime.parse(_))(
      t => DateTimeAtOffset(DayAndTime.of(t.toLocalDateTime), t.getOffset.getTotalSeconds),
      p => OffsetDateTime.of(p.local.get, ZoneOffset.ofTotalSeconds(p.offset))
    )

  /** The instant is kept: a reader whose time zone rules are newer may show another local time. */
  given zonedDateTime: Pickler[ZonedDateTime] =
    new ValuePickler[ZonedDateTime, DateTimeInZone]("ZonedDateTime", _.toString, ZonedDateTime.parse(_))(
      t => DateTimeInZone(DayAndTime.of(t.toLocalDateTime), t.getOffset.getTotalSeconds, t.getZone.getId),
      p => ZonedDateTime.ofInstant(p.local.get, ZoneOffset.ofTotalSeconds(p.offset), ZoneId.of(p.zone))
    )

  given zoneOffset: Pickler[ZoneOffset] =
    new ValuePickler[ZoneOffset, Int]("ZoneOffset", _.getId, ZoneOffset.of(_))(
      _.getTotalSeconds,
      ZoneOffset.ofTotalSeconds(_)
    )

  given zoneId: Pickler[ZoneId] = ValuePickler.ofText("ZoneId", (z: ZoneId) => z.getId)(ZoneId.of(_))

  given year: Pickler[Year] =
    new ValuePickler[Year, Int]("Year", _.toString, y => Year.of(y.toInt))(_.getValue, Year.of(_))

  given yearMonth: Pickler[YearMonth] =
    new ValuePickler[YearMonth, (Int, Byte)]("YearMonth", showMonth, YearMonth.parse(_))(
      m => (m.getYear, m.getMonthValue.toByte),
      (y, m) => YearMonth.of(y, m)
    )

  given monthDay: Pickler[MonthDay] =
    new ValuePickler[MonthDay, (Byte, Byte)]("MonthDay", _.toString, MonthDay.parse(_))(
      d => (d.getMonthValue.toByte, d.getDayOfMonth.toByte),
      (m, d) => MonthDay.of(m, d)
    )

  given period: Pickler[Period] =
    new ValuePickler[Period, (Int, Int, Int)]("Period", _.toString, Period.parse(_))(
      p => (p.getYears, p.getMonths, p.getDays),
      (y, m, d) => Period.of(y, m, d)
    )

  /** Length and unit, both as they are: 60 seconds do not become a minute. */
  given finiteDuration: Pickler[FiniteDuration] =
    new ValuePickler[FiniteDuration, (Long, Byte)]("FiniteDuration", _.toString, finite)(
      d => (d.length, unitNumber(d.unit)),
      (n, u) => FiniteDuration(n, unit(u))
    )

  /** The infinite ones, too. */
  given scalaDuration: Pickler[ScalaDuration] =
    new ValuePickler[ScalaDuration, (Long, Byte)]("ScalaDuration", _.toString, ScalaDuration(_))(
      {
        case d: FiniteDuration => (d.length, unitNumber(d.unit))
        case infinite          => (infiniteNumber(infinite), Infinite)
      },
      (n, u) => if u == Infinite then infiniteDurations(Math.toIntExact(n)) else FiniteDuration(n, unit(u))
    )

private object TimePicklers:
  final case class Seconds(seconds: Long, nanos: Int) derives Pickler:
    /** Java would carry more of them into the seconds, and read a value that the bytes do not hold. */
    def nanosOfSecond: Int =
      if nanos < 0 || nanos > MaxNanos then
        throw new IllegalArgumentException(s"$nanos nanoseconds; expected 0 to $MaxNanos")
      nanos

  private final val MaxNanos = 999_999_999

  final case class DayAndTime(day: Long, nanos: Long) derives Pickler:
    def get: LocalDateTime = LocalDateTime.of(LocalDate.ofEpochDay(day), LocalTime.ofNanoOfDay(nanos))

  object DayAndTime:
    def of(t: LocalDateTime): DayAndTime = DayAndTime(t.toLocalDate.toEpochDay, t.toLocalTime.toNanoOfDay)

  final case class TimeAtOffset(nanos: Long, offset: Int) derives Pickler
  final case class DateTimeAtOffset(local: DayAndTime, offset: Int) derives Pickler
  final case class DateTimeInZone(local: DayAndTime, offset: Int, zone: String) derives Pickler

  /** Returns the text of a month. Java reads years of more than four digits with a sign only, and shows them without.
    */
  def showMonth(m: YearMonth): String = if m.getYear > 9999 then s"+$m" else m.toString

  /** Units in the order of their size, which is the order of Java's enum. */
  private val units: Array[TimeUnit] = java.util.concurrent.TimeUnit.values
  def unit(number: Byte): TimeUnit = units(number)
  def unitNumber(unit: TimeUnit): Byte = unit.ordinal.toByte

  /** The unit's number where a duration has none. */
  final val Infinite: Byte = -1

  val infiniteDurations: Vector[ScalaDuration] =
    Vector(ScalaDuration.Inf, ScalaDuration.MinusInf, ScalaDuration.Undefined)
  def infiniteNumber(d: ScalaDuration): Long = infiniteDurations.indexWhere(_ eq d).toLong

  def finite(text: String): FiniteDuration = ScalaDuration(text) match
    case d: FiniteDuration => d
    case _                 => throw new IllegalArgumentException(text)
