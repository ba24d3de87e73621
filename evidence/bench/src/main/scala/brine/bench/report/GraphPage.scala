package brine.bench.report

import brine.figures.{Labels, Measurement, RawFile}
import brine.bench.{Configuration, Contenders}
import brine.bench.workloads.Workload
import java.nio.file.{Files, Path}

/** `graphs-jdk….md`: the measurements of graphs, a table for each, and above them Brine's graph format beside the
  * others. The same figures give the same page.
  */
object GraphPage:
  private final val Binary = "brine"
  private final val Graph = "brine-graph"
  private final val ByTwo = "brine-graph-two"

  /** One graph by one contender in one run: times by direction and medium, sizes by name; both as far as they were
    * measured.
    */
  private final case class Row(contender: String, times: Map[(String, String), Measurement], sizes: Map[String, Long]):
    def isPeer: Boolean = !contender.startsWith("brine") && !contender.startsWith("hand")

  /** `own`: the measurements of Brine's formats in a separate run (`./dev bench own`). */
  private final case class Section(
      workload: String,
      runs: Vector[RawFile.Run],
      rows: Vector[Row],
      own: Vector[Row] = Vector.empty
  ):
    def row(contender: String): Option[Row] = rows.find(_.contender == contender)
    def ownRow(contender: String): Option[Row] = own.find(_.contender == contender).orElse(row(contender))
    def peers: Vector[Row] = rows.filter(_.isPeer)

    def withOwn(other: Option[Section]): Section = other.fold(this)(o => copy(runs = runs ++ o.runs, own = o.rows))

  /** Writes a page for each JDK that is found in `folder/raw`. */
  def write(folder: Path): Vector[Path] =
    for (jdk, files) <- RawFile.byJdk(folder, "graph-") yield
      val (own, all) = files.partition(_.name.endsWith(s"-own-$jdk"))
      val ofAll = all.flatMap(section)
      val (beside, alone) = own.flatMap(section).partition(o => ofAll.exists(_.workload == o.workload))
      val sections = ofAll.map(s => s.withOwn(beside.find(_.workload == s.workload))) ++ alone
      Files.writeString(folder.resolve(s"graphs-$jdk.md"), page(jdk, sections.sortBy(s => order.indexOf(s.workload))))

  private val order = for kind <- Workload.graphs; size <- kind.sizes yield s"${kind.name}:$size"

  private def section(file: RawFile): Option[Section] =
    val times = file.measurements(Benchmarks.OfGraphs)
    times.headOption.map { first =>
      val rows = times.groupBy(_.contender).map { (name, some) =>
        val sizes = for of <- List("bytes", "gzipped", "zstd"); size <- file.count(name, of) yield of -> size
        Row(name, some.map(m => (m.direction, m.medium) -> m).toMap, sizes.toMap)
      }
      Section(first.workload, Vector(file.run), rows.toVector)
    }

  // ---- the page

  private def page(jdk: String, sections: Vector[Section]): String =
    val title = s"# Graphs, JDK ${jdk.stripPrefix("jdk")}\n\n$introduction\n"
    val runs = RawFile.runs(sections.flatMap(s => s.runs.map(s.workload -> _)))
    val contenders = Contenders.table(sections.flatMap(s => s.rows ++ s.own).map(_.contender).toSet)
    (title +: summary(sections) +: runs +: sections.map(table) :+ contenders).mkString("\n")

  private val introduction =
    """Made by `./dev bench report` of the figures in `raw`. Every contender keeps references. Times are microseconds,
      |`out` and `in` in memory, `to file` and `from file` with a file in the page cache. (Brine's figures for files are
      |those of `./dev bench own`, which measures reading by two threads, too.) Ratios come with the range that the 99 %
      |intervals of both times allow. Less is better. `binary` is `brine`, with a header and a checksum as the graph
      |format has them. The workloads are described in [graphs.md](graphs.md).
      |
      |† in a thread with a large stack: the contender recurses, and its documentation has no other way for a graph so
      |deep.""".stripMargin

  private def summary(sections: Vector[Section]): String =
    val head = List(
      "in, to binary",
      "in by two threads, to binary",
      "in, to the fastest peer",
      "in, to Fory",
      "out, to the fastest peer",
      "file out, to memory",
      "file in, to memory",
      "bytes, to binary",
      "bytes, to the smallest peer",
      "zstd, to binary"
    )
    val rows =
      for s <- sections; graph <- s.row(Graph) yield (s.workload +: against(s, graph)).mkString("| ", " | ", " |")
    List(
      "## Brine's graph format beside the others",
      "",
      head.mkString("| | ", " | ", " |"),
      "|---" + "|--:" * head.length + "|",
      rows.mkString("\n"),
      ""
    ).mkString("\n")

  private def against(s: Section, graph: Row): List[String] =
    val binary = s.row(Binary)
    def fastest(rows: Vector[Row], direction: String) =
      rows.filter(_.times.contains((direction, "memory"))).minByOption(_.times((direction, "memory")).mean)
    def smallest = s.peers.filter(_.sizes.contains("bytes")).minByOption(_.sizes("bytes"))
    List(
      binary.fold("")(ratio(graph, _, "in")),
      s.ownRow(Binary).zip(s.ownRow(ByTwo)).fold("")((one, two) => ratio(two, one, "in")),
      named(fastest(s.peers, "in"))(ratio(graph, _, "in")),
      fastest(s.peers.filter(_.contender.startsWith("fory")), "in").fold("")(ratio(graph, _, "in")),
      named(fastest(s.peers, "out"))(ratio(graph, _, "out")),
      s.ownRow(Graph).fold("")(toMemory(_, "out")),
      s.ownRow(Graph).fold("")(toMemory(_, "in")),
      binary.fold("")(size(graph, _, "bytes")),
      named(smallest)(size(graph, _, "bytes")),
      binary.fold("")(size(graph, _, "zstd"))
    )

  private def named(row: Option[Row])(figure: Row => String): String = row.fold("")(r => s"${figure(r)} ${r.contender}")

  private def ratio(row: Row, to: Row, direction: String): String = ratio(row, to, direction, "memory", "memory")
  private def toMemory(row: Row, direction: String): String = ratio(row, row, direction, "file", "memory")

  private def ratio(row: Row, to: Row, direction: String, medium: String, toMedium: String): String =
    val shown =
      for time <- row.times.get((direction, medium)); other <- to.times.get((direction, toMedium))
      yield time.times(other).text
    shown.getOrElse("")

  private def size(row: Row, to: Row, of: String): String =
    val shown = for size <- row.sizes.get(of); other <- to.sizes.get(of) yield Labels.short(size.toDouble / other)
    shown.getOrElse("")

  private def table(s: Section): String =
    val head = "| | out | to binary | in | to binary | to file | from file | bytes | gzipped | zstd |"
    val measured =
      s.rows.sortBy(r => (r.times.get(("in", "memory")).fold(Double.MaxValue)(_.mean), r.contender)).map(line(s, _))
    val absent = Contenders.ofGraphs.filter(c => s.row(c.name).isEmpty)
    val missing = absent.map(c => s"| ${c.name} | ${reason(c, s.workload)} |${" |" * 8}")
    (List(s"## ${s.workload}", "", head, "|---" + "|--:" * 9 + "|") ++ measured ++ missing :+ "").mkString("\n")

  private def line(s: Section, row: Row): String =
    def micros(direction: String) = row.times.get((direction, "memory")).fold("")(m => Labels.short(m.mean))
    def toBinary(direction: String) = s.row(Binary).fold("")(ratio(row, _, direction))
    val deep = if Contenders.isOnDeepStack(row.contender, Workload(s.workload)) then " †" else ""
    val bytes =
      List("bytes", "gzipped", "zstd").map(of => row.sizes.get(of).fold("")(size => Labels.plain(size.toDouble)))
    def filed(direction: String) =
      s.ownRow(row.contender).flatMap(_.times.get((direction, "file"))).fold("")(m => Labels.short(m.mean))
    val cells = List(
      row.contender + deep,
      micros("out"),
      toBinary("out"),
      micros("in"),
      toBinary("in"),
      filed("out"),
      filed("in")
    )
    (cells ++ bytes).mkString("| ", " | ", " |")

  /** Nobody drops out unseen. */
  private def reason(configuration: Configuration, workload: String): String =
    configuration.contender(Workload(workload)).fold(identity, _ => "no figures: it was not asked, or failed")
