package brine.evolve

import brine.Record
import brine.collections.{MappingOps, SequenceOps}
import brine.plan.{Plan, PlanRef}
import brine.shape.Shape

/** Makes plans that read the values of a shape as [[Record]]s, and write them. */
private[brine] object RecordPlans:
  def of(shape: Shape): Plan = new Made(keepsAll = false)(shape)

  /** Returns a plan whose values are written back exactly as they were read. A null that represented a value of
    * another type is [[NullOfAnother]], which differs from a null.
    */
  def keepingAll(shape: Shape): Plan = new Made(keepsAll = true)(shape)

  private val elements = new RecordElements.Ops(null)
  private val entries = new RecordEntries.Ops(null)

  private[brine] object NullOfAnother:
    override def toString: String = "null"

  private[brine] class Made(keepsAll: Boolean) extends PlansByShape:
    def sequence(s: Shape.Sequence, ops: SequenceOps): Plan = new Plan.Sequence(s, ref(s.element), true, ops)
    def mapping(m: Shape.Mapping, ops: MappingOps): Plan = new Plan.Mapping(m, ref(m.key), ref(m.value), true, ops)

    /** A value of a type that is written as another. */
    def mapped(m: Shape.Mapped, wrapped: Any => Any, unwrapped: Any => Any): Plan =
      new Plan.Mapped(ref(m.inner), inner => wrapped(toOuter(inner)), of => toInner(unwrapped(of)))

    private def toOuter(inner: Any): Any = if inner == null then NullOfAnother else inner
    private def toInner(of: Any): Any = if of == NullOfAnother then null else of

    protected def planOf(shape: Shape): Plan = shape match
      case s: Shape.Scalar                      => Plan.scalar(s.kind)
      case p: Shape.Product if p.isMutableValue => mutableValue(p)
      case p: Shape.Product =>
        val isMutable = Array.fill(p.fieldNames.length)(true)
        new Plan.Product(
          p,
          p.fieldShapes.map(ref),
          isMutable,
          isCyclic = true,
          storesOnly = true,
          isGeneric = true,
          new Records(p),
          0
        )
      case s: Shape.Singleton => new Plan.Singleton(s, new Objects(s), 0)
      case s: Shape.Sum       => family(s, ref)
      case o: Shape.Optional  => new Plan.Optional(o, ref(o.element))
      case s: Shape.Sequence =>
        SkipPlans.scalarArray(s).getOrElse(sequence(s, if keepsAll then elements else SkipPlans.elements))
      case m: Shape.Mapping            => mapping(m, if keepsAll then entries else SkipPlans.entries)
      case m: Shape.Mapped if keepsAll => new Plan.Mapped(ref(m.inner), toOuter(_), toInner(_))
      case m: Shape.Mapped             => new Plan.Mapped(ref(m.inner), identity, identity)
      case o: Shape.Open               => new Plan.Open(o, classOf[Object])
      case c: Shape.Custom =>
        def refused() = new brine.PickleException.IncompatibleShape(
          Seq(s"a pickler by hand wrote ${brine.PickleException.quote(c.name)}, and only that pickler can read it"),
          c.name,
          "a record"
        )
        StandardValues.planOf(c).getOrElse(new Plan.Refused(c, () => refused()))

    /** A sealed family. `leaf` gives the plan of each leaf: of records, or of the objects of a class. */
    protected final def family(s: Shape.Sum, leaf: Shape => PlanRef): Plan =
      val leaves = s.leafShapes.map(leaf)
      new Plan.Sum(s, leaves, new Family(s, leaves), 0)

    /** The value itself, which needs no class of the writer's. */
    private def mutableValue(p: Shape.Product): Plan =
      new Plan.Product(
        p,
        Array(ref(p.fieldShapes(0))),
        Array(false),
        isCyclic = false,
        storesOnly = true,
        isGeneric = true,
        Values,
        0
      )

  private object Values extends ReadOnly:
    def make(definition: Int, fields: Array[AnyRef]): AnyRef = fields(0)
    override def fieldOf(definition: Int, value: AnyRef, field: Int): Any = value
    override def classOf(definition: Int): Class[?] = Predef.classOf[Object]

  private final class Records(p: Shape.Product) extends ReadOnly:
    def make(definition: Int, fields: Array[AnyRef]): AnyRef = new Record(p.name, p.fieldNames, fields.clone, p)
    override def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit =
      target.asInstanceOf[Record].put(field, value)
    override def fieldOf(definition: Int, value: AnyRef, field: Int): Any = value.asInstanceOf[Record].get(field)
    override def classOf(definition: Int): Class[?] = Predef.classOf[Record]

  private final class Objects(s: Shape.Singleton) extends ReadOnly:
    private val it = new Record(s.name, Array.empty, Array.empty, s)
    def make(definition: Int, fields: Array[AnyRef]): AnyRef = it
    override def classOf(definition: Int): Class[?] = Predef.classOf[Record]

  private final class Family(s: Shape.Sum, leaves: Array[PlanRef]) extends ReadOnly:
    def make(definition: Int, fields: Array[AnyRef]): AnyRef = throw new IllegalStateException()
    override def leafOf(definition: Int, value: AnyRef): Int = value match
      case r: Record =>
        val own = s.leafShapes.indexWhere(_ eq r.shape)
        if own >= 0 then own
        else s.leafShapes.indexWhere(leaf => leaf.name == r.shape.name && leaf.fingerprint == r.shape.fingerprint)
      case _ => leaves.indexWhere(_.get.admits(value))
