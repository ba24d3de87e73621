package brine.bench.report

import java.nio.file.{Files, Path}
import brine.testkit.Temporary

class RegionPageSuite extends munit.FunSuite, Temporary:
  private def result(benchmark: String, contender: String, micros: Double, secondary: String) =
    s"""{"benchmark": "brine.bench.$benchmark", "params": {"workload": "tree:1000", "contender": "$contender"},
       | "primaryMetric": {"scoreUnit": "us/op", "rawData": [[${List(0.98, 1.0, 1.02).map(_ * micros).mkString(
        ", "
      )}]]},
       | "secondaryMetrics": {$secondary}}""".stripMargin

  private def form(contender: String, build: Double, one: Double, traverse: Double, bytes: Long): List[String] = List(
    result("RegionBenchmark.build", contender, build, s""""bytes": {"rawData": [[$bytes.0]]}"""),
    result("RegionBenchmark.one", contender, one, ""),
    result("RegionBenchmark.traverse", contender, traverse, "")
  )

  private val json = List(
    form("objects", 0.001, 0.01, 2, 0),
    form("region", 6, 0.02, 5, 8000),
    form("hand-plain", 5, 3, 6, 4000),
    List(result("VerifyBenchmark.verify", "region", 16, ""), result("TransferBenchmark.transfer", "region", 99, ""))
  ).flatten.mkString("[", ",\n", "]")

  private def page: List[String] =
    val folder = newFolder()
    Files.writeString(Files.createDirectory(folder.resolve("raw")).resolve("region-tree-1000-jdk17.json"), json)
    val pages: Vector[Path] = RegionPage.write(folder)
    assertEquals(pages.map(_.getFileName.toString), Vector("regions-jdk17.md"))
    Files.readAllLines(pages.head).toArray.toList.map(_.toString)

  private def cells(form: String): List[String] =
    val line = page.find(_.startsWith(s"| $form |")).getOrElse(fail(form))
    line.split("\\|", -1).toList.drop(1).dropRight(1).map(_.trim)

  test("times are nanoseconds, those of a whole tree for each leaf, and stand beside those by hand and of the objects"):
    val region = cells("region")
    assertEquals(List(1, 3, 4, 6, 7, 8).map(region), List("6.00", "20.0", "5.00", "8.00", "0.50", "99.0"))
    assert(region(2).startsWith("1.20 (") && region(5).startsWith("2.50 ("), region.toString)

  test("objects are not built and take no bytes; only regions are verified"):
    val objects = cells("objects")
    assertEquals(List(1, 2, 5, 6, 7, 8).map(objects), List("", "", "1", "", "", ""))
    assertEquals(cells("hand-plain")(7), "")

  test("the fastest to traverse comes first"):
    val rows = page.dropWhile(_ != "## tree:1000").drop(4).takeWhile(_.nonEmpty)
    assertEquals(rows.map(_.split(' ')(1)), List("objects", "region", "hand-plain"))
