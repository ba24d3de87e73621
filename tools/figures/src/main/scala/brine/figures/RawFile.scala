package brine.figures

import com.fasterxml.jackson.databind.JsonNode
import java.nio.file.Path
import scala.jdk.CollectionConverters.*

/** One of JMH's files, as `./dev bench` keeps them: the measurements of one workload in one run. */
final class RawFile(path: Path):
  private val results = Measurement.json(path)

  val name: String = Measurement.runOf(path)

  /** Its last part: `jdk17`. */
  def jdk: String = name.split('-').last

  def measurements(benchmark: String): Vector[Measurement] = Measurement.read(name, results, benchmark)

  /** A number that the contender's runs in memory gave beside their times: `bytes`. */
  def count(contender: String, name: String): Option[Long] = count(contender, name, _ => true)

  /** Returns such a number of one of several workloads. */
  def count(workload: String, contender: String, name: String): Option[Long] =
    count(contender, name, _.path("workload").asText == workload)

  private def count(contender: String, name: String, isWanted: JsonNode => Boolean): Option[Long] =
    val field = s"/secondaryMetrics/$name"
    def isOf(result: JsonNode) =
      val params = result.path("params")
      params.path("contender").asText == contender && isWanted(params) && params.path("medium").asText(
        "memory"
      ) == "memory" &&
      result.at(field).isObject
    results.elements.asScala.find(isOf).map(_.at(s"$field/rawData/0/0").asLong)

  def run: RawFile.Run = runOf(results.path(0))

  /** The runs that the file has results of, each once. */
  def runs: Vector[RawFile.Run] = results.elements.asScala.map(runOf).toVector.distinct

  private def runOf(result: JsonNode): RawFile.Run =
    def text(name: String) = result.path(name).asText
    val jvms = result.at("/primaryMetric/rawData").size
    val iterations =
      s"$jvms × ${text("measurementIterations")} of ${text("measurementTime")} after ${text("warmupIterations")}"
    val flags = result.path("jvmArgs").elements.asScala.map(_.asText).mkString(" ")
    RawFile.Run(text("date"), text("machine"), s"${text("vmName")} ${text("vmVersion")}", flags, iterations)

object RawFile:
  /** The machine, the JVM and the settings of the measurement. */
  final case class Run(date: String, machine: String, jvm: String, flags: String, iterations: String)

  /** Those whose names begin so, by JDK. */
  def byJdk(folder: Path, prefix: String): Vector[(String, Vector[RawFile])] =
    val files =
      Measurement.jsonFiles(folder.resolve("raw")).filter(_.getFileName.toString.startsWith(prefix)).map(new RawFile(_))
    files.groupBy(_.jdk).toVector.sortBy(_._1)

  /** A section with the dates of the measurements. */
  def runs(workloads: Vector[(String, Run)]): String =
    val all = workloads.map(_._2).distinct.map { run =>
      val measured = workloads.collect { case (name, `run`) => name }.mkString(", ")
      s"| ${run.date} | ${run.machine} | ${run.jvm} | ${run.flags} | ${run.iterations} | $measured |"
    }
    val head = "| date | machine | JVM | flags | JVMs, iterations | of |"
    List("## Dates of the measurements", "", head, "|---|---|---|---|---|---|", all.mkString("\n"), "").mkString("\n")
