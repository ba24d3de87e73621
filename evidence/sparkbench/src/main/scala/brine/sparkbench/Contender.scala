package brine.sparkbench

import brine.sparkjobs.{LocalCluster, Workload}
import brine.sparkbench.records.DerivedPicklers

/** A serializer and the settings of Spark that belong to it.
  *
  * @param serializer as `brine.sparkjobs.Main` takes it: a name or a class
  */
final case class Contender(name: String, serializer: String, note: String, conf: (String, String)*):
  /** Starts an application with two executors of one core. It waits for jobs.
    *
    * @param workload whose classes are registered, where a serializer wants that
    * @param more     settings of Spark
    */
  def start(
      workload: Workload,
      megabytes: Int = 1024,
      jvmOptions: Seq[String] = Nil,
      isQuiet: Boolean = false,
      more: Seq[(String, String)] = Nil
  ): LocalCluster =
    val plan = LocalCluster.Plan(
      2,
      1,
      megabytes,
      jobs = Seq(classOf[Workload], DerivedPicklers.getClass),
      jvmOptions = jvmOptions,
      executorOptions = jvmOptions,
      isQuiet = isQuiet
    )
    val settings = (conf ++ more).flatMap((key, value) => Seq("--conf", s"$key=$value"))
    LocalCluster.start(plan, Seq(workload.name, "--serializer", serializer, "--runs", "0") ++ settings*)

object Contender:
  private val Brine = "brine.spark.BrineSerializer"
  private val plugin = "spark.plugins" -> "brine.spark.BrinePlugin"

  /** In the order of the tables. */
  val all: List[Contender] = List(
    Contender("java", "java", "Java serialization, Spark's default"),
    Contender(
      "kryo",
      "kryo",
      "Spark's KryoSerializer with its defaults: Kryo 4.0.3 and chill 0.10, class names in full"
    ),
    Contender(
      "kryo-registered",
      "kryo-registered",
      "KryoSerializer with each class registered, and registration required"
    ),
    Contender("brine", Brine, "BrineSerializer and BrinePlugin, with picklers made at run time", plugin),
    Contender(
      "brine-derived",
      Brine,
      "the same with derived picklers for records",
      plugin,
      "spark.brine.picklers" -> DerivedPicklers.getClass.getName.stripSuffix("$")
    )
  )

  def apply(name: String): Contender =
    all.find(_.name == name).getOrElse(throw new IllegalArgumentException(
      s"No contender '$name'; there are ${all.map(_.name).mkString(", ")}"
    ))
