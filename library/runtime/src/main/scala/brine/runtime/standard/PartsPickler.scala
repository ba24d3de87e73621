package brine.runtime.standard

import brine.{PickleException, Pickler}
import brine.plan.{Access, Plan, PlanRef}
import brine.run.PlannedPickler
import brine.shape.Shape

/** A library's class by its parts, which its public methods give: the object at an open place is written like one with
  * fields.
  *
  * @param parts      the names and the picklers
  * @param apart      gives the parts of an object
  * @param storesOnly `together` keeps its arguments and looks into none of them
  */
private[runtime] final class PartsPickler(
    name: String,
    objectClass: Class[?],
    parts: Seq[(String, Pickler[?])],
    apart: AnyRef => Seq[Any],
    together: Array[AnyRef] => AnyRef,
    storesOnly: Boolean
) extends PlannedPickler[Any], Access:
  val plan: Plan =
    val fields = parts.map((_, pickler) => PlanRef(Plan.of(pickler))).toArray
    val shape = new Shape.Product(name, parts.map(_._1).toArray, true, new PlanRef.Shapes(fields))
    new Plan.Product(
      shape,
      fields,
      new Array[Boolean](fields.length),
      isCyclic = true,
      storesOnly,
      isGeneric = true,
      this,
      0
    )

  def fieldOf(definition: Int, value: AnyRef, field: Int): Any = apart(value)(field)

  def make(definition: Int, fields: Array[AnyRef]): AnyRef =
    try together(fields)
    catch case e: NullPointerException => throw new PickleException.Malformed(s"a part of a $name is null", e)

  def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit = throw new IllegalStateException(name)
  def leafOf(definition: Int, value: AnyRef): Int = -1
  def leafByClass(definition: Int, value: AnyRef): Int = -1
  def classOf(definition: Int): Class[?] = objectClass
  def orderOf(definition: Int): java.util.Comparator[?] | Null = null
  private[brine] override def takesSubclasses: Boolean = true

/** An object of a library of which there is one. */
private[runtime] final class ObjectPickler(name: String, value: AnyRef) extends PlannedPickler[Any], Access:
  val plan: Plan = new Plan.Singleton(new Shape.Singleton(name), this, 0)

  def make(definition: Int, fields: Array[AnyRef]): AnyRef = value
  def classOf(definition: Int): Class[?] = value.getClass
  def fieldOf(definition: Int, value: AnyRef, field: Int): Any = unused()
  def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit = unused()
  def leafOf(definition: Int, value: AnyRef): Int = unused()
  def leafByClass(definition: Int, value: AnyRef): Int = unused()
  def orderOf(definition: Int): java.util.Comparator[?] | Null = unused()

  private def unused(): Nothing = throw new IllegalStateException(s"$name has no fields")
