package brine.graph.decoupled.writing

import scala.collection.mutable.ArrayBuffer
import brine.graph.decoupled.image.{Head, ImageSlots}
import brine.graph.types.TypeTable
import brine.wire.{ByteSink, ImageKernel, PackedItems}
import brine.wire.layout.DecoupledLayout

/** Writes an image as a pickle. Mirrored, section by section, by [[ImageReader]]. */
private[decoupled] final class ImageWriter(types: ImageHead, sink: ByteSink, hasChecksums: Boolean):
  private val begun = sink.written
  private val checksums = ArrayBuffer.empty[Int]
  private var unchecked = DecoupledLayout.CHECKED_BYTES

  def write(image: ImageSlots): Unit =
    val references = new PackedItems
    ImageKernel.packReferences(image.slots, image.layout, 0, image.size, references)
    val layouts = new PackedItems
    ImageKernel.packLayouts(image.layout, image.starts, image.size, layouts)
    val head = new Head(
      types.tables,
      types.hasFullNames,
      image.size,
      image.objects,
      references.count,
      references.size,
      layouts.size
    )
    if head.packedBytes > Head.MostPacked then throw Head.tooMuchPacked(head.packedBytes)
    writeHead(head)
    writeValues(image)
    writePacked(references)
    writePacked(layouts)
    writeChecksums()

  private def writeHead(head: Head): Unit =
    head.putStart(
      sink,
      (if hasChecksums then DecoupledLayout.FLAG_CHECKSUMS else 0) | (if types.hasMarkWords then
                                                                        DecoupledLayout.FLAG_MARK_WORDS
                                                                      else 0)
    )
    if hasChecksums then sink.putInt(sink.checksum())
    while (sink.written - begun) % DecoupledLayout.SECTION_ALIGNMENT != 0 do sink.putByte(0)
    if hasChecksums then sink.startChecksum()

  private def writeValues(image: ImageSlots): Unit =
    val some = new Array[Byte](math.min(image.size, ImageWriter.SlotsAtOnce) * 8)
    var from = 0
    while from < image.size do
      val until = math.min(image.size, from + ImageWriter.SlotsAtOnce)
      put(some, ImageKernel.copyValues(image.slots, image.layout, from, until, some, 0))
      from = until

  private def writePacked(items: PackedItems): Unit =
    put(items.bytes, items.size)
    pad(items.size)
    put(items.ends, items.endBytes)
    pad(items.endBytes)

  private def pad(length: Int): Unit = put(ImageWriter.Zeros, -length & 7)

  private def put(bytes: Array[Byte], length: Int): Unit =
    var done = 0
    while done < length do
      val here = math.min(length - done, unchecked)
      sink.putBytes(bytes, done, here)
      done += here
      unchecked -= here
      if unchecked == 0 then check()

  private def check(): Unit =
    unchecked = DecoupledLayout.CHECKED_BYTES
    if hasChecksums then
      checksums += sink.checksum()
      sink.startChecksum()

  private def writeChecksums(): Unit = if hasChecksums then
    if unchecked < DecoupledLayout.CHECKED_BYTES then check()
    for checksum <- checksums do sink.putInt(checksum)

private object ImageWriter:
  private final val SlotsAtOnce = 8192
  private val Zeros = new Array[Byte](8)

/** The classes of an image, for the head of its pickle. */
private[decoupled] final class ImageHead(
    val tables: IndexedSeq[TypeTable],
    val hasFullNames: Boolean,
    val hasMarkWords: Boolean
)
