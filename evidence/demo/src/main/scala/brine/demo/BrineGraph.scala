package brine.demo

import java.nio.file.Path
import brine.*
import brine.graph.Graph
import brine.graph.given

/** The same picklers once more: whole graphs, as columns. */
object BrineGraph extends Contender:
  val name = "Brine graph"
  val fileName = "jdk.graph"
  val note = "columns, every object keeps its identity; the file can be looked into"

  def write(graph: JdkGraph, file: Path): Unit = graph.pickleTo(file)

  def read(file: Path): JdkGraph = Pickle.read[JdkGraph](file)

  /** Describes the file from its own data, without the classes. */
  def inspect(file: Path): String = Graph.inspect(file)(_.toString)
