package brine.sparksuites.jobs

import org.apache.spark.sql.{DataFrame, Dataset, SparkSession}
import org.apache.spark.sql.execution.streaming.runtime.MemoryStream
import org.apache.spark.sql.functions._
import org.apache.spark.sql.streaming.{GroupState, GroupStateTimeout, OutputMode}
import org.apache.spark.streaming.{Seconds, StreamingContext}
import scala.collection.mutable

/** Structured streaming from memory into memory, and streams of RDDs. */
object StreamingJobs extends JobGroup("streaming") {
  final case class Event(user: String, millis: Long, kind: Int)
  final case class Session(user: String, events: Int, kinds: Set[Int])
  final case class Open(events: Int, kinds: Array[Int])

  private def events(batch: Int): Seq[Event] =
    (1 to 30).map(i => Event(s"u${i % 5}", batch * 60000L + i * 1000L, (i * 7 + batch) % 4))

  /** Runs a query over three batches, and returns the rows of the sink, sorted. */
  private def streamed(name: String, mode: OutputMode)(query: (SparkSession, Dataset[Event]) => Dataset[_]): Unit =
    sql(name)(s => {
      import s.implicits._
      val source = new MemoryStream[Event](0, s)
      val table = s"t${name.hashCode.abs}"
      val running = query(s, source.toDS()).writeStream.format("memory").queryName(table).outputMode(mode).start()
      try {
        for (batch <- 0 until 3) { source.addData(events(batch)); running.processAllAvailable() }
        s.table(table).collect().toSeq.map(new Shown(17)(_)).sorted
      } finally running.stop()
    })
  private def timed(events: Dataset[Event]): DataFrame =
    events.withColumn("at", timestamp_millis(col("millis"))).withWatermark("at", "10 seconds")

  streamed("events as they come", OutputMode.Append)((_, events) => events.filter(_.kind > 1))
  streamed("a typed map", OutputMode.Append)((s, events) => {
    import s.implicits._; events.map(e => Session(e.user, e.kind, Set(e.kind)))
  })
  streamed("counts of all time", OutputMode.Complete)((_, events) =>
    events.groupBy("user").agg(count("*"), sum("kind"))
  )
  streamed("updated counts", OutputMode.Update)((_, events) => events.groupBy("user").count())
  streamed("windows with a watermark", OutputMode.Append)((_, events) =>
    timed(events).groupBy(window(col("at"), "20 seconds"), col("user")).agg(max("kind"))
  )
  streamed("each event once", OutputMode.Append)((_, events) => events.dropDuplicates("user", "kind"))
  streamed("a join with a table", OutputMode.Append)((s, events) => {
    import s.implicits._; events.join(Seq("u1" -> "Ann", "u2" -> "Bob").toDF("user", "name"), "user")
  })
  streamed("a join of two streams", OutputMode.Append)((_, events) =>
    timed(events.filter(_.kind == 1)).as("a").join(
      timed(events.filter(_.kind == 2)).as("b"),
      expr("a.user = b.user and b.at between a.at and a.at + interval 5 seconds")
    ).select("a.user", "a.millis", "b.millis")
  )
  streamed("mapGroupsWithState", OutputMode.Update)((s, events) => {
    import s.implicits._
    events.groupByKey(_.user).mapGroupsWithState[Session, Session](GroupStateTimeout.NoTimeout) {
      (user: String, all: Iterator[Event], state: GroupState[Session]) =>
        val next = all.foldLeft(state.getOption.getOrElse(Session(user, 0, Set.empty)))((old, e) =>
          Session(user, old.events + 1, old.kinds + e.kind)
        )
        state.update(next)
        next
    }
  })
  streamed("flatMapGroupsWithState", OutputMode.Append)((s, events) => {
    import s.implicits._
    events.groupByKey(_.user).flatMapGroupsWithState[Open, (String, Int, Int)](
      OutputMode.Append,
      GroupStateTimeout.NoTimeout
    ) { (user: String, all: Iterator[Event], state: GroupState[Open]) =>
      val now = all.foldLeft(state.getOption.getOrElse(Open(0, Array.empty)))((old, e) =>
        Open(old.events + 1, old.kinds :+ e.kind)
      )
      state.update(now)
      Iterator((user, now.events, now.kinds.sum))
    }
  })
  sql("foreachBatch with an RDD of objects")(s => {
    import s.implicits._
    val source = new MemoryStream[Event](0, s)
    val found = mutable.ArrayBuffer.empty[String]
    val running = source.toDS().writeStream.foreachBatch { (batch: Dataset[Event], id: Long) =>
      val kinds = batch.rdd.map(e => e.user -> e).groupByKey().mapValues(_.map(_.kind).sum)
      found += s"$id ${kinds.collect().sorted.mkString(" ")}": Unit
    }.start()
    try for (batch <- 0 until 3) { source.addData(events(batch)); running.processAllAvailable() }
    finally running.stop()
    found.toSeq
  })
  core("a stream of RDDs with state and windows")(sc => {
    val context = new StreamingContext(sc, Seconds(1))
    context.checkpoint(java.nio.file.Files.createTempDirectory("stream").toString)
    val queue = mutable.Queue.tabulate(3)(batch => sc.parallelize(events(batch), 2))
    val found = new java.util.concurrent.LinkedBlockingQueue[String]
    context.queueStream(queue, oneAtATime = true).map(e => e.user -> e).updateStateByKey[Session](
      (all: Seq[Event], old: Option[Session]) =>
        Some(all.foldLeft(old.getOrElse(Session("", 0, Set.empty)))((s, e) =>
          Session(e.user, s.events + 1, s.kinds + e.kind)
        ))
    ).foreachRDD(rdd => found.add(rdd.values.collect().map(_.toString).sorted.mkString(" ")): Unit)
    context.start()
    try Seq.fill(3)(found.poll(60, java.util.concurrent.TimeUnit.SECONDS))
    finally context.stop(stopSparkContext = false, stopGracefully = false)
  })
}
