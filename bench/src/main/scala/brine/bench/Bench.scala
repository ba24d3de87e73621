package brine.bench

import java.nio.file.{Files, Path}
import org.openjdk.jmh.profile.GCProfiler
import org.openjdk.jmh.results.format.ResultFormatType
import org.openjdk.jmh.runner.Runner
import org.openjdk.jmh.runner.options.{CommandLineOptions, Options, OptionsBuilder}
import scala.jdk.CollectionConverters.*
import brine.bench.workloads.Workload

/** `./dev bench`: runs workloads by all contenders and compares them. */
object Bench:
  private val usage =
    s"""Usage: ./dev bench <workload> [JMH's options]
       |
       |  workloads   ${Workload.names.mkString(", ")}; all
       |  evolution   what carrying the shape costs, and reading by the next release's class
       |  contenders  ${Contender.names.mkString(", ")}
       |
       |Of JMH's options, -p contender=hand,bare chooses contenders, -p among=alone leaves the company out, -f is the
       |number of JVMs, -wi and -i the iterations in each. The comparison goes to docs/bench, JMH's own figures to
       |docs/bench/raw.""".stripMargin

  /** Run from the root of the project. */
  def main(args: Array[String]): Unit = args.toList match
    case "evolution" :: more                                           => evolution(more)
    case name :: more if name == "all" || Workload.names.contains(name) => run(name, more)
    case _                                                             => println(usage)

  private def run(name: String, more: List[String]): Unit =
    val folder = Files.createDirectories(Path.of("docs", "bench", "raw")).getParent
    val file = s"$name-jdk${Runtime.version.feature}"
    val workloads = if name == "all" then Workload.names else List(name)
    val raw = folder.resolve(s"raw/$file.json")
    val results = new Runner(options(workloads, more, raw)).run().asScala.toVector
    // The figures are published: where this machine keeps its JVM is its own business.
    Files.writeString(raw, Files.readString(raw).replace(results.head.getParams.getJvm, "java"))
    val report = Comparison.report(name, results)
    Files.writeString(folder.resolve(s"$file.md"), report)
    println(report)

  private def evolution(more: List[String]): Unit =
    val file = Files.createDirectories(Path.of("docs", "bench", "raw")).resolve(s"evolution-jdk${Runtime.version.feature}.json")
    val all = new OptionsBuilder()
      .parent(new CommandLineOptions(more*))
      .include(classOf[EvolutionBenchmark].getName)
      .addProfiler(classOf[GCProfiler])
      .resultFormat(ResultFormatType.JSON)
      .result(file.toString)
      .build()
    val results = new Runner(all).run().asScala
    Files.writeString(file, Files.readString(file).replace(results.head.getParams.getJvm, "java"))

  private def options(workloads: List[String], more: List[String], file: Path): Options =
    new OptionsBuilder()
      .parent(new CommandLineOptions(more*))
      .include(classOf[PickleBenchmark].getName)
      .param("workload", workloads*)
      .addProfiler(classOf[GCProfiler])
      .resultFormat(ResultFormatType.JSON)
      .result(file.toString)
      .build()
