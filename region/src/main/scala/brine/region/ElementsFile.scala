package brine.region

import java.nio.{ByteBuffer, ByteOrder}
import java.nio.channels.FileChannel
import brine.{PickleException, PickleOptions}
import brine.wire.Blocks
import brine.wire.layout.RegionLayout.FIRST_OBJECT

/** A region that is built in a file: its root is a collection, whose elements come one after the other and are soon forgotten.
  *
  * References are relative, so that elements are laid out in memory, a batch at a time from position 8 on, and go to the file as
  * they lie. The collection stands behind all of them; what its rows refer to waits in `refs` until then.
  *
  * @param nearBytes as of [[RegionBuilder]]
  */
private[region] final class ElementsFile[A](
    channel: FileChannel, refs: Spool, element: Compactable[A], all: Compactable[?], options: PickleOptions, nearBytes: Long
):
  import ElementsFile.*

  private val shape = all.pickler.shape
  private val place = all.place.layout match
    case items: Layout.Items => items.element
    case _                   => throw new IllegalArgumentException(s"expected a collection, found ${shape.name}")

  /** Where the body begins in the file. */
  private val bodyStart = header(root = 0).bodyStart

  /** Where the next object goes in the body. */
  private var end = FIRST_OBJECT.toLong

  /** No object begins before. */
  private var lowest = Long.MaxValue

  private def header(root: Long): RegionHeader = RegionHeader.of(Blocks.MOST_BITS, end, shape, root)

  def write(elements: Iterator[A]): Unit =
    while elements.hasNext do writeBatch(elements)
    val root = writeCollection()
    writeAt(0, header(root).bytes)

  /** As many elements as there are for some memory. */
  private def writeBatch(elements: Iterator[A]): Unit =
    val blocks = Blocks.growing(Blocks.MOST_BITS, BatchBytes, Failing)
    val builder = new RegionBuilder(blocks, options, nearBytes)
    val batch = new Array[Long](BatchElements)
    var count = 0
    while elements.hasNext && count < BatchElements && blocks.length < BatchBytes * 3L / 4 do
      batch(count) = element.element(elements.next(), builder, place)
      count += 1
    val shift = shiftOf(blocks.length)
    grow(shift + blocks.length)
    channel.position(bodyStart + shift + FIRST_OBJECT)
    blocks.writeTo(channel, ByteBuffer.allocate(0), FIRST_OBJECT, blocks.length)
    for i <- 0 until count do refs.add(shifted(batch(i), shift))

  /** By how much what was laid out in positions from 8 up to `until` goes behind what is there. No object may cross a block: what
    * does not fit into this one begins where the next does.
    */
  private def shiftOf(until: Long): Long =
    val shift = end - FIRST_OBJECT
    if fits(until - FIRST_OBJECT) then shift else roundUp(shift)

  private def fits(bytes: Long): Boolean = (end & BlockBytes - 1) + bytes <= BlockBytes

  private def grow(until: Long): Unit =
    if until > options.limits.maxOutputBytes then
      throw new PickleException.LimitExceeded(s"more than ${options.limits.maxOutputBytes} bytes (limits.maxOutputBytes)")
    end = until

  private def shifted(value: Long, shift: Long): Long =
    if !place.isReference || Ref.isNull(value) || Ref.position(value) == 0 then value
    else
      val moved = value + shift
      lowest = math.min(lowest, Ref.position(moved))
      moved

  // ---- the collection

  /** Where it is. */
  private def writeCollection(): Long =
    val count = refs.length
    val isWide = place.isReference && lowest != Long.MaxValue && isFar(end + BlockBytes + 4 + 8 * count)
    val width = if isWide then 8 else place.width
    val bytes = (4 + count * width + 3) & ~3L
    if bytes > BlockBytes || count > Int.MaxValue then
      throw new PickleException.LimitExceeded(s"a collection of $count elements, more than a block holds")
    val at = if fits(bytes) then end else roundUp(end)
    grow(at + bytes)
    writeRows(at, if isWide then count.toInt | Int.MinValue else count.toInt, width, isWide)
    at

  private def isFar(until: Long): Boolean = until - lowest >= math.min(nearBytes, Place.reach(place.bits))

  private def writeRows(start: Long, head: Int, width: Int, isWide: Boolean): Unit =
    val out = ByteBuffer.allocate(Blocks.PIECE).order(ByteOrder.LITTLE_ENDIAN)
    out.putInt(head)
    var written = start // up to where `out` begins
    refs.foreach { ref =>
      if out.remaining < 8 then written += drain(out, written)
      putRow(out, written + out.position, ref, width, isWide)
    }
    while (out.position & 3) != 0 do out.put(0.toByte)
    drain(out, written): Unit

  /** Empties a buffer into the body; how much it was. */
  private def drain(out: ByteBuffer, at: Long): Int =
    val count = out.flip().remaining
    writeAt(bodyStart + at, out)
    out.clear()
    count

  private def writeAt(at: Long, buffer: ByteBuffer): Unit =
    channel.position(at)
    while buffer.hasRemaining do channel.write(buffer)

  private def putRow(out: ByteBuffer, at: Long, value: Long, width: Int, isWide: Boolean): Unit =
    if isWide then out.putLong(Words.wide(at, value, place.bits))
    else if place.isReference then out.putInt(Words.word(at, value, place.bits))
    else
      width match
        case 0 => ()
        case 1 => out.put(value.toByte)
        case 2 => out.putShort(value.toShort)
        case 4 => out.putInt(value.toInt)
        case _ => out.putLong(value)

private object ElementsFile:
  /** Memory for elements at a time, as long as one is not larger. */
  private final val BatchBytes = 1 << 18
  private final val BatchElements = 1 << 14
  private final val BlockBytes = 1L << Blocks.MOST_BITS

  private def roundUp(at: Long): Long = (at + BlockBytes - 1) & -BlockBytes
