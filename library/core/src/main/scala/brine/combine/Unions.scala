package brine.combine

import brine.{internal, PickleException, Pickler}
import brine.cache.PicklerCache
import brine.plan.{Plan, PlanRef}
import brine.shape.Shape

/** Makes the picklers of union types, for the macro, and of types that JSON writes as a union. */
@internal
object Unions:
  /** Returns the pickler of a union of these classes, none of which extends another. It writes the bytes of a sealed
    * family with these leaves. `picklers` are looked up on first use.
    */
  def of[A](names: Vector[String], classes: Vector[Class[?]], picklers: Vector[() => Pickler[?]]): Pickler[A] =
    val inCycle = new Fields.CyclicFields
    val leaves = names.indices.toVector.map { i =>
      Leaves.Leaf(names(i), boxed(classes(i)), PlanRef(asPlace(inCycle.of(picklers(i)()).get)))
    }
    made(names.mkString(" | "), leaves)(_ => ())

  /** Returns the pickler of a union at a call site: one for these picklers, however many calls need it. */
  def once[A](names: => Vector[String], classes: => Vector[Class[?]], picklers: Array[Pickler[?]]): Pickler[A] =
    PicklerCache.once("Union", picklers.asInstanceOf[Array[AnyRef | Null]])(
      of(names, classes, picklers.toVector.map(pickler => () => pickler))
    )

  /** A leaf of [[told]].
    *
    * @param rule     what tells its JSON; null if its type does
    * @param constant a field and its value in those objects of the class that are of the leaf; null if all are
    */
  private[brine] final class Leaf(
      val name: String,
      val leafClass: Class[?],
      val plan: PlanRef,
      val rule: AnyRef | Null = null,
      val constant: (String, Any) | Null = null
  )

  /** Returns the pickler of a union whose leaves rules tell in JSON. */
  private[brine] def told[A](name: String, all: Vector[Leaf]): Pickler[A] =
    val leaves = all.map(l => Leaves.Leaf(l.name, boxed(l.leafClass), PlanRef(asPlace(l.plan.get)), testOf(l)))
    Leaves.check(name, leaves)
    made(name, leaves)(_.rules = all.map(_.rule))

  private def testOf(leaf: Leaf): (AnyRef => Boolean) | Null =
    if leaf.constant == null then null
    else
      val (field, expected) = leaf.constant.nn
      value => ownField(leaf.plan.get, field, value).forall(_ == expected)

  /** The value of an object's field; nothing for a pickler by hand, whose fields are not known. */
  private def ownField(plan: Plan, field: String, value: AnyRef): Option[Any] = plan match
    case p: Plan.Product =>
      val index = p.shape.fieldNames.indexOf(field)
      if index < 0 then
        throw new PickleException.UnsupportedType(p.shape.name, Seq(s"${p.shape.name} has no field '$field'"))
      Some(p.access.fieldOf(p.index, value, index))
    case _ => None

  /** Returns the pickler of a value that may be there, null, or not there: by the picklers of these three leaves. */
  private[brine] def patch[A](
      name: String,
      set: (Class[?], Pickler[?]),
      nothing: (Class[?], Pickler[?]),
      absent: (Class[?], Pickler[?])
  ): Pickler[A] =
    def leaf(name: String, of: (Class[?], Pickler[?])) = Leaves.Leaf(name, of._1, new PlanRef.PlanTarget(of._2))
    made(name, Vector(leaf("Set", set), leaf("Null", nothing), leaf("Absent", absent))) { shape =>
      shape.nullLeaf = 1
      shape.absentLeaf = 2
    }

  private def made[A](name: String, leaves: Vector[Leaves.Leaf])(note: Shape.Sum => Unit): Pickler[A] =
    val made = new Leaves.LeavesPickler[A](name, leaves)
    val shape = made.plan.shape
    shape.isUnion = true
    shape.tracking = new Shape.Tracking(leaves.exists(leaf => keepsIdentity(leaf.plan.get)))
    note(shape)
    made

  /** A plan by which a collection is written as the value of a place. Formats say of such a value whether it is a
    * reference to a known object, also if the collection is empty.
    */
  private def asPlace(plan: Plan): Plan =
    if plan.isCollection then new Plan.Mapped(PlanRef(plan), identity, identity) else plan

  private def keepsIdentity(leaf: Plan): Boolean = leaf match
    case m: Plan.Mapped if m.inner.get.isCollection => m.inner.get.isTracked
    case other                                      => other.isTracked

  /** The class of a value as an object. */
  private def boxed(of: Class[?]): Class[?] =
    if of.isPrimitive then java.lang.invoke.MethodType.methodType(of).wrap.returnType else of
