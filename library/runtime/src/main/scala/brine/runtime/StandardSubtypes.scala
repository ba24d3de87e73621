package brine.runtime

import brine.{Pickler, Subtype}
import brine.collections.{MappingOps, SequenceOps}
import brine.model.StandardClasses
import brine.plan.{Plan, PlanRef}
import brine.run.PlannedPickler
import brine.run.structures.{MutableValue, OpenPickler}
import brine.runtime.classes.{RuntimeNames, RuntimeType}
import brine.runtime.standard.{LibrarySubtype, OptionalPickler, StandardTypes}
import brine.shape.{ScalarKind, Shape}

/** Objects of the standard types where the declared type does not determine the class: scalars, times and the like,
  * options, tuples, collections and maps of anything, arrays. Each comes back as an object of its original class.
  */
private[runtime] object StandardSubtypes:
  val any: Pickler[Any] = new OpenPickler[Any](classOf[Object], isAtRuntime = true)

  private final class PlanPickler(val plan: Plan) extends PlannedPickler[Any]

  def ofPlan(plan: Plan): Pickler[Any] = new PlanPickler(plan)

  private val element = PlanRef(Plan.of(any))
  private val elementShape = () => element.get.shape

  /** An object at an open place keeps its identity there, so the collection itself is a value; its elements may lead
    * back.
    */
  def sequence(ops: SequenceOps): Pickler[Any] =
    ofPlan(new Plan.Sequence(ops.shape(false, elementShape), element, true, ops))

  def mapping(ops: MappingOps): Pickler[Any] =
    ofPlan(new Plan.Mapping(ops.shape(false, elementShape, elementShape), element, element, true, ops))

  /** A map whose keys are of one primitive type. */
  def mapping(ops: MappingOps, keys: Pickler[?]): Pickler[Any] =
    val key = PlanRef(Plan.of(keys))
    ofPlan(new Plan.Mapping(ops.shape(false, key, elementShape), key, element, true, ops))

  /** A pickler for the open places of a type that may be a collection: there its object has its number from the place.
    */
  def atOpenPlace(pickler: Pickler[?]): Pickler[?] = Plan.of(pickler) match
    case s: Plan.Sequence if s.isTracked =>
      ofPlan(new Plan.Sequence(s.ops.shape(false, () => s.shape.element), s.element, true, s.ops))
    case m: Plan.Mapping if m.isTracked =>
      ofPlan(new Plan.Mapping(m.ops.shape(false, () => m.shape.key, () => m.shape.value), m.key, m.value, true, m.ops))
    case _ => pickler

  def arrayOf(elementClass: Class[?]): Pickler[Any] = sequence(new SequenceOps.ArrayOps(elementClass))

  private def options: List[LibrarySubtype] = List(
    LibrarySubtype.of(classOf[java.util.Optional[?]])(new OptionalPickler(any)),
    LibrarySubtype.of(classOf[Option[?]])(ofPlan(new Plan.Optional(new Shape.Optional(elementShape), element))),
    LibrarySubtype.of(classOf[scala.runtime.BoxedUnit])(Pickler.unit)
  )

  private lazy val scalarArrays: List[(Class[?], Pickler[Any])] =
    ScalarKind.values.toList.filter(kind => kind != ScalarKind.String && kind != ScalarKind.Unit).map(kind =>
      (kind.arrayClass: Class[?]) -> ofPlan(new Plan.ScalarArray(kind))
    )

  private lazy val sharedArrays: Map[Class[?], Pickler[?]] = scalarArrays.map { (c, content) =>
    c -> new MutableValue(content.asInstanceOf[Pickler[AnyRef]], c.asInstanceOf[Class[AnyRef]])
  }.toMap

  /** The pickler of an array of a primitive type that keeps its identity where a place declares it; null for other
    * classes.
    */
  def sharedArray(c: Class[?]): Pickler[?] | Null = sharedArrays.getOrElse(c, null)

  private def arrays: List[LibrarySubtype] =
    List(classOf[Object], classOf[String]).map(c => LibrarySubtype.of(c.arrayType)(arrayOf(c)))

  private def plain: List[LibrarySubtype] =
    for c <- StandardTypes.classes if !c.isPrimitive yield
      val known = LibrarySubtype.of(c)(StandardTypes.of(c).nn)
      StandardTypes.refusals.get(c).fold(known)(known.refusing(_))

  /** The pickler of a class that needs no list: an object, a tuple, `Left` or `Right`. */
  def structuralPickler(c: Class[?]): Pickler[?] = nothingAllowed.picklerOf(RuntimeType.raw(c))

  private lazy val nothingAllowed = new RuntimePicklers(AllowList.empty)

  /** Tuples, and the variants of them that hold primitives as they are. */
  private def structural: List[LibrarySubtype] =
    val tuples = (1 to 22).map(n => s"scala.Tuple$n").toList
    val pairs = for a <- "CDIJZ"; b <- "CDIJZ" yield s"scala.Tuple2$$mc$a$b$$sp"
    val singles = "DIJ".map(a => s"scala.Tuple1$$mc$a$$sp")
    (tuples ++ singles ++ pairs).map(LibrarySubtype.loaded(_)(structuralPickler)) ++
      List(RuntimeNames.left, RuntimeNames.right).map(c => LibrarySubtype.of(c)(structuralPickler(c)))

  private lazy val known: Map[String, LibrarySubtype] =
    val all =
      options ++ plain ++ scalarArrays.map((c, pickler) =>
        LibrarySubtype.of(c)(pickler)
      ) ++ arrays ++ structural ++ StandardCollections.known ++ LibraryObjects.known ++ Orders.known
    all.map(k => k.name -> k).toMap

  private lazy val byClass: Map[Class[?], LibrarySubtype] = known.values.flatMap(k => k.classes.map(_ -> k)).toMap

  def names: Iterable[String] = known.keys

  /** Null if no class has this name. */
  def named(name: String): Subtype[?] | Null =
    val found = if isNameOfLibraries(name) then known.getOrElse(name, null) else null
    if found == null then null else found.subtype

  /** The classes, and those that represent several of the libraries' own. */
  def classes: Iterable[Class[?]] = byClass.keys

  def isOfOneName(c: Class[?]): Boolean = isNameOfLibraries(c.getName) && byClass.contains(c)

  /** The types that arrays may be declared with, though no object is of them alone. */
  private lazy val elementTypes: Map[String, Class[?]] = List[Class[?]](
    classOf[Number],
    classOf[Comparable[?]],
    classOf[CharSequence],
    classOf[java.io.Serializable],
    classOf[java.lang.Iterable[?]],
    classOf[Product],
    classOf[java.util.Map.Entry[?, ?]],
    classOf[Either[?, ?]],
    classOf[Ordering[?]],
    classOf[java.util.Comparator[?]],
    classOf[Numeric[?]],
    classOf[Some[?]],
    None.getClass,
    classOf[::[?]],
    Nil.getClass,
    classOf[Range.Inclusive],
    classOf[Range.Exclusive]
  ).map(c => c.getName -> c).toMap

  /** The class of this name as the element class of an array; null if no array may have it without being listed. */
  def arrayElement(name: String): Class[?] | Null =
    val known = elementTypes.getOrElse(name, null)
    if known != null then known else if StandardClasses.isKind(name) then LibrarySubtype.load(name) else null

  /** By its class, or the type by which a class of the libraries is known. */
  def of(c: Class[?]): Subtype[?] | Null =
    val known = knownOf(c)
    if known == null then null else known.subtype

  def isKnown(c: Class[?]): Boolean = knownOf(c) != null

  /** A class whose objects are written as those of a type above it, such as `Some`. */
  def isBelowKnown(c: Class[?]): Boolean = !c.isPrimitive && !isOfOneName(c) && isKnown(c)

  private def knownOf(c: Class[?]): LibrarySubtype | Null = if !isOfLibraries(c) then null else knownOfLibraries(c)

  /** Returns false for most classes of programs, for which the tables are not made. Neither they nor a type above them
    * is Scala's or Java's, beside the types of all records, case classes, enums and objects.
    */
  private def isOfLibraries(c: Class[?] | Null): Boolean =
    c != null && !commonTypes(c.getName) &&
      (isNameOfLibraries(c.getName) || isOfLibraries(c.getSuperclass) || c.getInterfaces.exists(isOfLibraries(_)))

  /** Returns true for Scala's and Java's classes, and for arrays. */
  private def isNameOfLibraries(name: String): Boolean =
    name.startsWith("java.") || name.startsWith("scala.") || name.startsWith("[")

  private val commonTypes: Set[String] = Set(
    "java.lang.Object",
    "java.lang.Record",
    "java.lang.Enum",
    "java.lang.Comparable",
    "java.io.Serializable",
    "scala.Product",
    "scala.Equals",
    "scala.Serializable",
    "scala.reflect.Enum",
    "scala.runtime.EnumValue",
    "scala.deriving.Mirror",
    "scala.deriving.Mirror$Product",
    "scala.deriving.Mirror$Sum",
    "scala.deriving.Mirror$Singleton"
  )

  private def knownOfLibraries(c: Class[?]): LibrarySubtype | Null =
    val exact = byClass.getOrElse(c, null)
    if exact != null then exact
    else
      val family = StandardTypes.familyOf(c)
      if family != null then byClass(family) else StandardCollections.familyOf(c).fold(null)(byClass)
