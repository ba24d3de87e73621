package brine.bench

import org.openjdk.jmh.annotations.Mode
import org.openjdk.jmh.results.RunResult
import org.openjdk.jmh.util.Statistics

/** JMH's figures for messages of many types, the fastest contender first. It has no ratios, since no twins exist for 64
  * types.
  */
private object MixedComparison:
  private final val Confidence = 0.99

  def report(results: Vector[RunResult]): String =
    List(
      Comparison.heading("mixed", results.head),
      explanation,
      table(results),
      Comparison.contenders(results)
    ).mkString("\n")

  private val explanation =
    """Messages of 64 types by turns, in four threads: the time of a round trip of one message. The mean comes with its
      |99 % interval. The percentiles are those of sampled calls, including the reading of the clock.
      |""".stripMargin

  private def table(results: Vector[RunResult]): String =
    val (means, samples) = results.partition(_.getParams.getMode == Mode.AverageTime)
    val rows = means.sortBy(statistics(_).getMean).map(mean => row(mean, samples.find(contender(_) == contender(mean))))
    val head = List("| | mean ns | 99 % interval | p50 ns | p99 ns | B allocated |", "|---|--:|--:|--:|--:|--:|")
    (head ++ rows :+ "").mkString("\n")

  private def row(mean: RunResult, sample: Option[RunResult]): String =
    val Array(low, high) = statistics(mean).getConfidenceIntervalAt(Confidence)
    val allocated = mean.getSecondaryResults.get("gc.alloc.rate.norm").getScore
    def percentile(of: Double) = sample.fold("")(s => whole(statistics(s).getPercentile(of)))
    val columns = List(
      contender(mean),
      whole(statistics(mean).getMean),
      s"${whole(low)} to ${whole(high)}",
      percentile(50),
      percentile(99),
      whole(allocated)
    )
    columns.mkString("| ", " | ", " |")

  private def whole(number: Double): String = f"$number%,.0f"

  private def contender(result: RunResult): String = result.getParams.getParam("contender")
  private def statistics(result: RunResult): Statistics = result.getPrimaryResult.getStatistics
