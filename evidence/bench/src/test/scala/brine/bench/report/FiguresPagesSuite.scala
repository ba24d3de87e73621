package brine.bench.report

import brine.figures.{Figures, FiguresPage}
import java.nio.file.Files
import brine.testkit.Temporary

class FiguresPagesSuite extends munit.FunSuite, Temporary:
  private def page(of: FiguresPage, rows: Seq[(String, String | Double | Long)]*): String =
    val folder = newFolder()
    Figures.keep(folder, of.name, s"./dev bench ${of.name}", Seq("rounds" -> "2"), rows.map(Figures.row(_*)))
    val first = of.write(folder).map(Files.readString)
    assertEquals(of.write(folder).map(Files.readString), first)
    assertEquals(first.length, 1)
    first.head

  private def has(page: String, line: String)(using munit.Location): Unit =
    assert(page.linesIterator.contains(line), s"$line is not in\n$page")

  test("posts: medians in milliseconds, and how many times the region's they are") {
    def row(form: String, megabytes: Long, nanos: Long) = Seq[(String, String | Double | Long)](
      "form" -> form,
      "question" -> "all",
      "code" -> "compiled",
      "megabytes" -> megabytes,
      "posts" -> 10L,
      "bytes" -> 1234L,
      "nanos" -> nanos
    )
    val text = page(
      PostsPage,
      row("region", 64, 1_000_000),
      row("region", 64, 2_000_000),
      row("region", 64, 9_000_000),
      row("jsoniter", 64, 50_000_000),
      row("region", 1, 500_000),
      row("jsoniter", 1, 1_000_000)
    )
    has(text, "| rounds | 2 |")
    has(text, "|  | 1 MB | 64 MB |")
    has(text, "| region | 0.50 | 2.00 |")
    has(text, "| jsoniter | 1.00 (2.00) | 50.0 (25.0) |")
    has(text, "| jsoniter | 1,234 | 123 |")
  }

  test("pauses: medians, and shares as percentages") {
    def row(nanos: Long, longest: Double) = Seq[(String, String | Double | Long)](
      "collector" -> "G1",
      "threads" -> 2L,
      "values" -> 8192L,
      "form" -> "region",
      "nanos" -> nanos,
      "pauses" -> 3L,
      "longestMillis" -> longest,
      "fullMillis" -> 4.5,
      "share" -> 0.955,
      "processorShare" -> 0.5
    )
    val text = page(PausesPage, row(10_000_000, 1.5), row(30_000_000, 2.5))
    has(text, "## G1, 2 threads")
    has(text, "| region | 8,192 | 20.0 | 95.5 | 50.0 | 3 | 2.00 | 4.50 |")
  }

  test(
    "store: requests of all rounds by their seconds, how many times as many the region's are, and the server's " +
      "microseconds"
  ) {
    def row(form: String, requests: Long) = Seq[(String, String | Double | Long)](
      "form" -> form,
      "keys" -> 100L,
      "mix" -> "reads",
      "requests" -> requests,
      "seconds" -> 2L,
      "serverSeconds" -> 0.5
    )
    val text = page(StorePage, row("region", 90_000), row("region", 110_000), row("java", 10_000), row("java", 10_000))
    has(text, "|  | 100 keys, a second | µs |")
    has(text, "| region | 50,000 | 5.00 |")
    has(text, "| java | 5,000 (10.0) | 50.0 |")
  }
