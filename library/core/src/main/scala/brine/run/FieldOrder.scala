package brine.run

import brine.PickleReader
import brine.binary.BinaryReader
import brine.plan.{AbsentFields, Plan}
import brine.shape.ScalarKind
import brine.assembly.ReaderAssembly.*

/** The order of a class's fields in data that were written from another shape of it. The fields come in the writer's
  * order; some are wider now, some must be skipped, some are missing. The code that is emitted to read a class's own
  * fields reads these, too, typed and unboxed ([[FieldCode.getFields]] of [[plan]]).
  *
  * @param written the writer's fields and what reads them, in the writer's order
  * @param own     the class as it is
  * @param from    for each field of the class the writer's, -1 for none
  */
private[brine] final class FieldOrder(written: Plan.Product, own: Plan.Product, from: Array[Int]):
  private val to: Array[Int] =
    val to = Array.fill(written.fields.length)(-1)
    for i <- from.indices do if from(i) >= 0 then to(from(i)) = i
    to

  /** The fields in the class's order; those that do not come are as the class has them. */
  val plan: Plan.Product =
    val fields = from.indices.toArray.map(i => if from(i) >= 0 then written.fields(from(i)) else own.fields(i))
    new Plan.Product(
      own.shape,
      fields,
      own.isMutable,
      own.isCyclic,
      own.storesOnly,
      own.isGeneric,
      own.access,
      own.index
    )

  /** Returns true if the class's own code can read them. It cannot in three cases:
    *   - an object may be needed before it is complete;
    *   - references must find it by the writer's plan, since its class does not determine its type;
    *   - a field is computed from others.
    */
  val isDirect: Boolean =
    !from.indices.exists(i => from(i) < 0 && AbsentFields.isFromEarlier(own, i)) && followsOrder(
      own
    ) && !own.isCyclic && !written.isCyclic && (if written.isTracked then own.isTracked && !own.isGeneric else true)

  private def followsOrder(plan: Plan.Product): Boolean = plan.access match
    case code: FieldCode => code.followsOrder
    case _               => false

  /** Returns the next field as [[brine.PickleReader.nextField]] does, in numbers of the class's fields; after these,
    * the fields that the data do not contain.
    */
  def next(previous: Int, reader: PickleReader): Int =
    var at = if previous < 0 then -1 else from(previous)
    if previous >= 0 && at < 0 then absentFrom(previous + 1)
    else
      at = reader.nextField(written.shape, at)
      while at >= 0 && to(at) < 0 do
        passOver(at, reader)
        at = reader.nextField(written.shape, at)
      if at >= 0 then to(at) else absentFrom(0)

  private def absentFrom(first: Int): Int =
    var i = first
    while i < from.length && from(i) >= 0 do i += 1
    if i < from.length then i else -1

  private def passOver(at: Int, reader: PickleReader): Unit = written.fields(at).get match
    case s: Plan.Scalar =>
      reader match
        case binary: BinaryReader => binary.skipScalar(s.kind)
        case other                => other.getScalar(s.kind)
    case plan =>
      val passed = EventReader.place(plan, reader)
      if passed == null then reader.takeUnbuilt()

  def end(reader: PickleReader): Unit = reader.endProduct(written.shape)

  /** Reads all fields in the general way, one by one and boxed. */
  def getFields(reader: PickleReader, id: Int): AnyRef | Null = EventReader.fields(written, reader, id)

  // The sources of the fields, computed on demand, since plans refer to each other. 0: not known yet.
  private val sources = new Array[Byte](from.length)

  private def sourceOf(field: Int): Byte =
    val known = sources(field)
    if known != 0 then known
    else
      val found = findSource(field)
      sources(field) = found
      found

  private def findSource(field: Int): Byte =
    if from(field) < 0 then if AbsentFields.isConstant(own, field) then FieldOrder.Constant else FieldOrder.Absent
    else
      (plan.fields(field).get, own.fields(field).get) match
        case (w: Plan.Scalar, r: Plan.Scalar) if w.kind == r.kind => FieldOrder.Same
        case (c: Plan.Converted, r: Plan.Scalar) =>
          c.inner.get match
            case w: Plan.Scalar => FieldOrder.widened(w.kind)
            case _              => FieldOrder.Other
        case _ => FieldOrder.Other

  /** Returns true if this field is a scalar that was written with the same kind. */
  def isSame(field: Int): Boolean = sourceOf(field) == FieldOrder.Same

  /** This field, in any case; boxed. */
  def value(field: Int, reader: PickleReader): AnyRef | Null = sourceOf(field) match
    case FieldOrder.Absent   => AbsentFields.read(own, field, null)
    case FieldOrder.Constant => constant(field)
    case _                   => EventReader.place(plan.fields(field).get, reader)

  /** This field, a `Long` now. */
  def getLong(field: Int, reader: PickleReader): Long = sourceOf(field) match
    case FieldOrder.Same    => reader.getLong()
    case FieldOrder.OfInt   => reader.getInt().toLong
    case FieldOrder.OfShort => reader.getShort().toLong
    case FieldOrder.OfByte  => reader.getByte().toLong
    case _                  => value(field, reader).asInstanceOf[Long]

  /** This field, a `Double` now. */
  def getDouble(field: Int, reader: PickleReader): Double = sourceOf(field) match
    case FieldOrder.Same    => reader.getDouble()
    case FieldOrder.OfFloat => reader.getFloat().toDouble
    case FieldOrder.OfInt   => reader.getInt().toDouble
    case FieldOrder.OfShort => reader.getShort().toDouble
    case FieldOrder.OfByte  => reader.getByte().toDouble
    case _                  => value(field, reader).asInstanceOf[Double]

  private val constants = new Array[AnyRef](from.length)

  private def constant(field: Int): AnyRef | Null =
    val known = constants(field)
    if known != null then known
    else
      val value = AbsentFields.read(own, field, null)
      constants(field) = value
      value

private[brine] object FieldOrder:
  // The source of a field.
  private final val Absent: Byte = 1
  private final val Same: Byte = 2
  private final val Other: Byte = 3
  private final val Constant: Byte = 4
  private final val OfByte: Byte = 5
  private final val OfShort: Byte = 6
  private final val OfInt: Byte = 7
  private final val OfFloat: Byte = 8

  private def widened(kind: ScalarKind): Byte = kind match
    case ScalarKind.Byte  => OfByte
    case ScalarKind.Short => OfShort
    case ScalarKind.Int   => OfInt
    case ScalarKind.Float => OfFloat
    case _                => Other
