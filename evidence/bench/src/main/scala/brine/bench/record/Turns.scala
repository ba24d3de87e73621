package brine.bench.record

import brine.bench.{Contenders, PickleBenchmark}
import brine.bench.processes.Jvm
import brine.figures.{JmhRounds, JmhRuns, Measurement}
import com.fasterxml.jackson.databind.JsonNode
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** Measures one workload by its contenders, a JVM each in turn, and keeps JMH's figures. A JVM measures both
  * directions, one after the other, since its start takes as long as a direction.
  *
  * @param flags the options of each JVM
  * @param logs a folder for JMH's own output
  */
final class Turns(pace: Pace, flags: List[String], logs: Path):
  /** Returns the contenders that failed in a round. If all failed in all rounds, the file stays as it is. Figures of
    * other contenders in the file stay, with their dates.
    */
  def keep(workload: String, contenders: List[String], folder: Path, file: String): List[String] =
    val rounds = for round <- 1 to pace.rounds; name <- contenders yield name -> measured(workload, name, round)
    val merged = JmhRounds.merged(rounds.flatMap(_._2).toVector)
    if !merged.isEmpty then
      Turns.others(folder.resolve("raw").resolve(s"$file.json"), contenders.toSet).foreach(merged.add(_))
      JmhRuns.keepJson(folder, merged, file)
    rounds.collect { case (name, results) if results.forall(_.size < Directions) => name }.toList.distinct

  private def measured(workload: String, contender: String, round: Int): Option[JsonNode] =
    val name = s"${workload.replace(':', '-')}-$contender-$round"
    val results = Files.createDirectories(logs).resolve(s"$name.json")
    Files.deleteIfExists(results)
    val command = Jvm.command(
      flags ++ Contenders.named(contender).flags,
      "org.openjdk.jmh.Main",
      options(workload, contender, results)*
    )
    val process =
      new ProcessBuilder(command.asJava).redirectErrorStream(true).redirectOutput(
        logs.resolve(s"$name.log").toFile
      ).start()
    if !process.waitFor(pace.limit.toMillis, TimeUnit.MILLISECONDS) then process.destroyForcibly().waitFor()
    Option.when(Files.exists(results) && Files.size(results) > 0)(Measurement.json(results))

  /** JMH makes no further JVM: this one is the contender's own. */
  private def options(workload: String, contender: String, results: Path): List[String] =
    val time = s"${pace.iteration.toMillis}ms"
    List("-f", "0", "-wi", s"${pace.warmups}", "-w", time, "-i", s"${pace.iterations}", "-r", time, "-prof", "gc") ++
      List("-p", s"workload=$workload", "-p", s"contender=$contender", "-p", "among=alone") ++
      List("-rf", "json", "-rff", results.toString, classOf[PickleBenchmark].getName)

  private final val Directions = 2

object Turns:
  /** The results in a file that are of no such contender. */
  private[record] def others(file: Path, contenders: Set[String]): Vector[JsonNode] =
    if !Files.exists(file) then Vector.empty
    else Measurement.json(file).asScala.filterNot(r => contenders(r.path("params").path("contender").asText)).toVector
