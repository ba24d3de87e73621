package brine.figures

import java.awt.Paint
import org.jfree.chart.{ChartFactory, LegendItem, LegendItemCollection}
import org.jfree.chart.axis.{AxisLocation, NumberAxis}
import org.jfree.chart.labels.{CategoryItemLabelGenerator, ItemLabelAnchor, ItemLabelPosition}
import org.jfree.chart.plot.PlotOrientation
import org.jfree.chart.renderer.category.{BarRenderer, StandardBarPainter}
import org.jfree.chart.ui.TextAnchor
import org.jfree.data.category.{CategoryDataset, DefaultCategoryDataset}

/** Horizontal bars, in groups if a label has several: `kryo-fast ▇▇▇▇▇ 2.31`.
  *
  * @param axis the meaning of lengths, with the unit
  * @param legend the colours' names
  */
final case class BarChart(
    title: String,
    axis: String,
    groups: Vector[BarChart.Group],
    legend: Vector[(String, String)]
):
  import BarChart.*

  def render: String = Picture.svg(chart, title, Width, height)

  private val most = groups.map(_.bars.length).maxOption.getOrElse(1)
  private def height = RoomForTexts + groups.length * (most * BarHeight + GroupGap)

  private def chart =
    val chart = ChartFactory.createBarChart(title, null, null, amounts, PlotOrientation.HORIZONTAL, true, false, false)
    Picture.dress(chart)
    val plot = chart.getCategoryPlot
    plot.setRenderer(renderer)
    plot.setRangeAxis(valueAxis)
    plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_RIGHT)
    plot.setFixedLegendItems(names)
    plot.getDomainAxis.setMaximumCategoryLabelWidthRatio(1)
    plot.getDomainAxis.setCategoryMargin(GroupGap.toDouble / (most * BarHeight + GroupGap))
    plot.getDomainAxis.setLowerMargin(0.01)
    plot.getDomainAxis.setUpperMargin(0.01)
    chart

  private def valueAxis: NumberAxis =
    val scale = Picture.linear(axis)
    scale.setUpperMargin(RoomForNumbers)
    scale

  private def amounts: CategoryDataset =
    val data = new DefaultCategoryDataset
    for group <- groups; (bar, i) <- group.bars.zipWithIndex do data.addValue(bar.value, i, group.label)
    data

  private def renderer: BarRenderer =
    val renderer = new ColouredBars(groups)
    renderer.setBarPainter(new StandardBarPainter)
    renderer.setShadowVisible(false)
    renderer.setItemMargin(0.1)
    renderer.setDefaultItemLabelGenerator(labels)
    renderer.setDefaultItemLabelsVisible(true)
    renderer.setDefaultItemLabelFont(Picture.font(Palette.FontSize - 1))
    renderer.setItemLabelAnchorOffset(LabelGap)
    val beside = new ItemLabelPosition(ItemLabelAnchor.OUTSIDE3, TextAnchor.CENTER_LEFT)
    renderer.setDefaultPositiveItemLabelPosition(beside)
    renderer.setDefaultNegativeItemLabelPosition(beside)
    renderer

  private def labels: CategoryItemLabelGenerator = new CategoryItemLabelGenerator:
    def generateRowLabel(data: CategoryDataset, row: Int) = ""
    def generateColumnLabel(data: CategoryDataset, column: Int) = groups(column).label
    def generateLabel(data: CategoryDataset, row: Int, column: Int) = groups(column).bars(row).shown

  private def names: LegendItemCollection =
    val items = new LegendItemCollection
    legend.foreach((name, colour) => items.add(new LegendItem(name, Palette.colour(colour))))
    items

object BarChart:
  /** @param shown the text beside the bar */
  final case class Bar(value: Double, colour: String, shown: String)

  final case class Group(label: String, bars: Vector[Bar])

  private final class ColouredBars(groups: Vector[Group]) extends BarRenderer:
    override def getItemPaint(row: Int, column: Int): Paint = Palette.colour(groups(column).bars(row).colour)

  private final val Width = 860
  private final val RoomForTexts = 130
  private final val BarHeight = 18
  private final val GroupGap = 6
  private final val LabelGap = 4.0

  /** As a share of the axis, beyond the longest bar. */
  private final val RoomForNumbers = 0.12
