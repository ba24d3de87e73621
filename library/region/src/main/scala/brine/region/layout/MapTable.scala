package brine.region.layout

import brine.PickleException

/** The offsets of a map's parts: its size, for larger maps a hash table of entry numbers, the keys, the values. */
private[region] final class MapTable(
    val size: Int,
    val isWide: Boolean,
    val bits: Int,
    val keyWidth: Int,
    val valueWidth: Int
):
  def slots: Int = if bits == 0 then 0 else 1 << bits
  def keysAt: Long = 4L + 4L * slots
  def valuesAt: Long = (keysAt + size.toLong * keyWidth + 3) & ~3L
  def bytes: Long = valuesAt + size.toLong * valueWidth

  /** The offsets of an entry's key and value in the map. */
  def keyAt(entry: Int): Long = keysAt + entry.toLong * keyWidth
  def valueAt(entry: Int): Long = valuesAt + entry.toLong * valueWidth

  /** The slot of the table at which a lookup of this hash begins. */
  def firstSlot(hash: Int): Int = (hash * 0x9e3779b9) >>> (32 - bits)

private[region] object MapTable:
  /** A smaller map has no table: a lookup scans its keys. */
  private final val Least = 9

  /** A larger table does not fit into a block. */
  private final val MostBits = 28

  def apply(keys: SlotLayout, values: SlotLayout, size: Int, isWide: Boolean): MapTable =
    val bits = if size < Least then 0 else 64 - java.lang.Long.numberOfLeadingZeros(size + size / 2L)
    if bits > MostBits then
      throw new PickleException.LimitExceeded(s"a map of $size entries, whose table is larger than a block")
    new MapTable(size, isWide, bits, width(keys, isWide), width(values, isWide))

  private def width(place: SlotLayout, isWide: Boolean): Int = if isWide && place.isReference then 8 else place.width
