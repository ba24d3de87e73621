package brine.spark

import java.nio.file.{Files, Path}
import org.apache.spark.{HashPartitioner, SparkContext, TaskContext}
import org.apache.spark.rdd.RDD

/** The jobs of [[FaultsSuite]]: in an object, so that no task carries a suite with it. */
object FaultsJobs:
  /** Fails when it has written and read half of the records of one partition, the first time. */
  def failingOnce(context: SparkContext, count: Int, marker: String): Map[Int, Int] =
    Jobs.byUser(context, count, 3).mapPartitions { records =>
      records.zipWithIndex.map { case ((user, visit), i) =>
        if i == 100 && TaskContext.getPartitionId() == 1 && !Files.exists(Path.of(marker)) then
          Files.createFile(Path.of(marker))
          throw new IllegalStateException("this task fails once")
        (user, visit.page.length)
      }
    }.reduceByKey(_ + _).collect().toMap

  /** Runs code on each executor. */
  def onEach(context: SparkContext)(code: () => Int): Seq[Int] =
    context.parallelize(0 until 6, 6).map { _ =>
      Thread.sleep(50); code()
    }.collect().toSeq

  def shuffledThreads(context: SparkContext): Long =
    context.parallelize(0 until 4, 1).map(i => (i, new Thread)).partitionBy(new HashPartitioner(2)).count()

  /** Objects of a class that this code does not name. */
  def madeByName(context: SparkContext, name: String): RDD[Any] =
    context.parallelize(0 until 4, 2).map { _ =>
      Class.forName(name, true, Thread.currentThread.getContextClassLoader).getConstructor().newInstance()
    }
