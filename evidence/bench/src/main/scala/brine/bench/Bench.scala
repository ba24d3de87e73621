package brine.bench

import brine.figures.{FiguresPage, JmhRuns}
import java.nio.file.{Files, Path}
import org.openjdk.jmh.profile.GCProfiler
import org.openjdk.jmh.results.RunResult
import org.openjdk.jmh.runner.Runner
import org.openjdk.jmh.runner.options.{ChainedOptionsBuilder, CommandLineOptions, OptionsBuilder}
import scala.jdk.CollectionConverters.*
import brine.bench.derivation.DerivationCost
import brine.bench.regions.TreeForm
import brine.bench.decoupled.{DecoupledSizes, DecoupledWork}
import brine.bench.pauses.PausesBenchmark
import brine.bench.posts.PostsBenchmark
import brine.bench.record.Record
import brine.bench.report.{DecoupledPage, GraphPage, PausesPage, PostsPage, RegionPage, Report, StorePage}
import brine.bench.start.Start
import brine.bench.store.StoreBenchmark
import brine.bench.workloads.Workload

/** `./dev bench`: takes workloads through all contenders and compares them. */
object Bench:
  /** Also printed by `./dev bench`, which compiles nothing for that. */
  private[bench] lazy val usage: String = Files.readString(Path.of("evidence", "bench", "usage.txt")).stripTrailing

  /** Run from the root of the project. */
  def main(args: Array[String]): Unit = args.toList match
    case "company" :: more    => company(more)
    case "record" :: more     => record(more)
    case "json" :: more       => json(more.takeWhile(!_.startsWith("-")), more.dropWhile(!_.startsWith("-")))
    case "documents" :: more  => documents(more.takeWhile(!_.startsWith("-")), more.dropWhile(!_.startsWith("-")))
    case "evolution" :: more  => others(classOf[EvolutionBenchmark], "evolution", more)
    case "copy" :: more       => others(classOf[CopyBenchmark], "copy", more)
    case "cold" :: more       => others(classOf[ColdBenchmark], "cold", more)
    case "graphs" :: more     => graphs(more.takeWhile(!_.startsWith("-")), more.dropWhile(!_.startsWith("-")))
    case "own" :: more        => own(more.takeWhile(!_.startsWith("-")), more.dropWhile(!_.startsWith("-")))
    case "decoupled" :: more  => decoupled(more.takeWhile(!_.startsWith("-")), more.dropWhile(!_.startsWith("-")))
    case "start" :: more      => println(Start.run(more).merge)
    case "partial" :: more    => others(classOf[PartialBenchmark], "partial", more)
    case "callsites" :: more  => others(classOf[CallSiteBenchmark], "callsites", more)
    case "memory" :: more     => others(classOf[MemoryBenchmark], "memory", more)
    case "published" :: more  => others(classOf[PublishedBenchmark], "published", more)
    case "regions" :: more    => regions(more.takeWhile(!_.startsWith("-")), more.dropWhile(!_.startsWith("-")))
    case "query" :: more      => others(classOf[QueryBenchmark], "query", more)
    case "index" :: more      => IndexTimes.run(more)
    case "mixed" :: more      => mixed(new CommandLineOptions(more*))
    case "posts" :: more      => byItself(PostsBenchmark.run(more, folder), PostsPage)
    case "pauses" :: more     => byItself(PausesBenchmark.run(more, folder), PausesPage)
    case "store" :: more      => byItself(StoreBenchmark.run(more, folder), StorePage)
    case "sizes" :: Nil       => Sizes.write()
    case "derivation" :: more => DerivationCost.main(more)
    case "report" :: more     => Report.main(more)
    case name :: more =>
      if named(name, Workload.kinds).nonEmpty then tryOut(name, named(name, Workload.kinds), more)
      else if named(name, Workload.graphs).nonEmpty then graphs(List(name), more)
      else println(usage)
    case Nil => println(usage)

  private val inCompany = List("-p", "contender=brine-bare", "-p", "among=alone,company")

  private def sizesOf(kind: Workload.Kind): List[String] = kind.sizes.map(size => s"${kind.name}:$size")

  /** A kind's workloads, or that of one size. */
  private def named(name: String, among: List[Workload.Kind]): List[String] =
    among.filter(_.name == name.takeWhile(_ != ':')).flatMap(kind =>
      if name.contains(':') then List(name) else sizesOf(kind)
    )

  private val folder = Path.of("docs", "bench")

  private def record(more: List[String]): Unit =
    try Record.main(more, folder)
    catch case e: IllegalArgumentException => println(s"${e.getMessage}\n\n$usage")

  private def company(more: List[String]): Unit =
    val results = measured(Workload.kinds.map(k => s"${k.name}:${k.sizes.head}"), inCompany ++ more)
    publish("company", results, Comparison.report("company", results))

  /** Prints the comparison. Only the record is published. */
  private def tryOut(name: String, workloads: List[String], more: List[String]): Unit =
    shown(name, measured(workloads, more))

  private def measured(
      workloads: List[String],
      more: List[String],
      all: List[Configuration] = Contenders.all
  ): Vector[RunResult] =
    val chosen = new CommandLineOptions(more*)
    workloads.flatMap(workload => JmhRuns.inTurn(pickling(workload, chosen, all), chosen)).toVector

  private def shown(name: String, results: Vector[RunResult]): Unit =
    JmhRuns.keep(Path.of("target", "bench"), results, fileOf(name))
    println(Comparison.report(name, results))

  private def pickling(
      workload: String,
      chosen: CommandLineOptions,
      all: List[Configuration]
  ): ChainedOptionsBuilder =
    val value = Workload(workload)
    comparing(classOf[PickleBenchmark], workload, takingPart(all, chosen)(_.contender(value)), chosen)

  /** The workloads named, or all. */
  private def json(names: List[String], more: List[String]): Unit =
    val workloads = if names.isEmpty then Workload.ofJson.flatMap(sizesOf) else names.flatMap(named(_, Workload.ofJson))
    if workloads.isEmpty then println(usage) else shown("json", measured(workloads, more, Contenders.ofJson))

  /** The kinds named, or all. */
  private def documents(names: List[String], more: List[String]): Unit =
    val kinds = Workload.documents
    val workloads = if names.isEmpty then kinds.flatMap(sizesOf) else names.flatMap(named(_, kinds))
    if workloads.isEmpty then println(usage) else shown("documents", measured(workloads, more, Contenders.ofDocuments))

  private def comparing(
      benchmark: Class[?],
      workload: String,
      contenders: List[String],
      chosen: CommandLineOptions
  ): ChainedOptionsBuilder =
    new OptionsBuilder()
      .parent(chosen)
      .include(benchmark.getName)
      .param("workload", workload)
      .param("contender", contenders*)
      .jvmArgsPrepend(Heap.sizeFor(workload)*)

  private def graphs(names: List[String], more: List[String]): Unit =
    graphs(names, more, "")(takingPart(Contenders.ofGraphsAndTwins, _)(_))

  private def own(names: List[String], more: List[String]): Unit =
    graphs(names, more, "-own")((chosen, _) => Contenders.ownOfGraphs.map(_.name).filter(isWanted(_, chosen)))

  /** Each workload has a separate file, and the page is made of all files that exist, since the whole list takes hours.
    */
  private def graphs(names: List[String], more: List[String], suffix: String)(
      contenders: (CommandLineOptions, Configuration => Either[String, Any]) => List[String]
  ): Unit =
    val chosen = new CommandLineOptions(more*)
    val workloads = if names.isEmpty then Workload.graphs.flatMap(sizesOf) else names.flatMap(named(_, Workload.graphs))
    for workload <- workloads do
      val value = Workload(workload)
      val measured = comparing(classOf[GraphBenchmark], workload, contenders(chosen, _.contender(value)), chosen)
      JmhRuns.keep(folder, JmhRuns.inTurn(measured, chosen).toVector, s"graph-${fileOf(workload + suffix)}")
      GraphPage.write(folder)

  /** The graphs named, or all; `images` and `sizes`. Each makes a file. */
  private def decoupled(names: List[String], more: List[String]): Unit =
    val chosen = new CommandLineOptions(more*)
    if names.isEmpty || names.contains("sizes") then DecoupledSizes.keep(folder)
    for name <- if names.isEmpty then DecoupledWork.Images :: Workload.ofDecoupled else names.filter(_ != "sizes") do
      val measured =
        if name == DecoupledWork.Images then
          new OptionsBuilder().parent(chosen).include(classOf[ImageBenchmark].getName).param(
            "contender",
            DecoupledWork.names.filter(isWanted(_, chosen))*
          )
        else
          comparing(
            classOf[GraphBenchmark],
            name,
            Contenders.ofDecoupled.map(_.name).filter(isWanted(_, chosen)),
            chosen
          ).param("medium", "memory")
      JmhRuns.keep(folder, JmhRuns.inTurn(measured, chosen).toVector, s"decoupled-${fileOf(name)}")
    DecoupledPage.write(folder): Unit

  private val ofRegions = List(
    classOf[RegionBenchmark] -> TreeForm.all,
    classOf[VerifyBenchmark] -> TreeForm.verified,
    classOf[TransferBenchmark] -> TreeForm.sent
  )

  /** So have these. */
  private def regions(names: List[String], more: List[String]): Unit =
    val chosen = new CommandLineOptions(more*)
    for workload <- if names.isEmpty then TreeForm.workloads else names do
      val results =
        for
          (benchmark, forms) <- ofRegions
          wanted = forms.filter(isWanted(_, chosen))
          if wanted.nonEmpty
          result <- JmhRuns.inTurn(comparing(benchmark, workload, wanted, chosen), chosen)
        yield result
      JmhRuns.keep(folder, results.toVector, s"region-${fileOf(workload)}")
      RegionPage.write(folder)

  private def mixed(chosen: CommandLineOptions): Unit =
    val benchmark = new OptionsBuilder()
      .parent(chosen)
      .include(classOf[MixedBenchmark].getName)
      .param("contender", takingPart(Contenders.all, chosen)(_.ofMessages)*)
    val results = JmhRuns.inTurn(benchmark, chosen).toVector
    publish("mixed", results, MixedComparison.report(results))

  /** The benchmarks that measure without JMH, and keep their figures. */
  private def byItself(measure: => Unit, page: FiguresPage): Unit =
    measure
    page.writeAll(folder).foreach(println)

  private def publish(name: String, results: Vector[RunResult], report: String): Unit =
    val file = fileOf(name)
    JmhRuns.keep(folder, results, file)
    Files.writeString(folder.resolve(s"$file.md"), report)
    println(report)

  private def fileOf(name: String): String = s"${name.replace(':', '-')}-jdk${Runtime.version.feature}"

  private def takingPart(
      all: List[Configuration],
      chosen: CommandLineOptions
  )(part: Configuration => Either[String, Any]): List[String] =
    all.filter(c => isWanted(c.name, chosen) && part(c).isRight).map(_.name)

  private def isWanted(contender: String, chosen: CommandLineOptions): Boolean =
    Option(chosen.getParameter("contender").orElse(null)).forall(_.contains(contender))

  /** Benchmarks that JMH's own table shows well enough. */
  private def others(benchmark: Class[?], name: String, more: List[String]): Unit =
    val all = new OptionsBuilder().parent(new CommandLineOptions(more*)).include(benchmark.getName).addProfiler(
      classOf[GCProfiler]
    ).build()
    JmhRuns.keep(folder, new Runner(all).run().asScala.toVector, fileOf(name))
