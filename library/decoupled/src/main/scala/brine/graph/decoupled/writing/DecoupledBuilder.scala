package brine.graph.decoupled.writing

import brine.{PickleBuilder, PickleException, PickleOptions, Pickler, Subtype}
import brine.graph.decoupled.image.{ImageBits, ImageClass, ImageClasses, ImageType, SlotKind, SubtypeClass, TypeNote}
import brine.graph.types.TypeTable
import brine.shape.{Nullness, ScalarKind, Shape}
import brine.wire.Slots
import brine.wire.layout.DecoupledLayout

/** Makes an object in a heap for each value: docs/spec/decoupled.md, "Which value is which object".
  *
  * The place of a value is known before the value: a slot of the object around it or, within a pickler by hand, after
  * the values before it. A value other than a scalar becomes a separate object, and a reference to the object goes to
  * the place.
  */
private[decoupled] final class DecoupledBuilder(
    private val heap: ObjectHeap,
    private val classes: ImageClasses,
    tables: TypeTable => Unit,
    options: PickleOptions
) extends PickleBuilder(options):
  import DecoupledBuilder.*

  private val first = classes.first

  /** The reference to the value itself. */
  private var root = 0L

  // The place of the next value: a slot of the heap, and what goes there. [[Role]]s other than a slot's content come
  // first.
  private var at = -1
  private var role = Root

  /** The next value is not null, though its form may be that of a null. */
  private var isPresent = false

  // The objects around this place, the innermost last: where they are, and of which class.
  private var bases = new Array[Int](16)
  private var around = new Array[ImageClass](16)
  private var depthAround = 0

  /** The reference to the value itself, 0 if it is null. */
  def rootReference: Long = root

  private[brine] override def sharesOnStack: Boolean = true
  override def asksEachElement: Boolean = true

  // ---- references

  /** The number of the next object, -1 if it has none. */
  private var identity = -1
  private var numbers = new Array[Int](64)

  def putIdentity(id: Int): Unit = identity = id

  private def register(number: Int): Unit =
    val id = identity
    if id >= 0 then
      identity = -1
      if id >= numbers.length then numbers = java.util.Arrays.copyOf(numbers, math.max(numbers.length * 2, id + 1))
      numbers(id) = number

  def putReference(id: Int, arity: Int): Unit = refer(numbers(id))

  /** Puts a reference to the object of this number in the heap to the place. */
  private def refer(number: Int): Unit =
    isPresent = false
    putSlot(number + 1L, "an object")

  private def putSlot(reference: Long, what: String): Unit =
    if role == SlotKind.Reference then heap.set(at, reference)
    else if role == Root then root = reference
    else if role == ByHand then parts.addReference(reference)
    else throw misplaced(what)

  /** Puts a reference to the object of the next value to the place. */
  private def put(number: Int): Unit =
    register(number)
    refer(number)

  private def begin(c: ImageClass, slots: Int): Unit =
    val address = heap.allocate(c.number, slots)
    put(heap.last)
    enter(c, address)

  private def enter(c: ImageClass, address: Int): Unit =
    if depthAround == bases.length then
      bases = java.util.Arrays.copyOf(bases, depthAround * 2)
      around = java.util.Arrays.copyOf(around, depthAround * 2)
    bases(depthAround) = address
    around(depthAround) = c
    depthAround += 1

  private def end(): Unit =
    depthAround -= 1
    if handDepth > 0 && handAround(handDepth - 1) == depthAround then role = ByHand

  /** Goes to a field or element of the object around. */
  private def goTo(slot: Int, kind: Int): Unit =
    at = bases(depthAround - 1) + slot
    role = kind

  private def misplaced(what: String): PickleException = new PickleException.RuleNotObeyed(
    s"a pickler by hand puts $what where its shape says ${ScalarKind.fromOrdinal(math.max(0, role))}: give it a " +
      "shape of its own (Shape.Custom)"
  )

  // ---- objects that are the same wherever they are

  /** For each class the number + 1 of the object that all references lead to, 0 before there is one. */
  private var singles = new Array[Int](classes.count)

  /** Puts a reference to the only object of a class. */
  private def putSingle(number: Int, slots: Int): Unit =
    if number >= singles.length then
      singles = java.util.Arrays.copyOf(singles, math.max(number + 1, singles.length * 2))
    if singles(number) == 0 then
      val _ = heap.allocate(number, slots)
      singles(number) = heap.last + 1
    put(singles(number) - 1)

  // ---- nulls and scalars

  def putNull(): Unit =
    if isPresent then putSingle(DecoupledLayout.NULL, first) else putSlot(0, "a null")

  def putPresent(): Unit = isPresent = true

  /** Puts a scalar of eight bytes into its slot, or into an object if its place takes a reference. */
  private def put(kind: Int, bits: Long): Unit =
    if role == kind then
      isPresent = false
      heap.set(at, bits)
    else if role == SlotKind.Reference || role == Root || isPresent then
      val address = heap.allocate(DecoupledLayout.BOXED + kind, first + 1)
      heap.set(address + first, bits)
      put(heap.last)
    else if role == ByHand then parts.addValue(bits)
    else if role == Packed then putPacked(kind, bits)
    else throw misplaced(s"a value of ${ScalarKind.fromOrdinal(kind)}")

  def putUnit(): Unit =
    if role == SlotKind.Reference || role == Root || isPresent then putSingle(DecoupledLayout.BOXED, first)
  def putBoolean(value: Boolean): Unit = put(ScalarKind.Boolean.ordinal, if value then 1 else 0)
  def putByte(value: Byte): Unit = put(ScalarKind.Byte.ordinal, value)
  def putShort(value: Short): Unit = put(ScalarKind.Short.ordinal, value)
  def putChar(value: Char): Unit = put(ScalarKind.Char.ordinal, value)
  def putInt(value: Int): Unit = put(ScalarKind.Int.ordinal, value)
  def putLong(value: Long): Unit = put(ScalarKind.Long.ordinal, value)
  def putFloat(value: Float): Unit =
    put(ScalarKind.Float.ordinal, java.lang.Float.floatToRawIntBits(value) & 0xffffffffL)
  def putDouble(value: Double): Unit = put(ScalarKind.Double.ordinal, java.lang.Double.doubleToRawLongBits(value))

  // ---- strings

  private val strings = new RecentStrings

  def putString(value: String | Null): Unit =
    if value == null then putNull()
    else
      val known = strings.find(value)
      if known >= 0 then put(known)
      else
        newString(value)
        strings.add(value, heap.last)
        put(heap.last)

  private def newString(value: String): Unit =
    val latin1 = Slots.latin1(value)
    val address = heap.allocate(
      if latin1 != null then DecoupledLayout.LATIN1 else DecoupledLayout.UTF16,
      slots(first + 1L + Slots.of(value.length, if latin1 != null then 1 else 2))
    )
    heap.set(address + first, value.length)
    val elements = address + first + 1
    if latin1 != null then
      heap.fill(elements, value.length, 8)((from, count, slots, at) => Slots.put(latin1, from, count, slots, at))
    else
      val chars = value.toCharArray
      heap.fill(elements, value.length, 4)((from, count, slots, at) => Slots.put(chars, from, count, slots, at))

  /** The number of slots, if an image can have as many. */
  private def slots(count: Long): Int = if count > ImageBits.MostSlots then throw ObjectHeap.tooLarge else count.toInt

  // ---- objects

  private def typeOf(shape: Shape): ImageType = shape.note match
    case note: TypeNote if note.of eq classes => note.known
    case _                                    => findType(shape)

  private def findType(shape: Shape): ImageType =
    val known = classes.find(shape)
    val found = if known != null then known else addType(shape)
    shape.note = new TypeNote(classes, found)
    found

  private def addType(shape: Shape): ImageType =
    add(new TypeTable(TypeTable.Inner, "", shape))
    classes.find(shape).nn

  private def add(table: TypeTable): Unit =
    classes.addTable(table, table.shape, table.shape)
    tables(table)

  def beginProduct(shape: Shape.Product): Unit =
    val c = typeOf(shape).own.nn
    begin(c, c.size)

  def beginField(shape: Shape.Product, index: Int): Unit =
    val c = around(depthAround - 1)
    goTo(c.slotOf(index), c.places(index))

  def endProduct(shape: Shape.Product): Unit = end()

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    val wrapper = typeOf(shape).leaves.nn.wrappers(leaf)
    if wrapper != null then beginWrapper(wrapper)

  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = if typeOf(shape).leaves.nn.wrappers(leaf) != null then end()

  private def beginWrapper(c: ImageClass): Unit =
    begin(c, c.size)
    goTo(first, c.places(0))

  def putSingleton(shape: Shape.Sum, leaf: Int): Unit =
    val leaves = typeOf(shape).leaves.nn
    val wrapper = leaves.wrappers(leaf)
    if wrapper == null then putSingle(leaves.own(leaf).nn.number, first)
    else putSingle(wrapper.number, wrapper.size)

  override def putObject(shape: Shape.Singleton): Unit = putSingle(typeOf(shape).own.nn.number, first)

  // ---- open types

  private val subtypes = scala.collection.mutable.HashMap.empty[String, SubtypeClass]

  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    val c = subtypes.getOrElseUpdate(subtype.name, add(subtype))
    if c.isWrapper then beginWrapper(c.c) else if subtype.isObject then putSingle(c.c.number, first)

  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = if subtypes(subtype.name).isWrapper then end()

  private def add(subtype: Subtype[?]): SubtypeClass =
    add(new TypeTable(TypeTable.Subtype, subtype.name, subtype.pickler.shape))
    classes.subtypeNamed(subtype.name).nn

  // ---- options

  def putNone(shape: Shape.Optional): Unit = putSingle(DecoupledLayout.NONE, first)

  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit =
    val c = typeOf(shape).own.nn
    begin(c, c.size)
    goTo(first, c.places(0))
    isPresent = !isNull && role == SlotKind.Reference && shape.element.nullness == Nullness.Marker

  def endSome(shape: Shape.Optional): Unit =
    isPresent = false
    end()

  // ---- collections

  private var arrayClass: String | Null = null
  private val arrayClasses = scala.collection.mutable.HashMap.empty[(ImageType, String), ImageClass]

  override def putArrayClass(shape: Shape.Sequence, name: String): Unit = arrayClass = name

  private def classOf(shape: Shape.Sequence): ImageClass =
    val name = arrayClass
    if name == null then typeOf(shape).own.nn
    else
      arrayClass = null
      arrayClasses.getOrElseUpdate((typeOf(shape), name), addArray(shape, name))

  private def addArray(shape: Shape.Sequence, name: String): ImageClass =
    add(new TypeTable(TypeTable.ArrayClass, name, shape))
    classes.classOf(classes.count - 1).nn

  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit =
    if ImageClasses.isScalars(shape) then beginScalars(shape.element.asInstanceOf[Shape.Scalar].kind, size)
    else beginElements(classOf(shape), size, shape.isMutable)

  private def beginElements(c: ImageClass, size: Int, isMutable: Boolean): Unit =
    val all = slots(c.elementsAt + size.toLong * c.stride)
    if size == 0 && !isMutable && identity < 0 then
      putSingle(c.number, all)
      enter(c, 0)
    else
      begin(c, all)
      heap.set(bases(depthAround - 1) + first, size)

  def beginElement(shape: Shape.Sequence, index: Int): Unit =
    val c = around(depthAround - 1)
    if c.form == ImageClass.Packed then
      at = index
      role = Packed
    else goTo(c.elementsAt + index * c.stride, c.places(0))

  def endSequence(shape: Shape.Sequence): Unit = end()

  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit =
    beginElements(typeOf(shape).own.nn, size, shape.isMutable)

  def beginKey(shape: Shape.Mapping, index: Int): Unit = entry(index, 0)
  def beginValue(shape: Shape.Mapping, index: Int): Unit = entry(index, 1)

  private def entry(index: Int, place: Int): Unit =
    val c = around(depthAround - 1)
    goTo(c.elementsAt + index * c.stride + c.slotOf(place), c.places(place))

  def endMapping(shape: Shape.Mapping): Unit = end()

  // ---- arrays of scalars

  private def beginScalars(kind: ScalarKind, length: Int): Unit =
    val c = classes.classOf(ImageClasses.arrayOf(kind)).nn
    val all = slots(c.slots(length))
    if length == 0 && identity < 0 then
      putSingle(c.number, all)
      enter(c, 0)
    else
      begin(c, all)
      heap.set(bases(depthAround - 1) + first, length)

  /** Puts an element that does not come with the others. */
  private def putPacked(kind: Int, bits: Long): Unit =
    val width = around(depthAround - 1).width
    val perSlot = 8 / width
    val slot = bases(depthAround - 1) + first + 1 + at / perSlot
    val shift = at % perSlot * width * 8
    val mask = -1L >>> (64 - width * 8)
    heap.set(slot, heap(slot) & ~(mask << shift) | (bits & mask) << shift)

  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    if !ImageClasses.isScalars(shape) then super.putArray(shape, kind, array)
    else
      val length = java.lang.reflect.Array.getLength(array)
      beginScalars(kind, length)
      val elements = bases(depthAround - 1) + first + 1
      array match
        case a: Array[Byte] =>
          heap.fill(elements, length, 8)((from, count, slots, at) => Slots.put(a, from, count, slots, at))
        case a: Array[Boolean] =>
          heap.fill(elements, length, 8)((from, count, slots, at) => Slots.put(a, from, count, slots, at))
        case a: Array[Short] =>
          heap.fill(elements, length, 4)((from, count, slots, at) => Slots.put(a, from, count, slots, at))
        case a: Array[Char] =>
          heap.fill(elements, length, 4)((from, count, slots, at) => Slots.put(a, from, count, slots, at))
        case a: Array[Int] =>
          heap.fill(elements, length, 2)((from, count, slots, at) => Slots.put(a, from, count, slots, at))
        case a: Array[Float] =>
          heap.fill(elements, length, 2)((from, count, slots, at) => Slots.put(a, from, count, slots, at))
        case a: Array[Long] =>
          heap.fill(elements, length, 1)((from, count, slots, at) => Slots.put(a, from, count, slots, at))
        case a: Array[Double] =>
          heap.fill(elements, length, 1)((from, count, slots, at) => Slots.put(a, from, count, slots, at))
        case _ => () // of units
      end()

  // ---- picklers by hand

  /** The parts that the picklers by hand around this place have put, the innermost last. */
  private val byHand = scala.collection.mutable.ArrayBuffer.empty[HandParts]
  private var handDepth = 0

  /** For each of them, how many objects are around it. */
  private var handAround = new Array[Int](8)

  private def parts: HandParts = byHand(handDepth - 1)

  private[brine] override def putByHand(pickler: Pickler[Any], value: Any): Boolean = pickler.shape match
    case shape: Shape.Custom =>
      putWhole(typeOf(shape).own.nn)(pickler.pickle(value, this))
      true
    case _ => false // it makes the calls of its shape

  private def putWhole(c: ImageClass)(put: => Unit): Unit =
    // Something inside may lead back to the object, whose slots are known at the end.
    val redirection = if identity >= 0 then heap.newNumber() else -1
    if redirection >= 0 then register(redirection)
    val (atBefore, roleBefore) = (at, role)
    isPresent = false
    beginParts()
    put
    val number = endParts(c)
    at = atBefore
    role = if handDepth > 0 && handAround(handDepth - 1) == depthAround then ByHand else roleBefore
    if redirection >= 0 then heap.redirect(redirection, number)
    refer(number)

  private def beginParts(): Unit =
    if handDepth == byHand.length then byHand += new HandParts
    if handDepth == handAround.length then handAround = java.util.Arrays.copyOf(handAround, handDepth * 2)
    handAround(handDepth) = depthAround
    handDepth += 1
    role = ByHand

  /** Makes the object of the parts, and returns its number. */
  private def endParts(c: ImageClass): Int =
    val all = parts
    handDepth -= 1
    isPresent = false
    val address = heap.allocate(c.number, slots(c.elementsAt + all.valueCount.toLong + all.referenceCount))
    heap.set(address + first, ImageClass.counts(all.valueCount, all.referenceCount))
    all.moveTo(heap, address + c.elementsAt)
    heap.last

private object DecoupledBuilder:
  // In place of a slot's kind.

  /** After the parts that a pickler by hand has put. */
  private final val ByHand = -1

  /** An element of an array of scalars: its number is in place of the slot. */
  private final val Packed = -2

  /** The value itself. */
  private final val Root = -3

/** The parts that a pickler by hand has put: numbers and references. */
private[decoupled] final class HandParts:
  private var values = new Array[Long](8)
  private var references = new Array[Long](8)
  var valueCount = 0
  var referenceCount = 0

  def addValue(bits: Long): Unit =
    if valueCount == values.length then values = java.util.Arrays.copyOf(values, valueCount * 2)
    values(valueCount) = bits
    valueCount += 1

  def addReference(reference: Long): Unit =
    if referenceCount == references.length then references = java.util.Arrays.copyOf(references, referenceCount * 2)
    references(referenceCount) = reference
    referenceCount += 1

  /** Puts the numbers and then the references, and forgets both. */
  def moveTo(heap: ObjectHeap, address: Int): Unit =
    for i <- 0 until valueCount do heap.set(address + i, values(i))
    for i <- 0 until referenceCount do heap.set(address + valueCount + i, references(i))
    valueCount = 0
    referenceCount = 0

/** Recent strings, with their numbers: a string that equals one of them is not written again. */
private[decoupled] final class RecentStrings:
  import RecentStrings.*
  private var bits = FewBits
  private var strings = new Array[String | Null](1 << bits)
  private var numbers = new Array[Int](1 << bits)
  private var added = 0

  private def slot(s: String): Int = s.hashCode * 0x9e3779b1 >>> (32 - bits)

  /** The number of an equal string, -1 if there is none. */
  def find(s: String): Int =
    val i = slot(s)
    val known = strings(i)
    if known != null && known.equals(s) then numbers(i) else -1

  def add(s: String, number: Int): Unit =
    added += 1
    if added > strings.length && bits < MostBits then enlarge()
    put(s, number)

  private def put(s: String, number: Int): Unit =
    val i = slot(s)
    strings(i) = s
    numbers(i) = number

  private def enlarge(): Unit =
    val (all, at) = (strings, numbers)
    bits = MostBits
    strings = new Array[String | Null](1 << bits)
    numbers = new Array[Int](1 << bits)
    for i <- all.indices do
      val s = all(i)
      if s != null then put(s, at(i))

private object RecentStrings:
  private final val FewBits = 5
  private final val MostBits = 12
