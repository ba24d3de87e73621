package brine.figures

import java.nio.file.{Files, Path}

/** The accelerator in simulation, beside the figures of its paper: `accel.md`. */
object AcceleratorPage extends Page:
  import AcceleratorRuns.*

  def write(folder: Path): Vector[Path] = AcceleratorRuns.in(folder).toVector.map { runs =>
    val software = SoftwareTimes.in(folder)
    val sections =
      Vector(introduction, about(runs.figures, "Simulation")) ++ AcceleratorClock.in(folder).map(
        _.page(runs.cycleNanos)
      ) ++
        Vector(cycles(runs), parallelism(runs)) ++ AcceleratorUse.page(runs) ++ Vector(units(runs), bandwidth(runs)) ++
        AcceleratorUse.mixed(folder, runs) ++ AcceleratorChecks.in(folder) ++
        AcceleratorSpeedUps.page(runs, software) ++ AcceleratorArea.in(folder).map(_.page(runs, software)) :+
        plots(runs).map(_.markdown).mkString("\n\n") :+ differences
    Files.writeString(folder.resolve("accel.md"), sections.map(_.trim).mkString("", "\n\n", "\n"))
  }

  def plotsIn(folder: Path): Vector[Plot] = AcceleratorRuns.in(folder).toVector.flatMap(plots)

  private val introduction =
    """# The accelerator
      |
      |Made by `./dev accel bench` and `./dev bench report`. The accelerator is that of "A Specialized Architecture for
      |Object Serialization with Applications to Big Data Analytics" (Cereal), as [docs/accel](../accel/README.md)
      |describes it. Verilator simulates its RTL, and a DRAM model in the harness answers its requests
      |([ADR 59](../adr/0059-the-memory-model.md)). Every simulated result is compared with the plain model of the
      |format.
      |
      |*Out* is serialization and *in* is deserialization to an image. Each unit works on a separate graph, as in the
      |paper's measurements. *As described* is the design of the paper's text: memory requests of 32 bytes, and a type
      |descriptor that is read for each object. *Wider* is the same RTL with two other parameters. Its requests have 64
      |bytes, which fill the 4 KB that Table I gives for 64 entries, and each metadata manager keeps four type
      |descriptors.
      |
      |The graphs are smaller than those of the paper's Table II, since the simulator runs some ten thousand cycles a
      |second. They lie scattered over 64 MB for each unit, so that DRAM rows are hit as seldom as on a large
      |heap.""".stripMargin

  private[figures] def about(figures: Figures, title: String): String =
    (figures.heading(title).replaceFirst("^#", "##").replaceFirst(",.*", "") + "\n").trim

  private def shown(value: Option[Double], digits: Double => String = Labels.short(_)): String = value.fold("")(digits)
  private[figures] def percent(value: Double): String = Labels.short(100 * value) + " %"

  // ---- cycles

  private def cycles(runs: AcceleratorRuns): String =
    val rows =
      for w <- runs.workloads; out <- runs.find(w, Out, AsDescribed, 1) yield
        def of(direction: String, design: Design) = runs.find(w, direction, design, 1)
        Seq(w, Labels.plain(out.objects), Labels.plain(out.imageBytes), Labels.plain(out.streamBytes)) ++
          (for direction <- Seq(Out, In); design <- Seq(AsDescribed, Wider)
          yield of(direction, design).fold("")(r =>
            s"${Labels.short(r.cyclesAnObject)} (${Labels.short(r.cycles / r.imageBytes)})"
          ))
    val head = Seq("", "objects", "image bytes", "stream bytes", "out", "out, wider", "in", "in, wider")
    s"""## Cycles of one unit
       |
       |Cycles an object, in brackets cycles a byte of the image. The other units rest.
       |
       |""".stripMargin + Page.table(head, rows)

  // ---- Fig. 10, within a unit

  private def parallelism(runs: AcceleratorRuns): String =
    def rows(units: Int) =
      for w <- runs.workloads; vanilla <- runs.find(w, Out, AsDescribed, units, isVanilla = true) yield
        val vanillaIn = runs.find(w, In, AsDescribed, units, isVanilla = true)
        def in(reconstructors: Int) =
          for v <- vanillaIn; r <- runs.find(w, In, AsDescribed, units, reconstructors) yield v.cycles / r.cycles
        val out = runs.find(w, Out, AsDescribed, units).map(vanilla.cycles / _.cycles)
        Seq(
          w,
          Labels.short(vanilla.cyclesAnObject),
          shown(out),
          shown(vanillaIn.map(_.cyclesAnObject)),
          shown(in(1)),
          shown(in(2)),
          shown(in(4))
        )
    val head = Seq(
      "",
      "out, vanilla: cycles an object",
      "pipelined",
      "in, vanilla: cycles an object",
      "pipelined, 1 reconstructor",
      "2",
      "4"
    )
    s"""## Parallelism within a unit (Fig. 10)
       |
       |*Vanilla* is the unit without parallelism inside: one component works at a time, one memory request is
       |outstanding, and there is one reconstructor. The other columns are speedups over it. The paper's Fig. 10 has
       |these bars, but its text gives no number for them.
       |
       |One unit:
       |
       |""".stripMargin + Page.table(head, rows(1)) + "\nEight units at once:\n\n" + Page.table(head, rows(8))

  private def units(runs: AcceleratorRuns): String =
    val counts = Seq(2, 4, 8)
    val rows =
      for w <- runs.workloads yield w +: (for direction <- Seq(Out, In); n <- counts yield shown(for
        one <- runs.find(w, direction, AsDescribed, 1); all <- runs.find(w, direction, AsDescribed, n)
      yield all.gigabytes / one.gigabytes))
    val head = "" +: (for direction <- Seq(Out, In); n <- counts yield s"$direction, $n")
    s"""## One to eight units
       |
       |How many times as much the units do together as one of them.
       |
       |""".stripMargin + Page.table(head, rows)

  // ---- Fig. 11

  private def bandwidth(runs: AcceleratorRuns): String =
    def used(w: String, direction: String, design: Design) = runs.find(w, direction, design, 8)
    val columns = for direction <- Seq(Out, In); design <- Seq(AsDescribed, Wider) yield (direction, design)
    val micro = runs.workloads.filterNot(_ == "media")
    val rows =
      for w <- micro
      yield w +: columns.map((direction, design) => shown(used(w, direction, design).map(_.bandwidth), percent))
    def summary(name: String, f: Seq[Double] => Double, paper: (String, String)) =
      val own = columns.map((direction, design) => micro.flatMap(used(_, direction, design).map(_.bandwidth)))
      val cells = own.map(values => if values.isEmpty then "" else percent(f(values)))
      Seq(name +: cells, s"$name, the paper" +: Seq(paper._1, "", paper._2, ""))
    val all = rows ++ summary("mean", v => v.sum / v.length, "20.9 %" -> "31.1 %") ++ summary(
      "best",
      _.max,
      "74.5 %" -> "83.3 %"
    )
    val details =
      for w <- micro; (direction, design) <- columns; r <- used(w, direction, design)
      yield Seq(
        s"$w, $direction${if design == Wider then ", wider" else ""}",
        Labels.short(r.gigabytes),
        percent(r.busBusy),
        Labels.short(r.latency),
        percent(r.rowMisses)
      )
    s"""## Memory bandwidth (Fig. 11)
       |
       |Bytes that eight units request, as a share of 76.8 GB/s.
       |
       |""".stripMargin + Page.table(Seq("", "out", "out, wider", "in", "in, wider"), all) + halfBursts +
      Page.table(Seq("", "GB/s of images", "buses busy", "read latency, ns", "row misses"), details)

  private val halfBursts =
    """
      |A burst of DDR4 moves 64 bytes. A request of 32 bytes takes the whole burst unless the other half of the line is
      |requested in time, so the buses can be busier than the bytes tell. A row miss is a row that was opened, for 100
      |requests. The number can exceed 100, since reading and writing take turns, and either can close a row that the
      |other has opened for a request.
      |
      |""".stripMargin

  private def plots(runs: AcceleratorRuns): Vector[Plot] =
    val colours = Map(
      "out" -> Palette.Brine,
      "out, wider" -> Palette.LightBrine,
      "in" -> Palette.Peer,
      "in, wider" -> Palette.LightPeer
    )
    val groups =
      for w <- runs.workloads.filterNot(_ == "media") yield
        val bars =
          for
            direction <- Vector(Out, In); design <- Vector(AsDescribed, Wider); r <- runs.find(w, direction, design, 8)
          yield
            val name = if design == Wider then s"$direction, wider" else direction
            BarChart.Bar(100 * r.bandwidth, colours(name), percent(r.bandwidth))
        BarChart.Group(w, bars)
    val bandwidth = BarChart(
      "Memory bandwidth that eight units use",
      "% of 76.8 GB/s",
      groups,
      colours.toVector.sortBy(_._1)
    )
    val lines =
      for direction <- Vector(Out, In) yield
        val all = runs.workloads.filterNot(_ == "media")
        val palette = Palette.lines(all.map("peer-" + _))
        val curves = all.map(w =>
          LineChart.Line(
            w,
            palette("peer-" + w),
            false,
            Vector(1, 2, 4, 8).flatMap(n => runs.find(w, direction, AsDescribed, n).map(r => n.toDouble -> r.gigabytes))
          )
        ).filter(_.points.nonEmpty)
        val title = s"Images by 1 to 8 units, $direction"
        Option.when(curves.nonEmpty)(Plot(
          "The accelerator",
          s"accel-units-$direction.svg",
          title,
          LineChart(title, "units", "GB/s of images", curves).render
        ))
    Plot("The accelerator", "accel-bandwidth.svg", bandwidth.title, bandwidth.render) +: lines.flatten

  private val differences =
    """## Why they differ from the paper's
      |
      |- **The memory.** The paper took a DRAM model "similar to what is used in popular architectural simulators" and
      |  does not give its parameters. Ours has DDR4-2400's timing, refresh, banks, and turns between reading and
      |  writing ([ADR 59](../adr/0059-the-memory-model.md)).
      |- **Requests of 32 bytes.** DDR4 moves 64 bytes in a burst, so scattered requests of 32 bytes leave half of it
      |  unused. 64 outstanding reads of 32 bytes carry 29 GB/s if an answer takes 70 ns. Requests of 64 bytes, which
      |  Table I's 4 KB allow, double both.
      |- **Type descriptors.** In the paper's text the header manager waits for each object's size, which takes a read
      |  from memory. An object therefore costs at least a memory latency in one unit. Kept descriptors take that away.
      |- **Lists.** Each node's header, descriptor and fields are read one after the other, and the next node is known
      |  only then. No unit can be faster than these two or three latencies. The paper's mean and best are as far apart.
      |- **Eight units, in.** Eight images are written while 40 arrays are read. They meet in the same banks, so that
      |  four units use the memory better than eight.
      |- **Writing.** Deserialization writes every byte of the image and reads a fraction of it. Writes are not
      |  answered, so latency does not bound them.
      |- **The graphs.** The paper's figures of single graphs are not in its text. Means and maxima can be compared.
      |- **The clock.** The paper's 1 GHz is that of Synopsys' compiler. ABC sizes no cells across registers and knows
      |no placement.
      |  Sums of 40 to 48 bits and shifts of 64 bytes are the longest paths that are left.
      |- **Area.** The paper used TSMC's 40 nm cells and Synopsys' compiler. Ours are free cells by yosys, without a
      |  target for the clock, and scaled. Our header manager keeps 16 headers that it has read ahead, and the MAI has
      |  the reorder buffers of all units. The paper's class tables of 2 and 4 KB cannot hold 4,096 klass pointers of 48
      |  bits; ours do. [ADR 60](../adr/0060-deviations-from-the-paper.md) lists the differences of the
      |  design.""".stripMargin
