package brine.bench.report

import brine.figures.{Figures, FiguresPage, Labels, LineChart, Median, Page, Palette, Plot}
import brine.bench.pauses.PausesBenchmark
import com.fasterxml.jackson.databind.JsonNode

/** Lists that grow in regions and on the heap: the time of the collector ("Compact Normal Forms", Fig. 7 and 8). */
object PausesPage extends FiguresPage(PausesBenchmark.Name):
  private final val Region = "region"

  private final case class Series(collector: String, threads: Int, values: Int, form: String, rows: Vector[JsonNode]):
    def of(name: String): Double = Median.of(rows.map(_.path(name).asDouble))
    def line: String = s"$form, $threads ${if threads == 1 then "thread" else "threads"}"

  def page(figures: Figures): String =
    val all = series(figures)
    val tables =
      for ((collector, threads), some) <- all.groupBy(s => (s.collector, s.threads)).toVector.sortBy(_._1)
      yield s"## $collector, $threads ${if threads == 1 then "thread" else "threads"}\n\n${table(some)}"
    val pictures = plots(figures).map(_.markdown).mkString("", "\n\n", "\n")
    (Vector(figures.heading("Pauses"), introduction) ++ tables :+ pictures).mkString("\n")

  private val introduction =
    """Made by `./dev bench pauses`. Threads let lists grow, one each, and all are kept: on the heap a link is an
      |object, in a region it is appended. Figures are medians. *Mutator* is the part of the time outside of the pauses
      |in the collector's log. *Processor* is the share of the threads that make lists in the processor time of the
      |whole JVM, including its compiler. *Longest* is the longest pause meanwhile. *Full* is the time of a requested
      |collection of everything afterwards.
      |""".stripMargin

  private def series(figures: Figures): Vector[Series] =
    def of(row: JsonNode) =
      (row.path("collector").asText, row.path("threads").asInt, row.path("values").asInt, row.path("form").asText)
    figures.rows.groupBy(of).toVector.sortBy(_._1).map { case ((collector, threads, values, form), rows) =>
      Series(collector, threads, values, form, rows)
    }

  private def table(some: Vector[Series]): String =
    val rows = some.map { s =>
      def percent(name: String) = Labels.short(100 * s.of(name))
      Seq(
        s.form,
        Labels.plain(s.values),
        Labels.short(s.of("nanos") / 1e6),
        percent("share"),
        percent("processorShare"),
        Labels.plain(s.of("pauses")),
        Labels.short(s.of("longestMillis")),
        Labels.short(s.of("fullMillis"))
      )
    }
    Page.table(Seq("", "values", "ms", "mutator, %", "processor, %", "pauses", "longest, ms", "full, ms"), rows)

  private val pictures = Vector(
    ("time", "Time to let lists grow", "milliseconds", (s: Series) => s.of("nanos") / 1e6),
    ("mutator", "The mutator's part of the time", "percent", (s: Series) => 100 * s.of("share")),
    ("full", "A full collection afterwards", "milliseconds", (s: Series) => s.of("fullMillis"))
  )

  def plots(figures: Figures): Vector[Plot] =
    for
      (collector, some) <- series(figures).groupBy(_.collector).toVector.sortBy(_._1)
      (name, title, axis, value) <- pictures
    yield
      val heading = s"$title, $collector (${figures.run})"
      Plot(
        s"Pauses, ${figures.run}",
        Labels.file(figures.run, collector, name) + ".svg",
        heading,
        chart(heading, axis, some, value).render
      )

  private def chart(title: String, axis: String, some: Vector[Series], value: Series => Double): LineChart =
    val colours = Palette.lines(some.map(_.line))
    val lines = some.groupBy(_.line).toVector.sortBy(_._1).map { (name, sizes) =>
      LineChart.Line(name, colours(name), name.startsWith(Region), sizes.map(s => (s.values.toDouble, value(s))))
    }
    LineChart(title, "values in all lists", axis, lines)
