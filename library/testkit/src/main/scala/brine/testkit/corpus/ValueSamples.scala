package brine.testkit.corpus

import java.math.{BigDecimal as JavaBigDecimal, BigInteger, MathContext}
import java.net.URI
import java.nio.{ByteBuffer, ByteOrder}
import java.time.*
import java.util.{BitSet, Currency, Date, Locale, Optional, OptionalDouble, OptionalInt, OptionalLong, UUID}
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration, HOURS}

/** One value of each standard type that is a word in text and numbers elsewhere. */
private[corpus] object ValueSamples:
  private val paris = ZoneId.of("Europe/Paris")
  private val local = LocalDateTime.of(2021, 10, 31, 2, 30, 0, 7)

  val all: List[Sample[?]] = List(
    Sample("big-integer")(new BigInteger("-170141183460469231731687303715884105729")),
    Sample("big-int")(BigInt(2).pow(64)),
    Sample("java-big-decimal")(new JavaBigDecimal("-1.500")),
    Sample("big-decimal")(BigDecimal("0.1")),
    Sample("big-decimal-in-context")(new BigDecimal(new JavaBigDecimal("1E+400"), MathContext.DECIMAL32)),
    Sample[java.lang.Integer]("boxed-int")(java.lang.Integer.valueOf(5)),
    Sample("instant")(Instant.ofEpochSecond(-1, 999_999_999)),
    Sample("duration")(Duration.ofMillis(-1500)),
    Sample("local-date")(LocalDate.of(2005, 2, 28)),
    Sample("local-time")(LocalTime.of(23, 59, 59)),
    Sample("local-date-time")(local),
    Sample("offset-time")(OffsetTime.of(12, 0, 0, 0, ZoneOffset.ofHours(-8))),
    Sample("offset-date-time")(OffsetDateTime.of(local, ZoneOffset.ofHoursMinutes(5, 45))),
    // The second of the two half past two in that night.
    Sample("zoned-date-time")(ZonedDateTime.ofLocal(local, paris, ZoneOffset.ofHours(1))),
    Sample("zone-offset")(ZoneOffset.ofTotalSeconds(-12_345)),
    Sample("zone-id")(paris),
    Sample("year")(Year.of(-44)),
    Sample("year-month")(YearMonth.of(2024, 2)),
    Sample("month-day")(MonthDay.of(2, 29)),
    Sample("period")(Period.of(1, -2, 3)),
    Sample("finite-duration")(FiniteDuration(90, HOURS)),
    Sample[ScalaDuration]("scala-duration")(ScalaDuration.MinusInf),
    Sample("uuid")(UUID.fromString("123e4567-e89b-12d3-a456-426614174000")),
    Sample("uri")(URI.create("http://example.org/a?b#c")),
    Sample("locale")(Locale.CANADA_FRENCH),
    Sample("currency")(Currency.getInstance("EUR")),
    Sample("date")(new Date(1_000_000_000_001L)),
    Sample("bit-set")(BitSet.valueOf(Array(0L, 5L))),
    Sample("byte-buffer")(ByteBuffer.wrap(Array[Byte](9, 1, -2, 9), 1, 2).slice.order(ByteOrder.LITTLE_ENDIAN)),
    Sample[Optional[String]]("optional")(Optional.of("x")),
    Sample[OptionalInt]("optional-int")(OptionalInt.of(1)),
    Sample[OptionalLong]("optional-long")(OptionalLong.empty),
    Sample[OptionalDouble]("optional-double")(OptionalDouble.of(0.5)),
    Sample("dates")(List(LocalDate.EPOCH, null))
  )
