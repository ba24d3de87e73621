package brine.bench.regions

import java.nio.{ByteBuffer, ByteOrder}
import java.nio.channels.FileChannel
import java.nio.file.{Files, Path, StandardOpenOption}
import scala.util.Using
import brine.wire.Blocks

/** A full tree of ints that lies as a region has it, in memory of some kind; each load is checked. */
abstract class RegionMemory:
  import RegionMemory.*

  private var root = 0L

  def getInt(at: Long): Int

  /** The sum of all leaves' numbers. */
  final def sum(): Long = sum(root >>> TagBits, root.toInt & TagMask)

  private def sum(at: Long, tag: Int): Long =
    if tag == Leaf then getInt(at) else follow(at) + follow(at + Integer.BYTES)

  private def follow(at: Long): Long =
    val word = getInt(at)
    val target = at - (word >>> TagBits << TagBits)
    if target < First then throw new IllegalStateException(s"a reference to $target")
    sum(target, word & TagMask)

object RegionMemory:
  private final val First = 8
  private final val TagBits = 2
  private final val TagMask = (1 << TagBits) - 1
  private final val Leaf = 1
  private final val Branch = 2

  /** The first JDK that has `MemorySegment`. */
  private final val SegmentsSince = 22

  /** @param leaves a power of two */
  def of(kind: String, leaves: Int): RegionMemory =
    if kind.startsWith("segment") && Runtime.version.feature < SegmentsSince then
      throw new IllegalArgumentException(s"memory segments need JDK $SegmentsSince or later")
    val bytes = ByteBuffer.allocate(First + 12 * leaves).order(ByteOrder.LITTLE_ENDIAN).position(First)
    val root = put(bytes, leaves, 0)
    bytes.flip()
    val memory = kind match
      case "blocks"         => new InBlocks(inArray(bytes))
      case "blocks-mapped"  => new InBlocks(mapped(file(bytes)))
      case "segment"        => SegmentMemory.ofArray(bytes)
      case "segment-mapped" => SegmentMemory.ofFile(file(bytes))
      case other            => throw new IllegalArgumentException(s"no memory is called '$other'")
    memory.root = root
    memory

  /** The sum of a number of leaves, each of which has its number. */
  def expected(leaves: Int): Long = leaves * (leaves - 1L) / 2

  /** The parts of an object go first; its position and tag. */
  private def put(out: ByteBuffer, leaves: Int, first: Int): Long =
    if leaves == 1 then
      out.putInt(first)
      (out.position() - Integer.BYTES).toLong << TagBits | Leaf
    else
      val left = put(out, leaves / 2, first)
      val right = put(out, leaves / 2, first + leaves / 2)
      val at = out.position()
      out.putInt(word(at, left)).putInt(word(at + Integer.BYTES, right))
      at.toLong << TagBits | Branch

  private def word(at: Int, ref: Long): Int = (at - (ref >>> TagBits)).toInt | ref.toInt & TagMask

  private def file(bytes: ByteBuffer): Path =
    val file = Files.createTempFile("tree", ".region")
    file.toFile.deleteOnExit()
    Files.write(file, bytes.array.take(bytes.limit()))

  private def inArray(bytes: ByteBuffer): Blocks =
    val blocks = Blocks.growing(Blocks.MOST_BITS, bytes.limit(), Failing)
    val at = blocks.allocate(bytes.limit())
    blocks.room(at, bytes.limit()).put(bytes.duplicate()): Unit
    blocks

  private def mapped(file: Path): Blocks = Using.resource(FileChannel.open(file, StandardOpenOption.READ)) { channel =>
    val buffer: ByteBuffer = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size)
    Blocks.of(Array(buffer), Blocks.MOST_BITS, channel.size, Failing)
  }

  /** As regions have it. */
  private final class InBlocks(blocks: Blocks) extends RegionMemory:
    def getInt(at: Long): Int = blocks.getInt(at)

  private object Failing extends Blocks.Failures:
    def outside(at: Long): RuntimeException = new IndexOutOfBoundsException(at.toString)
    def closed(): RuntimeException = new IllegalStateException("closed")
    def lost(cause: Throwable): RuntimeException = new IllegalStateException(cause)
    def readOnly(): RuntimeException = new IllegalStateException("read-only")
    def tooLarge(bytes: Long, most: Long): RuntimeException =
      new IllegalStateException(s"$bytes bytes in a block of $most")
