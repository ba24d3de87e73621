package brine.graph

import java.util.IdentityHashMap
import scala.jdk.CollectionConverters.*
import brine.{PickleBuilder, PickleException, Pickler, PickleReader, Record, Subtype, Subtypes}
import brine.evolve.{SkipPlans, RecordElements, RecordEntries, RecordPlans}
import brine.plan.Plan
import brine.run.PlannedPickler
import brine.shape.Shape

/** The subtypes of a graph that is read without its classes; written back, they have the same names.
  *
  * An object of a class with fields is a [[Record]], a collection a `collection.Seq` or a `collection.Map`. A value of
  * a standard class, such as a string, a boxed number or a date, is itself if its name in the graph is the name of its
  * class. Every other value is a record with the one field `value`.
  *
  * @param tables the names, and the shapes of the objects with these names
  */
private[brine] final class RecordSubtypes(tables: Iterable[(String, Shape)]) extends Subtypes.Source:
  private val plans = new RecordPlans.Made(keepsAll = true)
  private val byName = new java.util.LinkedHashMap[String, Subtype[?]] // Java's does not mind names that collide

  /** The subtypes of records, by the shapes of these. */
  private val byShape = new IdentityHashMap[Shape, Subtype[?]]

  /** The subtype of options, if there is one. */
  private var option: Subtype[?] | Null = null

  for (name, shape) <- tables do add(name, shape)

  private def add(name: String, shape: Shape): Unit =
    val subtype = Subtype.of(classOf[Object], picklerOf(name, shape).asInstanceOf[Pickler[Object]]).named(name)
    if byName.put(name, subtype) != null then
      throw new PickleException.Malformed(s"two tables of types belong to the subtype ${PickleException.quote(name)}")
    for known <- shapesOf(shape) do byShape.put(known, subtype)
    if shape.isInstanceOf[Shape.Optional] then
      if option != null then throw new PickleException.Malformed("two subtypes are options")
      option = subtype

  private def shapesOf(shape: Shape): Seq[Shape] = shape match
    case s: Shape.Sum => shape +: s.leafShapes.toSeq
    case _            => Seq(shape)

  private def picklerOf(name: String, shape: Shape): Pickler[?] = shape match
    case s: Shape.Sequence if SkipPlans.scalarArray(s).isEmpty =>
      new PlannedPickler.MadePickler[Any](plans.sequence(s, new RecordElements.Ops(name)))
    case m: Shape.Mapping => new PlannedPickler.MadePickler[Any](plans.mapping(m, new RecordEntries.Ops(name)))
    case m: Shape.Mapped =>
      val wrap = new RecordSubtypes.Wrap(name, m)
      new PlannedPickler.MadePickler[Any](plans.mapped(m, wrap.wrapped(_), wrap.unwrapped(_)))
    case _: Shape.Scalar | _: Shape.Custom =>
      plans(shape) match
        case refused: Plan.Refused => new PlannedPickler.MadePickler[Any](refused)
        case plan                  => new RecordSubtypes.ValuePickler(plan, new RecordSubtypes.Wrap(name, shape))
    case other => new PlannedPickler.MadePickler[Any](plans(other))

  override def names: Iterable[String] = byName.keySet.asScala
  def named(name: String): Subtype[?] | Null = byName.get(name)
  def of(runtimeClass: Class[?]): Subtype[?] | Null = named(runtimeClass.getName)

  private[brine] override def ofObject(value: AnyRef): Subtype[?] | Null =
    val known = value match
      case r: Record         => byShape.get(r.shape)
      case e: RecordElements => if e.subtype == null then null else named(e.subtype)
      case e: RecordEntries  => if e.subtype == null then null else named(e.subtype)
      case _: Option[?]      => option
      case other             => of(other.getClass)
    if known != null then known else RecordSubtypes.Elsewhere

private object RecordSubtypes:
  /** The subtype of an object that was read at a place with a closed type. Only a reference to it is written at an open
    * place.
    */
  val Elsewhere: Subtype[?] =
    def refused() = new PickleException.IncompatibleShape(
      Seq("the object was not at a place of an open type when it was read"),
      "a record",
      "an object of an open type"
    )
    Subtype.of(
      classOf[Object],
      new PlannedPickler.MadePickler[Object](new Plan.Refused(new Shape.Open("Object"), () => refused()))
    )

  /** Wraps a value into a record unless it is itself. */
  final class Wrap(name: String, shape: Shape):
    private val fields = Array("value")
    private val simpleName = name.substring(math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1)

    def wrapped(value: Any): Any =
      if value != null && value.getClass.getName == name then value
      else new Record(simpleName, fields, Array(value.asInstanceOf[AnyRef]), shape)

    def unwrapped(of: Any): Any = of match
      case r: Record if r.shape eq shape => r.get(0)
      case other                         => other

  /** Pickles a value of this plan, which holds no objects. */
  final class ValuePickler(plan: Plan, wrap: Wrap) extends Pickler[Any]:
    private val inner: Pickler[Any] = plan match
      case c: Plan.Custom => c.unpickler.asInstanceOf[Pickler[Any]]
      case other          => new PlannedPickler.MadePickler[Any](other)
    def shape: Shape = plan.shape
    def pickle(value: Any, builder: PickleBuilder): Unit = inner.pickle(wrap.unwrapped(value), builder)
    def unpickle(reader: PickleReader): Any = wrap.wrapped(inner.unpickle(reader))
