package brine.testkit

import java.math.{BigDecimal as JavaBigDecimal, BigInteger, MathContext, RoundingMode}
import java.net.URI
import java.nio.{ByteBuffer, ByteOrder}
import java.time.*
import java.time.temporal.ChronoField
import java.util.{BitSet, Currency, Date, Locale, UUID}
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration, TimeUnit}
import scala.jdk.CollectionConverters.*
import org.scalacheck.{Arbitrary, Gen}

/** Values of the standard types that are one word in text, their extremes among them; see [[Generators]].
  * {{{ import brine.testkit.ValueGenerators.given }}}
  */
object ValueGenerators:
  private def often[A](gen: Gen[A], extremes: A*): Gen[A] = Gen.frequency(3 -> gen, 1 -> Gen.oneOf(extremes))
  private def between(field: ChronoField): Gen[Long] = Gen.choose(field.range.getMinimum, field.range.getMaximum)
  private def arbitrary[A](using a: Arbitrary[A]): Gen[A] = a.arbitrary

  given bigInteger: Arbitrary[BigInteger] = Arbitrary(
    often(
      Gen.choose(0, 60).flatMap(n => Gen.listOfN(n, Gen.choose(Byte.MinValue, Byte.MaxValue))).map(b =>
        new BigInteger((0.toByte :: b).toArray)
      ),
      BigInteger.ZERO,
      BigInteger.ONE.negate,
      BigInteger.ONE.shiftLeft(63),
      BigInteger.ONE.shiftLeft(40_000).negate
    )
  )
  given bigInt: Arbitrary[BigInt] = Arbitrary(arbitrary[BigInteger].map(BigInt(_)))

  private val scale: Gen[Int] = often(Gen.choose(-400, 400), 0, Int.MaxValue, -1, 2)

  given javaBigDecimal: Arbitrary[JavaBigDecimal] =
    Arbitrary(Gen.zip(arbitrary[BigInteger].map(_.mod(BigInteger.ONE.shiftLeft(20_000))), scale).map(new JavaBigDecimal(
      _,
      _
    )))
  given bigDecimal: Arbitrary[BigDecimal] = Arbitrary(
    for
      number <- arbitrary[JavaBigDecimal]
      precision <- Gen.choose(0, 40)
      rounding <- Gen.oneOf(RoundingMode.values.toSeq.filter(_ != RoundingMode.UNNECESSARY))
      context <- Gen.oneOf(BigDecimal.defaultMathContext, new MathContext(precision, rounding))
    yield new BigDecimal(number, context)
  )

  given instant: Arbitrary[Instant] = Arbitrary(
    often(
      Gen.zip(Gen.choose(Instant.MIN.getEpochSecond, Instant.MAX.getEpochSecond), Gen.choose(0L, 999_999_999L)).map(
        Instant.ofEpochSecond(_, _)
      ),
      Instant.EPOCH,
      Instant.MIN,
      Instant.MAX
    )
  )
  given duration: Arbitrary[Duration] = Arbitrary(
    often(
      Gen.zip(Gen.choose(-1_000_000L, 1_000_000L), Gen.choose(0L, 999_999_999L)).map(Duration.ofSeconds(_, _)),
      Duration.ZERO,
      Duration.ofSeconds(Long.MaxValue, 999_999_999),
      Duration.ofSeconds(Long.MinValue),
      Duration.ofNanos(-1)
    )
  )
  given localDate: Arbitrary[LocalDate] =
    Arbitrary(often(
      between(ChronoField.EPOCH_DAY).map(LocalDate.ofEpochDay),
      LocalDate.MIN,
      LocalDate.MAX,
      LocalDate.EPOCH
    ))
  given localTime: Arbitrary[LocalTime] =
    Arbitrary(often(
      between(ChronoField.NANO_OF_DAY).map(LocalTime.ofNanoOfDay),
      LocalTime.MIN,
      LocalTime.MAX,
      LocalTime.NOON
    ))
  given localDateTime: Arbitrary[LocalDateTime] =
    Arbitrary(Gen.zip(arbitrary[LocalDate], arbitrary[LocalTime]).map(LocalDateTime.of(_, _)))
  given zoneOffset: Arbitrary[ZoneOffset] =
    Arbitrary(often(
      Gen.choose(-18 * 3600, 18 * 3600).map(ZoneOffset.ofTotalSeconds),
      ZoneOffset.UTC,
      ZoneOffset.MIN,
      ZoneOffset.MAX
    ))
  given zoneId: Arbitrary[ZoneId] = Arbitrary(
    often(
      Gen.oneOf(ZoneId.getAvailableZoneIds.asScala.toSeq.sorted).map(ZoneId.of),
      ZoneId.of("Z"),
      ZoneId.of("UTC+1"),
      ZoneId.of("GMT")
    )
  )
  given offsetTime: Arbitrary[OffsetTime] =
    Arbitrary(Gen.zip(arbitrary[LocalTime], arbitrary[ZoneOffset]).map(OffsetTime.of(_, _)))
  given offsetDateTime: Arbitrary[OffsetDateTime] =
    Arbitrary(Gen.zip(arbitrary[LocalDateTime], arbitrary[ZoneOffset]).map(OffsetDateTime.of(_, _)))
  given zonedDateTime: Arbitrary[ZonedDateTime] = Arbitrary(
    Gen.zip(Gen.choose(-2_000_000_000_000L, 4_000_000_000_000L), arbitrary[ZoneId]).map((ms, zone) =>
      Instant.ofEpochMilli(ms).atZone(zone)
    )
  )
  given year: Arbitrary[Year] =
    Arbitrary(often(between(ChronoField.YEAR).map(y => Year.of(y.toInt)), Year.of(0), Year.of(2024)))
  given yearMonth: Arbitrary[YearMonth] =
    Arbitrary(Gen.zip(arbitrary[Year], Gen.choose(1, 12)).map((y, m) => YearMonth.of(y.getValue, m)))
  given monthDay: Arbitrary[MonthDay] = Arbitrary(Gen.zip(Gen.choose(1, 12), Gen.choose(1, 29)).map(MonthDay.of(_, _)))
  given period: Arbitrary[Period] =
    val part = often(Gen.choose(-50, 50), Int.MinValue, Int.MaxValue)
    Arbitrary(Gen.zip(part, part, part).map(Period.of(_, _, _)))

  given finiteDuration: Arbitrary[FiniteDuration] = Arbitrary(
    Gen.zip(Gen.choose(-100_000L, 100_000L), Gen.oneOf(java.util.concurrent.TimeUnit.values.toSeq)).map(
      (n, u: TimeUnit) => FiniteDuration(n, u)
    )
  )
  given scalaDuration: Arbitrary[ScalaDuration] =
    Arbitrary(often(arbitrary[FiniteDuration], ScalaDuration.Inf, ScalaDuration.MinusInf, ScalaDuration.Zero))

  given uuid: Arbitrary[UUID] = Arbitrary(Gen.uuid)
  given symbol: Arbitrary[Symbol] = Arbitrary(Gen.asciiPrintableStr.map(Symbol(_)))
  given uri: Arbitrary[URI] =
    Arbitrary(Gen.zip(Gen.alphaLowerStr, Gen.listOf(Gen.alphaNumStr)).map((host, path) =>
      URI.create(s"http://x$host.org/" + path.mkString("/"))
    ))
  given locale: Arbitrary[Locale] = Arbitrary(
    often(
      Gen.oneOf(Locale.getAvailableLocales.toSeq),
      Locale.ROOT,
      new Locale("no", "NO", "NY"),
      new Locale("ja", "JP", "JP")
    )
  )
  given currency: Arbitrary[Currency] =
    Arbitrary(Gen.oneOf(Currency.getAvailableCurrencies.asScala.toSeq.sortBy(_.getCurrencyCode)))
  given date: Arbitrary[Date] = Arbitrary(Gen.choose(-100_000_000_000_000L, 100_000_000_000_000L).map(new Date(_)))
  given bitSet: Arbitrary[BitSet] = Arbitrary(Gen.listOf(Gen.choose(0, 300)).map { bits =>
    val set = new BitSet
    bits.foreach(set.set(_))
    set
  })
  given byteBuffer: Arbitrary[ByteBuffer] = Arbitrary(
    Gen.zip(
      Gen.listOf(Gen.choose(Byte.MinValue, Byte.MaxValue)),
      Gen.oneOf(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)
    )
      .map((bytes, order) => ByteBuffer.wrap(bytes.toArray).order(order))
  )
