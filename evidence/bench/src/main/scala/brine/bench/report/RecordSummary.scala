package brine.bench.report

import brine.bench.record.{Group, Setting}
import brine.figures.{Labels, Measurement, Page}
import java.nio.file.{Files, Path}

/** The record in one table: for each workload Brine's time, that of code by hand, and the fastest peer in each setting.
  */
object RecordSummary:
  final val Begin = "<!-- The record begins: ./dev bench record writes these lines. -->"
  final val End = "<!-- The record ends. -->"

  private val directions = List("out", "in")

  /** Replaces the lines between the two comments; a page without them is left as it is.
    *
    * @return the page, if it was written
    */
  def insert(figures: RecordFigures, readme: Path): Option[Path] =
    val text = if Files.exists(readme) then Files.readString(readme) else ""
    val (begin, end) = (text.indexOf(Begin), text.indexOf(End))
    Option.when(begin >= 0 && end > begin) {
      val before = text.take(begin + Begin.length)
      Files.writeString(readme, s"$before\n\n${markdown(figures)}\n${text.drop(end)}")
    }

  def markdown(figures: RecordFigures): String =
    val head = List(
      s"JDK ${figures.jdk.stripPrefix("jdk")}",
      "Brine's µs: out",
      "in",
      "by hand: out",
      "in",
      "fastest peer, fastest settings: out",
      "in",
      "fastest peer, safe settings: out",
      "in"
    )
    val rows = for group <- Group.all; workload <- figures.workloads(group) yield row(figures, group, workload)
    s"${measured(figures)}\n\n${Page.table(head, rows)}\n${RecordPlot.of(figures).markdown}\n"

  private def measured(figures: RecordFigures): String =
    val missing =
      for group <- Group.all; names = group.workloads.diff(figures.workloads(group)) if names.nonEmpty
      yield s"${group.name}: ${names.mkString(", ")}"
    val dates = s"Measured on ${figures.dates.mkString(", ")}."
    if missing.isEmpty then dates else s"$dates Figures are missing of:\n${missing.mkString("; ")}."

  private def row(figures: RecordFigures, group: Group, workload: String): List[String] =
    def ours(direction: String) =
      val settings = List(Setting.Fastest, Setting.Safe)
      settings.flatMap(s => figures.time(workload, direction, group.ours.in(s))).headOption.fold("")(m =>
        Labels.short(m.mean)
      )
    def byHand(direction: String) =
      group.byHand.flatMap(figures.ratio(group, _, Setting.Fastest, workload, direction)).fold("")(shown(_, None))
    def peer(setting: Setting)(direction: String) =
      figures.fastest(group, setting, workload, direction).fold("")((peer, ratio) => shown(ratio, Some(peer.name)))
    val cells = List(ours, byHand, peer(Setting.Fastest), peer(Setting.Safe))
    s"${group.name}: $workload" :: cells.flatMap(cell => directions.map(cell))

  /** Bold if the other is ahead by more than both intervals. */
  private def shown(ratio: Measurement.Ratio, name: Option[String]): String =
    val text = (Labels.short(ratio.value) +: name.toList).mkString(" ")
    if ratio.high < 1 then s"**$text**" else text
