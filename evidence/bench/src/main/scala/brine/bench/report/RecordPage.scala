package brine.bench.report

import brine.bench.Contenders
import brine.bench.record.{Group, Setting}
import brine.figures.{Labels, Page, Plot}
import java.nio.file.{Files, Path}

/** `record-jdk….md`: the figures of `./dev bench record` with their intervals. The record's summary goes into
  * `README.md`, between two comments.
  */
object RecordPage extends Page:
  /** The beginning of the files in `raw`. */
  final val Prefix = "record-"

  def file(folder: Path): Path = folder.resolve(s"${Prefix}jdk${Runtime.version.feature}.md")

  def write(folder: Path): Vector[Path] =
    val all = RecordFigures.readAll(folder)
    val pages =
      for figures <- all yield Files.writeString(folder.resolve(s"$Prefix${figures.jdk}.md"), page(figures))
    all.headOption.foreach(RecordSummary.insert(_, folder.resolve("README.md")))
    pages

  /** One picture, of the JDK that `README.md` has. */
  def plotsIn(folder: Path): Vector[Plot] = RecordFigures.readAll(folder).take(1).map(RecordPlot.of)

  private def page(figures: RecordFigures): String =
    val title = s"# The record, JDK ${figures.jdk.stripPrefix("jdk")}\n\n$introduction\n"
    val tables =
      for
        group <- Group.all
        if figures.everySize(group).nonEmpty
        (part, i) <- parts.zipWithIndex
      yield
        val heading = if i == 0 then s"## ${group.name}\n\nThe contenders are ${group.about}.\n\n" else ""
        heading + table(figures, group, part)
    (title +: tables :+ figures.runs :+ Contenders.table(figures.contenders)).mkString("\n")

  private val parts = for setting <- Setting.values.toList; direction <- List("out", "in") yield (setting, direction)

  private val introduction =
    """Made by `./dev bench record` of the figures in `raw`. The column of Brine has microseconds, with the 99 %
      |interval. The other columns have times as multiples of Brine's in the same setting, with the range that both
      |intervals allow. More than 1 is slower than Brine. A cell is empty if the library cannot take the workload, or if
      |its run failed. The list at the end has the configuration behind each name; `-fast` and the like are the fastest
      |settings.""".stripMargin

  private def table(figures: RecordFigures, group: Group, part: (Setting, String)): String =
    val (setting, direction) = part
    val others = group.libraries.tail.filter(library =>
      figures.everySize(group).exists(figures.ratio(group, library, setting, _, direction).nonEmpty)
    )
    val rows = figures.everySize(group).flatMap { workload =>
      figures.time(workload, direction, group.ours.in(setting)).map { ours =>
        val (low, high) = ours.interval
        val micros = s"${Labels.short(ours.mean)} (${Labels.short(low.max(0))} to ${Labels.short(high)})"
        workload :: micros :: others.map(other =>
          figures.ratio(group, other, setting, workload, direction).fold("")(_.text)
        )
      }
    }
    val head = s"${setting.title}, $direction" :: s"${group.ours.in(setting)}, µs" :: others.map(_.in(setting))
    Page.table(head, rows)
