package brine.plan.subtypes

import brine.{Pickler, ScalaEnums, SubtypeFacts}
import brine.plan.Plan

/** The facts about a class that an open type needs, from the class's plan. */
private[brine] abstract class PlanFacts(plan: Plan) extends SubtypeFacts:
  /** Returns the pickler of a leaf's plan. */
  protected def picklerOf(leaf: Plan): Pickler[Any]

  def isObject: Boolean = plan.isInstanceOf[Plan.Singleton]

  def hasFields: Boolean = plan match
    case p: Plan.Product => p.shape.hasMembers
    case _               => false

  def completesItself: Boolean = plan.isInstanceOf[Plan.Product] || plan.isCollection

  def isCollection: Boolean = plan.isCollection

  def hasUnknownClasses: Boolean = plan match
    case _: Plan.Open | _: Plan.Sequence | _: Plan.Mapping | _: Plan.Optional => true
    case _                                                                    => false

  def isSealed: Boolean = plan.isInstanceOf[Plan.Sum]

  def leaves: Vector[SubtypeFacts.Leaf] = plan match
    case s: Plan.Sum =>
      s.leaves.toVector.zipWithIndex.map((leaf, number) => leafOf(leaf.get, s.shape.leafNames(number)))
    case _ => Vector.empty

  def leafNumber(value: AnyRef): Int = plan match
    case s: Plan.Sum => s.leafNumber(value)
    case _           => -1

  private def leafOf(leaf: Plan, name: String): SubtypeFacts.Leaf = leaf match
    case p: Plan.Product =>
      new SubtypeFacts.Leaf(name, p.objectClass, picklerOf(p.alone), isNamedByClass = true)
    case s: Plan.Singleton =>
      new SubtypeFacts.Leaf(name, s.value.getClass, picklerOf(s), !ScalaEnums.isConstant(s.value))
    case other => new SubtypeFacts.Leaf(name, null, picklerOf(other), isNamedByClass = false)
