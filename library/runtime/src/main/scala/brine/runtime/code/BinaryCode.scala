package brine.runtime.code

import brine.binary.{BinaryBuilder, BinaryReader}
import brine.plan.Plan
import brine.run.{EventReader, EventWriter}
import brine.wire.{ByteSink, ByteSource}

/** Moves the objects of one definition to and from the binary format, by a walk over their plan. Classes that
  * [[brine.runtime.family.CompileBinary]] makes override the methods. Public for them, not for users.
  *
  * `sink` is `builder.sink` and `source` is `reader.source`: a caller that holds them in locals gives them here, since
  * the JIT cannot know that the fields still hold them. `left` counts the levels that code may still recurse.
  *
  * @param writes true if the class overrides [[write]]
  * @param reads  true if the class overrides [[read]]
  */
private[brine] class BinaryCode(plan: Plan, val writes: Boolean, val reads: Boolean):
  /** Writes the body of a value that is not null. */
  def write(value: AnyRef, builder: BinaryBuilder, sink: ByteSink, left: Int): Unit =
    val depth = builder.depth
    builder.depth = builder.options.limits.emittedDepth - left + Plan.LevelCost
    EventWriter.nonNull(plan, value, builder)
    builder.depth = depth

  /** Reads a value that [[write]] wrote. `id` is the object's slot, -1 if it has none. A null represents an object that
    * is not built yet.
    */
  def read(reader: BinaryReader, source: ByteSource, left: Int, id: Int): AnyRef | Null =
    val depth = reader.depth
    reader.depth = reader.options.limits.emittedDepth - left + Plan.LevelCost
    val value = EventReader.nonNull(plan, reader, id)
    reader.depth = depth
    value
