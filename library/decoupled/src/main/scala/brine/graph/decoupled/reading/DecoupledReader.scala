package brine.graph.decoupled.reading

import brine.{PickleException, PickleOptions, PickleReader, Subtype, Unpickler}
import brine.graph.decoupled.image.{ImageClass, ImageClasses, ImageType, SlotKind, SlotMemory}
import brine.shape.{Nullness, ScalarKind, Shape}
import brine.wire.Slots
import brine.wire.layout.DecoupledLayout

/** Gets the values that [[DecoupledBuilder]] put, from an image that has been verified.
  *
  * @param objects which objects have been read, and which can be met again
  */
private[decoupled] final class DecoupledReader(
    slots: SlotMemory,
    private var root: Long,
    types: ReaderTypes,
    objects: ObjectNumbers,
    places: Int => Long,
    options: PickleOptions
) extends PickleReader(options):
  import DecoupledReader.*
  budget = types.budget
  private val classes = types.classes
  private val first = types.first

  // The place of the next value: its slot, or -1 for the whole value, and the kind of its content.
  private var at = -1
  private var role = SlotKind.Reference

  /** A reference that has been taken from its place: its object is the next value. Otherwise -1. */
  private var taken = -1L

  // The objects around this place.
  private var bases = new Array[Int](16)
  private var around = new Array[ImageClass](16)
  private var depthAround = 0

  private[brine] override val sharesOnStack: Boolean = true

  override def offset: Long = if at < 0 || role == Packed then PickleException.NoOffset else places(at)

  // ---- references

  /** The reference at this place. */
  private def reference(): Long =
    val known = taken
    if known >= 0 then
      taken = -1
      known
    else if role == SlotKind.Reference then if at < 0 then root else slots(at)
    else if role == ByHand then nextReference()
    else throw mismatch("a reference")

  private def addressOf(reference: Long): Int = (reference - 1).toInt

  /** The class of the object at an address. */
  private def classAt(address: Int): ImageClass = classes(numberAt(address)).nn
  private def numberAt(address: Int): Int = types.numberAt(slots, address)
  private def lengthAt(address: Int): Int = slots(address + first).toInt

  private def enter(c: ImageClass, address: Int): Unit =
    if depthAround == bases.length then
      bases = java.util.Arrays.copyOf(bases, depthAround * 2)
      around = java.util.Arrays.copyOf(around, depthAround * 2)
    bases(depthAround) = address
    around(depthAround) = c
    depthAround += 1

  private def end(): Unit =
    depthAround -= 1
    if handDepth > 0 && byHand(handDepth - 1).around == depthAround then role = ByHand

  private def goTo(slot: Int, kind: Int): Unit =
    at = bases(depthAround - 1) + slot
    role = kind

  /** The next value is the object to which this reference leads. */
  def goToObject(reference: Long): Unit =
    root = reference
    at = -1
    role = SlotKind.Reference
    taken = -1

  /** The address of the value at this place, which must be an object of this class; a null is refused. */
  private def begin(c: ImageClass | Null, expected: Shape): Int =
    val r = reference()
    if r == 0 then throw new PickleException.WrongType(expected.name, "null")
    val address = addressOf(r)
    if c == null || numberAt(address) != c.number then throw wrongClass(expected, address)
    if c.size > first || c.form != ImageClass.Fixed then objects.enter(address)
    address

  private def wrongClass(expected: Shape, address: Int): PickleException =
    new PickleException.WrongType(expected.name, s"an object of ${classAt(address).name}").atOffset(places(
      address + first - 1
    ))

  private def mismatch(expected: String): PickleException =
    new PickleException.WrongType(
      expected,
      if role >= 0 then ScalarKind.fromOrdinal(role).toString else "something else"
    )

  private def typeOf(shape: Shape): ImageType = types.of(shape)

  def getTag(shape: Shape, arity: Int): Int =
    if role >= SlotKind.None && role < SlotKind.Reference && taken < 0 then
      0 // of a pickler by hand with the shape of a scalar
    else
      val r = reference()
      if r == 0 then PickleReader.NullTag
      else
        taken = r
        shape match
          case s: Shape.Sum                                                            => leaf(s, r)
          case _: Shape.Product | _: Shape.Sequence | _: Shape.Mapping | _: Shape.Open => referenceOr0(r)
          case _                                                                       => 0

  private def referenceOr0(r: Long): Int =
    val known = objects.numberOf(addressOf(r))
    if known >= 0 then
      taken = -1
      PickleReader.reference(known)
    else if numberAt(addressOf(r)) == DecoupledLayout.NULL then
      taken = -1
      PickleReader.NullTag
    else 0

  private def leaf(shape: Shape.Sum, r: Long): Int =
    val other = referenceOr0(r)
    if other != 0 then other
    else
      val address = addressOf(r)
      val leaves = typeOf(shape).leaves.nn
      val leaf = leaves.leaf(numberAt(address))
      if leaf < 0 then throw noLeaf(shape, address)
      if leaves.isObject(leaf) then taken = -1 // which this has read
      leaf

  private def noLeaf(shape: Shape.Sum, address: Int): PickleException =
    new PickleException.UnknownLeaf(shape.name, PickleException.quote(classAt(address).name)).atOffset(places(
      address + first - 1
    ))

  def getIdentity(shape: Shape): Int =
    // The reference stays in `taken`.
    val r = taken
    if r < 0 then -1
    else
      val address = addressOf(r)
      shape match
        case _: Shape.Product => objects.begin(address)
        case _ => if !shape.isMutableCollection && isEmpty(shape, address) then -1 else objects.begin(address)

  private def isEmpty(shape: Shape, address: Int): Boolean = shape match
    case _: Shape.Sequence | _: Shape.Mapping =>
      val c = classAt(address)
      c.form != ImageClass.Fixed && lengthAt(address) == 0
    case _ => false

  // ---- scalars

  /** The bits of a scalar, from its slot or from an object. */
  private def bits(kind: Int): Long =
    if role == kind && taken < 0 then slots(at)
    else if role == ByHand && taken < 0 then nextValue()
    else if role == Packed then packed(kind)
    else if role == SlotKind.Reference || taken >= 0 then boxed(kind)
    else throw mismatch(ScalarKind.fromOrdinal(kind).toString)

  private def boxed(kind: Int): Long =
    val r = reference()
    if r == 0 then throw new PickleException.WrongType(ScalarKind.fromOrdinal(kind).toString, "null")
    val address = addressOf(r)
    if numberAt(address) != DecoupledLayout.BOXED + kind then
      throw wrongClass(Shape.Scalar(ScalarKind.fromOrdinal(kind)), address)
    slots(address + first)

  private def within(bits: Long, isRight: Boolean, kind: ScalarKind): Long =
    if !isRight then throw new PickleException.Malformed(s"expected a $kind, found $bits")
    bits

  def getUnit(): Unit =
    if role == SlotKind.Reference || taken >= 0 then
      val r = reference()
      if r == 0 || numberAt(addressOf(r)) != DecoupledLayout.BOXED then throw mismatch("Unit")
  def getBoolean(): Boolean =
    val b = bits(ScalarKind.Boolean.ordinal)
    within(b, (b & ~1L) == 0, ScalarKind.Boolean) != 0
  def getByte(): Byte =
    val b = bits(ScalarKind.Byte.ordinal)
    within(b, b == b.toByte, ScalarKind.Byte).toByte
  def getShort(): Short =
    val b = bits(ScalarKind.Short.ordinal)
    within(b, b == b.toShort, ScalarKind.Short).toShort
  def getChar(): Char =
    val b = bits(ScalarKind.Char.ordinal)
    within(b, b == b.toChar, ScalarKind.Char).toChar
  def getInt(): Int =
    val b = bits(ScalarKind.Int.ordinal)
    within(b, b == b.toInt, ScalarKind.Int).toInt
  def getLong(): Long = bits(ScalarKind.Long.ordinal)
  def getFloat(): Float =
    val b = bits(ScalarKind.Float.ordinal)
    java.lang.Float.intBitsToFloat(within(b, b >>> 32 == 0, ScalarKind.Float).toInt)
  def getDouble(): Double = java.lang.Double.longBitsToDouble(bits(ScalarKind.Double.ordinal))

  def getString(): String | Null =
    val r = reference()
    if r == 0 then null
    else
      val address = addressOf(r)
      val known = objects.text(address)
      if known != null then known else newString(address)

  private def newString(address: Int): String | Null =
    val number = numberAt(address)
    if number == DecoupledLayout.NULL then null
    else
      val s = number match
        case DecoupledLayout.LATIN1 => slots.latin1(address + first + 1, lengthAt(address))
        case DecoupledLayout.UTF16  => slots.utf16(address + first + 1, lengthAt(address))
        case _                      => throw wrongClass(Shape.Scalar(ScalarKind.String), address)
      objects.keep(address, s)
      s

  // ---- objects

  def beginProduct(shape: Shape.Product): Unit =
    val c = typeOf(shape).own.nn
    enter(c, begin(c, shape))

  def nextField(shape: Shape.Product, previous: Int): Int =
    val c = around(depthAround - 1)
    val next = previous + 1
    if next == c.places.length then -1
    else
      goTo(c.slotOf(next), c.places(next))
      next

  def endProduct(shape: Shape.Product): Unit = end()

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    val wrapper = typeOf(shape).leaves.nn.wrappers(leaf)
    if wrapper != null then beginWrapper(wrapper, shape)

  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = if typeOf(shape).leaves.nn.wrappers(leaf) != null then end()

  private def beginWrapper(c: ImageClass, shape: Shape): Unit =
    enter(c, begin(c, shape))
    goTo(first, c.places(0))

  override def getObject(shape: Shape.Singleton): Unit = { val ignored = begin(typeOf(shape).own, shape) }

  def beginOpen(shape: Shape.Open): Subtype[?] =
    val r = reference()
    if r == 0 then throw new PickleException.WrongType(shape.name, "null")
    val address = addressOf(r)
    val own = types.subtypeOf(classAt(address).number)
    if own == null then throw wrongClass(shape, address)
    val found = types.resolved(own, shape, subtype(_, _))
    if own.isWrapper then
      taken = r
      beginWrapper(own.c, shape)
    else if !found.isObject then taken = r
    found

  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = if types.isWrapped(subtype) then end()

  // ---- options

  def beginOptional(shape: Shape.Optional): Int =
    val r = reference()
    if r == 0 then PickleReader.NullTag
    else
      val address = addressOf(r)
      val c = classAt(address)
      if c.number == DecoupledLayout.NONE then PickleReader.None
      else if c.number == DecoupledLayout.NULL then PickleReader.NullTag
      else if c ne typeOf(shape).own then throw wrongClass(shape, address)
      else
        objects.enter(address)
        enter(c, address)
        goTo(first, c.places(0))
        if role == SlotKind.Reference && slots(at) == 0 && shape.element.nullness == Nullness.Marker then
          PickleReader.SomeNull
        else PickleReader.Some

  def endSome(shape: Shape.Optional): Unit = end()

  // ---- collections

  override def getArrayClass(shape: Shape.Sequence): String | Null =
    val r = reference()
    taken = r
    if r == 0 then null else types.arrayName(classAt(addressOf(r)).number)

  def beginSequence(shape: Shape.Sequence): Long =
    if ImageClasses.isScalars(shape) then beginScalars(shape)
    else
      val own = typeOf(shape).own
      header(shape, c => (c eq own) || types.isArrayOf(c, shape))

  def beginMapping(shape: Shape.Mapping): Long =
    val own = typeOf(shape).own
    header(shape, _ eq own)

  private inline def header(shape: Shape, inline isClass: ImageClass => Boolean): Long =
    val r = reference()
    if r == 0 then PickleReader.NullTag
    else
      val address = addressOf(r)
      val c = classAt(address)
      if c.number == DecoupledLayout.NULL then PickleReader.NullTag
      else
        if !isClass(c) then throw wrongClass(shape, address)
        enter(c, address)
        val size = lengthAt(address)
        if size > 0 then objects.enter(address)
        if c.stride == 0 then budget.takeElements(size)
        PickleReader.header(size, hasNulls = true)

  def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean =
    val isThere = index < size
    if isThere then
      val c = around(depthAround - 1)
      if c.form == ImageClass.Packed then
        at = index
        role = Packed
      else goTo(c.elementsAt + index * c.stride, c.places(0))
    isThere

  def endSequence(shape: Shape.Sequence): Unit = end()

  def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean =
    val isThere = index < size
    if isThere then entry(index, 0)
    isThere

  /** Goes to the value: the objects of the key have ended. */
  def beginValue(shape: Shape.Mapping): Unit = entry(entryIndex, 1)

  private def entryIndex: Int = indexes(depthAround - 1)
  private var indexes = new Array[Int](16)

  private def entry(index: Int, place: Int): Unit =
    if indexes.length < bases.length then indexes = java.util.Arrays.copyOf(indexes, bases.length)
    indexes(depthAround - 1) = index
    val c = around(depthAround - 1)
    goTo(c.elementsAt + index * c.stride + c.slotOf(place), c.places(place))

  def endMapping(shape: Shape.Mapping): Unit = end()

  // ---- arrays of scalars

  /** The array at this place, or -1. */
  private def scalars(kind: ScalarKind, shape: Shape): Int =
    val r = reference()
    if r == 0 then -1
    else
      val address = addressOf(r)
      val c = classAt(address)
      if c.number == DecoupledLayout.NULL then -1
      else
        if c.number != ImageClasses.arrayOf(kind) then throw wrongClass(shape, address)
        if lengthAt(address) > 0 then objects.enter(address)
        if kind == ScalarKind.Unit then budget.takeElements(lengthAt(address))
        address

  private def beginScalars(shape: Shape.Sequence): Long =
    val address = scalars(shape.element.asInstanceOf[Shape.Scalar].kind, shape)
    if address < 0 then PickleReader.NullTag
    else
      enter(classAt(address), address)
      PickleReader.header(lengthAt(address), hasNulls = true)

  private def packed(kind: Int): Long =
    val width = around(depthAround - 1).width
    val perSlot = 8 / width
    val slot = slots(bases(depthAround - 1) + first + 1 + at / perSlot)
    val shift = 64 - width * 8
    val bits = slot >>> at % perSlot * width * 8 << shift
    if kind == ScalarKind.Char.ordinal || kind == ScalarKind.Float.ordinal then bits >>> shift else bits >> shift

  override def getArray(shape: Shape.Sequence, kind: ScalarKind): AnyRef | Null =
    if !ImageClasses.isScalars(shape) then super.getArray(shape, kind)
    else
      val address = scalars(kind, shape)
      if address < 0 then null else newArray(kind, address + first + 1, lengthAt(address))

  private def newArray(kind: ScalarKind, address: Int, length: Int): AnyRef =
    val all = slots.slots(address, Slots.of(length, ImageClass.widthOf(kind)).toInt)
    val at = slots.indexOf(address)
    kind match
      case ScalarKind.Byte    => filled(new Array[Byte](length))(Slots.get(all, at, _))
      case ScalarKind.Boolean => filled(new Array[Boolean](length))(array => checkBooleans(Slots.get(all, at, array)))
      case ScalarKind.Short   => filled(new Array[Short](length))(Slots.get(all, at, _))
      case ScalarKind.Char    => filled(new Array[Char](length))(Slots.get(all, at, _))
      case ScalarKind.Int     => filled(new Array[Int](length))(Slots.get(all, at, _))
      case ScalarKind.Float   => filled(new Array[Float](length))(Slots.get(all, at, _))
      case ScalarKind.Long    => filled(new Array[Long](length))(Slots.get(all, at, _))
      case ScalarKind.Double  => filled(new Array[Double](length))(Slots.get(all, at, _))
      case ScalarKind.Unit | ScalarKind.String => Array.fill(length)(())

  private inline def filled[A](array: Array[A])(inline fill: Array[A] => Unit): Array[A] =
    fill(array)
    array

  private def checkBooleans(wrong: Int): Unit =
    if wrong >= 0 then
      throw new PickleException.Malformed(s"expected a boolean of 0 or 1 at index $wrong, found another byte")

  // ---- picklers by hand

  /** The parts that remain of the objects of picklers by hand around this place. */
  private val byHand = scala.collection.mutable.ArrayBuffer.empty[HandCursor]
  private var handDepth = 0

  private def nextReference(): Long =
    val cursor = byHand(handDepth - 1)
    if cursor.reference == cursor.end then throw tooFew("objects")
    cursor.reference += 1
    slots(cursor.reference - 1)

  private def nextValue(): Long =
    val cursor = byHand(handDepth - 1)
    if cursor.value == cursor.valuesEnd then throw tooFew("numbers")
    cursor.value += 1
    slots(cursor.value - 1)

  private def tooFew(what: String): PickleException =
    new PickleException.Malformed(s"a pickler by hand reads more $what than its writer put")

  private[brine] override def getByHand(unpickler: Unpickler[?]): Any = unpickler.shape match
    case shape: Shape.Custom =>
      val c = typeOf(shape).own.nn
      val address = begin(c, shape)
      val (atBefore, roleBefore) = (at, role)
      val cursor = enterParts(c, address)
      val value = unpickler.unpickle(this)
      if cursor.value != cursor.valuesEnd || cursor.reference != cursor.end then
        throw new PickleException.Malformed(s"the pickler of ${shape.name} reads less than was written")
      handDepth -= 1
      at = atBefore
      role = if handDepth > 0 && byHand(handDepth - 1).around == depthAround then ByHand else roleBefore
      if value == null then PickleReader.NullByHand else value
    case _ => null // its pickler makes the calls of its shape

  private def enterParts(c: ImageClass, address: Int): HandCursor =
    if handDepth == byHand.length then byHand += new HandCursor
    val cursor = byHand(handDepth)
    val counts = slots(address + first)
    cursor.value = address + c.elementsAt
    cursor.valuesEnd = cursor.value + ImageClass.valuesOf(counts).toInt
    cursor.reference = cursor.valuesEnd
    cursor.end = cursor.reference + ImageClass.referencesOf(counts).toInt
    cursor.around = depthAround
    handDepth += 1
    role = ByHand
    cursor

private object DecoupledReader:
  // In place of a slot's kind, as in [[DecoupledBuilder]].
  private final val ByHand = -1
  private final val Packed = -2

/** The parts that remain of an object of a pickler by hand: values and references. */
private[decoupled] final class HandCursor:
  var value = 0
  var valuesEnd = 0
  var reference = 0
  var end = 0

  /** How many objects are around it. */
  var around = 0
