package brine.bench.pauses

import brine.figures.Figures
import java.nio.file.Files
import brine.bench.report.PausesPage
import brine.testkit.{Patient, Temporary}

class PausesSuite extends munit.FunSuite, Patient, Temporary:
  test("a list keeps added values, on the heap and in a region of several blocks") {
    for form <- List("heap", "region") do
      val list = Growing(form)
      for value <- 0 until 200_000 do list.add(value)
      assertEquals(list.sum, 19_999_900_000L, form)
  }

  test("pauses are found in a collector's log, and nothing else is taken for one") {
    val lines = List(
      "[6451432ns] Using Parallel",
      "[1027950466ns] GC(0) Pause Young (Allocation Failure) 206M->2M(981M) 3.041ms",
      "[1128000000ns] GC(2) Concurrent Mark Cycle 12.345ms",
      "[1129000000ns] GC(2) Pause Remark 34M->34M(1024M) 1.500ms",
      "[1130000000ns] GC(2) Pause Cleanup 34M->34M(1024M) 0.022ms"
    )
    val pauses = GcLog(lines.flatMap(GcLog.pause).toVector)
    assertEquals(pauses.pauses.map(_.kind), Vector("Young (Allocation Failure)", "Remark", "Cleanup"))
    assertEquals(pauses.pauses.map(_.millis), Vector(3.041, 1.5, 0.022))
    assertEquals(pauses.between(1028, 1130).map(_.kind), Vector("Remark"))
  }

  test("the command lets lists grow in separate JVMs, and makes a page of their figures and their collectors' logs") {
    val folder = newFolder()
    PausesBenchmark.run("--values 400000 --threads 2 --rounds 1 --heap 128m".split(' ').toList, folder)
    val rows = Figures.readAll(folder, PausesBenchmark.Name).head.rows
    assertEquals(rows.length, 2 * 2)
    for row <- rows do assert(row.path("nanos").asLong > 0 && row.path("fullMillis").asDouble > 0, row.toString)
    val page = Files.readString(PausesPage.writeAll(folder).head)
    for form <- List("heap", "region") do
      assertEquals(page.linesIterator.count(_.startsWith(s"| $form | 400,000 |")), 2, page)
  }
