package brine.runtime

import brine.{PickleBuilder, PickleException, PickleReader, Pickler}
import brine.plan.Plan
import brine.runtime.classes.RuntimeNames
import brine.shape.Shape

/** A pickler of a hook at a place that is declared by a class with subclasses: refuses the objects of those that the
  * hook does not give this pickler for.
  */
private[runtime] object HookedPickler:
  def apply(pickler: Pickler[?], declared: Class[?], handles: Class[?] => Boolean): Pickler[?] =
    def check(value: Any): Unit =
      if value != null && value.getClass != declared && !handles(value.getClass) then
        throw PickleException.UnexpectedClass.because(
          RuntimeNames.shown(declared),
          value.getClass.getName,
          s"the hook has no pickler for it, or another than for ${RuntimeNames.shown(declared)}. Let it give the " +
            "same one if that handles both"
        )
    Plan.of(pickler) match
      case _: Plan.Custom => new Checking(pickler.asInstanceOf[Pickler[Any]], check)
      case m: Plan.Mapped =>
        def from(value: Any): Any =
          check(value)
          m.from(value)
        StandardSubtypes.ofPlan(new Plan.Mapped(m.inner, m.to, from, m.edge))
      case _ => pickler // it checks the class itself, or is open

  private final class Checking(pickler: Pickler[Any], check: Any => Unit) extends Pickler[Any]:
    def shape: Shape = pickler.shape
    def pickle(value: Any, builder: PickleBuilder): Unit =
      check(value)
      pickler.pickle(value, builder)
    def unpickle(reader: PickleReader): Any = pickler.unpickle(reader)
