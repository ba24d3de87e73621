package brine.evolve

import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.net.URI
import java.nio.ByteBuffer
import java.time.*
import java.util.{Currency, Date, Locale, UUID}
import scala.collection.{immutable, mutable}
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration}
import brine.Pickler
import brine.plan.Plan
import brine.shape.Shape

/** The standard types that have picklers by hand, by their names in shapes: what is passed over may be one. */
private[brine] object StandardValues:
  private[evolve] def planOf(shape: Shape.Custom): Option[Plan] = picklerOf(shape).map(Plan.of)

  /** Those that have this shape. */
  def picklerOf(shape: Shape.Custom): Option[Pickler[?]] = picklers.get(shape)

  private lazy val picklers: Map[Shape, Pickler[?]] =
    List[Pickler[?]](
      Pickler[BigInteger], Pickler[JavaBigDecimal], Pickler[BigDecimal], Pickler[Instant], Pickler[Duration], Pickler[LocalDate],
      Pickler[LocalTime], Pickler[LocalDateTime], Pickler[OffsetTime], Pickler[OffsetDateTime], Pickler[ZonedDateTime],
      Pickler[ZoneOffset], Pickler[ZoneId], Pickler[Year], Pickler[YearMonth], Pickler[MonthDay], Pickler[Period],
      Pickler[FiniteDuration], Pickler[ScalaDuration], Pickler[UUID], Pickler[Date], Pickler[URI], Pickler[Locale],
      Pickler[Currency], Pickler[ByteBuffer], Pickler[java.util.BitSet], Pickler[immutable.BitSet], Pickler[mutable.BitSet],
      Pickler[brine.Extras]
    ).map(pickler => pickler.shape -> pickler).toMap
