package brine.region

import java.nio.charset.StandardCharsets.ISO_8859_1
import brine.{internal, CycleFailure, PickleBuilder, PickleException, PickleOptions, Pickler, Subtype}
import brine.binary.BinaryBuilder
import brine.region.layout.{MapTable, ObjectLayout, Ref, ReferenceWords, SlotLayout, ViewEncoding}
import brine.region.values.MapLookup
import brine.shape.{Nullness, ScalarKind, Shape}
import brine.wire.{Blocks, ByteSink, Latin1}
import brine.wire.layout.RegionLayout.FIRST_OBJECT

/** Lays out values in blocks: the parts of an object before the object, so that references lead backwards only.
  *
  * A stack holds the values that their object has not taken yet: a scalar's bits, or the position and tag of an object
  * (`layout.Ref`). The end of an object pops its values.
  *
  * @param nearBytes a reference that leads farther back gets a pad; tests use less than a word can reach
  */
@internal
final class RegionBuilder private[region] (
    private[region] val blocks: Blocks,
    options: PickleOptions,
    nearBytes: Long = Long.MaxValue
) extends PickleBuilder(RegionBuilder.ofCalls(options)):
  private val mostBytes = options.limits.maxOutputBytes
  private val mostDepth = options.limits.emittedDepth
  private val known = new SharedObjects(this)
  private var stack = new Array[Long](64)
  private var top = 0

  /** For each open collection the index of its first value on the stack. */
  private var marks = new Array[Int](16)
  private var marked = 0

  if blocks.length == 0 then { val ignored = blocks.allocate(FIRST_OBJECT) }

  override def offset: Long = blocks.length
  override def asksEachElement: Boolean = true
  private[brine] override def sharesOnStack: Boolean = true
  private[brine] override def cycleFailure: CycleFailure | Null =
    if sharesAll then null else shape => cyclic(shape.name)

  /** True after a failure that is due to an object that holds itself. */
  private[region] var hasCycle = false

  private[region] def cyclic(name: String): PickleException =
    hasCycle = true
    new PickleException.NotCompact(s"this $name", "refers to itself, and would have to lie before itself")

  /** The number of known objects, each of which is laid out once. */
  private[region] def objects: Int = if sharesAll then identities.size else 0

  /** Makes a cell for the value on the stack, and returns its position. */
  private[region] def placeOfItsOwn(place: SlotLayout): Long =
    val value = pop()
    cell(place, value, top)

  /** Clears all state after a failure. */
  private[region] def restart(): Unit =
    hasCycle = false
    top = 0
    marked = 0
    depth = 0
    forget()
    known.restart()

  private def push(value: Long): Unit =
    if top == stack.length then grow()
    if value == Ref.Null then numbers.clear(top)
    stack(top) = value
    top += 1

  /** The places on the stack of numbers that look like a null. */
  private val numbers = new java.util.BitSet

  private def pushNumber(value: Long): Unit =
    push(value)
    if value == Ref.Null then numbers.set(top - 1)

  /** Returns true for the null of a type whose values are in cells, which is or was at this place of the stack. */
  private def isNullOfCelled(value: Long, at: Int): Boolean = value == Ref.Null && !numbers.get(at)

  /** A collection may have no end, and each of its values takes a bit or more. */
  private def grow(): Unit =
    if top / 8 >= mostBytes || top >= RegionBuilder.MostValues then
      throw new PickleException.LimitExceeded(s"more than $mostBytes bytes (limits.maxOutputBytes)")
    stack = java.util.Arrays.copyOf(stack, top * 2)

  private def pop(): Long =
    top -= 1
    stack(top)

  def putNull(): Unit = push(Ref.Null)
  override def putNull(shape: Shape): Unit = push(if shape.nullness == Nullness.Own then Ref.OwnNull else Ref.Null)
  def putPresent(): Unit = ()

  def putUnit(): Unit = push(0)
  def putBoolean(value: Boolean): Unit = push(if value then 1 else 0)
  def putByte(value: Byte): Unit = push(value)
  def putShort(value: Short): Unit = push(value)
  def putChar(value: Char): Unit = push(value)
  def putInt(value: Int): Unit = pushNumber(value)
  def putLong(value: Long): Unit = pushNumber(value)
  def putFloat(value: Float): Unit = pushNumber(java.lang.Float.floatToRawIntBits(value))
  def putDouble(value: Double): Unit = pushNumber(java.lang.Double.doubleToRawLongBits(value))

  // ---- for emitted code

  /** Returns true if a reference from the next object may not reach every earlier object. */
  def mayBeFar(reach: Long): Boolean = blocks.length > math.min(nearBytes, reach) - RegionBuilder.MostFieldBytes

  /** A reference for the next object, which has this number of fields; or the reference's pad. */
  def near(ref: Long, bits: Int, fields: Int): Long = near(bits, ref, afterPads(fields, RegionBuilder.MostFieldBytes))

  /** Allocates an object of this number of bytes. */
  def record(bytes: Int): Long = allocate(bytes)

  def byteAt(at: Long, value: Int): Unit = blocks.putByte(at, value)
  def shortAt(at: Long, value: Int): Unit = blocks.putShort(at, value)
  def intAt(at: Long, value: Int): Unit = blocks.putInt(at, value)
  def longAt(at: Long, value: Long): Unit = blocks.putLong(at, value)
  def refAt(at: Long, ref: Long, bits: Int): Unit = blocks.putInt(at, ReferenceWords.word(at, ref, bits))

  def string(s: String | Null): Long = if s == null then Ref.OwnNull else if sharesAll then known.text(s) else text(s)

  /** The position of an object that is laid out already, once, as this type; else a negative number for [[laidOut]]. */
  def found(value: Any, self: Compactable[?], index: Int): Long =
    if sharesAll then known.found(value.asInstanceOf[AnyRef], self, index) else RegionBuilder.NotSharing

  /** Records the position of an object for which [[found]] returned a negative number. */
  def laidOut(found: Long, at: Long, self: Compactable[?], index: Int): Long =
    if sharesAll then known.put((~found).toInt, at, known.numberOf(self, index))
    at

  /** Begins a collection; [[element]] adds its elements. */
  def beginItems(): Unit = mark()
  def element(value: Long): Unit = push(value)
  def endItems(shape: Shape): Long =
    endRows(shape.asInstanceOf[Shape.Sequence], areCelled = true)
    pop()

  /** Lays out a value by its pickler's calls: only the pickler knows its layout, or it is nested deep. */
  def other(value: Any, pickler: Pickler[Any]): Long =
    if sharesAll then known.expect(pickler.shape)
    pickler.putPlace(value, this)
    pop()

  private[region] def placed(value: Long, place: SlotLayout | Null): Long =
    if place != null && place.isCelled then celled(place, value, top) else value

  /** The position and tag of the value that a view refers to. */
  def viewed(view: Long): Long = ViewEncoding.ref(view)

  def ownNull: Long = Ref.OwnNull
  def ownMarker: Long = Ref.Null
  def tagged(ref: Long, tag: Int): Long = Ref(ref, tag)
  def constant(value: Any): Long = if value == null then Ref.Null else Ref(0, 1)
  def none: Long = Ref(0, SlotLayout.None)
  def someScalar(bits: Long, kind: Int): Long = Ref(scalarCell(bits, kind), SlotLayout.Some)
  def someRef(ref: Long, bits: Int): Long =
    if Ref.isNull(ref) then Ref(0, SlotLayout.Some)
    else Ref(if bits == 0 then ref else refCell(ref, bits), SlotLayout.Some)

  /** Refuses an object of a class that is not one of the known classes. */
  def unexpected(expected: String, value: Any): Nothing =
    throw new PickleException.UnexpectedClass(expected, value.getClass.getName)

  /** A value in a cell. */
  def scalarCell(value: Long, kind: Int): Long = cell(SlotLayout.ofScalar(ScalarKind.fromOrdinal(kind)), value, top)
  def refCell(ref: Long, bits: Int): Long =
    var content = ref
    if blocks.length + 4 > reach(bits) then content = near(bits, ref, afterPads(1, 4))
    val at = allocate(4)
    blocks.putInt(at, ReferenceWords.word(at, content, bits))
    at

  /** Goes a level deeper. Returns false if the nesting is so deep that [[other]] must continue. */
  def enter(): Boolean =
    depth += 1
    depth <= mostDepth

  def leave(): Unit = depth -= 1

  // ---- objects

  private def allocate(bytes: Int): Long =
    val at = blocks.allocate(bytes)
    if at > mostBytes - bytes then
      throw new PickleException.LimitExceeded(s"more than $mostBytes bytes (limits.maxOutputBytes)")
    at

  def beginProduct(shape: Shape.Product): Unit = if sharesAll then known.begin()
  def beginField(shape: Shape.Product, index: Int): Unit = if sharesAll then known.expect(shape.fieldShapes(index))

  def endProduct(shape: Shape.Product): Unit =
    val layout = SlotLayout.of(shape).layout.asInstanceOf[ObjectLayout.Record]
    val places = layout.places
    val offsets = layout.offsets
    val base = top - places.length
    if layout.hasCells then cells(places, base)
    if blocks.length + layout.size > math.min(nearBytes, layout.reach) then
      pads(places, base, afterPads(places.length, layout.size))
    val at = allocate(layout.size)
    var i = 0
    while i < places.length do
      store(places(i), at + offsets(i), stack(base + i))
      i += 1
    top = base
    push(at)
    if sharesAll then known.end(at, shape)

  private def cells(places: Array[SlotLayout], base: Int): Unit =
    var i = 0
    while i < places.length do
      if places(i).isCelled then stack(base + i) = celled(places(i), stack(base + i), base + i)
      i += 1

  /** Makes a cell for a value that is, or was, at this place of the stack; returns a null as it is. */
  private def celled(place: SlotLayout, value: Long, index: Int): Long =
    if isNullOfCelled(value, index) then value
    else cell(place.layout.asInstanceOf[ObjectLayout.Cell].content, value, index)

  /** Makes a cell for a value. */
  private def cell(place: SlotLayout, value: Long, index: Int): Long =
    var content = if place.isCelled then celled(place, value, index) else value
    if place.isReference && blocks.length + 4 > reach(place.bits) then
      content = near(place.bits, content, afterPads(1, 4))
    val at = allocate(math.max(4, place.width))
    store(place, at, content)
    at

  /** The object that a tagged reference leads to. */
  private def boxed(content: ObjectLayout.Content, value: Long, index: Int): Long =
    if !content.isDirect then cell(content.place, value, index)
    else if content.place.isCelled then celled(content.place, value, index)
    else value

  private def store(place: SlotLayout, at: Long, value: Long): Unit = (place.kind: @annotation.switch) match
    case 0     => ()
    case 1 | 2 => blocks.putByte(at, value.toInt)
    case 3 | 4 => blocks.putShort(at, value.toInt)
    case 5 | 7 => blocks.putInt(at, value.toInt)
    case 6 | 8 => blocks.putLong(at, value)
    case _     => blocks.putInt(at, ReferenceWords.word(at, value, place.bits))

  // ---- far away

  /** The bytes that a word can reach back. */
  private def reach(bits: Int): Long = math.min(nearBytes, SlotLayout.reach(bits))

  /** The last position at which an object of this number of bytes can end, with pads before it: the object may have to
    * begin in a new block.
    */
  private def afterPads(most: Int, bytes: Int): Long =
    val padded = blocks.length + 8L * most
    if nearBytes == Long.MaxValue then padded + (1L << blocks.bits) + bytes else padded + bytes

  private def pads(places: Array[SlotLayout], base: Int, end: Long): Unit =
    var i = 0
    while i < places.length do
      if places(i).isReference then stack(base + i) = near(places(i).bits, stack(base + i), end)
      i += 1

  /** A reference for a word before `end`; or its pad, if the target is too far away. */
  private def near(bits: Int, value: Long, end: Long): Long =
    if Ref.isNull(value) || Ref.position(value) == 0 || end - Ref.position(value) < reach(bits) then value
    else
      val pad = allocate(8)
      blocks.putLong(pad, pad - Ref.position(value))
      Ref(pad, Ref.tag(value)) | Ref.Far

  // ---- sealed families, options

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = ()

  def endLeaf(shape: Shape.Sum, leaf: Int): Unit =
    val value = stack(top - 1)
    val content = shape.leafShapes(leaf) match
      case _: Shape.Product => value
      case other            => boxed(new ObjectLayout.Content(SlotLayout.of(other)), value, top - 1)
    stack(top - 1) = Ref(content, leaf + 1)

  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = push(Ref(0, leaf + 1))
  override def putObject(shape: Shape.Singleton): Unit = push(Ref(0, 1))

  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    throw new PickleException.NotCompact(shape.name, "is an open type")
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()

  def putNone(shape: Shape.Optional): Unit = push(Ref(0, SlotLayout.None))
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit =
    if isNull then push(Ref.Null) else if sharesAll then known.expect(shape.element)

  def endSome(shape: Shape.Optional): Unit =
    val value = stack(top - 1)
    val place = SlotLayout.of(shape.element)
    val isNull = if place.isCelled then isNullOfCelled(value, top - 1) else place.isReference && Ref.isNull(value)
    stack(top - 1) =
      if isNull then Ref(0, SlotLayout.Some)
      else Ref(boxed(new ObjectLayout.Content(place), value, top - 1), SlotLayout.Some)

  // ---- collections

  private def mark(): Unit =
    if marked == marks.length then marks = java.util.Arrays.copyOf(marks, marked * 2)
    marks(marked) = top
    marked += 1
    if sharesAll then known.begin()

  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit =
    SlotLayout.of(shape): Unit // refuses mutable types
    mark()

  def beginElement(shape: Shape.Sequence, index: Int): Unit = if sharesAll then known.expect(shape.element)

  def endSequence(shape: Shape.Sequence): Unit = endRows(shape, areCelled = false)

  /** Lays out the elements on the stack. Those of emitted code are in their cells ([[Compactable.put]]); a pickler's
    * calls push values.
    */
  private def endRows(shape: Shape.Sequence, areCelled: Boolean): Unit =
    marked -= 1
    val base = marks(marked)
    val place = SlotLayout.of(shape.element)
    val size = top - base
    if !areCelled then cells(place, base, 1, size)
    val isWide = isAnyFar(place, base, 1, size)
    val width = if isWide then 8 else place.width
    val at = allocateRows(4L + size.toLong * width)
    blocks.putInt(at, if isWide then size | Int.MinValue else size)
    column(place, isWide, at + 4, width, base, 1, size)
    top = base
    push(at)
    if sharesAll then known.end(at, shape)

  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit =
    SlotLayout.of(shape): Unit
    mark()

  def beginKey(shape: Shape.Mapping, index: Int): Unit = if sharesAll then known.expect(shape.key)
  def beginValue(shape: Shape.Mapping, index: Int): Unit = if sharesAll then known.expect(shape.value)

  def endMapping(shape: Shape.Mapping): Unit =
    marked -= 1
    val base = marks(marked)
    val keys = SlotLayout.of(shape.key)
    val values = SlotLayout.of(shape.value)
    val size = (top - base) / 2
    cells(keys, base, 2, size)
    cells(values, base + 1, 2, size)
    val isWide = isAnyFar(keys, base, 2, size) || isAnyFar(values, base + 1, 2, size)
    val table = MapTable(keys, values, size, isWide)
    val at = allocateRows(table.bytes)
    blocks.putInt(at, if isWide then size | Int.MinValue else size)
    column(keys, isWide && keys.isReference, at + table.keysAt, table.keyWidth, base, 2, size)
    column(values, isWide && values.isReference, at + table.valuesAt, table.valueWidth, base + 1, 2, size)
    MapLookup.fill(at, table, keys, blocks)
    top = base
    push(at)
    if sharesAll then known.end(at, shape)

  private def allocateRows(bytes: Long): Long =
    if bytes > Int.MaxValue - 3 then
      throw new PickleException.LimitExceeded(s"a collection of $bytes bytes, more than a block holds")
    allocate(ObjectLayout.roundUp(bytes.toInt))

  /** Makes cells for values that are not objects. */
  private def cells(place: SlotLayout, base: Int, step: Int, size: Int): Unit =
    if place.isCelled then
      var i = base
      while i < base + step * size do
        stack(i) = celled(place, stack(i), i)
        i += step

  /** Returns true if some references are too far for words of 4 bytes. */
  private def isAnyFar(place: SlotLayout, base: Int, step: Int, size: Int): Boolean =
    val end = afterPads(6 * size, 64) // of a map with a table, too
    place.isReference && end > reach(place.bits) && (base until base + step * size by step).exists { i =>
      val value = stack(i)
      !Ref.isNull(value) && Ref.position(value) != 0 && end - Ref.position(value) >= reach(place.bits)
    }

  /** Values side by side. */
  private def column(
      place: SlotLayout,
      isWide: Boolean,
      start: Long,
      width: Int,
      base: Int,
      step: Int,
      size: Int
  ): Unit =
    var at = start
    var i = base
    val end = base + step * size
    while i < end do
      if isWide then blocks.putLong(at, ReferenceWords.wide(at, stack(i), place.bits)) else store(place, at, stack(i))
      at += width
      i += step

  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    if sharesAll then known.begin()
    val size = java.lang.reflect.Array.getLength(array)
    val at = allocateRows(4L + size.toLong * SlotLayout.ofScalar(kind).width)
    blocks.putInt(at, size)
    if size > 0 && kind != ScalarKind.Unit then blocks.putArray(at + 4, array)
    push(at)
    if sharesAll then known.end(at, shape)

  // ---- strings and bytes

  def putString(value: String | Null): Unit =
    if value == null then push(Ref.OwnNull)
    else if sharesAll then push(known.text(value))
    else push(text(value))

  private[region] def text(s: String): Long =
    if Latin1.holds(s) then
      val bytes = s.getBytes(ISO_8859_1)
      val at = allocateRows(4L + bytes.length)
      blocks.putInt(at, bytes.length)
      blocks.putBytes(at + 4, bytes, 0, bytes.length)
      at
    else
      val at = allocateRows(4L + s.length * 2L)
      blocks.putInt(at, s.length | Int.MinValue)
      blocks.putChars(at + 4, s.toCharArray)
      at

  private[brine] override def putByHand(pickler: Pickler[Any], value: Any): Boolean =
    if !pickler.shape.isInstanceOf[Shape.Custom] then
      throw new PickleException.NotCompact(
        s"the pickler of ${pickler.shape.name}",
        "was written by hand and has another type's shape: give it a Shape.Custom"
      )
    val sink = ByteSink.growing(32)
    pickler.pickle(value, new BinaryBuilder(sink, options.copy(sharing = brine.Sharing.Tracked)))
    val bytes = sink.toByteArray
    val at = allocateRows(4L + bytes.length)
    blocks.putInt(at, bytes.length)
    blocks.putBytes(at + 4, bytes, 0, bytes.length)
    push(at)
    true

  // ---- objects that are written once

  private[brine] override def canRefer(id: Int, arity: Int): Boolean = known.fits(id, arity)
  def putReference(id: Int, arity: Int): Unit = push(known.reference(id, arity))
  def putIdentity(id: Int): Unit = known.pending = id

private[region] object RegionBuilder:
  /** The most values of one collection. */
  private final val MostValues = 1 << 29

  /** More bytes than the fields of any class take. */
  final val MostFieldBytes = 4096

  /** The result of a lookup that found no object. */
  private final val NotSharing = -1L

  /** The most levels of calls on the Java stack. Deeper values go by the interpreter, which finds cycles: fewer levels
    * find them earlier.
    */
  private final val MostCallLevels = 64

  private def ofCalls(options: PickleOptions): PickleOptions =
    if options.limits.emittedDepth <= MostCallLevels then options
    else options.copy(limits = options.limits.copy(emittedDepth = MostCallLevels))
