package brine.sparksuites

import java.nio.file.Files
import scala.io.Source
import scala.util.Using
import org.scalatest.tools.Runner

/** Runs Spark's own suites with the serializer that `spark.serializer` names, a system property that each of their
  * contexts takes.
  */
object Suites {

  /** The tests that fail though the serializer is right, or that no serializer but Spark's two passes, with the reason.
    */
  val exceptions: Map[String, String] =
    Using.resource(Source.fromResource("brine/sparksuites/exceptions.txt"))(
      _.getLines().filterNot(line => line.isEmpty || line.startsWith("#")).map(line => line.split(" \\| ", 2)).map(x =>
        x(0) -> x(1)
      ).toMap
    )

  /** Runs the suites one after the other, and returns the tests that failed and are no exceptions. Each is a run of its
    * own, since a suite that ends a run takes with it those behind.
    */
  def run(part: Part, classes: Seq[String]): Seq[String] = {
    val before = Outcomes.failed.size
    for (name <- classes) {
      Outcomes.suite = name.substring(name.lastIndexOf('.') + 1)
      Runner.run(
        Array("-R", part.jar.getPath.replace(" ", "\\ "), "-C", classOf[Outcomes].getName, "-s", name)
      ): Unit
    }
    Outcomes.failed.drop(before).toSeq.filterNot(exceptions.contains)
  }

  /** Spark's settings for tests, as its own build sets them, and Brine as the serializer where no other one is named.
    */
  def settle(): Unit = {
    val settings = Map(
      "spark.testing" -> "true",
      "spark.ui.enabled" -> "false",
      "spark.ui.showConsoleProgress" -> "false",
      "spark.test.home" -> sys.env.getOrElse("SPARK_HOME", Files.createTempDirectory("spark-home").toString),
      "spark.serializer" -> "brine.spark.BrineSerializer"
    )
    for ((key, value) <- settings if !sys.props.contains(key)) sys.props(key) = value
    if (sys.props("spark.serializer").startsWith("brine.")) sys.props("spark.plugins") = "brine.spark.BrinePlugin"
  }

  /** `Suites <part> [class …]`: all suites of the part, or those whose names contain one of the texts. */
  def main(arguments: Array[String]): Unit = {
    settle()
    val part = Part.named(arguments.headOption.getOrElse("graphx"))
    val texts = arguments.drop(1).toSeq
    val failed = run(part, part.classes.filter(name => texts.isEmpty || texts.exists(name.contains)))
    val excepted = Outcomes.failed.toSeq.filter(exceptions.contains)
    for (name <- excepted) println(s"excepted: $name | ${exceptions(name)}")
    for (name <- failed) println(s"failed: $name")
    println(
      s"${part.name}: ${Outcomes.passed.size} passed, ${failed.size} failed, ${excepted.size} excepted, with " +
        s"${sys.props("spark.serializer")}"
    )
    sys.exit(if (failed.nonEmpty || Outcomes.passed.isEmpty) 1 else 0)
  }
}
