package brine.binary

import java.lang.{Integer as JInt, Long as JLong}
import brine.{PickleBuilder, PickleException, PickleReader}
import brine.shape.ScalarKind
import brine.wire.{ByteSink, ByteSource, Varint}

/** The elements of one collection of ints or longs, one by one: varints, which small numbers are short in, but blocks of the numbers'
  * own width where varints would take more bytes than that for all numbers so far. So a collection takes no more than its numbers'
  * width each and 16 bytes, its header included, without looking at its numbers twice; docs/spec/binary.md, "Runs".
  */
private[brine] sealed abstract class NumberRun:
  import NumberRun.*

  /** Numbers of the block that are still to come. */
  protected final var left: Int = 0

  private var block = FirstBlock

  protected final def beginBlock(): Unit =
    left = block
    block = if block >= LastOfGrowing then Int.MaxValue else block * Growth

private[brine] object NumberRun:
  /** Numbers for which room is made at once. */
  private final val AtOnce = 128

  /** Bytes that each of those takes at most: a varint of ten, or eight in a block, and never more escapes than numbers. */
  private final val MostBytes = Varint.MAX_LONG_BYTES + 1

  /** `80 00`, with which no varint begins: a block follows. */
  private final val Escape = 0x0080

  // A block is 64 times as long as the one before it; the fourth has no end. So there are few escapes.
  private final val FirstBlock = 128
  private final val Growth = 64
  private final val LastOfGrowing = FirstBlock * Growth * Growth

  /** Bytes that varints may take more than the numbers are wide: a few large numbers are not worth an escape. */
  private final val Credit = 3

  /** @param width bytes of a number: 4 or 8 */
  final class Writer(width: Int, sink: ByteSink) extends NumberRun:
    private val start = sink.written
    private var index = 0

    /** The next number. */
    def put(number: Any): Unit =
      val n = if width == 4 then number.asInstanceOf[Int].toLong else number.asInstanceOf[Long]
      val code = Varint.zigzag(n)
      if left > 0 then putInBlock(n) else if code >>> (7 * width) != 0 then putLong(n, code) else sink.putVarlong(code)
      index += 1

    /** The next `count` numbers. */
    def put(all: Iterator[Any], count: Int): Unit =
      var done = 0
      while done < count do
        val most = math.min(count - done, AtOnce)
        sink.require(most * MostBytes)
        if width == 4 then putAll(4, all, most) else putAll(8, all, most)
        done += most

    /** Written once for each width, which so is a constant: else it takes a quarter longer. Numbers are taken for small ones until one is
      * not, and from there on for mixed ones.
      */
    private inline def putAll(inline width: Int, all: Iterator[Any], count: Int): Unit =
      var areMixed = false
      var i = 0
      while i < count do
        val n = inline if width == 4 then all.next().asInstanceOf[Int].toLong else all.next().asInstanceOf[Long]
        val code = Varint.zigzag(n)
        if left > 0 then putInBlock(n)
        else if code >>> (7 * width) != 0 then putLong(n, code)
        else if areMixed then sink.putMixedVarlongUnchecked(code)
        else
          areMixed = code > 0x7f
          sink.putVarlongUnchecked(code)
        index += 1
        i += 1

    /** One whose varint is longer than the number is wide. */
    private def putLong(n: Long, code: Long): Unit =
      val more = if code < 0 then 2 else 1
      val saved = index.toLong * width - (sink.written - start)
      if saved + Credit >= more then sink.putVarlong(code)
      else
        sink.putShort(Escape)
        beginBlock()
        putInBlock(n)

    private def putInBlock(n: Long): Unit =
      if width == 4 then sink.putInt(n.toInt) else sink.putLong(n)
      left -= 1

  /** Mirrors [[Writer]]. */
  final class Reader(width: Int, source: ByteSource) extends NumberRun:
    // Whether a number has taken more than a byte: then others may, too.
    private var areMixed = false

    /** The next number, boxed. */
    def next(): AnyRef =
      if left == 0 && source.skipShort(Escape) then beginBlock()
      if left > 0 then
        left -= 1
        if width == 4 then JInt.valueOf(source.getInt()) else JLong.valueOf(source.getLong())
      else if width == 4 then nextInt()
      else JLong.valueOf(Varint.unzigzag(nextCode()))

    private def nextInt(): AnyRef =
      val code = nextCode()
      if code >>> 32 != 0 then throw new PickleException.Malformed("an int of more than 32 bits")
      JInt.valueOf(Varint.unzigzag(code.toInt))

    private def nextCode(): Long =
      if areMixed then source.getMixedVarlong()
      else
        val code = source.getVarlong()
        areMixed = code > 0x7f
        code

  /** Whether a collection's elements of this kind are a run. */
  def isOf(kind: ScalarKind): Boolean = kind == ScalarKind.Int || kind == ScalarKind.Long

  private def widthOf(kind: ScalarKind): Int = if kind == ScalarKind.Int then 4 else 8

  /** What writes such elements; null for others, and for other formats. */
  def writer(kind: ScalarKind, builder: PickleBuilder): Writer | Null = builder match
    case binary: BinaryBuilder if isOf(kind) => new Writer(widthOf(kind), binary.sink)
    case _                                   => null

  /** Mirrors [[writer]]. */
  def reader(kind: ScalarKind, reader: PickleReader): Reader | Null = reader match
    case binary: BinaryReader if isOf(kind) => new Reader(widthOf(kind), binary.source)
    case _                                  => null
