package brine

import brine.shape.{ScalarKind, Shape}
import brine.wire.IdentityIndex

/** Receives the parts of a value from a pickler, one call per part: the writing half of a format.
  *
  * Calls come in this grammar (`put…` are leaves, `begin…`/`end…` bracket):
  *
  * {{{
  * value    = scalar | product | sum | object | open | optional | sequence | mapping
  * scalar   = putUnit | putBoolean … | putString
  * product  = beginProduct (beginField place)* endProduct             every field, in the shape's order
  * sum      = putSingleton | beginLeaf value endLeaf
  * object   = putObject                      where its type is the object's own
  * open     = beginOpen value? endOpen       where its type does not tell its class
  * optional = putNone | beginSome place endSome
  * sequence = beginSequence (beginElement element)* endSequence
  * mapping  = beginMapping (beginKey element beginValue element)* endMapping
  * place    = value                          where the type is never null, or has its own null
  *          | putNull | putReference         for any reference type
  *          | putPresent value               where the type's nullness is Marker (a collection's `begin…` implies it)
  * element  = place, but without putPresent  where the collection was begun without nulls
  * }}}
  *
  * Calls [[enter]] right before all this for an object that keeps its identity. An empty collection or array has no
  * identity.
  *
  * A builder serves one pickle and one thread, and is not to be kept: when the pickle is written, it may serve another.
  */
abstract class PickleBuilder(val options: PickleOptions):

  /** How deep emitted code is nested around this place; at `options.limits.emittedDepth` the plan interpreter takes
    * over.
    */
  final var depth: Int = 0

  // Asked for each value.
  private[brine] final val sharesAll: Boolean = options.sharesAll
  private[brine] final val emittedDepth: Int = options.limits.emittedDepth

  /** Returns true if people read the format. Dates, amounts and similar values are then put as one string each, else
    * as numbers. A reader of the format must return the same.
    */
  def isTextual: Boolean = false

  /** Returns true if the format's reader reads a tag before each element of a collection, because its header does not
    * say whether there are nulls. Elements whose nullness is Marker are then always marked.
    */
  def asksEachElement: Boolean = false

  /** Returns true if the fields of an object come in the order of [[Shape.Product.valuesFirst]], where Brine makes
    * the calls.
    */
  private[brine] def putsValuesFirst: Boolean = false

  /** Returns true if code that is emitted for fields may write [[brine.Sharing.All]] on the Java stack, too. */
  private[brine] def sharesOnStack: Boolean = false

  /** Tells a value that contains itself, if values are searched for cycles, where Brine makes the calls; else null.
    * Without references a cycle has no end.
    */
  private[brine] def cycleFailure: CycleFailure | Null =
    if options.sharing == Sharing.Off then CycleFailure.WithoutReferences else null

  /** The substitutes of objects and values; null if the format has none. */
  private[brine] def replacements: Replacements[Pickler[Any]] | Null = null

  /** Puts a null, at a place that can hold one. */
  def putNull(): Unit

  /** Puts a null of this type. Formats whose nulls differ by type (an option's, in JSON) override it. */
  def putNull(shape: Shape): Unit = putNull()

  /** Announces a value at this place, not a null. */
  def putPresent(): Unit

  /** Announces a value of this type, not a null. A format overrides it, and then `putNull(shape)` too, if some
    * types' values cannot be mistaken for a null there.
    */
  def putPresent(shape: Shape): Unit = putPresent()

  def putUnit(): Unit
  def putBoolean(value: Boolean): Unit
  def putByte(value: Byte): Unit
  def putShort(value: Short): Unit
  def putChar(value: Char): Unit
  def putInt(value: Int): Unit
  def putLong(value: Long): Unit
  def putFloat(value: Float): Unit
  def putDouble(value: Double): Unit

  /** Puts a string, or null. Any string is kept, even with unpaired surrogates and U+0000. */
  def putString(value: String | Null): Unit

  /** Puts a scalar of this kind, boxed. */
  private[brine] final def putScalar(kind: ScalarKind, value: Any): Unit = PickleBuilder.putScalar(kind, value, this)

  /** Called before a handwritten pickler makes its calls. Returns true if the builder has put the whole value. */
  private[brine] def putByHand(pickler: Pickler[Any], value: Any): Boolean = false

  /** Returns true if a format with names leaves this field out. Brine calls it before [[beginField]] of a field that
    * emitted code does not put as a scalar. The reader must find the same value for a missing field.
    */
  private[brine] def omits(shape: Shape.Product, index: Int, value: Any): Boolean = false

  /** Returns true if the builder needs none of the elements or entries of a collection of this shape. */
  private[brine] def skipsParts(shape: Shape): Boolean = false

  /** Puts the text of a UUID. */
  private[brine] def putUuidText(value: java.util.UUID): Unit = putString(value.toString)

  /** Puts the fields that an object's class does not have, in the place of its field
    * [[brine.shape.Shape.Product.extras]].
    */
  def putExtras(extras: Extras): Unit = Extras.put(extras, this)

  /** Before [[beginLeaf]] of the leaf that replaces unknown ones: the leaf that it has kept. */
  private[brine] def noteFallback(kept: Extras.Leaf | Null): Unit = ()

  def beginProduct(shape: Shape.Product): Unit
  def beginField(shape: Shape.Product, index: Int): Unit

  /** Begins a field in code that has its name as a constant, for formats that write it. */
  private[brine] def beginField(shape: Shape.Product, index: Int, name: String): Unit = beginField(shape, index)
  def endProduct(shape: Shape.Product): Unit

  // ---- fields that are scalars: `beginField` and the scalar, which formats may do at once. `name` is
  // `shape.fieldNames(index)`, as a constant in emitted code: a copy of eight known letters takes a third of the time.

  def putBooleanField(shape: Shape.Product, index: Int, name: String, value: Boolean): Unit =
    beginField(shape, index, name)
    putBoolean(value)

  def putByteField(shape: Shape.Product, index: Int, name: String, value: Byte): Unit =
    beginField(shape, index, name)
    putByte(value)

  def putShortField(shape: Shape.Product, index: Int, name: String, value: Short): Unit =
    beginField(shape, index, name)
    putShort(value)

  def putCharField(shape: Shape.Product, index: Int, name: String, value: Char): Unit =
    beginField(shape, index, name)
    putChar(value)

  def putIntField(shape: Shape.Product, index: Int, name: String, value: Int): Unit =
    beginField(shape, index, name)
    putInt(value)

  def putLongField(shape: Shape.Product, index: Int, name: String, value: Long): Unit =
    beginField(shape, index, name)
    putLong(value)

  def putFloatField(shape: Shape.Product, index: Int, name: String, value: Float): Unit =
    beginField(shape, index, name)
    putFloat(value)

  def putDoubleField(shape: Shape.Product, index: Int, name: String, value: Double): Unit =
    beginField(shape, index, name)
    putDouble(value)

  def putStringField(shape: Shape.Product, index: Int, name: String, value: String | Null): Unit =
    beginField(shape, index, name)
    if value == null then putNull(PickleBuilder.StringShape) else putString(value)

  /** Announces the leaf of this number. Its value is a product, or anything if a handwritten pickler writes it. */
  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit

  /** Puts the leaf of this number, an object, as the whole value. */
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit

  /** Puts this object as the whole value, at a place whose type is that of the object. Writes nothing, unless values
    * must be visible.
    */
  def putObject(shape: Shape.Singleton): Unit = ()

  /** Announces an object of a class that its type does not determine. Nothing follows if `subtype.isObject`, a
    * product if it has fields, else anything.
    */
  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit

  def putNone(shape: Shape.Optional): Unit

  /** Begins a `Some`. With `isNull` its content is a null and the content's place is left out. */
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit
  def endSome(shape: Shape.Optional): Unit

  /** The array that [[beginSequence]] begins next is of another class than its place declares, the one of this name.
    * After the identity. A format that does not override this refuses such arrays.
    *
    * @throws PickleException.UnexpectedClass where that is so
    */
  def putArrayClass(shape: Shape.Sequence, name: String): Unit =
    throw PickleException.UnexpectedClass.because(
      shape.name,
      name,
      "this format cannot write the class of an array. Copy it into an array of the declared type"
    )

  /** Announces `size` elements. `hasNulls`: elements whose nullness is Marker are each marked. */
  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit
  def beginElement(shape: Shape.Sequence, index: Int): Unit
  def endSequence(shape: Shape.Sequence): Unit

  /** Puts a whole array of a primitive type. Formats that can write it in one piece override this. */
  def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    val length = java.lang.reflect.Array.getLength(array)
    beginSequence(shape, length, hasNulls = false)
    var i = 0
    while i < length do
      beginElement(shape, i)
      this.putScalar(kind, java.lang.reflect.Array.get(array, i))
      i += 1
    endSequence(shape)

  /** Announces `size` pairs. `hasNulls`: keys and values whose nullness is Marker are each marked. */
  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit
  def beginKey(shape: Shape.Mapping, index: Int): Unit
  def beginValue(shape: Shape.Mapping, index: Int): Unit
  def endMapping(shape: Shape.Mapping): Unit

  /** Puts a reference instead of an object that was entered before, as number `id`. `arity` is the number of leaves
    * where the place has a sealed type, 0 where it has a collection's, else 1.
    */
  def putReference(id: Int, arity: Int): Unit

  /** Returns true if a reference to that object is possible here; else it is written once more. */
  private[brine] def canRefer(id: Int, arity: Int): Boolean = true

  /** Called for an object's first appearance, before its value; formats that write numbers do it here. */
  def putIdentity(id: Int): Unit

  /** Announces an object that keeps its identity. Returns true if it is new and must be written, false if a reference
    * has been put in its place.
    */
  final def enter(value: AnyRef, arity: Int): Boolean =
    if options.sharing == Sharing.Off then true
    else
      val id = identities.add(value)
      if id >= 0 && canRefer(id, arity) then
        putReference(id, arity)
        false
      else
        putIdentity(math.max(id, ~id))
        true

  /** Puts the marker of a value. Returns false if that was all, since it is null. */
  final def putPresence(value: Any): Boolean =
    if value == null then
      putNull()
      false
    else
      putPresent()
      true

  /** Puts the marker of an object that keeps its identity. Returns false if that was all, since it is null or was put
    * before.
    */
  final def putTracked(value: AnyRef | Null): Boolean =
    if value == null then
      putNull()
      false
    else if enter(value, 1) then
      putPresent()
      true
    else false

  private var identityIndex: IdentityIndex | Null = null

  /** The number of objects in the value before this one, as an estimate for this one. */
  private[brine] final var expectedObjects = 0

  /** Drops the state of the value that has been written, before another is written. */
  private[brine] def forget(): Unit =
    val index = identityIndex
    if index == null then expectedObjects = 0
    else
      expectedObjects = index.size
      if index.size > PickleBuilder.MostKeptObjects then identityIndex = null else index.clear()

  /** Takes over an empty index, which may have room for many objects. */
  private[brine] final def useIdentities(index: IdentityIndex): Unit = identityIndex = index

  private[brine] final def identities: IdentityIndex =
    var index = identityIndex
    if index == null then
      index = new IdentityIndex(expectedObjects)
      identityIndex = index
    index

  /** Puts a value by its pickler, null included, at a place. Handwritten picklers call it for their parts. */
  final def put[A](value: A)(using pickler: Pickler[A]): Unit =
    val before = PlaceMemory.current(placeMemory)
    pickler.putPlace(value, this)
    PlaceMemory.returnTo(placeMemory, before)

  /** The place of the next value of a handwritten pickler, in a format that has places for it; else null. */
  private[brine] def placeMemory: PlaceMemory | Null = null

  /** The segments of paths, for errors: by the names that the output has. */
  private[brine] def pathSegments: PathSegments = PathSegments.Plain

  /** Returns the number of bytes put so far, or [[PickleException.NoOffset]] if this format does not know it. */
  def offset: Long = PickleException.NoOffset

private[brine] object PickleBuilder:
  /** Puts a scalar of this kind, boxed. Inline: the calls of one format are then not another's. */
  private[brine] inline def putScalar(kind: ScalarKind, value: Any, builder: PickleBuilder): Unit = kind match
    // The cases are tested one after the other: the most frequent is the first.
    case ScalarKind.String  => builder.putString(value.asInstanceOf[String])
    case ScalarKind.Unit    => builder.putUnit()
    case ScalarKind.Boolean => builder.putBoolean(value.asInstanceOf[Boolean])
    case ScalarKind.Byte    => builder.putByte(value.asInstanceOf[Byte])
    case ScalarKind.Short   => builder.putShort(value.asInstanceOf[Short])
    case ScalarKind.Char    => builder.putChar(value.asInstanceOf[Char])
    case ScalarKind.Int     => builder.putInt(value.asInstanceOf[Int])
    case ScalarKind.Long    => builder.putLong(value.asInstanceOf[Long])
    case ScalarKind.Float   => builder.putFloat(value.asInstanceOf[Float])
    case ScalarKind.Double  => builder.putDouble(value.asInstanceOf[Double])

  /** The number of objects above which an index is not kept for the next value. */
  private final val MostKeptObjects = 4096

  /** Returned by [[Replacements.replacement]] if nothing more has to be put. */
  val Put: AnyRef = new Object

  private val StringShape = Shape.Scalar(ScalarKind.String)

/** Asked for the value to put in place of each value, where Brine makes the calls. `P`: the type of picklers. */
private[brine] trait Replacements[P]:
  /** Returns the object to put in place of `value`: itself, another of its type, or null. Returns
    * [[PickleBuilder.Put]] if the format has put something already.
    */
  def replacement(value: AnyRef): AnyRef | Null

  /** True if [[replacementOfValue]] is called before each value that is not an object. */
  def replacesValues: Boolean = false

  /** Does as [[replacement]] for a value at a place of this type, which holds no references. */
  def replacementOfValue(value: AnyRef, place: Shape): AnyRef | Null = value

  /** Puts a handwritten pickler's value, or its replacement, at a place. */
  def putReplaced(pickler: P, value: AnyRef): Unit

  /** Called before a plan puts values; the result is passed to [[endPlan]]. */
  def beginPlan(): AnyRef | Null = null
  def endPlan(before: AnyRef | Null): Unit = ()

/** The failure of a value that contains itself. */
private[brine] trait CycleFailure:
  def of(shape: Shape): PickleException

private[brine] object CycleFailure:
  object WithoutReferences extends CycleFailure:
    def of(shape: Shape): PickleException = new PickleException.LimitExceeded(
      s"the value has a cycle, which would be written for ever: this ${shape.name} contains itself. Ask for " +
        "`sharing = Sharing.Tracked`, or `Sharing.All`"
    )

/** The place of the next value, in a format that has a place for each type and field. */
private[brine] trait PlaceMemory:
  def currentPlace: AnyRef | Null

  /** Returns to a place after another pickler has put or read a part, wherever that has led. */
  def returnTo(before: AnyRef | Null): Unit

private[brine] object PlaceMemory:
  def current(memory: PlaceMemory | Null): AnyRef | Null = if memory == null then null else memory.currentPlace
  def returnTo(memory: PlaceMemory | Null, before: AnyRef | Null): Unit =
    if memory != null then memory.returnTo(before)
