package brine.bench.decoupled

import brine.wire.{BitAppender, ByteSource, ImageKernel, PackedItems, PackedSection, SlotValues}
import brine.wire.layout.DecoupledLayout

/** The sections of a pickle without checksums, for the kernels: docs/spec/decoupled.md, "The pickle". */
final class DecoupledParts(val bytes: Array[Byte]):
  private val source = ByteSource.of(bytes)
  source.skip(DecoupledLayout.HEAD_LENGTH_OFFSET)
  private val headEnd = DecoupledLayout.HEAD_OFFSET + source.getInt()

  // The sizes are the last five numbers of the head; each ends at the first byte below 128 after the one before it.
  private val sizes: Array[Long] =
    var at = headEnd
    for _ <- 1 to 5 do
      at -= 1
      while bytes(at - 1) < 0 do at -= 1
    source.skip(at - source.offset)
    Array.fill(5)(source.getVarlong())

  val slots: Int = sizes(0).toInt
  val referenceCount: Int = sizes(2).toInt
  val referenceBytes: Int = sizes(3).toInt
  val layoutBytes: Int = sizes(4).toInt
  def valueCount: Int = slots - referenceCount

  private def padded(size: Int): Int = size + 7 & -8
  private val valuesAt = padded(headEnd)
  private val referencesAt = valuesAt + valueCount * 8
  private val layoutsAt = referencesAt + PackedItems.paddedBytes(referenceBytes).toInt

  val references: PackedSection =
    new PackedSection(bytes, referencesAt, referenceBytes, referencesAt + padded(referenceBytes), 0)
  private val layouts = new PackedSection(bytes, layoutsAt, layoutBytes, layoutsAt + padded(layoutBytes), 0)
  private val values = new SlotValues(bytes, valuesAt)

  /** A bit for each slot that is a reference, and one for each where an object begins. */
  def bits: (Array[Long], Array[Long]) =
    val (layout, starts) = (new Array[Long](ImageKernel.words(slots)), new Array[Long](ImageKernel.words(slots)))
    val (a, b) = (new BitAppender(layout, 0), new BitAppender(starts, 0))
    layouts.expand(0, layoutBytes, a, b)
    a.finish()
    b.finish()
    (layout, starts)

  def image(layout: Array[Long], starts: Array[Long]): Array[Long] =
    val image = new Array[Long](slots)
    var from = 0
    var at = 0
    var value = 0L
    while from < slots do
      val until = math.min(slots, from + DecoupledWork.Step)
      at = ImageKernel.merge(layout, starts, slots, from, until, values, value, references, at, image, 0)
      value += until - from - ImageKernel.count(layout, from, until)
      from = until
    image
