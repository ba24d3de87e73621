package brine.figures

import java.nio.file.Path

/** Times of software for the graphs of Table II, by `./dev bench decoupled`, and for the message of jvm-serializers, by
  * `./dev bench media`. In nanoseconds, one thread.
  */
private[figures] final class SoftwareTimes(all: Vector[Measurement], images: Vector[Measurement]):
  import SoftwareTimes.*

  def has(workload: String): Boolean = measured(workload).isDefined

  /** The time of a contender for a workload of the accelerator, at the size that software was measured at. */
  def nanos(workload: String, contender: String, direction: String): Option[Double] =
    measurement(workload, contender, direction).map(_.mean * 1000)

  def measurement(workload: String, contender: String, direction: String): Option[Measurement] =
    measured(workload).flatMap(name =>
      all.find(m => m.workload == name && m.contender == contender && m.direction == direction)
    )

  /** The time to make the image itself, at the size that software was measured at. */
  def image(workload: String, contender: String): Option[Measurement] =
    measured(workload).flatMap(name => images.find(m => m.workload == name && m.contender == contender))

  /** Kryo with references; for the message, which has none, without. */
  def kryo(workload: String, direction: String): Option[Double] =
    Vector("kryo-fast-refs", "kryo-fast").flatMap(nanos(workload, _, direction)).headOption

  /** The factor from the simulated image to that of software's graph. The message is measured as it is. */
  def scale(run: AcceleratorRuns.Run): Double =
    measured(run.workload).flatMap(name => imageBytes(name)).fold(1.0)(_ / run.imageBytes)

  /** Software's name for a workload, as `chain:524288`: the smallest that was measured for the small list, else the
    * largest.
    */
  def measured(workload: String): Option[String] =
    val sizes =
      kinds.get(workload).toVector.flatMap(kind => all.filter(_.kind == kind).map(_.workload).distinct.sortBy(sizeOf))
    if workload == "list-small" then sizes.headOption else sizes.lastOption

private[figures] object SoftwareTimes:
  final val Java = "java"
  final val Kryo = "kryo-fast-refs"
  final val Decoupled = "brine-decoupled"
  final val Binary = "brine"

  def in(folder: Path): SoftwareTimes =
    val raw = folder.resolve("raw")
    val graphs = Measurement.readAll(raw, "GraphBenchmark").filter(m =>
      m.run.matches("decoupled-.*-jdk17") && m.medium == "memory"
    )
    val messages =
      Measurement.readAll(raw, "PickleBenchmark").filter(m => m.run == "record-media-1-jdk17" && m.among == "alone")
    val images = Measurement.readAll(raw, "ImageBenchmark").filter(_.run == "decoupled-images-jdk17")
    new SoftwareTimes(graphs ++ messages, images)

  private val kinds = Map(
    "tree-narrow" -> "narrow",
    "tree-wide" -> "wide",
    "list-small" -> "chain",
    "list-large" -> "chain",
    "graph-sparse" -> "sparse",
    "graph-dense" -> "complete",
    "media" -> "media"
  )

  private def sizeOf(name: String): Int = name.dropWhile(_ != ':').drop(1).toInt

  /** The bytes of the image of a graph with this number of nodes, in slots of 8 bytes. A node of a graph has an array
    * of its edges.
    */
  private def imageBytes(name: String): Option[Double] =
    val nodes = sizeOf(name).toDouble
    val slots = name.takeWhile(_ != ':') match
      case "narrow"   => Some(4 * nodes)
      case "wide"     => Some(10 * nodes)
      case "chain"    => Some(3 * nodes)
      case "sparse"   => Some(6 * nodes)
      case "complete" => Some((4 + nodes) * nodes)
      case _          => None
    slots.map(_ * 8)
