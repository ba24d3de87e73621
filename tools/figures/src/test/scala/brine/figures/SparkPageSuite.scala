package brine.figures

import java.nio.file.{Files, Path}

class SparkPageSuite extends munit.FunSuite:
  private val folder = FunFixture[Path](_ => Files.createTempDirectory("brine"), folder => delete(folder))

  private def delete(folder: Path): Unit =
    val files = Files.walk(folder)
    try files.sorted(java.util.Comparator.reverseOrder[Path]()).forEach(Files.delete(_))
    finally files.close()

  private def job(workload: String, contender: String, phase: String, seconds: Double, write: Long, read: Long) =
    Figures.row(
      "workload" -> workload,
      "contender" -> contender,
      "phase" -> phase,
      "nanos" -> (seconds * 1e9).toLong,
      "writtenNanos" -> write * 1_000_000,
      "readNanos" -> read * 1_000_000,
      "writtenBytes" -> write * 1_000_000,
      "gcMillis" -> 12L
    )

  private def jobs(folder: Path): Unit = Figures.keep(
    folder,
    SparkJobs.Name,
    "./dev bench spark",
    Seq("cluster" -> "two"),
    Seq(
      job("svm", "java", SparkJobs.Cold, 9, 900, 900),
      job("svm", "kryo-registered", SparkJobs.Cold, 6, 60, 60),
      job("svm", "brine", SparkJobs.Cold, 3, 30, 30),
      job("svm", "brine", SparkJobs.Warm, 99, 99, 99),
      job("svm", "java", SparkJobs.Steady, 4, 40, 120),
      job("svm", "kryo-registered", SparkJobs.Steady, 2, 20, 60),
      job("svm", "brine", SparkJobs.Steady, 0.5, 10, 5),
      job("svm", "brine", SparkJobs.Steady, 1, 10, 10),
      job("svm", "brine", SparkJobs.Steady, 7, 10, 99),
      job("lr", "java", SparkJobs.Steady, 4, 8, 8),
      job("lr", "kryo-registered", SparkJobs.Steady, 4, 4, 4),
      job("lr", "brine", SparkJobs.Steady, 4, 4, 4)
    )
  )

  private def record(contender: String, direction: String, nanos: Double) =
    s"""{"benchmark": "brine.sparkbench.RecordBenchmark.$direction",
       | "params": {"workload": "lr", "contender": "$contender"},
       | "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[$nanos, $nanos], [$nanos]]},
       | "secondaryMetrics": {"bytes": {"rawData": [[1280]]}}}""".stripMargin

  private def records(folder: Path): Unit =
    val all = for (
      (contender, factor) <- List("hand" -> 1.0, "brine" -> 1.5, "kryo-registered" -> 6.0, "java" -> 12.0);
      d <- List("write" -> 10.0, "read" -> 20.0)
    ) yield record(contender, d._1, d._2 * factor)
    Files.writeString(
      Files.createDirectories(folder.resolve("raw")).resolve("spark-records-jdk17.json"),
      all.mkString("[", ",\n", "]")
    ): Unit

  private def page(folder: Path): List[String] =
    val Vector(page) = SparkPage.writeAll(folder): @unchecked
    assertEquals(page.getFileName.toString, "spark.md")
    Files.readString(page).linesIterator.toList

  private def has(page: List[String], line: String)(using munit.Location): Unit =
    assert(page.contains(line), page.mkString(s"$line is not in\n", "\n", ""))

  folder.test("jobs: medians of the steady ones, in brackets multiples of registered Kryo's; cold jobs apart"):
    folder =>
      jobs(folder)
      val text = page(folder)
      has(text, "| brine | 1.00 (0.50) | 10.0 (0.50) | 10.0 (0.17) | 10.0 (0.50) | 12 | 3.00 (0.50) | 60.0 (0.50) |")
      has(
        text,
        "| kryo-registered | 2.00 (1.00) | 20.0 (1.00) | 60.0 (1.00) | 20.0 (1.00) | 12 | 6.00 (1.00) | 120 (1.00) |"
      )

  folder.test("jobs: how many times as fast the serializer is, and the geometric mean"): folder =>
    jobs(folder)
    val text = page(folder)
    has(text, "|  | brine, beside kryo-registered | brine, beside java |")
    has(text, "| svm | 4.00 | 8.00 |")
    has(text, "| lr | 1.00 | 2.00 |")
    has(text, "| geometric mean | 2.00 | 4.00 |")

  folder.test("a phase that was not measured leaves its cells empty"): folder =>
    jobs(folder)
    has(page(folder), "| brine | 4.00 (1.00) | 4.00 (1.00) | 4.00 (1.00) | 4.00 (1.00) | 12 |  |  |")

  folder.test("records: nanoseconds, multiples of the time by hand, and bytes"): folder =>
    records(folder)
    val text = page(folder)
    has(text, "| brine | 15.0 (1.50) | 30.0 (1.50) | 1,280 |")
    has(text, "| brine | 1.50 | 4.00 | 8.00 |")
    has(text, "| hand | 1.00 | 6.00 | 12.0 |")

  folder.test("each part has its plots, which the page shows"): folder =>
    jobs(folder)
    records(folder)
    val text = page(folder)
    val files = SparkPage.plotsIn(folder).map(_.file)
    assertEquals(files.length, 3)
    for file <- files do
      assert(Files.exists(folder.resolve("plots").resolve(file)), file)
      assert(text.exists(_.endsWith(s"(plots/$file)")), file)

  folder.test("no page is written without figures"): folder =>
    assertEquals(SparkPage.writeAll(folder), Vector.empty)
