package brine.figures

import java.awt.{BasicStroke, Graphics2D, Paint}
import java.awt.geom.{Line2D, Rectangle2D}
import org.jfree.chart.{ChartFactory, LegendItem, LegendItemCollection}
import org.jfree.chart.axis.{AxisLocation, CategoryAxis, NumberAxis, ValueAxis}
import org.jfree.chart.labels.{CategoryItemLabelGenerator, ItemLabelAnchor, ItemLabelPosition}
import org.jfree.chart.plot.{CategoryPlot, PlotOrientation}
import org.jfree.chart.renderer.category.{BarRenderer, CategoryItemRendererState, StandardBarPainter}
import org.jfree.chart.ui.TextAnchor
import org.jfree.data.Range
import org.jfree.data.category.{CategoryDataset, DefaultCategoryDataset}

/** Horizontal bars, in groups if a label has several: `kryo-fast ▇▇▇▇▇ 2.31`.
  *
  * @param axis the meaning of lengths, with the unit
  * @param values whether the values are amounts or ratios
  * @param legend the colours' names
  */
final case class BarChart(
    title: String,
    axis: String,
    values: BarChart.Values,
    groups: Vector[BarChart.Group],
    legend: Vector[(String, String)]
):
  import BarChart.*

  def render: String = Picture.svg(chart, title, Width, height)

  private val bars = groups.flatMap(_.bars)
  private val most = groups.map(_.bars.length).maxOption.getOrElse(1)
  private def height = RoomForTexts + groups.length * (most * BarHeight + GroupGap)

  /** Ratios that are far apart get a logarithmic axis, since small ones would be indistinguishable. */
  private val isLogarithmic =
    val positive = bars.map(_.value).filter(value => value > 0 && !value.isInfinite)
    values == Values.Ratios && positive.nonEmpty && positive.max / positive.min > LongestLinearRange

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
    val scale = if isLogarithmic then Picture.logarithmic(axis) else Picture.linear(axis)
    scale.setUpperMargin(RoomForNumbers)
    scale

  private def amounts: CategoryDataset =
    val data = new DefaultCategoryDataset
    for group <- groups; (bar, i) <- group.bars.zipWithIndex do data.addValue(bar.value, i, group.label)
    data

  /** A bar begins at 0. On a logarithmic axis, which has no 0, it begins at 1, and values less than 1 go to the left. */
  private def renderer: BarRenderer =
    val renderer = new BarsWithBounds(groups)
    renderer.setBase(if isLogarithmic then 1.0 else 0.0)
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
  enum Values:
    case Amounts, Ratios

  /** @param shown the text beside the bar
    * @param range the bounds of the value
    */
  final case class Bar(value: Double, colour: String, shown: String, range: Option[(Double, Double)] = None)

  final case class Group(label: String, bars: Vector[Bar])

  /** Bars with a line from the low to the high bound, and their labels beyond both. */
  private final class BarsWithBounds(groups: Vector[Group]) extends BarRenderer:
    private var bounds: Option[Line2D] = None

    override def getItemPaint(row: Int, column: Int): Paint = Palette.colour(groups(column).bars(row).colour)

    override def findRangeBounds(data: CategoryDataset): Range =
      val ends = groups.flatMap(_.bars).flatMap(_.range).flatMap((low, high) => List(low, high))
      ends.foldLeft(super.findRangeBounds(data))((all, end) => Range.expandToInclude(all, end))

    override def drawItem(
        graphics: Graphics2D,
        state: CategoryItemRendererState,
        area: Rectangle2D,
        plot: CategoryPlot,
        categories: CategoryAxis,
        values: ValueAxis,
        data: CategoryDataset,
        row: Int,
        column: Int,
        pass: Int
    ): Unit =
      val bar = groups(column).bars.lift(row)
      bounds = bar.flatMap(_.range).map { (low, high) =>
        def x(value: Double) = values.valueToJava2D(value, area, plot.getRangeAxisEdge)
        val top = calculateBarW0(plot, PlotOrientation.HORIZONTAL, area, categories, state, row, column)
        val y = top + state.getBarWidth / 2
        new Line2D.Double(x(low), y, x(high), y)
      }
      if bar.nonEmpty then
        super.drawItem(graphics, state, area, plot, categories, values, data, row, column, pass)
        bounds.foreach { line =>
          graphics.setPaint(Palette.colour(Palette.Ink))
          graphics.setStroke(new BasicStroke(1))
          graphics.draw(line)
        }

    override def drawItemLabel(
        graphics: Graphics2D,
        data: CategoryDataset,
        row: Int,
        column: Int,
        plot: CategoryPlot,
        labels: CategoryItemLabelGenerator,
        bar: Rectangle2D,
        isNegative: Boolean
    ): Unit =
      val all = bounds.fold(bar)(line => bar.createUnion(line.getBounds2D))
      super.drawItemLabel(graphics, data, row, column, plot, labels, all, isNegative)

  private final val Width = 860
  private final val RoomForTexts = 130
  private final val BarHeight = 18
  private final val GroupGap = 6
  private final val LabelGap = 4.0
  private final val LongestLinearRange = 8.0

  /** As a share of the axis, beyond the longest bar. */
  private final val RoomForNumbers = 0.12
