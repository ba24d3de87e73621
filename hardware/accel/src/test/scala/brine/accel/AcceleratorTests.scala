package brine.accel

import brine.accel.model._
import brine.accel.sim._

/** The common part of suites of the whole accelerator: a host, graphs in memory, requests whose results are compared.
  */
abstract class AcceleratorTests(protected val p: Parameters) extends SimulationSuite(new AcceleratorTop(p)) {
  protected var host: Host = _
  private var descriptors = 0L

  override def prepare(): Unit = {
    host = new Host(s, p)
    host.reset()
    descriptors = host.allocate(1 << 16)
  }

  /** Puts a graph into memory. All graphs of the same classes share their type descriptors. */
  protected def place(graph: ObjectGraph, seed: Int = 1): Heap = {
    val heap = Heap.build(graph, host.allocate(Heap.extent(graph, Placement.Scattered())), descriptors, seed = seed)
    host.load(heap)
    heap
  }

  protected def register(graph: ObjectGraph, heap: Heap): Unit = assert(host.register(graph, heap).forall(identity))

  protected def same(found: DecoupledArrays, wanted: DecoupledArrays): Unit = {
    assertEquals(found.objects, wanted.objects)
    assertEquals(found.imageSlots, wanted.imageSlots)
    assertEquals(found.values.toSeq, wanted.values.toSeq)
    assertEquals(found.references.buckets.toSeq, wanted.references.buckets.toSeq)
    assertEquals(found.references.ends.toSeq, wanted.references.ends.toSeq)
    assertEquals(found.layouts.buckets.toSeq, wanted.layouts.buckets.toSeq)
    assertEquals(found.layouts.ends.toSeq, wanted.layouts.ends.toSeq)
  }

  /** Serializes one graph; gives the status. */
  protected def serialize(graph: ObjectGraph, heap: Heap, keepMarks: Boolean = false): String = {
    val areas = host.areasFor(graph, keepMarks)
    host.serialize(heap.address(graph.root), areas, keepMarks)
    val outcome = host.await(1)._2.head
    if (outcome.status == "ok") same(host.arrays(areas, outcome), Decoupled.serialize(graph, keepMarks))
    outcome.status
  }

  /** Rebuilds an image, and looks whether anything was written behind it; gives the status and the image. */
  protected def deserialize(
      arrays: DecoupledArrays,
      slots: Long,
      offset: Int = 0,
      use: Option[Int] = None,
      hasMarks: Boolean = false
  ): (String, Long, Array[Long]) = {
    val areas = host.store(arrays, offset)
    val image = (host.allocate(8 * slots + 64), 8 * slots)
    val behind = Array.fill(64)(0x5a.toByte)
    host.write(image._1 + image._2, behind)
    host.deserialize(areas, image, use.map(Use(image._1, _)), hasMarks)
    val outcome = host.await(1)._2.head
    assertEquals(host.read(image._1 + image._2, 64).toSeq, behind.toSeq, "something was written behind the image")
    (outcome.status, image._1, host.readLongs(image._1, slots))
  }
}
