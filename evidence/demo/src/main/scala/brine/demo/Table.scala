package brine.demo

import java.util.Locale

/** One line of the table: the figures of one contender. */
final case class Row(contender: Contender, bytes: Long, out: Rounds.Timing, in: Rounds.Timing):
  def needsDeepStack: Boolean = out.stack == Stack.Deep || in.stack == Stack.Deep

/** The demo's result as text: figures, ratios to [[Contender.baseline]], and a note for each contender. */
object Table:
  private val columns =
    List("" -> 20, "bytes" -> 12, "out ms" -> 10, "in ms" -> 10, "bytes" -> 10, "out" -> 8, "in" -> 8)

  def render(rows: Vector[Row]): String =
    val baseline = rows.find(_.contender eq Contender.baseline)
    val ratioTitle = baseline.fold("")(row => " " * 55 + s"as a part of ${row.contender.name}")
    val lines = rows.map(row => line(row.contender.name :: figures(row) ::: baseline.fold(Nil)(ratios(row, _))))
    (Vector(ratioTitle, line(columns.map(_(0)))) ++ lines ++ Vector("") ++ rows.map(note)).mkString("\n")

  private def figures(row: Row): List[String] =
    List(String.format(Locale.ROOT, "%,d", row.bytes), decimal(1, row.out.millis), decimal(1, row.in.millis))

  private def ratios(row: Row, baseline: Row): List[String] =
    List(
      decimal(2, row.bytes.toDouble / baseline.bytes),
      decimal(2, row.out.millis / baseline.out.millis),
      decimal(2, row.in.millis / baseline.in.millis)
    )

  private def note(row: Row): String =
    val stack =
      if row.needsDeepStack then s"; overflows the default stack, so has one of ${Stack.deepBytes >> 30} GiB"
      else ""
    s"${row.contender.name}: ${row.contender.note}$stack"

  private def decimal(digits: Int, value: Double): String = String.format(Locale.ROOT, s"%,.${digits}f", value)

  private def line(cells: List[String]): String =
    val padded = cells.zip(columns).map { case (cell, (title, width)) =>
      if title.isEmpty then cell.padTo(width, ' ') else " " * (width - cell.length) + cell
    }
    padded.mkString.stripTrailing
