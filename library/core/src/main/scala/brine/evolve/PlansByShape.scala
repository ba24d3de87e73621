package brine.evolve

import brine.plan.{Plan, PlanRef}
import brine.shape.Shape

/** Plans made of shapes alone, one for each; found as they are needed, by whichever thread that is. */
private[evolve] abstract class PlansByShape:
  private val plans = new java.util.IdentityHashMap[Shape, Plan]

  final def apply(shape: Shape): Plan = synchronized {
    val known = plans.get(shape)
    if known != null then known
    else
      val plan = planOf(shape)
      plans.put(shape, plan)
      plan
  }

  protected final def ref(shape: Shape): PlanRef = PlanRef(this(shape))

  protected def planOf(shape: Shape): Plan
