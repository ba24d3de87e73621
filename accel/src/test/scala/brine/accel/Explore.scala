package brine.accel
import brine.accel.model._
import brine.accel.sim._
import java.nio.file.Paths
object Explore {
  def main(args: Array[String]): Unit = {
    val p = Parameters(classes = 64)
    val host = new Host(Simulation.start(new AcceleratorTop(p), Paths.get("target/programs").toAbsolutePath), p)
    val range = 64L << 20
    val all = Seq("tree2" -> (() => Microbenchmarks.tree(2, 13)), "tree8" -> (() => Microbenchmarks.tree(8, 5)), "list" -> (() => Microbenchmarks.list(3000)),
      "sparse" -> (() => Microbenchmarks.graph(2048, 1)), "dense" -> (() => Microbenchmarks.graph(200, 199)))
    for ((name, make) <- all; if args.length < 2 || args(1).split(",").contains(name); serial <- Seq(0, 1); recon <- if (serial == 1) Seq(1) else Seq(1, 2, 4); units <- if (serial == 1 || recon < 4) Seq(8) else Seq(1, 8)) {
      host.reset()
      args.headOption.filter(_.nonEmpty).foreach(_.split(",").foreach { kv => val Array(k, v) = kv.split("="); host.sim.dram(k, v.toLong) })
      host.reset()
      host.sim.set("serial", serial); host.sim.set("enabledReconstructors", recon)
      val descriptors = host.allocate(1 << 16)
      val graph = make()
      val arrays = Decoupled.serialize(graph)
      def before = host.sim.counters()
      def report(kind: String, cycles: Long, b: Seq[ChannelCounters], a: Seq[ChannelCounters]): Unit = {
        def d(f: ChannelCounters => Long) = a.map(f).sum - b.map(f).sum
        val bytes = d(_.readBytes) + d(_.writtenBytes)
        println(f"$name%-7s $kind serial=$serial recon=$recon units=$units cycles=$cycles objects=${arrays.objects} cyc/obj=${cycles.toDouble / arrays.objects}%.1f GB/s=${bytes.toDouble / cycles}%.1f =${bytes / cycles.toDouble / 76.8 * 100}%.1f%% busy=${d(_.busyClocks) * 100.0 / d(_.clocks)}%.1f%% readlat=${d(_.latencyClocks) / 1.2 / d(_.reads).max(1)}%.0fns rowmiss=${d(_.rowMisses) * 100.0 / (d(_.reads) + d(_.writes))}%.0f%% reads=${d(_.reads)} writes=${d(_.writes)}")
      }
      if (recon == 4 || serial == 1) {
        val placed = (0 until units).map { i => host.newPage(); val h = Heap.build(graph, host.allocate(Heap.extent(graph, Placement.Scattered(range))), descriptors, Placement.Scattered(range), i); host.load(h); (h, host.areasFor(graph)) }
        host.register(graph, placed.head._1)
        val b = before
        placed.foreach { case (h, areas) => host.serialize(h.address(graph.root), areas) }
        val t0 = System.nanoTime
        val (cycles, outcomes) = host.await(units)
        outcomes.filter(_.status != "ok").foreach(println)
        report("SU", cycles, b, before)
        System.err.println(f"${cycles / ((System.nanoTime - t0) / 1e3)}%.3f Mcycles/s")
        outcomes.foreach { o => val got = host.arrays(placed(o.tag)._2, o); if (!got.values.sameElements(arrays.values) || !got.references.buckets.sameElements(arrays.references.buckets)) println("WRONG") }
      }
      val stored = (0 until units).map { _ => host.newPage(); (host.store(arrays, 3), (host.allocate(8 * arrays.imageSlots), 8 * arrays.imageSlots)) }
      val b = before
      stored.foreach { case (areas, image) => host.deserialize(areas, image) }
      val (cycles, outcomes) = host.await(units)
      outcomes.filter(_.status != "ok").foreach(println)
      report("DU", cycles, b, before)
    }
    host.sim.close()
  }
}
