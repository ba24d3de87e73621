package brine.spark

import java.nio.file.{Files, Path}
import scala.concurrent.duration.{Duration, DurationInt}
import org.apache.spark.{SparkConf, SparkContext}

/** Applications on two real executors, each in a separate JVM, by `local-cluster`, as the tests of Spark start them. */
object Cluster:
  /** Null, or why no executor starts in this JVM. */
  val obstacle: String | Null =
    if Runtime.version.feature >= 24 then
      "Hadoop 3.4.2 calls Subject.getSubject, which JDK 24 and later refuse, so that drivers and executors die"
    else null

  if obstacle != null then println(s"left out on JDK ${Runtime.version.feature}: tests with a running Spark. $obstacle")

  /** Settings of an application with Brine and its plugin, by this JVM's class path. */
  def settings(more: (String, String)*): SparkConf =
    Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "work"))
    val conf = new SparkConf(false)
      .setAppName("brine")
      .setMaster("local-cluster[2,1,1024]")
      .set("spark.serializer", "brine.spark.BrineSerializer")
      .set("spark.plugins", "brine.spark.BrinePlugin")
      .set("spark.executor.memory", "640m")
      .set("spark.executor.extraClassPath", System.getProperty("java.class.path"))
      .set("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
      .set("spark.testing", "true")
      .set("spark.ui.enabled", "false")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.driver.bindAddress", "127.0.0.1")
    more.foldLeft(conf) { case (conf, (key, value)) => conf.set(key, value) }

  def start(more: (String, String)*): SparkContext =
    val context = new SparkContext(settings(more*))
    context.setLogLevel("ERROR")
    context

/** Tests that share one application. */
abstract class ClusterSuite(settings: (String, String)*) extends munit.FunSuite:
  /** Of each test. */
  override val munitTimeout: Duration = 60.seconds

  private var started: SparkContext | Null = null

  protected def context: SparkContext = started.nn

  override def munitTests(): Seq[Test] = if Cluster.obstacle == null then super.munitTests() else Nil

  override def beforeAll(): Unit = started = Cluster.start(settings*)

  override def afterAll(): Unit = if started != null then started.nn.stop()
