package brine.figures

import java.util.Locale

/** A part of a picture. Its result is XML without scripts, styles or anything that would have to be fetched. */
enum Svg:
  case Element(name: String, attributes: List[(String, String)], children: List[Svg])
  case Text(text: String)

  def render: String = this match
    case Text(text) => Svg.escape(text)
    case Element(name, attributes, children) =>
      val head = attributes.map((key, value) => s""" $key="${Svg.escape(value)}"""").mkString(s"<$name", "", "")
      if children.isEmpty then s"$head/>" else children.map(_.render).mkString(s"$head>", "", s"</$name>")

object Svg:
  enum Anchor(val word: String):
    case Start extends Anchor("start")
    case Middle extends Anchor("middle")
    case End extends Anchor("end")

  /** A whole file. It brings its own background, so that it can be read on a dark page, too. */
  def picture(title: String, width: Double, height: Double, parts: List[Svg]): String =
    val attributes = List(
      "xmlns" -> "http://www.w3.org/2000/svg",
      "viewBox" -> s"0 0 ${number(width)} ${number(height)}",
      "width" -> number(width),
      "height" -> number(height),
      "role" -> "img",
      "font-family" -> "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif",
      "font-size" -> number(Palette.FontSize)
    )
    val background = rectangle(0, 0, width, height, Palette.Background)
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element("svg", attributes*)(
      name(title) :: background :: parts*
    ).render + "\n"

  def element(tag: String, attributes: (String, String)*)(children: Svg*): Svg =
    Element(tag, attributes.toList, children.toList)

  /** The text that a screen reader says, and a mouse shows. */
  def name(text: String): Svg = element("title")(Text(text))

  def rectangle(x: Double, y: Double, width: Double, height: Double, fill: String, parts: Svg*): Svg =
    element(
      "rect",
      "x" -> number(x),
      "y" -> number(y),
      "width" -> number(width),
      "height" -> number(height),
      "fill" -> fill
    )(parts*)

  def line(x1: Double, y1: Double, x2: Double, y2: Double, stroke: String, width: Double = 1): Svg =
    element(
      "line",
      "x1" -> number(x1),
      "y1" -> number(y1),
      "x2" -> number(x2),
      "y2" -> number(y2),
      "stroke" -> stroke,
      "stroke-width" -> number(width)
    )()

  def path(points: Seq[(Double, Double)], stroke: String, width: Double): Svg =
    val shape = points.map((x, y) => s"${number(x)},${number(y)}").mkString(" ")
    element("polyline", "points" -> shape, "fill" -> "none", "stroke" -> stroke, "stroke-width" -> number(width))()

  def dot(x: Double, y: Double, fill: String, parts: Svg*): Svg =
    element("circle", "cx" -> number(x), "cy" -> number(y), "r" -> "3", "fill" -> fill)(parts*)

  def text(
      x: Double,
      y: Double,
      text: String,
      anchor: Anchor = Anchor.Start,
      fill: String = Palette.Ink,
      isBold: Boolean = false
  ): Svg =
    val weight = if isBold then List("font-weight" -> "600") else Nil
    val attributes = List("x" -> number(x), "y" -> number(y), "text-anchor" -> anchor.word, "fill" -> fill) ++ weight
    element("text", attributes*)(Text(text))

  /** At most two digits after the point, in every locale alike. */
  def number(value: Double): String =
    val text = String.format(Locale.ROOT, "%.2f", value)
    text.reverse.dropWhile(_ == '0').dropWhile(_ == '.').reverse

  def escape(text: String): String = text.flatMap {
    case '&'                                    => "&amp;"
    case '<'                                    => "&lt;"
    case '>'                                    => "&gt;"
    case '"'                                    => "&quot;"
    case c if c < ' ' && c != '\n' && c != '\t' => "\ufffd" // XML has no way to write it
    case c                                      => c.toString
  }
