package brine.plan

import brine.Pickler
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.shape.{ScalarKind, Shape}

/** A collection by its elements' pickler. */
private[brine] final class SequencePickler[C](ops: SequenceOps, element: Pickler[?]) extends PlannedPickler[C]:
  def this(kind: String, element: Pickler[?]) = this(SequenceOps(kind), element)

  private val ref = new PlanRef(() => Plan.of(element))
  private val any = element.asInstanceOf[Pickler[Any]]

  private val sequence =
    new Plan.Sequence(ops.shape(ops.isMutable, () => ref.get.shape), ref, false, ops)

  def plan: Plan = sequence

  override def writeBinary(value: Any, builder: BinaryBuilder): Unit =
    val collection = value.asInstanceOf[AnyRef]
    ops.check(collection)
    val isMarked = PlanWriter.marks(any, ops.iterator(collection))
    val size = ops.size(collection)
    if ops.isMutable then builder.putTrackedSize(size, isMarked) else builder.putSize(size, isMarked)
    Elements.write(any, ops.iterator(collection), size, isMarked, builder)

  override def readBinary(reader: BinaryReader, id: Int): C = Elements.sequence(sequence, any, id, reader).asInstanceOf[C]

/** A map by its keys' and values' picklers. */
private[brine] final class MappingPickler[C](ops: MappingOps, key: Pickler[?], value: Pickler[?]) extends PlannedPickler[C]:
  def this(kind: String, key: Pickler[?], value: Pickler[?]) = this(MappingOps(kind), key, value)

  val plan: Plan =
    val keyRef = new PlanRef(() => Plan.of(key))
    val valueRef = new PlanRef(() => Plan.of(value))
    val shape = ops.shape(ops.isMutable, () => keyRef.get.shape, () => valueRef.get.shape)
    new Plan.Mapping(shape, keyRef, valueRef, false, ops)

/** An option by its content's pickler. */
private[brine] final class OptionPickler[A](element: Pickler[A]) extends PlannedPickler[Option[A]]:
  val plan: Plan =
    val ref = new PlanRef(() => Plan.of(element))
    new Plan.Optional(new Shape.Optional(() => ref.get.shape), ref)

/** Another type by two functions. */
private[brine] final class MappedPickler[A, B](inner: Pickler[A], to: A => B, from: B => A) extends PlannedPickler[B]:
  private val mapped = new Plan.Mapped(new PlanRef(() => Plan.of(inner)), to.asInstanceOf[Any => Any], from.asInstanceOf[Any => Any])

  def plan: Plan = mapped

  override def writeBinary(value: Any, builder: BinaryBuilder): Unit = inner match
    case scalar: ScalarPickler[A] => scalar.writeNullable(PlanWriter.mapFrom(mapped, value), builder)
    case _                        => super.writeBinary(value, builder)

  override def readBinary(reader: BinaryReader, id: Int): B = inner match
    case scalar: ScalarPickler[A] => PlanReader.mapTo(mapped, scalar.readBinary(reader, -1).asInstanceOf[AnyRef]).asInstanceOf[B]
    case _                        => readEvents(reader, id)

/** A scalar. */
private[brine] final class ScalarPickler[A](kind: ScalarKind) extends PlannedPickler[A]:
  def plan: Plan = Link.scalar(kind)
  override def writeBinary(value: Any, builder: BinaryBuilder): Unit = PlanWriter.scalar(kind, value, builder)
  override def readBinary(reader: BinaryReader, id: Int): A = PlanReader.scalar(kind, reader).asInstanceOf[A]
  override def writeEvents(value: A, builder: brine.PickleBuilder): Unit = PlanWriter.scalar(kind, value, builder)

  /** What a function gave for another type's value. */
  private[plan] def writeNullable(value: Any, builder: BinaryBuilder): Unit =
    if value == null then PlanWriter.putNull(plan, builder) else PlanWriter.scalar(kind, value, builder)

  override def readEvents(reader: brine.PickleReader, id: Int): A = PlanReader.scalar(kind, reader).asInstanceOf[A]
