package brine.lock

import java.time.*
import java.util.{Currency, Locale, UUID}
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.util.Random
import scala.util.control.NonFatal
import brine.{OfMutable, Pickler}
import brine.plan.Plan
import brine.shape.{ScalarKind, Shape}

/** Values of a type, made up from its pickler's plan: the same at each run. */
private[lock] object Samples:
  /** Returns up to `count` values, or the reason for returning none. A constructor may refuse everything, or a pickler
    * by hand may hide the values that it accepts.
    */
  def of(pickler: Pickler[Any], count: Int): Either[String, Vector[Any]] = of(Plan.of(pickler), count)

  /** Returns values that this plan writes, as [[of]] does for a pickler. */
  def of(plan: Plan, count: Int): Either[String, Vector[Any]] =
    var reason = ""
    val values = Iterator.from(0).take(count * Tries).flatMap { seed =>
      try Some(new Making(new Random(seed)).value(plan, 0))
      catch
        case NonFatal(e) =>
          reason = s"${e.getClass.getSimpleName}: ${e.getMessage}"
          None
    }.filter(_ != null).take(count).toVector
    if values.isEmpty then Left(reason) else Right(values)

  private final val Tries = 20

  /** Beyond this depth, optional parts are left out. */
  private final val Deep = 5

  private final class Making(random: Random):
    def value(plan: Plan, depth: Int): AnyRef | Null = plan match
      case s: Plan.Scalar => scalar(s.kind)
      case p: Plan.Product => if depth > 2 * Deep then null
        else p.access.make(p.index, p.fields.map(f => value(f.get, depth + 1).asInstanceOf[AnyRef]))
      case s: Plan.Singleton => s.value
      case s: Plan.Sum =>
        val small = s.leaves.filter(_.get.isInstanceOf[Plan.Singleton])
        val leaves = if depth > Deep && small.nonEmpty then small else s.leaves
        value(leaves(random.nextInt(leaves.length)).get, depth + 1)
      case o: Plan.Optional =>
        if depth > Deep || random.nextInt(3) == 0 then None else Some(value(o.element.get, depth + 1))
      case s: Plan.Sequence =>
        val all = s.ops.newBuilder(0)
        for _ <- 0 until size(depth) do all += value(s.element.get, depth + 1)
        all.result()
      case m: Plan.Mapping =>
        val all = m.ops.newBuilder()
        for _ <- 0 until size(depth) do all += value(m.key.get, depth + 1) -> value(m.value.get, depth + 1)
        all.result()
      case a: Plan.ScalarArray =>
        val all = a.kind.newArrayBuilder
        for _ <- 0 until size(depth) do all += scalar(a.kind)
        all.result()
      case m: Plan.Mapped => m.to(value(m.inner.get, depth + 1)).asInstanceOf[AnyRef]
      case c: Plan.Custom => standard(c.shape)
      case other => throw new UnsupportedOperationException(s"no sample of ${other.shape.name} can be generated")

    private def size(depth: Int): Int = if depth > Deep then 0 else random.nextInt(4)

    private def scalar(kind: ScalarKind): AnyRef = (kind match
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

    private def standard(shape: Shape): AnyRef =
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
        Pickler[Period].shape -> Period.ofDays(n),
        Pickler[FiniteDuration].shape -> n.seconds,
        Pickler[java.math.BigInteger].shape -> java.math.BigInteger.valueOf(n),
        Pickler[BigDecimal].shape -> BigDecimal(n, 2),
        Pickler[java.math.BigDecimal].shape -> java.math.BigDecimal.valueOf(n, 2),
        Pickler[BigInt].shape -> BigInt(n),
        Pickler[java.net.URI].shape -> java.net.URI.create(s"urn:$n"),
        Pickler[Locale].shape -> Locale.UK,
        Pickler[Currency].shape -> Currency.getInstance("EUR"),
        OfMutable.contentOf(Pickler[java.util.Date]).shape -> new java.util.Date(n)
      )
      all.getOrElse(
        shape,
        throw new UnsupportedOperationException(
          s"no sample of ${shape.name} can be generated, which a pickler by hand writes"
        )
      )
