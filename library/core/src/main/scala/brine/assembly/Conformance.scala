package brine.assembly

import java.util.{ArrayDeque, HashSet}
import brine.{PickleException, Subtypes}
import brine.plan.{Plan, PlanRef}
import brine.shape.ScalarKind

/** Checks that objects fit their places, with all their contents. The class does not determine the contents of a
  * collection or of a generic object. Neither does the plan that it was read by, if that was for elements of any
  * type. One `ArrayList` may occur first at a place of `Any` and then of `ArrayList[Int]`.
  *
  * Checks complete objects only, so it is called when a pickle has been read. Cost: each object is checked once for
  * each type that is expected of it.
  */
private[brine] final class Conformance(subtypes: Subtypes, sameType: SameType):
  import Conformance.*

  private val met = new HashSet[Claim]
  private val open = new ArrayDeque[Claim]

  /** Records a check that [[verify]] makes. */
  def expect(value: AnyRef, plan: Plan): Unit =
    val claim = new Claim(value, plan)
    if met.add(claim) then open.add(claim)

  /** @throws brine.PickleException.WrongType for the first object that is not of the expected type */
  def verify(): Unit =
    while !open.isEmpty do
      val claim = open.poll()
      if !fits(claim.value, claim.plan) then
        val found = claim.value.getClass.getSimpleName
        throw new PickleException.WrongType(claim.plan.shape.describe, s"a $found in an object that is referred to")

  /** Checks this level. Contents other than scalars are left to [[verify]]. */
  private def fits(value: AnyRef, plan: Plan): Boolean = plan match
    case p: Plan.Product   => p.isExactly(value) && (!p.isGeneric || fieldsFit(value, p))
    case s: Plan.Sum       => fitsLeaf(value, s)
    case s: Plan.Singleton => s.value eq value
    case s: Plan.Sequence =>
      isOf(s.ops.isInstance(value))(s.ops.check(value)) && s.ops.iterator(value).forall(holds(_, s.element))
    case m: Plan.Mapping =>
      isOf(m.ops.isInstance(value))(m.ops.check(value)) &&
      m.ops.iterator(value).forall((k, v) => holds(k, m.key) && holds(v, m.value))
    case a: Plan.ScalarArray => value.getClass == a.kind.arrayClass
    case o: Plan.Open        => o.base.isInstance(value) && subtypes.ofObject(value) != null
    case o: Plan.Optional =>
      value match
        case Some(content) => holds(content, o.element)
        case other         => other eq None
    // Only its class can identify the result of a function or of a handwritten pickler.
    case other =>
      val subtype = subtypes.ofObject(value)
      subtype != null && sameType(Plan.of(subtype.pickler), other)

  private def fieldsFit(value: AnyRef, p: Plan.Product): Boolean =
    p.fields.indices.forall(i => holds(p.access.fieldOf(p.index, value, i), p.fields(i)))

  private def fitsLeaf(value: AnyRef, sum: Plan.Sum): Boolean =
    val leaf = sum.leafNumber(value)
    leaf >= 0 && fits(value, sum.leaves(leaf).get)

  private inline def isOf(isInstance: Boolean)(check: => Unit): Boolean =
    isInstance && {
      try
        check
        true
      catch case _: PickleException.UnexpectedClass => false
    }

  private def holds(part: Any, ref: PlanRef): Boolean = ref.get match
    case s: Plan.Scalar => if part == null then s.kind == ScalarKind.String else isScalar(part, s.kind)
    case plan =>
      if part != null then expect(part.asInstanceOf[AnyRef], plan)
      true

private object Conformance:
  private def isScalar(part: Any, kind: ScalarKind): Boolean = part match
    case _: Boolean => kind == ScalarKind.Boolean
    case _: Byte    => kind == ScalarKind.Byte
    case _: Short   => kind == ScalarKind.Short
    case _: Char    => kind == ScalarKind.Char
    case _: Int     => kind == ScalarKind.Int
    case _: Long    => kind == ScalarKind.Long
    case _: Float   => kind == ScalarKind.Float
    case _: Double  => kind == ScalarKind.Double
    case _: String  => kind == ScalarKind.String
    case _: Unit    => kind == ScalarKind.Unit
    case _          => false

  private final class Claim(val value: AnyRef, val plan: Plan):
    override def hashCode: Int = System.identityHashCode(value) * 31 + System.identityHashCode(plan)
    override def equals(other: Any): Boolean = other match
      case that: Claim => (that.value eq value) && (that.plan eq plan)
      case _           => false
