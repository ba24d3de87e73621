package brine.graph.decoupled

import brine.wire.{ImageKernel, PackedItems}

/** The slots of an image, and what is known of each: [[ImageKernel]] has the bits' order.
  *
  * @param slots   the objects, one behind the other
  * @param layout  which slots hold references
  * @param starts  where objects begin
  * @param objects how many there are
  */
private[decoupled] final class ImageSlots(val slots: Array[Long], val layout: Array[Long], val starts: Array[Long], val objects: Int):
  def size: Int = slots.length

  def references: Int = ImageKernel.count(layout, 0, size)

  def sizes(head: Head): ImageSizes = ImageSizes(
    objects, size, head.values * 8, PackedItems.paddedBytes(head.referenceBytes), PackedItems.paddedBytes(head.layoutBytes),
    head.values * 8 + head.references * 8 + objects * 8L + layoutBytes
  )

  /** The bytes of layouts that are not packed. */
  private def layoutBytes: Long =
    var bytes = 0L
    var at = 0
    while at < size do
      val end = ImageKernel.next(starts, at + 1, size)
      bytes += (end - at + 7) / 8
      at = end
    bytes
