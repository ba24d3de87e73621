package brine.spark

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import org.apache.spark.{HashPartitioner, PluginMetrics, SparkContext, SparkEnv, TaskContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel
import Models.*

/** The jobs of the tests: in an object, so that no task carries a suite with it. */
object Jobs:
  def visits(context: SparkContext, count: Int, partitions: Int): RDD[Visit] =
    context.parallelize(0 until count, partitions).map(visit)

  def byUser(context: SparkContext, count: Int, into: Int): RDD[(Int, Visit)] =
    visits(context, count, 4).map(v => (v.user, v)).partitionBy(new HashPartitioner(into))

  /** A shuffle, and the classes of the writers that took the records on the executors. */
  def writers(context: SparkContext, count: Int, into: Int, combines: Boolean): (Map[Int, Int], Set[String]) =
    val seen = context.collectionAccumulator[String]
    val pairs = visits(context, count, 4).mapPartitions { visits =>
      visits.zipWithIndex.map { (visit, i) =>
        if i == 0 then seen.add(writerOnStack)
        (visit.user, visit)
      }
    }
    val shuffled = if combines then pairs.reduceByKey((a, b) => if a.page > b.page then a else b, into)
    else pairs.partitionBy(new HashPartitioner(into))
    (shuffled.keys.countByValue().view.mapValues(_.toInt).toMap, seen.value.asScala.toSet)

  private def writerOnStack: String =
    val classes = Thread.currentThread.getStackTrace.map(_.getClassName)
    classes.find(name => name.startsWith("org.apache.spark.shuffle.sort.") && name.endsWith("ShuffleWriter")).fold(
      "none"
    )(_.split('.').last)

  /** With `derives Pickler`, keys of a class, and combining on the mapping side. */
  def salesByKey(context: SparkContext, count: Int): RDD[(Key, Sale)] =
    context.parallelize(0 until count, 4).map(i => (Key(Vector((i % 97).toByte)), sale(i)))
      .reduceByKey((a, b) => Sale(List(a.shop, b.shop).min, a.cents + b.cents, Nil))

  def countersByKey(context: SparkContext, count: Int): Map[Int, Int] =
    context.parallelize(0 until count, 4).map(i => (i % 13, i)).aggregateByKey(new Counter(7))(
      _ add _,
      (a, b) => a.add(b.sum)
    ).mapValues(_.sum)
      .collect().toMap

  def sorted(context: SparkContext, count: Int): Array[Key] =
    context.parallelize(0 until count, 4).map(i => (Key(Vector((i * 31 % 128).toByte)), i)).sortByKey().keys.collect()

  def cached(context: SparkContext, count: Int, level: StorageLevel): RDD[Visit] =
    visits(context, count, 4).persist(level)

  def broadcastSum(context: SparkContext, table: Map[Int, Sale]): Long =
    val everywhere = context.broadcast(table)
    context.parallelize(0 until 1000, 4).map(i => everywhere.value(i % 10).cents).reduce(_ + _)

  /** Broadcasts a lambda, and a map whose default is one. */
  def broadcastFunctions(context: SparkContext): Double =
    val functions = Map("next" -> ((n: Int) => n + 1))
    val everywhere = context.broadcast((functions, Map(1 -> 2).withDefaultValue(7)))
    context.parallelize(0 until 10, 4).map { i => everywhere.value._1("next")(i) + everywhere.value._2(i) }.sum()

  /** Halts an executor when it reads its part of a shuffle for the first time. */
  def withAnExecutorHalted(context: SparkContext, count: Int, marker: String): Map[Int, Int] =
    byUser(context, count, 3).mapPartitions { records =>
      val read = records.map { (user, visit) =>
        if TaskContext.getPartitionId() == 1 && !Files.exists(Path.of(marker)) then
          Files.createFile(Path.of(marker))
          Runtime.getRuntime.halt(7)
        (user, visit.page.length)
      }
      read
    }.reduceByKey(_ + _).collect().toMap

  /** On each executor, how often it has asked the driver for class numbers; -1 without the plugin. */
  def questions(context: SparkContext): Map[String, Int] =
    slots(context).map { _ =>
      val asked = BrinePlugin.numbers match
        case numbers: RemoteNumbers => numbers.questions
        case _                      => -1
      (SparkEnv.get.executorId, asked)
    }.collect().toMap

  /** A count of [[Meters]] on each executor. */
  def metric(context: SparkContext, name: String): Map[String, Long] =
    slots(context).map(_ => (SparkEnv.get.executorId, Meters.total(Meter.names.indexOf(name)))).collect().toMap

  /** A gauge that the plugin has in Spark's metrics system of each executor. */
  def gauge(context: SparkContext, name: String): Map[String, Long] =
    slots(context).map(_ => (SparkEnv.get.executorId, PluginMetrics.gauges.getOrElse(name, -1L))).collect().toMap

  /** A few tasks for each executor, which last long enough that none gets them all. */
  private def slots(context: SparkContext): RDD[Int] = context.parallelize(0 until 6, 6).map { i =>
    Thread.sleep(50); i
  }
