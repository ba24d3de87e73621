package brine.copying

import java.lang.reflect.Modifier
import java.util.IdentityHashMap
import brine.ImmutableClasses
import brine.plan.Plan

/** Values that a copy shares with its original: nobody can tell them from copies of their own. */
private[copying] object ImmutableParts:
  /** Returns true if all values of this plan are immutable, with everything in them. */
  def isImmutable(plan: Plan): Boolean =
    val known = plan.sharesCopies
    if known != 0 then known > 0
    else
      val found = reachable(plan)
      plan.sharesCopies = if found then 1 else -1
      found

  private def reachable(root: Plan): Boolean =
    val met = new IdentityHashMap[Plan, Plan]
    val open = new java.util.ArrayDeque[Plan]
    def meet(plan: Plan): Unit = if met.put(plan, plan) == null then open.push(plan)
    meet(root)
    var all = true
    while all && !open.isEmpty do
      val plan = open.pop()
      all = plan.sharesCopies > 0 || plan.sharesCopies == 0 && isAlone(plan)
      if all then plan.parts.foreach(meet)
    all

  /** Returns true if all values of this plan are immutable, as far as their parts are. */
  private def isAlone(plan: Plan): Boolean = plan match
    case _: Plan.Scalar | _: Plan.Singleton | _: Plan.Optional => true
    case s: Plan.Sum                                           => true
    case s: Plan.Sequence => !s.ops.isMutable && !s.ops.isArray && isOfImmutable(s.ops.kind)
    case m: Plan.Mapping  => !m.ops.isMutable && isOfImmutable(m.ops.kind)
    case p: Plan.Product  => Modifier.isFinal(p.objectClass.getModifiers) && hasImmutableObjects(p)
    case c: Plan.Custom   => ImmutableClasses.isValue(c.shape)
    case _                => false

  /** Returns true for collections of `scala.collection.immutable`. */
  private def isOfImmutable(kind: String): Boolean = !kind.startsWith("collection.") && !kind.startsWith("java.")

  /** Returns true if objects of exactly the plan's class are immutable, as far as the parts in the plan are: its fields
    * are final, and there are no others.
    */
  def hasImmutableObjects(p: Plan.Product): Boolean =
    !p.shape.isMutableValue && !p.isMutable.contains(true) && !p.access.takesSubclasses &&
      ImmutableClasses.hasFinalFields(p.objectClass, p.fields.length)
