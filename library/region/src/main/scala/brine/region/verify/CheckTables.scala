package brine.region.verify

import brine.PickleException
import brine.region.layout.{ObjectLayout, SlotLayout, StaticLayout}
import brine.shape.ScalarKind

/** The checks for an object at a position, as data: numbers and tables, made from the layouts once. [[RegionVerifier]]
  * then needs no layout per object.
  *
  * @param number from 1
  * @param extent the kind of the object's size: one of [[ObjectCheck.Fixed]], [[ObjectCheck.Text]], …
  * @param size   the bytes of an [[ObjectCheck.Fixed]]
  */
private[region] final class ObjectCheck(val number: Int, val extent: Int, val size: Int):
  /** For [[ObjectCheck.Fixed]]: its words, their offsets, and the offsets of its Booleans. */
  var words: Array[ReferenceCheck] = ObjectCheck.NoWords
  var offsets: Array[Int] = ObjectCheck.Nowhere
  var booleans: Array[Int] = ObjectCheck.Nowhere

  /** For a collection its elements; for a map its values, with its keys in `keys`. */
  var elements: ElementCheck | Null = null
  var keys: ElementCheck | Null = null

  /** True for a set whose elements can be compared. */
  var isSet: Boolean = false

  /** The number of the type whose emitted code checks the object, or -1. */
  var code: Int = -1

/** The checks for a word: its possible targets by tag. */
private[region] final class ReferenceCheck(val bits: Int):
  val mask: Int = (1 << bits) - 1

  /** The object for a tag with a position; null if the tag needs none. */
  val targets = new Array[ObjectCheck | Null](1 << bits)

  /** True for a tag that is valid without a position. */
  val isAlone = new Array[Boolean](1 << bits)

/** The checks for elements that follow each other. */
private[region] final class ElementCheck(val place: SlotLayout, val word: ReferenceCheck | Null):
  val isBoolean: Boolean = place.kind == ScalarKind.Boolean.ordinal
  val isComparable: Boolean = DistinctKeys.areComparable(place)
  def width(isWide: Boolean): Int = if isWide && place.isReference then 8 else place.width

private[region] object ObjectCheck:
  // Kinds of sizes.
  final val Fixed = 0
  final val Text = 1
  final val Blob = 2
  final val Items = 3
  final val Entries = 4

  private val NoWords = new Array[ReferenceCheck](0)
  private val Nowhere = new Array[Int](0)

/** All checks that a region's root leads to. `types` is the layout that the compiler assumed. */
private[region] final class CheckTables(root: SlotLayout, types: StaticLayout):
  private val numbered = new scala.collection.mutable.ArrayBuffer[ObjectCheck]
  private val known = new scala.collection.mutable.HashMap[Any, ObjectCheck]

  /** The root: a word with its targets, or a cell with a number. */
  val start: ReferenceCheck | ObjectCheck = if root.isReference then word(root) else cell(root)
  val pad: ObjectCheck = made(ObjectCheck.Fixed, 8)

  /** By the number of a type: the check of words that refer to it. */
  val words: Array[ReferenceCheck | Null] =
    Array.tabulate(types.size)(i => if types.shape(i) == null then null else entered(SlotLayout.of(types.shape(i)), i))

  private val all = numbered.toArray

  /** Emitted code does not know that a collection is a set. */
  val hasSets: Boolean = all.exists(_.isSet)

  def apply(number: Int): ObjectCheck = all(number - 1)

  private def entered(place: SlotLayout, number: Int): ReferenceCheck | Null =
    if types.isInOrder(number) then of(place.layout.nn).code = number
    if place.isReference then word(place) else null

  private def made(extent: Int, size: Int): ObjectCheck =
    if numbered.length == Short.MaxValue then throw new PickleException.LimitExceeded("more than 32,767 types")
    val form = new ObjectCheck(numbered.length + 1, extent, size)
    numbered += form
    form

  /** Types with the same layout share one check. */
  private def of(key: Any, extent: Int, size: Int)(fill: ObjectCheck => Unit): ObjectCheck = known.getOrElse(
    key, {
      val form = made(extent, size)
      known(key) = form
      fill(form)
      form
    }
  )

  private def of(layout: ObjectLayout): ObjectCheck = layout match
    case r: ObjectLayout.Record => of(CheckTables.key(r), ObjectCheck.Fixed, r.size)(fixed(_, r.places, r.offsets))
    case ObjectLayout.Text      => of(CheckTables.key(ObjectLayout.Text), ObjectCheck.Text, 0)(_ => ())
    case b: ObjectLayout.Blob   => of(CheckTables.key(b), ObjectCheck.Blob, 0)(_ => ())
    case c: ObjectLayout.Cell   => cell(c.content)
    case i: ObjectLayout.Items =>
      of(CheckTables.key(i), ObjectCheck.Items, 0) { form =>
        val elements = column(i.element)
        form.elements = elements
        form.isSet = i.shape.kind.endsWith("Set") && elements.isComparable
      }
    case e: ObjectLayout.Entries =>
      of(CheckTables.key(e), ObjectCheck.Entries, 0) { form =>
        form.keys = column(e.key)
        form.elements = column(e.value)
      }
    case other => throw new IllegalStateException(other.toString)

  /** The check of a value in a cell. */
  private def cell(place: SlotLayout): ObjectCheck =
    of(Some(CheckTables.key(place)), ObjectCheck.Fixed, math.max(4, place.width))(fixed(_, Array(place), Array(0)))

  private def fixed(form: ObjectCheck, places: Array[SlotLayout], offsets: Array[Int]): Unit =
    val (references, scalars) = places.zip(offsets).partition(_._1.isReference)
    form.offsets = references.map(_._2)
    form.booleans = scalars.collect { case (place, offset) if place.kind == ScalarKind.Boolean.ordinal => offset }
    form.words = references.map((place, _) => word(place))

  private def column(place: SlotLayout): ElementCheck =
    new ElementCheck(place, if place.isReference then word(place) else null)

  private def word(place: SlotLayout): ReferenceCheck =
    val word = new ReferenceCheck(place.bits)
    place.layout.nn match
      case t: ObjectLayout.Tagged => for (leaf, i) <- t.leaves.zipWithIndex do enter(word, i + 1, leaf)
      case m: ObjectLayout.Maybe =>
        enter(word, SlotLayout.None, null)
        enter(word, SlotLayout.Some, m.content)
        word.isAlone(SlotLayout.Some) = true
      case _: ObjectLayout.Constant => enter(word, 1, null)
      case other                    => word.targets(0) = of(other)
    word

  private def enter(word: ReferenceCheck, tag: Int, content: ObjectLayout.Content | Null): Unit =
    if content == null then word.isAlone(tag) = true
    else word.targets(tag) = if content.isDirect then of(content.place.layout.nn) else cell(content.place)

private object CheckTables:
  private def key(place: SlotLayout): Any = if place.isReference then key(place.layout.nn) else place.kind

  private def key(layout: ObjectLayout): Any = layout match
    case r: ObjectLayout.Record   => r.shape.fingerprint
    case b: ObjectLayout.Blob     => b.shape.fingerprint
    case c: ObjectLayout.Constant => c.shape.fingerprint
    case t: ObjectLayout.Tagged   => t.shape.fingerprint
    case m: ObjectLayout.Maybe    => m.shape.fingerprint
    case i: ObjectLayout.Items    => i.shape.fingerprint
    case e: ObjectLayout.Entries  => e.shape.fingerprint
    case c: ObjectLayout.Cell     => Some(key(c.content))
    case ObjectLayout.Text        => ObjectLayout.Text
