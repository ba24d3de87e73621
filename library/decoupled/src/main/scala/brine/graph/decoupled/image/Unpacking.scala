package brine.graph.decoupled.image

import java.util.concurrent.Executor
import brine.PickleException
import brine.graph.threads.WorkQueue
import brine.wire.{BitAppender, ImageKernel, PackedSection, SlotValues}

/** Rebuilds the image of a pickle, by one thread or by several. Mirrors [[ImageWriter]].
  *
  *   1. [[count]]: each thread counts slots and references in its part of the packed layouts. The counts must be those
  *      of the head. Nothing is allocated before.
  *   1. [[expand]]: the layouts become a bit for each slot. Each part begins where the previous parts end.
  *   1. [[merge]]: values and references go to the slots of each part. A reference must lead to an object.
  *
  * A step begins when all threads have ended the previous one.
  *
  * @param memoryOf makes the memory of an image with a number of slots
  */
private[decoupled] final class Unpacking[M <: SlotMemory](
    head: Head,
    values: SlotValues,
    references: PackedSection,
    layouts: PackedSection,
    executor: Executor | Null,
    memoryOf: Int => M
):
  private val slots = head.slots.toInt

  def run(): (ImageBits, M) =
    count()
    expand()
    val memory = memoryOf(slots)
    merge(memory)
    (new ImageBits(slots, layout, starts, head.objects.toInt), memory)

  /** Works on `count` pieces. */
  private def inPieces(count: Int)(work: Int => Unit): Unit =
    if executor == null || count == 1 then for piece <- 0 until count do work(piece)
    else WorkQueue.run(count, executor.nn)(work)

  private def piecesOf(size: Int, atLeast: Int): Int =
    if executor == null then 1 else math.max(1, math.min(Unpacking.MostPieces, size / atLeast))

  // ---- counts

  private val parts = piecesOf(layouts.size, Unpacking.LeastLayoutBytes)

  /** The bytes and the slots where the parts of the layouts begin, and where the last one ends. */
  private val from = Array.tabulate(parts + 1)(i => layouts.boundary((layouts.size.toLong * i / parts).toInt))
  private val slotsBefore = new Array[Long](parts + 1)

  private def count(): Unit =
    references.check()
    layouts.check()
    val ones = new Array[Long](parts)
    val items = new Array[Int](parts)
    var packed = 0
    inPieces(parts + 1) { part =>
      if part == parts then packed = references.index()
      else
        slotsBefore(part + 1) = layouts.bits(from(part), from(part + 1))
        items(part) = layouts.items(from(part), from(part + 1))
        ones(part) = layouts.ones(from(part), from(part + 1)) - items(part)
    }
    for part <- 0 until parts do slotsBefore(part + 1) += slotsBefore(part)
    expect(head.slots, slotsBefore(parts), "slots in the layouts")
    expect(head.objects, items.map(_.toLong).sum, "layouts")
    expect(head.references, ones.sum, "references in the layouts")
    expect(head.references, packed, "packed references")

  private def expect(claimed: Long, found: Long, what: String): Unit =
    if claimed != found then throw new PickleException.Malformed(s"expected $claimed $what, found $found")

  // ---- a bit for each slot

  private var layout = Array.emptyLongArray
  private var starts = Array.emptyLongArray

  private def expand(): Unit =
    layout = new Array[Long](ImageKernel.words(slots))
    starts = new Array[Long](layout.length)
    val appenders = Array.tabulate(parts)(part =>
      (new BitAppender(layout, slotsBefore(part)), new BitAppender(starts, slotsBefore(part)))
    )
    inPieces(parts) { part =>
      val (layout, starts) = appenders(part)
      layouts.expand(from(part), from(part + 1), layout, starts)
    }
    for (layout, starts) <- appenders do
      layout.finish()
      starts.finish()

  // ---- values and references

  private def merge(memory: SlotMemory): Unit =
    val pieces = piecesOf(slots, Unpacking.LeastSlots)
    def boundary(piece: Int): Int = if piece == pieces then slots else (slots.toLong * piece / pieces).toInt & ~63
    val before = new Array[Int](pieces)
    for piece <- 1 until pieces do
      before(piece) = before(piece - 1) + ImageKernel.count(layout, boundary(piece - 1), boundary(piece))
    inPieces(pieces)(piece => merge(memory, boundary(piece), boundary(piece + 1), before(piece)))

  /** Merges the slots from `from` until `to`: into an array in place, into another memory by way of an array.
    */
  private def merge(memory: SlotMemory, from: Int, to: Int, referencesBefore: Int): Unit =
    val own = memory match
      case array: ArrayMemory => array.all
      case _                  => new Array[Long](math.min(to - from, Unpacking.SlotsAtOnce))
    val isInPlace = memory.isInstanceOf[ArrayMemory]
    var at = references.find(referencesBefore)
    var slot = from
    var value = slot - referencesBefore.toLong
    while slot < to do
      val until = math.min(to, slot + Unpacking.SlotsAtOnce)
      at = ImageKernel.merge(
        layout,
        starts,
        slots,
        slot,
        until,
        values,
        value,
        references,
        at,
        own,
        if isInPlace then 0 else slot
      )
      if !isInPlace then memory.put(own, until - slot, slot)
      value += until - slot - ImageKernel.count(layout, slot, until)
      slot = until

private object Unpacking:
  /** Pieces of these sizes take much longer than to start one. */
  private final val LeastLayoutBytes = 1 << 14
  private final val LeastSlots = 1 << 15
  private final val MostPieces = 64

  /** One call for all slots would stay in the loop that was compiled while it ran. */
  private final val SlotsAtOnce = 1 << 14
