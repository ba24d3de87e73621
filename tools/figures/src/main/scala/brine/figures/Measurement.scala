package brine.figures

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import java.nio.file.{Files, Path}
import org.openjdk.jmh.util.ListStatistics
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The measurements of one contender in one run: all iterations of all its JVMs, in microseconds.
  *
  * @param run       the raw file's name; times of different runs are not compared
  * @param workload  as `tree:131072`, with the size, or `tree`
  * @param direction `out` or `in`; of a region what is done with it: `build`, `one`, `traverse`, `verify`, `transfer`
  * @param among     `alone`, or in a JVM in `company` of other formats
  * @param medium    `memory` or `file`
  */
final case class Measurement(
    run: String,
    workload: String,
    direction: String,
    contender: String,
    among: String,
    medium: String,
    micros: Vector[Double]
):
  private def statistics = new ListStatistics(micros.toArray)

  def mean: Double = statistics.getMean

  /** The interval of the mean with 99 % confidence, by Student's t; for less than three iterations the mean alone. */
  def interval: (Double, Double) =
    if micros.length < 3 then (mean, mean)
    else
      val Array(low, high) = statistics.getConfidenceIntervalAt(Measurement.Confidence)
      (low, high)

  def kind: String = workload.takeWhile(_ != ':')
  def size: Option[Int] = workload.drop(kind.length + 1).toIntOption

  /** This time as a multiple of that one, and the range of the two intervals. */
  def times(that: Measurement): Measurement.Ratio =
    if this == that then Measurement.Ratio(1, 1, 1)
    else
      val (low, high) = interval
      val (thatLow, thatHigh) = that.interval
      Measurement.Ratio(
        mean / that.mean,
        low.max(0) / thatHigh,
        if thatLow > 0 then high / thatLow else Double.PositiveInfinity
      )

object Measurement:
  private final val Confidence = 0.99

  final case class Ratio(value: Double, low: Double, high: Double):
    def text: String =
      if this == Ratio(1, 1, 1) then "1" else s"${Labels.short(value)} (${Labels.short(low)} to ${Labels.short(high)})"

  /** Reads all of JMH's files in a folder, and keeps the measurements of one benchmark. */
  def readAll(folder: Path, benchmark: String): Vector[Measurement] =
    jsonFiles(folder).flatMap(file => read(runOf(file), json(file), benchmark))

  def read(run: String, results: JsonNode, benchmark: String): Vector[Measurement] =
    if !results.isArray then Vector.empty else results.elements.asScala.flatMap(one(run, _, benchmark)).toVector

  def json(file: Path): JsonNode = new ObjectMapper().readTree(Files.readAllBytes(file))

  def jsonFiles(folder: Path): Vector[Path] =
    if !Files.isDirectory(folder) then Vector.empty
    else Using.resource(Files.list(folder))(_.iterator.asScala.filter(_.toString.endsWith(".json")).toVector.sorted)

  def runOf(file: Path): String = file.getFileName.toString.stripSuffix(".json")

  private def one(run: String, result: JsonNode, benchmark: String): Option[Measurement] =
    val name = result.path("benchmark").asText
    val params = result.path("params")
    if !name.contains(s".$benchmark.") || !params.has("contender") then None
    else
      val metric = result.path("primaryMetric")
      val unit = microsPer(metric.path("scoreUnit").asText)
      val times = metric.path("rawData").elements.asScala.flatMap(_.elements.asScala).map(_.asDouble * unit).toVector
      def param(key: String, otherwise: String = "") = params.path(key).asText(otherwise)
      val direction = name.split('.').last
      val (among, medium) = (param("among", "alone"), param("medium", "memory"))
      Some(Measurement(run, param("workload"), direction, param("contender"), among, medium, times))

  private def microsPer(unit: String): Double = unit match
    case "ns/op" => 1e-3
    case "us/op" => 1
    case "ms/op" => 1e3
    case "s/op"  => 1e6
    case other   => throw new IllegalArgumentException(s"times in $other")
