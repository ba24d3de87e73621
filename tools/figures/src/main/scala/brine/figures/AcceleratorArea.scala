package brine.figures

import java.nio.file.Path

/** The area of the accelerator by synthesis, and its energy as an estimate: Table V and Fig. 17 of the paper. */
private[figures] final class AcceleratorArea(figures: Figures):
  import AcceleratorArea.*
  import AcceleratorRuns.*

  private final case class Part(row: String, count: Double, gates: Double, memoryBits: Double):
    def each: Double = gates * GateMicrometres / 1e6 + memoryBits * BitMicrometres / 1e6

  private val parts: Vector[Part] = figures.rows.map { r =>
    Part(r.path("row").asText, r.path("count").asDouble, r.path("gates").asDouble, r.path("memoryBits").asDouble)
  }

  private val total: Double = parts.map(p => p.count * p.each).sum

  def page(runs: AcceleratorRuns, software: SoftwareTimes): String =
    (Vector(
      AcceleratorPage.about(figures, "Area").replaceFirst("^## Area", "## Area (Table V)"),
      explanation,
      table
    ) ++ energy(runs, software)).mkString("\n\n")

  private val explanation =
    s"""yosys maps the whole accelerator, module by module, to the cells of the file. A gate is the area of a NAND
       |gate of two inputs. In
       |40 nm it is taken as $GateMicrometres µm², that of TSMC's, which assumes that cells scale alike; wires and
       |clock trees are not counted.
       |Memories that a compiler would make, which are the class tables, are counted as $BitMicrometres µm² a bit, a
       |cell of 40 nm with twice its
       |area for the rest. The MAI's row includes the units' ports with their reorder buffers. Rows without a figure
       |of the paper's are what
       |lies between its components: the crossbar from units to memory channels, queues, and the control of
       |units.""".stripMargin

  private def table: String =
    val rows =
      for name <- parts.map(_.row).distinct yield
        val own = parts.filter(_.row == name)
        val gates = own.map(p => p.count * p.gates).sum
        val bits = own.map(p => p.count * p.memoryBits).sum
        val theirs = paper.get(name)
        Seq(
          name,
          Labels.plain(math.rint(gates / 1000)),
          if bits == 0 then "" else Labels.plain(math.rint(bits / 8192)),
          millimetres(own.map(p => p.count * p.each).sum),
          theirs.fold("")(millimetres)
        )
    val sum = Seq(
      "total",
      Labels.plain(math.rint(parts.map(p => p.count * p.gates).sum / 1000)),
      Labels.plain(math.rint(parts.map(p => p.count * p.memoryBits).sum / 8192)),
      millimetres(total),
      millimetres(PaperMillimetres)
    )
    Page.table(Seq("all units of", "thousand gates", "memory, KB", "mm² in 40 nm", "the paper, mm²"), rows :+ sum).trim

  private def millimetres(value: Double): String = String.format(java.util.Locale.ROOT, "%.3f", value)

  // ---- Fig. 17

  private def energy(runs: AcceleratorRuns, software: SoftwareTimes): Vector[String] =
    val measured = runs.workloads.filter(w => w != "media" && software.has(w))
    val power = PaperMilliwatts / PaperMillimetres * total / 1000 // watts
    val rows =
      for
        w <- measured; direction <- Vector(Out, In);
        nanos <- AcceleratorSpeedUps.loadedNanos(runs, software, w, direction, AsDescribed)
      yield
        val own = nanos * power / 8
        def times(time: Option[Double]) = time.fold("")(t => Labels.short(t * CoreWatts / own))
        Seq(
          s"$w, $direction",
          Labels.short(own / 1e6),
          times(software.nanos(w, SoftwareTimes.Java, direction)),
          times(software.kryo(w, direction))
        )
    val theirs =
      Seq(Seq("the paper, Spark, out", "", "313.6", "225.5"), Seq("the paper, Spark, in", "", "165.4", "82.3"))
    val perMillimetre = Labels.short(PaperMilliwatts / PaperMillimetres)
    Option.when(rows.nonEmpty)(
      s"""## Energy (Fig. 17)
         |
         |An estimate with these assumptions. The accelerator takes the paper's power for each mm², $perMillimetre mW,
         |so ${Labels.short(power)} W in all, and a graph takes an eighth of it while eight units work. A thread takes
         |an eighth of the 140 W of the paper's processor of eight cores. Memory is left out on both sides. `java` and
         |`kryo` are software's energy divided by the accelerator's.
         |
         |""".stripMargin + Page.table(Seq("", "mJ", "java", "kryo"), rows ++ theirs)
    ).toVector

private[figures] object AcceleratorArea:
  /** A NAND gate of two inputs in TSMC's 40 nm library. */
  private final val GateMicrometres = 0.71

  private final val BitMicrometres = 0.6
  private final val PaperMillimetres = 3.857
  private final val PaperMilliwatts = 1231.6
  private final val CoreWatts = 140.0 / 8

  /** All units of each, in mm². */
  private val paper = Map(
    "Header manager" -> 0.024,
    "Reference array writer" -> 0.104,
    "Object metadata manager" -> 0.112,
    "Object handler" -> 0.224,
    "Layout manager" -> 0.16,
    "Block manager" -> 1.736,
    "Block reconstructor" -> 0.352,
    "TLB" -> 0.282,
    "MAI" -> 0.161,
    "Class ID Table" -> 0.23,
    "Class Pointer Table" -> 0.473
  )

  def in(folder: Path): Option[AcceleratorArea] =
    Figures.readAll(folder, AcceleratorRuns.Areas).lastOption.map(new AcceleratorArea(_))
