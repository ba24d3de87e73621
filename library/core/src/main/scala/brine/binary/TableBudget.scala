package brine.binary

import brine.PickleException
import brine.shape.ShapeSteps

/** The limit of the costs of one read's shape tables, by their bytes in the pickle: their inflated bytes, and the steps to tell their types
  * apart. All tables of a read share one budget.
  *
  * @param inflatedBytes the inflated bytes that any read may have; each byte of a table adds [[TableBudget.InflatedPerByte]]
  */
private[brine] final class TableBudget(inflatedBytes: Int = TableBudget.InflatedBytes) extends ShapeSteps:
  import TableBudget.*

  private var bytes = inflatedBytes.toLong
  private var steps = Steps

  /** Counts a table that takes `received` bytes of the pickle, and `inflated` bytes of memory. */
  def takeTable(received: Int, inflated: Int): Unit =
    bytes += received.toLong * InflatedPerByte - inflated
    steps += received.toLong * StepsPerByte
    if bytes < 0 then
      throw new PickleException.Malformed(
        s"the shape tables of a pickle inflate to more than $inflatedBytes bytes and $InflatedPerByte times their own"
      )

  def take(count: Int): Unit =
    steps -= count
    if steps < 0 then
      throw new PickleException.Malformed(
        s"the types of a pickle take more than $Steps steps, and $StepsPerByte for each byte of their tables, to tell apart"
      )

private[brine] object TableBudget:
  final val InflatedBytes = 256 << 10
  final val InflatedPerByte = 16

  /** A second has some hundred millions. A thousand classes with ten fields each, of which each leads to all, take ten
    * millions, and their table has 20 kB.
    */
  final val Steps = 4_000_000L
  final val StepsPerByte = 500
