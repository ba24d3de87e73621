package org.apache.spark

import scala.reflect.ClassTag
import org.apache.spark.rdd.RDD

/** Reads the checkpoint of another application, which Spark allows only to its own streaming. */
object Checkpoints:
  def read[T: ClassTag](context: SparkContext, folder: String): RDD[T] = context.checkpointFile(folder)
