package brine.demo

import java.io.IOException
import java.nio.file.{Files, Path}

/** The main job on real data: the class graph of the running JDK goes to files, and a second process reads them back
  * and proves that nothing was lost.
  *
  * Ends with 0 when every graph came back, 1 when one did not or the second process failed, 2 for a wrong option.
  */
object Demo:

  def main(args: Array[String]): Unit =
    val exitCode = Options.parse(args.toList) match
      case Left(mistake) =>
        System.err.println(s"demo: $mistake")
        2
      case Right(options) if options.help =>
        println(Options.help)
        0
      case Right(options) =>
        run(options) match
          case Right(table) =>
            println(table)
            0
          case Left(failure) =>
            System.err.println(s"demo: $failure")
            1
    System.exit(exitCode)

  private def run(options: Options): Either[String, String] =
    val progress = Progress.onScreen()
    try
      println(machine)
      val folder = outputFolder(options)
      val graph = readJdk(progress)
      val written = Contender.all.map(write(_, graph, folder, options.rounds, progress))
      val readBack = SecondJvm(folder, options).run(progress)
      progress.end()
      readBack.map(result => report(written, result, BrineGraph.inspect(folder.resolve(BrineGraph.fileName)), options))
    catch
      case _: OutOfMemoryError  => Left("the heap is too small; --heap SIZE sets it")
      case failure: IOException => Left(failure.toString)

  private def machine: String =
    val heapMegabytes = Runtime.getRuntime.maxMemory >> 20
    s"JDK ${Runtime.version}, ${Runtime.getRuntime.availableProcessors} processors, heap up to $heapMegabytes MB"

  private def readJdk(progress: Progress): JdkGraph =
    progress.step("reading the class graph of the JDK")
    ReadJdk.graph(progress.at)

  private def write(contender: Contender, graph: JdkGraph, folder: Path, rounds: Int, progress: Progress): Written =
    progress.step(s"${contender.name}, timing the way out")
    val file = folder.resolve(contender.fileName)
    val timing = Rounds.time(rounds, tidyUp = Files.deleteIfExists(file))(contender.write(graph, file))
    Written(contender, Files.size(file), timing)

  private def report(
      written: Vector[Written],
      readBack: SecondJvm.Result,
      inspection: String,
      options: Options
  ): String =
    val rows = written.map(w => Row(w.contender, w.bytes, w.out, readBack.timesIn(w.contender.name)))
    val kept = options.out.fold("")(folder => s"\nThe files are in $folder.")
    val counts = readBack.counts
    s"""${counts.vertices} classes and ${counts.edges} edges came back as the same graph, from every file.
       |
       |${Table.render(rows)}
       |
       |Out: from the objects to a closed file that was not there before.
       |In: from the file to the objects, in the second JVM.
       |For each contender alike: ${Rounds.rule(options.rounds)}.
       |
       |What the graph's file says without the classes (Graph.inspect):
       |$inspection$kept""".stripMargin

  /** The folder that `--out` names, or one that goes when the process ends, however it ends. */
  private def outputFolder(options: Options): Path = options.out match
    case Some(folder) => Files.createDirectories(folder)
    case None =>
      val folder = Files.createTempDirectory("brine-demo")
      sys.addShutdownHook {
        Contender.all.foreach(contender => Files.deleteIfExists(folder.resolve(contender.fileName)))
        Files.deleteIfExists(folder)
      }
      folder

private final case class Written(contender: Contender, bytes: Long, out: Rounds.Timing)
