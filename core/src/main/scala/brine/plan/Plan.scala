package brine.plan

import brine.{Migrations, PickleBuilder, PickleReader, Pickler, Unpickler}
import brine.columns.ColumnsCode
import brine.evolve.Resolutions
import brine.shape.{Nullness, ScalarKind, Shape}

/** A plan that can be run: the nodes of one type and, through [[PlanRef]]s, of all it is made of.
  *
  * [[PlanWriter]] and [[PlanReader]] run it with a stack of their own; emitted code runs the same decisions unrolled.
  */
sealed abstract class Plan:
  def shape: Shape

  def nullness: Nullness = shape.nullness

  /** Objects keep their identity by default. */
  def isTracked: Boolean = false

  /** With [[brine.Sharing.All]] they keep it too. */
  def isObject: Boolean = false

  /** A collection, map or array: its header says that it is there, so it needs no marker. */
  def isCollection: Boolean = false

  /** A value that is there may have the form of a null, as another type's value that stands for it. */
  def mayLookNull: Boolean = false

  /** What is asked of it for each value: some of [[Plan.GoesToBody]], [[Plan.HasMarker]], [[Plan.HasTag]] and
    * [[Plan.KeepsIdentity]], found out once.
    */
  private[plan] final def facts: Int =
    if knownFacts == 0 then
      val hasTag = nullness == Nullness.Marker
      val hasMarker = hasTag && !isCollection
      val goesToBody = !hasMarker && !isTracked
      knownFacts = Plan.Known | (if hasMarker then Plan.HasMarker else 0) | (if goesToBody then Plan.GoesToBody else 0) |
        (if hasTag then Plan.HasTag else 0) | (if isTracked then Plan.KeepsIdentity else 0)
    knownFacts

  private var knownFacts = 0

  /** The same where all objects keep their identity. */
  private[plan] final def factsOfAll: Int =
    if knownFactsOfAll == 0 then
      knownFactsOfAll = if isObject then (facts & ~Plan.GoesToBody) | Plan.HasTag | Plan.KeepsIdentity else facts
    knownFactsOfAll

  private var knownFactsOfAll = 0

  /** Whether its objects keep their identity. */
  private[plan] final def keepsIdentity(options: brine.PickleOptions): Boolean = isTracked || isObject && options.sharesAll

  /** Found by [[Component.of]]. */
  private[plan] var component: Component | Null = null

  /** Whether migrations are met on the way from it; found by [[brine.evolve.Undated]], which asks once. */
  private[brine] var leadsToMigrations: Option[Boolean] = None

  /** What a reference's tag is relative to; see [[brine.PickleBuilder.putReference]]. */
  def arity: Int = if isCollection then 0 else 1

object Plan:
  private final val Known = 1

  /** In place of what has not been looked for. */
  private val NotLooked = new Object

  /** At its place stands its body, or the null that its type has. */
  private[plan] final val GoesToBody = 2

  /** Before it stands whether it is there. */
  private[plan] final val HasMarker = 4

  private[plan] final val KeepsIdentity = 8

  /** A reader asks for a tag: whether it is there, or which object it is. */
  private[plan] final val HasTag = 16

  /** A primitive, `String` or `Unit`. */
  final class Scalar(val kind: ScalarKind) extends Plan:
    val shape: Shape = Shape.Scalar(kind)

  /** A class with fields; [[TypePlan.Product]] has the meaning of the flags, of whose definition this is number `index`
    * in the family that `access` serves. `order`: how the fields come, if not as the shape says.
    */
  final class Product(
      val shape: Shape.Product,
      val fields: Array[PlanRef],
      val isMutable: Array[Boolean],
      val isCyclic: Boolean,
      val storesOnly: Boolean,
      val isGeneric: Boolean,
      val access: Access,
      val index: Int,
      private[brine] val order: FieldOrder | Null = null
  ) extends Plan, EmittedFields:
    val objectClass: Class[?] = access.classOf(index)

    /** Whether an object is of exactly this class; the variants that Scala 2 makes of a specialised class (of tuples,
      * for one) count as the class.
      */
    def isExactly(value: AnyRef): Boolean =
      val c = value.getClass
      c == objectClass || (c.getSuperclass == objectClass && c.getName.endsWith("$sp") &&
        c.getName.startsWith(objectClass.getName + "$mc"))

    /** Its constructor may ask its parts for what they hold, so that in a cycle it must find them complete. */
    val looksIntoParts: Boolean = isCyclic && !storesOnly

    override def isTracked: Boolean = shape.isTracked
    override def isObject: Boolean = true

    /** The code that moves its objects to and from columns, if there is one. */
    private[plan] def columns: ColumnsCode | Null =
      val known = knownColumns
      if known ne Plan.NotLooked then known.asInstanceOf[ColumnsCode | Null]
      else
        val found = access.columnsOf(this)
        knownColumns = found
        found

    private var knownColumns: AnyRef | Null = Plan.NotLooked

    /** How other shapes were resolved to this one. */
    private[brine] lazy val resolutions: Resolutions = new Resolutions

  /** An object. `value`: the object itself, which is asked of `access`. */
  final class Singleton(val shape: Shape.Singleton, val access: Access, val index: Int) extends Plan:
    def value: AnyRef = access.make(index, Plan.NoValues)

  /** A sealed family: `access` finds a value's leaf. */
  final class Sum(val shape: Shape.Sum, val leaves: Array[PlanRef], val access: Access, val index: Int) extends Plan:
    override def isTracked: Boolean = shape.isTracked
    override def arity: Int = leaves.length

    /** As of a class. */
    private[brine] lazy val resolutions: Resolutions = new Resolutions

    /** The number of the leaf that `value` is, -1 if it is none. */
    def leafNumber(value: AnyRef): Int =
      if leaves.length <= Plan.MostTests then access.leafOf(index, value) else access.leafByClass(index, value)

  /** `Option`. */
  final class Optional(val shape: Shape.Optional, val element: PlanRef) extends Plan

  /** A collection or an array of references; `ops` takes it apart and puts it together. */
  final class Sequence(val shape: Shape.Sequence, val element: PlanRef, val isCyclic: Boolean, val ops: SequenceOps)
      extends Plan:
    override def isTracked: Boolean = shape.isTracked
    override def isObject: Boolean = true
    override def isCollection: Boolean = true

    /** By its shape it is an array of references. */
    private[plan] val isWrittenAsArray: Boolean = shape.isTracked && shape.kind == "Array"

    /** Of an array, once it is needed: the narrower classes that may stand here. */
    @volatile private[plan] var covariance: Covariance | Null = null

    /** The class of an array tells its element type. */
    lazy val isReified: Boolean = ops match
      case _: SequenceOps.OfArray =>
        element.get match
          case p: Product => !p.isGeneric
          case s: Scalar  => true
          case _          => false
      case _ => false

  /** A map; `ops` takes it apart and puts it together. */
  final class Mapping(
      val shape: Shape.Mapping,
      val key: PlanRef,
      val value: PlanRef,
      val isCyclic: Boolean,
      val ops: MappingOps
  ) extends Plan:
    override def isTracked: Boolean = shape.isTracked
    override def isObject: Boolean = true
    override def isCollection: Boolean = true

  /** An array of a primitive type, in one piece. A value, but with [[brine.Sharing.All]]. */
  final class ScalarArray(val kind: ScalarKind) extends Plan:
    val shape: Shape.Sequence = new Shape.Sequence("Array", false, () => Shape.Scalar(kind))
    override def isObject: Boolean = true
    override def isCollection: Boolean = true

  /** Another type by two functions: the bytes are the inner type's, the null is its own. `edge`: its values only lead to the inner
    * ones, so that they can be there before these are.
    */
  final class Mapped(val inner: PlanRef, val to: Any => Any, val from: Any => Any, private[brine] val edge: Edge | Null = null) extends Plan:
    val shape: Shape = new Shape.Mapped(inner)
    override def mayLookNull: Boolean = inner.get.nullness == Nullness.Own || inner.get.mayLookNull

  /** What `inner` reads, made into another type's: a wider number, an option of it. Of plans that only read.
    * `isOncePerObject`: what was one object becomes one.
    */
  final class Converted(
      val inner: PlanRef, val convert: AnyRef | Null => AnyRef | Null, val lifts: Optional | Null, val isOncePerObject: Boolean = false
  ) extends Plan:
    def shape: Shape = inner.get.shape
    override def isTracked: Boolean = inner.get.isTracked
    override def isObject: Boolean = inner.get.isObject
    override def isCollection: Boolean = inner.get.isCollection
    override def arity: Int = inner.get.arity

    /** Made of a whole array, so that it can take its place where objects are counted. */
    lazy val isOfArray: Boolean = inner.get.isInstanceOf[ScalarArray]

  /** A class or family with migrations, in data that do not say from which version they are: the reader looks at what comes,
    * and tells ([[brine.PickleReader.versionOf]]). Of plans that only read.
    *
    * @param all what reads each version, today's first
    */
  final class Versions(val all: Array[Plan]) extends Plan:
    def shape: Shape = all(0).shape
    override def isTracked: Boolean = all(0).isTracked
    override def isObject: Boolean = all(0).isObject
    override def isCollection: Boolean = all(0).isCollection
    override def arity: Int = all(0).arity

    /** The version that comes. */
    private[brine] def next(reader: PickleReader): Plan = all(reader.versionOf(this))

  /** A value that no object here can stand for: to meet one is the error that `refuse` makes. Of plans that only read. */
  final class Refused(val shape: Shape, val refuse: () => brine.PickleException) extends Plan

  /** A type whose subclasses are not known: [[OpenPickler]]. What its objects hold is not known either, so they keep their
    * identity, and what can lead to them is taken for cyclic.
    */
  final class Open(val shape: Shape.Open, val base: Class[?]) extends Plan:
    override def isTracked: Boolean = true
    override def isObject: Boolean = true

  /** A pickler written by hand. */
  final class Custom(val unpickler: Unpickler[?]) extends Plan:
    def shape: Shape = unpickler.shape

    /** Whatever shape its author gives it, a marker stands before it: it never sees a null. */
    override def nullness: Nullness = Nullness.Marker
    override def mayLookNull: Boolean = true
    def pickler: Pickler[Any] = unpickler.asInstanceOf[Pickler[Any]]

  /** The plan of any pickler. */
  def of(pickler: Unpickler[?]): Plan = pickler match
    case planned: PlannedPickler[?] => planned.plan
    case custom                     => new Custom(custom)

  /** What a level counts against `limits.emittedDepth` where it is no single call within emitted code, but one to another
    * pickler or a walk over the plan: these take several calls, hence that much more of the stack.
    */
  final val LevelCost = 4

  /** Type tests in a row; in a family with more leaves, the leaf is looked up by class. */
  private[brine] final val MostTests = 12

  private[plan] val NoValues: Array[AnyRef] = Array.empty[AnyRef]

/** How plans get at the classes of a family. Emitted by the macro, one instance a family. The interpreter takes values
  * apart and puts them together field by field, boxed; [[putFields]] and [[getFields]] do all fields of an object at
  * once, typed.
  */
trait Access:
  /** Puts the fields of `value`, an object of `plan`, which is one of this family. */
  def putFields(plan: Plan.Product, value: AnyRef, builder: PickleBuilder): Unit

  /** Mirrors [[putFields]]: gets the fields, in whatever order they come, and builds the object, which is null if it
    * cannot be built yet. `id` is its slot in the assembly, -1 if nothing refers to it.
    */
  def getFields(plan: Plan.Product, reader: PickleReader, id: Int): AnyRef | Null

  /** Whether [[getFields]] asks [[Plan.Product.order]] for what comes. */
  private[brine] def followsOrder: Boolean = false

  /** The code that moves objects of this plan to and from columns, if some was emitted and the plan is the class's own. */
  private[brine] def columnsOf(plan: Plan.Product): ColumnsCode | Null = null

  /** Field number `field` of `value`, an object of definition `definition`; primitives boxed. */
  def fieldOf(definition: Int, value: AnyRef, field: Int): Any

  /** Builds an object of definition `definition` from all its fields; of a singleton, the object itself. */
  def make(definition: Int, fields: Array[AnyRef]): AnyRef

  /** What field number `field` of definition `definition` is where nothing is known of it: its parameter's default
    * argument, computed anew each time, or [[Access.NoDefault]].
    */
  def defaultOf(definition: Int, field: Int): Any = Access.NoDefault

  /** How older shapes become objects of definition `definition`, where its author says so. */
  def migrationsOf(definition: Int): Migrations[?] | Null = null

  /** Assigns a mutable field. */
  def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit

  /** The leaf number of `value` in the sum `definition`, -1 if it is none. */
  def leafOf(definition: Int, value: AnyRef): Int

  /** The same, remembered by class: for families with many leaves. */
  def leafByClass(definition: Int, value: AnyRef): Int

  /** The class of definition `definition`'s objects; for an array and the collections of an enum, that of the elements or
    * keys.
    */
  def classOf(definition: Int): Class[?]

  /** What the sorted collections of definition `definition` are sorted by; null: the natural order of Java's. */
  def orderOf(definition: Int): java.util.Comparator[?] | Null

object Access:
  /** There is no default. */
  val NoDefault: AnyRef = new Object

  /** There is none, and no `None` or empty collection either: a variable in a class's body has a value from its constructor,
    * which must not be lost.
    */
  val MustBeThere: AnyRef = new Object
