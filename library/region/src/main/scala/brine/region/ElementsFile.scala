package brine.region

import java.nio.{ByteBuffer, ByteOrder}
import java.nio.channels.FileChannel
import brine.{PickleException, PickleOptions}
import brine.region.files.{RegionHeader, SpillFile}
import brine.region.layout.{ObjectLayout, Ref, ReferenceWords, SlotLayout}
import brine.wire.Blocks
import brine.wire.layout.RegionLayout.FIRST_OBJECT

/** Builds a region in a file. Its root is a collection, whose elements come one after the other and do not stay in
  * memory.
  *
  * References are relative. A batch of elements is laid out in memory from position 8 on, and its bytes go to the file
  * unchanged. The collection follows all of them; until then, `refs` keeps the references to the elements.
  *
  * @param nearBytes see [[RegionBuilder]]
  */
private[region] final class ElementsFile[A](
    channel: FileChannel,
    refs: SpillFile,
    element: Compactable[A],
    all: Compactable[?],
    options: PickleOptions,
    nearBytes: Long
):
  import ElementsFile.*

  private val shape = all.pickler.shape
  private val place = all.place.layout match
    case items: ObjectLayout.Items => items.element
    case _                         => throw new IllegalArgumentException(s"expected a collection, found ${shape.name}")

  /** The offset of the body in the file. */
  private val bodyStart = header(root = 0).bodyStart

  /** The position of the next object in the body. */
  private var end = FIRST_OBJECT.toLong

  /** The position of the first object. */
  private var lowest = Long.MaxValue

  private def header(root: Long): RegionHeader = RegionHeader.of(Blocks.MOST_BITS, end, shape, root)

  def write(elements: Iterator[A]): Unit =
    while elements.hasNext do writeBatch(elements)
    val root = writeCollection()
    writeAt(0, header(root).bytes)

  /** Lays out elements until they take a batch of memory. */
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

  /** The distance from positions of the batch, 8 up to `until`, to positions in the file. No object may cross the
    * border of a block: a batch that does not fit into the current block begins in the next one.
    */
  private def shiftOf(until: Long): Long =
    val shift = end - FIRST_OBJECT
    if fits(until - FIRST_OBJECT) then shift else roundUp(shift)

  private def fits(bytes: Long): Boolean = (end & BlockBytes - 1) + bytes <= BlockBytes

  private def grow(until: Long): Unit =
    if until > options.limits.maxOutputBytes then
      throw new PickleException.LimitExceeded(
        s"more than ${options.limits.maxOutputBytes} bytes (limits.maxOutputBytes)"
      )
    end = until

  private def shifted(value: Long, shift: Long): Long =
    if !place.isReference || Ref.isNull(value) || Ref.position(value) == 0 then value
    else
      val moved = value + shift
      lowest = math.min(lowest, Ref.position(moved))
      moved

  // ---- the collection

  /** Writes the collection, and returns its position. */
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

  private def isFar(until: Long): Boolean = until - lowest >= math.min(nearBytes, SlotLayout.reach(place.bits))

  private def writeRows(start: Long, head: Int, width: Int, isWide: Boolean): Unit =
    val out = ByteBuffer.allocate(Blocks.PIECE).order(ByteOrder.LITTLE_ENDIAN)
    out.putInt(head)
    var written = start // the end of the bytes that precede `out`
    refs.foreach { ref =>
      if out.remaining < 8 then written += drain(out, written)
      putRow(out, written + out.position, ref, width, isWide)
    }
    while (out.position & 3) != 0 do out.put(0.toByte)
    drain(out, written): Unit

  /** Writes a buffer to the body, and returns the number of its bytes. */
  private def drain(out: ByteBuffer, at: Long): Int =
    val count = out.flip().remaining
    writeAt(bodyStart + at, out)
    out.clear()
    count

  private def writeAt(at: Long, buffer: ByteBuffer): Unit =
    channel.position(at)
    while buffer.hasRemaining do channel.write(buffer)

  private def putRow(out: ByteBuffer, at: Long, value: Long, width: Int, isWide: Boolean): Unit =
    if isWide then out.putLong(ReferenceWords.wide(at, value, place.bits))
    else if place.isReference then out.putInt(ReferenceWords.word(at, value, place.bits))
    else
      width match
        case 0 => ()
        case 1 => out.put(value.toByte)
        case 2 => out.putShort(value.toShort)
        case 4 => out.putInt(value.toInt)
        case _ => out.putLong(value)

private object ElementsFile:
  /** The bytes of a batch, unless one element is larger. */
  private final val BatchBytes = 1 << 18
  private final val BatchElements = 1 << 14
  private final val BlockBytes = 1L << Blocks.MOST_BITS

  private def roundUp(at: Long): Long = (at + BlockBytes - 1) & -BlockBytes
