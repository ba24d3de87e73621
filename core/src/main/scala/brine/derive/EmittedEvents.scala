package brine.derive

import brine.{PickleBuilder, PickleReader}
import brine.plan.{EventReader, EventWriter, Plan, PlanReader, WaitingPart}

/** What code emitted by [[EmitEvents]] calls. Like [[Emitted]], not for users. */
object EmittedEvents:
  // ---- writing

  /** Field `index` of an object of `plan`, whose value is no scalar. */
  def putField(plan: Plan.Product, index: Int, value: Any, builder: PickleBuilder): Unit =
    builder.beginField(plan.shape, index)
    EventWriter.place(plan.fields(index).get, value, builder)

  /** All fields of an object whose class has no code of its own. */
  def putFields(plan: Plan.Product, value: AnyRef, builder: PickleBuilder): Unit = EventWriter.fields(plan, value, builder)

  // ---- reading

  /** The next field, of which the last was `previous`; -1 after all. */
  def nextField(plan: Plan.Product, previous: Int, reader: PickleReader): Int =
    val order = plan.order
    if order == null then reader.nextField(plan.shape, previous) else order.next(previous, reader)

  def endProduct(plan: Plan.Product, reader: PickleReader): Unit =
    val order = plan.order
    if order == null then reader.endProduct(plan.shape) else order.end(reader)

  /** The value of field `index`, which is no scalar; a null can stand for an object that is not built yet. */
  def getField(plan: Plan.Product, index: Int, reader: PickleReader): Any =
    val order = plan.order
    if order == null then EventReader.place(plan.fields(index).get, reader) else order.value(index, reader)

  // Fields that are scalars.

  private inline def scalar[A](plan: Plan.Product, index: Int, reader: PickleReader)(inline get: => A): A =
    val order = plan.order
    if order == null || order.isSame(index) then get else order.value(index, reader).asInstanceOf[A]

  def getUnit(plan: Plan.Product, index: Int, reader: PickleReader): Unit = scalar(plan, index, reader)(reader.getUnit())
  def getBoolean(plan: Plan.Product, index: Int, reader: PickleReader): Boolean = scalar(plan, index, reader)(reader.getBoolean())
  def getByte(plan: Plan.Product, index: Int, reader: PickleReader): Byte = scalar(plan, index, reader)(reader.getByte())
  def getShort(plan: Plan.Product, index: Int, reader: PickleReader): Short = scalar(plan, index, reader)(reader.getShort())
  def getChar(plan: Plan.Product, index: Int, reader: PickleReader): Char = scalar(plan, index, reader)(reader.getChar())
  def getInt(plan: Plan.Product, index: Int, reader: PickleReader): Int = scalar(plan, index, reader)(reader.getInt())
  def getFloat(plan: Plan.Product, index: Int, reader: PickleReader): Float = scalar(plan, index, reader)(reader.getFloat())

  def getLong(plan: Plan.Product, index: Int, reader: PickleReader): Long =
    val order = plan.order
    if order == null then reader.getLong() else order.getLong(index, reader)

  def getDouble(plan: Plan.Product, index: Int, reader: PickleReader): Double =
    val order = plan.order
    if order == null then reader.getDouble() else order.getDouble(index, reader)

  def getString(plan: Plan.Product, index: Int, reader: PickleReader): String =
    scalar(plan, index, reader)(reader.getString().asInstanceOf[String])

  /** Mirrors [[putFields]]. */
  def getFields(plan: Plan.Product, reader: PickleReader, id: Int): AnyRef | Null =
    val order = plan.order
    if order == null then EventReader.fields(plan, reader, id) else order.getFields(reader, id)

  /** Field `index` comes next: `seen`, the fields that have come, with its bit. */
  def see(plan: Plan.Product, seen: Long, index: Int): Long =
    val bit = 1L << index
    if (seen & bit) != 0 then throw EventReader.duplicate(plan, index)
    seen | bit

  /** The fields that wait for objects, with field `index` if it came as null and that stands for such an object. */
  def waiting(waiting: AnyRef | Null, index: Int, reader: PickleReader): AnyRef | Null =
    WaitingPart.addTo(waiting, index, reader)

  /** What `at` is when all fields have been read. */
  final val Building = -2

  /** The object of slot `id` has been built. */
  def complete(plan: Plan.Product, id: Int, value: AnyRef, reader: PickleReader): Unit =
    if plan.isGeneric then reader.assembly.complete(id, value, plan) else reader.assembly.complete(id, value)

  /** Builds an object of which some fields have not come, or wait; null if it has to wait itself. */
  def finish(plan: Plan.Product, id: Int, parts: Array[AnyRef], seen: Long, waiting: AnyRef | Null, reader: PickleReader): AnyRef | Null =
    var i = 0
    while i < parts.length do
      if (seen & (1L << i)) == 0 then parts(i) = PlanReader.Missing
      i += 1
    WaitingPart.foreach(waiting)((index, part) => parts(index) = part)
    reader.assembly.hide(PlanReader.finish(plan, id, parts, hasUnbuilt = waiting != null, reader.assembly))
