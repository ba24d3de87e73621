package brine.bench.report

import brine.figures.{BarChart, Labels, Palette, Plot}
import brine.figures.BarChart.{Bar, Group}
import brine.figures.Palette.Side
import com.fasterxml.jackson.databind.JsonNode
import scala.jdk.CollectionConverters.*

/** The class files and compile time that deriving adds, by library. */
object DerivationPlots:
  /** @param cost the output of `./dev bench derivation`; libraries that do not compile the types are left out */
  def of(cost: JsonNode): Vector[Plot] =
    val rows = cost.path("results").elements.asScala.filter(_.has("addedBytes")).filter(_.path(
      "library"
    ).asText != "bare").toVector
    if rows.isEmpty then Vector.empty
    else
      Vector(
        plot("derivation-time", "Compile time that deriving adds", "seconds", rows)(_.path("addedSeconds").asDouble),
        plot("derivation-bytecode", "Bytecode that deriving adds", "kB", rows)(_.path("addedBytes").asDouble / 1000)
      )

  private def plot(file: String, title: String, unit: String, rows: Vector[JsonNode])(value: JsonNode => Double): Plot =
    val groups = rows.map(row => (row.path("library").asText, value(row))).sortBy(_.swap).map { (name, added) =>
      val shown = s"${Labels.short(added)} $unit"
      Group(name, Vector(Bar(added.max(0), Palette.side(name).colour, shown)))
    }
    val legend = Vector(Side.Ours, Side.Theirs).map(side => side.title -> side.colour)
    Plot(
      "Derivation",
      s"$file.svg",
      title,
      BarChart(title, s"$unit over the types alone", groups, legend).render
    )
