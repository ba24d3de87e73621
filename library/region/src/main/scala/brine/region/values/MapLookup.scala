package brine.region.values

import brine.{Limits, PickleException, ReadBudget}
import brine.region.layout.{MapTable, SlotLayout}
import brine.wire.Blocks

/** Finds keys of maps in place. */
private[region] object MapLookup:
  /** The number of the entry with this hash whose key passes `isKey`, or -1. Takes about two steps in a table of any
    * size. In a forged table, the lookup ends after one round.
    */
  inline def find(map: Long, table: MapTable, blocks: Blocks)(hash: => Int, inline isKey: Long => Boolean): Int =
    var found = -1
    if table.bits == 0 then
      var i = 0
      while found < 0 && i < table.size do
        if isKey(map + table.keysAt + i.toLong * table.keyWidth) then found = i
        i += 1
    else
      var slot = table.firstSlot(hash)
      var steps = 0
      while found < 0 && steps < table.slots do
        val entry = blocks.getInt(map + 4 + 4L * slot) - 1
        if entry == -1 then steps = table.slots
        else
          if entry < 0 || entry >= table.size then
            throw new PickleException.Malformed(s"invalid entry $entry of a map of ${table.size} entries").atOffset(map)
          if isKey(map + table.keysAt + entry.toLong * table.keyWidth) then found = entry
          slot = (slot + 1) & (table.slots - 1)
          steps += 1
    found

  /** Enters all keys of the map at `map`, which are laid out already, into its table. */
  def fill(map: Long, table: MapTable, keys: SlotLayout, blocks: Blocks): Unit =
    if table.bits > 0 then
      val steps = new StepBudget(Long.MaxValue, new ReadBudget(Limits.Default)) // the keys are the writer's own
      var i = 0
      while i < table.size do
        val hash = StructuralEquality.hash(keys, map + table.keyAt(i), table.keyAt(i), table.keyWidth, blocks, steps)
        var slot = table.firstSlot(hash)
        while blocks.getInt(map + 4 + 4L * slot) != 0 do slot = (slot + 1) & (table.slots - 1)
        blocks.putInt(map + 4 + 4L * slot, i + 1)
        i += 1
