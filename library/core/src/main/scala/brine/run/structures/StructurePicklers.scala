package brine.run.structures

import java.util.Comparator
import brine.{PickleException, Pickler}
import brine.assembly.{Construction, SameType}
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.cache.PicklerCache
import brine.collections.{EnumCollections, MappingOps, Order, SequenceOps, SortedCollections}
import brine.plan.{Plan, PlanRef}
import brine.plan.steps.WriteChecks
import brine.run.{Elements, PlannedPickler, ScalarPickler}
import brine.shape.{ScalarKind, Shape}

// Picklers with parts are made by their companions, once for the same parts: PicklerCache.

/** A collection by its elements' pickler. */
private[brine] final class SequencePickler[C] private (ops: SequenceOps, element: Pickler[?]) extends PlannedPickler[C]:

  private val sequence =
    val ref = new PlanRef.PicklerPlan(element)
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
    val keyRef = new PlanRef.PicklerPlan(key)
    val valueRef = new PlanRef.PicklerPlan(value)
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
    val ref = new PlanRef.PlanTarget(element)
    val kind = ref.get.scalarKind
    if kind != null && kind != ScalarKind.Unit && elementClass.isPrimitive then new Plan.ScalarArray(kind)
    else
      val shape = new Shape.Sequence("Array", true, ref)
      new Plan.Sequence(shape, ref, isCyclic = true, new SequenceOps.ArrayOps(elementClass))

private[brine] object ArrayPickler:
  def of[A](element: Pickler[A], elementClass: Class[?]): Pickler[Array[A]] =
    PicklerCache.once("Array", element, elementClass)(new ArrayPickler(element, elementClass))

/** An option by its content's pickler. */
private[brine] final class OptionPickler[A](element: Pickler[A]) extends PlannedPickler[Option[A]]:
  val plan: Plan =
    val ref = new PlanRef.PlanTarget(element)
    new Plan.Optional(new Shape.Optional(ref), ref)

private[brine] object OptionPickler:
  def of[A](element: Pickler[A]): Pickler[Option[A]] = PicklerCache.once("Option", element)(new OptionPickler(element))

/** Another type by two functions. */
private[brine] final class MappedPickler[A, B] private (inner: Pickler[A], to: A => B, from: B => A)
    extends PlannedPickler[B]:
  private val mapped =
    new Plan.Mapped(new PlanRef.PlanTarget(inner), to.asInstanceOf[Any => Any], from.asInstanceOf[Any => Any])

  def plan: Plan = mapped

  override def writeBinary(value: Any, builder: BinaryBuilder): Unit = inner match
    case scalar: ScalarPickler[A] => scalar.writeNullable(WriteChecks.mapFrom(mapped, value), builder)
    case _                        => super.writeBinary(value, builder)

  override def readBinary(reader: BinaryReader, id: Int): B = inner match
    case scalar: ScalarPickler[A] =>
      Construction.mapTo(mapped, scalar.readBinary(reader, -1).asInstanceOf[AnyRef]).asInstanceOf[B]
    case _ => readEvents(reader, id)

private[brine] object MappedPickler:
  /** Functions without state are the same function if they are of one class: each call has a separate class. */
  def of[A, B](inner: Pickler[A], to: A => B, from: B => A): Pickler[B] =
    once(inner, to, from)(new MappedPickler(inner, to, from))

  /** As [[of]], for a function that is not called with null: the data are malformed then. */
  def ofParts[A, B](inner: Pickler[A], to: A => B, from: B => A): Pickler[B] =
    once(inner, to, from)(new MappedPickler(inner, new OfPart(inner, to), from))

  private final class OfPart[A, B](inner: Pickler[A], val to: A => B) extends (A => B), Equals:
    def apply(part: A): B =
      if part.asInstanceOf[AnyRef] == null then
        throw new PickleException.Malformed(s"expected ${inner.shape.name}, found null")
      to(part)
    def canEqual(other: Any): Boolean = other.isInstanceOf[OfPart[?, ?]]
    override def equals(other: Any): Boolean = other match
      case that: OfPart[?, ?] => SameType.isSameCode(to, that.to)
      case _                  => false
    override def hashCode: Int = to.getClass.hashCode

  private def once[A, B](inner: Pickler[A], to: A => B, from: B => A)(pickler: => Pickler[B]): Pickler[B] =
    if isStateless.get(to.getClass) && isStateless.get(from.getClass) then
      val known = PicklerCache.find(to.getClass, inner, from.getClass)
      (if known != null then known
       else PicklerCache.keepAll(to.getClass, pickler, Array(inner, from.getClass))).asInstanceOf[Pickler[B]]
    else pickler

  private val isStateless = new ClassValue[Boolean]:
    def computeValue(c: Class[?]): Boolean =
      Iterator.iterate[Class[?]](c)(_.getSuperclass).takeWhile(_ != null).forall(_.getDeclaredFields.isEmpty)
