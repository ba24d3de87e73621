package brine

import brine.shape.{ScalarKind, Shape}

/** Where a pickler gets a value from, one call per part: the reading half of a format.
  *
  * The grammar mirrors [[PickleBuilder]]'s. At a place, in this order:
  *   - `Never` and strings: the scalar's getter (which gives null for a null string);
  *   - `Marker`, and sealed families: [[getTag]], then, if it says so, the value;
  *   - options, collections, maps that are values: their `begin…`, which can say "null".
  *
  * Every method throws a [[PickleException]] on bytes that do not fit. A reader serves one pickle and one thread.
  */
abstract class PickleReader(val options: PickleOptions):

  /** See [[PickleBuilder.depth]]. */
  final var depth: Int = 0

  private[brine] final val sharesAll: Boolean = options.sharesAll
  private[brine] final val emittedDepth: Int = options.limits.emittedDepth

  /** The objects of this pickle that can be referred to, and what waits for one of them; null as long as there are none: most
    * messages are nothing but values.
    */
  private[brine] final var knownObjects: ReadObjects | Null = null

  /** How many objects can be referred to, so far. */
  private[brine] final def objectCount: Int =
    val known = knownObjects
    if known == null then 0 else known.size

  /** Forgets the value that has been read, so that another can be. */
  private[brine] def forgetAll(): Unit =
    val known = knownObjects
    if known != null && !known.restart() then knownObjects = null

  /** Whole values that are being read, one inside another. */
  private var wholes = 0

  /** A value begins that is complete when it has been read: the outermost one then looks at what was left to the end
    * ([[verify]]). How many such values there are around it.
    */
  private[brine] final def beginWhole(): Int =
    wholes += 1
    wholes - 1

  /** Mirrors [[beginWhole]]; also after a failure, since code written by hand may go on after it. */
  private[brine] final def endWhole(outer: Int): Unit = wholes = outer

  /** What is read now is a part of what a pickler by hand reads. */
  private[brine] final def isPartByHand: Boolean = wholes > 1

  /** Looks into what was left to the end, if the outermost value has been read. */
  private[brine] final def verify(): Unit = if wholes == 0 && knownObjects != null then knownObjects.nn.verify()

  /** Refuses a null that stands for an object which is not built yet. */
  private[brine] final def refuseUnbuilt(unpickler: Unpickler[?]): Unit =
    val known = knownObjects
    if known != null then known.refuseUnbuilt(unpickler.shape)

  /** Hides the objects that are still being read: see [[ReadObjects.hideOuter]]. */
  private[brine] final def hideOuter(): AnyRef | Null =
    val known = knownObjects
    if known == null then null else known.hideOuter()

  private[brine] final def showOuter(hidden: AnyRef): Unit = knownObjects.nn.showOuter(hidden)

  /** Mirrors [[PickleBuilder.sharesOnStack]]. */
  private[brine] def sharesOnStack: Boolean = false

  /** Whether it is known from which shape the pickle was written. */
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

  /** Mirrors [[PickleBuilder.putByHand]]; null: the unpickler is to make its calls; [[PickleReader.NullByHand]]: it has, and gave null. */
  private[brine] def getByHand(unpickler: Unpickler[?]): Any = null

  /** Reads a value by an unpickler that was written by hand. */
  private[brine] def readByHand[A](unpickler: Unpickler[A]): A =
    val whole = getByHand(unpickler)
    if whole == null then unpickler.unpickle(this)
    else if whole.asInstanceOf[AnyRef] eq PickleReader.NullByHand then null.asInstanceOf[A]
    else whole.asInstanceOf[A]

  /** Returns the value that the format has for a missing field; null: its default. A format that requires the field throws. */
  private[brine] def getMissing(shape: Shape.Product, field: Int): AnyRef | Null = null

  /** Mirrors [[PickleBuilder.putUuidText]]; null where that is for [[getString]], which then has not been called. */
  private[brine] def getUuidText(): java.util.UUID | Null = null

  /** What stands at this place: [[PickleReader.NullTag]], a reference (`isReference`, `referenceId`), or the number
    * of the leaf that follows; 0 where the place's type is no sealed family. `arity` as in
    * [[PickleBuilder.putReference]].
    * A leaf that is an object ([[brine.shape.Shape.Singleton]]) has then been consumed whole.
    */
  def getTag(shape: Shape, arity: Int): Int

  /** Mirrors [[PickleBuilder.putExtras]]. */
  def getExtras(): Extras = Extras.get(this)

  def beginProduct(shape: Shape.Product): Unit

  /** The number of the next field, -1 after the last. `previous` is what the last call returned, -1 at first. Formats
    * with names may give fields in any order and leave some out; the others give them in the shape's order.
    */
  def nextField(shape: Shape.Product, previous: Int): Int
  def endProduct(shape: Shape.Product): Unit

  /** Right before a leaf that is not a singleton, after its tag. */
  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit

  /** Mirrors [[PickleBuilder.putObject]]. */
  def getObject(shape: Shape.Singleton): Unit = ()

  /** Mirrors [[PickleBuilder.beginOpen]]; which subtype, by [[subtype]]. After the tag and the identity. */
  def beginOpen(shape: Shape.Open): Subtype[?]
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit

  /** The subtype of this name, if this read allows it.
    *
    * @throws PickleException.UnknownSubtype if not
    */
  protected final def subtype(shape: Shape.Open, name: String): Subtype[?] = options.subtypes.named(shape, name)

  /** [[PickleReader.NullTag]], [[PickleReader.None]], [[PickleReader.Some]] (the content's place follows), or
    * [[PickleReader.SomeNull]] (it does not). `endSome` follows both of the last.
    */
  def beginOptional(shape: Shape.Optional): Int
  def endSome(shape: Shape.Optional): Unit

  /** The name that [[PickleBuilder.putArrayClass]] put, or null if it was not called. Asked before `beginSequence` of an
    * array of references, after the tag and the identity.
    */
  def getArrayClass(shape: Shape.Sequence): String | Null = null

  /** [[PickleReader.NullTag]], or a header to ask with [[PickleReader.size]] and [[PickleReader.hasNulls]]. */
  def beginSequence(shape: Shape.Sequence): Long

  /** True if an element follows, the one of this index. */
  def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean
  def endSequence(shape: Shape.Sequence): Unit

  /** A whole array of a primitive type, or null; formats that can read it in one piece override this. */
  def getArray(shape: Shape.Sequence, kind: ScalarKind): AnyRef | Null =
    val header = beginSequence(shape)
    if header == PickleReader.NullTag then null
    else
      val elements = ScalarArrays.newBuilder(kind)
      val size = PickleReader.size(header)
      var i = 0
      while nextElement(shape, i, size) do
        elements += getScalar(kind)
        i += 1
      endSequence(shape)
      elements.result()

  /** A scalar of this kind, boxed. */
  private[brine] final def getScalar(kind: ScalarKind): AnyRef = kind match
    // One case is asked for after the other: the most usual is the first.
    case ScalarKind.String => getString()
    case ScalarKind.Unit =>
      getUnit()
      scala.runtime.BoxedUnit.UNIT
    case ScalarKind.Boolean => java.lang.Boolean.valueOf(getBoolean())
    case ScalarKind.Byte    => java.lang.Byte.valueOf(getByte())
    case ScalarKind.Short   => java.lang.Short.valueOf(getShort())
    case ScalarKind.Char    => java.lang.Character.valueOf(getChar())
    case ScalarKind.Int     => java.lang.Integer.valueOf(getInt())
    case ScalarKind.Long    => java.lang.Long.valueOf(getLong())
    case ScalarKind.Float   => java.lang.Float.valueOf(getFloat())
    case ScalarKind.Double  => java.lang.Double.valueOf(getDouble())

  /** Like `beginSequence`. */
  def beginMapping(shape: Shape.Mapping): Long

  /** True if a pair follows, the one of this index: its key's place is next. */
  def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean

  /** Between a key and its value. */
  def beginValue(shape: Shape.Mapping): Unit
  def endMapping(shape: Shape.Mapping): Unit

  /** The number by which the object whose value follows is referred to, or -1 if nothing refers to it. Asked once,
    * after `getTag` and before the value, for every object that keeps its identity; formats without explicit numbers
    * count. An empty collection has no number unless `shape` is of a mutable one.
    */
  def getIdentity(shape: Shape): Int

  /** Bytes consumed, or [[PickleException.NoOffset]] if this format cannot say. */
  def offset: Long = PickleException.NoOffset

  /** Gets a value by its unpickler, null included, from a place: what hand-written picklers call for their parts. */
  final def get[A](using unpickler: Unpickler[A]): A =
    val outer = beginWhole()
    try
      val before = currentPlace
      val value = unpickler.getPlace(this)
      returnTo(before)
      endWhole(outer)
      verify()
      value
    catch case e: Throwable => throw ReadFailure.of(e, this, outer)

  /** Mirrors [[PickleBuilder.currentPlace]]. */
  private[brine] def currentPlace: AnyRef | Null = null
  private[brine] def returnTo(before: AnyRef | Null): Unit = ()

object PickleReader:
  /** In place of a null that an unpickler by hand gave. */
  private[brine] val NullByHand: AnyRef = new Object

  final val NullTag = -1
  final val None = 0
  final val Some = 1
  final val SomeNull = 2

  /** The size of a collection whose format does not say it beforehand. */
  final val UnknownSize = Int.MaxValue

  /** A reference as a tag: numbers below [[NullTag]]. */
  def reference(id: Int): Int = -2 - id
  def isReference(tag: Int): Boolean = tag < NullTag
  def referenceId(tag: Int): Int = -2 - tag

  /** A collection's header: its size and whether its elements are marked. */
  def header(size: Int, hasNulls: Boolean): Long = (size.toLong << 1) | (if hasNulls then 1L else 0L)
  def size(header: Long): Int = (header >>> 1).toInt
  def hasNulls(header: Long): Boolean = (header & 1L) != 0L
