package brine.figures

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.fasterxml.jackson.databind.node.ObjectNode
import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.time.LocalDate
import org.openjdk.jmh.profile.GCProfiler
import org.openjdk.jmh.results.RunResult
import org.openjdk.jmh.results.format.{ResultFormatFactory, ResultFormatType}
import org.openjdk.jmh.runner.Runner
import org.openjdk.jmh.runner.options.{ChainedOptionsBuilder, CommandLineOptions}
import scala.jdk.CollectionConverters.*

/** Runs JMH so that contenders take turns, and keeps its figures. */
object JmhRuns:
  /** The contenders take turns, a JVM each: the machine may be slower for minutes. */
  def inTurn(benchmark: ChainedOptionsBuilder, chosen: CommandLineOptions): Iterable[RunResult] =
    val parameters = benchmark.forks(1).addProfiler(classOf[GCProfiler]).build()
    val rounds = for _ <- 1 to chosen.getForkCount.orElse(Rounds) yield new Runner(parameters).run().asScala
    rounds.flatten.groupBy(_.getParams.id).values.map(merged)

  private final val Rounds = 2

  private def merged(rounds: Iterable[RunResult]): RunResult =
    new RunResult(rounds.head.getParams, rounds.flatMap(_.getBenchmarkResults.asScala).toList.asJava)

  def keep(folder: Path, results: Vector[RunResult], file: String): Unit =
    val out = new ByteArrayOutputStream
    ResultFormatFactory.getInstance(ResultFormatType.JSON, new PrintStream(out, true, UTF_8)).writeOut(results.asJava)
    keepJson(folder, new ObjectMapper().readTree(out.toByteArray), file)

  /** Writes JMH's results to `folder/raw`, with facts that JMH does not write. Leaves out the histograms of samples,
    * which take megabytes; the percentiles stay. The figures are published: where this machine keeps its JVM is its
    * own business.
    */
  def keepJson(folder: Path, results: JsonNode, file: String): Unit =
    val histogram = "rawDataHistogram"
    results.findParents(histogram).forEach { case metric: ObjectNode => metric.remove(histogram) }
    results.forEach { case result: ObjectNode =>
      // An earlier figure, which is kept with these, has them already.
      if !result.has("date") then
        result.put("jvm", "java").put("date", LocalDate.now.toString).put("machine", Machine.name): Unit
    }
    val text = new ObjectMapper().writerWithDefaultPrettyPrinter.writeValueAsString(results)
    Files.writeString(Files.createDirectories(folder.resolve("raw")).resolve(s"$file.json"), text): Unit
