package brine.graph.decoupled

import brine.{PickleException, PickleOptions, Unpickler}
import brine.graph.decoupled.image.{ImageClass, SlotKind, SlotMemory}
import brine.shape.{ScalarKind, Shape}
import brine.wire.Slots
import brine.wire.layout.DecoupledLayout

/** An object of an image, read in place: of a class with fields, an option, a collection, a map, a string or an array.
  *
  * Places are read by the kind of their content ([[int]], [[string]], [[reference]]), or by [[apply]], which reads any
  * kind. A place has the name of its field, or the index of an element; the place of an option or a boxed scalar is
  * `"content"`. A null reference is null.
  *
  * A place that the object does not have, or a kind that the place does not hold, is an `IllegalArgumentException` that
  * names the places or the kind.
  */
final class ImageObject private[decoupled] (val image: Image, slot: Int):
  private val memory = image.memory
  private val c: ImageClass = image.classAt(slot)

  /** The number of references to this object: 1 + the number of slots before it. */
  def address: Long = slot + 1L

  /** The name of its class. */
  def className: String = c.name

  /** The names of its fields; empty for an object with elements. */
  def fieldNames: Seq[String] = c.shape match
    case p: Shape.Product => p.fieldNames.toSeq
    case _                => if c.form == ImageClass.Fixed then c.places.toSeq.map(_ => ImageObject.Content) else Nil

  /** The number of elements of a collection or array, of entries of a map, of characters of a string. For a value of a
    * pickler by hand, the number of its parts; for an object with fields 0.
    */
  def length: Int = c.form match
    case ImageClass.Fixed => 0
    case ImageClass.ByHand =>
      val counts = lengthSlot
      (ImageClass.valuesOf(counts) + ImageClass.referencesOf(counts)).toInt
    case _ => Math.toIntExact(lengthSlot)

  private def lengthSlot: Long = SlotMemory.settled(memory)(memory(slot + c.first))

  /** The number of its slots, those of the header included. */
  private[decoupled] def slots: Int =
    val all: Long = if c.form == ImageClass.Fixed then c.size.toLong else c.slots(lengthSlot)
    if all > memory.size - slot then
      throw new PickleException.Malformed(s"a ${c.name} claims $all slots, and ${memory.size - slot} are left")
    all.toInt

  // ---- fields

  /** The content of a field: a boxed scalar, a string, an [[ImageObject]], or null. */
  def apply(field: String): Any =
    val place = placeOf(field)
    content(place.slot, place.kind)

  def boolean(field: String): Boolean = scalar(field, ScalarKind.Boolean) != 0
  def byte(field: String): Byte = scalar(field, ScalarKind.Byte).toByte
  def short(field: String): Short = scalar(field, ScalarKind.Short).toShort
  def char(field: String): Char = scalar(field, ScalarKind.Char).toChar
  def int(field: String): Int = scalar(field, ScalarKind.Int).toInt
  def long(field: String): Long = scalar(field, ScalarKind.Long)
  def float(field: String): Float = java.lang.Float.intBitsToFloat(scalar(field, ScalarKind.Float).toInt)
  def double(field: String): Double = java.lang.Double.longBitsToDouble(scalar(field, ScalarKind.Double))

  /** A string; null if the reference is null. */
  def string(field: String): String = textOf(reference(field), s"field '$field'")

  /** The object to which a field refers; null if the reference is null. */
  def reference(field: String): ImageObject =
    val place = placeOf(field)
    if !SlotKind.isReference(place.kind) then
      throw no(s"field '$field' of $className holds ${ImageObject.nameOf(place.kind)}, not a reference")
    target(at(place))

  private def scalar(field: String, kind: ScalarKind): Long =
    val place = placeOf(field)
    if place.kind != kind.ordinal then
      throw no(s"field '$field' of $className holds ${ImageObject.nameOf(place.kind)}, not $kind")
    at(place)

  private def at(place: ImagePlace): Long = SlotMemory.settled(memory)(memory(place.slot))

  private def placeOf(field: String): ImagePlace =
    val i = fieldNames.indexOf(field)
    if i < 0 then throw no(s"$className has no field '$field'; it has ${fieldNames.mkString(", ")}")
    new ImagePlace(slot + c.slotOf(i), c.places(i))

  // ---- elements

  /** The content of an element, as of a field. A map has [[key]] and [[value]]. */
  def apply(index: Int): Any = c.form match
    case ImageClass.Packed => ImageObject.box(packedKind, packed(index))
    case ImageClass.ByHand => byHand(index)
    case _ =>
      val place = element(index, 0)
      content(place.slot, place.kind)

  /** An element of a collection or array of this kind. */
  def int(index: Int): Int = scalar(index, ScalarKind.Int).toInt
  def long(index: Int): Long = scalar(index, ScalarKind.Long)
  def double(index: Int): Double = java.lang.Double.longBitsToDouble(scalar(index, ScalarKind.Double))

  /** The object of an element; null if the reference is null. */
  def reference(index: Int): ImageObject =
    val place = element(index, 0)
    if !SlotKind.isReference(place.kind) then
      throw no(s"the elements of $className are ${ImageObject.nameOf(place.kind)}, not references")
    target(at(place))

  /** A string of a collection; null if the reference is null. */
  def string(index: Int): String = textOf(reference(index), s"element $index")

  /** All elements. */
  def elements: Iterator[Any] = Iterator.range(0, length).map(apply(_))

  /** The key of a map's entry. */
  def key(index: Int): Any = entry(index, 0)

  /** The value of a map's entry. */
  def value(index: Int): Any = entry(index, 1)

  private def entry(index: Int, which: Int): Any =
    if c.places.length != 2 || c.form != ImageClass.Elements then throw no(s"$className is not a map")
    val place = element(index, which)
    content(place.slot, place.kind)

  private def scalar(index: Int, kind: ScalarKind): Long =
    if c.form == ImageClass.Packed then
      if packedKind != kind.ordinal then throw no(s"$className has no elements of $kind")
      packed(index)
    else
      val place = element(index, 0)
      if place.kind != kind.ordinal then
        throw no(s"the elements of $className are ${ImageObject.nameOf(place.kind)}, not $kind")
      at(place)

  private def element(index: Int, which: Int): ImagePlace =
    if c.form != ImageClass.Elements then throw no(s"$className has no elements that take a slot each")
    checkIndex(index)
    new ImagePlace(slot + c.elementsAt + index * c.stride + c.slotOf(which), c.places(which))

  private def checkIndex(index: Int): Unit =
    if index < 0 || index >= length then throw no(s"element $index of a $className of $length")

  private def packedKind: Int =
    if c.number >= DecoupledLayout.ARRAY then c.number - DecoupledLayout.ARRAY else ScalarKind.Char.ordinal

  private def packed(index: Int): Long =
    checkIndex(index)
    if c.width == 0 then 0
    else
      val perSlot = 8 / c.width
      Slots.element(
        SlotMemory.settled(memory)(memory(slot + c.elementsAt + index / perSlot)),
        index % perSlot,
        c.width,
        ImageObject.isUnsigned(packedKind) || c.number == DecoupledLayout.LATIN1
      )

  private def byHand(index: Int): Any =
    checkIndex(index)
    val bits = SlotMemory.settled(memory)(memory(slot + c.elementsAt + index))
    if index < ImageClass.valuesOf(lengthSlot) then bits else boxed(target(bits))

  // ---- strings

  /** The characters of a string. */
  def text: String =
    if c.number != DecoupledLayout.LATIN1 && c.number != DecoupledLayout.UTF16 then
      throw no(s"a $className is not a string")
    SlotMemory.settled(memory)(ImageObject.text(memory, slot + c.elementsAt, c, length))

  def isString: Boolean = c.number == DecoupledLayout.LATIN1 || c.number == DecoupledLayout.UTF16

  private def textOf(o: ImageObject, what: String): String =
    if o == null then null
    else if o.isString then o.text
    else throw no(s"$what of $className refers to a ${o.className}, which is not a string")

  // ---- objects

  /** Makes this object, and all objects to which it leads. The pickler is for the type of this object, or for a later
    * version of it.
    */
  def read[A](using unpickler: Unpickler[A], options: PickleOptions): A = image.read(address)

  private def content(at: Int, kind: Int): Any =
    if SlotKind.isReference(kind) then boxed(target(SlotMemory.settled(memory)(memory(at))))
    else if kind == SlotKind.None then ()
    else ImageObject.box(kind, SlotMemory.settled(memory)(memory(at)))

  /** The text of a string, or the object. */
  private def boxed(o: ImageObject): Any = if o != null && o.isString then o.text else o

  private def target(reference: Long): ImageObject = if reference == 0 then null else image.objectAt(reference)

  private def no(what: String): IllegalArgumentException = new IllegalArgumentException(what)

  /** The line of [[Image.dump]] for this object. */
  override def toString: String = SlotMemory.settled(memory)(ImageDump.text(image, slot, c))

/** A slot, and the kind of its content. */
private final class ImagePlace(val slot: Int, val kind: Int)

private[decoupled] object ImageObject:
  /** The name of the only place of an option, a boxed scalar or a wrapper. */
  final val Content = "content"

  def nameOf(kind: Int): String = if SlotKind.isReference(kind) then "a reference"
  else if kind == SlotKind.None then "Unit"
  else ScalarKind.fromOrdinal(kind).toString

  def isUnsigned(kind: Int): Boolean = kind == ScalarKind.Char.ordinal || kind == ScalarKind.Float.ordinal

  def box(kind: Int, bits: Long): Any = if kind == SlotKind.None then () else ScalarKind.fromOrdinal(kind).ofBits(bits)

  /** The first `length` characters of a string. */
  def text(memory: SlotMemory, at: Int, c: ImageClass, length: Int): String =
    if c.number == DecoupledLayout.LATIN1 then memory.latin1(at, length) else memory.utf16(at, length)
