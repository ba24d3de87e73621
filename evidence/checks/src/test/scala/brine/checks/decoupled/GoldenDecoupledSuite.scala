package brine.checks.decoupled

import brine.checks.GoldenCorpus
import brine.graph.decoupled.DecoupledFormat
import brine.testkit.GoldenFiles

class GoldenDecoupledSuite extends GoldenCorpus("decoupled", 0, DecoupledFormat, "hex", GoldenFiles.hex)
