package brine.graph.clustered.reading

import java.util.{Collections, IdentityHashMap}
import scala.collection.mutable
import brine.{PickleOptions, Unpickler}
import brine.plan.Plan
import brine.shape.Shape

/** The picklers by hand that plans may call, by their shapes: only these picklers know where their values end. Searched
  * at the first request.
  */
private[graph] final class PicklersByHand(options: PickleOptions) extends (Shape.Custom => Unpickler[?] | Null):
  private val known = mutable.HashMap.empty[Shape.Custom, Unpickler[?]]
  private val met = Collections.newSetFromMap(new IdentityHashMap[Plan, java.lang.Boolean])
  private val open = mutable.Queue.empty[Plan]
  private lazy val subtypes: Unit =
    for name <- options.subtypes.names do
      val subtype = options.subtypes.named(name)
      if subtype != null then open += Plan.of(subtype.pickler)

  /** Grows when plans are added. */
  var count: Int = 0

  /** Adds the picklers of this plan. */
  def add(plan: Plan): this.type =
    if !met.contains(plan) then
      open += plan
      count += 1
    this

  def apply(shape: Shape.Custom): Unpickler[?] | Null =
    subtypes
    while open.nonEmpty do
      val plan = open.dequeue()
      if met.add(plan) then
        plan match
          case c: Plan.Custom => keep(c)
          case other          => open ++= other.parts
    known.getOrElse(shape, null)

  private def keep(plan: Plan.Custom): Unit = plan.shape match
    case shape: Shape.Custom => known(shape) = plan.unpickler
    case _                   => ()
