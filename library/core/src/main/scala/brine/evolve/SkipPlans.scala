package brine.evolve

import brine.collections.{MappingOps, SequenceOps}
import brine.plan.{Access, Plan, PlanRef}
import brine.shape.{ScalarKind, Shape}

/** Replaces an object that is skipped. Its contents are skipped, too: it only has its number. */
private[brine] final class SkippedObject(val name: String)

/** Plans that read what a shape says without its classes.
  *
  * @param kept   the plan for objects of a shape that are kept elsewhere, or null
  * @param custom the plan of a pickler by hand
  */
private[brine] final class SkipPlans(kept: Shape => PlanRef | Null, custom: Shape.Custom => Plan)
    extends PlansByShape:
  protected def planOf(shape: Shape): Plan =
    val elsewhere = kept(shape)
    if elsewhere != null then elsewhere.get else own(shape)

  private def own(shape: Shape): Plan = shape match
    case s: Shape.Scalar    => Plan.scalar(s.kind)
    case p: Shape.Product   => product(p)
    case s: Shape.Singleton => new Plan.Singleton(s, SkipPlans.access(s.name), 0)
    case s: Shape.Sum =>
      new Plan.Sum(s, s.leafShapes.map(ref), new SkipPlans.Leaves(s.leafNames), 0)
    case o: Shape.Optional => new Plan.Optional(o, ref(o.element))
    case s: Shape.Sequence =>
      SkipPlans.scalarArray(s).getOrElse(new Plan.Sequence(s, ref(s.element), true, SkipPlans.elements))
    case m: Shape.Mapping => new Plan.Mapping(m, ref(m.key), ref(m.value), true, SkipPlans.entries)
    case m: Shape.Mapped  => new Plan.Mapped(ref(m.inner), identity, identity)
    case o: Shape.Open    => new Plan.Open(o, classOf[Object])
    case c: Shape.Custom  => custom(c)

  private def product(p: Shape.Product): Plan =
    val fields = p.fieldShapes.map(ref)
    val isMutable = Array.fill(fields.length)(true)
    val access = SkipPlans.access(p.name)
    new Plan.Product(p, fields, isMutable, isCyclic = true, storesOnly = true, isGeneric = false, access, 0)

private[brine] object SkipPlans:
  val elements: SequenceOps = SequenceOps("mutable.ArrayBuffer")
  val entries: MappingOps = MappingOps("mutable.LinkedHashMap")

  /** Returns the plan of an array of primitives, which has a special form. */
  def scalarArray(s: Shape.Sequence): Option[Plan.ScalarArray] = s.element match
    case e: Shape.Scalar
        if s.kind == "Array" && !s.isTracked && e.kind != ScalarKind.String && e.kind != ScalarKind.Unit =>
      Some(new Plan.ScalarArray(e.kind))
    case _ => None

  def access(name: String): Access = new ReadOnly:
    def make(definition: Int, fields: Array[AnyRef]): AnyRef = new SkippedObject(name)
    override def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit = ()
    override def classOf(definition: Int): Class[?] = classOfPassedOver

  private val classOfPassedOver: Class[?] = classOf[SkippedObject]

  final class Leaves(names: Array[String]) extends ReadOnly:
    def make(definition: Int, fields: Array[AnyRef]): AnyRef = throw new IllegalStateException()
    override def leafOf(definition: Int, value: AnyRef): Int = value match
      case o: SkippedObject => names.indexOf(o.name)
      case _                => -1
