package brine.run

import brine.{PickleReader, Subtype, Unpickler}
import brine.evolve.Resolution
import brine.plan.Plan
import brine.shape.Shape
import Resolutions.given

/** Reads values that were written from `writer` as values of `reader`, by the plan that [[Resolution]] finds. Reads
  * at full speed if the shapes are equal, else by walking that plan.
  *
  * @param isWalked it walks the writer's shape even then, since its classes may have had other names
  */
private[brine] final class ResolvedUnpickler[A](writer: Shape, reader: PlannedPickler[A], isWalked: Boolean = false)
    extends Unpickler[A]:
  private val found: Plan = if isWalked then Resolution.walk(writer, reader.plan) else Resolution(writer, reader.plan)

  private[brine] val resolved: PlannedPickler[A] = if found eq reader.plan then reader else new PlannedPickler.Of(found)

  def shape: Shape = writer

  def unpickle(from: PickleReader): A = PlanReader.root(resolved, from)

private[brine] object ResolvedUnpickler:
  /** Returns the subtype as `unpickler` reads it from another shape of its class. */
  def of[A](subtype: Subtype[A], unpickler: Unpickler[A]): Subtype[A] = unpickler match
    case resolved: ResolvedUnpickler[A] => subtype.withPickler(resolved.resolved)
    case _                              => subtype
