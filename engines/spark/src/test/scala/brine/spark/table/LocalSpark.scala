package brine.spark.table

import org.apache.spark.{SparkConf, SparkContext}

/** Spark in this JVM, for the objects that belong to it. */
object LocalSpark:
  private var running: SparkContext | Null = null

  def start(): Unit =
    val conf = new SparkConf(false).setMaster("local[1]").setAppName("classes").set("spark.ui.enabled", "false")
    running = new SparkContext(conf.set("spark.driver.host", "127.0.0.1").set("spark.driver.bindAddress", "127.0.0.1"))

  def context: SparkContext = running.nn

  def stop(): Unit =
    context.stop()
    running = null

/** Objects that belong to a running Spark. */
object SparkLocal extends Section("Objects of a running Spark"):
  asked("Broadcast")(LocalSpark.context.broadcast(List(1, 2)))(_.value)
  asked("LongAccumulator")({ val a = LocalSpark.context.longAccumulator("n"); a.add(5L); a })(_.id)
  of("RDD")(LocalSpark.context.parallelize(Seq(1, 2, 3), 2))
  of("RDD in a case class")(Awkward.Boxed(LocalSpark.context.parallelize(Seq(1, 2, 3), 2)))
  asked("RangePartitioner")(
    new org.apache.spark.RangePartitioner(
      3,
      LocalSpark.context.parallelize(Seq("a" -> 1, "b" -> 2, "c" -> 3, "d" -> 4), 2)
    )
  )(p =>
    List("a", "b", "c", "d").map(p.getPartition)
  )
  alive("SparkContext")(LocalSpark.context)
