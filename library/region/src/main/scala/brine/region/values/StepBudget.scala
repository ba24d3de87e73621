package brine.region.values

import brine.{PickleOptions, ReadBudget}
import brine.region.layout.{ElementSlots, MapTable, ObjectLayout}
import brine.wire.Blocks

/** Limits the words of 4 bytes that a read, a comparison or a hash visits. It visits a shared object once for each
  * reference, and the sharing in a forged file may be exponential.
  *
  * @param paid   the words that the region's bytes pay for
  * @param budget has the units that pay for the others
  */
private[region] final class StepBudget(private var paid: Long, budget: ReadBudget):
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

  def take(words: Long): Unit =
    paid -= words
    if paid < 0 then
      budget.takeUnits(-paid, StepBudget.Sharing)
      paid = 0

private[region] object StepBudget:
  /** The cost, for errors. */
  final val Sharing = "sharing in this region makes the value much larger than the region: its shared parts"

  /** A budget for one visit of a whole region. */
  def over(blocks: Blocks, options: PickleOptions): StepBudget =
    new StepBudget(blocks.length >>> 2, new ReadBudget(options.limits))

  /** A budget for one visit of two regions, with hashes and lookups of keys. */
  def over(blocks: Blocks, others: Blocks, options: PickleOptions): StepBudget =
    new StepBudget(blocks.length + others.length, new ReadBudget(options.limits))
