package brine.bench.report

import brine.bench.record.{Group, Library, Setting}
import brine.figures.{Labels, Page}

/** The answer to the first question of another library's user: is Brine faster, by how much, and where is it not?
  *
  * A cell has the geometric mean of the library's times as multiples of Brine's over a group of workloads, in the
  * settings for untrusted input. It also has the number of workloads in which Brine takes less time.
  */
object RecordAnswer:
  private val directions = List("out", "in")

  def markdown(figures: RecordFigures): String =
    val head = "you use" :: Group.all.flatMap(group => directions.map(d => s"${group.name}, $d"))
    val names = Group.all.flatMap(_.peers).map(_.name).distinct
    Page.table(head, names.map(name => name :: Group.all.flatMap(cells(figures, _, name))))

  private def cells(figures: RecordFigures, group: Group, name: String): List[String] =
    val library = group.peers.find(_.name == name)
    directions.map(d => library.fold("")(cell(figures, group, _, d)))

  private def cell(figures: RecordFigures, group: Group, library: Library, direction: String): String =
    val ratios =
      figures.workloads(group).flatMap(figures.ratio(group, library, Setting.Safe, _, direction)).map(_.value)
    if ratios.isEmpty then ""
    else
      val mean = math.exp(ratios.map(math.log).sum / ratios.length)
      s"${Labels.short(mean)}, ${ratios.count(_ > 1)} of ${ratios.length}"
