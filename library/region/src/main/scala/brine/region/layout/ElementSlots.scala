package brine.region.layout

import brine.PickleException
import brine.wire.Blocks

/** The slots of a collection's elements. */
private[region] final class ElementSlots(val start: Long, val size: Int, val width: Int, val isWide: Boolean):
  /** The words of 4 bytes that the elements take; an element without bytes counts as one. */
  def words: Long = if width == 0 then size else size.toLong * width / 4

  def at(index: Int): Long = start + index.toLong * width

private[region] object ElementSlots:
  /** The element slots of the collection at `at`.
    *
    * @throws PickleException.Malformed if the region ends before the claimed number of elements
    */
  def ofItems(at: Long, element: SlotLayout, blocks: Blocks): ElementSlots =
    val head = blocks.getInt(at)
    val rows = new ElementSlots(at + 4, head & Int.MaxValue, if head < 0 then 8 else element.width, head < 0)
    checkWide(rows.isWide, element.isReference, at)
    blocks.check(at, 4 + rows.size.toLong * rows.width)
    rows

  def tableOf(at: Long, entries: ObjectLayout.Entries, blocks: Blocks): MapTable =
    tableOf(at, entries.key, entries.value, blocks)

  /** The parts of the map at `at`. Checks them like [[ofItems]]. */
  def tableOf(at: Long, keys: SlotLayout, values: SlotLayout, blocks: Blocks): MapTable =
    val head = blocks.getInt(at)
    checkWide(head < 0, keys.isReference || values.isReference, at)
    val table = MapTable(keys, values, head & Int.MaxValue, head < 0)
    blocks.check(at, table.bytes)
    table

  def checkWide(isWide: Boolean, isReference: Boolean, at: Long): Unit =
    if isWide && !isReference then
      throw new PickleException.Malformed("a collection of scalars has wide elements").atOffset(at)

  /** The bytes of an object that begins with their number. */
  def ofBytes(at: Long, blocks: Blocks): Array[Byte] = blocks.getBytes(at + 4, blocks.getInt(at))

  /** The words of 4 bytes that a string or bytes take. */
  def textWords(at: Long, blocks: Blocks): Long =
    val head = blocks.getInt(at)
    1 + (if head >= 0 then head / 4L else (head & Int.MaxValue) / 2L)

  def text(at: Long, blocks: Blocks): String =
    val head = blocks.getInt(at)
    if head >= 0 then blocks.getLatin1(at + 4, head) else blocks.getUtf16(at + 4, head & Int.MaxValue)

  /** Compares the string at `at` with `text`, without making a string. */
  def isText(at: Long, text: String, blocks: Blocks): Boolean =
    val head = blocks.getInt(at)
    var left = text.length
    if (head & Int.MaxValue) != left then false
    else
      // Compares from the end: strings often share a prefix.
      if head >= 0 then while left > 0 && (blocks.getByte(at + 3 + left) & 0xff) == text.charAt(left - 1) do left -= 1
      else while left > 0 && blocks.getChar(at + 2 + 2L * left) == text.charAt(left - 1) do left -= 1
      left == 0
