package brine.assembly

import java.util.{Collections, IdentityHashMap}
import brine.PickleException
import brine.plan.Plan

/** Compares the results of a migration before and after its argument was complete.
  *
  * @param isMade returns true for objects that migrations have made: each of them is only equal to itself
  */
private final class Reconciliation(plan: Plan.Converted, isMade: AnyRef => Boolean):
  private val target: Plan = plan.target
  private val compared = Collections.newSetFromMap(new IdentityHashMap[AnyRef, java.lang.Boolean])

  /** Gives the variables of the first the values of the second: whether that changed it. */
  def isChanged(first: AnyRef, second: AnyRef | Null): Boolean =
    if second == null then throw conflict("the object itself")
    target match
      case s: Plan.Sum =>
        val leaf = s.leafNumber(first)
        if leaf < 0 || leaf != s.leafNumber(second) then throw conflict("the leaf")
        isChanged(s.leaves(leaf).get, first, second)
      case other => isChanged(other, first, second)

  private def isChanged(of: Plan, first: AnyRef, second: AnyRef): Boolean = of match
    case p: Plan.Product if p.isExactly(first) && p.isExactly(second) =>
      var changed = false
      for field <- p.fields.indices do
        val (x, y) = (p.access.fieldOf(p.index, first, field), p.access.fieldOf(p.index, second, field))
        if !isAlike(p.fields(field).get, x, y) then
          val name = s"its field '${p.shape.fieldNames(field)}'"
          if !p.isMutable(field) then throw conflict(s"$name, which is not a variable,")
          if !p.storesOnly then throw conflict(s"$name, and its class computes in its constructor,")
          Construction.assign(p, first, field, y.asInstanceOf[AnyRef])
          changed = true
      changed
    case other => if isAlike(other, first, second) then false else throw conflict("the object")

  private def isAlike(of: Plan, x: Any, y: Any): Boolean =
    val (a, b) = (x.asInstanceOf[AnyRef], y.asInstanceOf[AnyRef])
    (a eq b) || a != null && b != null && !isMade(a) && !isMade(b) && isAlikeInside(of, a, b)

  /** Objects that a function makes anew at each call. */
  private def isAlikeInside(of: Plan, a: AnyRef, b: AnyRef): Boolean = of match
    case p: Plan.Product =>
      p.isExactly(a) && p.isExactly(b) && (!compared.add(a) ||
        p.fields.indices.forall(i =>
          isAlike(p.fields(i).get, p.access.fieldOf(p.index, a, i), p.access.fieldOf(p.index, b, i))
        ))
    case s: Plan.Sum =>
      val leaf = s.leafNumber(a)
      leaf >= 0 && leaf == s.leafNumber(b) && isAlike(s.leaves(leaf).get, a, b)
    case o: Plan.Optional =>
      (a, b) match
        case (Some(x), Some(y)) => isAlike(o.element.get, x, y)
        case _                  => a == b
    case s: Plan.Sequence => s.ops.size(a) == s.ops.size(b) && s.ops.iterator(a).zip(s.ops.iterator(b)).forall((x, y) =>
        isAlike(s.element.get, x, y)
      )
    case m: Plan.Mapping =>
      m.ops.size(a) == m.ops.size(b) && m.ops.iterator(a).zip(m.ops.iterator(b)).forall { case ((k1, v1), (k2, v2)) =>
        isAlike(m.key.get, k1, k2) && isAlike(m.value.get, v1, v2)
      }
    case _: Plan.ScalarArray => java.util.Objects.deepEquals(a, b)
    case m: Plan.Mapped      => isAlike(m.inner.get, m.from(a), m.from(b))
    case _                   => a == b

  private def conflict(what: String): PickleException = new PickleException.CyclicConstruction(
    s"a migration made another ${target.shape.name} of an object in a cycle when the object was complete: $what " +
      "differs. " +
      "Let the function store the objects that lead back in variables, and compute nothing from them"
  )
