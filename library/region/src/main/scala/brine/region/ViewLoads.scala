package brine.region

import brine.{internal, PickleException, Pickler}
import brine.region.layout.{ElementSlots, ObjectLayout, Ref, ReferenceWords, SlotLayout, StaticLayout, ViewEncoding}
import brine.region.values.{MapLookup, StepBudget, StructuralEquality}
import brine.shape.{ScalarKind, Shape}
import brine.wire.Blocks
import brine.wire.layout.RegionLayout.FIRST_OBJECT

/** Loads at positions, called by the code of views, which `EmitViews` emits. Not for users. A view without tag bits is
  * its position.
  */
@internal
object ViewLoads:
  // ---- the classes that code was compiled with

  /** The last checked layouts, each at its hash: a load and a comparison for each path. (A race loses an entry, which
    * is checked again. Longs are read whole on 64-bit JVMs, and half of one is another number.)
    */
  private val known = new Array[Long](1 << KnownBits)

  private inline val KnownBits = 10

  final val Unknown = 0L

  /** @param c the first of the classes: another class loader may have another version of it */
  def isKnown(layout: Long, c: Class[?]): Boolean =
    val key = keyOf(layout, c)
    known(indexOf(key)) == key

  private def keyOf(layout: Long, c: Class[?]): Long = layout ^ (c.hashCode * 0x9e3779b97f4a7c15L)
  private def indexOf(key: Long): Int = (key >>> (64 - KnownBits)).toInt

  /** The number of a place in the code whose picklers may differ between calls. */
  def place(number: Long, pickler: Pickler[?]): Long = (number ^ pickler.shape.fingerprint) * 0x9e3779b97f4a7c15L

  /** Compares the layouts for which code was compiled with those of the classes' picklers, and notes that they agree.
    * The picklers of types with type parameters are others at the next call, which the layout [[Unknown]] says.
    *
    * @throws PickleException.OutdatedCode if they differ
    */
  def check(layout: Long, texts: Array[String], picklers: Array[Pickler[?]], classes: Array[Class[?]]): Unit =
    for i <- texts.indices do
      val compiled = new StaticLayout(texts(i))
      for difference <- Option(compiled.mismatch(ofClass(picklers(i).shape, classes(i)))) do
        throw new PickleException.OutdatedCode("a view", classes(i).getName, difference)
      for scalar <- Option(compiled.unknownScalar) do
        throw notReference(classes(i).getName, s"a $scalar")
    if layout != Unknown then
      val key = keyOf(layout, classes(0))
      known(indexOf(key)) = key

  /** The shape of a class: that of its own pickler, or a leaf of a sealed type's. */
  private[region] def ofClass(shape: Shape, c: Class[?]): Shape = shape match
    case s: Shape.Sum =>
      s.leafShapes.find { case p: Shape.Product => p.className == c.getName; case _ => false }.getOrElse(s)
    case other => other

  /** Follows the word of a field, `before` bytes after the beginning of its object. */
  def ref(blocks: Blocks, at: Long, bits: Int, before: Int): Long = ViewEncoding.follow(blocks, at, bits, before)

  def boolean(blocks: Blocks, at: Long): Boolean = blocks.getByte(at) != 0
  def float(blocks: Blocks, at: Long): Float = java.lang.Float.intBitsToFloat(blocks.getInt(at))
  def double(blocks: Blocks, at: Long): Double = java.lang.Double.longBitsToDouble(blocks.getLong(at))

  def text(blocks: Blocks, ref: Long): String | Null = if Ref.isNull(ref) then null else ElementSlots.text(ref, blocks)

  /** Compares a string in place with `text`. */
  def isText(blocks: Blocks, ref: Long, text: String | Null): Boolean =
    if Ref.isNull(ref) || text == null then Ref.isNull(ref) && text == null else ElementSlots.isText(ref, text, blocks)

  def textLength(blocks: Blocks, ref: Long): Int = blocks.getInt(ReferenceWords.present(ref)) & Int.MaxValue

  /** The content of a `Some`: the object itself, or the position of its cell. */
  def some(option: Long): Long =
    if !isDefined(option) then throw new NoSuchElementException("None.get")
    val at = ViewEncoding.position(option, SlotLayout.Some, SlotLayout.OptionBits)
    if at == 0 then Ref.Null else at

  /** Follows the content of a `Some`, at `at`, if the content is an object. */
  def content(blocks: Blocks, at: Long, bits: Int): Long =
    if bits == 0 || Ref.isNull(at) then at else ViewEncoding.follow(blocks, at, bits, 0)

  /** The tag bits of a reference to a value of this pickler.
    *
    * @throws PickleException.NotCompact if such values are scalars, to which nothing refers: the code was compiled for
    *   references
    */
  def bitsOf(pickler: Pickler[Any]): Int =
    val slot = SlotLayout.of(pickler.shape)
    if !slot.isReference then throw notReference(pickler.shape.name, s"a ${pickler.shape.name}")
    slot.bits

  private def notReference(owner: String, scalar: String): PickleException = new PickleException.NotCompact(
    owner,
    s"is, or has a part that is, no reference but $scalar, which the code of a view cannot know. Take the value out, " +
      "by `toValue`"
  )

  def isDefined(option: Long): Boolean =
    if ViewEncoding.isNull(option) then throw new PickleException.NullValue("a view of null has no parts")
    ViewEncoding.tag(option, SlotLayout.OptionBits) == SlotLayout.Some

  // ---- sealed families

  def tag(view: Long, bits: Int): Int = ViewEncoding.tag(view, bits)

  /** The object of the leaf that has this tag. */
  def leaf(view: Long, tag: Int, bits: Int): Long = ViewEncoding.position(view, tag, bits)

  /** The object of a leaf that is a class.
    *
    * @throws PickleException.UnknownLeaf for a tag without an object: its words could be tags again, for ever
    */
  def leafObject(view: Long, tag: Int, bits: Int, name: String): Long =
    val at = ViewEncoding.position(view, tag, bits)
    if at < FIRST_OBJECT then throw new PickleException.UnknownLeaf(name, s"number ${tag - 1} without an object")
    at

  def noLeaf(view: Long, name: String): Nothing =
    if ViewEncoding.isNull(view) then
      throw new PickleException.NullValue(s"expected a leaf of $name, found a view of null")
    throw new PickleException.UnknownLeaf(name, s"number ${Ref.tag(ViewEncoding.ref(view)) - 1}")

  // ---- collections

  def size(blocks: Blocks, ref: Long): Int = blocks.getInt(ReferenceWords.present(ref)) & Int.MaxValue

  /** The position of a scalar element. */
  def at(blocks: Blocks, items: Long, index: Int, width: Int): Long =
    val count = blocks.getInt(items)
    if index < 0 || index >= count then throw outOf(index, count)
    items + 4 + index.toLong * width

  /** Follows the word of an element. */
  def element(blocks: Blocks, items: Long, index: Int, bits: Int): Long =
    val head = blocks.getInt(items)
    val count = head & Int.MaxValue
    if index < 0 || index >= count then throw outOf(index, count)
    if head >= 0 then
      val before = 4 + index.toLong * 4
      ViewEncoding.follow(blocks, items + before, bits, before)
    else
      val before = 4 + index.toLong * 8
      ViewEncoding.of(ReferenceWords.followWide(blocks, items + before, bits, before), bits)

  private def outOf(index: Int, count: Int): Throwable = new IndexOutOfBoundsException(s"element $index of $count")

  /** Looks up a key and follows the word of its value; returns the position of a scalar value. */
  def value(blocks: Blocks, map: Long, key: Any, keys: Pickler[Any], width: Int, bits: Int): Long =
    val found = find(blocks, map, key, keys, if bits < 0 then 0 else 1, width)
    if found < 0 then throw new NoSuchElementException(s"key not found: $key")
    if bits < 0 then found
    else if blocks.getInt(map) < 0 then
      ViewEncoding.of(ReferenceWords.followWide(blocks, found, bits, found - map), bits)
    else ViewEncoding.follow(blocks, found, bits, found - map)

  def contains(blocks: Blocks, map: Long, key: Any, keys: Pickler[Any], width: Int, bits: Int): Boolean =
    find(blocks, map, key, keys, if bits < 0 then 0 else 1, width) >= 0

  /** Returns true if a collection has this element. Compares element by element. */
  def hasElement(blocks: Blocks, items: Long, element: Any, elements: Pickler[Any]): Boolean =
    val place = SlotLayout.of(elements.shape)
    val at = ReferenceWords.present(items)
    val rows = ElementSlots.ofItems(at, place, blocks)
    val sought = SoughtKey(place, element, elements)
    (0 until rows.size).exists(i => sought.is(rows.at(i), rows.at(i) - at, rows.width, blocks))

  /** The position of the value of a key, or -1. */
  private def find(
      blocks: Blocks,
      map: Long,
      key: Any,
      keys: Pickler[Any],
      valueReference: Int,
      valueWidth: Int
  ): Long =
    val place = SlotLayout.of(keys.shape)
    val values = if valueReference == 0 then new SlotLayout(ViewLoads.scalarOf(valueWidth), 0, null)
    else SlotLayout.ofScalar(ScalarKind.String)
    val table = ElementSlots.tableOf(ReferenceWords.present(map), place, values, blocks)
    val sought = SoughtKey(place, key, keys)
    val entry = MapLookup.find(map, table, blocks)(sought.hash, at => sought.is(at, at - map, table.keyWidth, blocks))
    if entry < 0 then -1 else map + table.valuesAt + entry.toLong * table.valueWidth

  /** A scalar of this width. */
  private def scalarOf(width: Int): Int = width match
    case 0 => 0
    case 1 => ScalarKind.Byte.ordinal
    case 2 => ScalarKind.Short.ordinal
    case 4 => ScalarKind.Int.ordinal
    case _ => ScalarKind.Long.ordinal

/** A key for a lookup: a string as it is, any other key laid out as in a region. */
private final class SoughtKey(place: SlotLayout, key: Any, pickler: Pickler[Any]):
  private val own: Blocks | Null = key match
    case _: String if place.layout == ObjectLayout.Text => null
    case _                                              => Blocks.growing(Blocks.LEAST_BITS + 8, 256, Failing)
  private val at: Long =
    if own == null then 0
    else
      val builder = new RegionBuilder(own.nn, brine.PickleOptions.Default)
      pickler.putPlace(key, builder)
      builder.placeOfItsOwn(place)

  def hash: Int =
    if own == null then key.hashCode
    else
      StructuralEquality.hash(place, at, 0, place.width, own.nn, StepBudget.over(own.nn, brine.PickleOptions.Default))

  private var steps: StepBudget | Null = null

  /** Compares the key at `there`, `before` bytes after the beginning of its map. */
  def is(there: Long, before: Long, width: Int, blocks: Blocks): Boolean =
    if own == null then
      val ref = StructuralEquality.follow(place, there, before, width, blocks)
      ViewLoads.isText(blocks, ref, key.asInstanceOf[String])
    else
      if steps == null then steps = StepBudget.over(own.nn, blocks, brine.PickleOptions.Default)
      val sought = new StructuralEquality.Spot(at, 0, place.width)
      StructuralEquality.equal(
        place,
        sought,
        own.nn,
        new StructuralEquality.Spot(there, before, width),
        blocks,
        steps.nn
      )
