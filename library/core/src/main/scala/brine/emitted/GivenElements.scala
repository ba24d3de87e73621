package brine.emitted

import brine.{internal, Pickler}
import brine.binary.{BinaryReader, BinaryTags}
import brine.plan.Plan
import brine.run.PlanReader
import brine.assembly.ReaderAssembly.*

/** Reads a collection's elements one by one, if they have their own pickler and may be objects that are not built
  * yet. The pickler's properties are tested once. Emitted code uses it.
  *
  * @param left levels that emitted code may still recurse
  */
@internal
final class GivenElements private[brine] (pickler: Pickler[Any], isMarked: Boolean, reader: BinaryReader, left: Int):
  private val outerDepth = reader.depth
  private val innerDepth = reader.options.limits.emittedDepth - left

  /** The plan of objects that keep their identity: in a graph, most elements are references to them. */
  private val tracked: Plan.Product | Null = Plan.of(pickler) match
    case p: Plan.Product if p.isTracked => p
    case _                              => null

  /** Reads the next element. A null may replace an object that is not built yet: see [[Assembly.takeUnbuilt]]. */
  def next(): Any =
    val plan = tracked
    if plan == null then nested(PlanReader.element(pickler, isMarked, reader))
    else
      val code = reader.source.getVarint()
      if code == BinaryTags.Present then
        nested(pickler.getBody(reader, reader.assembly.openNext()))
      else if code == BinaryTags.Null then null
      else reader.assembly.resolveOrNull(reader.tag(code, 1), plan)

  private inline def nested(inline read: => Any): Any =
    reader.depth = innerDepth
    val value = read
    reader.depth = outerDepth
    value
