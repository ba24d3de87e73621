package brine.derive

import brine.{PickleBuilder, PickleReader}
import brine.plan.{EventReader, EventWriter, Plan, PlanReader, WaitingPart}

/** What code emitted by [[EmitEvents]] calls. Like [[Emitted]], not for users. */
object EmittedEvents:
  // ---- writing

  def putString(value: String | Null, builder: PickleBuilder): Unit = EventWriter.putString(value, builder)

  /** Field `index` of an object of `plan`, whose value is no scalar. */
  def putField(plan: Plan.Product, index: Int, value: Any, builder: PickleBuilder): Unit =
    builder.beginField(plan.shape, index)
    EventWriter.place(plan.fields(index).get, value, builder)

  /** All fields of an object whose class has no code of its own. */
  def putFields(plan: Plan.Product, value: AnyRef, builder: PickleBuilder): Unit = EventWriter.fields(plan, value, builder)

  // ---- reading

  /** The value of field `index`, which is no scalar; a null can stand for an object that is not built yet. */
  def getField(plan: Plan.Product, index: Int, reader: PickleReader): Any = EventReader.place(plan.fields(index).get, reader)

  /** Mirrors [[putFields]]. */
  def getFields(plan: Plan.Product, reader: PickleReader, id: Int): AnyRef | Null = EventReader.fields(plan, reader, id)

  /** Field `index` comes next: `seen`, the fields that have come, with its bit. */
  def see(plan: Plan.Product, seen: Long, index: Int): Long =
    val bit = 1L << index
    if (seen & bit) != 0 then throw EventReader.duplicate(plan, index)
    seen | bit

  /** The fields that wait for objects, with field `index` if it came as null and that stands for such an object. */
  def waiting(waiting: AnyRef | Null, index: Int, reader: PickleReader): AnyRef | Null =
    WaitingPart.addTo(waiting, index, reader.assembly)

  /** What `at` is when all fields have been read. */
  final val Building = -2

  /** The object of slot `id` has been built. */
  def complete(plan: Plan.Product, id: Int, value: AnyRef, reader: PickleReader): Unit =
    if plan.isGeneric then reader.assembly.complete(id, value, plan) else reader.assembly.complete(id, value)

  /** Builds an object of which some fields have not come, or wait; null if it has to wait itself. */
  def finish(plan: Plan.Product, id: Int, parts: Array[AnyRef], seen: Long, waiting: AnyRef | Null, reader: PickleReader): AnyRef | Null =
    for i <- parts.indices do if (seen & (1L << i)) == 0 then parts(i) = PlanReader.Missing
    WaitingPart.foreach(waiting)((index, part) => parts(index) = part)
    reader.assembly.hide(PlanReader.finish(plan, id, parts, hasUnbuilt = waiting != null, reader.assembly))
