package brine.demo

import java.nio.file.Path
import scala.jdk.CollectionConverters.*

/** Runs [[ReadBack]] in a separate process, with the same `java` and class path, and gathers its reports. */
private final class SecondJvm(folder: Path, options: Options):

  def run(progress: Progress): Either[String, SecondJvm.Result] =
    val process = ProcessBuilder(command.asJava).redirectError(ProcessBuilder.Redirect.INHERIT).start()
    sys.addShutdownHook(process.destroy())
    val reports = process.inputReader().lines().iterator().asScala.flatMap(received(_, progress)).toVector
    conclude(reports, process.waitFor())

  private def command: Vector[String] =
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val heap = options.heap.map(size => s"-Xmx$size").toVector
    val classPath = System.getProperty("java.class.path")
    val mainClass = ReadBack.getClass.getName.stripSuffix("$")
    (java +: heap) ++ Vector("-cp", classPath, mainClass, folder.toString, options.rounds.toString)

  /** Shows progress, passes on lines that are not reports, and returns the reports that matter at the end. */
  private def received(line: String, progress: Progress): Option[Report] = Report.parse(line) match
    case Some(Report.Step(what)) =>
      progress.step(what)
      None
    case Some(Report.At(done, total)) =>
      progress.at(done, total)
      None
    case None =>
      println(line)
      None
    case report => report

  private def conclude(reports: Vector[Report], exitCode: Int): Either[String, SecondJvm.Result] =
    val differences = reports.collect { case Report.Different(contender, where) =>
      s"the graph that $contender brought back is not the one that was written, at $where"
    }
    val counts = reports.collect { case Report.Same(_, vertices, edges) => Isomorphism.Counts(vertices, edges) }
    val times = reports.collect { case Report.TimeIn(contender, millis, stack) =>
      contender -> Rounds.Timing(millis, stack)
    }
    if differences.nonEmpty then Left(differences.head)
    else if exitCode != 0 || times.size != Contender.all.size then
      Left(s"the second JVM failed with exit code $exitCode before every file was read")
    else Right(SecondJvm.Result(counts.head, times.toMap))

private object SecondJvm:
  final case class Result(counts: Isomorphism.Counts, timesIn: Map[String, Rounds.Timing])
