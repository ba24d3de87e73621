package brine.plan

import scala.util.control.NonFatal
import brine.{HandwrittenCalls, internal, PickleException, Pickler, PickleReader, Unpickler}
import brine.collections.{MappingOps, SequenceOps}
import brine.shape.{Note, Nullness, ScalarKind, Shape}

/** A plan that can be run: the nodes of one type and, through [[PlanRef]]s, of all its parts.
  *
  * [[PlanWriter]] and [[PlanReader]] run it with an explicit stack; emitted code runs the same decisions unrolled.
  */
@internal
sealed abstract class Plan extends Note:
  def shape: Shape

  def nullness: Nullness = shape.nullness

  /** Objects keep their identity by default. */
  def isTracked: Boolean = false

  /** True if they keep it with [[brine.Sharing.All]], too. */
  def isObject: Boolean = false

  /** True for a collection, map or array: its header shows that it is not null, so it needs no marker. */
  def isCollection: Boolean = false

  /** True if a value that is not null can have the form of a null, because it is written as another type's value. */
  def mayLookNull: Boolean = false

  /** The kind of a scalar; null for any other type. */
  private[brine] def scalarKind: ScalarKind | Null = null

  /** The plans of the parts of its values. */
  private[brine] def parts: Iterator[Plan] = Iterator.empty

  /** True if making a value of its parts may look into them. In a cycle the parts must then be complete. */
  private[brine] def needsWholeParts: Boolean = true

  /** Returns true if a place of this plan can hold a value that is not null. Looks at no part of it. True for another
    * type by two functions, and for a pickler by hand: only these can tell.
    */
  private[brine] def admits(value: AnyRef): Boolean = true

  /** Returns true if all its values are objects of this class, as far as the plan tells. */
  private[brine] def isOf(c: Class[?]): Boolean = false

  /** The properties that are tested for each value: [[Plan.GoesToBody]], [[Plan.HasMarker]], [[Plan.HasTag]] and
    * [[Plan.KeepsIdentity]], computed once. [[Plan.IsOpen]] is set for a [[Plan.Open]].
    */
  private[brine] final def facts: Int =
    if knownFacts == 0 then
      val hasTag = nullness == Nullness.Marker
      val hasMarker = hasTag && !isCollection
      val goesToBody = !hasMarker && !isTracked
      val isOpen = isInstanceOf[Plan.Open]
      knownFacts = Plan.Known |
        (if isOpen then Plan.IsOpen else 0) |
        (if hasMarker then Plan.HasMarker else 0) |
        (if goesToBody then Plan.GoesToBody else 0) |
        (if hasTag then Plan.HasTag else 0) |
        (if isTracked then Plan.KeepsIdentity else 0)
    knownFacts

  private var knownFacts = 0

  /** The properties if all objects keep their identity. */
  private[brine] final def factsOfAll: Int =
    if knownFactsOfAll == 0 then
      knownFactsOfAll = if isObject then (facts & ~Plan.GoesToBody) | Plan.HasTag | Plan.KeepsIdentity else facts
    knownFactsOfAll

  private var knownFactsOfAll = 0

  /** Returns true if its objects keep their identity. */
  private[brine] final def keepsIdentity(options: brine.PickleOptions): Boolean =
    isTracked || isObject && options.sharesAll

  /** Found by [[Component.of]]. */
  private[brine] var component: Component | Null = null

  /** True if migrations can be reached from it; [[brine.evolve.UnversionedData]] finds it once. */
  private[brine] var leadsToMigrations: Option[Boolean] = None

  /** 1 if a deep copy shares all values of this plan with the original, -1 if not, 0 until it is known. */
  private[brine] var sharesCopies: Byte = 0

  /** How other shapes were resolved to this class or family; null before the first. */
  @volatile private[brine] var resolutions: Note | Null = null

  /** The arity that a reference's tag is relative to; see [[brine.PickleBuilder.putReference]]. */
  def arity: Int = if isCollection then 0 else 1

@internal
object Plan:
  private val scalars = ScalarKind.table(new Array[Scalar](_))(new Scalar(_))

  /** The plan of a scalar. */
  private[brine] def scalar(kind: ScalarKind): Scalar = scalars(kind.ordinal)

  private val NoCodes = new Array[Note | Null](0)

  private final val Known = 1
  private final val NotComputed = -2

  /** Its place contains only its body, or the null of its type. */
  private[brine] final val GoesToBody = 2

  /** A marker for null or not precedes it. */
  private[brine] final val HasMarker = 4

  private[brine] final val KeepsIdentity = 8

  /** A reader reads a tag for it: null, a new object, or a reference. */
  private[brine] final val HasTag = 16

  private[brine] final val IsOpen = 32

  /** A primitive, `String` or `Unit`. */
  final class Scalar(val kind: ScalarKind) extends Plan:
    val shape: Shape = Shape.Scalar(kind)
    private[brine] override def scalarKind: ScalarKind = kind
    private[brine] override def needsWholeParts: Boolean = false
    private[brine] override def admits(value: AnyRef): Boolean = kind.box.isInstance(value)

  /** A class with fields; [[TypePlan.Product]] has the meaning of the flags, of whose definition this is number `index`
    * in the family that `access` serves.
    */
  final class Product(
      val shape: Shape.Product,
      val fields: Array[PlanRef],
      val isMutable: Array[Boolean],
      val isCyclic: Boolean,
      val storesOnly: Boolean,
      val isGeneric: Boolean,
      val access: Access,
      val index: Int
  ) extends Plan:
    if shape.plan == null then shape.plan = this

    /** The author's migrations from older shapes, if there are any. */
    private[brine] lazy val migrations: brine.Migrations[?] | Null = access.migrationsOf(index)

    val objectClass: Class[?] = access.classOf(index)

    /** Returns true if an object is of exactly this class. The variants that Scala 2 makes of a specialised class (of
      * tuples, for one) count as the class.
      */
    def isExactly(value: AnyRef): Boolean =
      val c = value.getClass
      c == objectClass || (takesVariants && c.getSuperclass == objectClass && c.getName.endsWith("$sp") &&
        c.getName.startsWith(objectClass.getName + "$mc")) || takesSubclasses && objectClass.isInstance(value)

    private val takesVariants: Boolean = access.takesVariants(index)

    // A mutable value's own pickler checks the class.
    private val takesSubclasses: Boolean = access.takesSubclasses || shape.isMutableValue

    /** True if its constructor may read the contents of its parts. In a cycle the parts must then be complete. */
    val looksIntoParts: Boolean = isCyclic && !storesOnly

    override def isTracked: Boolean = shape.isTracked
    override def isObject: Boolean = true
    private[brine] override def parts: Iterator[Plan] = fields.iterator.map(_.get)
    private[brine] override def needsWholeParts: Boolean = !storesOnly
    private[brine] override def admits(value: AnyRef): Boolean = isExactly(value)
    private[brine] override def isOf(c: Class[?]): Boolean = c.isAssignableFrom(objectClass)

    /** The fields of value classes, whose box is never null. */
    private[brine] var unboxedFields: Array[Int] = Shape.NoNumbers

    /** Builds an object of all its fields.
      *
      * @throws brine.PickleException as [[constructorFailure]] says
      */
    private[brine] def construct(parts: Array[AnyRef]): AnyRef =
      if unboxedFields.length > 0 then checkUnboxed(parts)
      constructEarly(parts)

    private def checkUnboxed(parts: Array[AnyRef]): Unit =
      for i <- unboxedFields do if parts(i) == null then throw noValue(i).prepend(shape.segment(i))

    /** Builds an object whose variables are null as yet. */
    private[brine] def constructEarly(parts: Array[AnyRef]): AnyRef =
      try access.make(index, parts)
      catch case NonFatal(e) => throw constructorFailure(e)

    /** Returns true if the field is of a value class, which would take null as a zero. */
    private[brine] def isUnboxed(field: Int): Boolean = unboxedFields.length > 0 && unboxedFields.contains(field)

    private[brine] def noValue(field: Int): PickleException =
      new PickleException.NullValue(s"expected a ${shape.fieldShapes(field).name}, found null")

    /** Returns the exception to throw where the constructor ended in `e`. */
    private[brine] def constructorFailure(e: Throwable): PickleException = e match
      case e: PickleException    => e
      case e: ClassCastException => new PickleException.WrongType(shape.describe, "fields of other types", e)
      case e                     => new PickleException.UserCode(s"the constructor of ${shape.name}", e)

    /** Cached by deep copies. */
    private[brine] var copyFacts: Note | Null = null

    /** The code for its objects that formats made at run time, at the number of each format. */
    private[brine] var codes: Array[Note | Null] = NoCodes

    /** Returns the plan of this class alone, outside of its family. Formats make no code for it. */
    private[brine] def alone: Product =
      new Product(shape, fields, isMutable, isCyclic, storesOnly, isGeneric, access, index)

    /** [[Component.lateField]] of fields in the order of the class. */
    private[brine] lazy val lateField: LateField = Component.lateField(this, fields.indices.toArray)

    /** [[Component.lateField]] of fields in the order of `Shape.Product.valuesFirst`. */
    private[brine] lazy val lateOfValuesFirst: LateField = Component.lateField(this, shape.valuesFirst)

    /** The receiver of the calls of the code for its fields: [[FieldCalls.of]] caches it here. */
    private[brine] var calls: Note | Null = null

  /** An object. `value` is the object itself, which `access` returns. */
  final class Singleton(val shape: Shape.Singleton, val access: Access, val index: Int) extends Plan:
    def value: AnyRef = access.make(index, Plan.NoValues)
    private[brine] override def needsWholeParts: Boolean = false
    private[brine] override def admits(value: AnyRef): Boolean = value eq this.value
    private[brine] override def isOf(c: Class[?]): Boolean = c.isInstance(value)

  /** A sealed family: `access` finds a value's leaf. */
  final class Sum(val shape: Shape.Sum, val leaves: Array[PlanRef], val access: Access, val index: Int) extends Plan:
    if shape.plan == null then shape.plan = this

    /** The author's migrations from older shapes, if there are any. */
    private[brine] lazy val migrations: brine.Migrations[?] | Null = access.migrationsOf(index)

    override def isTracked: Boolean = shape.isTracked
    override def arity: Int = leaves.length
    private[brine] override def parts: Iterator[Plan] = leaves.iterator.map(_.get)
    private[brine] override def needsWholeParts: Boolean = false
    private[brine] override def admits(value: AnyRef): Boolean = leafNumber(value) >= 0
    private[brine] override def isOf(c: Class[?]): Boolean = leaves.forall(_.get.isOf(c))

    /** True if a migration may turn an object that was read as a leaf into another object. */
    private[brine] lazy val hasMigratedLeaves: Boolean = leaves.exists(_.get match
      case _: Converted | _: Versions => true
      case _                          => false
    )

    /** Returns the number of the leaf of `value`, -1 if it is not a leaf. */
    def leafNumber(value: AnyRef): Int =
      if leaves.length <= Plan.MostTests then access.leafOf(index, value) else access.leafByClass(index, value)

    /** Returns the exception to throw for an object that is not a leaf. */
    private[brine] def unexpected(value: AnyRef): brine.PickleException =
      brine.PickleException.UnexpectedClass.of(shape.name, value.getClass, isFamily = true)

  /** `Option`. */
  final class Optional(val shape: Shape.Optional, val element: PlanRef) extends Plan:
    private[brine] override def parts: Iterator[Plan] = Iterator(element.get)
    private[brine] override def needsWholeParts: Boolean = false
    private[brine] override def admits(value: AnyRef): Boolean = value.isInstanceOf[Option[?]]

  /** A collection or an array of references; `ops` takes it apart and puts it together. */
  final class Sequence(val shape: Shape.Sequence, val element: PlanRef, val isCyclic: Boolean, val ops: SequenceOps)
      extends Plan:
    override def isTracked: Boolean = shape.isTracked
    override def isObject: Boolean = true
    override def isCollection: Boolean = true
    private[brine] override def parts: Iterator[Plan] = Iterator(element.get)
    private[brine] override def needsWholeParts: Boolean = ops.looksIntoElements || ops.isFilledLater
    private[brine] override def admits(value: AnyRef): Boolean = ops.isInstance(value)

    /** True if it is an array of references by its shape. */
    private[brine] val isWrittenAsArray: Boolean = shape.kind == "Array" && shape.isTracked

    /** For an array, computed on demand: the narrower classes that are possible here. */
    @volatile private[brine] var covariance: Note | Null = null

    /** True if the class of an array determines its element type. */
    lazy val isReified: Boolean = ops match
      case _: SequenceOps.ArrayOps =>
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
    private[brine] override def parts: Iterator[Plan] = Iterator(key.get, value.get)
    private[brine] override def admits(value: AnyRef): Boolean = ops.isInstance(value)

  /** An array of a primitive type, in one piece. A value, but with [[brine.Sharing.All]]. */
  final class ScalarArray(val kind: ScalarKind) extends Plan:
    val shape: Shape.Sequence = new Shape.Sequence("Array", false, () => Shape.Scalar(kind))
    override def isObject: Boolean = true
    override def isCollection: Boolean = true
    private[brine] override def needsWholeParts: Boolean = false
    private[brine] override def admits(value: AnyRef): Boolean = kind.arrayClass.isInstance(value)

  /** Another type by two functions: the bytes are the inner type's, the null is its own. `edge`: its values only lead
    * to the inner ones, so that they can be there before these are.
    */
  final class Mapped(
      val inner: PlanRef,
      val to: Any => Any,
      val from: Any => Any,
      private[brine] val edge: Edge | Null = null
  ) extends Plan:
    val shape: Shape = new Shape.Mapped(inner)
    override def mayLookNull: Boolean = inner.get.nullness == Nullness.Own || inner.get.mayLookNull
    private[brine] override def parts: Iterator[Plan] = Iterator(inner.get)

  /** A value that `inner` reads, converted to another type: a wider number, an option of it. Occurs in plans that
    * only read. For a migration, `migratesTo` is the plan of today's class, and `by` the migration: each old object
    * then becomes one new object, whichever plan of that migration converts it.
    */
  final class Converted(
      val inner: PlanRef,
      val convert: AnyRef | Null => AnyRef | Null,
      val lifts: Optional | Null,
      migratesTo: Plan | Null = null,
      private[brine] val by: AnyRef | Null = null
  ) extends Plan:
    val isOncePerObject: Boolean = migratesTo != null
    private[brine] def target: Plan = migratesTo.nn
    def shape: Shape = inner.get.shape
    override def isTracked: Boolean = inner.get.isTracked
    override def isObject: Boolean = inner.get.isObject
    override def isCollection: Boolean = inner.get.isCollection
    override def arity: Int = inner.get.arity
    private[brine] override def parts: Iterator[Plan] = Iterator(inner.get)

    /** Made of a whole array, so that it can take its place where objects are counted. */
    lazy val isOfArray: Boolean = inner.get.isInstanceOf[ScalarArray]

  /** A class or family with migrations, in data that do not contain the version: the reader looks ahead and
    * determines it ([[ChoosesVersion]]). Occurs in plans that only read.
    *
    * @param all what reads each version, today's first
    */
  final class Versions(val all: Array[Plan]) extends Plan:
    def shape: Shape = all(0).shape
    override def isTracked: Boolean = all(0).isTracked
    override def isObject: Boolean = all(0).isObject
    override def isCollection: Boolean = all(0).isCollection
    override def arity: Int = all(0).arity
    private[brine] override def parts: Iterator[Plan] = all.iterator

    /** The version that comes. */
    private[brine] def next(reader: PickleReader): Plan = reader match
      case chooser: Plan.ChoosesVersion => all(chooser.versionOf(this))
      case _                            => all(0)

  /** A reader of data that do not say from which version they are. */
  private[brine] trait ChoosesVersion:
    /** Looks ahead and returns the number of the version that follows, without consuming it. */
    private[brine] def versionOf(versions: Versions): Int

  /** A reader that can leave the target of an edge where it stands, to be read when it is needed. */
  private[brine] trait LeavesTargets:
    /** Returns the edge's value, or null if its target must be read now. */
    private[brine] def later(edge: Mapped): AnyRef | Null

  private[brine] def later(edge: Mapped, reader: PickleReader): AnyRef | Null = reader match
    case leaving: LeavesTargets if edge.edge != null => leaving.later(edge)
    case _                                           => null

  /** A value that cannot be read as any object here: reading one throws the exception that `refuse` makes. Occurs in
    * plans that only read.
    */
  final class Refused(val shape: Shape, val refuse: () => brine.PickleException) extends Plan

  /** A type whose subclasses are not known: [[brine.run.structures.OpenPickler]]. The contents of its objects are not
    * known either. They therefore keep their identity, and types that can lead to them count as cyclic.
    */
  final class Open(val shape: Shape.Open, val base: Class[?], private[brine] val isAtRuntime: Boolean = false)
      extends Plan:
    override def isTracked: Boolean = true
    override def isObject: Boolean = true
    private[brine] override def admits(value: AnyRef): Boolean = base.isInstance(value)

  /** A handwritten pickler. */
  final class Custom(val unpickler: Unpickler[?]) extends Plan:
    def shape: Shape = unpickler.shape

    /** Writes a marker before it, whatever shape its author gives it: a handwritten pickler never sees a null. */
    override def nullness: Nullness = Nullness.Marker
    override def mayLookNull: Boolean = true
    def pickler: Pickler[Any] = unpickler.asInstanceOf[Pickler[Any]]

  /** The plan of any pickler. */
  def of(pickler: Unpickler[?]): Plan = pickler match
    case planned: HasPlan => planned.plan
    case custom           => new Custom(custom)

  /** Levels that a call to another pickler, or a walk over the plan, counts against `limits.emittedDepth`. Both take
    * several calls, hence several times the stack of a call within emitted code.
    */
  final val LevelCost = HandwrittenCalls.LevelCost

  /** Type tests in a row; in a family with more leaves, the leaf is looked up by class. */
  private[brine] final val MostTests = 12

  private[brine] val NoValues: Array[AnyRef] = Array.empty[AnyRef]

/** A pickler with a plan. */
private[brine] trait HasPlan:
  /** The operations on a value of its type, as data that can be run. */
  def plan: Plan
