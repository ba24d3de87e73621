package brine.assembly

import scala.collection.mutable
import scala.util.control.NonFatal
import brine.{PickleException, PickleReader}
import brine.collections.KeyBuilder
import brine.plan.{AbsentFields, Access, Plan}
import brine.assembly.ReaderAssembly.*

/** Makes values of the parts that have been read. Every reader of a plan uses it: [[PlanReader]] with its explicit
  * stack, [[EventReader]] on Java's stack, and emitted code.
  */
private[brine] object Construction:
  /** Builds an object of the parts that have been read, before all its variables: see [[Component.lateField]]. */
  def begin(plan: Plan.Product, id: Int, parts: Array[AnyRef], reader: PickleReader): AnyRef =
    begun(plan, id, plan.constructEarly(reader.assembly.known(parts)), reader)

  /** An object has been built before all its variables. */
  def begun(plan: Plan.Product, id: Int, built: AnyRef, reader: PickleReader): AnyRef =
    val assembly = reader.assembly
    val value = assembly.watched(built)
    if plan.isGeneric then assembly.begin(id, value, plan) else assembly.begin(id, value)
    value

  /** Builds a product whose fields have all been read. */
  def finish(plan: Plan.Product, id: Int, parts: Array[AnyRef], hasUnbuilt: Boolean, reader: PickleReader): AnyRef =
    var i = 0
    while i < parts.length do
      if parts(i) eq Access.Missing then
        val own = reader.memberRules.missing(plan.shape, i)
        parts(i) = (if own != null then own else AbsentFields.read(plan, i, parts)).asInstanceOf[AnyRef]
      i += 1
    val assembly = reader.assembly
    val early = if plan.isCyclic then assembly.early(id) else null
    if early != null then assembly.fill(id, plan, early, parts)
    else if hasUnbuilt || plan.looksIntoParts then assembly.product(id, plan, parts)
    else
      val value = assembly.watched(plan.construct(parts))
      if plan.isGeneric then assembly.complete(id, value, plan) else assembly.complete(id, value)
      value

  def assign(plan: Plan.Product, target: AnyRef, field: Int, value: AnyRef): Unit =
    if value == null && plan.isUnboxed(field) then throw plan.noValue(field).prepend(plan.shape.segment(field))
    try plan.access.assign(plan.index, target, field, value)
    catch
      case e: ClassCastException =>
        throw new PickleException.WrongType(plan.shape.describe, "a field of another type", e)

  /** Returns the collection that was built element by element: all elements were complete when they were added, also
    * for code that hashes them.
    */
  def resultOf(plan: Plan.Sequence, builder: mutable.Builder[Any, AnyRef], size: Int, reader: PickleReader): AnyRef =
    if plan.ops.looksIntoElements && reader.isAwaiting(plan) then throw noCycle(plan)
    built(plan, builder, size, reader)

  /** Returns the collection, which by its type cannot be part of a cycle. */
  def built(plan: Plan.Sequence, builder: mutable.Builder[Any, AnyRef], size: Int, reader: PickleReader): AnyRef =
    builder match
      case keys: KeyBuilder => keys.check(plan.ops.kind, reader)
      case _                => ()
    plan.ops.result(builder, size)

  /** Returns the element of this collection that was read: the value itself, or the object that is not built yet, if
    * the collection can wait.
    */
  def element(plan: Plan.Sequence, value: AnyRef | Null, reader: PickleReader): AnyRef | Null =
    if value != null then value
    else
      val unbuilt = reader.takeUnbuilt()
      if unbuilt != null && !plan.isCyclic then throw noCycle(plan)
      unbuilt

  /** The failure of a collection that is built at once, since by its type no element leads back to it; but one did. */
  def noCycle(plan: Plan.Sequence): PickleException =
    new PickleException.CyclicConstruction(s"a ${plan.shape.name} needs an object that is itself being read")

  /** A map of these keys and values in turn, or null if it has to wait for some of them. */
  def mapping(plan: Plan.Mapping, id: Int, parts: Array[AnyRef], reader: PickleReader): AnyRef | Null =
    val kept = reader.memberRules.distinctEntries(parts)
    if id < 0 && !reader.hasAssembly then DeferredObjects.mapping(plan, kept, reader)
    else reader.assembly.hide(reader.assembly.mapping(id, plan, kept))

  def completed(value: AnyRef, id: Int, plan: Plan, reader: PickleReader): AnyRef =
    if id >= 0 then reader.assembly.complete(id, value, plan)
    value

  def mapTo(plan: Plan.Mapped, inner: AnyRef): AnyRef =
    try plan.to(inner).asInstanceOf[AnyRef]
    catch
      case e: PickleException => throw e
      case NonFatal(e)        => throw new PickleException.UserCode(s"the function of ${plan.shape.name}'s pickler", e)

  def converted(plan: Plan.Converted, value: AnyRef, assembly: Assembly): AnyRef = value match
    case unbuilt: Unbuilt if plan.lifts != null         => assembly.some(plan.lifts.nn, unbuilt)
    case unbuilt: Unbuilt if plan.isOncePerObject       => assembly.convertedLater(plan, unbuilt)
    case unbuilt: Unbuilt                               => throw noConversion(plan)
    case value if plan.isOncePerObject && value != null => assembly.convertedOnce(plan, value).asInstanceOf[AnyRef]
    case value                                          => plan.convert(value).asInstanceOf[AnyRef]

  /** Returns a number of a collection, converted if the plan converts it. */
  def ofNumber(plan: Plan, number: AnyRef, assembly: Assembly): AnyRef = plan match
    case c: Plan.Converted => converted(c, ofNumber(c.inner.get, number, assembly), assembly)
    case _                 => number

  /** An array is one in its slot, too. */
  def convertedArray(c: Plan.Converted, array: AnyRef | Null, id: Int, reader: PickleReader): AnyRef | Null =
    val converted = c.convert(array)
    if converted == null then null else completed(converted, id, c, reader)

  private def noConversion(plan: Plan): PickleException =
    new PickleException.CyclicConstruction(s"a ${plan.shape.name} that is itself being read is to become another type")
