package brine.region.verify

import brine.PickleOptions
import brine.region.layout.{ObjectLayout, SlotLayout}
import brine.region.values.{StepBudget, StructuralEquality}
import brine.shape.ScalarKind
import brine.wire.Blocks

/** Checks that the keys of a map, or the elements of a set, differ, where their bytes decide that: strings and whole
  * numbers. For others the classes decide, whose code a verifier does not run: two objects with equal fields may be
  * different keys.
  */
private[region] final class DistinctKeys(blocks: Blocks):
  // Texts may be keys of many maps.
  private lazy val steps = StepBudget.over(blocks, blocks, PickleOptions.Default)

  /** Checks `size` keys that begin at `from`, in the collection at `start`. */
  def check(keys: ElementCheck, from: Long, size: Int, isWide: Boolean, start: Long): Unit =
    if keys.isComparable && size > 1 then
      val width = keys.width(isWide)
      def at(i: Int) = from + i.toLong * width
      val sorted = Array.tabulate(size) { i =>
        StructuralEquality.hash(keys.place, at(i), at(i) - start, width, blocks, steps).toLong << 32 | i
      }
      java.util.Arrays.sort(sorted)
      def spot(i: Int) =
        val key = at(sorted(i).toInt)
        new StructuralEquality.Spot(key, key - start, width)
      var i = 1
      while i < size do
        var other = i - 1
        while other >= 0 && (sorted(other) >> 32) == (sorted(i) >> 32) do
          steps.take(1)
          if StructuralEquality.equal(keys.place, spot(i), blocks, spot(other), blocks, steps) then
            BrokenInvariant(9, start, s"keys ${sorted(other).toInt} and ${sorted(i).toInt} are equal")
          other -= 1
        i += 1

private[region] object DistinctKeys:
  /** True for values that are equal if their bytes are, and only then. */
  def areComparable(place: SlotLayout): Boolean =
    if place.isReference then place.layout.nn eq ObjectLayout.Text
    else
      ScalarKind.fromOrdinal(place.kind) match
        case ScalarKind.Float | ScalarKind.Double | ScalarKind.Unit => false
        case _                                                      => true
