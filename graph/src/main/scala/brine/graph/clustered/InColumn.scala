package brine.graph.clustered

import brine.PickleException
import brine.binary.WireFailure
import brine.columns.{ColumnSource, Role}
import brine.wire.{PackedLongs, WireException}

/** The bytes of a segment; `at`: where it begins, in bytes from the graph's beginning. */
private[graph] abstract class Segment(val at: Long, val length: Int):
  /** An array with `count` bytes from `offset` on, at [[startOf]] the offset, and padding behind them. */
  def load(offset: Int, count: Int): Array[Byte]
  def startOf(offset: Int): Int

private[graph] object Segment:
  final class InMemory(at: Long, bytes: Bytes) extends Segment(at, bytes.length):
    def load(offset: Int, count: Int): Array[Byte] = bytes.array
    def startOf(offset: Int): Int = bytes.from + offset

/** The least and the greatest of a block's values, where the footer tells: as doubles, those that are no numbers apart. */
private[graph] final case class BlockRange(least: Double, greatest: Double)

/** A column's values of one segment. */
private[graph] final class Block(val segment: Segment, val offset: Int, val length: Int, val count: Int, val range: BlockRange | Null):
  def longs: PackedLongs =
    try PackedLongs.of(segment.load(offset, length), segment.startOf(offset), length, count)
    catch case e: WireException => throw WireFailure(e)

  def strings: Iterator[String | Null] =
    val strings = stringBlock
    Iterator.fill(count)(strings.next())

  def stringBlock: StringBlock = StringBlock.of(segment.load(offset, length), segment.startOf(offset), length, count)

/** A column as it is read: its values, block by block. */
private[graph] final class InColumn(val key: ColumnKey) extends ColumnSource:
  val blocks = new scala.collection.mutable.ArrayBuffer[Block]
  private var nextBlock = 0
  private var strings: StringBlock | Null = null
  private var stringsLeft = 0

  /** Of all blocks. */
  def count: Long = blocks.iterator.map(_.count.toLong).sum
  def bytes: Long = blocks.iterator.map(_.length.toLong).sum

  def nextString(): String | Null =
    while stringsLeft == 0 do
      val block = advanced()
      strings = block.stringBlock
      stringsLeft = block.count
    stringsLeft -= 1
    strings.nn.next()

  def isAtEnd: Boolean = left == 0 && stringsLeft == 0 && nextBlock == blocks.length

  protected def advance(): Unit =
    val block = advanced()
    try enter(block.segment.load(block.offset, block.length), block.segment.startOf(block.offset), block.length, block.count)
    catch case e: WireException => throw WireFailure(e)

  private def advanced(): Block =
    if nextBlock == blocks.length then throw new PickleException.Malformed(s"a column of $kind has no more values")
    val block = blocks(nextBlock)
    nextBlock += 1
    block

  protected def kind: String = Role.name(key.role)
