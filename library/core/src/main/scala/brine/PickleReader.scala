package brine

import brine.shape.{ScalarKind, Shape}

/** Supplies the parts of a value to an unpickler, one call per part: the reading half of a format.
  *
  * The calls follow [[PickleBuilder]]'s grammar. At a place they depend on the nullness of the type:
  *
  *   - `Never` and strings: the scalar's getter (which returns null for a null string).
  *   - `Marker`, and sealed families: [[getTag]], then the value if the tag announces one.
  *   - Options, collections, maps that are values: their `begin…`, which can return a null's header.
  *
  * Every method throws a [[PickleException]] on invalid bytes. A reader serves one pickle and one thread.
  */
abstract class PickleReader(val options: PickleOptions):

  /** See [[PickleBuilder.depth]]. */
  final var depth: Int = 0

  private[brine] final val sharesAll: Boolean = options.sharesAll
  private[brine] final val emittedDepth: Int = options.limits.emittedDepth

  /** The objects of this pickle that references can name, and the objects that wait for one of them. Null as long as
    * there are none: most messages contain only values.
    */
  private[brine] final def knownObjects: ReadObjects | Null = objects
  private[brine] final def knownObjects_=(known: ReadObjects): Unit = objects = known

  // A field, not a method, for this class: most programs never load ReadObjects (ADR 95, loading and escape).
  private var objects: ReadObjects | Null = null

  /** Returns the number of objects so far that references can name. */
  private[brine] final def objectCount: Int =
    val known = objects
    if known == null then 0 else known.size

  /** Drops the state of the value that has been read, before another is read. */
  private[brine] def forgetAll(): Unit =
    val known = objects
    if known != null && !known.restart() then objects = null
    knownBudget = null

  private var knownBudget: ReadBudget | Null = null

  /** The budget of this read. */
  private[brine] final def budget: ReadBudget =
    if knownBudget == null then knownBudget = new ReadBudget(options.limits)
    knownBudget.nn

  /** Sets the budget that the format has begun, or that several readers share. */
  private[brine] final def budget_=(begun: ReadBudget): Unit = knownBudget = begun

  /** Lets the bytes that have arrived since the last call pay for steps of the budget. */
  private[brine] def payBudget(): Unit = ()

  /** The number of whole values that are being read, one inside another. */
  private var wholes = 0

  /** Begins a value that must be complete when it has been read. After the outermost one, [[verify]] makes the
    * deferred checks. Returns the number of such values around it.
    */
  private[brine] final def beginWhole(): Int =
    wholes += 1
    wholes - 1

  /** Ends a value that [[beginWhole]] began; also after a failure, since handwritten code may continue after it. */
  private[brine] final def endWhole(outer: Int): Unit = wholes = outer

  /** Returns true within a part of a value that a handwritten pickler reads. */
  private[brine] final def isPartByHand: Boolean = wholes > 1

  /** Makes the deferred checks, if the outermost value has been read. */
  private[brine] final def verify(): Unit = if wholes == 0 && objects != null then objects.nn.verify()

  /** Refuses a null that was read in place of an object that is not built yet. */
  private[brine] final def refuseUnbuilt(unpickler: Unpickler[?]): Unit =
    val known = objects
    if known != null then known.refuseUnbuilt(unpickler.shape)

  /** Hides the objects that are still being read: see [[ReadObjects.hideOuter]]. */
  private[brine] final def hideOuter(): AnyRef | Null =
    val known = objects
    if known == null then null else known.hideOuter()

  private[brine] final def showOuter(hidden: AnyRef): Unit = objects.nn.showOuter(hidden)

  /** Returns true if the reader reads [[brine.Sharing.All]] on the Java stack: see [[PickleBuilder.sharesOnStack]]. */
  private[brine] def sharesOnStack: Boolean = false

  /** Returns true if the shape from which the pickle was written is known. */
  private[brine] def tellsVersion: Boolean = true

  /** See [[PickleBuilder.isTextual]]. */
  def isTextual: Boolean = false

  def getUnit(): Unit
  def getBoolean(): Boolean
  def getByte(): Byte
  def getShort(): Short
  def getChar(): Char
  def getInt(): Int
  def getLong(): Long
  def getFloat(): Float
  def getDouble(): Double
  def getString(): String | Null

  /** Reads a value that [[PickleBuilder.putByHand]] put. Returns null if the unpickler must make its calls;
    * [[PickleReader.NullByHand]] if it has made them and returned null.
    */
  private[brine] def getByHand(unpickler: Unpickler[?]): Any = null

  /** Reads a value by a handwritten unpickler. */
  private[brine] def readByHand[A](unpickler: Unpickler[A]): A =
    val whole = getByHand(unpickler)
    if whole == null then unpickler.unpickle(this)
    else if whole.asInstanceOf[AnyRef] eq PickleReader.NullByHand then null.asInstanceOf[A]
    else whole.asInstanceOf[A]

  /** The format's rules for members that are missing, or come twice. */
  private[brine] def memberRules: MemberRules = MemberRules.Plain

  /** True while [[brine.run.FieldCalls]] fills in the fields that the data of an object do not contain. */
  private[brine] final var isPastFields: Boolean = false

  /** Reads a UUID that [[PickleBuilder.putUuidText]] put. Returns null, without a call of [[getString]], if the
    * caller must make that call.
    */
  private[brine] def getUuidText(): java.util.UUID | Null = null

  /** Returns the tag at this place: [[PickleReader.NullTag]], a reference (`isReference`, `referenceId`), or the
    * number of the leaf that follows. It is 0 where the place's type is not a sealed family. For `arity` see
    * [[PickleBuilder.putReference]]. A leaf that is an object ([[brine.shape.Shape.Singleton]]) has then been
    * consumed whole.
    */
  def getTag(shape: Shape, arity: Int): Int

  /** Reads the extras that [[PickleBuilder.putExtras]] put. */
  def getExtras(): Extras = Extras.get(this)

  def beginProduct(shape: Shape.Product): Unit

  /** Returns the number of the next field, -1 after the last. `previous` is the result of the last call, -1 at first.
    * Formats with names may return fields in any order and leave some out; the others return them in the shape's
    * order.
    */
  def nextField(shape: Shape.Product, previous: Int): Int
  def endProduct(shape: Shape.Product): Unit

  /** Called right before a leaf that is not a singleton, after its tag. */
  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit

  /** Reads the object that [[PickleBuilder.putObject]] put. */
  def getObject(shape: Shape.Singleton): Unit = ()

  /** Reads the subtype of an object, and looks it up by [[subtype]]. Called after the tag and the identity. */
  def beginOpen(shape: Shape.Open): Subtype[?]
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit

  /** The subtype of this name, if this read allows it.
    *
    * @throws PickleException.UnknownSubtype if not
    */
  protected final def subtype(shape: Shape.Open, name: String): Subtype[?] = options.subtypes.named(shape, name)

  /** Returns [[PickleReader.NullTag]], [[PickleReader.None]], [[PickleReader.Some]] (the content's place follows), or
    * [[PickleReader.SomeNull]] (it does not). `endSome` follows both of the last.
    */
  def beginOptional(shape: Shape.Optional): Int
  def endSome(shape: Shape.Optional): Unit

  /** Returns the name that [[PickleBuilder.putArrayClass]] put, or null if it was not called. Called before
    * `beginSequence` of an array of references, after the tag and the identity.
    */
  def getArrayClass(shape: Shape.Sequence): String | Null = null

  /** Returns [[PickleReader.NullTag]], or a header for [[PickleReader.size]] and [[PickleReader.hasNulls]]. */
  def beginSequence(shape: Shape.Sequence): Long

  /** Returns true if the element of this index follows. */
  def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean
  def endSequence(shape: Shape.Sequence): Unit

  /** Reads a whole array of a primitive type, or null. Formats that can read it in one piece override this. */
  def getArray(shape: Shape.Sequence, kind: ScalarKind): AnyRef | Null =
    val header = beginSequence(shape)
    if header == PickleReader.NullTag then null
    else
      val elements = kind.newArrayBuilder
      val size = PickleReader.size(header)
      var i = 0
      while nextElement(shape, i, size) do
        elements += getScalar(kind)
        i += 1
      endSequence(shape)
      elements.result()

  /** Reads a scalar of this kind, boxed. */
  private[brine] final def getScalar(kind: ScalarKind): AnyRef = PickleReader.getScalar(kind, this)

  /** Begins a map, and returns its header as `beginSequence` does. */
  def beginMapping(shape: Shape.Mapping): Long

  /** Returns true if the pair of this index follows: its key's place is next. */
  def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean

  /** Called between a key and its value. */
  def beginValue(shape: Shape.Mapping): Unit
  def endMapping(shape: Shape.Mapping): Unit

  /** Returns the number that references to the following object use, or -1 if nothing refers to it. Called once,
    * after `getTag` and before the value, for every object that keeps its identity. Formats without explicit numbers
    * count. An empty collection has no number unless `shape` is of a mutable one.
    */
  def getIdentity(shape: Shape): Int

  /** The number of bytes consumed, or [[PickleException.NoOffset]] if this format does not know it. */
  def offset: Long = PickleException.NoOffset

  /** Reads a value at a place by its unpickler, null included. Handwritten picklers call it for their parts. */
  final def get[A](using unpickler: Unpickler[A]): A =
    val outer = beginWhole()
    try
      val before = PlaceMemory.current(placeMemory)
      val value = unpickler.getPlace(this)
      PlaceMemory.returnTo(placeMemory, before)
      endWhole(outer)
      verify()
      value
    catch case e: Throwable => throw ReadFailure.of(e, this, outer)

  /** See [[PickleBuilder.placeMemory]]. */
  private[brine] def placeMemory: PlaceMemory | Null = null

  /** The segments of paths, for errors: by the names that the input has. */
  private[brine] def pathSegments: PathSegments = PathSegments.Plain

object PickleReader:
  /** Reads a scalar that [[PickleBuilder.putScalar]] put, boxed. Inline for the same reason. */
  private[brine] inline def getScalar(kind: ScalarKind, reader: PickleReader): AnyRef = kind match
    case ScalarKind.String => reader.getString()
    case ScalarKind.Unit =>
      reader.getUnit()
      scala.runtime.BoxedUnit.UNIT
    case ScalarKind.Boolean => java.lang.Boolean.valueOf(reader.getBoolean())
    case ScalarKind.Byte    => java.lang.Byte.valueOf(reader.getByte())
    case ScalarKind.Short   => java.lang.Short.valueOf(reader.getShort())
    case ScalarKind.Char    => java.lang.Character.valueOf(reader.getChar())
    case ScalarKind.Int     => java.lang.Integer.valueOf(reader.getInt())
    case ScalarKind.Long    => java.lang.Long.valueOf(reader.getLong())
    case ScalarKind.Float   => java.lang.Float.valueOf(reader.getFloat())
    case ScalarKind.Double  => java.lang.Double.valueOf(reader.getDouble())

  /** Replaces a null that a handwritten unpickler returned. */
  private[brine] val NullByHand: AnyRef = new Object

  final val NullTag = -1
  final val None = 0
  final val Some = 1
  final val SomeNull = 2

  /** The size of a collection whose format does not write it in advance. */
  final val UnknownSize = Int.MaxValue

  /** Returns the tag of a reference: a number below [[NullTag]]. */
  def reference(id: Int): Int = -2 - id
  def isReference(tag: Int): Boolean = tag < NullTag
  def referenceId(tag: Int): Int = -2 - tag

  /** Returns a collection's header: its size, and whether its elements are marked. */
  def header(size: Int, hasNulls: Boolean): Long = (size.toLong << 1) | (if hasNulls then 1L else 0L)
  def size(header: Long): Int = (header >>> 1).toInt
  def hasNulls(header: Long): Boolean = (header & 1L) != 0L

/** The segments of paths from a value to its parts, for errors. These are those of a format without names. */
private[brine] class PathSegments:
  def field(shape: Shape.Product, field: Int): String = shape.segment(field)

  /** To a map's value: by its number, or by its key as the bytes have it. */
  def entry(shape: Shape.Mapping, index: Int, key: Any): String = s".values[$index]"

  /** From a value of a sealed type to the leaf that it is; empty if they are in one place. */
  def leaf(shape: Shape.Sum, leaf: Int): String = ""

  /** The same for an object of an open type. */
  def subtype(name: String, hasFields: Boolean): String = ""

private[brine] object PathSegments:
  val Plain = new PathSegments

/** The rules of a format for members that are missing, or come twice. These are for a format without such members. */
private[brine] class MemberRules:
  /** True if [[missing]] returns null for each field. */
  def fillsMissing: Boolean = true

  /** Returns the value that the format has for a missing field; null: its default. A format that requires the field
    * throws.
    */
  def missing(shape: Shape.Product, field: Int): AnyRef | Null = null

  /** Returns the entries of a map, as keys and values in turn, that remain of those that were read. A map that still
    * has a key twice is refused.
    */
  def distinctEntries(parts: Array[AnyRef]): Array[AnyRef] = parts

private[brine] object MemberRules:
  val Plain = new MemberRules
