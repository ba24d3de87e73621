package brine.bench.report

import java.nio.file.{Files, Path}
import brine.testkit.Temporary

class RecordPageSuite extends munit.FunSuite, Temporary:
  private def result(workload: String, contender: String, direction: String, micros: Double, spread: Double) =
    val raw = List(1 - spread, 1.0, 1 + spread).map(_ * micros).mkString(", ")
    s"""{"benchmark": "brine.bench.PickleBenchmark.$direction", "date": "2026-01-02", "machine": "a machine",
       | "params": {"workload": "$workload", "contender": "$contender", "among": "alone"},
       | "primaryMetric": {"scoreUnit": "us/op", "rawData": [[$raw], [$raw]]}}""".stripMargin

  private def of(workload: String, spread: Double)(times: (String, Double)*): String =
    val all =
      for (name, micros) <- times; (direction, part) <- List("out" -> 1.0, "in" -> 2.0)
      yield result(workload, name, direction, micros * part, spread)
    all.mkString("[", ",\n", "]")

  private val media = of("media:1", 0.001)(
    "brine-bare" -> 10,
    "brine" -> 20,
    "hand-kept" -> 8,
    "fory-fast" -> 5,
    "kryo-fast" -> 15,
    "kryo-safe" -> 50,
    "brine-json" -> 40,
    "jsoniter-fast" -> 30
  )
  private val points = of("points:20000", 0.5)("brine-bare" -> 10, "kryo-fast" -> 9)
  private val larger = of("points:40000", 0.001)("brine-bare" -> 100)

  private def folder(): Path =
    val folder = newFolder()
    val raw = Files.createDirectory(folder.resolve("raw"))
    for (name, json) <- List("media-1" -> media, "points-20000" -> points, "points-40000" -> larger) do
      Files.writeString(raw.resolve(s"record-$name-jdk17.json"), json)
    folder

  private def cells(line: String): List[String] = line.split('|').toList.tail.map(_.trim)

  /** The rows of a workload on the page, each below the head of its table. */
  private def rows(page: String, workload: String): List[(List[String], List[String])] =
    page.linesIterator.toList.scanLeft(("", "")) { case ((head, _), line) =>
      (
        if line.startsWith("| ") && !line.startsWith(s"| $workload ") && line.contains("settings,") then line else head,
        line
      )
    }.collect { case (head, line) if line.startsWith(s"| $workload ") && head.nonEmpty => (cells(head), cells(line)) }

  private def readme: String =
    "# Title\n\nBefore.\n\n" + List("answer", "record").map(name =>
      s"<!-- The $name begins: ./dev bench record writes these lines. -->\n\nold\n<!-- The $name ends. -->\n\n"
    ).mkString + "After.\n"

  private def summary: List[String] =
    val place = folder()
    Files.writeString(place.resolve("README.md"), readme)
    RecordPage.write(place): Unit
    Files.readString(place.resolve("README.md")).linesIterator.toList

  test("the page has a table for each setting and direction, as multiples of Brine's time in that setting"):
    val page = Files.readString(RecordPage.write(folder()).head)
    val all = rows(page, "media:1")
    val (head, out) = all.head
    assertEquals(head, List("fastest settings, out", "brine-bare, µs", "hand-kept", "fory-fast", "kryo-fast"))
    assertEquals(out.map(_.takeWhile(_ != ' ')), List("media:1", "10.0", "0.80", "0.50", "1.50"))
    assert(out(2).matches("0\\.80 \\(0\\.\\d\\d to 0\\.\\d\\d\\)"), out(2))
    val (_, safe) = all.find((head, _) => head.head == "safe settings, in").get
    assertEquals(safe.map(_.takeWhile(_ != ' ')), List("media:1", "40.0", "2.50"))
    val (jsonHead, json) = all.find((head, _) => head.contains("jsoniter-fast")).get
    assertEquals(jsonHead.drop(1), List("brine-json, µs", "jsoniter-fast"))
    assertEquals(json(2).takeWhile(_ != ' '), "0.75")

  test("the page has every size, the summary that of the record"):
    assertEquals(rows(Files.readString(RecordPage.write(folder()).head), "points:40000").length, 2)
    assert(!summary.exists(_.contains("points:40000")))

  test("the summary names the fastest peer, in bold if it is ahead of Brine by more than the intervals"):
    val media = summary.find(_.startsWith("| values: media:1 |")).map(cells).get
    assertEquals(
      media.tail,
      List("10.0", "20.0", "**0.80**", "**0.80**", "**0.50 fory**", "**0.50 fory**", "2.50 kryo", "2.50 kryo")
    )
    val points = summary.find(_.startsWith("| values: points:20000 |")).map(cells).get
    assertEquals(points.slice(5, 7), List("0.90 kryo", "0.90 kryo"))

  test("the answer has the mean of each library's ratios in safe settings, and how often it takes longer"):
    val media = summary.filter(_.startsWith("| kryo |")).map(cells)
    assertEquals(media.map(_.take(3)), List(List("kryo", "2.50, 1 of 1", "2.50, 1 of 1")))
    assertEquals(summary.filter(_.startsWith("| boopickle |")).map(cells).flatten.filter(_.nonEmpty), List("boopickle"))

  test("the summary has the date of the figures, and names the workloads without any"):
    assert(summary.contains("Measured on 2026-01-02. Figures are missing of:"), summary)
    assert(
      summary.exists(line =>
        line.contains("graphs: tree:131072") && line.contains("json: events:10000, eventsEach:10000")
      ),
      summary
    )

  test("the summary replaces the lines between its comments alone, and a page without them stays"):
    assertEquals(summary.take(4), readme.linesIterator.toList.take(4))
    assertEquals(summary.takeRight(3), readme.linesIterator.toList.takeRight(3))
    assert(!summary.contains("old"))
    val place = folder()
    Files.writeString(place.resolve("README.md"), "# Other\n")
    RecordPage.write(place): Unit
    assertEquals(Files.readString(place.resolve("README.md")), "# Other\n")

  test("the same figures give the same page, twice"):
    val place = folder()
    Files.writeString(place.resolve("README.md"), readme)
    def all = {
      RecordPage.write(place): Unit;
      List("README.md", "record-jdk17.md").map(name => Files.readString(place.resolve(name)))
    }
    assertEquals(all, all)

  test("the picture has a line for each workload with a ratio, and the names of the libraries"):
    val plot = RecordPage.plotsIn(folder()).head
    assertEquals(plot.file, "record-jdk17.svg")
    for name <- List("values: media:1", "values: points:20000", "json: media:1", "fory", "kryo", "hand", "jsoniter") do
      assert(plot.svg.contains(s">$name<"), name)
    assert(!plot.svg.contains("points:40000") && !plot.svg.contains(">java<"))

  test("the published pages are those of the published figures") {
    val published = Path.of("../../docs/bench")
    val folder = newFolder()
    val raw = Files.createDirectory(folder.resolve("raw"))
    Files.list(published.resolve("raw")).filter(_.getFileName.toString.startsWith(RecordPage.Prefix)).forEach(file =>
      Files.copy(file, raw.resolve(file.getFileName.toString)): Unit
    )
    val readme = Files.copy(published.resolve("README.md"), folder.resolve("README.md"))
    val pages = RecordPage.write(folder) :+ readme
    assert(pages.length > 1)
    for page <- pages do
      assertEquals(Files.readString(page), Files.readString(published.resolve(page.getFileName.toString)))
  }
