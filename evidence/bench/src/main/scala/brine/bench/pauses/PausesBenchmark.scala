package brine.bench.pauses

import brine.figures.{Figures, Settings}
import com.fasterxml.jackson.databind.node.ObjectNode
import java.nio.file.{Files, Path}
import scala.util.Using
import brine.bench.processes.ChildJvm

/** `./dev bench pauses`: threads let lists grow, in regions or on the heap, and all of them are kept. It follows
  * "Efficient Communication and Collection with Compact Normal Forms", section 5.5, Fig. 7 and 8.
  *
  * Each run has a separate JVM, and the two forms take turns. Both do the same except for the place of the links.
  * Each value makes some garbage, as ordinary work does; otherwise nothing would have to be collected. Pauses are those
  * of the collector's own log, between the beginning and the end of the timed work. Then everything is collected once
  * at request, with all values alive (`full`).
  */
object PausesBenchmark:
  final val Name = "pauses"

  /** The arguments for measuring a form with this number of threads. */
  private final case class Run(collector: String, threads: Int, values: Int, form: String, round: Int)

  def run(arguments: List[String], folder: Path): Unit =
    val settings = Settings.of(
      arguments,
      "values" -> "524288,2097152,8388608",
      "threads" -> "1,2",
      "collectors" -> "G1,Parallel",
      "forms" -> "region,heap",
      "rounds" -> "3",
      "garbage" -> "256",
      "heap" -> "1g"
    )
    val rows =
      for
        collector <- settings.words("collectors")
        threads <- settings.numbers("threads")
        values <- settings.numbers("values")
        round <- 1 to settings.number("rounds")
        form <- settings.words("forms")
      yield measure(settings, Run(collector, threads, values, form, round))
    val how = List(
      "regions" -> s"blocks of ${1 << Growing.BlockBits >> 10} KiB",
      "flags" -> s"${flags(settings).mkString(" ")}, and -XX:+UseG1GC or -XX:+UseParallelGC",
      "for each value" -> s"${settings.word("garbage")} bytes of garbage",
      "each figure" -> s"the median of ${settings.word("rounds")} JVMs"
    )
    Figures.keep(folder, Name, s"./dev bench pauses ${arguments.mkString(" ")}".trim, how, rows)

  private def flags(settings: Settings): List[String] =
    List(s"-Xms${settings.word("heap")}", s"-Xmx${settings.word("heap")}", "-XX:+AlwaysPreTouch")

  private def measure(settings: Settings, run: Run): ObjectNode =
    val log = Files.createTempFile("gc", ".log")
    try
      val all = flags(settings) ++ List(s"-XX:+Use${run.collector}GC", GcLog.flag(log))
      val told = Using.resource(
        new ChildJvm(
          all,
          "brine.bench.pauses.Mutator",
          run.form,
          run.threads.toString,
          run.values.toString,
          settings.word("garbage")
        )
      )(_.line().split(' ').map(_.toLong))
      row(run, told, GcLog.read(log))
    finally Files.delete(log)

  private def row(run: Run, told: Array[Long], log: GcLog): ObjectNode =
    val Array(start, end, collected, nanos, threadNanos, processNanos, sum) = told
    if sum != run.values * (run.values - 1L) / 2 then throw new IllegalStateException(s"$run: the values' sum is $sum")
    val pauses = log.between(start, end).map(_.millis)
    val longest = pauses.maxOption.getOrElse(0.0)
    val full = log.between(end, collected).map(_.millis).sum
    val share = 1 - pauses.sum / (nanos / 1e6)
    println(
      f"$run: ${nanos / 1e6}%,.0f ms, ${100 * share}%.1f %% the mutator's, longest pause $longest%.1f ms, full " +
        f"$full%.1f ms"
    )
    Figures.row(
      "collector" -> run.collector,
      "threads" -> run.threads.toLong,
      "values" -> run.values.toLong,
      "form" -> run.form,
      "round" -> run.round.toLong,
      "nanos" -> nanos,
      "pauses" -> pauses.length.toLong,
      "pauseMillis" -> pauses.sum,
      "longestMillis" -> longest,
      "fullMillis" -> full,
      "share" -> share,
      "processorShare" -> threadNanos.toDouble / processNanos
    )
