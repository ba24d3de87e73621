package brine.evolve

import brine.plan.{Access, MappingOps, Plan, PlanRef, SequenceOps}
import brine.shape.{ScalarKind, Shape}

/** An object of a class that is not there, or not any more: its name and its fields. Fields that are objects are records,
  * collections are buffers and maps are maps of what they hold, scalars are themselves. Equal by identity, since it may be
  * part of a cycle.
  */
final class Record private[evolve] (val name: String, val fieldNames: Array[String], private[evolve] val values: Array[AnyRef]):
  /** The value of a field of this name.
    *
    * @throws NoSuchElementException if there is none
    */
  def apply(field: String): Any =
    val index = fieldNames.indexOf(field)
    if index < 0 then throw new NoSuchElementException(s"$name has no field $field")
    values(index)

  override def toString: String = fieldNames.mkString(s"$name(", ", ", ")")

/** Plans that read what a shape says without its classes.
  *
  * @param kept   the plan for objects of a shape that are kept elsewhere, or null
  * @param custom the plan of a pickler by hand
  */
private[evolve] final class RecordPlans(kept: Shape => PlanRef | Null, custom: Shape.Custom => Plan):
  private val plans = new java.util.IdentityHashMap[Shape, Plan]

  def apply(shape: Shape): Plan =
    val known = plans.get(shape)
    if known != null then known
    else
      val elsewhere = kept(shape)
      val plan = if elsewhere != null then elsewhere.get else planOf(shape)
      plans.put(shape, plan)
      plan

  private def ref(shape: Shape): PlanRef = new PlanRef(() => this(shape))

  private def planOf(shape: Shape): Plan = shape match
    case s: Shape.Scalar    => brine.plan.Link.scalar(s.kind)
    case p: Shape.Product   => product(p)
    case s: Shape.Singleton => new Plan.Singleton(s, RecordPlans.access(s.name, Array.empty), 0)
    case s: Shape.Sum =>
      new Plan.Sum(s, s.leafShapes.map(ref), new RecordPlans.Leaves(s.leafNames), 0)
    case o: Shape.Optional => new Plan.Optional(o, ref(o.element))
    case s: Shape.Sequence => RecordPlans.scalarArray(s).getOrElse(new Plan.Sequence(s, ref(s.element), true, RecordPlans.elements))
    case m: Shape.Mapping  => new Plan.Mapping(m, ref(m.key), ref(m.value), true, RecordPlans.entries)
    case m: Shape.Mapped   => new Plan.Mapped(ref(m.inner), identity, identity)
    case o: Shape.Open     => new Plan.Open(o, classOf[Object])
    case c: Shape.Custom   => custom(c)

  private def product(p: Shape.Product): Plan =
    val fields = p.fieldShapes.map(ref)
    val isMutable = Array.fill(fields.length)(true)
    val access = RecordPlans.access(p.name, p.fieldNames)
    new Plan.Product(p, fields, isMutable, isCyclic = true, storesOnly = true, isGeneric = false, access, 0)

private object RecordPlans:
  val elements: SequenceOps = SequenceOps("mutable.ArrayBuffer")
  val entries: MappingOps = MappingOps("mutable.LinkedHashMap")

  /** Arrays of primitives, which have a form of their own. */
  def scalarArray(s: Shape.Sequence): Option[Plan.ScalarArray] = s.element match
    case e: Shape.Scalar if s.kind == "Array" && !s.isTracked && e.kind != ScalarKind.String && e.kind != ScalarKind.Unit =>
      Some(new Plan.ScalarArray(e.kind))
    case _ => None

  def access(name: String, fieldNames: Array[String]): Access = new ReadOnly:
    // One of these for each class: records of a name are of one class as far as it matters here.
    def make(definition: Int, fields: Array[AnyRef]): AnyRef = new Record(name, fieldNames, fields.clone)
    override def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit =
      target.asInstanceOf[Record].values(field) = value
    override def classOf(definition: Int): Class[?] = RecordPlans.recordClass

  private val recordClass: Class[?] = classOf[Record]

  final class Leaves(names: Array[String]) extends ReadOnly:
    def make(definition: Int, fields: Array[AnyRef]): AnyRef = throw new IllegalStateException()
    override def leafOf(definition: Int, value: AnyRef): Int = value match
      case r: Record => names.indexOf(r.name)
      case _         => -1
