package brine.graph.clustered.file

import scala.collection.mutable.ArrayBuffer
import brine.{PickleException, WireFailure}
import brine.graph.clustered.columns.{ColumnSource, Role}
import brine.graph.clustered.BinarySearch
import brine.wire.{LongCursor, PackedLongs, WireException}

/** The bytes of a segment.
  *
  * @param at     its offset from the beginning of the graph
  * @param offset its offset from the beginning of the source, for errors
  */
private[graph] abstract class Segment(val at: Long, val offset: Long, val length: Int):
  /** Returns its `count` bytes from `offset` on. */
  def load(offset: Int, count: Int): Loaded

private[graph] object Segment:
  final class MemorySegment(at: Long, offset: Long, bytes: PaddedBytes) extends Segment(at, offset, bytes.length):
    def load(offset: Int, count: Int): Loaded = Loaded(bytes.array, bytes.from + offset)

/** Bytes from `from` on, with padding after them. */
private[graph] final class Loaded(val bytes: Array[Byte], val from: Int)

/** The minimum and the maximum of a block's values in the footer, as doubles, without NaN. */
private[graph] final case class BlockRange(least: Double, greatest: Double)

/** A column's values of one segment; `first` is the number of the first value. */
private[graph] final class Block(
    val segment: Segment,
    val offset: Int,
    val length: Int,
    val count: Int,
    val range: BlockRange | Null,
    val first: Long
):
  /** Runs `read` on the block; an exception gets the block's offset. */
  inline def located[A](inline read: A): A =
    try read
    catch case e: (WireException | PickleException) => throw failure(e)

  /** The offset in the source. */
  def at: Long = segment.offset + offset

  def failure(e: Throwable): Throwable = e match
    case e: WireException   => WireFailure(new WireException(e.kind, at, e.detail, e))
    case e: PickleException => e.atOffset(at)
    case other              => other

  def longs: PackedLongs = located {
    val loaded = segment.load(offset, length)
    PackedLongs.of(loaded.bytes, loaded.from, length, count)
  }

  /** The strings in any order. */
  def access: StringAccess = located {
    val loaded = segment.load(offset, length)
    StringBlock.accessTo(loaded.bytes, loaded.from, length, count)
  }

  def strings: Iterator[String | Null] =
    val strings = located {
      val loaded = segment.load(offset, length)
      StringBlock.of(loaded.bytes, loaded.from, length, count)
    }
    Iterator.fill(count)(located(strings.next()))

/** A column for reading: its values, block by block. */
private[graph] final class ColumnInput(val key: ColumnKey, val blocks: ArrayBuffer[Block]) extends ColumnSource:
  def this(key: ColumnKey) = this(key, new ArrayBuffer[Block])

  private val isOfStrings = key.role == Role.String
  private var nextBlock = 0
  private var strings: StringBlock | Null = null
  private var stringsLeft = 0

  /** The values in the blocks before `nextBlock`. */
  private var before = 0L

  /** The values to skip before the next read. While there are any, the first `held` of them, or more, belong to the
    * open block, which then shows no values.
    */
  private var due = 0L
  private var held = 0

  /** The bytes of all blocks. */
  def count: Long = if blocks.isEmpty then 0 else blocks.last.first + blocks.last.count
  def bytes: Long = blocks.iterator.map(_.length.toLong).sum

  def nextString(): String | Null =
    while stringsLeft == 0 do advance()
    stringsLeft -= 1
    strings.nn.next()

  /** Skips `count` values. The next read skips the values of its block; other blocks are not loaded. */
  def skip(count: Long): Unit =
    if isOfStrings || !passUnpacked(count) then
      if shown > 0 then
        held = shown
        show(0)
      due += count

  /** The number of values read or skipped. */
  def position: Long = before - shown - held + due

  def isAtEnd: Boolean = position == count

  /** The number of remaining values in the open block. */
  private def shown: Int = if isOfStrings then stringsLeft else left
  private def show(values: Int): Unit = if isOfStrings then stringsLeft = values else setLeft(values)

  protected def advance(): Unit =
    val inOpen = math.min(due, held).toInt
    due -= inOpen
    if held > inOpen then
      passOver(inOpen)
      show(held - inOpen)
      held = 0
    else
      held = 0
      while nextBlock < blocks.length && due >= blocks(nextBlock).count do due -= passBlock().count
      if nextBlock == blocks.length then
        val e = new PickleException.Malformed(s"a column of $kind ends before its objects")
        throw if blocks.isEmpty then e else e.atOffset(blocks.last.at + blocks.last.length)
      val block = passBlock()
      val isAgain = block eq openBlock
      open(block, isAgain)
      if isAgain && !isOfStrings then passMarked(due.toInt) else passOver(due.toInt)
      show(block.count - due.toInt)
      due = 0

  /** The block opened last, and its bytes: cursors that move back often stay within it. */
  private var openBlock: Block | Null = null
  private var loaded: Loaded | Null = null

  /** The number of the first value of the block opened last. */
  override def offset: Long = if openBlock == null then PickleException.NoOffset else openBlock.nn.at

  /** The cursor's positions at every [[ColumnInput.Spacing]]th value of that block, as far as it was skipped a second
    * time.
    */
  private val marks = ArrayBuffer.empty[LongCursor.Place]

  private def open(block: Block, isAgain: Boolean): Unit =
    if !isAgain then
      loaded = block.segment.load(block.offset, block.length)
      openBlock = block
      marks.clear()
      inAnyOrder = null
    block.located {
      if isOfStrings then
        strings =
          if isAgain then again(block) else StringBlock.of(loaded.nn.bytes, loaded.nn.from, block.length, block.count)
        stringsLeft = block.count
      else enter(loaded.nn.bytes, loaded.nn.from, block.length, block.count)
    }

  /** The strings of the block opened last, if it was opened again: none of them has to be passed one by one. */
  private var inAnyOrder: StringAccess | Null = null

  private def again(block: Block): StringBlock =
    if inAnyOrder == null then
      inAnyOrder = StringBlock.accessTo(loaded.nn.bytes, loaded.nn.from, block.length, block.count)
    inAnyOrder.nn.inOrder

  /** Skips values of a block. Differences must all be added up, so that the cursor's positions are recorded on the way.
    */
  private def passMarked(values: Int): Unit =
    val whole = values / ColumnInput.Spacing
    val from = math.min(whole, marks.length)
    if from > 0 then restoreNumbers(marks(from - 1))
    for _ <- from until whole do
      passNumbers(ColumnInput.Spacing)
      marks += saveNumbers()
    passNumbers(values - whole * ColumnInput.Spacing)

  private def passBlock(): Block =
    val block = blocks(nextBlock)
    before += block.count
    nextBlock += 1
    block

  private def passOver(values: Int): Unit = if isOfStrings then strings.nn.pass(values) else passNumbers(values)

  // ---- moving

  /** Moves to the value with this number. */
  def moveTo(position: Long): Unit =
    moveTo(BinarySearch.firstIndex(blocks.length)(i => blocks(i).first + blocks(i).count > position), position)

  /** Moves to the first value of the segments from this offset in the graph on. */
  def moveToSegment(at: Long): Unit =
    val block = blockAt(at)
    moveTo(block, firstOf(block))

  /** The number of the first value of the segments from this offset on. */
  def firstOfSegment(at: Long): Long = firstOf(blockAt(at))

  private def blockAt(at: Long): Int = BinarySearch.firstIndex(blocks.length)(blocks(_).segment.at >= at)

  private def moveTo(block: Int, position: Long): Unit =
    nextBlock = block
    before = firstOf(block)
    held = 0
    show(0)
    due = position - before

  private def firstOf(block: Int): Long = if block < blocks.length then blocks(block).first else count

  protected def kind: String = Role.name(key.role)

private[graph] object ColumnInput:
  private final val Spacing = 128
