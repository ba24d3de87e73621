package brine.evolve

import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.net.URI
import java.nio.ByteBuffer
import java.time.*
import java.util.{Currency, Date, Locale, UUID}
import scala.collection.{immutable, mutable}
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration}
import brine.{InternalForm, MutableSurrogate, PickleBuilder, PickleException, PickleReader, Pickler}
import brine.plan.{Plan, PlanRef}
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
    ).map(MutableSurrogate.contentOf(_)).map(pickler => pickler.shape -> pickler).toMap

/** Plans that read tuples and `Either`, which every program has, by their shapes. */
private[evolve] object StandardProducts:
  /** Returns the plan, if the shape is one of a tuple or of `Either`.
    *
    * @param part   the plan of a part
    * @param family the plan of a sealed family, with the plans of its leaves
    */
  def planOf(
      shape: Shape,
      part: Shape => PlanRef,
      family: (Shape.Sum, Shape => PlanRef) => Plan
  ): Option[Plan] = shape match
    case p: Shape.Product if isTuple(p) =>
      Some(product(p, part, new Made(p.fieldNames.length, scala.runtime.Tuples.fromArray(_))))
    case s: Shape.Sum if isEither(s) =>
      def side(leaf: Shape) =
        if leaf eq s.leafShapes(0) then new Made(1, fields => Left(fields(0)))
        else new Made(1, fields => Right(fields(0)))
      Some(family(s, leaf => PlanRef(product(leaf.asInstanceOf[Shape.Product], part, side(leaf)))))
    case _ => None

  private def isTuple(p: Shape.Product): Boolean =
    val size = p.fieldNames.length
    size > 0 && size <= 22 && p.name == s"Tuple$size" && p.fieldNames.indices.forall(i =>
      p.fieldNames(i) == s"_${i + 1}"
    )

  private def isEither(s: Shape.Sum): Boolean =
    s.name == "Either" && s.leafNames.sameElements(List("Left", "Right")) && s.leafShapes.forall {
      case p: Shape.Product => p.fieldNames.sameElements(List("value"))
      case _                => false
    }

  private def product(p: Shape.Product, part: Shape => PlanRef, access: Made): Plan =
    val isMutable = new Array[Boolean](p.fieldNames.length)
    new Plan.Product(
      p,
      p.fieldShapes.map(part),
      isMutable,
      isCyclic = true,
      storesOnly = true,
      isGeneric = true,
      access,
      0
    )

  private final class Made(size: Int, maker: Array[AnyRef] => AnyRef) extends ReadOnly:
    def make(definition: Int, fields: Array[AnyRef]): AnyRef = maker(fields.clone)
    override def classOf(definition: Int): Class[?] = maker(new Array[AnyRef](size)).getClass
