package brine.demo

import java.nio.file.Path
import brine.*

/** Brine's default format: fingerprint in front, checksum behind. */
object BrineBinary extends Contender:
  val name = "Brine binary"
  val fileName = "jdk.brine"
  val note = "derived picklers, identity kept, checksum on"

  def write(graph: JdkGraph, file: Path): Unit = graph.pickleTo(file)

  def read(file: Path): JdkGraph = Pickle.read[JdkGraph](file)
