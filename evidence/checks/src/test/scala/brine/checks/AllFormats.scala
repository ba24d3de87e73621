package brine.checks

import brine.PickleFormat
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.graph.decoupled.DecoupledFormat
import brine.json.JsonFormat

/** The formats of this project, for suites whose claims hold in each of them. */
object AllFormats:
  /** In which the writer's shape is with the bytes, or the fields' names are. */
  val telling: List[PickleFormat] = List(JsonFormat, GraphFormat, DecoupledFormat)

  val all: List[PickleFormat] = BinaryFormat :: BinaryFormat.Bare :: telling
