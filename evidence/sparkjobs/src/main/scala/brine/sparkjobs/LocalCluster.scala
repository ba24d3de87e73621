package brine.sparkjobs

import java.nio.file.{Files, Path}
import java.util.Comparator
import java.util.concurrent.TimeUnit
import org.apache.spark.launcher.JavaModuleOptions
import scala.jdk.CollectionConverters._
import scala.util.Using

/** An application as `spark-submit` starts it: a driver in a separate JVM, with a master, two workers and an executor
  * JVM each. This is Spark's `local-cluster`, in an [[Installation]] that is made for it and deleted in the end. Runs
  * with JDK 17 and 21 ([[LocalCluster.isSupported]]).
  */
final class LocalCluster private (process: Process, home: Path) extends AutoCloseable {
  private val input = process.outputWriter
  private val output = process.inputReader

  /** Asks [[Main]] for a job, if it was started with `--runs 0`: a workload and its options. */
  def ask(job: String): Unit = {
    input.write(s"$job\n")
    input.flush()
  }

  /** Waits for the next line that satisfies a condition, and skips others. */
  def await(isWanted: String => Boolean): String =
    Iterator.continually(output.readLine()).find(line => line == null || isWanted(line)).get match {
      case null => throw new IllegalStateException(s"The driver ended with exit code ${process.waitFor()}\n$lastErrors")
      case line => line
    }

  def awaitStart(): Unit = await(_ == Run.Started): Unit

  def nextRun(): Run = Run.read(await(Run.isRun))

  /** Ends the driver, which ends its executors, and deletes their files. */
  def close(): Unit = {
    try input.close() // the end of its input
    catch { case _: java.io.IOException => () } // it has ended already
    if (!process.waitFor(LocalCluster.PatienceSeconds, TimeUnit.SECONDS)) process.destroyForcibly().waitFor(): Unit
    LocalCluster.delete(home)
  }

  /** Ends the driver at once, with its executors. */
  def kill(): Unit = {
    val executors = process.descendants.iterator.asScala.toSeq
    process.destroyForcibly().waitFor()
    executors.foreach(_.destroyForcibly())
  }

  /** Returns the last lines that the driver and each executor have written to their error output. */
  private def lastErrors: String = Using.resource(Files.walk(home)) { files =>
    files.iterator.asScala.filter(_.getFileName.toString == LocalCluster.ErrorFile).map { file =>
      s"$file:\n${Files.readAllLines(file).asScala.takeRight(LocalCluster.LinesOfErrors).mkString("\n")}"
    }.mkString("\n")
  }
}

object LocalCluster {
  private final val PatienceSeconds = 20L
  private final val LinesOfErrors = 40

  /** Workers give this name to the error output of their executors. */
  private final val ErrorFile = "stderr"

  def isSupported: Boolean = Runtime.version.feature < 24

  /** The reason if it is not. */
  final val Obstacle = "Hadoop 3.4.2, which Spark 4.1 brings, calls Subject.getSubject, which fails from JDK 24 on"

  /** @param driverMain      a program that makes a `SparkContext`.
    * @param jobs            classes that are in the job's jar, each with all classes of its module.
    * @param jvmOptions      more options of the driver's JVM.
    * @param executorOptions more options of the executors' JVMs.
    * @param isQuiet         whether to show the driver's error output, which has Spark's log, only if it fails.
    */
  final case class Plan(
      executors: Int = 2,
      cores: Int = 1,
      megabytes: Int = 1024,
      driverMain: String = Main.getClass.getName.stripSuffix("$"),
      jobs: Seq[Class[_]] = Seq(Main.getClass),
      jvmOptions: Seq[String] = Nil,
      executorOptions: Seq[String] = Nil,
      isQuiet: Boolean = false
  )

  def start(plan: Plan, arguments: String*): LocalCluster = {
    val home = Files.createTempDirectory("brine-spark")
    val installation = Installation.in(home, plan.jobs)
    val builder = new ProcessBuilder(installation.command(options(plan, installation, home) ++ arguments).asJava)
    builder.environment.putAll(installation.environment.asJava)
    builder.redirectError(if (plan.isQuiet) ProcessBuilder.Redirect.to(home.resolve(ErrorFile).toFile)
    else ProcessBuilder.Redirect.INHERIT)
    new LocalCluster(builder.start(), home)
  }

  private def options(plan: Plan, installation: Installation, home: Path): Seq[String] = {
    val settings = Map(
      "spark.executor.memory" -> s"${plan.megabytes}m",
      "spark.executor.extraClassPath" -> installation.serializers,
      "spark.executor.extraJavaOptions" -> plan.executorOptions.mkString(" "),
      "spark.driver.host" -> "127.0.0.1",
      "spark.driver.bindAddress" -> "127.0.0.1",
      "spark.ui.enabled" -> "false",
      "spark.local.dir" -> home.resolve("local").toString
    ).flatMap { case (key, value) => Seq("--conf", s"$key=$value") }
    Seq("--master", s"local-cluster[${plan.executors},${plan.cores},${plan.megabytes}]", "--class", plan.driverMain) ++
      Seq("--driver-memory", "1g", "--driver-class-path", installation.serializers) ++
      Seq("--driver-java-options", plan.jvmOptions.mkString(" ")) ++ settings :+ installation.job.toString
  }

  private def delete(folder: Path): Unit =
    Using.resource(Files.walk(folder))(
      _.sorted(Comparator.reverseOrder[Path]()).iterator.asScala.foreach(Files.deleteIfExists(_))
    )
}
