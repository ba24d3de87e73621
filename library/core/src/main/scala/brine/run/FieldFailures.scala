package brine.run

import brine.{PickleBuilder, PickleException, PickleReader}
import brine.assembly.WaitingPart
import brine.plan.Plan
import brine.plan.steps.PartFailures
import brine.assembly.ReaderAssembly.*

/** Completes failures for [[FieldCalls]]. A separate object without other uses, like
  * [[brine.emitted.EmittedFailures]].
  */
private[brine] object FieldFailures:
  /** A failure while field `at` was written, as it leaves. */
  def writing(e: Exception, plan: Plan.Product, at: Int, builder: PickleBuilder): PickleException =
    PartFailures.writing(e, builder.pathSegments.field(plan.shape, at))

  /** A failure of the class's own code, as it leaves. It is looked for: a getter that fails, or gives what its type
    * does not say (as it can where the type is a type parameter).
    */
  def ofGetter(e: Exception, plan: Plan.Product, value: AnyRef, builder: PickleBuilder): PickleException =
    val getter = plan.fields.indices.find(fails(plan, value, _))
    PartFailures.writing(e, getter.fold("")(builder.pathSegments.field(plan.shape, _)))

  private def fails(plan: Plan.Product, value: AnyRef, field: Int): Boolean =
    try
      val found = plan.access.fieldOf(plan.index, value, field)
      val kind = plan.fields(field).get.scalarKind
      kind != null && !kind.isOf(found)
    catch case e: Exception => true

  /** A failure while field `at` was read, as it leaves. */
  def reading(e: Exception, plan: Plan.Product, at: Int, reader: PickleReader): PickleException =
    PartFailures.reading(e, reader.pathSegments.field(plan.shape, at), reader)

  /** A failure between two fields or behind the last, as it leaves. */
  def between(e: Exception, reader: PickleReader): PickleException = PartFailures.reading(e, "", reader)

  /** Completes a failure while an object was read; in the class's own code it is that of the constructor. `outer`:
    * the waiting parts of the object around it.
    */
  def inObject(e: Exception, plan: Plan.Product, reader: PickleReader, outer: WaitingPart | Null): PickleException =
    if outer != null || reader.hasWaiting then reader.assembly.waiting = outer
    e match
      case twice: PickleException.DuplicateField if twice.number >= 0 =>
        val segment = reader.pathSegments.field(plan.shape, twice.number)
        twice.number = -1
        twice.prepend(segment)
      case e: PickleException => e
      case e                  => PartFailures.reading(plan.constructorFailure(e), "", reader)
