package brine.checks.clustered

import brine.checks.GoldenCorpus
import brine.graph.GraphFormat
import brine.testkit.GoldenFiles

class GoldenGraphSuite extends GoldenCorpus("clustered", 1, GraphFormat, "hex", GoldenFiles.hex)
