package brine.lock

import java.time.*
import java.util.{Currency, Locale, UUID}
import scala.concurrent.duration.{Duration as ScalaDuration, DurationInt, FiniteDuration}
import scala.util.Random
import brine.{MutableSurrogate, Pickler}
import brine.shape.{ScalarKind, Shape}

/** Values of scalars and of standard types with handwritten picklers. */
private[lock] final class StandardSamples(random: Random):
  def scalar(kind: ScalarKind): AnyRef = (kind match
    case ScalarKind.Unit    => ()
    case ScalarKind.Boolean => random.nextBoolean()
    case ScalarKind.Byte    => random.nextInt().toByte
    case ScalarKind.Short   => random.nextInt().toShort
    case ScalarKind.Char    => ('a' + random.nextInt(26)).toChar
    case ScalarKind.Int     => if random.nextBoolean() then random.nextInt(100) else random.nextInt()
    case ScalarKind.Long    => if random.nextBoolean() then random.nextInt(100).toLong else random.nextLong()
    case ScalarKind.Float   => random.nextInt(1000) / 8f
    case ScalarKind.Double  => random.nextInt(100000) / 16.0
    case ScalarKind.String =>
      List("", "a", "brine", "salt and water", "соль", "塩")(random.nextInt(6)) + random.nextInt(100)
  ).asInstanceOf[AnyRef]

  def standard(shape: Shape): AnyRef =
    val n = random.nextInt(10_000)
    val all = Map[Shape, AnyRef](
      Pickler[UUID].shape -> new UUID(random.nextLong(), random.nextLong()),
      Pickler[Instant].shape -> Instant.ofEpochSecond(n * 10_000L, n),
      Pickler[Duration].shape -> Duration.ofMillis(n),
      Pickler[LocalDate].shape -> LocalDate.ofEpochDay(n),
      Pickler[LocalTime].shape -> LocalTime.ofSecondOfDay(n),
      Pickler[LocalDateTime].shape -> LocalDateTime.ofEpochSecond(n, n, ZoneOffset.UTC),
      Pickler[OffsetDateTime].shape -> Instant.ofEpochSecond(n).atOffset(ZoneOffset.ofHours(n % 10)),
      Pickler[ZonedDateTime].shape -> Instant.ofEpochSecond(n).atZone(ZoneId.of("UTC")),
      Pickler[ZoneId].shape -> ZoneId.of("UTC"),
      Pickler[ZoneOffset].shape -> ZoneOffset.ofHours(n % 10),
      Pickler[OffsetTime].shape -> LocalTime.ofSecondOfDay(n).atOffset(ZoneOffset.ofHours(n % 10)),
      Pickler[Year].shape -> Year.of(n),
      Pickler[YearMonth].shape -> YearMonth.of(n, 1 + n % 12),
      Pickler[MonthDay].shape -> MonthDay.of(1 + n % 12, 1 + n % 28),
      Pickler[Period].shape -> Period.ofDays(n),
      Pickler[FiniteDuration].shape -> n.seconds,
      Pickler[ScalaDuration].shape -> n.seconds,
      Pickler[Symbol].shape -> Symbol(s"s$n"),
      Pickler[scala.collection.immutable.BitSet].shape -> scala.collection.immutable.BitSet(n),
      Pickler[java.math.BigInteger].shape -> java.math.BigInteger.valueOf(n),
      Pickler[BigDecimal].shape -> BigDecimal(n, 2),
      Pickler[java.math.BigDecimal].shape -> java.math.BigDecimal.valueOf(n, 2),
      Pickler[BigInt].shape -> BigInt(n),
      Pickler[java.net.URI].shape -> java.net.URI.create(s"urn:$n"),
      Pickler[Locale].shape -> Locale.UK,
      Pickler[Currency].shape -> Currency.getInstance("EUR"),
      MutableSurrogate.contentOf(Pickler[java.util.Date]).shape -> new java.util.Date(n)
    )
    all.getOrElse(
      shape,
      throw new UnsupportedOperationException("a pickler by hand writes it")
    )
