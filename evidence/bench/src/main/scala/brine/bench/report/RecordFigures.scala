package brine.bench.report

import brine.bench.record.{Group, Library, Setting}
import brine.figures.{Measurement, RawFile}
import java.nio.file.Path

/** The figures of the record on one JDK. */
final class RecordFigures(val jdk: String, files: Vector[RawFile]):
  private val times: Map[(String, String, String), Measurement] =
    val all = files.flatMap(_.measurements(Benchmarks.OfPickles)).filter(_.among == "alone")
    all.map(m => (m.workload, m.direction, m.contender) -> m).toMap

  private val measured: Set[String] = times.keySet.map(_._1)

  def time(workload: String, direction: String, contender: String): Option[Measurement] =
    times.get((workload, direction, contender))

  /** A library's time as a multiple of that of the group's first. */
  def ratio(
      group: Group,
      library: Library,
      setting: Setting,
      workload: String,
      direction: String
  ): Option[Measurement.Ratio] =
    for
      ours <- time(workload, direction, group.ours.in(setting))
      other <- time(workload, direction, library.in(setting))
    yield other.times(ours)

  /** The workloads of a group that have figures of its first library, at the record's size. */
  def workloads(group: Group): List[String] = group.workloads.filter(has(group, _))

  /** The workloads of a group at every size, as far as they have such figures. */
  def everySize(group: Group): List[String] = group.sizes.filter(has(group, _))

  private def has(group: Group, workload: String): Boolean =
    measured(workload) && Setting.values.exists(s => time(workload, "out", group.ours.in(s)).nonEmpty)

  /** The peer that takes the least time, and its ratio. */
  def fastest(
      group: Group,
      setting: Setting,
      workload: String,
      direction: String
  ): Option[(Library, Measurement.Ratio)] =
    val all = for peer <- group.peers; r <- ratio(group, peer, setting, workload, direction) yield (peer, r)
    all.minByOption((_, ratio) => ratio.value)

  /** The names of the groups' contenders that have figures. */
  def contenders: Set[String] = times.keySet.map(_._3) & Group.all.flatMap(_.contenders).toSet

  /** The dates of the figures at the record's size. */
  def dates: Vector[String] =
    val recorded = Group.all.flatMap(_.workloads).toSet
    files.filter(file => recorded(workloadOf(file))).flatMap(_.runs).map(_.date).distinct.sorted

  /** A section with the dates and settings of all measurements. */
  def runs: String =
    RawFile.runs(for file <- files; run <- file.runs yield workloadOf(file) -> run)

  private def workloadOf(file: RawFile): String =
    file.measurements(Benchmarks.OfPickles).headOption.fold(file.name)(_.workload)

object RecordFigures:
  /** Those of each JDK that has figures in `folder/raw`. */
  def readAll(folder: Path): Vector[RecordFigures] =
    RawFile.byJdk(folder, RecordPage.Prefix).map((jdk, files) => new RecordFigures(jdk, files))
