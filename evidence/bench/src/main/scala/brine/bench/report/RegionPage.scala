package brine.bench.report

import brine.figures.{Labels, Measurement, RawFile}
import brine.bench.Contenders
import brine.bench.regions.TreeForm
import java.nio.file.{Files, Path}

/** `regions-jdk….md`: trees in forms that are read where they lie, and in others; a table for each. The same figures
  * give the same page.
  */
object RegionPage:
  private final val ByHand = "hand-plain"
  private final val Objects = "objects"

  /** The figures of one tree, by form and by operation. */
  private final case class Section(workload: String, file: RawFile, times: Map[(String, String), Measurement]):
    def leaves: Int = workload.dropWhile(_ != ':').tail.toInt
    def forms: Vector[String] = TreeForm.all.toVector.filter(form => times.keysIterator.exists(_._1 == form))
    def time(form: String, work: String): Option[Measurement] = times.get((form, work))

  /** Writes a page for each JDK that is found in `folder/raw`. */
  def write(folder: Path): Vector[Path] =
    for (jdk, files) <- RawFile.byJdk(folder, "region-") yield
      val sections = files.flatMap(section).sortBy(s => (s.workload.takeWhile(_ != ':'), s.leaves))
      Files.writeString(folder.resolve(s"regions-$jdk.md"), page(jdk, sections))

  private def section(file: RawFile): Option[Section] =
    val all = List(Benchmarks.OfRegions, Benchmarks.OfVerifying, Benchmarks.OfTransfers).flatMap(file.measurements)
    all.headOption.map(first => Section(first.workload, file, all.map(m => (m.contender, m.direction) -> m).toMap))

  private def page(jdk: String, sections: Vector[Section]): String =
    val title = s"# Regions, JDK ${jdk.stripPrefix("jdk")}\n\n$introduction\n"
    val runs = RawFile.runs(sections.map(s => (s.workload, s.file.run)))
    val contenders = Contenders.table(sections.flatMap(_.forms).toSet)
    (title +: runs +: sections.map(table) :+ contenders).mkString("\n")

  private val introduction =
    """Made by `./dev bench report` of the figures in `raw`. `build` makes a form of a tree. `one leaf` reads the leaf
      |at the end of a random path, and `all leaves` sums all. Forms that cannot be read in place are unpickled for each
      |question. Times are nanoseconds, `build` and `all leaves` for each leaf. Ratios are to the streaming writer by
      |hand, and to the objects, with the range that the 99 % intervals of both allow. `verify` checks a whole region.
      |`transfer` is from heap to heap over the loopback, in microseconds: made here, sent, and read for a leaf in
      |another process. Less is better, except for `verify`.""".stripMargin

  private def table(s: Section): String =
    val head = "| | build, a leaf | to by hand | one leaf | all leaves, a leaf | to objects | bytes a leaf | " +
      "verify, GB/s | transfer |"
    val rows = s.forms.sortBy(form => s.time(form, "traverse").fold(Double.MaxValue)(_.mean)).map(row(s, _))
    (List(s"## ${s.workload}", "", head, "|---" + "|--:" * 8 + "|") ++ rows :+ "").mkString("\n")

  private def row(s: Section, form: String): String =
    val bytes = s.file.count(form, "bytes").filter(_ > 0)
    val build = if form == Objects then None else s.time(form, "build")
    def aLeaf(time: Option[Measurement]) = time.fold("")(m => Labels.short(m.mean * 1000 / s.leaves))
    def ratio(time: Option[Measurement], to: Option[Measurement]) =
      (for a <- time; b <- to yield a.times(b).text).getOrElse("")
    val verified = for time <- s.time(form, "verify"); size <- bytes yield Labels.short(size / time.mean / 1000)
    val cells = List(
      form,
      aLeaf(build),
      ratio(build, s.time(ByHand, "build")),
      s.time(form, "one").fold("")(m => Labels.short(m.mean * 1000)),
      aLeaf(s.time(form, "traverse")),
      ratio(s.time(form, "traverse"), s.time(Objects, "traverse")),
      bytes.fold("")(size => Labels.short(size.toDouble / s.leaves)),
      verified.getOrElse(""),
      s.time(form, "transfer").fold("")(m => Labels.short(m.mean))
    )
    cells.mkString("| ", " | ", " |")
