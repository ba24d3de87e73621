package brine.bench.store

import brine.figures.Figures
import java.nio.file.Files
import brine.bench.regions.LongsQuestions
import brine.bench.report.StorePage
import brine.testkit.{Patient, Temporary}

class StoreSuite extends munit.FunSuite, Patient, Temporary:
  private val trees = StoreForm.trees(2)

  private def sent(clerk: Clerk, key: Int): Array[Byte] =
    clerk.get(key).foldLeft(Array.emptyByteArray) { (all, part) =>
      val bytes = new Array[Byte](part.remaining)
      part.get(bytes)
      all ++ bytes
    }

  for form <- StoreForm.names.map(StoreForm(_)) do
    test(s"${form.name}: the sent value has the right sum, twice, and after updates, which change it") {
      val (clerk, reader) = (form.store(trees).clerk(), form.reader())
      val sum = LongsQuestions.sum(trees(1))
      val before = sent(clerk, 1)
      assertEquals(reader(before), sum)
      assertEquals(sent(clerk, 1).toList, before.toList)
      if form.canUpdate then
        for path <- 0 until 1000 do clerk.update(1, path)
        val after = sent(clerk, 1)
        assertEquals(reader(after), sum)
        assertNotEquals(after.toList, before.toList)
      assertEquals(reader(sent(clerk, 0)), LongsQuestions.sum(trees(0)))
    }

  test("a region that is updated stays within twice its size") {
    val clerk = StoreOfRegions.store(trees).clerk()
    val first = sent(clerk, 0).length
    val sizes = (0 until 2000).map { path =>
      clerk.update(0, path)
      sent(clerk, 0).length
    }
    assert(sizes.max > first && sizes.max <= 2 * first, s"$first, ${sizes.max}")
    assert(sizes.sliding(2).exists(two => two(1) < two(0)), "it was never copied")
  }

  test("an answer that is not the value's is reported") {
    val server = new StoreServer(StoreOfRegions.store(trees))
    val thread = new Thread(() => server.run())
    thread.start()
    try
      val sums = trees.map(LongsQuestions.sum)
      assert(new StoreClient(StoreOfRegions, server.port, 0, sums).ask(200, 10, 1) > 0)
      intercept[IllegalStateException](new StoreClient(StoreOfRegions, server.port, 1, sums.map(_ + 1)).ask(200, 10, 1))
    finally
      server.close()
      thread.join()
  }

  test("the command lets other processes ask servers of each form, and makes a page of their figures") {
    val folder = newFolder()
    val words = "--keys 4 --forms region,bytes --clients 2 --warm 0 --seconds 1 --rounds 1 --heap 128m"
    StoreBenchmark.run(words.split(' ').toList, folder)
    val rows = Figures.readAll(folder, StoreBenchmark.Name).head.rows
    assertEquals(
      rows.map(row => row.path("form").asText -> row.path("mix").asText).toList,
      List(
        "region" -> "reads",
        "region" -> "used",
        "region" -> "updates",
        "bytes" -> "reads",
        "bytes" -> "used"
      )
    )
    for row <- rows do assert(row.path("requests").asLong > 0, row.toString)
    val page = Files.readString(StorePage.writeAll(folder).head)
    assertEquals(page.linesIterator.count(_.startsWith("| region |")), 3, page)
  }
