package brine.assembly

import java.util.HashMap
import brine.Record
import brine.plan.{Plan, PlanRef}

/** Compares plans: an object that was read by one may occur at a place of the other if both are of one type. The
  * classes must be equal, and so must all properties that depend on their type arguments. Different objects may keep
  * their identity.
  *
  * Two derivations of a type have separate plans, which may be recursive: they are the same unless a difference is
  * found. Cost: each pair of plans at corresponding places is compared once, and the answer is cached.
  */
private[brine] final class SameType:
  private val known = new HashMap[SameType.Pair, java.lang.Boolean]

  def apply(a: Plan, b: Plan): Boolean =
    (a eq b) || {
      val pair = new SameType.Pair(a, b)
      val answer = known.get(pair)
      if answer != null then answer.booleanValue
      else
        val found = SameType.compare(pair)
        known.put(pair, found)
        found
    }

private[brine] object SameType:
  private final class Pair(val a: Plan, val b: Plan):
    override def hashCode: Int = System.identityHashCode(a) * 31 + System.identityHashCode(b)
    override def equals(other: Any): Boolean = other match
      case that: Pair => (that.a eq a) && (that.b eq b)
      case _          => false

  private def compare(first: Pair): Boolean =
    val met = new java.util.HashSet[Pair]
    val open = new java.util.ArrayDeque[Pair]
    def meet(a: Plan, b: Plan): Boolean =
      val pair = new Pair(a, b)
      if (a ne b) && met.add(pair) then open.add(pair)
      true
    meet(first.a, first.b)
    var same = true
    while same && !open.isEmpty do
      val pair = open.poll()
      same = areAlike(pair.a, pair.b)(meet)
    same

  /** Compares this level; `meet` compares the parts. */
  private def areAlike(a: Plan, b: Plan)(meet: (Plan, Plan) => Boolean): Boolean = (a, b) match
    case (a: Plan.Scalar, b: Plan.Scalar)           => a.kind == b.kind
    case (a: Plan.ScalarArray, b: Plan.ScalarArray) => a.kind == b.kind
    // (Records of all shapes are of one class.)
    case (a: Plan.Product, b: Plan.Product) =>
      a.objectClass == b.objectClass && a.shape.name == b.shape.name && a.shape.fieldNames.sameElements(
        b.shape.fieldNames
      ) &&
      all(a.fields, b.fields)(meet)
    case (a: Plan.Singleton, b: Plan.Singleton) =>
      (a.value eq b.value) ||
      a.value.isInstanceOf[Record] && b.value.isInstanceOf[Record] && a.shape.name == b.shape.name
    case (a: Plan.Sum, b: Plan.Sum)           => a.shape.name == b.shape.name && all(a.leaves, b.leaves)(meet)
    case (a: Plan.Optional, b: Plan.Optional) => meet(a.element.get, b.element.get)
    case (a: Plan.Sequence, b: Plan.Sequence) => a.ops.isSame(b.ops) && meet(a.element.get, b.element.get)
    case (a: Plan.Mapping, b: Plan.Mapping) =>
      a.ops.isSame(b.ops) && meet(a.key.get, b.key.get) && meet(a.value.get, b.value.get)
    // The function's class identifies the code that made it, unless the function compares itself. The class of a
    // handwritten pickler does so, too; there may be several for several types.
    case (a: Plan.Mapped, b: Plan.Mapped) => isSameCode(a.to, b.to) && meet(a.inner.get, b.inner.get)
    case (a: Plan.Open, b: Plan.Open)     => a.base == b.base
    case (a: Plan.Custom, b: Plan.Custom) =>
      a.unpickler.getClass == b.unpickler.getClass && a.shape.fingerprint == b.shape.fingerprint
    case _ => false

  /** Compares functions by their classes, or as they compare themselves: one class may serve several types. */
  def isSameCode(a: Nothing => Any, b: Nothing => Any): Boolean = a match
    case a: Equals => a == b
    case _         => a.getClass == b.getClass

  private def all(as: Array[PlanRef], bs: Array[PlanRef])(meet: (Plan, Plan) => Boolean): Boolean =
    as.length == bs.length && as.indices.forall(i => meet(as(i).get, bs(i).get))
