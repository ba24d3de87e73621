package brine.assembly

import scala.util.control.NonFatal
import brine.{Limits, PickleException, Record, Subtypes, SurrogatePickler}
import brine.plan.Plan
import brine.shape.Shape

/** Compares what migrations make with the picklers of today's classes: the class of each field, and of all parts that
  * class files do not determine. A migration is the user's code, which takes the parts of its argument without types.
  *
  * Cost: each object is checked once for each type that is expected of it, in one pickle.
  */
private[assembly] final class MigrationResults(subtypes: Subtypes, limits: Limits)
    extends Conformance(subtypes, new SameType):
  private var target: Plan | Null = null

  /** @throws brine.PickleException.WrongType for a part that the pickler of today's class does not write */
  def check(result: AnyRef, migration: Plan.Converted): Unit =
    target = migration.target
    expect(result, target.nn)
    verify()

  protected override def refused(expected: Shape, found: Any, path: String): PickleException =
    val name = target.nn.shape.name
    val place = if path.isEmpty then s"as the $name" else s"at $$$path of the $name"
    val cure = found match
      case r: Record => s": it is the record of a ${PickleException.quote(r.name)}, which the migration must convert"
      case _         => ""
    new PickleException.WrongType(expected.describe, s"${Conformance.nameOf(found)} $place that a migration made$cure")

  protected override def looksInto(p: Plan.Product): Boolean = true

  protected override def fits(value: AnyRef, plan: Plan): Boolean = (value, plan) match
    case (_: LazyList[?], s: Plan.Sequence) => s.ops.isInstance(value) // computing its elements may never end
    case (_: Record, _)                     => false
    case (_, o: Plan.Open) =>
      val subtype = if o.base.isInstance(value) then subtypes.ofObject(value) else null
      if subtype != null then expect(value, Plan.of(subtype.nn.pickler))
      subtype != null
    case _ => super.fits(value, plan)

  /** Only the functions of an `imap`, and picklers by hand, know their classes. These take other types, or fail. */
  protected override def fitsOther(value: AnyRef, plan: Plan): Boolean = plan match
    case m: Plan.Mapped => m.edge != null || isTaken(holds(m.from(value), m.inner, ""))
    case c: Plan.Custom =>
      c.unpickler match
        case standard: SurrogatePickler[Any @unchecked, Any @unchecked] =>
          isTaken(standard.partsOf(value, limits) != null)
        case _ => true
    case _ => true

  /** Other failures than that of a class are left to the next write. */
  private def isTaken(take: => Boolean): Boolean =
    try take
    catch
      case _: ClassCastException => false
      case e: PickleException    => throw e
      case NonFatal(_)           => true
