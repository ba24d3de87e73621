package brine.graph.clustered

import brine.PickleException
import brine.wire.PackedLongs

/** A column's values of one segment. */
private[clustered] final class Block(val segment: Array[Byte], val offset: Int, val length: Int, val count: Int)

/** A column as it is read: its values, block by block. */
private[clustered] final class InColumn(val key: ColumnKey):
  private val blocks = new java.util.ArrayDeque[Block]
  private var left = 0
  private var numbers: PackedLongs | Null = null
  private var strings: Iterator[String | Null] | Null = null

  def add(block: Block): Unit = blocks.add(block)

  def nextLong(): Long =
    if left == 0 then advance()
    left -= 1
    numbers.nn.next()

  def nextString(): String | Null =
    if left == 0 then advance()
    left -= 1
    strings.nn.next()

  def isAtEnd: Boolean = left == 0 && blocks.isEmpty

  private def advance(): Unit =
    val block = blocks.poll()
    if block == null then throw new PickleException.Malformed(s"a column of ${Role.name(key.role)} has no more values")
    left = block.count
    if key.role == Role.String then strings = StringBlock.read(block.segment, block.offset, block.length, block.count)
    else numbers = PackedLongs.of(block.segment, block.offset, block.length, block.count)
