package brine.graph.decoupled.image

import java.util.concurrent.Executor
import brine.PickleException
import brine.graph.threads.WorkQueue
import brine.wire.{ImageKernel, Slots}

/** Checks each object of an image against its class: the class exists, the object has as many slots as the class says,
  * and references are in the slots that the class has for them. A reader of the image then does not check this again.
  *
  * @param classMask the bits of a header that are the class's number; the others are ignored
  */
private[decoupled] final class ImageVerifier(
    slots: SlotMemory,
    image: ImageBits,
    classes: Array[ImageClass | Null],
    first: Int,
    offsetOf: Int => Long,
    classMask: Long = -1
):
  private val layout = image.layout

  def run(executor: Executor | Null): Unit =
    val pieces = if executor == null then 1
    else math.max(1, math.min(ImageVerifier.MostPieces, image.size / ImageVerifier.LeastSlots))
    def boundary(piece: Int): Int = (image.size.toLong * piece / pieces).toInt
    if pieces == 1 then verify(0, image.size)
    else WorkQueue.run(pieces, executor.nn)(piece => verify(boundary(piece), boundary(piece + 1)))

  /** Verifies the objects that begin in these slots. */
  private def verify(from: Int, until: Int): Unit =
    var at = ImageKernel.next(image.starts, from, until)
    while at < until do
      val end = ImageKernel.next(image.starts, at + 1, image.size)
      val _ = verifyObject(at, end)
      at = if end < until then end else until

  /** Verifies the object in these slots, and returns its class. */
  def verifyObject(at: Int, end: Int): ImageClass =
    val header = at + first - 1
    if header >= end then throw malformed(at, "an object without a header")
    val c = classOf(header)
    if c.form == ImageClass.Fixed then verifyFixed(c, at, end)
    else
      if header + 1 >= end || ImageKernel.isSet(layout, header + 1) then
        throw malformed(header, s"a ${c.name} without a length")
      val length = slots(header + 1)
      if !c.isLength(length) || c.slots(length) != end - at then
        throw malformed(header + 1, s"a ${c.name} claims $length elements, and ${end - at} slots are left")
      verifyElements(c, at, end, length)
    c

  private def classOf(header: Int): ImageClass =
    val number = slots(header) & classMask
    val known = if number >= 0 && number < classes.length then classes(number.toInt) else null
    if known == null then
      throw malformed(header, s"an object of class $number: the image has ${classes.length} classes")
    known

  private def verifyFixed(c: ImageClass, at: Int, end: Int): Unit =
    if end - at != c.size then throw malformed(at, s"a ${c.name} of ${end - at} slots in place of ${c.size}")
    val isSame =
      if c.size <= 64 then ImageKernel.bits(layout, at, end) == c.bits
      else
        ImageKernel.count(layout, at, end) == c.referenceSlots.length && c.referenceSlots.forall(slot =>
          ImageKernel.isSet(layout, at + slot)
        )
    if !isSame then throw noLayout(c, at)

  private def verifyElements(c: ImageClass, at: Int, end: Int, length: Long): Unit =
    val elements = at + c.elementsAt
    val isRight = has(at, elements, 0) && (c.form match
      case ImageClass.Packed =>
        if end > elements && !Slots.endsInZeros(slots(end - 1), length.toInt, c.width) then
          throw malformed(end - 1, s"other bytes than zeros after the elements of a ${c.name}")
        has(elements, end, 0)
      case ImageClass.Elements =>
        val perElement = c.referenceSlots.length
        has(elements, end, length.toInt * perElement) && (perElement != 1 || c.stride != 2 || areInEach(
          c,
          elements,
          end
        ))
      case _ =>
        val references = elements + ImageClass.valuesOf(length).toInt
        has(elements, references, 0) && has(references, end, end - references)
    )
    if !isRight then throw noLayout(c, at)

  /** True if `count` of these slots are references. */
  private def has(from: Int, until: Int, count: Int): Boolean = ImageKernel.count(layout, from, until) == count

  /** True if in each entry of a map the same one of two slots is a reference. */
  private def areInEach(c: ImageClass, from: Int, end: Int): Boolean =
    var at = from + c.slotOf(if c.isReference(0) then 0 else 1)
    while at < end && ImageKernel.isSet(layout, at) do at += 2
    at >= end

  private def noLayout(c: ImageClass, at: Int): PickleException =
    malformed(at, s"a layout that is not that of a ${c.name}")

  private def malformed(slot: Int, what: String): PickleException =
    new PickleException.Malformed(what).atOffset(offsetOf(math.min(slot, image.size - 1)))

private object ImageVerifier:
  private final val LeastSlots = 1 << 15
  private final val MostPieces = 64
