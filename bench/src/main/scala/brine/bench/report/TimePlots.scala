package brine.bench.report

import brine.figures.{BarChart, Labels, LineChart, Measurement, Palette, Plot}
import brine.figures.BarChart.{Bar, Group, Values}
import brine.figures.Palette.Side

/** Times: of all contenders with one workload, and of each over a workload's sizes. */
object TimePlots:
  /** Whose times the others' are multiples of: the first that took part. */
  private val twins = List("hand-plain", "hand")

  def of(measurements: Vector[Measurement]): Vector[Plot] = ratios(measurements) ++ scaling(measurements)

  // ---- one workload

  private def ratios(measurements: Vector[Measurement]): Vector[Plot] =
    val charts = measurements.groupBy(m => (m.run, m.workload, m.among, m.direction)).toVector.sortBy(_._1)
    for
      ((run, workload, among, direction), some) <- charts
      twin <- twins.flatMap(name => some.find(_.contender == name)).headOption
    yield
      val where = if among == "alone" then "" else s", in $among"
      val title = s"$workload, $direction$where ($run)"
      val parts = List(run, workload, direction) ++ Option.when(among != "alone")(among)
      Plot(s"Times, $run", Labels.file(parts*) + ".svg", title, ratioChart(title, some, twin).render)

  private def ratioChart(title: String, some: Vector[Measurement], twin: Measurement): BarChart =
    val rows = some.map(m => (m.contender, m.times(twin))).sortBy((name, ratio) => (ratio.value, name))
    val groups = rows.map { (name, ratio) =>
      val shown = s"${Labels.short(ratio.value)}×"
      val range = Option.when(ratio.low < ratio.high && !ratio.high.isInfinite)((ratio.low, ratio.high))
      Group(name, Vector(Bar(ratio.value, Palette.side(name).colour, shown, range)))
    }
    val sides = Side.values.toVector.filter(side => some.exists(m => Palette.side(m.contender) == side))
    BarChart(
      title,
      s"time, as a multiple of ${twin.contender}'s",
      Values.Ratios,
      groups,
      sides.map(side => side.title -> side.colour)
    )

  // ---- over the sizes

  private def scaling(measurements: Vector[Measurement]): Vector[Plot] =
    val sized = measurements.filter(m => m.among == "alone" && m.size.exists(_ > 0))
    val charts = sized.groupBy(m => (m.run, m.kind, m.direction)).toVector.sortBy(_._1)
    for ((run, kind, direction), some) <- charts if some.map(_.size).distinct.length > 1 yield
      val title = s"$kind, $direction, over sizes ($run)"
      Plot(
        s"Scaling, $run",
        Labels.file(run, kind, direction, "scaling") + ".svg",
        title,
        scalingChart(title, some).render
      )

  private def scalingChart(title: String, some: Vector[Measurement]): LineChart =
    val colours = Palette.lines(some.map(_.contender))
    val lines = some.groupBy(_.contender).toVector.sortBy(_._1).map { (name, sizes) =>
      val points = sizes.flatMap(m => m.size.map(size => (size.toDouble, m.mean * 1000 / size))).sortBy(_._1)
      LineChart.Line(name, colours(name), Palette.side(name) == Side.Ours, points)
    }
    LineChart(title, "elements", "nanoseconds for each element", lines)
