package brine.region

import brine.PickleException
import brine.wire.Blocks

/** Where the parts of a map are: its size, a table of numbers of entries by the hashes of their keys if there are many, the
  * keys, the values.
  */
private[region] final class MapTable(val size: Int, val isWide: Boolean, val bits: Int, val keyWidth: Int, val valueWidth: Int):
  def slots: Int = if bits == 0 then 0 else 1 << bits
  def keysAt: Long = 4L + 4L * slots
  def valuesAt: Long = (keysAt + size.toLong * keyWidth + 3) & ~3L
  def bytes: Long = valuesAt + size.toLong * valueWidth

  /** Where an entry's key and value are, from the beginning of the map. */
  def keyAt(entry: Int): Long = keysAt + entry.toLong * keyWidth
  def valueAt(entry: Int): Long = valuesAt + entry.toLong * valueWidth

  /** Enters all keys of the map at `map`, which stand there already. */
  def fill(map: Long, keys: Place, blocks: Blocks): Unit =
    if bits > 0 then
      val steps = new Steps(Long.MaxValue) // they are the writer's own
      var i = 0
      while i < size do
        var slot = MapTable.first(Contents.hash(keys, map + keyAt(i), keyAt(i), keyWidth, blocks, steps), bits)
        while blocks.getInt(map + 4 + 4L * slot) != 0 do slot = (slot + 1) & (slots - 1)
        blocks.putInt(map + 4 + 4L * slot, i + 1)
        i += 1

private[region] object MapTable:
  /** Maps of fewer entries are searched from the first to the last. */
  private final val Least = 9

  /** A table of more does not lie in one block. */
  private final val MostBits = 28

  def apply(keys: Place, values: Place, size: Int, isWide: Boolean): MapTable =
    val bits = if size < Least then 0 else 64 - java.lang.Long.numberOfLeadingZeros(size + size / 2L)
    if bits > MostBits then throw new PickleException.LimitExceeded(s"a map of $size entries, whose table is larger than a block")
    new MapTable(size, isWide, bits, width(keys, isWide), width(values, isWide))

  private def width(place: Place, isWide: Boolean): Int = if isWide && place.isReference then 8 else place.width

  /** The slot of the table where a search begins. */
  def first(hash: Int, bits: Int): Int = (hash * 0x9e3779b9) >>> (32 - bits)
