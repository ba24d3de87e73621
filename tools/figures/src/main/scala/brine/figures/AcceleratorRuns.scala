package brine.figures

import com.fasterxml.jackson.databind.JsonNode
import java.nio.file.Path

/** Runs of the simulated accelerator, as `./dev accel bench cycles` keeps them.
  *
  * @throws IllegalArgumentException if they are not all of one clock, or lack a setting: rows of an older design
  */
private[figures] final class AcceleratorRuns(val figures: Figures):
  import AcceleratorRuns.*

  private val runs: Vector[Run] = figures.rows.map(new Run(_))

  runs.foreach(_.remembered)
  require(runs.map(_.picoseconds).distinct.length <= 1, "the runs are of several clocks: measure all of them again")

  /** Nanoseconds of a cycle in the simulations. */
  val cycleNanos: Double = runs.headOption.fold(1.0)(_.picoseconds / 1000)

  val workloads: Vector[String] = runs.map(_.workload).distinct

  def find(
      workload: String,
      direction: String,
      design: Design,
      units: Int,
      reconstructors: Int = 4,
      isVanilla: Boolean = false,
      forUse: Boolean = false,
      remembered: Int = 4
  ): Option[Run] =
    def hasReconstructors(run: Run) =
      direction == Out || run.reconstructors == (if isVanilla then 1 else reconstructors)
    def isForUse(run: Run) = run.forUse == forUse && (!forUse || run.remembered == remembered)
    def isOf(r: Run) = r.workload == workload && r.direction == direction && r.design == design && r.units == units
    runs.find(r => isOf(r) && isForUse(r) && r.isVanilla == isVanilla && hasReconstructors(r))

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

    val forUse: Boolean = row.path("forUse").asInt == 1

    /** Klass pointers that a reconstructor keeps. Runs of both kinds at once do not set it. */
    def remembered: Int = row.required("rememberedClasses").asInt

    val picoseconds: Double = row.required("picoseconds").asDouble

    def cycles: Double = number("cycles")
    def nanos: Double = cycles * picoseconds / 1000
    def objects: Double = number("objects")
    def imageBytes: Double = number("imageBytes")
    def streamBytes: Double = number("streamBytes")
    def cyclesAnObject: Double = cycles / objects

    /** Image bytes that all units together take apart or rebuild in a nanosecond. */
    def gigabytes: Double = units * imageBytes / nanos

    /** The share of the memory's bandwidth that requests take. */
    def bandwidth: Double = (number("readBytes") + number("writtenBytes")) / nanos / PeakGigabytes

    /** The share of time in which the memory's data buses are busy. */
    def busBusy: Double = number("busyClocks") / number("clocks")
    def rowMisses: Double = number("rowMisses") / number("requests")

    /** Nanoseconds from a read request at the memory channel to its answer. */
    def latency: Double = number("latencyClocks") / number("reads") / 1.2
