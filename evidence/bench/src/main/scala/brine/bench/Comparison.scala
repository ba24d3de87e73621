package brine.bench

import brine.figures.Machine
import java.time.LocalDate
import org.openjdk.jmh.results.RunResult
import scala.jdk.CollectionConverters.*

/** JMH's figures as ratios: of each contender to the hand-written twins, and of each contender in company to itself
  * alone. A ratio comes with the range that its two 99 % intervals allow.
  */
private object Comparison:
  private final val Confidence = 0.99

  private final case class Run(
      direction: String,
      workload: String,
      contender: String,
      among: String,
      result: RunResult
  ):
    private def statistics = result.getPrimaryResult.getStatistics
    def micros: Double = statistics.getMean
    def interval: (Double, Double) =
      val Array(low, high) = statistics.getConfidenceIntervalAt(Confidence)
      (low, high)
    def isAloneOf(that: Run): Boolean = among == "alone" && copy(among = that.among, result = that.result) == that
    def allocated: Double = result.getSecondaryResults.get("gc.alloc.rate.norm").getScore

  private object Run:
    def apply(result: RunResult): Run =
      val params = result.getParams
      val direction = params.getBenchmark.split('.').last
      Run(direction, params.getParam("workload"), params.getParam("contender"), params.getParam("among"), result)

  def report(name: String, results: Vector[RunResult]): String =
    val runs = results.map(Run(_))
    val sections = runs.groupBy(r => (r.workload, r.direction, r.among)).toVector.sortBy(_._1).reverse
    val tables = sections.map { case ((workload, direction, among), some) =>
      table(s"$workload, $direction, $among", some, runs)
    }
    (heading(name, results.head) +: explanation +: tables :+ contenders(results)).mkString("\n")

  private val explanation =
    """`plain` and `hardened` are the ratios to the hand-written twins, and `in company` is the ratio to the same
      |contender alone. The range that the 99 % intervals allow is in brackets. Less is better.
      |""".stripMargin

  /** The machine and JVM of each measurement. */
  def heading(name: String, result: RunResult): String =
    val params = result.getParams
    val iterations = s"${params.getMeasurement.getCount} of ${params.getMeasurement.getTime}"
    s"""# $name, JDK ${Runtime.version.feature}
       |
       || | |
       ||---|---|
       || date | ${LocalDate.now} |
       || machine | ${Machine.name} |
       || JVM | ${params.getVmName} ${params.getVmVersion} |
       || flags | ${params.getJvmArgs.asScala.mkString(" ")} |
       || JVMs, iterations | ${result.getBenchmarkResults.size} × $iterations after ${params.getWarmup.getCount} |
       |""".stripMargin

  private def table(title: String, some: Vector[Run], all: Vector[Run]): String =
    val rows = some.sortBy(_.micros).map { run =>
      def to(twin: String) = some.find(_.contender == twin).map(ratio(run, _)).getOrElse("")
      val toAlone = if run.among == "alone" then None else all.find(_.isAloneOf(run)).map(ratio(run, _))
      f"| ${run.contender} | ${shown(run.micros)} | ${run.allocated}%,.0f | ${to("hand-plain")} | " +
        f"${to("hand-hardened")} | ${toAlone.getOrElse("")} |"
    }
    val head = "| | µs | B allocated | plain | hardened | in company |"
    (List(s"## $title", "", head, "|---|--:|--:|--:|--:|--:|") ++ rows :+ "").mkString("\n")

  private def shown(micros: Double): String =
    if micros < 10 then f"$micros%.3f" else if micros < 1000 then f"$micros%.1f" else f"$micros%,.0f"

  def contenders(results: Vector[RunResult]): String =
    Contenders.table(results.map(_.getParams.getParam("contender")).toSet)

  private def ratio(run: Run, to: Run): String =
    if run == to then "1"
    else
      val (low, high) = run.interval
      val (toLow, toHigh) = to.interval
      f"${run.micros / to.micros}%.2f (${low / toHigh}%.2f to ${high / toLow}%.2f)"
