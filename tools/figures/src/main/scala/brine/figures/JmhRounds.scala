package brine.figures

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}
import scala.jdk.CollectionConverters.*

/** JMH's files of JVMs that took turns, as one. */
object JmhRounds:
  private val mapper = new ObjectMapper

  /** The summaries that JMH makes of one JVM's iterations, which are not those of all. */
  private val summaries = List("score", "scoreError", "scoreConfidence", "scorePercentiles").asJava

  /** Merges the results of a benchmark with the same parameters: the iterations of each JVM are one array of `rawData`.
    */
  def merged(files: Vector[JsonNode]): ArrayNode =
    val results = files.flatMap(_.elements.asScala).map(_.deepCopy[ObjectNode])
    val all = mapper.createArrayNode
    results.groupBy(idOf).toVector.sortBy(_._1).foreach((_, some) => all.add(one(some)))
    all

  private def idOf(result: JsonNode): String = result.path("benchmark").asText + result.path("params")

  private def one(rounds: Vector[ObjectNode]): ObjectNode =
    val first = rounds.head
    first.put("forks", rounds.length)
    val flags =
      first.path("jvmArgs").elements.asScala.map(_.asText).toVector.distinct // JMH adds its annotations' once more
    flags.foldLeft(first.putArray("jvmArgs"))(_.add(_))
    metrics(first).foreach { (path, metric) =>
      val raw = mapper.createArrayNode
      rounds.foreach(_.at(s"$path/rawData").elements.asScala.foreach(raw.add))
      metric.remove(summaries)
      metric.set[ObjectNode]("rawData", raw)
    }
    first

  private def metrics(result: ObjectNode): Vector[(String, ObjectNode)] =
    val others = result.path("secondaryMetrics").fieldNames.asScala.toVector.map(name => s"/secondaryMetrics/$name")
    ("/primaryMetric" +: others).map(path => path -> result.at(path)).collect { case (path, metric: ObjectNode) =>
      path -> metric
    }
