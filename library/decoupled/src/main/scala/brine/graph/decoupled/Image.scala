package brine.graph.decoupled

import java.nio.file.Path
import brine.{PickleException, PickleOptions, Unpickler}
import brine.graph.decoupled.image.{Head, ImageBits, ImageClass, ImageClasses, SlotMemory}
import brine.wire.PackedItems

/** The objects of a value in slots of eight bytes, read in place: docs/spec/decoupled.md.
  *
  * {{{
  * val image = pickle.image                      // makes no object
  * image.root.reference("left").int("value")     // reads a field in place
  * image.root.reference("left").read[Node]       // makes this object, and the objects to which it leads
  * }}}
  * An image does not change, and any number of threads may read it.
  */
final class Image private[decoupled] (
    private[decoupled] val memory: SlotMemory,
    private[decoupled] val head: Head,
    private[decoupled] val hasMarkWords: Boolean,
    sizesOf: => ImageSizes
):
  private val types = ImageClasses.of(head, hasMarkWords)
  private val classes = types.result
  private val first = types.first

  /** The bytes of its parts in a pickle. O(objects), once. */
  lazy val sizes: ImageSizes = SlotMemory.settled(memory)(sizesOf)

  /** The slots of all objects. */
  def slots: Int = memory.size

  /** The number of objects. */
  def objectCount: Long = head.objects

  /** The content of a slot. */
  def slot(number: Int): Long = SlotMemory.settled(memory)(memory(number))

  /** The object of the value; null if the value is null. */
  def root: ImageObject = if slots == 0 then null else objectAt(1)

  /** The object to which a reference with this number leads: [[ImageObject.address]].
    *
    * @throws PickleException.BadReference if the image is shorter
    */
  def objectAt(address: Long): ImageObject =
    if address < 1 || address > slots then
      throw new PickleException.BadReference(s"to address $address of an image of $slots slots")
    new ImageObject(this, (address - 1).toInt)

  /** All objects, in the order of their addresses. */
  def objects: Iterator[ImageObject] = Iterator.unfold(0) { at =>
    Option.when(at < slots) {
      val o = new ImageObject(this, at)
      (o, at + o.slots)
    }
  }

  /** A line for each object: the slot where it begins, the number and name of its class, and the content of its slots.
    * A star and a number is a reference to the object that begins there. For people: the text may change.
    */
  def dump: String = SlotMemory.settled(memory)(objects.mkString("\n"))

  /** Makes the object to which a reference with this number leads, and the objects to which it leads. */
  private[decoupled] def read[A](address: Long)(using unpickler: Unpickler[A], options: PickleOptions): A =
    SlotMemory.settled(memory)(ObjectBuilding.readAt(this, address, unpickler, options))

  private[decoupled] def classAt(slot: Int): ImageClass =
    val header = slot + first - 1
    val number = if header < slots then SlotMemory.settled(memory)(memory(header)) else -1
    val c = if number >= 0 && number < classes.length then classes(number.toInt) else null
    if c == null then
      throw new PickleException.Malformed(s"an object of class $number: the image has ${classes.length} classes")
    c

object Image:
  /** Opens a file that [[DecoupledFormat.image]] has written, and checks the image: O(slots). The file is mapped, and
    * must not change as long as the image is used.
    *
    * @throws PickleException.InputOutput if the file cannot be read
    * @throws PickleException if it holds anything else
    */
  def open(path: Path): Image = ImageFile.open(path)

  /** Computes the sizes of an image's parts. O(slots). */
  private[decoupled] def sizes(bits: ImageBits, head: Head): ImageSizes = ImageSizes(
    bits.objects,
    bits.size,
    head.values * 8,
    PackedItems.paddedBytes(head.referenceBytes),
    PackedItems.paddedBytes(head.layoutBytes),
    head.values * 8 + head.references * 8 + bits.objects * 8L + bits.layoutBytes
  )

/** The bytes of a pickle's parts.
  *
  * @param values     the value array
  * @param references the packed references with their end map
  * @param layouts    the packed layouts with their end map
  * @param unpacked   values, references and layouts without packing, as in "Cereal", IV-A: eight bytes for a reference,
  *                   and for a layout eight for its length and whole bytes for its bits
  */
final case class ImageSizes(objects: Long, slots: Long, values: Long, references: Long, layouts: Long, unpacked: Long):
  def packed: Long = values + references + layouts

  override def toString: String =
    productElementNames.zip(productIterator).map((name, value) => s"$name = $value").mkString("ImageSizes(", ", ", ")")
