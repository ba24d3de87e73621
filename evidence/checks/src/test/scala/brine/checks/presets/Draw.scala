package brine.checks.presets

import java.time.*
import java.util.{Date, UUID}
import scala.compiletime.{erasedValue, summonInline}
import scala.concurrent.duration.{FiniteDuration, NANOSECONDS}
import scala.deriving.Mirror
import org.scalacheck.Gen
import org.scalacheck.rng.Seed
import brine.testkit.Generators
import brine.wire.Utf8

/** Values that other libraries can have, too: no null, no unpaired surrogate. Those of classes are drawn field by
  * field.
  */
final class Draw[A](val gen: Gen[A]):
  def samples(seed: Long, count: Int): List[A] =
    Gen.listOfN(count, Gen.resize(4, gen)).pureApply(Gen.Parameters.default, Seed(seed))

object Draw:
  def of[A](using draw: Draw[A]): Gen[A] = draw.gen

  given Draw[Unit] = Draw(Gen.const(()))
  given Draw[Boolean] = Draw(Generators.boolean.arbitrary)
  given Draw[Byte] = Draw(Generators.byte.arbitrary)
  given Draw[Short] = Draw(Generators.short.arbitrary)
  given Draw[Int] = Draw(Generators.int.arbitrary)
  given Draw[Long] = Draw(Generators.long.arbitrary)
  given Draw[Float] =
    Draw(Generators.float.arbitrary.retryUntil(f => java.lang.Float.isFinite(f) && (f != 0 || 1 / f > 0)))

  // Numbers that libraries differ in are entries of their own: negative zero, many digits, times before 1970.
  given Draw[Double] =
    Draw(Generators.double.arbitrary.retryUntil(d => java.lang.Double.isFinite(d) && (d != 0 || 1 / d > 0)))
  given Draw[Char] = Draw(Generators.char.arbitrary.retryUntil(c => !Character.isSurrogate(c)))
  given Draw[String] =
    Draw(Generators.nonNullString.retryUntil(text => !Utf8.hasUnpairedSurrogate(text) && text.length < 100))
  given Draw[BigInt] = Draw(Gen.zip(of[Long], Gen.choose(0, 40)).map((digits, bits) => BigInt(digits) << bits))
  given Draw[BigDecimal] =
    Draw(Gen.zip(of[Long], Gen.choose(-3, 12)).map((digits, scale) => BigDecimal(BigInt(digits), scale)))
  given Draw[UUID] = Draw(Gen.zip(of[Long], of[Long]).map(UUID(_, _)))

  private val seconds = Gen.oneOf(Gen.choose(0L, 253_402_300_799L), Gen.oneOf(0L, 1_700_000_000L))
  private val nanos = Gen.oneOf(
    Gen.const(0),
    Gen.choose(0, 999).map(_ * 1_000_000),
    Gen.choose(0, 999_999).map(_ * 1000),
    Gen.choose(0, 999_999_999)
  )
  private val offsets = Gen.oneOf(0, 60, -330, 845).map(minutes => ZoneOffset.ofTotalSeconds(minutes * 60))

  given Draw[Instant] = Draw(Gen.zip(seconds, nanos).map(Instant.ofEpochSecond(_, _)))
  given Draw[Date] = Draw(of[Instant].map(i => Date(i.toEpochMilli)))
  given Draw[LocalDateTime] =
    val times = of[Instant].map(_.atOffset(ZoneOffset.UTC).toLocalDateTime)
    Draw(Gen.oneOf(times, times.map(_.withSecond(0).withNano(0))))
  given Draw[LocalDate] = Draw(of[LocalDateTime].map(_.toLocalDate))
  given Draw[LocalTime] = Draw(of[LocalDateTime].map(_.toLocalTime))
  given Draw[OffsetDateTime] = Draw(Gen.zip(of[LocalDateTime], offsets).map(_.atOffset(_)))
  given Draw[ZonedDateTime] =
    Draw(Gen.zip(of[LocalDateTime], Gen.oneOf("UTC", "Europe/Zurich", "America/New_York")).map((t, zone) =>
      t.atZone(ZoneId.of(zone))
    ))
  given Draw[Duration] = Draw(Gen.zip(Gen.choose(0L, 1_000_000L), nanos).map(Duration.ofSeconds(_, _)))
  given Draw[FiniteDuration] = Draw(Gen.choose(-1_000_000_000L, 1_000_000_000L).map(FiniteDuration(_, NANOSECONDS)))
  given Draw[Period] =
    Draw(Gen.zip(Gen.choose(-5, 5), Gen.choose(-20, 20), Gen.choose(-40, 40)).map(Period.of(_, _, _)))
  given Draw[Year] = Draw(Gen.choose(1, 9999).map(Year.of(_)))
  given Draw[YearMonth] = Draw(of[LocalDate].map(YearMonth.from(_)))
  given Draw[DayOfWeek] = Draw(Gen.oneOf(DayOfWeek.values.toSeq))

  private def few[A](gen: Gen[A]): Gen[List[A]] =
    Gen.sized(size =>
      if size <= 0 then Gen.const(Nil) else Gen.choose(0, 3).flatMap(n => Gen.listOfN(n, Gen.resize(size - 1, gen)))
    )

  given [A: Draw]: Draw[Option[A]] = Draw(Gen.oneOf(Gen.const(None), of[A].map(Some(_))))
  given [A: Draw, B: Draw]: Draw[Either[A, B]] = Draw(Gen.oneOf(of[A].map(Left(_)), of[B].map(Right(_))))
  given [A: Draw]: Draw[List[A]] = Draw(few(of[A]))
  given [A: Draw]: Draw[Vector[A]] = Draw(few(of[A]).map(_.toVector))
  given [A: Draw]: Draw[Seq[A]] = Draw(few(of[A]))
  given [A: Draw]: Draw[Set[A]] = Draw(few(of[A]).map(_.toSet))
  given [A: Draw: scala.reflect.ClassTag]: Draw[Array[A]] = Draw(few(of[A]).map(_.toArray))
  given [K: Draw, V: Draw]: Draw[Map[K, V]] = Draw(few(Gen.zip(of[K], of[V])).map(_.toMap))

  inline given derived[A](using mirror: Mirror.Of[A]): Draw[A] = inline mirror match
    case m: Mirror.ProductOf[A] => product(m, () => drawsOf[m.MirroredElemTypes])
    case m: Mirror.SumOf[A]     => sum(() => drawsOf[m.MirroredElemTypes])

  private inline def drawsOf[T <: Tuple]: List[Draw[Any]] = inline erasedValue[T] match
    case _: EmptyTuple => Nil
    case _: (h *: t)   => summonInline[Draw[h]].asInstanceOf[Draw[Any]] :: drawsOf[t]

  private def product[A](mirror: Mirror.ProductOf[A], parts: () => List[Draw[Any]]): Draw[A] = Draw(Gen.lzy {
    parts().foldRight(Gen.const(List.empty[Any]))((part, rest) => Gen.zip(part.gen, rest).map(_ :: _))
      .map(all => mirror.fromProduct(Tuple.fromArray(all.toArray)))
  })

  /** Where values of a type that contains itself would get too large, the last leaf ends them. */
  private def sum[A](leaves: () => List[Draw[Any]]): Draw[A] = Draw(Gen.lzy {
    val all = leaves().map(_.gen.asInstanceOf[Gen[A]])
    Gen.sized(size =>
      if size <= 0 then all.last else Gen.choose(0, all.length - 1).flatMap(i => Gen.resize(size - 1, all(i)))
    )
  })
