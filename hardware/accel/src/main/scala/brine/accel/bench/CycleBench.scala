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
  * @param forUse         images have addresses for references, and klass pointers for class numbers
  */
final case class Setup(
    deserializes: Boolean,
    units: Int,
    reconstructors: Int,
    isVanilla: Boolean,
    forUse: Boolean = false
)

object Setup {

  /** All parallelism that one unit or eight units have. */
  def isBest(s: Setup): Boolean = !s.isVanilla && s.reconstructors == 4 && (s.units == 1 || s.units == 8)

  val forUse: Seq[Setup] = Seq(1, 8).map(Setup(deserializes = true, _, 4, isVanilla = false, forUse = true))

  val all: Seq[Setup] = {
    val vanilla = for (out <- Seq(false, true); units <- Seq(1, 8)) yield Setup(out, units, 1, isVanilla = true)
    val serializers = Seq(1, 2, 4, 8).map(Setup(deserializes = false, _, 4, isVanilla = false))
    val deserializers = for (
      units <- Seq(1, 2, 4, 8); reconstructors <- Seq(1, 2, 4) if reconstructors == 4 || units == 1 || units == 8
    )
      yield Setup(deserializes = true, units, reconstructors, isVanilla = false)
    vanilla ++ serializers ++ deserializers ++ forUse
  }
}

/** Runs workloads on the simulated accelerator and counts cycles. Every result is compared with the plain model. */
final class CycleBench(p: Parameters, sim: Simulation, picoseconds: Long = 1000) {
  private val host = new Host(sim, p)
  sim.clock(picoseconds)
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
    val classes = workload.graph.classes.map(_.number)
    def klass(number: Long) = (1L << 40) + 32 * number
    if (setup.forUse)
      require(host.register(classes.map(n => n -> klass(n)), registry = 0).forall(identity), "a class was refused")
    val before = sim.counters()
    work.foreach { case (areas, image) =>
      host.deserialize(areas, image, if (setup.forUse) Some(Use(image._1, registry = 0)) else None)
    }
    val (cycles, outcomes) = host.await(setup.units)
    require(outcomes.forall(_.status == "ok"), s"${workload.name} ended with ${outcomes.mkString(", ")}")
    for ((_, image) <- work) {
      val wanted =
        if (setup.forUse) Decoupled.image(arrays, image._1, klass, hasMarks = false) else Decoupled.image(arrays)
      require(host.readLongs(image._1, arrays.imageSlots).sameElements(wanted), "another image than the model's")
    }
    (cycles, before)
  }

  /** All units of both kinds at once. Serializations run once in each unit. Deserializations of the same graph follow
    * each other until the last serialization ends.
    */
  def mixed(workload: Workload): RawFigures.Row = {
    host.reset()
    val graph = workload.graph
    val arrays = Decoupled.serialize(graph)
    val descriptors = host.allocate(1 << 16)
    val out = (0 until p.serializers).map { i =>
      host.newPage()
      val heap = Heap.build(graph, host.allocate(Heap.extent(graph, placement)), descriptors, placement, i)
      host.load(heap)
      (heap, host.areasFor(graph))
    }
    require(host.register(graph, out.head._1).forall(identity), "a class was refused")
    val in = (0 until p.deserializers).map { _ =>
      host.newPage()
      (host.store(arrays), (host.allocate(8 * arrays.imageSlots), 8 * arrays.imageSlots))
    }
    val before = sim.counters()
    val serializations =
      out.map { case (heap, areas) => host.serialize(heap.address(graph.root), areas) -> areas }.toMap
    val images = scala.collection.mutable.Map.from(in.map(work => host.deserialize(work._1, work._2) -> work))
    var cycles = 0L
    var running = out.size
    var rebuilt = 0
    while (running > 0) {
      val (passed, outcomes) = host.await(1)
      cycles += passed
      for (o <- outcomes) {
        require(o.status == "ok", s"${workload.name} ended with $o")
        if (serializations.contains(o.tag)) {
          running -= 1
          require(host.arrays(serializations(o.tag), o).values.sameElements(arrays.values), "other values")
        } else {
          val work = images.remove(o.tag).get
          rebuilt += 1
          if (running > 0) images(host.deserialize(work._1, work._2)) = work
        }
      }
    }
    val setup = Setup(deserializes = false, out.size, p.reconstructors, isVanilla = false)
    val result = row(workload, setup, arrays, cycles, before)
    val (_, rest) = host.await(images.size)
    require(rest.forall(_.status == "ok"), s"${workload.name} ended with ${rest.mkString(", ")}")
    val wanted = Decoupled.image(arrays)
    for ((_, image) <- in)
      require(host.readLongs(image._1, arrays.imageSlots).sameElements(wanted), "another image than the model's")
    result.filterNot(_._1 == "direction") ++ Seq("rebuilt" -> rebuilt)
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
      "forUse" -> (if (setup.forUse) 1 else 0),
      "picoseconds" -> picoseconds,
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

  /** The same with another number of klass pointers that a reconstructor keeps. */
  private val otherMemories = for (d <- designs) yield d.copy(rememberedClasses = 1)

  /** Choices beside workloads: a direction, the design with wider blocks, or one remembered class. */
  val choices: Seq[String] = Seq("in", "out", "wider", "one-class")

  /** Measures the chosen workloads, directions and designs; all of them if none is named. */
  def measure(folder: Path, programs: Path, chosen: Seq[String]): Unit = {
    def wanted(among: Seq[String]) = { val some = among.filter(chosen.contains); if (some.isEmpty) among else some }
    val workloads = wanted(Workload.names).map(Workload(_))
    val picoseconds = ClockBench.picoseconds(folder)
    val some = if (chosen.contains("wider")) 1 else 0
    for (direction <- wanted(Seq("in", "out"))) {
      val own = if (chosen.contains("one-class")) Nil else designs.drop(some)
      for (design <- if (direction == "in") own ++ otherMemories.drop(some) else own) {
        val rows = measureKind(programs, workloads, direction == "in", design, picoseconds)
        println(RawFigures.keep(folder, "accel-cycles", "./dev accel bench cycles", how(picoseconds), key, rows))
      }
    }
  }

  private def how(picoseconds: Long) = Seq(
    "simulator" -> RawFigures.version("verilator", "--version"),
    "cycle" -> s"$picoseconds ps, the clock that was reached"
  )

  /** Measures all units of both kinds at once. */
  def measureMixed(folder: Path, programs: Path, chosen: Seq[String]): Unit = {
    val p = Parameters()
    val picoseconds = ClockBench.picoseconds(folder)
    val sim = Simulation.start(new AcceleratorTop(p), programs)
    try {
      val bench = new CycleBench(p, sim, picoseconds)
      for (name <- if (chosen.isEmpty) Workload.names else chosen) {
        val row = bench.mixed(Workload(name))
        println(row.map { case (k, v) => s"$k $v" }.mkString(", "))
        val command = "./dev accel bench mixed"
        println(RawFigures.keep(folder, "accel-mixed", command, how(picoseconds), Seq("workload"), Seq(row)))
      }
    } finally sim.close()
  }

  /** The first fields of a row. */
  private val key = Seq(
    "blockBytes",
    "descriptors",
    "rememberedClasses",
    "workload",
    "direction",
    "units",
    "reconstructors",
    "vanilla",
    "forUse"
  )

  // A design with the units of one kind runs faster than one with both. Only the paper's design is measured in all
  // setups.
  private def measureKind(
      programs: Path,
      workloads: Seq[Workload],
      deserializes: Boolean,
      design: Parameters,
      picoseconds: Long
  ): Seq[RawFigures.Row] = {
    val p = if (deserializes) design.copy(serializers = 1) else design.copy(deserializers = 1, reconstructors = 1)
    val setups =
      if (otherMemories.contains(design)) Setup.forUse
      else Setup.all.filter(s => s.deserializes == deserializes && (design == Parameters() || Setup.isBest(s)))
    val sim = Simulation.start(new AcceleratorTop(p), programs)
    try {
      val bench = new CycleBench(p, sim, picoseconds)
      for (workload <- workloads; setup <- setups) yield {
        val begin = System.nanoTime
        val row = Seq(
          "blockBytes" -> p.blockBytes,
          "descriptors" -> p.descriptors,
          "rememberedClasses" -> p.rememberedClasses
        ) ++ bench.run(workload, setup)
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
