package brine.sparkbench

import brine.figures.{Figures, Settings, SparkJobs}
import brine.sparkjobs.{LocalCluster, Run, Workload}
import com.fasterxml.jackson.databind.node.ObjectNode
import java.nio.file.Path
import scala.util.Using

/** `./dev bench spark`: the six Spark applications of "A Specialized Architecture for Object Serialization" (Table III)
  * and jobs of other kinds, by each serializer, as `spark-submit` runs them ([[brine.sparkjobs.Installation]]).
  *
  * Each workload gets an application for each contender, with two executor JVMs. Each starts and runs a cold job before
  * the next one starts. Then they take turns, and the order is reversed for each repetition, since the machine drifts:
  * some jobs warm up, the others are measured. A result that differs from that of the first contender ends the
  * benchmark.
  */
object JobsBenchmark:
  def run(arguments: List[String], folder: Path): Unit =
    val settings = Settings.of(
      arguments,
      "workloads" -> Workload.all.map(_.name).mkString(","),
      "contenders" -> Contender.all.map(_.name).mkString(","),
      "rounds" -> "2",
      "warm" -> "3",
      "repetitions" -> "5",
      "percent" -> "100",
      "megabytes" -> "1024"
    )
    val workloads = settings.words("workloads").map(Workload(_))
    val how = List(
      "deployment" -> "by spark-submit: the job in one jar, Brine as the jar that users install",
      "cluster" -> s"local-cluster, two executors of one core and ${settings.word("megabytes")} MB each",
      "each figure" -> (s"the median of ${settings.word("repetitions")} jobs in each of ${settings.word("rounds")} " +
        "applications; " +
        s"a cold one and ${settings.word("warm")} more go before"),
      "size" -> workloads.map(w => s"${w.name}: ${sizeOf(w, settings)} ${w.unit}").mkString(", ")
    )
    new Round(workloads.head, 0, settings).touch()
    var rows = Vector.empty[ObjectNode]
    for workload <- workloads; round <- 1 to settings.number("rounds") do
      rows ++= new Round(workload, round, settings).rows()
      // An hour's figures are not lost with the last workload.
      Figures.keep(folder, SparkJobs.Name, s"./dev bench spark ${arguments.mkString(" ")}".trim, how, rows)

  private def sizeOf(workload: Workload, settings: Settings): Int =
    math.max(1, (workload.benchSize.toLong * settings.number("percent") / 100).toInt)

  /** One application for each contender. */
  private final class Round(workload: Workload, round: Int, settings: Settings):
    private val job = s"${workload.name} --size ${sizeOf(workload, settings)}"
    private var reference: Option[Run] = None

    def rows(): Seq[ObjectNode] =
      val contenders = settings.words("contenders").map(Contender(_))
      var applications = Vector.empty[(Contender, LocalCluster)]
      def inTurn(repetition: Int) = if (round + repetition) % 2 == 1 then applications else applications.reverse
      try
        val cold =
          for contender <- if round % 2 == 1 then contenders else contenders.reverse yield
            val application = start(contender)
            applications :+= contender -> application
            application.awaitStart()
            measure(contender, application, 0)
        val others =
          for
            repetition <- 1 to settings.number("warm") + settings.number("repetitions")
            (contender, application) <- inTurn(repetition)
          yield measure(contender, application, repetition)
        cold ++ others
      finally applications.foreach((_, application) => application.close())

    /** Runs a job that is not measured, so that the first cold one finds all jars in the page cache. */
    def touch(): Unit = Using.resource(start(Contender(settings.words("contenders").head))) { application =>
      application.awaitStart()
      application.ask(job)
      application.nextRun(): Unit
    }

    private def start(contender: Contender): LocalCluster = contender.start(workload, settings.number("megabytes"))

    private def measure(contender: Contender, application: LocalCluster, repetition: Int): ObjectNode =
      application.ask(job)
      val run = application.nextRun()
      for expected <- reference; difference <- run.outcome.difference(expected.outcome) do
        throw new IllegalStateException(s"$job by ${contender.name} has another result: $difference")
      reference = reference.orElse(Some(run))
      val phase = if repetition == 0 then SparkJobs.Cold
      else if repetition <= settings.number("warm") then SparkJobs.Warm
      else SparkJobs.Steady
      print(contender, phase, run)
      row(contender, phase, repetition, run)

    private def print(contender: Contender, phase: String, run: Run): Unit =
      val serializing = (run.counts.written.nanos + run.counts.read.nanos) / 1e6
      println(
        f"${workload.name}%-9s ${contender.name}%-16s $phase%-6s ${run.nanos / 1e6}%,8.0f ms, $serializing%,7.0f ms " +
          f"in the serializer, " +
          f"${run.counts.written.bytes}%,12d bytes written"
      )

    private def row(contender: Contender, phase: String, repetition: Int, run: Run): ObjectNode = Figures.row(
      "workload" -> workload.name,
      "contender" -> contender.name,
      "round" -> round.toLong,
      "phase" -> phase,
      "repetition" -> repetition.toLong,
      "nanos" -> run.nanos,
      "writtenNanos" -> run.counts.written.nanos,
      "readNanos" -> run.counts.read.nanos,
      "writtenBytes" -> run.counts.written.bytes,
      "readBytes" -> run.counts.read.bytes,
      "writtenCalls" -> run.counts.written.calls,
      "readCalls" -> run.counts.read.calls,
      "gcMillis" -> run.counts.gcMillis,
      "jitMillis" -> run.counts.jitMillis,
      "cpuNanos" -> run.counts.cpuNanos,
      "shuffledBytes" -> run.counts.shuffledBytes
    )
