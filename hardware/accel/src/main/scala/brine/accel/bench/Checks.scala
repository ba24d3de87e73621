package brine.accel.bench

import brine.accel.prove.Prove
import java.nio.file.Path

/** Keeps the outcomes of proofs and of random streams for the page. */
object Checks {

  /** Streams of a run that is kept. */
  val published = 20000

  def keep(folder: Path, verdicts: Seq[Prove.Verdict]): Path = {
    val rows = verdicts.map { v =>
      Seq(
        "block" -> v.task.name,
        "cycles" -> v.task.cycles,
        "isBroken" -> (if (v.task.isBroken) 1 else 0),
        "violatedIn" -> v.violatedIn.getOrElse(-1)
      )
    }
    val how = Seq("checker" -> s"ABC of ${RawFigures.version("yosys", "-V")}")
    RawFigures.keep(folder, "accel-proofs", "./dev accel prove", how, Nil, rows)
  }

  def keep(folder: Path, streams: Int, seed: Int, statuses: Map[String, Int]): Path = {
    val rows = statuses.toSeq.sorted.map { case (status, count) =>
      Seq("direction" -> status.takeWhile(_ != ' '), "status" -> status.dropWhile(_ != ' ').trim, "count" -> count)
    }
    val how = Seq("simulator" -> RawFigures.version("verilator", "--version"))
    val command = s"./dev accel fuzz $streams $seed"
    RawFigures.keep(folder, "accel-fuzz", command, how, Nil, rows)
  }
}
