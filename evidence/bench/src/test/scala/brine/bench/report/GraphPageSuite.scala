package brine.bench.report

import java.nio.file.{Files, Path}
import brine.testkit.Temporary

class GraphPageSuite extends munit.FunSuite, Temporary:
  private def time(
      workload: String,
      contender: String,
      direction: String,
      medium: String,
      micros: Seq[Double],
      bytes: Long
  ) =
    val sizes = List("bytes" -> bytes, "gzipped" -> bytes / 2, "zstd" -> bytes / 4)
      .map((name, size) => s""""$name": {"rawData": [[$size.0, $size.0]]}""")
    val shown = if direction == "out" then sizes.mkString(", ") else ""
    s"""{"benchmark": "brine.bench.GraphBenchmark.$direction", "jvmArgs": ["-Xmx2g"], "vmName": "VM", "vmVersion": "17",
       | "measurementIterations": 3, "measurementTime": "1 s", "warmupIterations": 2,
       | "date": "2026-01-02", "machine": "a machine",
       | "params": {"workload": "$workload", "contender": "$contender", "medium": "$medium"},
       | "primaryMetric": {"scoreUnit": "us/op", "rawData": [[${micros.mkString(
        ", "
      )}]]}, "secondaryMetrics": {$shown}}""".stripMargin

  /** Each contender's mean time out; in takes half of it, and a file twice as long. */
  private def results(workload: String, out: (String, Double, Long)*): String =
    resultsIn("memory" -> 1.0, "file" -> 2.0)(workload, out*)

  private def resultsIn(media: (String, Double)*)(workload: String, out: (String, Double, Long)*): String =
    val all =
      for
        (contender, micros, bytes) <- out
        (direction, part) <- List("out" -> 1.0, "in" -> 0.5)
        (medium, longer) <- media
      yield time(workload, contender, direction, medium, List(0.98, 1.0, 1.02).map(_ * micros * part * longer), bytes)
    all.mkString("[", ",\n", "]")

  private def folder(files: (String, String)*): Path =
    val folder = newFolder()
    val raw = Files.createDirectory(folder.resolve("raw"))
    for (name, json) <- files do Files.writeString(raw.resolve(name), json)
    folder

  private val chain =
    results(
      "chain:524288",
      ("brine", 100, 1000),
      ("brine-graph", 150, 600),
      ("kryo-safe", 300, 1200),
      ("java", 900, 900)
    )
  private val spots = results("spots:32768", ("brine", 10, 100), ("brine-graph", 20, 80))

  private def page: String =
    val pages =
      GraphPage.write(folder("graph-chain-524288-jdk17.json" -> chain, "graph-spots-32768-jdk17.json" -> spots))
    assertEquals(pages.map(_.getFileName.toString), Vector("graphs-jdk17.md"))
    Files.readString(pages.head)

  /** A line of a section's table. */
  private def cells(section: String, first: String): List[String] =
    val lines = page.linesIterator.dropWhile(_ != s"## $section").drop(1).takeWhile(!_.startsWith("## "))
    val line = lines.find(_.startsWith(s"| $first |")).getOrElse(fail(s"$first in $section"))
    line.split('|').toList.drop(1).map(_.trim)

  test("each contender's times, their ratio to the binary form, and its sizes"):
    val graph = cells("chain:524288", "brine-graph")
    assertEquals(List(1, 3, 5, 6).map(graph), List("150", "75.0", "300", "150"))
    assert(graph(2).startsWith("1.50 (") && graph(4).startsWith("1.50 ("), graph.toString)
    assertEquals(graph.drop(7), List("600", "300", "150"))
    assertEquals(cells("chain:524288", "brine")(2), "1")

  test("above them the graph format beside the binary one, the fastest peer and the smallest one"):
    val row = cells("Brine's graph format beside the others", "chain:524288")
    assert(row(1).startsWith("1.50 ("), row.toString)
    assertEquals(row(2), "") // nobody helped
    assert(row(3).startsWith("0.50 (") && row(3).endsWith(" kryo-safe"), row.toString)
    assertEquals(row(4), "") // no Fory
    assert(row(6).startsWith("2.00 (") && row(7).startsWith("2.00 ("), row.toString)
    assertEquals(row.drop(8), List("0.60", "0.67 java", "0.60"))

  test("who recurses in a deep graph is marked, who does not is not"):
    cells("chain:524288", "kryo-safe †")
    cells("chain:524288", "brine-graph")

  test("a contender without figures is on the page, with the reason"):
    assert(cells("chain:524288", "eclipse")(1).startsWith("no figures"))

  test("graphs come in the order of the list, and the page names the machine"):
    val sections = page.linesIterator.filter(_.startsWith("## ")).toList
    assert(sections.indexOf("## spots:32768") < sections.indexOf("## chain:524288"), sections.toString)
    assert(
      page.contains("| 2026-01-02 | a machine | VM 17 | -Xmx2g | 1 × 3 of 1 s after 2 | spots:32768, chain:524288 |")
    )

  test("files and two threads, which were measured apart, are compared with the times of their own run"):
    val inMemory = resultsIn("memory" -> 1.0)("spots:32768", ("brine", 10, 100), ("brine-graph", 20, 80))
    val own = results("spots:32768", ("brine", 20, 100), ("brine-graph", 40, 80), ("brine-graph-two", 30, 80))
    val pages =
      GraphPage.write(folder("graph-spots-32768-jdk17.json" -> inMemory, "graph-spots-32768-own-jdk17.json" -> own))
    val lines = Files.readString(pages.head).linesIterator.map(_.split('|').toList.drop(1).map(_.trim)).toList
    val row = lines.find(_.headOption.contains("brine-graph")).get
    assertEquals(List(1, 3, 5, 6).map(row), List("20.0", "10.0", "80.0", "40.0"))
    val summary = lines.find(_.headOption.contains("spots:32768")).get
    assert(summary(1).startsWith("2.00 (") && summary(2).startsWith("1.50 ("), summary.toString)
    assert(summary(6).startsWith("2.00 (") && summary(7).startsWith("2.00 ("), summary.toString)

  test("each JDK has a separate page"):
    val pages =
      GraphPage.write(folder("graph-chain-524288-jdk17.json" -> chain, "graph-chain-524288-jdk25.json" -> chain))
    assertEquals(pages.map(_.getFileName.toString), Vector("graphs-jdk17.md", "graphs-jdk25.md"))
    assertEquals(GraphPage.write(folder("tree-jdk17.json" -> "[]")), Vector.empty)
