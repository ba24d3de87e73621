package brine.plan

import brine.{internal, Unpickler}
import brine.shape.Shape

/** A plan that is found when first needed: recursive types and givens that need each other. As a function, its shape.
  *
  * (Classes for what every family has, and no functions, since a program that begins waits for them: ADR 95,
  * functions.)
  */
private[brine] abstract class PlanRef extends (() => Shape):
  protected def find(): Plan
  protected def findPickler(): Unpickler[?] | Null = null

  private var found: Plan | Null = null

  /** Returns the pickler that handles values of this plan alone: a given's, or a scalar's. Null for a class that is
    * part of a family.
    */
  private[brine] final def pickler: Unpickler[?] | Null =
    val known = foundPickler
    if known != null then known
    else
      val first = findPickler()
      foundPickler = first
      first

  private var foundPickler: Unpickler[?] | Null = null

  /** The properties that [[Elements]] has computed from it, 0 before. */
  private[brine] final var asElement = 0

  final def get: Plan =
    val plan = found
    if plan != null then plan
    else
      val first = find()
      found = first
      first

  final def apply(): Shape = get.shape

private[brine] object PlanRef:
  def apply(plan: => Plan): PlanRef = new PlanRef:
    protected def find(): Plan = plan

  /** Definition `index` of a family. */
  private[brine] final class Local(plans: Array[Plan], index: Int) extends PlanRef:
    protected def find(): Plan = plans(index)

  /** The given in slot `index`. */
  private[brine] final class Given(slots: Slots, index: Int) extends PlanRef:
    protected def find(): Plan = Plan.of(slots.slot(index))
    protected override def findPickler(): Unpickler[?] = slots.slot(index)

  /** The plan of a pickler, which handles values alone. */
  private[brine] final class PicklerPlan(pickler: Unpickler[?]) extends PlanRef:
    protected def find(): Plan = Plan.of(pickler)
    protected override def findPickler(): Unpickler[?] = pickler

  /** The plan of a pickler, to be gone through. */
  private[brine] final class PlanTarget(pickler: Unpickler[?]) extends PlanRef:
    protected def find(): Plan = Plan.of(pickler)

  /** A function that returns the shapes of these plans. */
  private[brine] final class Shapes(refs: Array[PlanRef]) extends (() => Array[Shape]):
    def apply(): Array[Shape] =
      val shapes = new Array[Shape](refs.length)
      var i = 0
      while i < refs.length do
        shapes(i) = refs(i).get.shape
        i += 1
      shapes

/** The source of the givens of other types, for a family. */
@internal
trait Slots:
  def slot(index: Int): Unpickler[?]
