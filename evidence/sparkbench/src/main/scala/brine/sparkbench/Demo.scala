package brine.sparkbench

import brine.figures.{Labels, Median, Settings}
import brine.sparkjobs.{LocalCluster, Run, TeraSort}
import scala.util.Using

/** `./dev demo spark`: one job on two real executors, with Kryo and with Brine, and a table.
  *
  * Ends with 0 when both gave the same result, 1 when they did not or a job failed, 2 for a wrong option.
  */
object Demo:
  private val contenders = List("kryo", "kryo-registered", "brine").map(Contender(_))

  private final case class Figure(contender: Contender, cold: Run, warm: Vector[Run])

  def main(args: Array[String]): Unit =
    val exitCode =
      if !LocalCluster.isSupported then
        System.err.println(
          s"demo: no executor starts on JDK ${Runtime.version.feature}. ${LocalCluster.Obstacle}. Use JDK 17 or 21."
        )
        1
      else
        try run(Settings.of(args.toList, "records" -> "200000", "jobs" -> "3"))
        catch
          case mistake: IllegalArgumentException =>
            System.err.println(s"demo: ${mistake.getMessage}")
            2
          case failure: IllegalStateException =>
            System.err.println(s"demo: ${failure.getMessage}")
            1
    System.exit(exitCode)

  private def run(settings: Settings): Int =
    val job = s"${TeraSort.name} --size ${settings.word("records")}"
    println(
      s"JDK ${Runtime.version}. The job sorts ${Labels.plain(settings.number("records"))} records of 100 bytes on " +
        "two executor JVMs."
    )
    val figures = contenders.map(measure(_, job, settings.number("jobs")))
    println(s"\n${table(figures)}\n")
    val differences =
      for figure <- figures.tail; difference <- figure.cold.outcome.difference(figures.head.cold.outcome)
      yield s"${figure.contender.name} has another result than ${figures.head.contender.name}: $difference"
    differences.foreach(System.err.println)
    if differences.isEmpty then
      println(
        s"""All jobs had the same result: ${figures.head.cold.outcome.exact}.
           |First: wall time of the first job of an application. Then: the median of ${settings.number("jobs")} more.
           |CPU: of those in the serializer, by all threads, without compression and network. Bytes: that the serializer
           |wrote, before compression.
           |
           |${contenders.map(c => s"${c.name}: ${c.note}").mkString("\n")}""".stripMargin
      )
      0
    else 1

  private def measure(contender: Contender, job: String, jobs: Int): Figure =
    println(s"${contender.name}: starting a driver and two executors")
    Using.resource(contender.start(TeraSort, isQuiet = true)) { application =>
      application.awaitStart()
      def next(): Run =
        application.ask(job)
        application.nextRun()
      println(s"${contender.name}: running the first job")
      val cold = next()
      val warm = Vector.tabulate(jobs) { i =>
        println(s"${contender.name}: running job ${i + 1} of $jobs more")
        next()
      }
      Figure(contender, cold, warm)
    }

  private def table(figures: List[Figure]): String =
    val head = List("", "first, s", "then, s", "CPU, ms", "MB")
    val rows = figures.map { figure =>
      def median(value: Run => Double) = Labels.short(Median.of(figure.warm.map(value)))
      val cpu = median(run => (run.counts.written.nanos + run.counts.read.nanos) / 1e6)
      List(
        figure.contender.name,
        Labels.short(figure.cold.nanos / 1e9),
        median(_.nanos / 1e9),
        cpu,
        median(_.counts.written.bytes / 1e6)
      )
    }
    val widths = (head :: rows).transpose.map(_.map(_.length).max + 3)
    def line(cells: List[String]) = cells.head.padTo(widths.head, ' ') + cells.tail.zip(widths.tail).map(
      (cell, width) => " " * (width - cell.length) + cell
    ).mkString
    (head :: rows).map(line).mkString("\n")
