package brine.evolve

import brine.PickleException
import brine.plan.{AbsentFields, Access, Plan}

// How plans that read a writer's shape get at the reader's classes.

/** Objects of the reader's class, from fields in the writer's order.
  *
  * @param from for each field of the class the writer's, -1 for none
  */
private[brine] final class ResolvedProduct(val own: Plan.Product, val from: Array[Int]) extends ReadOnly:
  def make(definition: Int, fields: Array[AnyRef]): AnyRef =
    val parts = new Array[AnyRef](from.length)
    var i = 0
    while i < parts.length do
      parts(i) = (if from(i) >= 0 then fields(from(i)) else AbsentFields.read(own, i, parts)).asInstanceOf[AnyRef]
      i += 1
    if own.isCyclic then own.access.make(own.index, parts) else own.construct(parts)

  override def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit =
    val ownField = from.indexOf(field)
    if ownField >= 0 then own.access.assign(own.index, target, ownField, value)

  override def fieldOf(definition: Int, value: AnyRef, field: Int): Any =
    own.access.fieldOf(own.index, value, from.indexOf(field))

  override def defaultOf(definition: Int, field: Int, earlier: Array[AnyRef]): Any = from.indexOf(field) match
    case -1       => Access.NoDefault
    case ownField => own.access.defaultOf(own.index, ownField, if earlier == null then null else inOwnOrder(earlier))

  private def inOwnOrder(fields: Array[AnyRef]): Array[AnyRef] =
    from.map(i => if i >= 0 then fields(i) else Access.Missing)

  override def classOf(definition: Int): Class[?] = own.objectClass
  override def takesSubclasses: Boolean = own.access.takesSubclasses

/** Leaves by the writer's numbers; `to`: the reader's. */
private[evolve] final class ResolvedSum(r: Plan.Sum, to: Array[Int]) extends ReadOnly:
  def make(definition: Int, fields: Array[AnyRef]): AnyRef = throw new IllegalStateException()
  override def leafOf(definition: Int, value: AnyRef): Int = r.leafNumber(value) match
    case -1   => -1
    case leaf => to.indexOf(leaf)

/** An object without any data. */
private[evolve] final class MadeOfNothing(r: Plan) extends ReadOnly:
  def make(): AnyRef = AbsentFields.madeOfNothing(r)
  def make(definition: Int, fields: Array[AnyRef]): AnyRef = make()
  override def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit = ()
  override def classOf(definition: Int): Class[?] = r match
    case p: Plan.Product => p.objectClass
    case _               => make().getClass

/** Replaces a leaf that is an object and that the reader does not have. */
private[evolve] final class NoObject(refuse: () => PickleException) extends ReadOnly:
  def make(definition: Int, fields: Array[AnyRef]): AnyRef = throw refuse()

/** How plans that only read get at classes. */
private[evolve] abstract class ReadOnly extends Access:
  private def unused: Nothing = throw new IllegalStateException("a plan that only reads")

  def fieldOf(definition: Int, value: AnyRef, field: Int): Any = unused
  def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit = unused
  def leafOf(definition: Int, value: AnyRef): Int = unused
  def leafByClass(definition: Int, value: AnyRef): Int = leafOf(definition, value)
  def classOf(definition: Int): Class[?] = unused
  def orderOf(definition: Int): java.util.Comparator[?] | Null = unused
