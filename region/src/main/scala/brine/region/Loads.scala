package brine.region

import brine.{internal, PickleException, Pickler}
import brine.shape.ScalarKind
import brine.wire.Blocks
import brine.wire.layout.RegionLayout.FIRST_OBJECT

/** What the code of views calls, which [[EmitViews]] emits: loads at positions. Not for users. What has no tag is its position. */
@internal
object Loads:
  /** What a field's word refers to, `before` bytes behind the beginning of its object. */
  def ref(blocks: Blocks, at: Long, bits: Int, before: Int): Long = Viewed.follow(blocks, at, bits, before)

  def boolean(blocks: Blocks, at: Long): Boolean = blocks.getByte(at) != 0
  def float(blocks: Blocks, at: Long): Float = java.lang.Float.intBitsToFloat(blocks.getInt(at))
  def double(blocks: Blocks, at: Long): Double = java.lang.Double.longBitsToDouble(blocks.getLong(at))

  def text(blocks: Blocks, ref: Long): String | Null = if Ref.isNull(ref) then null else Rows.text(ref, blocks)

  /** Whether it is the same string, found out where it lies. */
  def isText(blocks: Blocks, ref: Long, text: String | Null): Boolean =
    if Ref.isNull(ref) || text == null then Ref.isNull(ref) && text == null else Rows.isText(ref, text, blocks)

  def textLength(blocks: Blocks, ref: Long): Int = blocks.getInt(Words.present(ref)) & Int.MaxValue

  /** Where the content of a `Some` is: itself, or its place. */
  def some(option: Long): Long =
    if !isDefined(option) then throw new NoSuchElementException("None.get")
    val at = Viewed.position(option, Place.Some, Place.OptionBits)
    if at == 0 then Ref.Null else at

  /** What a `Some` has whose content, at `at`, is an object. */
  def content(blocks: Blocks, at: Long, bits: Int): Long = if bits == 0 || Ref.isNull(at) then at else Viewed.follow(blocks, at, bits, 0)

  /** Bits of the tag of a reference to what a pickler writes. */
  def bitsOf(pickler: Pickler[Any]): Int = Place.of(pickler.shape).bits

  def isDefined(option: Long): Boolean =
    if Viewed.isNull(option) then throw new PickleException.NullValue("a view of null has no parts")
    Viewed.tag(option, Place.OptionBits) == Place.Some

  // ---- sealed families

  def tag(view: Long, bits: Int): Int = Viewed.tag(view, bits)

  /** The object of the leaf that has this tag. */
  def leaf(view: Long, tag: Int, bits: Int): Long = Viewed.position(view, tag, bits)

  /** The object of a leaf that is a class.
    *
    * @throws PickleException.UnknownLeaf for a tag without an object: its words could be tags again, for ever
    */
  def leafObject(view: Long, tag: Int, bits: Int, name: String): Long =
    val at = Viewed.position(view, tag, bits)
    if at < FIRST_OBJECT then throw new PickleException.UnknownLeaf(name, s"number ${tag - 1} without an object")
    at

  def noLeaf(view: Long, name: String): Nothing =
    if Viewed.isNull(view) then throw new PickleException.NullValue(s"expected a leaf of $name, found a view of null")
    throw new PickleException.UnknownLeaf(name, s"number ${Ref.tag(Viewed.ref(view)) - 1}")

  // ---- collections

  def size(blocks: Blocks, ref: Long): Int = blocks.getInt(Words.present(ref)) & Int.MaxValue

  /** Where an element is, a scalar. */
  def at(blocks: Blocks, items: Long, index: Int, width: Int): Long =
    val count = blocks.getInt(items)
    if index < 0 || index >= count then throw outOf(index, count)
    items + 4 + index.toLong * width

  /** What an element refers to. */
  def element(blocks: Blocks, items: Long, index: Int, bits: Int): Long =
    val head = blocks.getInt(items)
    val count = head & Int.MaxValue
    if index < 0 || index >= count then throw outOf(index, count)
    if head >= 0 then
      val before = 4 + index.toLong * 4
      Viewed.follow(blocks, items + before, bits, before)
    else
      val before = 4 + index.toLong * 8
      Viewed.of(Words.followWide(blocks, items + before, bits, before), bits)

  private def outOf(index: Int, count: Int): Throwable = new IndexOutOfBoundsException(s"element $index of $count")

  /** The value of a key, or where it is if it is a scalar. */
  def value(blocks: Blocks, map: Long, key: Any, keys: Pickler[Any], width: Int, bits: Int): Long =
    val found = find(blocks, map, key, keys, if bits < 0 then 0 else 1, width)
    if found < 0 then throw new NoSuchElementException(s"key not found: $key")
    if bits < 0 then found
    else if blocks.getInt(map) < 0 then Viewed.of(Words.followWide(blocks, found, bits, found - map), bits)
    else Viewed.follow(blocks, found, bits, found - map)

  def contains(blocks: Blocks, map: Long, key: Any, keys: Pickler[Any], width: Int, bits: Int): Boolean =
    find(blocks, map, key, keys, if bits < 0 then 0 else 1, width) >= 0

  /** Whether a collection has this element. Its elements are compared one after the other. */
  def hasElement(blocks: Blocks, items: Long, element: Any, elements: Pickler[Any]): Boolean =
    val place = Place.of(elements.shape)
    val at = Words.present(items)
    val rows = Rows.ofItems(at, place, blocks)
    val sought = Sought(place, element, elements)
    (0 until rows.size).exists(i => sought.is(rows.at(i), rows.at(i) - at, rows.width, blocks))

  /** Where the value of a key is, or -1. */
  private def find(blocks: Blocks, map: Long, key: Any, keys: Pickler[Any], valueReference: Int, valueWidth: Int): Long =
    val place = Place.of(keys.shape)
    val values = if valueReference == 0 then new Place(Loads.scalarOf(valueWidth), 0, null) else Place.ofScalar(ScalarKind.String)
    val table = Rows.tableOf(Words.present(map), place, values, blocks)
    val sought = Sought(place, key, keys)
    val entry = Lookup.find(map, table, blocks)(sought.hash, at => sought.is(at, at - map, table.keyWidth, blocks))
    if entry < 0 then -1 else map + table.valuesAt + entry.toLong * table.valueWidth

  /** Some scalar of that width. */
  private def scalarOf(width: Int): Int = width match
    case 0 => 0
    case 1 => ScalarKind.Byte.ordinal
    case 2 => ScalarKind.Short.ordinal
    case 4 => ScalarKind.Int.ordinal
    case _ => ScalarKind.Long.ordinal

/** A key that is looked for: numbers and strings as they are, others as they would lie in a region. */
private final class Sought(place: Place, key: Any, pickler: Pickler[Any]):
  private val own: Blocks | Null = key match
    case _: String if place.layout == Layout.Text => null
    case _                                        => Blocks.growing(Blocks.LEAST_BITS + 8, 256, Failing)
  private val at: Long =
    if own == null then 0
    else
      val builder = new RegionBuilder(own.nn, brine.PickleOptions.Default)
      pickler.putPlace(key, builder)
      builder.placeOfItsOwn(place)

  def hash: Int =
    if own == null then key.hashCode
    else Contents.hash(place, at, 0, place.width, own.nn, Steps.over(own.nn, brine.PickleOptions.Default))

  private var steps: Steps | Null = null

  /** Whether the key at `there`, `before` bytes behind the beginning of its map, is this one. */
  def is(there: Long, before: Long, width: Int, blocks: Blocks): Boolean =
    if own == null then
      val ref = Contents.follow(place, there, before, width, blocks)
      Loads.isText(blocks, ref, key.asInstanceOf[String])
    else
      if steps == null then steps = Steps.over(own.nn, blocks, brine.PickleOptions.Default)
      val sought = new Contents.Spot(at, 0, place.width)
      Contents.equal(place, sought, own.nn, new Contents.Spot(there, before, width), blocks, steps.nn)
