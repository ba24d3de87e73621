package brine.graph.clustered

import brine.PickleException
import brine.binary.WireFailure
import brine.wire.{PackedLongs, WireException}

/** The bytes of a segment; `at`: where it begins, in bytes from the graph's beginning. */
private[graph] abstract class Segment(val at: Long, val length: Int):
  /** An array with `count` bytes from `offset` on, at [[startOf]] the offset, and padding behind them. */
  def load(offset: Int, count: Int): Array[Byte]
  def startOf(offset: Int): Int

private[graph] object Segment:
  /** All of it, with padding. */
  final class InMemory(at: Long, bytes: Array[Byte]) extends Segment(at, bytes.length - PackedLongs.PADDING):
    def load(offset: Int, count: Int): Array[Byte] = bytes
    def startOf(offset: Int): Int = offset

/** The least and the greatest of a block's values, where the footer tells: as doubles, those that are no numbers apart. */
private[graph] final case class BlockRange(least: Double, greatest: Double)

/** A column's values of one segment. */
private[graph] final class Block(val segment: Segment, val offset: Int, val length: Int, val count: Int, val range: BlockRange | Null):
  def longs: PackedLongs =
    try PackedLongs.of(segment.load(offset, length), segment.startOf(offset), length, count)
    catch case e: WireException => throw WireFailure(e)

  def strings: Iterator[String | Null] =
    StringBlock.read(segment.load(offset, length), segment.startOf(offset), length, count)

/** A column as it is read: its values, block by block. */
private[graph] final class InColumn(val key: ColumnKey):
  val blocks = new scala.collection.mutable.ArrayBuffer[Block]
  private var next = 0
  private var left = 0
  private var numbers: PackedLongs | Null = null
  private var strings: Iterator[String | Null] | Null = null

  /** Of all blocks. */
  def count: Long = blocks.iterator.map(_.count.toLong).sum
  def bytes: Long = blocks.iterator.map(_.length.toLong).sum

  def nextLong(): Long =
    if left == 0 then advance()
    left -= 1
    numbers.nn.next()

  def nextString(): String | Null =
    if left == 0 then advance()
    left -= 1
    strings.nn.next()

  def isAtEnd: Boolean = left == 0 && next == blocks.length

  private def advance(): Unit =
    if next == blocks.length then throw new PickleException.Malformed(s"a column of ${Role.name(key.role)} has no more values")
    val block = blocks(next)
    next += 1
    left = block.count
    if key.role == Role.String then strings = block.strings else numbers = block.longs
