package brine.checks.clustered

import brine.PickleFormat
import brine.graph.GraphFormat
import brine.testkit.FormatLaws

/** The laws of every format, of graphs as columns. */
class GraphFormatSuite extends FormatLaws:
  def format: PickleFormat = GraphFormat
