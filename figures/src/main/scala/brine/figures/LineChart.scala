package brine.figures

import brine.figures.Svg.Anchor

/** Curves over two logarithmic axes, each with its name at its end. */
final case class LineChart(title: String, xAxis: String, yAxis: String, lines: Vector[LineChart.Line]):
  import LineChart.*

  def render: String = Svg.picture(title, Width, Height, heading ++ grid ++ lines.flatMap(curve) ++ names)

  private val points = lines.flatMap(_.points)
  private val xScale = Scale(points.map(_._1).min, points.map(_._1).max.max(points.map(_._1).min * 2), isLog = true)
  private val yScale = Scale.around(points.map(_._2))
  private def x(value: Double): Double = Left + xScale.position(value) * (Right - Left)
  private def y(value: Double): Double = Bottom - yScale.position(value) * (Bottom - Top)

  private def heading: List[Svg] =
    List(
      Svg.text(16, 26, title, isBold = true),
      Svg.text(16, 46, s"$yAxis, over $xAxis; both logarithmic", fill = Palette.FaintInk)
    )

  private def grid: List[Svg] =
    val rows = yScale.ticks.toList.flatMap { tick =>
      List(
        Svg.line(Left, y(tick), Right, y(tick), Palette.Grid),
        Svg.text(Left - 8, y(tick) + 4, Labels.plain(tick), Anchor.End, Palette.FaintInk)
      )
    }
    val columns = points.map(_._1).distinct.sorted.toList.flatMap { size =>
      List(
        Svg.line(x(size), Top, x(size), Bottom, Palette.Grid),
        Svg.text(x(size), Bottom + 18, Labels.plain(size), Anchor.Middle, Palette.FaintInk)
      )
    }
    rows ++ columns

  private def curve(line: Line): List[Svg] =
    val places = line.points.sortBy(_._1).map((size, value) => (x(size), y(value), Labels.short(value)))
    val width = if line.isThick then 2.5 else 1.5
    Svg.path(places.map((x, y, _) => (x, y)), line.colour, width) ::
      places.toList.map((x, y, value) => Svg.dot(x, y, line.colour, Svg.name(s"${line.name}: $value")))

  /** In the order in which the lines end, pushed down where they would cover each other. */
  private def names: List[Svg] =
    val ends = lines.map(line => (line, y(line.points.maxBy(_._1)._2) + 4)).sortBy((line, at) => (at, line.name))
    val places = ends.map(_._2).scanLeft(Double.NegativeInfinity)((above, at) => at.max(above + NameHeight)).tail
    val overflow = (places.lastOption.getOrElse(0.0) - (Height - 8)).max(0)
    ends.zip(places).toList.map { case ((line, _), at) =>
      Svg.text(Right + 10, at - overflow, line.name, fill = line.colour, isBold = line.isThick)
    }

object LineChart:
  /** @param points sizes and values, all positive; at least one */
  final case class Line(name: String, colour: String, isThick: Boolean, points: Vector[(Double, Double)])

  private final val Width = 860.0
  private final val Height = 460.0
  private final val Left = 70.0
  private final val Right = 680.0
  private final val Top = 64.0
  private final val Bottom = 410.0
  private final val NameHeight = 15.0
