package brine.sparkjobs

import org.apache.spark.{SparkConf, SparkContext}
import scala.io.Source

/** Runs a workload as a Spark application, and writes a line for each run: [[Run]] as JSON after an `@`.
  *
  * Starts by `spark-submit`, which names the master, or by [[LocalCluster]].
  */
object Main {
  def main(arguments: Array[String]): Unit = {
    val options =
      try Options.parse(arguments.toSeq)
      catch {
        case mistake: IllegalArgumentException =>
          System.err.println(mistake.getMessage)
          sys.exit(2)
      }
    val context = new SparkContext(conf(options))
    try {
      println(Run.Started)
      val jobs =
        if (options.runs > 0) Iterator.fill(options.runs)(options) else Source.stdin.getLines().map(options.next)
      for (job <- jobs) println(Run.of(context, job).line)
    } finally context.stop()
  }

  private def conf(options: Options): SparkConf = {
    val conf = new SparkConf().setAppName(s"${options.workload.name} by ${options.serializer}").setIfMissing(
      "spark.master",
      "local[2]"
    )
    options.conf.foreach { case (key, value) => conf.set(key, value) }
    SerializerChoice.set(conf, options.serializer, options.workload, options.isCounted)
    conf
  }
}
