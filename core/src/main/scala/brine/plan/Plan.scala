package brine.plan

import brine.{PickleBuilder, PickleException, PickleReader, Pickler, Unpickler, internal}
import brine.columns.ColumnsCode
import brine.evolve.Resolutions
import brine.shape.{Nullness, ScalarKind, Shape}

/** A plan that can be run: the nodes of one type and, through [[PlanRef]]s, of all it is made of.
  *
  * [[PlanWriter]] and [[PlanReader]] run it with a stack of their own; emitted code runs the same decisions unrolled.
  */
@internal
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
    * [[Plan.KeepsIdentity]], found out once. [[Plan.IsOpen]] says that it is a [[Plan.Open]].
    */
  private[plan] final def facts: Int =
    if knownFacts == 0 then
      val hasTag = nullness == Nullness.Marker
      val hasMarker = hasTag && !isCollection
      val goesToBody = !hasMarker && !isTracked
      val isOpen = isInstanceOf[Plan.Open]
      knownFacts = Plan.Known | (if isOpen then Plan.IsOpen else 0) | (if hasMarker then Plan.HasMarker else 0) | (if goesToBody then Plan.GoesToBody else 0) |
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

@internal
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

  private[plan] final val IsOpen = 32

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
  ) extends EmittedFields:
    if shape.plan == null then shape.plan = this

    val objectClass: Class[?] = access.classOf(index)

    /** Whether an object is of exactly this class; the variants that Scala 2 makes of a specialised class (of tuples,
      * for one) count as the class.
      */
    def isExactly(value: AnyRef): Boolean =
      val c = value.getClass
      c == objectClass || (c.getSuperclass == objectClass && c.getName.endsWith("$sp") &&
        c.getName.startsWith(objectClass.getName + "$mc")) || takesSubclasses && objectClass.isInstance(value)

    // A mutable value's own pickler checks the class.
    private val takesSubclasses: Boolean = access.takesSubclasses || shape.isMutableValue

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

    /** The same class by itself, out of its family: without the code for columns, which would open those of the whole family. */
    private[brine] def alone: Product =
      new Product(shape, fields, isMutable, isCyclic, storesOnly, isGeneric, access, index, order)

    private var knownColumns: AnyRef | Null = Plan.NotLooked

    /** How other shapes were resolved to this one. */
    private[brine] lazy val resolutions: Resolutions = new Resolutions

  /** An object. `value`: the object itself, which is asked of `access`. */
  final class Singleton(val shape: Shape.Singleton, val access: Access, val index: Int) extends Plan:
    def value: AnyRef = access.make(index, Plan.NoValues)

  /** A sealed family: `access` finds a value's leaf. */
  final class Sum(val shape: Shape.Sum, val leaves: Array[PlanRef], val access: Access, val index: Int) extends Plan:
    if shape.plan == null then shape.plan = this

    override def isTracked: Boolean = shape.isTracked
    override def arity: Int = leaves.length

    /** As of a class. */
    private[brine] lazy val resolutions: Resolutions = new Resolutions

    /** What is read as a leaf may become another object, by a migration. */
    private[plan] lazy val hasMigratedLeaves: Boolean = leaves.exists(_.get match
      case _: Converted | _: Versions => true
      case _                          => false)

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
    * `migratesTo`: of a migration, the plan of today's class; what was one object becomes one.
    */
  final class Converted(
      val inner: PlanRef, val convert: AnyRef | Null => AnyRef | Null, val lifts: Optional | Null, migratesTo: Plan | Null = null
  ) extends Plan:
    val isOncePerObject: Boolean = migratesTo != null
    private[plan] def target: Plan = migratesTo.nn
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
  final class Open(val shape: Shape.Open, val base: Class[?], private[plan] val isAtRuntime: Boolean = false) extends Plan:
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

/** What the code that [[brine.derive.EmitEvents]] emits for a class calls on the class's plan: that is where the calls are the
  * shortest, which counts in every class file. Like [[brine.derive.Emitted]], not for users.
  *
  * A class and no trait: to call a trait's method takes three calls, one within the other, and HotSpot inlines no more than
  * 15 of them.
  */
@internal
sealed abstract class EmittedFields extends Plan:
  this: Plan.Product =>

  // ---- writing

  /** The fields of an object, by the code of its class. */
  private[plan] final def writeFields(value: AnyRef, builder: PickleBuilder): Unit =
    try access.putFields(this, value, builder)
    catch
      case e: PickleException => throw e
      case e: Exception       => throw FieldFailures.ofGetter(e, this, value)

  /** All fields of an object whose class has no code of its own. */
  final def putFields(value: AnyRef, builder: PickleBuilder): Unit = EventWriter.fields(this, value, builder)

  // Field `index`, of this name.

  private inline def put(index: Int)(inline code: => Unit): Unit =
    try code
    catch case e: Exception => throw FieldFailures.writing(e, this, index)

  final def putField(index: Int, name: String, value: Boolean, builder: PickleBuilder): Unit =
    put(index)(builder.putBooleanField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Byte, builder: PickleBuilder): Unit =
    put(index)(builder.putByteField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Short, builder: PickleBuilder): Unit =
    put(index)(builder.putShortField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Char, builder: PickleBuilder): Unit =
    put(index)(builder.putCharField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Int, builder: PickleBuilder): Unit =
    put(index)(builder.putIntField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Long, builder: PickleBuilder): Unit =
    put(index)(builder.putLongField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Float, builder: PickleBuilder): Unit =
    put(index)(builder.putFloatField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Double, builder: PickleBuilder): Unit =
    put(index)(builder.putDoubleField(shape, index, name, value))

  final def putField(index: Int, name: String, value: String, builder: PickleBuilder): Unit =
    put(index)(builder.putStringField(shape, index, name, value))

  /** One whose value is no scalar but `Unit`. */
  final def putField(index: Int, name: String, value: Any, builder: PickleBuilder): Unit = put(index) {
    if !builder.omits(this, index, value) then
      builder.beginField(shape, index, name)
      EventWriter.place(fields(index).get, value, builder)
  }

  // ---- reading

  /** Mirrors [[writeFields]]: the object, which is null if it is not built yet; `id` is its slot. */
  private[brine] final def readFields(reader: PickleReader, id: Int): AnyRef | Null =
    val outer = reader.takeWaiting()
    try
      val value = access.getFields(this, reader, id)
      if outer != null then reader.assembly.waiting = outer
      value
    catch case e: Exception => throw FieldFailures.inObject(e, this, reader, outer)

  /** The next field, of which the last was `previous`; -1 after all. None is beyond the last: that is relied on by emitted code,
    * and checked, since anybody can write a format.
    */
  final def nextField(previous: Int, reader: PickleReader): Int =
    try
      val order = this.order
      val next = if order == null then reader.nextField(shape, previous) else order.next(previous, reader)
      if next >= fields.length then throw new IndexOutOfBoundsException(s"field $next of ${shape.name}, which has ${fields.length}")
      next
    catch case e: Exception => throw FieldFailures.between(e, reader)

  /** After the last field: whether no part of the object waits to be built. */
  final def endProduct(reader: PickleReader): Boolean =
    try
      val order = this.order
      if order == null then reader.endProduct(shape) else order.end(reader)
      !reader.hasWaiting
    catch case e: Exception => throw FieldFailures.between(e, reader)

  // The value of field `index`.

  private inline def get[A](index: Int, reader: PickleReader)(inline code: => A): A =
    try code
    catch case e: Exception => throw FieldFailures.reading(e, this, index, reader)

  private inline def scalar[A](index: Int, reader: PickleReader)(inline own: => A): A = get(index, reader) {
    val order = this.order
    if order == null || order.isSame(index) then own else order.value(index, reader).asInstanceOf[A]
  }

  final def getUnit(index: Int, reader: PickleReader): Unit = scalar(index, reader)(reader.getUnit())
  final def getBoolean(index: Int, reader: PickleReader): Boolean = scalar(index, reader)(reader.getBoolean())
  final def getByte(index: Int, reader: PickleReader): Byte = scalar(index, reader)(reader.getByte())
  final def getShort(index: Int, reader: PickleReader): Short = scalar(index, reader)(reader.getShort())
  final def getChar(index: Int, reader: PickleReader): Char = scalar(index, reader)(reader.getChar())
  final def getInt(index: Int, reader: PickleReader): Int = scalar(index, reader)(reader.getInt())
  final def getFloat(index: Int, reader: PickleReader): Float = scalar(index, reader)(reader.getFloat())

  final def getString(index: Int, reader: PickleReader): String =
    scalar(index, reader)(reader.getString().asInstanceOf[String])

  final def getLong(index: Int, reader: PickleReader): Long = get(index, reader) {
    val order = this.order
    if order == null then reader.getLong() else order.getLong(index, reader)
  }

  final def getDouble(index: Int, reader: PickleReader): Double = get(index, reader) {
    val order = this.order
    if order == null then reader.getDouble() else order.getDouble(index, reader)
  }

  /** One that is no scalar. A null can stand for an object that is not built yet: then it is known as waiting. */
  final def getField(index: Int, reader: PickleReader): Any = get(index, reader) {
    val order = this.order
    val value = if order == null then EventReader.place(fields(index).get, reader) else order.value(index, reader)
    if value == null then reader.waitFor(index)
    value
  }

  /** Mirrors [[putFields]]. */
  final def getFields(reader: PickleReader, id: Int): AnyRef | Null =
    val order = this.order
    if order == null then EventReader.fields(this, reader, id) else order.getFields(reader, id)

  /** Field `index` comes next: `seen`, the fields that have come, with its bit. */
  final def see(seen: Long, index: Int): Long =
    val bit = 1L << index
    if (seen & bit) != 0 then throw EventReader.duplicate(this, index).prepend(EventWriter.fieldSegment(this, index))
    seen | bit

  /** The object of slot `id` has been built. */
  final def complete(id: Int, value: AnyRef, reader: PickleReader): Unit =
    if isGeneric then reader.assembly.complete(id, value, this) else reader.assembly.complete(id, value)

  /** Builds an object of which some fields have not come, or wait; null if it has to wait itself. */
  final def finish(id: Int, parts: Array[AnyRef], seen: Long, reader: PickleReader): AnyRef | Null =
    var i = 0
    while i < parts.length do
      if (seen & (1L << i)) == 0 then parts(i) = Construction.Missing
      i += 1
    val waiting = reader.takeWaiting()
    WaitingPart.foreach(waiting)((index, part) => parts(index) = part)
    reader.assembly.hide(Construction.finish(this, id, parts, hasUnbuilt = waiting != null, reader))
