package brine.region

import java.util.concurrent.atomic.AtomicInteger
import brine.PickleOptions
import brine.region.layout.StaticLayout
import brine.wire.Blocks

/** The memory of regions that differ in their roots alone: its builder for appending, the count of its holders, and the
  * shapes of its values. */
private[region] final class RegionMemory(blocks: Blocks, options: PickleOptions, first: StaticLayout)
    extends RegionShapes(first):
  lazy val builder = new RegionBuilder(blocks, options)

  private val holders = new AtomicInteger

  /** Holds the memory until [[leave]]. Returns false if the memory is closed. */
  @annotation.tailrec
  def enter(): Boolean =
    val before = holders.get
    before >= 0 && (holders.compareAndSet(before, before + 1) || enter())

  /** Ends one hold. The last call closes the memory. */
  @annotation.tailrec
  def leave(): Unit =
    val before = holders.get
    val after = if before == 1 then RegionMemory.Left else before - 1
    if !holders.compareAndSet(before, after) then leave()
    else if after == RegionMemory.Left then blocks.close()

private object RegionMemory:
  private final val Left = -1
