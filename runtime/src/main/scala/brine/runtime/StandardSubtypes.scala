package brine.runtime

import scala.collection.mutable
import brine.{Pickler, Subtype}
import brine.derive.Rules
import brine.plan.{MappingOps, OpenPickler, Plan, PlanRef, PlannedPickler, SequenceOps, SortedCollections}
import brine.shape.{ScalarKind, Shape}

/** Objects of the standard types where the declared type does not tell: scalars, times and the like, options, tuples,
  * collections and maps of anything, arrays.
  */
private[runtime] object StandardSubtypes:
  private val special = Set("EnumSet", "EnumMap", "IntMap", "LongMap", "LazyList")

  val any: Pickler[Any] = new OpenPickler[Any](classOf[Object], isAtRuntime = true)

  private final class OfPlan(val plan: Plan) extends PlannedPickler[Any]

  private val element = PlanRef(Plan.of(any))
  private val elementShape = () => element.get.shape

  /** An object at an open place keeps its identity there, so the collection itself is a value; its elements may lead back. */
  private def sequence(kind: String): Pickler[Any] =
    val ops = SequenceOps(kind)
    new OfPlan(new Plan.Sequence(ops.shape(false, elementShape), element, true, ops))

  private def mapping(kind: String): Pickler[Any] =
    val ops = MappingOps(kind)
    new OfPlan(new Plan.Mapping(ops.shape(false, elementShape, elementShape), element, element, true, ops))

  /** A pickler for the open places of a type that may be a collection: there its object has its number from the place. */
  def atOpenPlace(pickler: Pickler[?]): Pickler[?] = Plan.of(pickler) match
    case s: Plan.Sequence if s.isTracked => new OfPlan(new Plan.Sequence(s.ops.shape(false, () => s.shape.element), s.element, true, s.ops))
    case m: Plan.Mapping if m.isTracked =>
      new OfPlan(new Plan.Mapping(m.ops.shape(false, () => m.shape.key, () => m.shape.value), m.key, m.value, true, m.ops))
    case _ => pickler

  def arrayOf(elementClass: Class[?]): Pickler[Any] =
    val ops = new SequenceOps.OfArray(elementClass)
    new OfPlan(new Plan.Sequence(ops.shape(false, elementShape), element, true, ops))

  private val loader: ClassLoader = classOf[List[?]].getClassLoader

  /** By the full name of the class. */
  private def collection(name: String, pickler: Pickler[Any]): Subtype[?] = Subtype.of(loader.loadClass(name), pickler)

  private val collections: List[Subtype[?]] =
    val sequences = for (name, kind) <- Rules.sequences.toList if isPlain(name, kind) yield collection(name, sequence(kind))
    val mappings = for (name, kind) <- Rules.mappings.toList if isPlain(name, kind) yield collection(name, mapping(kind))
    sequences ++ mappings

  /** What needs neither an order nor keys of one type, and what an object says of itself that it is. */
  private def isPlain(name: String, kind: String): Boolean =
    !SortedCollections.isSorted(kind) && !special(name.substring(name.lastIndexOf('.') + 1)) && {
      val c = loader.loadClass(name)
      !RuntimeNames.isOpen(c) || families.contains(c) || smallFamilies.contains(c)
    }

  /** Types of Scala's library whose objects have classes that are its own business. */
  private lazy val families: List[Class[?]] =
    import scala.collection.immutable
    List(
      classOf[Option[?]], classOf[List[?]], classOf[Vector[?]], classOf[immutable.ListMap[?, ?]], classOf[immutable.VectorMap[?, ?]],
      classOf[immutable.ArraySeq[?]], classOf[immutable.Queue[?]], classOf[immutable.ListSet[?]], classOf[immutable.TreeSeqMap[?, ?]],
      classOf[mutable.ArraySeq[?]]
    )

  /** Those whose first few sizes are classes inside the type's companion. */
  private lazy val smallFamilies: List[Class[?]] = List(classOf[Map[?, ?]], classOf[Set[?]])

  private val optional: Subtype[?] = Subtype.of(classOf[java.util.Optional[?]], new OptionalPickler(any))
  private val option: Subtype[?] = Subtype.of(classOf[Option[?]], new OfPlan(new Plan.Optional(new Shape.Optional(elementShape), element)))
  private val unit: Subtype[?] = Subtype.of(classOf[scala.runtime.BoxedUnit], Pickler.unit)

  private val scalarArrays: List[Subtype[?]] =
    List(classOf[Boolean], classOf[Byte], classOf[Short], classOf[Char], classOf[Int], classOf[Long], classOf[Float], classOf[Double])
      .zip(List(
        ScalarKind.Boolean, ScalarKind.Byte, ScalarKind.Short, ScalarKind.Char, ScalarKind.Int, ScalarKind.Long, ScalarKind.Float,
        ScalarKind.Double
      ))
      .map((c, kind) => Subtype.of(c.arrayType, new OfPlan(new Plan.ScalarArray(kind))))

  private val arrays: List[Subtype[?]] =
    List(classOf[Object], classOf[String]).map(c => Subtype.of(c.arrayType, arrayOf(c)))

  private val plain: List[Subtype[?]] =
    StandardTypes.picklers.toList.filterNot(_._1.isPrimitive).map((c, pickler) => Subtype.of(c, pickler.asInstanceOf[Pickler[Any]]))

  private val structural: List[Subtype[?]] =
    val empty = new RuntimePicklers(AllowList.empty)
    val tuples = (1 to 22).map(n => loader.loadClass(s"scala.Tuple$n"))
    (tuples ++ List(RuntimeNames.left, RuntimeNames.right)).toList.map { c =>
      Subtype.of(c, empty.picklerOf(RuntimeType.raw(c)).asInstanceOf[Pickler[Any]])
    }

  lazy val byName: Map[String, Subtype[?]] =
    (unit :: option :: optional :: plain ++ collections ++ scalarArrays ++ arrays ++ structural).map(s => s.name -> s).toMap

  private lazy val byClass: Map[Class[?], Subtype[?]] = byName.values.map(s => s.runtimeClass -> s).toMap

  /** By its class, or the type by which a class of the libraries is known. */
  def of(c: Class[?]): Subtype[?] | Null =
    val exact = byClass.getOrElse(c, null)
    if exact != null then exact
    else
      val family = StandardTypes.familyOf(c)
      if family != null then byClass(family)
      else
        families
          .find(_.isAssignableFrom(c))
          .orElse(smallFamilies.find(isSmall(c, _)))
          .map(byClass)
          .orNull

  private def isSmall(c: Class[?], family: Class[?]): Boolean =
    family.isAssignableFrom(c) && c.getName.startsWith(family.getName + "$") && !c.getName.endsWith("WithDefault")
