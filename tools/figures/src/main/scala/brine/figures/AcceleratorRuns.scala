package brine.figures

import com.fasterxml.jackson.databind.JsonNode
import java.nio.file.Path

/** Runs of the simulated accelerator, as `./dev accel bench cycles` keeps them. Its clock has 1 GHz, so that a cycle is
  * a nanosecond and a byte a cycle is a GB/s.
  */
private[figures] final class AcceleratorRuns(val figures: Figures):
  import AcceleratorRuns.*

  private val runs: Vector[Run] = figures.rows.map(new Run(_))

  val workloads: Vector[String] = runs.map(_.workload).distinct

  def find(
      workload: String,
      direction: String,
      design: Design,
      units: Int,
      reconstructors: Int = 4,
      isVanilla: Boolean = false
  ): Option[Run] =
    def hasReconstructors(run: Run) =
      direction == Out || run.reconstructors == (if isVanilla then 1 else reconstructors)
    runs.find(r =>
      r.workload == workload && r.direction == direction && r.design == design && r.units == units && r.isVanilla == isVanilla && hasReconstructors(
        r
      )
    )

private[figures] object AcceleratorRuns:
  /** The raw files' names, without the JDK. */
  final val Cycles = "accel-cycles"
  final val Areas = "accel-area"

  final val Out = "out"
  final val In = "in"

  /** DDR4-2400 on four channels. */
  final val PeakGigabytes = 76.8

  /** Bytes of a memory request, and the type descriptors that a metadata manager keeps. */
  final case class Design(blockBytes: Int, descriptors: Int)

  /** As the paper describes it. */
  final val AsDescribed = Design(32, 0)

  /** Blocks as long as a burst of DDR4, which fill the 4 KB of Table I, and four descriptors. */
  final val Wider = Design(64, 4)

  def in(folder: Path): Option[AcceleratorRuns] = Figures.readAll(folder, Cycles).lastOption.map(new AcceleratorRuns(_))

  final class Run(row: JsonNode):
    private def number(name: String) = row.path(name).asDouble
    val workload: String = row.path("workload").asText
    val direction: String = row.path("direction").asText
    val design: Design = Design(row.path("blockBytes").asInt, row.path("descriptors").asInt)
    val units: Int = row.path("units").asInt
    val reconstructors: Int = row.path("reconstructors").asInt
    val isVanilla: Boolean = row.path("vanilla").asInt == 1

    def cycles: Double = number("cycles")
    def objects: Double = number("objects")
    def imageBytes: Double = number("imageBytes")
    def streamBytes: Double = number("streamBytes")
    def cyclesAnObject: Double = cycles / objects

    /** Image bytes that all units together take apart or rebuild in a nanosecond. */
    def gigabytes: Double = units * imageBytes / cycles

    /** The share of the memory's bandwidth that requests take. */
    def bandwidth: Double = (number("readBytes") + number("writtenBytes")) / cycles / PeakGigabytes

    /** The share of time in which the memory's data buses are busy. */
    def busBusy: Double = number("busyClocks") / number("clocks")
    def rowMisses: Double = number("rowMisses") / number("requests")

    /** Nanoseconds from a read request at the memory channel to its answer. */
    def latency: Double = number("latencyClocks") / number("reads") / 1.2
