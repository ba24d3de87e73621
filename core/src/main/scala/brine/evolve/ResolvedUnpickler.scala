package brine.evolve

import brine.{PickleReader, Unpickler}
import brine.plan.{Plan, PlanReader, PlannedPickler}
import brine.shape.Shape

/** Reads what was written from `writer` as what `reader` reads, by the plan that [[Resolution]] finds: at full speed where the
  * shapes are equal, else by the interpreter.
  */
private[brine] final class ResolvedUnpickler[A](writer: Shape, reader: PlannedPickler[A]) extends Unpickler[A]:
  private val found: Plan = Resolution(writer, reader.plan)

  private val resolved: PlannedPickler[A] = if found eq reader.plan then reader else new OfPlan

  private final class OfPlan extends PlannedPickler[A]:
    def plan: Plan = found

  def shape: Shape = writer

  def unpickle(from: PickleReader): A =
    if resolved eq reader then reader.unpickle(from)
    else
      val depth = from.depth
      from.depth = from.options.limits.emittedDepth // leaves all to the interpreter
      val value = PlanReader.root(resolved, from)
      from.depth = depth
      value
