package brine.figures

import java.awt.BasicStroke
import java.awt.geom.Ellipse2D
import org.jfree.chart.{JFreeChart, LegendItem, LegendItemCollection}
import org.jfree.chart.axis.{AxisLocation, CategoryAxis, NumberAxis}
import org.jfree.chart.plot.{CategoryPlot, CombinedDomainCategoryPlot, PlotOrientation, ValueMarker}
import org.jfree.chart.renderer.category.LineAndShapeRenderer
import org.jfree.data.category.DefaultCategoryDataset

/** Ratios as dots on a logarithmic axis, a dot for each row and series. Panels side by side share the rows and the
  * range of the axis. A line marks the ratio 1.
  *
  * @param axis the meaning of a dot's place
  * @param rows the labels, from the top; no two are equal
  * @param series the names of the dots with their colours
  */
final case class DotChart(
    title: String,
    axis: String,
    rows: Vector[String],
    series: Vector[(String, String)],
    panels: Vector[DotChart.Panel]
):
  import DotChart.*

  def render: String = Picture.svg(chart, title, Width, RoomForTexts + rows.length * RowHeight)

  private val (low, high) =
    val ratios = 1.0 +: panels.flatMap(_.ratios.values)
    (ratios.min / Margin, ratios.max * Margin)

  private def chart: JFreeChart =
    val labels = new CategoryAxis
    val all = new CombinedDomainCategoryPlot(labels)
    all.setOrientation(PlotOrientation.HORIZONTAL)
    all.setGap(Gap)
    val plots = panels.map(panel => panel -> plot(panel))
    plots.foreach((_, plot) => all.add(plot))
    all.setFixedLegendItems(names)
    val chart = new JFreeChart(title, Picture.font(Palette.FontSize + 1), all, true)
    Picture.dress(chart)
    labels.setMaximumCategoryLabelWidthRatio(1)
    plots.foreach((panel, plot) => dress(plot, panel))
    chart

  private def plot(panel: Panel): CategoryPlot =
    val data = new DefaultCategoryDataset
    for row <- rows; (name, _) <- series do
      panel.ratios.get((row, name)).fold(data.addValue(null, name, row))(data.addValue(_, name, row))
    new CategoryPlot(data, null, new NumberAxis, new LineAndShapeRenderer(false, true))

  /** The theme has replaced the colours and axes that a plot was made with. */
  private def dress(plot: CategoryPlot, panel: Panel): Unit =
    val scale = Picture.logarithmic(s"${panel.title}, $axis")
    scale.setRange(low, high)
    plot.setRangeAxis(scale)
    plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_RIGHT)
    plot.setDomainGridlinesVisible(true)
    val one = new ValueMarker(1.0, Palette.colour(Palette.Brine), new BasicStroke(2))
    plot.addRangeMarker(one)
    val dots = plot.getRenderer.asInstanceOf[LineAndShapeRenderer]
    series.zipWithIndex.foreach { case ((_, colour), i) =>
      dots.setSeriesPaint(i, Palette.colour(colour))
      dots.setSeriesShape(i, dot)
    }

  private def names: LegendItemCollection =
    val items = new LegendItemCollection
    series.foreach { (name, colour) =>
      val item = new LegendItem(name, Palette.colour(colour))
      item.setShape(dot)
      items.add(item)
    }
    items

object DotChart:
  /** @param ratios by row and series; all positive */
  final case class Panel(title: String, ratios: Map[(String, String), Double])

  private final val Width = 860
  private final val RoomForTexts = 130
  private final val RowHeight = 19
  private final val Gap = 14.0
  private final val Margin = 1.15
  private val dot = new Ellipse2D.Double(-4, -4, 8, 8)
