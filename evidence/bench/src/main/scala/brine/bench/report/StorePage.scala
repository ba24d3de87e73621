package brine.bench.report

import brine.figures.{Figures, FiguresPage, Labels, Page, Plot}
import brine.bench.Contenders
import brine.bench.store.{StoreBenchmark, StoreForm}
import com.fasterxml.jackson.databind.JsonNode

/** Requests that a key-value store answers, by how it keeps its values ("Compact Normal Forms", Table 4). */
object StorePage extends FiguresPage(StoreBenchmark.Name):
  private final case class Cell(mix: String, keys: Int, form: String, rows: Vector[JsonNode]):
    private def sum(name: String): Double = rows.map(_.path(name).asDouble).sum
    def perSecond: Double = sum("requests") / sum("seconds")
    def serverMicros: Double = sum("serverSeconds") / sum("requests") * 1e6

  private val mixes = Vector(
    "reads" -> "Reads",
    "used" -> "Reads whose answers are all used",
    "updates" -> "Reads, and 10 % updates of one leaf"
  )

  def page(figures: Figures): String =
    val all = cells(figures)
    val tables =
      for (mix, title) <- mixes; some = all.filter(_.mix == mix) if some.nonEmpty yield s"## $title\n\n${table(some)}"
    val contenders = Contenders.table(all.map(_.form).toSet)
    (Vector(figures.heading("A key-value store"), introduction) ++ tables :+ contenders).mkString("\n")

  private val introduction =
    """Made by `./dev bench store`. A server keeps trees of 2^10 points, four longs each, by their keys. Clients in two
      |other processes of this computer request random ones, each after the answer before. `region` keeps a region for
      |each and sends it as it lies. `bytes` keeps Brine's bare pickles, which are never read there, so it cannot change
      |a value; it is a bound that no server with updates can pass. The others keep objects and pickle them for each
      |answer. One column has requests a second, and in brackets the multiple that the region's server answers. The
      |other has the processor time of the server's process for one request in microseconds, including the kernel's work
      |for it. In the first and last table, clients use each 16th answer, and take the bytes of the others.
      |""".stripMargin

  private def cells(figures: Figures): Vector[Cell] =
    def of(row: JsonNode) = (row.path("mix").asText, row.path("keys").asInt, row.path("form").asText)
    figures.rows.groupBy(of).toVector.map { case ((mix, keys, form), rows) => Cell(mix, keys, form, rows) }

  private def table(some: Vector[Cell]): String =
    val keys = some.map(_.keys).distinct.sorted
    def cell(form: String, count: Int) = some.find(c => c.form == form && c.keys == count)
    val rows = StoreForm.names.filter(form => some.exists(_.form == form)).map { form =>
      form +: keys.flatMap { count =>
        val own = cell(form, count)
        val factor =
          for one <- own; its <- cell("region", count) if one != its
          yield s" (${Labels.short(its.perSecond / one.perSecond)})"
        List(
          own.fold("")(c => Labels.plain(math.rint(c.perSecond))) + factor.getOrElse(""),
          own.fold("")(c => Labels.short(c.serverMicros))
        )
      }
    }
    Page.table("" +: keys.flatMap(count => List(s"${Labels.plain(count)} keys, a second", "µs")), rows)

  /** The paper has a table of this. */
  def plots(figures: Figures): Vector[Plot] = Vector.empty
