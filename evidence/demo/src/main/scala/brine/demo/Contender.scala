package brine.demo

import java.nio.file.Path

/** A way to bring a class graph to a file and back; one file per contender, and a line in [[Contender.all]].
  *
  * Contenders hold no state between calls, because the writing and the reading one live in different processes.
  */
trait Contender:
  /** As the table shows it. */
  def name: String

  /** The files that `--out` keeps. */
  def fileName: String

  /** How the contender is used, in a few words: settings, buffers. */
  def note: String

  /** Replaces the file by one that holds the graph, and closes it. */
  def write(graph: JdkGraph, file: Path): Unit

  /** Builds the graph anew from the file. */
  def read(file: Path): JdkGraph

object Contender:
  /** In the order of the table, in which they are also measured: Brine gets the heap as the baseline leaves it. */
  val all: Vector[Contender] = Vector(JavaSerialization, BrineJson, BrineGraph, BrineBinary)

  /** The base of the comparison. */
  val baseline: Contender = JavaSerialization
