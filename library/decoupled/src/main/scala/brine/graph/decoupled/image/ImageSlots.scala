package brine.graph.decoupled.image

import brine.wire.ImageKernel

/** The slots of an image that hold references, and those where objects begin: [[ImageKernel]] has the bits' order.
  *
  * @param size    how many slots there are
  * @param layout  a bit for each slot, set where it holds a reference
  * @param starts  a bit for each slot, set where an object begins
  * @param objects how many there are
  */
private[decoupled] class ImageBits(val size: Int, val layout: Array[Long], val starts: Array[Long], val objects: Int):
  final def references: Int = ImageKernel.count(layout, 0, size)

  /** The bytes of the layouts without packing: for each object whole bytes, with a bit for each slot. O(slots). */
  final def layoutBytes: Long =
    var bytes = 0L
    var at = 0
    while at < size do
      val end = ImageKernel.next(starts, at + 1, size)
      bytes += (end - at + 7) / 8
      at = end
    bytes

private[decoupled] object ImageBits:
  /** The most slots of an image, which is one array. */
  final val MostSlots = Int.MaxValue - 8

/** An image in an array, which is written. */
private[decoupled] final class ImageSlots(
    val slots: Array[Long],
    layout: Array[Long],
    starts: Array[Long],
    objects: Int
) extends ImageBits(slots.length, layout, starts, objects)
