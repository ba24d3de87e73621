package brine.sparksuites.jobs

import java.nio.file.Files
import org.apache.spark.SparkConf
import org.apache.spark.sql.SparkSession
import scala.util.control.NonFatal

/** Runs jobs with Java's serialization, Kryo and Brine, each with its default settings, and compares the results. */
object Jobs {
  val groups: Seq[JobGroup] = Seq(RddJobs, RecordJobs, GraphJobs, MllibJobs, MlJobs, SqlJobs, StreamingJobs)

  def all: Seq[Job] = groups.flatMap(_.jobs)

  /** A serializer, the settings that switch it on, and how it is called. */
  final case class Contender(name: String, settings: (String, String)*)

  val contenders: Seq[Contender] = Seq(
    Contender("Java", "spark.serializer" -> "org.apache.spark.serializer.JavaSerializer"),
    Contender("Kryo", "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"),
    Contender(
      "Brine",
      "spark.serializer" -> "brine.spark.BrineSerializer",
      "spark.plugins" -> "brine.spark.BrinePlugin"
    )
  )

  /** The result of one job with one serializer: its text, or the root of its error. */
  type Result = Either[String, String]

  /** Returns one line for each job whose result with Brine is not that of Java's serialization, or of Kryo where Java
    * fails.
    */
  def differences(jobs: Seq[Job]): Seq[String] = {
    val results = contenders.map(contender => resultsOf(contender, jobs))
    jobs.indices.flatMap { i =>
      val of = results.map(_(i))
      difference(of(2), of.take(2)).map(how => s"${jobs(i).name}: $how")
    }
  }

  private def difference(brine: Result, others: Seq[Result]): Option[String] = others.collectFirst { case Right(x) =>
    x
  } match {
    case None           => Some(s"fails with Java and Kryo: ${others.head.swap.getOrElse("")}")
    case Some(expected) => Option.when(brine != Right(expected))(s"expected $expected, but with Brine: ${brine.merge}")
  }

  private def resultsOf(contender: Contender, jobs: Seq[Job]): Seq[Result] = {
    val session = SparkSession.builder().config(conf(contender)).getOrCreate()
    val shown = new Shown(if (session.sparkContext.master == Local) 17 else 9)
    try {
      session.sparkContext.setCheckpointDir(Files.createTempDirectory("checkpoints").toString)
      jobs.map { job =>
        val started = System.nanoTime
        val result =
          try
            if (job.without == contender.name) Left("not run: its objects end the JVM")
            else Right(shown(job.run(session)))
          catch { case NonFatal(e) => Left(root(e)) }
        println(
          f"${contender.name}%-5s ${(System.nanoTime - started) / 1000000}%6d ms " +
            f"${job.name}${result.left.map(": " + _).left.getOrElse("")}"
        )
        session.catalog.clearCache()
        session.sparkContext.getPersistentRDDs.values.foreach(_.unpersist(blocking = true): Unit)
        result
      }
    } finally session.stop()
  }

  /** One task at a time, so that results of tasks come in one order. */
  private final val Local = "local[1]"

  private def conf(contender: Contender): SparkConf = {
    val conf = new SparkConf().setAppName(s"jobs with ${contender.name}").setIfMissing("spark.master", Local)
    conf.set("spark.ui.enabled", "false").set("spark.driver.host", "127.0.0.1").set(
      "spark.driver.bindAddress",
      "127.0.0.1"
    )
    conf.set("spark.sql.shuffle.partitions", "3").set("spark.default.parallelism", "3")
    conf.set("spark.sql.warehouse.dir", Files.createTempDirectory("warehouse").toString)
    conf.remove("spark.plugins")
    contender.settings.foreach { case (key, value) => conf.set(key, value) }
    conf
  }

  private def root(e: Throwable): String = Iterator.iterate(e)(_.getCause).takeWhile(_ != null).toSeq.last.toString

  /** `Jobs [text …]`: all jobs, or those whose names contain one of the texts. */
  def main(texts: Array[String]): Unit = {
    val jobs = all.filter(job => texts.isEmpty || texts.exists(job.name.contains(_)))
    val different = differences(jobs)
    different.foreach(line => println(s"failed: $line"))
    println(s"${jobs.size} jobs with ${contenders.map(_.name).mkString(", ")}: ${different.size} differ")
    sys.exit(if (different.nonEmpty || jobs.isEmpty) 1 else 0)
  }
}
