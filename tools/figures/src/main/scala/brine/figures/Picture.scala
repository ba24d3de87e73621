package brine.figures

import java.awt.{Dimension, Font, Graphics2D}
import java.awt.geom.Rectangle2D
import java.io.StringWriter
import java.util
import javax.xml.parsers.DocumentBuilderFactory
import javax.xml.transform.TransformerFactory
import javax.xml.transform.dom.DOMSource
import javax.xml.transform.stream.StreamResult
import org.apache.batik.svggen.{SVGGeneratorContext, SVGGraphics2D}
import org.jfree.chart.{ChartTheme, JFreeChart, StandardChartTheme}
import org.jfree.chart.axis.{LogarithmicAxis, NumberAxis, NumberTick, TickType}
import org.jfree.chart.block.BlockBorder
import org.jfree.chart.ui.{RectangleEdge, RectangleInsets, TextAnchor}
import scala.jdk.CollectionConverters.*

/** Charts of JFreeChart as SVG. */
private[figures] object Picture:
  /** A whole file, without scripts or anything that would have to be fetched. It brings its own background, so that it
    * can be read on a dark page, too.
    *
    * @param title the text that a screen reader says
    */
  def svg(chart: JFreeChart, title: String, width: Int, height: Int): String =
    val document =
      DocumentBuilderFactory.newInstance.newDocumentBuilder.getDOMImplementation.createDocument(Namespace, "svg", null)
    val context = SVGGeneratorContext.createDefault(document)
    context.setComment(null)
    val graphics = new SVGGraphics2D(context, false)
    graphics.setSVGCanvasSize(new Dimension(width, height))
    chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height))
    val root = graphics.getRoot
    root.setAttribute("viewBox", s"0 0 $width $height")
    root.setAttribute("role", "img")
    val name = document.createElementNS(Namespace, "title")
    name.setTextContent(title)
    root.insertBefore(name, root.getFirstChild)
    val text = new StringWriter
    TransformerFactory.newInstance.newTransformer.transform(new DOMSource(root), new StreamResult(text))
    text.toString

  private final val Namespace = "http://www.w3.org/2000/svg"

  private val theme: ChartTheme =
    val theme = new StandardChartTheme("figures")
    theme.setExtraLargeFont(font(Palette.FontSize + 1, Font.BOLD))
    theme.setLargeFont(font(Palette.FontSize))
    theme.setRegularFont(font(Palette.FontSize))
    theme.setSmallFont(font(Palette.FontSize - 1))
    theme.setTitlePaint(Palette.colour(Palette.Ink))
    theme.setAxisLabelPaint(Palette.colour(Palette.FaintInk))
    theme.setTickLabelPaint(Palette.colour(Palette.Ink))
    theme.setPlotBackgroundPaint(Palette.colour(Palette.Background))
    theme.setPlotOutlinePaint(Palette.colour(Palette.Grid))
    theme.setRangeGridlinePaint(Palette.colour(Palette.Grid))
    theme.setDomainGridlinePaint(Palette.colour(Palette.Grid))
    theme

  /** Gives a chart the project's fonts and colours. The chart's own axes and colours must be set afterwards. */
  def dress(chart: JFreeChart): Unit =
    theme.apply(chart)
    chart.setBackgroundPaint(Palette.colour(Palette.Background))
    chart.setPadding(new RectangleInsets(Margin, Margin, Margin, Margin))
    chart.getLegend.setFrame(BlockBorder.NONE)
    chart.getPlot.setOutlineVisible(false)

  def linear(name: String): NumberAxis = dressed(new NumberAxis(name))

  /** An axis that marks the round values 1, 2, 5, 10 and so on. */
  def logarithmic(name: String): NumberAxis =
    dressed(new RoundTicks(s"$name (logarithmic)"))

  private def dressed(axis: NumberAxis): NumberAxis =
    axis.setLabelFont(font(Palette.FontSize))
    axis.setTickLabelFont(font(Palette.FontSize - 1))
    axis.setLabelPaint(Palette.colour(Palette.FaintInk))
    axis.setTickLabelPaint(Palette.colour(Palette.FaintInk))
    axis

  def font(size: Int, style: Int = Font.PLAIN): Font = new Font(Font.SANS_SERIF, style, size)

  private final class RoundTicks(name: String) extends LogarithmicAxis(name):
    override def refreshTicksHorizontal(graphics: Graphics2D, area: Rectangle2D, edge: RectangleEdge) =
      ticks(TextAnchor.TOP_CENTER)
    override def refreshTicksVertical(graphics: Graphics2D, area: Rectangle2D, edge: RectangleEdge) =
      ticks(TextAnchor.CENTER_RIGHT)

    private def ticks(anchor: TextAnchor): util.List[NumberTick] =
      val range = getRange
      val powers = math.floor(math.log10(range.getLowerBound)).toInt to math.ceil(math.log10(range.getUpperBound)).toInt
      val steps = if powers.length > MostPowers then List(1) else List(1, 2, 5)
      val values = for power <- powers; step <- steps yield step * math.pow(10, power)
      values.filter(range.contains).map(value =>
        new NumberTick(TickType.MAJOR, value, Labels.plain(value), anchor, TextAnchor.CENTER, 0)
      ).asJava

  /** A longer axis has the powers of ten alone. */
  private final val MostPowers = 5

  private final val Margin = 8.0
