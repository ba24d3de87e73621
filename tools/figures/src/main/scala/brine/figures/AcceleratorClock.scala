package brine.figures

import java.nio.file.Path

/** The clock that the accelerator's parts reach, by yosys and OpenSTA (`./dev accel bench clock`). */
private[figures] final class AcceleratorClock(figures: Figures):
  private final case class Slowest(nanos: Double, from: String, to: String)

  private final case class Part(name: String, isUnit: Boolean, inside: Slowest, arriving: Double, leaving: Double)

  private val parts: Vector[Part] = figures.rows.map { r =>
    val inside = Slowest(r.path("insideNanos").asDouble, r.path("insideFrom").asText, r.path("insideTo").asText)
    Part(
      r.path("module").asText,
      r.path("isUnit").asInt == 1,
      inside,
      r.path("arrivingNanos").asDouble,
      r.path("leavingNanos").asDouble
    )
  }

  /** The slowest of the parts that make the clock, if one was measured. */
  private val limit: Option[Part] = parts.filter(_.isUnit).maxByOption(_.inside.nanos)

  /** @param simulated the nanoseconds of a cycle in the simulations */
  def page(simulated: Double): String =
    Vector(AcceleratorPage.about(figures, "Clock"), text(simulated), table).mkString("\n\n")

  private def text(simulated: Double): String =
    val critical = limit.fold("") { part =>
      val nanos = part.inside.nanos
      val isSimulated = math.abs(simulated / nanos - 1) < 0.01
      val times =
        if isSimulated then "All times on this page use this cycle, and the memory keeps its own clock."
        else s"The times on this page are older: they use a cycle of ${AcceleratorClock.two(simulated)} ns."
      s"""
         |
         |**The clock is ${Labels.short(1000 / nanos)} MHz**, a cycle of ${AcceleratorClock.two(
          nanos
        )} ns. The critical path is in
         |`${part.name}`, from `${part.inside.from}` to `${part.inside.to}`. $times
         |The paper's clock is 1 GHz, by Synopsys' compiler in 40 nm.""".stripMargin
    }
    s"""yosys maps each part, flat and for the target, to the cells of the file. OpenSTA times the netlist. Wires are
       |estimates by
       |fan-out, without a placement. *Inside* is the slowest path from a register to a register. *Arriving* is the
       |slowest from an input to a register, and *leaving* from a register to an output. Where two parts meet, leaving
       |and arriving share a cycle. The last parts make the clock; the others are timed alone to show where its limits
       |are. The tables of classes are memories, whose access time is not in the file.$critical""".stripMargin.trim

  private def table: String =
    val rows = parts.sortBy(p => (p.isUnit, -p.inside.nanos)).map { p =>
      def nanos(time: Double) = if time == 0 then "" else AcceleratorClock.two(time)
      Seq(
        if p.isUnit then s"**${p.name}**" else p.name,
        nanos(p.inside.nanos),
        Labels.short(1000 / p.inside.nanos),
        nanos(p.arriving),
        nanos(p.leaving),
        s"`${p.inside.from}`",
        s"`${p.inside.to}`"
      )
    }
    Page.table(Seq("", "inside, ns", "MHz", "arriving, ns", "leaving, ns", "from", "to"), rows).trim

private[figures] object AcceleratorClock:
  private def two(value: Double): String = String.format(java.util.Locale.ROOT, "%.2f", value)

  def in(folder: Path): Option[AcceleratorClock] =
    Figures.readAll(folder, "accel-clock").lastOption.map(new AcceleratorClock(_))
