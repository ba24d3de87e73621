package brine.spark

import java.util.concurrent.atomic.AtomicLong
import org.apache.spark.PluginMetrics
import org.apache.spark.sql.SparkSession
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd}
import org.apache.spark.storage.StorageLevel
import Models.*

/** Everything that Spark serializes, on two executors with class numbers by the plugin. */
class JobsSuite extends ClusterSuite(
      "spark.shuffle.sort.bypassMergeThreshold" -> "3",
      "spark.shuffle.spill.numElementsForceSpillThreshold" -> "2000",
      "spark.task.maxDirectResultSize" -> "100k",
      "spark.task.maxFailures" -> "2"
    ):
  private val count = 6000

  private def expectedVisits: Set[Visit] = (0 until count).map(visit).toSet

  for (into, combines, writer) <-
      Seq((3, false, "BypassMergeSortShuffleWriter"), (5, false, "UnsafeShuffleWriter"), (5, true, "SortShuffleWriter"))
  do
    test(s"records go through the $writer") {
      val users = (0 until count).map(visit).groupMapReduce(_.user)(_ => 1)(_ + _)
      val expected = if combines then users.view.mapValues(_ => 1).toMap else users
      assertEquals(Jobs.writers(context, count, into, combines), (expected, Set(writer)))
      if !combines then assertEquals(Jobs.byUser(context, count, into).values.collect().toSet, expectedVisits)
    }

  test("derived picklers and keys of a class go through a shuffle that combines") {
    val shuffled = Jobs.salesByKey(context, count)
    val found = shuffled.collect().toMap
    val expected = (0 until count).groupMapReduce(i => Key(Vector((i % 97).toByte)))(i => sale(i).cents)(_ + _)
    assertEquals(found.view.mapValues(_.cents).toMap, expected)
  }

  test("zero values of an aggregation are copied, for each key a new one") {
    val expected = (0 until count).groupMapReduce(_ % 13)(identity)(_ + _)
    assertEquals(Jobs.countersByKey(context, count), expected)
  }

  test("sorting by keys of a class samples them, and spills") {
    val spilled = new AtomicLong
    context.addSparkListener(new SparkListener:
      override def onTaskEnd(end: SparkListenerTaskEnd): Unit =
        if end.taskMetrics != null then spilled.addAndGet(end.taskMetrics.memoryBytesSpilled)
    )
    val keys = Jobs.sorted(context, 4 * count)
    assertEquals(keys.toSeq, keys.toSeq.sorted)
    assertEquals(keys.length, 4 * count)
    Thread.sleep(500) // the listener's events arrive later
    assert(spilled.get > 0, "nothing was spilled")
  }

  for level <- Seq(StorageLevel.MEMORY_ONLY_SER, StorageLevel.DISK_ONLY, StorageLevel.MEMORY_AND_DISK_SER_2) do
    test(s"blocks that are kept as ${level.description} are read again") {
      val cached = Jobs.cached(context, count, level)
      assertEquals(cached.collect().toSet, expectedVisits)
      assertEquals(cached.collect().toSet, expectedVisits)
      val stored = context.getRDDStorageInfo.find(_.id == cached.id).get
      assertEquals(stored.numCachedPartitions, 4)
      cached.unpersist(blocking = true)
    }

  test("a broadcast is read on each executor") {
    val table = (0 until 10).map(i => i -> sale(i)).toMap
    assertEquals(Jobs.broadcastSum(context, table), 100L * (0 until 10).map(sale(_).cents).sum)
  }

  test("functions, and a map with a default, are read on each executor") {
    assertEquals(Jobs.broadcastFunctions(context), 120.0)
  }

  test("results of tasks come back, also those that are too large for a message") {
    for size <- Seq(10, 20000) do
      assertEquals(context.parallelize(0 until size, 2).map(visit).collect().toSeq, (0 until size).map(visit))
  }

  test("a collection of objects is sent to executors") {
    val all = (0 until 1000).map(mixed)
    val sent = context.parallelize(all, 7)
    assert(sent.collect().toSeq.zip(all).forall(same(_, _)))
    assertEquals(sent.map(_.getClass.getName).collect().toSeq, all.map(_.getClass.getName))
  }

  test("a query sends its hash table and its rows as Spark's own classes write themselves") {
    val session = SparkSession.builder().config("spark.sql.shuffle.partitions", "3").getOrCreate()
    session.range(2000).selectExpr("id", "concat('v', id % 7) as v").createOrReplaceTempView("a")
    session.range(50).selectExpr("id", "id * 2 as twice").createOrReplaceTempView("b")
    val query = session.sql(
      "select /*+ BROADCAST(b) */ a.v, sum(b.twice) as s from a join b on a.id = b.id group by a.v order by a.v"
    )
    assert(query.queryExecution.executedPlan.toString.contains("BroadcastHashJoin"), query.queryExecution.executedPlan)
    val expected = (0 until 50).groupMapReduce(i => s"v${i % 7}")(i => 2L * i)(_ + _).toSeq.sorted
    assertEquals(query.collect().toSeq.map(row => row.getString(0) -> row.getLong(1)), expected)
  }

  test("executors ask the driver a handful of times, and count the records that they write and read") {
    val questions = Jobs.questions(context)
    assertEquals(questions.size, 2)
    for (executor, asked) <- questions do assert(asked > 0 && asked <= 12, s"executor $executor has asked $asked times")
    for name <-
        Seq("shuffle.written.records", "shuffle.read.bytes", "stream.written.nanoseconds", "stored.written.bytes")
    do
      assert(Jobs.metric(context, name).values.sum > 0, name)
  }

  test("Spark's metrics system of each executor and of the driver has the counts") {
    Jobs.byUser(context, count, 5).count()
    for name <- Seq("shuffle.written.records", "shuffle.written.bytes", "shuffle.read.records") do
      val gauges = Jobs.gauge(context, name)
      assertEquals(gauges.size, 2)
      assert(gauges.values.forall(_ >= 0) && gauges.values.sum > 0, s"$name $gauges")
    assertEquals(PluginMetrics.gauges.keySet, (Meter.names ++ Meters.ofClasses.map(_._1)).toSet)
    assert(PluginMetrics.gauges("stream.read.records") > 0)
  }
