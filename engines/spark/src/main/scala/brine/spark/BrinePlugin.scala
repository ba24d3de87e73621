package brine.spark

import java.util.{Collections, Map as JavaMap}
import org.apache.spark.SparkContext
import org.apache.spark.api.plugin.{DriverPlugin, ExecutorPlugin, PluginContext, SparkPlugin}
import org.slf4j.LoggerFactory

/** Gives classes numbers that all JVMs of an application know, so that records need no class names. Reports the work of
  * `BrineSerializer` to Spark's metrics system.
  *
  * {{{ spark.plugins=brine.spark.BrinePlugin }}}
  *
  * Without it, everything works, and each record has the names of its classes.
  */
final class BrinePlugin extends SparkPlugin:
  def driverPlugin: DriverPlugin = new BrineDriver
  def executorPlugin: ExecutorPlugin = new BrineExecutor

private[spark] object BrinePlugin:
  /** The class numbers of the application that this JVM knows; null without the plugin, and outside of an application.
    */
  @volatile var numbers: ClassNumbers | Null = null

  /** Ends the application of these numbers. */
  def forget(ended: ClassNumbers | Null): Unit =
    if ended != null then
      if numbers eq ended then numbers = null
      Engines.forget(ended)

  /** The driver's list of fixed numbers, identified by its digest. */
  final val Digest = "digest"

  final val Serializer = "brine.spark.BrineSerializer"

  val log = LoggerFactory.getLogger(classOf[BrinePlugin])

/** Answers the questions of executors, in a thread that Spark keeps for that. */
private[spark] final class BrineDriver extends DriverPlugin:
  private var table: NumberTable | Null = null

  override def init(context: SparkContext, plugin: PluginContext): JavaMap[String, String] =
    val settings = Settings.from(plugin.conf)
    val made = new NumberTable(FixedNumbers.of(settings))
    table = made
    BrinePlugin.numbers = made
    val serializer = plugin.conf.get("spark.serializer", "org.apache.spark.serializer.JavaSerializer")
    if serializer == BrinePlugin.Serializer then BrinePlugin.log.info(s"Brine serializes this application: $settings")
    else
      BrinePlugin.log.warn(
        s"The plugin of Brine is on, but spark.serializer is $serializer. `registerKryoClasses` of SparkConf and of " +
          "GraphXUtils set " +
          s"it to Kryo: set spark.serializer to ${BrinePlugin.Serializer} after calling them."
      )
    Collections.singletonMap(BrinePlugin.Digest, made.fixed.digest)

  override def registerMetrics(application: String, plugin: PluginContext): Unit =
    Meters.register(plugin.metricRegistry)

  override def receive(question: Object): Object = table.nn.answer(question.asInstanceOf[Array[AnyRef]])

  override def shutdown(): Unit = BrinePlugin.forget(table)

/** Makes the driver's numbers known in an executor. In local mode, the driver has already done so. */
private[spark] final class BrineExecutor extends ExecutorPlugin:
  private var own: ClassNumbers | Null = null

  override def init(plugin: PluginContext, fromDriver: JavaMap[String, String]): Unit =
    if !BrinePlugin.numbers.isInstanceOf[NumberTable] then
      val made = numbersFor(plugin, fromDriver.get(BrinePlugin.Digest))
      own = made
      BrinePlugin.numbers = made
      Meters.register(plugin.metricRegistry)

  private def numbersFor(plugin: PluginContext, digest: String | Null): ClassNumbers =
    val fixed = FixedNumbers.of(Settings.from(plugin.conf))
    if digest == fixed.digest then
      new RemoteNumbers(fixed, question => plugin.ask(question).asInstanceOf[Array[AnyRef]])
    else
      val reason =
        s"executor ${plugin.executorID} on ${plugin.hostname} has another Brine or another Spark than the driver: " +
          "give all " +
          "JVMs of the application the same jars"
      BrinePlugin.log.warn(s"Classes are written by name: $reason")
      new RefusedNumbers(reason)

  override def shutdown(): Unit = BrinePlugin.forget(own)
