package brine.checks.decoupled

import brine.Pickler
import brine.checks.graphs.GraphGenerator
import brine.graph.decoupled.DecoupledFormat
import brine.testkit.{GoldenFiles, Laws}

/** The laws' random graphs as software writes them. The accelerator's tests read these files, and compare their own
  * bytes.
  */
class GoldenDecoupledGraphsSuite extends GoldenFiles("decoupled-graphs", 0):
  for seed <- 1 to 20 do
    graph(s"vertex-$seed", DecoupledFormat, new GraphGenerator(seed).vertex())
    graph(s"town-$seed", DecoupledFormat, new GraphGenerator(seed).town())
  for seed <- 21 to 30 do graph(s"vertex-$seed-marks", DecoupledFormat.withMarkWords, new GraphGenerator(seed).vertex())

  goldenFilesAreListed()

  private def graph[A: Pickler](name: String, format: DecoupledFormat, value: => A): Unit =
    golden(name, Laws.write(value, format), "hex", GoldenFiles.hex)
