package brine.region

import java.util.concurrent.atomic.AtomicInteger
import brine.PickleOptions
import brine.wire.Blocks

/** What the regions of one memory have in common, which differ in their roots: who appends to it, and who holds it. */
private[region] final class Memory(blocks: Blocks, options: PickleOptions):
  lazy val builder = new RegionBuilder(blocks, options)

  private val holders = new AtomicInteger

  /** Holds the memory until [[leave]]; false: it is closed, since all have left. */
  @annotation.tailrec
  def enter(): Boolean =
    val before = holders.get
    before >= 0 && (holders.compareAndSet(before, before + 1) || enter())

  /** The last that leaves closes it. */
  @annotation.tailrec
  def leave(): Unit =
    val before = holders.get
    val after = if before == 1 then Memory.Left else before - 1
    if !holders.compareAndSet(before, after) then leave()
    else if after == Memory.Left then blocks.close()

private object Memory:
  private final val Left = -1
