package brine.sparksuites

import java.io.File
import java.util.jar.JarFile
import scala.jdk.CollectionConverters._

/** Some of Spark's own suites: those of one of its modules that move objects.
  *
  * @param name what `./dev spark suites` calls it
  * @param probe a class of the jar that has the suites
  * @param suites regular expressions for their names behind `org.apache.spark.`
  * @param without such of suites that need files of Spark's source tree, or that are written in Java for JUnit
  */
final case class Part(name: String, probe: String, suites: Seq[String], without: Seq[String] = Nil) {

  /** The jar with the suites, as it is on the class path. */
  def jar: File = new File(Class.forName(probe).getProtectionDomain.getCodeSource.getLocation.toURI)

  /** The names of the classes of the suites, sorted. */
  def classes: Seq[String] = {
    val file = new JarFile(jar)
    try
      file.entries.asScala.map(_.getName).filter(_.endsWith("Suite.class")).map(_.stripSuffix(".class").replace(
        '/',
        '.'
      )).filter(isOf).toSeq.sorted
    finally file.close()
  }

  private def isOf(name: String): Boolean = {
    val short = name.stripPrefix("org.apache.spark.")
    suites.exists(short.matches) && !(without ++ Part.Never).exists(short.matches) && Part.isRunnable(name)
  }
}

object Part {
  private val Never = Seq(".*\\$.*", ".*\\.Java\\w*")

  private def isRunnable(name: String): Boolean = {
    val found = Class.forName(name, false, getClass.getClassLoader)
    classOf[org.scalatest.Suite].isAssignableFrom(found) && !java.lang.reflect.Modifier.isAbstract(
      found.getModifiers
    ) &&
    found.getConstructors.exists(_.getParameterCount == 0)
  }

  private def packages(module: String, names: String): Seq[String] =
    names.split(' ').toSeq.map(name => s"$module\\.${name.replace(".", "\\.")}\\.\\w+")

  val all: Seq[Part] = Seq(
    Part("graphx", "org.apache.spark.graphx.GraphSuite", Seq("graphx\\..*")),
    Part(
      "core",
      "org.apache.spark.rdd.RDDSuite",
      Seq("rdd\\.\\w+", "broadcast\\.\\w+", "util\\.collection\\.\\w+") ++
        "Accumulator Checkpoint Distributed Failure FileBased ImplicitOrdering Partitioning Shuffle SortShuffle".split(
          ' '
        ).map(_ + "Suite")
    ),
    Part(
      "mllib",
      "org.apache.spark.mllib.clustering.KMeansSuite",
      packages(
        "mllib",
        "classification clustering evaluation feature fpm linalg.distributed rdd recommendation regression stat tree"
      )
    ),
    // The three suites without read PMML by a class that is shaded in Spark's build.
    Part(
      "ml",
      "org.apache.spark.ml.clustering.LDASuite",
      packages("ml", "classification clustering fpm recommendation regression stat tree.impl tuning"),
      Seq(".*\\.KMeansSuite", ".*\\.LinearRegressionSuite", ".*\\.MultilayerPerceptronClassifierSuite")
    ),
    Part(
      "sql",
      "org.apache.spark.sql.DatasetSuite",
      ("Dataset DataFrame DatasetAggregator DataFrameAggregate DatasetCache DatasetPrimitive Join UDF " +
        "execution\\.Exchange execution\\.SortBasedAggregationStore").split(' ').toSeq.map(name =>
        s"sql\\.${name}Suite"
      )
    )
  )

  def named(name: String): Part =
    all.find(_.name == name).getOrElse(throw new IllegalArgumentException(
      s"no part '$name'; there are ${all.map(_.name).mkString(", ")}"
    ))
}
