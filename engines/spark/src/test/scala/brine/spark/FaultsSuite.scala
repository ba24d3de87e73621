package brine.spark

import java.net.{URL, URLClassLoader}
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicInteger
import javax.tools.ToolProvider
import org.apache.spark.{ShuffleFiles, SparkException}
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd}
import org.apache.spark.storage.StorageLevel
import Models.*

/** What goes wrong on a cluster: a job ends with the right result, or at once with an error that names the class. */
class FaultsSuite extends ClusterSuite(
      "spark.task.maxFailures" -> "4",
      "spark.executor.extraClassPath" ->
        Seq(System.getProperty("java.class.path"), FaultsSuite.onExecutors).mkString(java.io.File.pathSeparator)
    ):
  import FaultsSuite.*

  private val count = 6000
  private def expectedVisits: Set[Visit] = (0 until count).map(visit).toSet

  /** Runs a job that must fail, and returns its message and the number of tasks that failed. */
  private def failure(job: => Any): (String, Int) =
    val failed = new AtomicInteger
    val listener = new SparkListener:
      override def onTaskEnd(end: SparkListenerTaskEnd): Unit =
        if !end.taskInfo.successful && !end.taskInfo.killed then failed.incrementAndGet(): Unit
    context.addSparkListener(listener)
    val e = intercept[Exception](job)
    Thread.sleep(500) // the listener's events arrive later
    context.removeSparkListener(listener)
    val causes = Iterator.iterate[Throwable](e)(_.getCause).takeWhile(_ != null)
    (causes.map(_.toString).mkString("\n"), failed.get)

  test("a task that fails in the middle of its records is tried again, and the result is right"):
    val marker = Files.createTempDirectory("brine").resolve("failed")
    val expected = (0 until count).map(visit).groupMapReduce(_.user)(_.page.length)(_ + _)
    assertEquals(FaultsJobs.failingOnce(context, count, marker.toString), expected)
    assert(Files.exists(marker), "no task failed")

  for (what, harm) <- Seq[(String, () => Int)](
      "damaged" -> (() => ShuffleFiles.damage()),
      "deleted" -> (() => ShuffleFiles.delete())
    )
  do
    test(s"a shuffle whose files are $what is made again"):
      val shuffled = Jobs.byUser(context, count, 5)
      assertEquals(shuffled.count(), count.toLong)
      val harmed = FaultsJobs.onEach(context)(harm)
      assert(harmed.sum > 0, "there are no files")
      assertEquals(shuffled.values.collect().toSet, expectedVisits)

  test("a record that cannot be handled ends the job at once, and the error names its class"):
    val jobs = Seq[(String, () => Any)](
      "a result" -> (() => context.parallelize(0 until 4, 1).map(_ => new Thread).collect()),
      "a record of a shuffle" -> (() => FaultsJobs.shuffledThreads(context)),
      "a block" -> (() =>
        context.parallelize(0 until 4, 1).map(_ => new Thread).persist(StorageLevel.DISK_ONLY).count()
      ),
      "a value of a broadcast" -> (() => context.broadcast(new Thread)),
      "an element of a collection" -> (() => context.parallelize(Seq(new Thread), 1).count())
    )
    for (name, job) <- jobs do
      val (message, failed) = failure(job())
      assert(message.contains("java.lang.Thread"), s"$name: $message")
      assert(failed <= 1, s"$name: $failed tasks failed")

  test("a class that only executors have goes from one to the other, and is an error of the driver"):
    val (message, _) = failure(FaultsJobs.madeByName(context, FunctionCheck).collect())
    assert(message.contains("ClassNotFound"), message) // Spark leaves out the name
    assertEquals(FaultsJobs.madeByName(context, FunctionCheck).groupBy(_.hashCode).count(), 1L)

  test("a class that only the driver has is an error of the executors that names it"):
    val loader = new URLClassLoader(Array[URL](onDriver.toUri.toURL), getClass.getClassLoader)
    val value = loader.loadClass(OnDriver).getConstructor().newInstance()
    val thread = Thread.currentThread
    val before = thread.getContextClassLoader
    thread.setContextClassLoader(loader)
    try
      val (message, _) = failure(context.parallelize(Seq[Any](value), 1).map(_.hashCode).collect())
      assert(message.contains("ClassNotFoundException") && message.contains(OnDriver), message)
    finally thread.setContextClassLoader(before)

  test("a job whose executor is halted in the middle of a shuffle ends with the right result"):
    val marker = Files.createTempDirectory("brine").resolve("halted")
    val expected = (0 until count).map(visit).groupMapReduce(_.user)(_.page.length)(_ + _)
    assertEquals(Jobs.withAnExecutorHalted(context, count, marker.toString), expected)
    assert(Files.exists(marker), "no executor was halted")

  test("blocks and shuffles of an executor that is killed by its id are made again"):
    val cached = Jobs.cached(context, count, StorageLevel.MEMORY_AND_DISK_SER)
    assertEquals(cached.collect().toSet, expectedVisits)
    val shuffled = cached.map(v => (v.user, v)).partitionBy(new org.apache.spark.HashPartitioner(5))
    assertEquals(shuffled.count(), count.toLong)
    val executor = Jobs.questions(context).keys.head
    assert(context.killExecutor(executor), executor)
    assertEquals(shuffled.values.collect().toSet, expectedVisits)
    assertEquals(cached.collect().toSet, expectedVisits)

private object FaultsSuite:
  final val FunctionCheck = "only.FunctionCheck"
  final val OnDriver = "only.OnDriver"

  /** Folders that each have one class. */
  lazy val onExecutors: Path = compiled("FunctionCheck")
  lazy val onDriver: Path = compiled("OnDriver")

  private def compiled(name: String): Path =
    val folder = Files.createTempDirectory("brine-only")
    val source = Files.writeString(
      folder.resolve(s"$name.java"),
      s"package only; public class $name implements java.io.Serializable { public int n = 7; @Override public int " +
        "hashCode() { return n; } }"
    )
    assert(ToolProvider.getSystemJavaCompiler.run(null, null, null, "-d", folder.toString, source.toString) == 0)
    folder
