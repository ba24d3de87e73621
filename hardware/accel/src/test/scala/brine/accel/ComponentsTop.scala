package brine.accel

import brine.accel.sim.SimulatedTop

/** Every component separately, side by side, so that one program serves the tests of all. Memory answers each component
  * in order, after a random time.
  */
class ComponentsTop(parameters: Parameters) extends SimulatedTop(parameters) with SharedParts with SerializeParts
    with DeserializeParts

object ComponentsTop {
  val parameters: Parameters = Parameters(serializers = 3, deserializers = 2, classes = 64, commands = 4)
}
