package brine.binary

import java.lang.{Integer as JInt, Long as JLong}
import brine.{PickleBuilder, PickleException, PickleReader}
import brine.shape.ScalarKind
import brine.wire.{ByteSink, ByteSource, Varint}

/** The elements of one collection of ints or longs, one by one. Small numbers are varints. Blocks hold the numbers at
  * full width if varints would save little and take more time. A collection thus takes at most the full width of its
  * numbers and 16 bytes, its header included, without a second pass; docs/spec/binary.md, "Runs".
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

  /** Bytes that each of those takes at most: a varint of ten, or eight in a block, and never more escapes than numbers.
    */
  private final val MostBytes = Varint.MAX_LONG_BYTES + 1

  /** `80 00`, with which no varint begins: a block follows. */
  private final val Escape = 0x0080

  // A block is 64 times as long as the one before it; the fourth has no end. Escapes are therefore few.
  private final val FirstBlock = 128
  private final val Growth = 64
  private final val LastOfGrowing = FirstBlock * Growth * Growth

  /** Bytes that varints may take more than the numbers are wide: a few large numbers are not worth an escape. */
  private final val Credit = 3

  /** The number of varints after which their saving is checked. */
  private final val Window = 128

  /** Bytes that they must have saved for each byte of a number's width: three in eight of all. */
  private final val LeastSaved = Window * 3 / 8

  /** The class of a vector's iterator, which copies many elements at once, and goes on behind them. That it goes on is
    * not documented, and is tried; null if it does not.
    */
  private val Copying: Class[?] | Null =
    val all = Vector.range(0, 40).iterator // of more than one array
    val copied = all.asInstanceOf[Iterator[AnyRef]].copyToArray(new Array[AnyRef](35), 0, 35)
    if copied == 35 && all.hasNext && all.next() == 35 then all.getClass else null

  /** @param width bytes of a number: 4 or 8 */
  final class Writer(width: Int, sink: ByteSink) extends NumberRun:
    private val start = sink.written
    private var index = 0

    // The varints whose saving is checked together: the number still to come, and the offset of the first.
    private var toLook = Window
    private var windowStart = start

    /** The next number. */
    def put(number: Any): Unit =
      val n = if width == 4 then number.asInstanceOf[Int].toLong else number.asInstanceOf[Long]
      if left == 0 && toLook == 0 then look()
      if left > 0 then putInBlock(n)
      else
        val code = Varint.zigzag(n)
        if code >>> (7 * width) != 0 then putLong(n, code, index) else sink.putVarlong(code)
        toLook -= 1
      index += 1

    /** The next `count` numbers. */
    def put(all: Iterator[Any], count: Int): Unit =
      var done = 0
      while done < count do
        if left == 0 && toLook == 0 then look()
        val most = math.min(count - done, AtOnce)
        done += (if width == 4 then putSome(4, all, most) else putSome(8, all, most))

    /** Writes those of the next `most` numbers that have one encoding, and returns their count. The code is repeated
      * for each width, to make the width a constant: else it takes a quarter longer.
      */
    private inline def putSome(inline width: Int, all: Iterator[Any], most: Int): Int =
      val some = if left > 0 then math.min(left, most) else math.min(toLook, most)
      val count = if left > 0 then putFixed(width, all, some) else putVarints(width, all, some)
      index += count
      count

    private inline def next(inline width: Int, all: Iterator[Any]): Long =
      inline if width == 4 then all.next().asInstanceOf[Int].toLong else all.next().asInstanceOf[Long]

    // Writes numbers of fixed width. They are gathered first, in a separate method: putting them is then a copy of
    // memory.
    private inline def putFixed(inline width: Int, all: Iterator[Any], count: Int): Int =
      inline if width == 4 then sink.putInts(gatherInts(all, count), 0, count)
      else sink.putLongs(gatherLongs(all, count), 0, count)
      endOfBlock(count)
      count

    private var boxes: Array[AnyRef] | Null = null
    private var ints: Array[Int] | Null = null
    private var longs: Array[Long] | Null = null

    private def gatherInts(all: Iterator[Any], count: Int): Array[Int] =
      if ints == null then ints = new Array[Int](AtOnce)
      val into = ints.nn
      gather(all, count)((i, box) => into(i) = box.asInstanceOf[Int])
      into

    private def gatherLongs(all: Iterator[Any], count: Int): Array[Long] =
      if longs == null then longs = new Array[Long](AtOnce)
      val into = longs.nn
      gather(all, count)((i, box) => into(i) = box.asInstanceOf[Long])
      into

    private inline def gather(all: Iterator[Any], count: Int)(inline put: (Int, Any) => Unit): Unit =
      var i = 0
      if all.getClass eq Copying then
        val copied = copy(all, count)
        while i < count do
          put(i, copied(i))
          i += 1
      else
        while i < count do
          put(i, all.next())
          i += 1

    private def copy(all: Iterator[Any], count: Int): Array[AnyRef] =
      if boxes == null then boxes = new Array[AnyRef](AtOnce)
      val into = boxes.nn
      val copied = all.asInstanceOf[Iterator[AnyRef]].copyToArray(into, 0, count)
      if copied < count then
        throw new PickleException.ChangedWhileWritten(s"expected $count more elements, found $copied")
      into

    /** Puts varints, up to a number with which a block begins. Numbers are expected to be small until one is not, and
      * mixed from there on.
      */
    private inline def putVarints(inline width: Int, all: Iterator[Any], count: Int): Int =
      sink.require(count * MostBytes)
      var areMixed = false
      var i = 0
      while i < count && left == 0 do
        val n = next(width, all)
        val code = Varint.zigzag(n)
        if code >>> (7 * width) != 0 then putLong(n, code, index + i)
        else if areMixed then sink.putMixedVarlongUnchecked(code)
        else
          areMixed = code > 0x7f
          sink.putVarlongUnchecked(code)
        i += 1
      toLook -= i
      i

    /** A number follows a window of varints: a block begins with it if they have saved too little. */
    private def look(): Unit =
      if Window * width - (sink.written - windowStart) < LeastSaved * width then
        sink.putShort(Escape)
        beginBlock()
      newWindow()

    private def newWindow(): Unit =
      toLook = Window
      windowStart = sink.written

    /** Puts a number, which is wide if its varint is longer than it. `before`: the count of numbers before it. */
    private def putLong(n: Long, code: Long, before: Int): Unit =
      val more = if code < 0 then 2 else 1
      val saved = before.toLong * width - (sink.written - start)
      if saved + Credit >= more then sink.putVarlong(code)
      else
        sink.putShort(Escape)
        beginBlock()
        putInBlock(n)

    private def putInBlock(n: Long): Unit =
      if width == 4 then sink.putInt(n.toInt) else sink.putLong(n)
      endOfBlock(1)

    /** Ends a block, of which `count` numbers have been put. */
    private def endOfBlock(count: Int): Unit =
      left -= count
      if left == 0 then newWindow()

  /** Reads the numbers that a [[Writer]] wrote. */
  final class Reader(width: Int, source: ByteSource) extends NumberRun:
    // True if a number has taken more than a byte: then others may, too.
    private var areMixed = false

    /** Returns how many of the next `most` numbers, which are at least one, are in one block: [[nextFixed]] reads
      * them.
      */
    def inBlock(most: Int): Int =
      if left == 0 && source.skipShort(Escape) then beginBlock()
      val some = math.min(left, most)
      left -= some
      some

    /** A number of a block, boxed. */
    def nextFixed(): AnyRef = if width == 4 then JInt.valueOf(source.getInt()) else JLong.valueOf(source.getLong())

    /** The next number, boxed. */
    def next(): AnyRef = if inBlock(1) > 0 then nextFixed() else nextVarint()

    /** A number that is in no block, boxed. */
    def nextVarint(): AnyRef =
      if width == 4 then nextInt()
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

  /** Returns true if elements of this kind are written as a run. */
  def isOf(kind: ScalarKind): Boolean = kind == ScalarKind.Int || kind == ScalarKind.Long

  private def widthOf(kind: ScalarKind): Int = if kind == ScalarKind.Int then 4 else 8

  /** Returns the writer of elements of this kind; null for others, and for other formats. */
  def writer(kind: ScalarKind, builder: PickleBuilder): Writer | Null = builder match
    case binary: BinaryBuilder if isOf(kind) => new Writer(widthOf(kind), binary.sink)
    case _                                   => null

  /** Returns the reader of elements of this kind; null for others, and for other formats. */
  def reader(kind: ScalarKind, reader: PickleReader): Reader | Null = reader match
    case binary: BinaryReader if isOf(kind) => new Reader(widthOf(kind), binary.source)
    case _                                  => null
