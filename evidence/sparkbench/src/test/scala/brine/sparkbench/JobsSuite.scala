package brine.sparkbench

import brine.sparkjobs.{Halt, LocalCluster, Run, TeraSort, Workload}
import scala.concurrent.{ExecutionContext, Future, blocking}
import scala.concurrent.duration.{Duration, DurationInt}

/** All workloads on real executors: an application for each serializer, with a driver and two executors, each a JVM. */
class JobsSuite extends munit.FunSuite:
  private given ExecutionContext = ExecutionContext.global

  /** Of each test, which takes seconds on a machine that is not busy. Then [[afterAll]] ends the applications that it
    * waits for.
    */
  override val munitTimeout: Duration = 5.minutes

  private val serializers = Seq("java", "kryo", "brine")
  private var applications = Map.empty[String, LocalCluster]

  override def munitTests(): Seq[Test] =
    if LocalCluster.isSupported then super.munitTests()
    else
      println(s"left out on JDK ${Runtime.version.feature}: jobs on Spark's executors. ${LocalCluster.Obstacle}")
      Nil

  override def beforeAll(): Unit = if LocalCluster.isSupported then
    val fast = Seq("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
    // Kryo and Brine then go through UnsafeShuffleWriter, which sorts records as bytes.
    val bySorting = "spark.shuffle.sort.bypassMergeThreshold" -> "1"
    applications =
      serializers.map(name => name -> Contender(name).start(TeraSort, 640, fast, isQuiet = true, Seq(bySorting))).toMap

  override def afterAll(): Unit = applications.values.foreach(_.kill())

  private def run(serializer: String, job: String): Run =
    val application = applications(serializer)
    application.ask(job)
    blocking(application.nextRun())

  private def assertSame(run: Run, expected: Run)(using munit.Location): Unit =
    assertEquals(run.outcome.difference(expected.outcome), None)

  test("applications start"):
    Future(blocking(applications.values.foreach(_.awaitStart())))

  for workload <- Workload.all do
    test(s"${workload.name} has one result with ${serializers.mkString(", ")}"):
      Future:
        val job = s"${workload.name} --size ${workload.testSize}"
        val runs = serializers.map(run(_, job))
        runs.tail.foreach(assertSame(_, runs.head))
        for run <- runs do assert(run.counts.written.bytes > 0 && run.counts.read.nanos > 0, run.toString)

  for halt <- Seq(Halt.Writing, Halt.Reading) do
    test(s"a job that loses an executor while ${halt.name} a shuffle ends right"):
      Future:
        val expected = run(serializers.last, "terasort --size 20000")
        assertSame(run(serializers.last, s"terasort --size 20000 --halt ${halt.name}"), expected)
