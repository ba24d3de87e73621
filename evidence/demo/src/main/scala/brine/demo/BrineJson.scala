package brine.demo

import java.nio.file.Path
import brine.*
import brine.json.given

/** The same picklers, with another format in scope. */
object BrineJson extends Contender:
  val name = "Brine JSON"
  val fileName = "jdk.json"
  val note = "compact, `$id` and `$ref` for shared objects"

  def write(graph: JdkGraph, file: Path): Unit = graph.pickleTo(file)

  def read(file: Path): JdkGraph = Pickle.read[JdkGraph](file)
