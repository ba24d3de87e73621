package brine.region

import brine.PickleException
import brine.wire.Blocks

/** The rows of a collection: where each element is. */
private[region] final class Rows(val start: Long, val size: Int, val width: Int, val isWide: Boolean):
  /** Words of 4 bytes; an element that takes no bytes counts as one. */
  def words: Long = if width == 0 then size else size.toLong * width / 4

  def at(index: Int): Long = start + index.toLong * width

private[region] object Rows:
  /** Of the collection at `at`.
    *
    * @throws PickleException.Malformed if it has no room for as many as it claims
    */
  def ofItems(at: Long, element: Place, blocks: Blocks): Rows =
    val head = blocks.getInt(at)
    val rows = new Rows(at + 4, head & Int.MaxValue, if head < 0 then 8 else element.width, head < 0)
    checkWide(rows.isWide, element.isReference, at)
    blocks.check(at, 4 + rows.size.toLong * rows.width)
    rows

  def tableOf(at: Long, entries: Layout.Entries, blocks: Blocks): MapTable = tableOf(at, entries.key, entries.value, blocks)

  /** Of the map at `at`, like [[ofItems]]. */
  def tableOf(at: Long, keys: Place, values: Place, blocks: Blocks): MapTable =
    val head = blocks.getInt(at)
    checkWide(head < 0, keys.isReference || values.isReference, at)
    val table = MapTable(keys, values, head & Int.MaxValue, head < 0)
    blocks.check(at, table.bytes)
    table

  def checkWide(isWide: Boolean, isReference: Boolean, at: Long): Unit =
    if isWide && !isReference then throw new PickleException.Malformed("a collection of scalars has wide elements").atOffset(at)

  /** An object's bytes, whose length stands before them. */
  def ofBytes(at: Long, blocks: Blocks): Array[Byte] = blocks.getBytes(at + 4, blocks.getInt(at))

  /** How many words of 4 bytes a string or bytes take. */
  def textWords(at: Long, blocks: Blocks): Long =
    val head = blocks.getInt(at)
    1 + (if head >= 0 then head / 4L else (head & Int.MaxValue) / 2L)

  def text(at: Long, blocks: Blocks): String =
    val head = blocks.getInt(at)
    if head >= 0 then blocks.getLatin1(at + 4, head) else blocks.getUtf16(at + 4, head & Int.MaxValue)

  /** Whether the string at `at` is this one, which is not made for that. */
  def isText(at: Long, text: String, blocks: Blocks): Boolean =
    val head = blocks.getInt(at)
    var left = text.length
    if (head & Int.MaxValue) != left then false
    else
      // From the end: beginnings are often alike.
      if head >= 0 then while left > 0 && (blocks.getByte(at + 3 + left) & 0xff) == text.charAt(left - 1) do left -= 1
      else while left > 0 && blocks.getChar(at + 2 + 2L * left) == text.charAt(left - 1) do left -= 1
      left == 0
