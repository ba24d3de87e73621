package brine.assembly

import java.util.{ArrayDeque, HashSet}
import brine.{PickleException, Subtypes}
import brine.plan.{Plan, PlanRef}
import brine.shape.{ScalarKind, Shape}

/** Checks that objects fit their places, with all their contents. The class does not determine the contents of a
  * collection or of a generic object. Neither does the plan that it was read by, if that was for elements of any
  * type. One `ArrayList` may occur first at a place of `Any` and then of `ArrayList[Int]`.
  *
  * Checks complete objects only, so it is called when a pickle has been read. Cost: each object is checked once for
  * each type that is expected of it.
  */
private[brine] class Conformance(subtypes: Subtypes, sameType: SameType):
  import Conformance.*

  private val met = new HashSet[Claim]
  private val open = new ArrayDeque[Claim]

  /** Records a check that [[verify]] makes. */
  def expect(value: AnyRef, plan: Plan): Unit = expect(value, plan, null, "")

  private def expect(value: AnyRef, plan: Plan, within: Claim | Null, segment: String): Unit =
    val claim = new Claim(value, plan, within, segment)
    if met.add(claim) then open.add(claim)

  /** @throws brine.PickleException.WrongType for the first object that is not of the expected type */
  def verify(): Unit =
    while !open.isEmpty do
      val claim = open.poll()
      here = claim
      if !fits(claim.value, claim.plan) then throw refused(claim.plan.shape, claim.value, claim.path)

  /** The object that is being checked. */
  private var here: Claim | Null = null

  /** Returns the failure of a part, which `path` leads to from the object that was expected. */
  protected def refused(expected: Shape, found: Any, path: String): PickleException =
    new PickleException.WrongType(expected.describe, s"${nameOf(found)} in an object that is referred to")

  /** Checks this level. Contents other than scalars are left to [[verify]]. */
  protected def fits(value: AnyRef, plan: Plan): Boolean = plan match
    case p: Plan.Product   => p.isExactly(value) && (!looksInto(p) || fieldsFit(value, p))
    case s: Plan.Sum       => fitsLeaf(value, s)
    case s: Plan.Singleton => s.value eq value
    case s: Plan.Sequence =>
      isOf(s.ops.isInstance(value))(s.ops.check(value)) && elementsFit(value, s)
    case m: Plan.Mapping =>
      isOf(m.ops.isInstance(value))(m.ops.check(value)) &&
      m.ops.iterator(value).forall((k, v) => holds(k, m.key, ".keys") && holds(v, m.value, ".values"))
    case a: Plan.ScalarArray => value.getClass == a.kind.arrayClass
    case o: Plan.Open        => o.base.isInstance(value) && subtypes.ofObject(value) != null
    case o: Plan.Optional =>
      value match
        case Some(content) => holds(content, o.element, "")
        case other         => other eq None
    case other => fitsOther(value, other)

  /** Only its class can identify the result of a function or of a handwritten pickler. */
  protected def fitsOther(value: AnyRef, plan: Plan): Boolean =
    val subtype = subtypes.ofObject(value)
    subtype != null && sameType(Plan.of(subtype.pickler), plan)

  /** Returns true if the fields of its objects must be checked, since the class does not determine them. */
  protected def looksInto(p: Plan.Product): Boolean = p.isGeneric

  private def fieldsFit(value: AnyRef, p: Plan.Product): Boolean =
    p.fields.indices.forall(i => holds(p.access.fieldOf(p.index, value, i), p.fields(i), p.shape.segment(i)))

  private def elementsFit(value: AnyRef, s: Plan.Sequence): Boolean =
    val elements = s.ops.iterator(value)
    var index = 0
    var fit = true
    while fit && elements.hasNext do
      fit = holds(elements.next(), s.element, s"[$index]")
      index += 1
    fit

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

  /** Checks a scalar; leaves another part, whose place is `segment`, to [[verify]]. */
  protected final def holds(part: Any, ref: PlanRef, segment: => String): Boolean = ref.get match
    case s: Plan.Scalar =>
      isScalar(part, s.kind) || { throw refused(s.shape, part, here.nn.path + segment) }
    case plan =>
      if part != null then expect(part.asInstanceOf[AnyRef], plan, here, segment)
      true

private[brine] object Conformance:
  def nameOf(value: Any): String = if value == null then "null" else s"a ${value.getClass.getSimpleName}"

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
    case null       => kind == ScalarKind.String
    case _: Unit    => kind == ScalarKind.Unit
    case _          => false

  /** @param within the object that has it as a part, null for the first
    * @param segment the place there
    */
  private final class Claim(val value: AnyRef, val plan: Plan, val within: Claim | Null, val segment: String):
    /** The path from the object that was expected. A long one keeps its end. */
    def path: String =
      var all = segment
      var claim = within
      while claim != null && all.length < 200 do
        all = claim.segment + all
        claim = claim.within
      if claim == null then all else s"…$all"

    override def hashCode: Int = System.identityHashCode(value) * 31 + System.identityHashCode(plan)
    override def equals(other: Any): Boolean = other match
      case that: Claim => (that.value eq value) && (that.plan eq plan)
      case _           => false
