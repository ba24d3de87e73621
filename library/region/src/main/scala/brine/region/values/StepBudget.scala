package brine.region.values

import brine.{PickleException, PickleOptions}
import brine.region.layout.{ElementSlots, MapTable, ObjectLayout}
import brine.wire.Blocks

/** Limits the words of 4 bytes that a comparison or a hash visits. It visits a shared object once for each reference, and the
  * sharing in a forged file may be exponential.
  */
private[region] final class StepBudget(private var left: Long):
  /** Counts an object, with its text. */
  def take(layout: ObjectLayout, at: Long, blocks: Blocks): Unit = layout match
    case ObjectLayout.Text | _: ObjectLayout.Blob => take(ElementSlots.textWords(at, blocks))
    case _                                        => take(1)

  def take(rows: ElementSlots): ElementSlots =
    take(rows.words)
    rows

  def take(table: MapTable): MapTable =
    take(table.bytes / 4)
    table

  private def take(words: Long): Unit =
    left -= words
    if left < 0 then
      throw new PickleException.LimitExceeded(
        "sharing in this region makes the value much larger than the region (limits.maxElementsWithoutBytes)"
      )

private[region] object StepBudget:
  /** A budget for one visit of a whole region. */
  def over(blocks: Blocks, options: PickleOptions): StepBudget = new StepBudget(wordsOf(blocks, options))

  /** The words of the region, and some for shared objects that are visited again. */
  def wordsOf(blocks: Blocks, options: PickleOptions): Long =
    (blocks.length >>> 2) + options.limits.maxElementsWithoutBytes

  /** A budget for one visit of two regions, with hashes and lookups of keys. */
  def over(blocks: Blocks, others: Blocks, options: PickleOptions): StepBudget =
    new StepBudget(blocks.length + others.length + options.limits.maxElementsWithoutBytes)
