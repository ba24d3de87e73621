package brine.run.structures

import brine.{MutableSurrogate, PickleException, Pickler}
import brine.plan.{Access, Plan, PlanRef}
import brine.run.PlannedPickler
import brine.shape.Shape

/** A pickler of a mutable standard type, such as a `Date`. Its values keep their identity: one object comes back as
  * one.
  *
  * Its plan is that of a class with the field `value`, which `content` writes. The object is its own content, so a
  * format needs no other code for it; JSON writes the content alone ([[Shape.Product.isMutableValue]]).
  */
private[brine] final class MutableValue[A <: AnyRef](val content: Pickler[A], valueClass: Class[A])
    extends PlannedPickler[A], Access, MutableSurrogate:
  val plan: Plan =
    val fields = Array(PlanRef(Plan.of(content)))
    val shape = new Shape.Product(
      content.shape.name,
      Array(MutableValue.Field),
      hasIdentity = true,
      new PlanRef.Shapes(fields),
      isMutableValue = true
    )
    new Plan.Product(
      shape,
      fields,
      Array(false),
      isCyclic = false,
      storesOnly = true,
      isGeneric = false,
      this,
      0
    )

  def fieldOf(definition: Int, value: AnyRef, field: Int): Any = value

  def make(definition: Int, fields: Array[AnyRef]): AnyRef =
    val value = fields(0)
    if value == null then throw new PickleException.Malformed(s"expected ${shape.name}, found null")
    value

  def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit =
    throw new IllegalStateException(shape.name)
  def leafOf(definition: Int, value: AnyRef): Int = -1
  def leafByClass(definition: Int, value: AnyRef): Int = -1
  def classOf(definition: Int): Class[?] = valueClass
  def orderOf(definition: Int): java.util.Comparator[?] | Null = null

private[brine] object MutableValue:
  final val Field = "value"
