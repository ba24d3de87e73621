package brine.graph.decoupled.image

import brine.shape.{ScalarKind, Shape}
import brine.wire.layout.DecoupledLayout

/** A class of an image: the order of its objects' slots.
  *
  * {{{
  * Fixed     header, a slot for each place
  * Packed    header, length, elements of 1, 2, 4 or 8 bytes in as many slots as they take
  * Elements  header, length, for each element a slot, or two (of a map), or none
  * ByHand    header, counts, values, references
  * }}}
  * A mark word precedes the header if the image has them. Slots are counted from the mark word on.
  *
  * @param number the number in the headers of its objects
  * @param shape  the shape of its values; null for a wrapper, and for a class that every pickle has
  * @param name   for messages and views
  * @param places the kinds of the fields of a fixed class, or of an element: see [[SlotKind]]
  * @param width  the bytes of an element of a packed class
  * @param first  the slot after the header
  */
private[decoupled] final class ImageClass(
    val number: Int,
    val form: Int,
    val shape: Shape | Null,
    val name: String,
    val places: Array[Int],
    val width: Int,
    val first: Int
):
  /** Slots from an object's beginning to its first element. */
  val elementsAt: Int = first + 1

  /** The slot of each place, counted from the object's beginning, or from the element's. */
  val slotOf: Array[Int] =
    var next = if form == ImageClass.Fixed then first else 0
    places.map { kind =>
      val slot = next
      if kind != SlotKind.None then next += 1
      slot
    }

  /** The slots of an element, or of all places. */
  private val placeSlots: Int = places.count(_ != SlotKind.None)

  /** The slots of a fixed object. */
  val size: Int = first + placeSlots

  /** Slots from one element to the next. */
  def stride: Int = placeSlots

  /** The slots of a fixed object that are references, or those of an element. */
  val referenceSlots: Array[Int] = places.indices.filter(i => SlotKind.isReference(places(i))).map(slotOf(_)).toArray

  def isReference(place: Int): Boolean = SlotKind.isReference(places(place))

  /** The layout of up to 64 slots of a fixed object, the first being the highest bit. */
  val bits: Long = referenceSlots.iterator.filter(_ < 64).map(slot => Long.MinValue >>> slot).foldLeft(0L)(_ | _)

  /** The number of slots of an object with this length or these counts. Beyond the slots of an image, any larger
    * number.
    */
  def slots(length: Long): Long = form match
    case ImageClass.Fixed    => size
    case ImageClass.Packed   => elementsAt + (math.min(length, Int.MaxValue.toLong) * width + 7) / 8
    case ImageClass.Elements => elementsAt + math.min(length, Int.MaxValue.toLong) * placeSlots
    case _                   => elementsAt + ImageClass.valuesOf(length) + ImageClass.referencesOf(length)

  /** Calls `work` with the slot of each reference of an object with this length or these counts, which is at `from`. */
  def eachReference(from: Int, length: Long)(work: Int => Unit): Unit = form match
    case ImageClass.Fixed => for slot <- referenceSlots do work(from + slot)
    case ImageClass.Elements =>
      for place <- places.indices if isReference(place); i <- 0 until length.toInt do
        work(from + elementsAt + i * stride + slotOf(place))
    case ImageClass.ByHand =>
      val references = from + elementsAt + ImageClass.valuesOf(length).toInt
      for i <- 0 until ImageClass.referencesOf(length).toInt do work(references + i)
    case _ => ()

  /** True for a length, or counts, that an object of this class can have. */
  def isLength(length: Long): Boolean = form match
    case ImageClass.Fixed => true
    case ImageClass.ByHand =>
      ImageClass.valuesOf(length) <= Int.MaxValue && ImageClass.referencesOf(length) <= Int.MaxValue
    case _ => length >= 0 && length <= Int.MaxValue

  override def toString: String = s"$number $name"

private[decoupled] object ImageClass:
  final val Fixed = 0
  final val Packed = 1
  final val Elements = 2
  final val ByHand = 3

  private val NoPlaces = Array.emptyIntArray

  def fixed(number: Int, shape: Shape | Null, name: String, places: Array[Int], first: Int): ImageClass =
    new ImageClass(number, Fixed, shape, name, places, 0, first)
  def packed(number: Int, name: String, width: Int, first: Int): ImageClass =
    new ImageClass(number, Packed, null, name, NoPlaces, width, first)
  def elements(number: Int, shape: Shape, name: String, places: Array[Int], first: Int): ImageClass =
    new ImageClass(number, Elements, shape, name, places, 0, first)
  def byHand(number: Int, shape: Shape, first: Int): ImageClass =
    new ImageClass(number, ByHand, shape, shape.name, NoPlaces, 0, first)

  /** The counts of a pickler by hand's object: its values and its references. */
  def counts(values: Int, references: Int): Long = values.toLong | references.toLong << 32
  def valuesOf(counts: Long): Long = counts & 0xffffffffL
  def referencesOf(counts: Long): Long = counts >>> 32

  /** The number of slots of a header, a mark word included. */
  def headerSlots(hasMarkWords: Boolean): Int = if hasMarkWords then 2 else 1

  /** The classes that every pickle has, by their numbers; null for a number that has none. */
  def builtIn(first: Int): Array[ImageClass | Null] =
    val all = new Array[ImageClass | Null](DecoupledLayout.FIRST_TOLD)
    def add(c: ImageClass): Unit = all(c.number) = c
    add(fixed(DecoupledLayout.NULL, null, "Null", NoPlaces, first))
    add(fixed(DecoupledLayout.NONE, null, "None", NoPlaces, first))
    add(packed(DecoupledLayout.LATIN1, "String", 1, first))
    add(packed(DecoupledLayout.UTF16, "String", 2, first))
    for kind <- ScalarKind.values if kind != ScalarKind.String do
      add(fixed(DecoupledLayout.BOXED + kind.ordinal, null, kind.toString, Array(SlotKind.of(kind)), first))
      add(packed(DecoupledLayout.ARRAY + kind.ordinal, s"Array[$kind]", widthOf(kind), first))
    all

  /** The bytes of an element in an array of scalars. */
  def widthOf(kind: ScalarKind): Int = if kind == ScalarKind.String then 8 else kind.width

/** The content of a slot: a reference, a scalar of some kind, or nothing for a place without a slot. */
private[decoupled] object SlotKind:
  final val None = 0 // a place of type Unit
  final val Reference = ScalarKind.String.ordinal

  def isReference(kind: Int): Boolean = kind == Reference

  /** The kind of a place of this type. */
  def of(shape: Shape): Int = shape match
    case s: Shape.Scalar => of(s.kind)
    case _               => Reference

  def of(kind: ScalarKind): Int = kind.ordinal // Unit is 0, and String is Reference
