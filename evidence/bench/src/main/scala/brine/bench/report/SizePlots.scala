package brine.bench.report

import brine.figures.{BarChart, Labels, Palette, Plot}
import brine.figures.BarChart.{Bar, Group}
import brine.figures.Palette.Side
import com.fasterxml.jackson.databind.JsonNode
import scala.jdk.CollectionConverters.*

/** Bytes: how long pickles are, and how long once compressed. */
object SizePlots:
  private final case class Size(workload: String, contender: String, raw: Long, gzipped: Long)

  /** @param sizes an array of objects with `workload`, `contender`, `raw` and `gzipped` */
  def of(sizes: JsonNode): Vector[Plot] =
    val all = sizes.elements.asScala.map(read).toVector
    all.groupBy(_.workload).toVector.sortBy(_._1).map { (workload, some) =>
      val title = s"$workload, bytes"
      Plot("Sizes", Labels.file("sizes", workload) + ".svg", title, chart(title, some).render)
    }

  private def read(size: JsonNode): Size =
    Size(
      size.path("workload").asText,
      size.path("contender").asText,
      size.path("raw").asLong,
      size.path("gzipped").asLong
    )

  private def chart(title: String, some: Vector[Size]): BarChart =
    val groups = some.sortBy(s => (s.raw, s.contender)).map { size =>
      val side = Palette.side(size.contender)
      Group(size.contender, Vector(bar(size.raw, side.colour), bar(size.gzipped, side.light)))
    }
    val sides = Side.values.toVector.filter(side => some.exists(s => Palette.side(s.contender) == side))
    BarChart(
      title,
      "bytes, raw and (paler) gzipped",
      groups,
      sides.map(side => side.title -> side.colour)
    )

  private def bar(bytes: Long, colour: String): Bar =
    Bar(bytes.toDouble, colour, Labels.plain(bytes.toDouble))
