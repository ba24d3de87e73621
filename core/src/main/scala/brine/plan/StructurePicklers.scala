package brine.plan

import scala.collection.mutable.Growable
import scala.util.control.NonFatal
import brine.Pickler
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.shape.{ScalarKind, Shape}

/** A collection by its elements' pickler. */
private[brine] final class SequencePickler[C](ops: SequenceOps, element: Pickler[?]) extends PlannedPickler[C]:
  def this(kind: String, element: Pickler[?]) = this(SequenceOps(kind), element)

  private val sequence =
    val ref = Link.refTo(element)
    new Plan.Sequence(ops.shape(ops.isMutable, ref), ref, false, ops)

  def plan: Plan = sequence

  override def writeBinary(value: Any, builder: BinaryBuilder): Unit = Elements.write(sequence, value.asInstanceOf[AnyRef], builder)

  override def readBinary(reader: BinaryReader, id: Int): C = Elements.read(sequence, id, reader).asInstanceOf[C]

/** A map by its keys' and values' picklers. */
private[brine] final class MappingPickler[C](ops: MappingOps, key: Pickler[?], value: Pickler[?]) extends PlannedPickler[C]:
  def this(kind: String, key: Pickler[?], value: Pickler[?]) = this(MappingOps(kind), key, value)

  private val mapping =
    val keyRef = Link.refTo(key)
    val valueRef = Link.refTo(value)
    val shape = ops.shape(ops.isMutable, keyRef, valueRef)
    new Plan.Mapping(shape, keyRef, valueRef, false, ops)

  def plan: Plan = mapping

  override def writeBinary(value: Any, builder: BinaryBuilder): Unit = Elements.write(mapping, value.asInstanceOf[AnyRef], builder)

  override def readBinary(reader: BinaryReader, id: Int): C = Elements.read(mapping, id, reader).asInstanceOf[C]

/** An option by its content's pickler. */
private[brine] final class OptionPickler[A](element: Pickler[A]) extends PlannedPickler[Option[A]]:
  val plan: Plan =
    val ref = new PlanRef.ToPlan(element)
    new Plan.Optional(new Shape.Optional(ref), ref)

/** Another type by two functions. */
private[brine] final class MappedPickler[A, B](inner: Pickler[A], to: A => B, from: B => A) extends PlannedPickler[B]:
  private val mapped = new Plan.Mapped(new PlanRef.ToPlan(inner), to.asInstanceOf[Any => Any], from.asInstanceOf[Any => Any])

  def plan: Plan = mapped

  override def writeBinary(value: Any, builder: BinaryBuilder): Unit = inner match
    case scalar: ScalarPickler[A] => scalar.writeNullable(PlanWriter.mapFrom(mapped, value), builder)
    case _                        => super.writeBinary(value, builder)

  override def readBinary(reader: BinaryReader, id: Int): B = inner match
    case scalar: ScalarPickler[A] => Construction.mapTo(mapped, scalar.readBinary(reader, -1).asInstanceOf[AnyRef]).asInstanceOf[B]
    case _                        => readEvents(reader, id)

/** A scalar. */
private[brine] final class ScalarPickler[A](private[plan] val kind: ScalarKind) extends PlannedPickler[A]:
  def plan: Plan = Link.scalar(kind)
  override def writeBinary(value: Any, builder: BinaryBuilder): Unit = PlanWriter.put(kind, value, builder)
  override def readBinary(reader: BinaryReader, id: Int): A = PlanReader.get(kind, reader).asInstanceOf[A]
  override def writeEvents(value: A, builder: brine.PickleBuilder): Unit = PlanWriter.scalar(kind, value, builder)

  override def writeElements(values: Iterator[A], from: Int, until: Int, builder: BinaryBuilder): Unit = kind match
    case ScalarKind.String => all(values, from, until)(v => builder.putString(v.asInstanceOf[String]))
    case ScalarKind.Double => all(values, from, until)(v => builder.putDouble(v.asInstanceOf[Double]))
    case ScalarKind.Boolean => all(values, from, until)(v => builder.putBoolean(v.asInstanceOf[Boolean]))
    case ScalarKind.Float => all(values, from, until)(v => builder.putFloat(v.asInstanceOf[Float]))
    case ScalarKind.Char => all(values, from, until)(v => builder.putChar(v.asInstanceOf[Char]))
    case ScalarKind.Byte => all(values, from, until)(v => builder.putByte(v.asInstanceOf[Byte]))
    case ScalarKind.Short => all(values, from, until)(v => builder.putShort(v.asInstanceOf[Short]))
    case _ => all(values, from, until)(v => writeBinary(v, builder))

  private inline def all(values: Iterator[A], from: Int, until: Int)(inline put: A => Unit): Unit =
    var index = from
    try
      while index < until do
        put(values.next())
        index += 1
    catch case NonFatal(e) => throw PlanWriter.failure(e).prepend(s"[$index]")

  override def readElements(reader: BinaryReader, from: Int, until: Int, into: Growable[A]): Unit = kind match
    case ScalarKind.String => all(from, until, into)(reader.getString())
    case ScalarKind.Double => all(from, until, into)(reader.getDouble())
    case ScalarKind.Boolean => all(from, until, into)(reader.getBoolean())
    case ScalarKind.Float => all(from, until, into)(reader.getFloat())
    case ScalarKind.Char => all(from, until, into)(reader.getChar())
    case ScalarKind.Byte => all(from, until, into)(reader.getByte())
    case ScalarKind.Short => all(from, until, into)(reader.getShort())
    case _ => all(from, until, into)(readBinary(reader, -1))

  private inline def all(from: Int, until: Int, into: Growable[A])(inline get: => Any): Unit =
    var index = from
    try
      while index < until do
        into.addOne(get.asInstanceOf[A])
        index += 1
    catch case NonFatal(e) => throw PlanReader.failure(e).prepend(s"[$index]")

  /** What a function gave for another type's value. */
  private[plan] def writeNullable(value: Any, builder: BinaryBuilder): Unit =
    if value == null then PlanWriter.putNull(plan, builder) else writeBinary(value, builder)

  override def readEvents(reader: brine.PickleReader, id: Int): A = PlanReader.scalar(kind, reader).asInstanceOf[A]
