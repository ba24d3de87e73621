package brine.figures

import brine.figures.Svg.Anchor

/** Horizontal bars, in groups if a label has several: `kryo-fast ▇▇▇▇▇ 2.31`.
  *
  * @param axis the meaning of lengths, with the unit
  * @param scaled the axis for these values
  * @param legend the colours' names
  */
final case class BarChart(
    title: String,
    axis: String,
    scaled: Seq[Double] => Scale,
    groups: Vector[BarChart.Group],
    legend: Vector[(String, String)]
):
  import BarChart.*

  def render: String = Svg.picture(title, Width, height, heading ++ grid ++ bars)

  private val values =
    groups.flatMap(_.bars).flatMap(bar => bar.value :: bar.range.toList.flatMap((low, high) => List(low, high)))
  private val scale = scaled(values)
  private val left = groups.map(_.label.length).maxOption.getOrElse(0) * LetterWidth + 2 * Margin
  private val right = Width - RoomForNumbers
  private val top = 74.0
  private val bottom = top + groups.map(heightOf).sum
  private def height = bottom + 48

  private def heightOf(group: Group): Double = group.bars.length * BarHeight + GroupGap
  private def x(value: Double): Double = left + scale.position(value) * (right - left)

  private def heading: List[Svg] =
    val widths = legend.map((name, _) => name.length * LetterWidth + 34)
    val names = legend.zip(widths.scanLeft(Margin)(_ + _)).toList.flatMap { case ((name, colour), at) =>
      List(Svg.rectangle(at, 44, 12, 12, colour), Svg.text(at + 17, 55, name, fill = Palette.FaintInk))
    }
    Svg.text(Margin, 26, title, isBold = true) :: names

  private def grid: List[Svg] =
    val lines = scale.ticks.toList.flatMap { tick =>
      val isOne = scale.isLog && tick == 1.0
      List(
        Svg.line(x(tick), top - 4, x(tick), bottom, if isOne then Palette.FaintInk else Palette.Grid),
        Svg.text(x(tick), bottom + 16, Labels.plain(tick), Anchor.Middle, Palette.FaintInk)
      )
    }
    val kind = if scale.isLog then s"$axis (logarithmic)" else axis
    lines :+ Svg.text((left + right) / 2, bottom + 36, kind, Anchor.Middle, Palette.FaintInk)

  private def bars: List[Svg] =
    val tops = groups.scanLeft(top)((y, group) => y + heightOf(group))
    groups.zip(tops).toList.flatMap { (group, y) =>
      val middle = y + group.bars.length * BarHeight / 2 + 4.5
      val label = Svg.text(left - 8, middle, group.label, Anchor.End)
      label :: group.bars.toList.zipWithIndex.flatMap((bar, i) => barAt(group, bar, y + i * BarHeight))
    }

  /** A bar begins at 0. On a logarithmic axis, which has no 0, it begins at 1, and values less than 1 go to the left.
    */
  private def barAt(group: Group, bar: Bar, y: Double): List[Svg] =
    val from = x(if scale.isLog then 1.0 else 0.0)
    val to = x(bar.value)
    val middle = y + BarHeight / 2
    val said = Svg.name(s"${group.label}: ${bar.said}")
    val body = Svg.rectangle(from.min(to), y + 1, (to - from).abs.max(1), BarHeight - 3, bar.colour, said)
    val whisker = bar.range.toList.flatMap { (low, high) =>
      Svg.line(x(low), middle, x(high), middle, Palette.Ink) ::
        List(low, high).map(end => Svg.line(x(end), middle - 3, x(end), middle + 3, Palette.Ink))
    }
    val end = (from :: to :: bar.range.toList.map((_, high) => x(high))).max
    (body :: whisker) :+ Svg.text(end + 6, middle + 4, bar.shown)

object BarChart:
  /** @param shown the text beside the bar
    * @param said the same in full
    * @param range the bounds of the value
    */
  final case class Bar(
      value: Double,
      colour: String,
      shown: String,
      said: String,
      range: Option[(Double, Double)] = None
  )

  final case class Group(label: String, bars: Vector[Bar])

  private final val Width = 860.0
  private final val RoomForNumbers = 110.0
  private final val Margin = 16.0
  private final val BarHeight = 18.0
  private final val GroupGap = 6.0
  private final val LetterWidth = 7.4
