package brine.run

import java.util.Comparator
import scala.collection.mutable.Growable
import scala.util.control.NonFatal
import brine.{Failures, PickleBuilder, Pickler, PickleReader}
import brine.assembly.Construction
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.cache.PicklerCache
import brine.collections.{EnumCollections, MappingOps, Order, SequenceOps, SortedCollections}
import brine.plan.{Plan, PlanRef}
import brine.shape.{ScalarKind, Shape}

// Picklers with parts are made by their companions, once for the same parts: PicklerCache.

/** A collection by its elements' pickler. */
private[brine] final class SequencePickler[C] private (ops: SequenceOps, element: Pickler[?]) extends PlannedPickler[C]:

  private val sequence =
    val ref = new PlanRef.Of(element)
    new Plan.Sequence(ops.shape(ops.isMutable, ref), ref, false, ops)

  def plan: Plan = sequence

  override def writeBinary(value: Any, builder: BinaryBuilder): Unit =
    Elements.write(sequence, value.asInstanceOf[AnyRef], builder)

  override def readBinary(reader: BinaryReader, id: Int): C = Elements.read(sequence, id, reader).asInstanceOf[C]

private[brine] object SequencePickler:
  def of[C](kind: String, element: Pickler[?]): Pickler[C] =
    PicklerCache.once(kind, element)(new SequencePickler[C](SequenceOps(kind), element))

  /** `order`: null for the natural order of Java's. */
  def sorted[C](kind: String, element: Pickler[?], order: Comparator[?] | Null): Pickler[C] =
    PicklerCache.once(kind, element, order)(
      new SequencePickler[C](SortedCollections.sequence(kind, new Order(() => order)), element)
    )

  def ofEnum[C](element: Pickler[?], enumClass: Class[?]): Pickler[C] =
    PicklerCache.once(EnumCollections.SetKind, element, enumClass)(
      new SequencePickler[C](EnumCollections.set(enumClass), element)
    )

/** A map by its keys' and values' picklers. */
private[brine] final class MappingPickler[C] private (ops: MappingOps, key: Pickler[?], value: Pickler[?])
    extends PlannedPickler[C]:

  private val mapping =
    val keyRef = new PlanRef.Of(key)
    val valueRef = new PlanRef.Of(value)
    val shape = ops.shape(ops.isMutable, keyRef, valueRef)
    new Plan.Mapping(shape, keyRef, valueRef, false, ops)

  def plan: Plan = mapping

  override def writeBinary(value: Any, builder: BinaryBuilder): Unit =
    Elements.write(mapping, value.asInstanceOf[AnyRef], builder)

  override def readBinary(reader: BinaryReader, id: Int): C = Elements.read(mapping, id, reader).asInstanceOf[C]

private[brine] object MappingPickler:
  def of[C](kind: String, key: Pickler[?], value: Pickler[?]): Pickler[C] =
    PicklerCache.once(kind, key, value)(new MappingPickler[C](MappingOps(kind), key, value))

  /** `order`: null for the natural order of Java's. */
  def sorted[C](kind: String, key: Pickler[?], value: Pickler[?], order: Comparator[?] | Null): Pickler[C] =
    PicklerCache.once(kind, Array[AnyRef | Null](key, value, order))(
      new MappingPickler[C](SortedCollections.mapping(kind, new Order(() => order)), key, value)
    )

  def ofEnum[C](key: Pickler[?], value: Pickler[?], enumClass: Class[?]): Pickler[C] =
    PicklerCache.once(EnumCollections.MapKind, Array[AnyRef | Null](key, value, enumClass))(
      new MappingPickler[C](EnumCollections.map(enumClass), key, value)
    )

/** An array by its elements' pickler and class. */
private[brine] final class ArrayPickler[A] private (element: Pickler[A], elementClass: Class[?])
    extends PlannedPickler[Array[A]]:
  lazy val plan: Plan =
    val ref = new PlanRef.ToPlan(element)
    ref.get match
      case s: Plan.Scalar if elementClass.isPrimitive && s.kind != ScalarKind.Unit => new Plan.ScalarArray(s.kind)
      case _ =>
        val shape = new Shape.Sequence("Array", isTracked = true, ref)
        new Plan.Sequence(shape, ref, isCyclic = true, new SequenceOps.OfArray(elementClass))

private[brine] object ArrayPickler:
  def of[A](element: Pickler[A], elementClass: Class[?]): Pickler[Array[A]] =
    PicklerCache.once("Array", element, elementClass)(new ArrayPickler(element, elementClass))

/** An option by its content's pickler. */
private[brine] final class OptionPickler[A](element: Pickler[A]) extends PlannedPickler[Option[A]]:
  val plan: Plan =
    val ref = new PlanRef.ToPlan(element)
    new Plan.Optional(new Shape.Optional(ref), ref)

private[brine] object OptionPickler:
  def of[A](element: Pickler[A]): Pickler[Option[A]] = PicklerCache.once("Option", element)(new OptionPickler(element))

/** Another type by two functions. */
private[brine] final class MappedPickler[A, B] private (inner: Pickler[A], to: A => B, from: B => A)
    extends PlannedPickler[B]:
  private val mapped =
    new Plan.Mapped(new PlanRef.ToPlan(inner), to.asInstanceOf[Any => Any], from.asInstanceOf[Any => Any])

  def plan: Plan = mapped

  override def writeBinary(value: Any, builder: BinaryBuilder): Unit = inner match
    case scalar: ScalarPickler[A] => scalar.writeNullable(PlanWriter.mapFrom(mapped, value), builder)
    case _                        => super.writeBinary(value, builder)

  override def readBinary(reader: BinaryReader, id: Int): B = inner match
    case scalar: ScalarPickler[A] =>
      Construction.mapTo(mapped, scalar.readBinary(reader, -1).asInstanceOf[AnyRef]).asInstanceOf[B]
    case _ => readEvents(reader, id)

private[brine] object MappedPickler:
  /** Functions without state are the same function if they are of one class: each call has a separate class. */
  def of[A, B](inner: Pickler[A], to: A => B, from: B => A): Pickler[B] =
    def pickler = new MappedPickler(inner, to, from)
    if isStateless.get(to.getClass) && isStateless.get(from.getClass) then
      val known = PicklerCache.find(to.getClass, inner, from.getClass)
      (if known != null then known
       else PicklerCache.keepAll(to.getClass, pickler, Array(inner, from.getClass))).asInstanceOf[Pickler[B]]
    else pickler

  private val isStateless = new ClassValue[Boolean]:
    def computeValue(c: Class[?]): Boolean =
      Iterator.iterate[Class[?]](c)(_.getSuperclass).takeWhile(_ != null).forall(_.getDeclaredFields.isEmpty)

/** A scalar. */
private[brine] final class ScalarPickler[A](private[brine] val kind: ScalarKind) extends PlannedPickler[A]:
  setPermanent()

  def plan: Plan = Plan.scalar(kind)
  override def writeBinary(value: Any, builder: BinaryBuilder): Unit = PickleBuilder.putScalar(kind, value, builder)
  override def readBinary(reader: BinaryReader, id: Int): A = PickleReader.getScalar(kind, reader).asInstanceOf[A]
  override def writeEvents(value: A, builder: PickleBuilder): Unit = builder.putScalar(kind, value)

  override def writeElements(values: Iterator[A], from: Int, until: Int, builder: BinaryBuilder): Unit = kind match
    case ScalarKind.String  => all(values, from, until)(v => builder.putString(v.asInstanceOf[String]))
    case ScalarKind.Double  => all(values, from, until)(v => builder.putDouble(v.asInstanceOf[Double]))
    case ScalarKind.Boolean => all(values, from, until)(v => builder.putBoolean(v.asInstanceOf[Boolean]))
    case ScalarKind.Float   => all(values, from, until)(v => builder.putFloat(v.asInstanceOf[Float]))
    case ScalarKind.Char    => all(values, from, until)(v => builder.putChar(v.asInstanceOf[Char]))
    case ScalarKind.Byte    => all(values, from, until)(v => builder.putByte(v.asInstanceOf[Byte]))
    case ScalarKind.Short   => all(values, from, until)(v => builder.putShort(v.asInstanceOf[Short]))
    case _                  => all(values, from, until)(v => writeBinary(v, builder))

  private inline def all(values: Iterator[A], from: Int, until: Int)(inline put: A => Unit): Unit =
    var index = from
    try
      while index < until do
        put(values.next())
        index += 1
    catch case NonFatal(e) => throw Failures.writing(e).prepend(s"[$index]")

  override def readElements(reader: BinaryReader, from: Int, until: Int, into: Growable[A]): Unit = kind match
    case ScalarKind.String  => all(from, until, into)(reader.getString())
    case ScalarKind.Double  => all(from, until, into)(reader.getDouble())
    case ScalarKind.Boolean => all(from, until, into)(reader.getBoolean())
    case ScalarKind.Float   => all(from, until, into)(reader.getFloat())
    case ScalarKind.Char    => all(from, until, into)(reader.getChar())
    case ScalarKind.Byte    => all(from, until, into)(reader.getByte())
    case ScalarKind.Short   => all(from, until, into)(reader.getShort())
    case _                  => all(from, until, into)(readBinary(reader, -1))

  private inline def all(from: Int, until: Int, into: Growable[A])(inline get: => Any): Unit =
    var index = from
    try
      while index < until do
        into.addOne(get.asInstanceOf[A])
        index += 1
    catch case NonFatal(e) => throw Failures.reading(e).prepend(s"[$index]")

  /** Writes the result of a function that maps a value to another type; it may be null. */
  private[brine] def writeNullable(value: Any, builder: BinaryBuilder): Unit =
    if value == null then PlanWriter.putNull(plan, builder) else writeBinary(value, builder)

  override def readEvents(reader: PickleReader, id: Int): A = reader.getScalar(kind).asInstanceOf[A]

private[brine] object ScalarPickler:
  private val all = ScalarKind.table(new Array[ScalarPickler[Any]](_))(new ScalarPickler[Any](_))

  def of(kind: ScalarKind): ScalarPickler[Any] = all(kind.ordinal)
