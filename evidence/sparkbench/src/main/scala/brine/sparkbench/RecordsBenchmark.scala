package brine.sparkbench

import brine.figures.{JmhRuns, SparkRecords}
import brine.sparkbench.records.{Sample, Target}
import java.nio.file.Path
import org.apache.spark.launcher.JavaModuleOptions
import org.openjdk.jmh.runner.options.{CommandLineOptions, OptionsBuilder}

/** `./dev bench spark records`: the records of the six jobs in one JVM, by JMH, with its options. */
object RecordsBenchmark:
  def run(arguments: List[String], folder: Path): Unit =
    val chosen = new CommandLineOptions(arguments*)
    def param(name: String, all: List[String]) =
      val wanted = chosen.getParameter(name)
      if wanted.hasValue then all.filter(wanted.get.contains) else all
    val benchmark = new OptionsBuilder()
      .parent(chosen)
      .include(classOf[RecordBenchmark].getName)
      .param("workload", param("workload", Sample.all.map(_.name))*)
      .param("contender", param("contender", Target.names)*)
      .jvmArgsPrepend(JavaModuleOptions.defaultModuleOptionArray*)
    val file = s"${SparkRecords.Name}-jdk${Runtime.version.feature}"
    JmhRuns.keep(folder, JmhRuns.inTurn(benchmark, chosen).toVector, file)
