package brine.figures

import java.awt.BasicStroke
import org.jfree.chart.ChartFactory
import org.jfree.chart.plot.PlotOrientation
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer
import org.jfree.chart.ui.RectangleEdge
import org.jfree.data.xy.{XYSeries, XYSeriesCollection}

/** Curves over two logarithmic axes. */
final case class LineChart(title: String, xAxis: String, yAxis: String, lines: Vector[LineChart.Line]):
  import LineChart.*

  def render: String = Picture.svg(chart, title, Width, Height)

  private def chart =
    val chart = ChartFactory.createXYLineChart(title, null, null, data, PlotOrientation.VERTICAL, true, false, false)
    Picture.dress(chart)
    val plot = chart.getXYPlot
    plot.setDomainAxis(Picture.logarithmic(xAxis))
    plot.setRangeAxis(Picture.logarithmic(yAxis))
    plot.setRenderer(renderer)
    chart.getLegend.setPosition(RectangleEdge.RIGHT)
    chart

  private def data: XYSeriesCollection =
    val all = new XYSeriesCollection
    lines.foreach { line =>
      val series = new XYSeries(line.name)
      line.points.foreach((size, value) => series.add(size, value))
      all.addSeries(series)
    }
    all

  private def renderer: XYLineAndShapeRenderer =
    val curves = new XYLineAndShapeRenderer(true, true)
    lines.zipWithIndex.foreach { (line, i) =>
      curves.setSeriesPaint(i, Palette.colour(line.colour))
      curves.setSeriesStroke(i, new BasicStroke(if line.isThick then 2.5f else 1.5f))
      curves.setSeriesShape(i, dot)
    }
    curves

object LineChart:
  /** @param points sizes and values, all positive; at least one */
  final case class Line(name: String, colour: String, isThick: Boolean, points: Vector[(Double, Double)])

  private final val Width = 860
  private final val Height = 460
  private val dot = new java.awt.geom.Ellipse2D.Double(-3, -3, 6, 6)
