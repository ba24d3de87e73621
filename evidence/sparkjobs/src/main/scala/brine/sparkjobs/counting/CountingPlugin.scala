package brine.sparkjobs.counting

import java.util.{Map => JMap}
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.{AtomicLong, LongAdder}
import org.apache.spark.{SparkContext, TaskFailedReason}
import org.apache.spark.api.plugin.{DriverPlugin, ExecutorPlugin, PluginContext, SparkPlugin}
import org.apache.spark.scheduler.{
  SparkListener,
  SparkListenerExecutorRemoved,
  SparkListenerJobStart,
  SparkListenerTaskEnd
}
import scala.jdk.CollectionConverters._

/** Reports to the driver after each task the counts of [[CountingSerializer]] in the executor. */
final class CountingPlugin extends SparkPlugin {
  def driverPlugin(): DriverPlugin = ExecutorCounts
  def executorPlugin(): ExecutorPlugin = new Reporter
}

/** The counts of an executor from its start to the end of a task, which is the so-manieth. */
private final case class Report(executor: String, tasks: Long, counts: JvmCounts)

private final class Reporter extends ExecutorPlugin {
  private var context: PluginContext = _
  private val tasks = new LongAdder

  override def init(context: PluginContext, extra: JMap[String, String]): Unit = {
    this.context = context
    Stopwatch.calibrate()
  }

  override def onTaskStart(): Unit = Stopwatch.calibrate()
  override def onTaskSucceeded(): Unit = report()
  override def onTaskFailed(reason: TaskFailedReason): Unit = report()

  private def report(): Unit = synchronized {
    tasks.increment()
    context.send(Report(context.executorID, tasks.sum, JvmCounts.ofThisJvm()))
  }
}

/** The last reports of all executors, in the driver. */
object ExecutorCounts extends DriverPlugin {
  private final val DriverId = "driver"
  private final val PatienceMillis = 20000L

  private val reports = new ConcurrentHashMap[String, Report]
  @volatile private var tasks = new EndedTasks

  override def init(context: SparkContext, plugin: PluginContext): JMap[String, String] = {
    reports.clear()
    tasks = new EndedTasks
    context.addSparkListener(tasks)
    Stopwatch.calibrate()
    JMap.of()
  }

  override def receive(message: Object): Object = {
    message match {
      case report: Report =>
        reports.merge(report.executor, report, (old, latest) => if (latest.tasks > old.tasks) latest else old)
      case other => throw new IllegalArgumentException(s"A plugin sent ${other.getClass.getName}, expected a report")
    }
    null
  }

  /** Returns the counts of the driver and of all executors; of executors that are gone, those that they had reported.
    *
    * A task ends for the scheduler before its report has come, so that this waits for reports of all tasks that have
    * ended.
    */
  def all(context: SparkContext): JvmCounts = {
    tasks.catchUp(context, PatienceMillis)
    Waiting.until(PatienceMillis, "the reports of executors")(tasks.ofExecutors.forall { case (executor, ended) =>
      Option(reports.get(executor)).exists(_.tasks >= ended)
    })
    val counts =
      reports.values.asScala.filter(_.executor != DriverId).map(_.counts).foldLeft(JvmCounts.ofThisJvm())(_ + _)
    counts.copy(shuffledBytes = tasks.shuffledBytes)
  }
}

/** Counts the tasks that each executor has ended, by Spark's events, and forgets executors that are gone. */
private final class EndedTasks extends SparkListener {
  private final val Marker = "spark.sparkjobs.marker"

  private val tasks = new ConcurrentHashMap[String, LongAdder]
  private val shuffled = new LongAdder
  private val gone = ConcurrentHashMap.newKeySet[String]()
  private val lastMarker = new AtomicLong
  @volatile private var seenMarker = 0L

  def ofExecutors: Map[String, Long] =
    tasks.asScala.collect { case (executor, count) if !gone.contains(executor) => executor -> count.sum }.toMap

  /** Waits until all events have come that precede those of a job without tasks. */
  def catchUp(context: SparkContext, patienceMillis: Long): Unit = {
    val marker = lastMarker.incrementAndGet()
    context.setLocalProperty(Marker, marker.toString)
    try context.runJob(context.emptyRDD[Int], (_: Iterator[Int]) => 0, Seq.empty[Int]): Unit
    finally context.setLocalProperty(Marker, null)
    Waiting.until(patienceMillis, "Spark's events")(seenMarker >= marker)
  }

  override def onTaskEnd(end: SparkListenerTaskEnd): Unit = {
    tasks.computeIfAbsent(end.taskInfo.executorId, _ => new LongAdder).increment()
    Option(end.taskMetrics).foreach(metrics => shuffled.add(metrics.shuffleWriteMetrics.bytesWritten))
  }

  /** Bytes that tasks wrote for shuffles, compressed. */
  def shuffledBytes: Long = shuffled.sum

  override def onJobStart(start: SparkListenerJobStart): Unit =
    for (properties <- Option(start.properties); marker <- Option(properties.getProperty(Marker)))
      seenMarker = marker.toLong

  override def onExecutorRemoved(removed: SparkListenerExecutorRemoved): Unit = gone.add(removed.executorId): Unit
}

private object Waiting {

  /** @throws IllegalStateException if the condition does not become true in time */
  def until(patienceMillis: Long, noun: String)(condition: => Boolean): Unit = {
    val end = System.nanoTime() + patienceMillis * 1000000
    while (!condition) {
      if (System.nanoTime() > end) throw new IllegalStateException(s"Waited $patienceMillis ms for $noun")
      Thread.sleep(2)
    }
  }
}
