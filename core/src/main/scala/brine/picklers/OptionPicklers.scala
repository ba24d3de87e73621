package brine.picklers

import brine.Pickler
import brine.plan.{Plan, PlanRef, PlannedPickler}
import brine.shape.Shape

/** `Option`. (`Either` is a sealed family like any other.) */
trait OptionPicklers:
  given option[A](using element: Pickler[A]): Pickler[Option[A]] = new PlannedPickler[Option[A]]:
    val plan: Plan =
      val ref = new PlanRef(() => Plan.of(element))
      new Plan.Optional(new Shape.Optional(() => ref.get.shape), ref)
