package brine.figures

import com.fasterxml.jackson.databind.JsonNode
import java.nio.file.Path

/** Whole jobs of Spark by each serializer. */
final class SparkJobs private (figures: Figures):
  import SparkJobs.*
  import SparkPage.{Java, Own, Peer, geometricMean, ratio}

  private final case class Series(contender: String, rows: Vector[JsonNode]):
    def median(phase: String, value: JsonNode => Double): Double =
      Median.of(rows.filter(_.path("phase").asText == phase).map(value))
    def cpu(phase: String): Double = median(phase, serializerNanos)

  private final case class Job(workload: String, all: Vector[Series]):
    def of(contender: String): Option[Series] = all.find(_.contender == contender)
    def of(contender: String, value: Series => Double): Double = of(contender).fold(Double.NaN)(value)

  private val jobs: Vector[Job] =
    for workload <- figures.rows.map(_.path("workload").asText).distinct yield
      val rows = figures.rows.filter(_.path("workload").asText == workload)
      Job(
        workload,
        rows.map(_.path("contender").asText).distinct.map(name =>
          Series(name, rows.filter(_.path("contender").asText == name))
        )
      )

  def page: String =
    val sections =
      Vector(about, explanation, multiples, speedUps) ++ jobs.map(table) :+ plots.map(_.markdown).mkString("\n\n")
    sections.filterNot(_.isEmpty).mkString("\n\n")

  private def about: String = (figures.heading("Jobs").replaceFirst("^#", "##") + "\n").trim

  private val explanation =
    """*Wall* is the time of a job. *Write* and *read* are thread CPU in the serializer, on the driver and both
      |executors, without the streams below it (compression, network, disk). These times are estimates: a stream's first
      |17 calls are all timed, and then one call of 128. *Bytes* are those that the serializer wrote, before
      |compression. *GC* is the time of the collectors of all three JVMs. Numbers in brackets are multiples of
      |registered Kryo's; less is better. The *cold* job is the first of its application. *Shuffled* bytes are those
      |that left for disk and network, after LZ4.""".stripMargin

  /** The costs of jobs by Brine with its default settings, in multiples of those by registered Kryo. */
  private def multiples: String =
    val written = Vector[(String, Series => Double)](
      "wall" -> (_.median(Steady, _.path("nanos").asDouble)),
      "wall of the first job" -> (_.median(Cold, _.path("nanos").asDouble)),
      "CPU in the serializer" -> (_.cpu(Steady)),
      "bytes" -> (_.median(Steady, _.path("writtenBytes").asDouble))
    )
    val shuffled: (String, Series => Double) =
      "bytes after LZ4" -> (_.median(Steady, _.path("shuffledBytes").asDouble))
    val measures = written ++ Option.when(hasShuffled)(shuffled)
    def ratios(job: Job) = measures.map((_, of) => job.of(Own, of) / job.of(Peer, of))
    val all = jobs.map(ratios)
    if all.flatten.forall(_.isNaN) then ""
    else
      val rows = jobs.zip(all).map((job, values) => job.workload +: values.map(shownTimes))
      val means = all.transpose.map(values => shownTimes(geometricMean(values.filterNot(_.isNaN))))
      val table = Page.table("" +: measures.map(_(0)), rows :+ ("geometric mean" +: means))
      s"### Brine's multiples of registered Kryo's; less is better\n\n$table".trim

  private def speedUps: String =
    val contenders = jobs.flatMap(_.all.map(_.contender)).distinct
    val ours = contenders.filterNot(name => name == Java || name == Peer)
    val peers = Vector(Peer, Java).filter(contenders.contains)
    def times(job: Job, peer: String, own: String) = job.of(peer, _.cpu(Steady)) / job.of(own, _.cpu(Steady))
    val head = "" +: (for own <- ours; peer <- peers yield s"$own, beside $peer")
    val rows = jobs.map(job => job.workload +: (for own <- ours; peer <- peers yield shownTimes(times(job, peer, own))))
    val mean = "geometric mean" +: (for own <- ours; peer <- peers
    yield shownTimes(geometricMean(jobs.map(times(_, peer, own)))))
    s"### How many times as fast the serializer is\n\n${Page.table(head, rows :+ mean)}".trim

  private def shownTimes(value: Double): String = if value.isNaN then "" else Labels.short(value)

  /** Bytes after compression, which older figures lack. */
  private val hasShuffled = figures.rows.exists(_.has("shuffledBytes"))

  private def table(job: Job): String =
    val rows = job.all.map { series =>
      def cell(phase: String, value: JsonNode => Double, shown: Double => String) =
        val own = series.median(phase, value)
        if own.isNaN then ""
        else s"${shown(own)} (${ratio(own, job.of(Peer, _.median(phase, value)))})".replace(" ()", "")
      def steady(value: JsonNode => Double, unit: Double) = cell(Steady, value, x => Labels.short(x / unit))
      Seq(
        series.contender,
        steady(_.path("nanos").asDouble, 1e9),
        steady(_.path("writtenNanos").asDouble, 1e6),
        steady(_.path("readNanos").asDouble, 1e6),
        steady(_.path("writtenBytes").asDouble, 1e6)
      ) ++ Option.when(hasShuffled)(steady(_.path("shuffledBytes").asDouble, 1e6)) ++ Seq(
        Labels.plain(math.rint(series.median(Steady, _.path("gcMillis").asDouble))).replace("NaN", ""),
        cell(Cold, _.path("nanos").asDouble, x => Labels.short(x / 1e9)),
        cell(Cold, serializerNanos, x => Labels.short(x / 1e6))
      )
    }
    val head = Seq("", "wall, s", "write, ms", "read, ms", "MB") ++ Option.when(hasShuffled)("shuffled, MB") ++
      Seq("GC, ms", "cold wall, s", "cold write and read, ms")
    s"### ${job.workload}\n\n${Page.table(head, rows)}".trim

  def plots: Vector[Plot] = Vector(
    plot("serializer", "Thread CPU in the serializer", "seconds", serializerNanos),
    plot("wall", "Wall time of jobs", "seconds", _.path("nanos").asDouble)
  )

  private def plot(name: String, title: String, axis: String, value: JsonNode => Double): Plot =
    val heading = s"$title (${figures.run})"
    val groups =
      jobs.map(job => job.workload -> job.all.map(series => series.contender -> series.median(Steady, value) / 1e9))
    Plot(
      s"Spark, ${figures.run}",
      Labels.file(figures.run, name) + ".svg",
      heading,
      SparkPage.chart(heading, axis, groups).render
    )

object SparkJobs:
  /** The raw file's name, without the JDK. */
  final val Name = "spark"

  // Phases of an application: its first job, those that warm up, and those that count.
  final val Cold = "cold"
  final val Warm = "warm"
  final val Steady = "steady"

  def in(folder: Path): Vector[SparkJobs] = Figures.readAll(folder, Name).map(new SparkJobs(_))

  private def serializerNanos(row: JsonNode): Double =
    row.path("writtenNanos").asDouble + row.path("readNanos").asDouble
