package brine.run

import brine.{internal, PickleBuilder, PickleException, PickleReader}
import brine.assembly.{Construction, WaitingPart}
import brine.evolve.ResolvedProduct
import brine.plan.{Access, Plan, PlanRef}
import brine.plan.steps.ConstantFields
import brine.shape.{Note, Shape}
import brine.assembly.ReaderAssembly.*

/** Code for the fields of a family's classes, on any builder and reader: each method does all fields of an object at
  * once, typed.
  */
@internal
trait FieldCode:
  /** Puts the fields of `value`, an object of the plan of `fields`, which is one of this family. */
  def putFields(fields: FieldCalls, value: AnyRef, builder: PickleBuilder): Unit

  /** Reads the fields, in any order, and builds the object. Returns null if it cannot be built yet. `id` is its slot
    * in the assembly, -1 if nothing refers to it.
    */
  def getFields(fields: FieldCalls, reader: PickleReader, id: Int): AnyRef | Null

  /** Returns true if [[getFields]] calls [[FieldCalls.nextField]] for each field, so that it can read the fields of
    * another shape.
    */
  private[brine] def followsOrder: Boolean = false

/** The calls that [[FieldCode]] makes for the fields of a class: here they are the shortest, which counts in every
  * class file. Like [[brine.emitted.Emitted]], not for users.
  *
  * A class and no trait (ADR 95, traits).
  *
  * @param code  null if there is none: the fields are then handled by the plan, one by one and boxed
  * @param order how the fields come, if not as the shape says
  */
@internal
final class FieldCalls private (
    private[brine] val plan: Plan.Product,
    code: FieldCode | Null,
    order: FieldOrder | Null
) extends Note:
  private val shape: Shape.Product = plan.shape
  private val fields: Array[PlanRef] = plan.fields

  /** The number of the class's definition in its family. */
  val index: Int = plan.index

  // ---- writing

  /** The fields of an object, by the code of its class. */
  private[brine] final def writeFields(value: AnyRef, builder: PickleBuilder): Unit =
    if code == null then putFields(value, builder) else writeByCode(value, builder)

  private def writeByCode(value: AnyRef, builder: PickleBuilder): Unit =
    try code.nn.putFields(this, value, builder)
    catch
      case e: PickleException => throw e
      case e: Exception       => throw FieldFailures.ofGetter(e, plan, value, builder)

  /** Writes all fields of an object whose class has no emitted code. */
  final def putFields(value: AnyRef, builder: PickleBuilder): Unit = EventWriter.fields(plan, value, builder)

  // Field `index`, of this name.

  private inline def put(index: Int, builder: PickleBuilder)(inline code: => Unit): Unit =
    try code
    catch case e: Exception => throw FieldFailures.writing(e, plan, index, builder)

  final def putField(index: Int, name: String, value: Boolean, builder: PickleBuilder): Unit =
    put(index, builder)(builder.putBooleanField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Byte, builder: PickleBuilder): Unit =
    put(index, builder)(builder.putByteField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Short, builder: PickleBuilder): Unit =
    put(index, builder)(builder.putShortField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Char, builder: PickleBuilder): Unit =
    put(index, builder)(builder.putCharField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Int, builder: PickleBuilder): Unit =
    put(index, builder)(builder.putIntField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Long, builder: PickleBuilder): Unit =
    put(index, builder)(builder.putLongField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Float, builder: PickleBuilder): Unit =
    put(index, builder)(builder.putFloatField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Double, builder: PickleBuilder): Unit =
    put(index, builder)(builder.putDoubleField(shape, index, name, value))

  final def putField(index: Int, name: String, value: String, builder: PickleBuilder): Unit =
    put(index, builder)(builder.putStringField(shape, index, name, value))

  /** Puts a field that is not a scalar, or is a `Unit`. */
  final def putField(index: Int, name: String, value: Any, builder: PickleBuilder): Unit = put(index, builder) {
    if !builder.omits(shape, index, value) then
      builder.beginField(shape, index, name)
      EventWriter.place(fields(index).get, value, builder)
  }

  // ---- reading

  /** Reads fields that [[writeFields]] wrote. Returns the object, or null if it is not built yet; `id` is its slot. */
  private[brine] final def readFields(reader: PickleReader, id: Int): AnyRef | Null =
    val outer = reader.takeWaiting()
    try
      val value = if code == null then getFields(reader, id) else code.nn.getFields(this, reader, id)
      if outer != null then reader.assembly.waiting = outer
      value
    catch case e: Exception => throw FieldFailures.inObject(e, plan, reader, outer)

  /** The next field, of which the last was `previous`; -1 after all. `seen`: those that have come. After the fields in
    * the data come the missing ones whose value is always the same, such as `None`: an object is then built without an
    * array of its fields. None is beyond the last: that is relied on by emitted code, and checked, since anybody can
    * write a format.
    */
  final def nextField(previous: Int, seen: Long, reader: PickleReader): Int =
    try
      if reader.isPastFields then nextMissing(seen, reader)
      else
        val next = if order == null then reader.nextField(shape, previous) else order.next(previous, reader)
        if next >= fields.length then
          throw new IndexOutOfBoundsException(s"field $next of ${shape.name}, which has ${fields.length}")
        if next >= 0 || seen == all || order != null then next else nextMissing(seen, reader)
    catch case e: Exception => throw FieldFailures.between(e, reader)

  /** All fields, as bits. (Emitted code reads no class that has more.) */
  private val all: Long = -1L >>> (64 - fields.length)

  private def nextMissing(seen: Long, reader: PickleReader): Int =
    val missing = if reader.memberRules.fillsMissing then constants.fields & ~seen else 0L
    reader.isPastFields = missing != 0
    if missing == 0 then -1 else java.lang.Long.numberOfTrailingZeros(missing)

  private var knownConstants: ConstantFields | Null = null

  /** Computed on demand, since plans refer to each other. (A race computes them twice, which does no harm.) */
  private def constants: ConstantFields =
    val known = knownConstants
    if known != null then known
    else
      val first = new ConstantFields(plan)
      knownConstants = first
      first

  /** Ends the object after its last field. Returns true if no part of the object waits to be built. */
  final def endProduct(reader: PickleReader): Boolean =
    try
      if order == null then reader.endProduct(shape) else order.end(reader)
      !reader.hasWaiting
    catch case e: Exception => throw FieldFailures.between(e, reader)

  // The value of field `index`.

  private inline def get[A](index: Int, reader: PickleReader)(inline code: => A): A =
    try code
    catch case e: Exception => throw FieldFailures.reading(e, plan, index, reader)

  private inline def scalar[A](index: Int, reader: PickleReader)(inline own: => A): A = get(index, reader) {
    if order == null || order.isSame(index) then own else order.value(index, reader).asInstanceOf[A]
  }

  final def getUnit(index: Int, reader: PickleReader): Unit = scalar(index, reader)(reader.getUnit())
  final def getBoolean(index: Int, reader: PickleReader): Boolean = scalar(index, reader)(reader.getBoolean())
  final def getByte(index: Int, reader: PickleReader): Byte = scalar(index, reader)(reader.getByte())
  final def getShort(index: Int, reader: PickleReader): Short = scalar(index, reader)(reader.getShort())
  final def getChar(index: Int, reader: PickleReader): Char = scalar(index, reader)(reader.getChar())
  final def getInt(index: Int, reader: PickleReader): Int = scalar(index, reader)(reader.getInt())
  final def getFloat(index: Int, reader: PickleReader): Float = scalar(index, reader)(reader.getFloat())

  final def getString(index: Int, reader: PickleReader): String =
    scalar(index, reader)(reader.getString().asInstanceOf[String])

  final def getLong(index: Int, reader: PickleReader): Long = get(index, reader) {
    if order == null then reader.getLong() else order.getLong(index, reader)
  }

  final def getDouble(index: Int, reader: PickleReader): Double = get(index, reader) {
    if order == null then reader.getDouble() else order.getDouble(index, reader)
  }

  /** Reads a field that is not a scalar. A null can replace an object that is not built yet: the field then waits for
    * it.
    */
  final def getField(index: Int, reader: PickleReader): Any = get(index, reader) {
    if reader.isPastFields then constants.values(index)
    else
      val value = if order == null then EventReader.place(fields(index).get, reader) else order.value(index, reader)
      if value == null then
        if plan.isUnboxed(index) then throw plan.noValue(index)
        reader.waitFor(index)
      value
  }

  /** Reads fields that [[putFields]] wrote. */
  final def getFields(reader: PickleReader, id: Int): AnyRef | Null =
    if order == null then EventReader.fields(plan, reader, id) else order.getFields(reader, id)

  /** Records that field `index` comes next: returns `seen`, the fields that have come, with its bit. */
  final def see(seen: Long, index: Int): Long =
    val bit = 1L << index
    if (seen & bit) != 0 then
      val twice = EventReader.duplicate(plan, index)
      twice.number = index
      throw twice
    seen | bit

  /** The object of slot `id` has been built. */
  final def complete(id: Int, value: AnyRef, reader: PickleReader): Unit =
    if plan.isGeneric then reader.assembly.complete(id, value, plan) else reader.assembly.complete(id, value)

  /** Builds an object of which some fields have not come, or wait; null if it has to wait itself. */
  final def finish(id: Int, parts: Array[AnyRef], seen: Long, reader: PickleReader): AnyRef | Null =
    var i = 0
    while i < parts.length do
      if (seen & (1L << i)) == 0 then parts(i) = Access.Missing
      i += 1
    val waiting = reader.takeWaiting()
    WaitingPart.foreach(waiting)((index, part) => parts(index) = part)
    reader.assembly.hide(Construction.finish(plan, id, parts, hasUnbuilt = waiting != null, reader))

private[brine] object FieldCalls:
  /** The calls for the fields of this plan, which it keeps. (A race makes them twice, which does no harm.) */
  def of(plan: Plan.Product): FieldCalls =
    val known = plan.calls
    if known != null then known.asInstanceOf[FieldCalls]
    else
      val first = make(plan)
      plan.calls = first
      first

  private def make(plan: Plan.Product): FieldCalls = plan.access match
    case resolved: ResolvedProduct =>
      val order = new FieldOrder(plan, resolved.own, resolved.from)
      if order.isDirect then new FieldCalls(order.plan, codeOf(order.plan), order) else new FieldCalls(plan, null, null)
    case _ => new FieldCalls(plan, codeOf(plan), null)

  private def codeOf(plan: Plan.Product): FieldCode | Null = plan.access match
    case code: FieldCode => code
    case _               => null
