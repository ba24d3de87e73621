package brine.bench.report

import brine.bench.record.{Group, Setting}
import brine.figures.{Labels, Measurement, Page}
import java.nio.file.{Files, Path}

/** The record in one table: for each workload Brine's time, that of code by hand, and the fastest peer in each setting.
  */
object RecordSummary:
  private val directions = List("out", "in")

  /** Replaces the lines between two comments: those of the answer, and those of the record. A page without them is left
    * as it is.
    */
  def insert(figures: RecordFigures, readme: Path): Unit =
    if Files.exists(readme) then
      val answered = between("answer", RecordAnswer.markdown(figures), Files.readString(readme))
      Files.writeString(readme, between("record", markdown(figures), answered)): Unit

  def between(name: String, lines: String, page: String): String =
    val begin = s"<!-- The $name begins: ./dev bench record writes these lines. -->"
    val (from, until) = (page.indexOf(begin), page.indexOf(s"<!-- The $name ends. -->"))
    if from < 0 || until < from then page else s"${page.take(from)}$begin\n\n$lines\n${page.drop(until)}"

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
