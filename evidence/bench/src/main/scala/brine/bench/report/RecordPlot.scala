package brine.bench.report

import brine.bench.record.{Group, Setting}
import brine.figures.{DotChart, Palette, Plot}

/** The record as dots: each library's time in its fastest setting, as a multiple of Brine's. */
object RecordPlot:
  def of(figures: RecordFigures): Plot =
    val all = for group <- Group.all.toVector; workload <- figures.workloads(group) yield (group, workload)
    val panels = Vector("out", "in").map(direction => DotChart.Panel(direction, ratios(figures, all, direction)))
    val rows =
      all.filter(row => panels.exists(_.ratios.keys.exists(_._1 == label(row._1, row._2)))) // without a dot, no row
    val drawn = panels.flatMap(_.ratios.keys.map(_._2)).toSet
    val names = rows.flatMap(_._1.libraries.map(_.name)).distinct.filter(drawn)
    val colours = Palette.lines(names)
    val title = s"Times of the fastest settings, as multiples of Brine's, JDK ${figures.jdk.stripPrefix("jdk")}"
    val chart = DotChart(
      title,
      "time to Brine's",
      rows.map(label(_, _)),
      names.map(name => name -> colours(name)),
      panels
    )
    Plot("The record", s"record-${figures.jdk}.svg", title, chart.render)

  private def label(group: Group, workload: String): String = s"${group.name}: $workload"

  private def ratios(
      figures: RecordFigures,
      rows: Vector[(Group, String)],
      direction: String
  ): Map[(String, String), Double] =
    val all =
      for
        (group, workload) <- rows
        library <- group.libraries.tail
        ratio <- figures.ratio(group, library, Setting.Fastest, workload, direction)
      yield (label(group, workload), library.name) -> ratio.value
    all.toMap
