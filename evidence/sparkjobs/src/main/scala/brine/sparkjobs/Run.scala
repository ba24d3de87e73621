package brine.sparkjobs

import brine.sparkjobs.counting.{Counts, ExecutorCounts, JvmCounts}
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.SparkContext
import scala.jdk.CollectionConverters._

/** The time and the result of one run of a workload.
  *
  * @param nanos  of wall time
  * @param counts of the driver and all executors; none if the serializer is not counted
  */
final case class Run(nanos: Long, outcome: Outcome, counts: JvmCounts) {

  /** As it is written for the process that started this one. */
  def line: String = {
    val json = Run.mapper.createObjectNode
    json.put("nanos", nanos).put("exact", outcome.exact).put("tolerance", outcome.tolerance)
    outcome.near.foldLeft(json.putArray("near"))(_.add(_))
    json.put("gcMillis", counts.gcMillis).put("jitMillis", counts.jitMillis).put("cpuNanos", counts.cpuNanos)
      .put("shuffledBytes", counts.shuffledBytes)
    Run.put(json.putObject("written"), counts.written)
    Run.put(json.putObject("read"), counts.read)
    Run.Mark + json
  }
}

object Run {
  private val mapper = new ObjectMapper
  private final val Mark = "@"

  /** The line that says that the application has started. */
  final val Started = "@started"

  def of(context: SparkContext, options: Options): Run = {
    def counts = if (options.isCounted) ExecutorCounts.all(context) else JvmCounts.none
    val before = counts
    val start = System.nanoTime()
    val outcome = options.workload.run(context, options.settings)
    val nanos = System.nanoTime() - start
    val run = Run(nanos, outcome, counts - before)
    if (options.isCounted)
      for (error <- options.workload.bypassed(options.settings, run.counts)) throw new IllegalStateException(error)
    run
  }

  /** Returns whether [[Run.line]] has written this line; libraries may write others. */
  def isRun(line: String): Boolean = line.startsWith(Mark + "{")

  def read(line: String): Run = {
    val json = mapper.readTree(line.stripPrefix(Mark))
    val near = json.path("near").elements.asScala.map(_.asDouble).toIndexedSeq
    val outcome = Outcome(json.path("exact").asText, near, json.path("tolerance").asDouble)
    def number(name: String) = json.path(name).asLong
    val counts = JvmCounts(
      get(json.path("written")),
      get(json.path("read")),
      number("gcMillis"),
      number("jitMillis"),
      number("cpuNanos"),
      number("shuffledBytes")
    )
    Run(number("nanos"), outcome, counts)
  }

  private def put(json: ObjectNode, counts: Counts): Unit = {
    json.put("calls", counts.calls).put("timedCalls", counts.timedCalls).put("nanos", counts.nanos).put(
      "bytes",
      counts.bytes
    )
    val classes = json.putObject("classes")
    counts.classes.toSeq.sorted.foreach { case (name, count) => classes.put(name, count) }
  }

  private def get(json: JsonNode): Counts = {
    def number(name: String) = json.path(name).asLong
    val classes =
      json.path("classes").properties.iterator.asScala.map(entry => entry.getKey -> entry.getValue.asLong).toMap
    Counts(number("calls"), number("timedCalls"), number("nanos"), number("bytes"), classes)
  }
}
