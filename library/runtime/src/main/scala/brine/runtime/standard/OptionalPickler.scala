package brine.runtime.standard

import java.util.Optional
import brine.Pickler
import brine.plan.{Plan, PlanRef}
import brine.run.PlannedPickler
import brine.shape.Shape

/** Java's `Optional`, by the plan of its content. That plan may need this one, so it is looked up on first use. The
  * bytes are those of `Pickler.optional`.
  */
private[runtime] final class OptionalPickler(content: => Pickler[?]) extends PlannedPickler[Any]:
  private val element = PlanRef(Plan.of(content))
  private val option = PlanRef(new Plan.Optional(new Shape.Optional(element), element))

  val plan: Plan = new Plan.Mapped(
    option,
    _.asInstanceOf[Option[AnyRef]].fold(Optional.empty[AnyRef])(Optional.of(_)),
    { case o: Optional[?] => if o.isPresent then Some(o.get) else None }
  )
