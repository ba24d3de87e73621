package brine.accel.bench

import brine.accel.Parameters
import brine.accel.model._
import brine.accel.sim._
import java.nio.file.Path

/** Which part of the accelerator does the work.
  *
  * @param units          units of the kind that are used, each on a graph of its own
  * @param reconstructors block reconstructors of each deserialization unit
  * @param isVanilla      units without parallelism inside ("Cereal Vanilla" in Fig. 10)
  */
final case class Setup(deserializes: Boolean, units: Int, reconstructors: Int, isVanilla: Boolean)

object Setup {

  /** All parallelism that one unit or eight units have. */
  def isBest(s: Setup): Boolean = !s.isVanilla && s.reconstructors == 4 && (s.units == 1 || s.units == 8)

  val all: Seq[Setup] = {
    val vanilla = for (out <- Seq(false, true); units <- Seq(1, 8)) yield Setup(out, units, 1, isVanilla = true)
    val serializers = Seq(1, 2, 4, 8).map(Setup(deserializes = false, _, 4, isVanilla = false))
    val deserializers = for (
      units <- Seq(1, 2, 4, 8); reconstructors <- Seq(1, 2, 4) if reconstructors == 4 || units == 1 || units == 8
    )
      yield Setup(deserializes = true, units, reconstructors, isVanilla = false)
    vanilla ++ serializers ++ deserializers
  }
}

/** Runs workloads on the simulated accelerator and counts cycles. Every result is compared with the plain model. */
final class CycleBench(p: Parameters, sim: Simulation) {
  private val host = new Host(sim, p)
  private val placement = Placement.Scattered(64L << 20) // so that rows of memory are hit as on a large heap

  def run(workload: Workload, setup: Setup): RawFigures.Row = {
    host.reset()
    sim.set("serial", if (setup.isVanilla) 1 else 0)
    sim.set("enabledReconstructors", setup.reconstructors)
    val arrays = Decoupled.serialize(workload.graph)
    val (cycles, before) =
      if (setup.deserializes) deserialize(workload, setup, arrays) else serialize(workload, setup, arrays)
    row(workload, setup, arrays, cycles, before)
  }

  private def serialize(workload: Workload, setup: Setup, arrays: DecoupledArrays): (Long, Seq[ChannelCounters]) = {
    val graph = workload.graph
    val descriptors = host.allocate(1 << 16)
    val work = (0 until setup.units).map { i =>
      host.newPage()
      val heap = Heap.build(graph, host.allocate(Heap.extent(graph, placement)), descriptors, placement, i)
      host.load(heap)
      (heap, host.areasFor(graph))
    }
    require(host.register(graph, work.head._1).forall(identity), "a class was refused")
    val before = sim.counters()
    val tags = work.map { case (heap, areas) => host.serialize(heap.address(graph.root), areas) -> areas }.toMap
    val (cycles, outcomes) = host.await(setup.units)
    for (o <- outcomes) {
      val found = if (o.status == "ok") host.arrays(tags(o.tag), o)
      else throw new IllegalStateException(s"${workload.name} ended with $o")
      require(
        found.values.sameElements(arrays.values) && found.references.buckets.sameElements(arrays.references.buckets) &&
          found.layouts.buckets.sameElements(arrays.layouts.buckets),
        s"unit ${o.unit} wrote other bytes than the model"
      )
    }
    (cycles, before)
  }

  private def deserialize(workload: Workload, setup: Setup, arrays: DecoupledArrays): (Long, Seq[ChannelCounters]) = {
    val work = (0 until setup.units).map { _ =>
      host.newPage()
      (host.store(arrays), (host.allocate(8 * arrays.imageSlots), 8 * arrays.imageSlots))
    }
    val before = sim.counters()
    work.foreach { case (areas, image) => host.deserialize(areas, image) }
    val (cycles, outcomes) = host.await(setup.units)
    require(outcomes.forall(_.status == "ok"), s"${workload.name} ended with ${outcomes.mkString(", ")}")
    val wanted = Decoupled.image(arrays)
    for ((_, image) <- work)
      require(host.readLongs(image._1, arrays.imageSlots).sameElements(wanted), "another image than the model's")
    (cycles, before)
  }

  private def row(
      workload: Workload,
      setup: Setup,
      arrays: DecoupledArrays,
      cycles: Long,
      before: Seq[ChannelCounters]
  ): RawFigures.Row = {
    val after = sim.counters()
    def sum(figure: ChannelCounters => Long): Long = after.map(figure).sum - before.map(figure).sum
    val stream =
      8L * arrays.values.length + Seq(arrays.references, arrays.layouts).map(a => a.buckets.length + a.ends.length).sum
    Seq(
      "workload" -> workload.name,
      "direction" -> (if (setup.deserializes) "in" else "out"),
      "units" -> setup.units,
      "reconstructors" -> setup.reconstructors,
      "vanilla" -> (if (setup.isVanilla) 1 else 0),
      "cycles" -> cycles,
      "objects" -> arrays.objects,
      "imageBytes" -> 8 * arrays.imageSlots,
      "streamBytes" -> stream,
      "readBytes" -> sum(_.readBytes),
      "writtenBytes" -> sum(_.writtenBytes),
      "requests" -> (sum(_.reads) + sum(_.writes)),
      "rowMisses" -> sum(_.rowMisses),
      "busyClocks" -> sum(_.busyClocks),
      "clocks" -> sum(_.clocks),
      "latencyClocks" -> sum(_.latencyClocks),
      "reads" -> sum(_.reads)
    )
  }
}

object CycleBench {

  /** The paper's design, and the same with requests of 64 bytes, which the 4 KB of Table I allow, and descriptors that
    * are kept.
    */
  private val designs = Seq(Parameters(), Parameters(blockBytes = 64, descriptors = 4))

  /** Choices beside workloads: a direction, or the design with wider blocks. */
  val choices: Seq[String] = Seq("in", "out", "wider")

  /** Measures the chosen workloads, directions and designs; all of them if none is named. */
  def measure(folder: Path, programs: Path, chosen: Seq[String]): Unit = {
    def wanted(among: Seq[String]) = { val some = among.filter(chosen.contains); if (some.isEmpty) among else some }
    val workloads = wanted(Workload.names).map(Workload(_))
    val how = Seq("simulator" -> RawFigures.version("verilator", "--version"), "clock" -> "1 GHz")
    var rows = Vector.empty[RawFigures.Row]
    for (direction <- wanted(Seq("in", "out")); design <- if (chosen.contains("wider")) designs.tail else designs) {
      rows ++= measureKind(programs, workloads, direction == "in", design)
      println(RawFigures.keep(folder, "accel-cycles", "./dev accel bench cycles", how, key, rows))
    }
  }

  /** The first fields of a row. */
  private val key = Seq("blockBytes", "descriptors", "workload", "direction", "units", "reconstructors", "vanilla")

  // A design with the units of one kind runs faster than one with both. Only the paper's design is measured in all
  // setups.
  private def measureKind(
      programs: Path,
      workloads: Seq[Workload],
      deserializes: Boolean,
      design: Parameters
  ): Seq[RawFigures.Row] = {
    val p = if (deserializes) design.copy(serializers = 1) else design.copy(deserializers = 1, reconstructors = 1)
    val setups = Setup.all.filter(s => s.deserializes == deserializes && (design == Parameters() || Setup.isBest(s)))
    val sim = Simulation.start(new AcceleratorTop(p), programs)
    try {
      val bench = new CycleBench(p, sim)
      for (workload <- workloads; setup <- setups) yield {
        val begin = System.nanoTime
        val row = Seq("blockBytes" -> p.blockBytes, "descriptors" -> p.descriptors) ++ bench.run(workload, setup)
        println(f"${row.map { case (k, v) => s"$k $v" }.mkString(", ")}; ${(System.nanoTime - begin) / 1e9}%.1f s")
        row
      }
    } finally sim.close()
  }

  /** Runs a workload once out and once in, on a small accelerator, and writes every signal to a file. */
  def waves(programs: Path, name: String, file: Path): Unit = {
    val p = Parameters(serializers = 1, deserializers = 1)
    val sim = Simulation.start(new AcceleratorTop(p), programs, waves = true)
    try {
      sim.trace(file)
      val bench = new CycleBench(p, sim)
      for (deserializes <- Seq(false, true))
        println(bench.run(Workload(name), Setup(deserializes, 1, p.reconstructors, isVanilla = false)))
    } finally sim.close()
  }
}
