package brine.evolve

import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.net.URI
import java.nio.ByteBuffer
import java.time.*
import java.util.{Currency, Date, Locale, UUID}
import scala.collection.{immutable, mutable}
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration}
import brine.{OfMutable, InternalForm, PickleBuilder, PickleException, Pickler, PickleReader}
import brine.plan.Plan
import brine.shape.Shape

/** The standard types that have handwritten picklers, by their names in shapes: skipped values may be of these types.
  */
private[brine] object StandardValues:
  private[evolve] def planOf(shape: Shape.Custom): Option[Plan] = picklerOf(shape).map(Plan.of)

  /** Returns the pickler of this shape; the name of code is read as the name itself. */
  def picklerOf(shape: Shape.Custom): Option[Pickler[?]] = shape match
    case code: Shape.CodeName => Some(new CodeText(code))
    case other                => picklers.get(other)

  /** Reads and writes the name of code as a string, and looks for no code of that name. */
  private final class CodeText(val shape: Shape.CodeName) extends Pickler[String], InternalForm:
    def pickle(name: String, builder: PickleBuilder): Unit = builder.putString(name)
    def unpickle(reader: PickleReader): String =
      val name = reader.getString()
      if name == null then throw new PickleException.Malformed(s"expected the name of a ${shape.name}, found null")
      name

  private lazy val picklers: Map[Shape, Pickler[?]] =
    List[Pickler[?]](
      Pickler[BigInteger],
      Pickler[JavaBigDecimal],
      Pickler[BigDecimal],
      Pickler[Instant],
      Pickler[Duration],
      Pickler[LocalDate],
      Pickler[LocalTime],
      Pickler[LocalDateTime],
      Pickler[OffsetTime],
      Pickler[OffsetDateTime],
      Pickler[ZonedDateTime],
      Pickler[ZoneOffset],
      Pickler[ZoneId],
      Pickler[Year],
      Pickler[YearMonth],
      Pickler[MonthDay],
      Pickler[Period],
      Pickler[FiniteDuration],
      Pickler[ScalaDuration],
      Pickler[UUID],
      Pickler[Date],
      Pickler[URI],
      Pickler[Locale],
      Pickler[Currency],
      Pickler[ByteBuffer],
      Pickler[java.util.BitSet],
      Pickler[immutable.BitSet],
      Pickler[mutable.BitSet],
      Pickler[Symbol],
      Pickler[brine.Extras]
    ).map(OfMutable.contentOf(_)).map(pickler => pickler.shape -> pickler).toMap
