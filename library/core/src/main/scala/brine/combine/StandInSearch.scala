package brine.combine

import java.util.{ArrayDeque, Collections, IdentityHashMap}
import brine.PickleException
import brine.plan.{Component, Plan}

/** Looks for an object in its own stand-in, below constructors that need it whole. No reader could make such an object:
  * its stand-in must be complete first.
  *
  * Cost: at most [[StandInSearch.Most]] objects, and only for types that can lead back to themselves.
  */
private[combine] object StandInSearch:
  private final val Most = 1_000

  def holdsItself(name: String): PickleException = new PickleException.CyclicConstruction(
    s"the stand-in of a $name holds this $name, which is made from the complete stand-in, so no reader could make " +
      "it. " +
      s"Put the contents of the $name into the stand-in, or let the stand-in hold it by a variable"
  )

  /** Returns true if `standIn` cannot be made before `value`. */
  def leadsTo(value: AnyRef, standIn: AnyRef, plan: Plan): Boolean =
    val search = new StandInSearch(value)
    search.meet(standIn, plan)
    search.run()

private final class StandInSearch(value: AnyRef):
  private val met = Collections.newSetFromMap(new IdentityHashMap[AnyRef, java.lang.Boolean])
  private val left = new ArrayDeque[(AnyRef, Plan)]
  private var isFound = false

  def meet(part: Any, plan: Plan): Unit =
    val o = part.asInstanceOf[AnyRef]
    if o eq value then isFound = true
    else if o != null && !plan.isInstanceOf[Plan.Scalar] && met.size < StandInSearch.Most && met.add(o) then
      left.add((o, plan))

  def run(): Boolean =
    while !isFound && !left.isEmpty do
      val (part, plan) = left.poll()
      parts(part, plan)
    isFound

  /** Meets the parts that the construction of an object needs. */
  private def parts(of: AnyRef, plan: Plan): Unit = plan match
    case p: Plan.Product if p.isExactly(of) =>
      for i <- p.fields.indices if !Component.takesLater(p, i) do meet(fieldOf(p, of, i), p.fields(i).get)
    case s: Plan.Sum if s.leafNumber(of) >= 0 => parts(of, s.leaves(s.leafNumber(of)).get)
    case s: Plan.Sequence if s.ops.isInstance(of) && !Component.takesLater(s, 0) =>
      s.ops.iterator(of).take(StandInSearch.Most).foreach(meet(_, s.element.get))
    case m: Plan.Mapping if m.ops.isInstance(of) && !Component.takesLater(m, 0) =>
      for (key, value) <- m.ops.iterator(of).take(StandInSearch.Most) do
        meet(key, m.key.get)
        meet(value, m.value.get)
    case o: Plan.Optional                 => for content <- of.asInstanceOf[Option[Any]] do meet(content, o.element.get)
    case m: Plan.Mapped if m.edge == null => meet(m.from(of), m.inner.get)
    case _                                => ()

  private def fieldOf(p: Plan.Product, of: AnyRef, field: Int): Any = p.access match
    case byHand: Fields.FieldsPickler[?] => byHand.partOf(of, field)
    case access                          => access.fieldOf(p.index, of, field)
