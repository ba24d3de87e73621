package brine.accel

import brine.accel.model._
import scala.util.Random

/** Requests of 64 bytes and descriptors that are kept: the other parameters that are measured. */
class WiderDesignSuite extends AcceleratorTests(WiderDesignSuite.parameters) {
  check("a serialization unit writes the model's bytes, though it keeps fewer descriptors than there are classes") {
    val random = new Random(21)
    for (round <- 0 until 20) {
      val graph = RandomGraphs(random, 1 + random.nextInt(60))
      val heap = place(graph)
      if (round == 0) register(graph, heap)
      assertEquals(serialize(graph, heap), "ok")
    }
  }

  check("objects of one class are serialized with one read of its descriptor") {
    val graph = Microbenchmarks.list(100)
    val heap = place(graph)
    register(graph, heap)
    assertEquals(serialize(graph, heap), "ok")
    // A header and an object lie in two blocks at most, and headers are read and swapped.
    val reads = s.counters().map(_.reads).sum
    assert(reads <= 5 * 100 + 10, s"$reads reads for 100 objects")
  }

  check("a deserialization unit rebuilds the model's image, wherever the arrays begin") {
    val random = new Random(22)
    for (_ <- 0 until 20) {
      val arrays = Decoupled.serialize(RandomGraphs(random, 1 + random.nextInt(60)))
      val (status, _, image) = deserialize(arrays, arrays.imageSlots, random.nextInt(64))
      assertEquals(status, "ok")
      assertEquals(image.toSeq, Decoupled.image(arrays).toSeq)
    }
  }
}

object WiderDesignSuite {
  val parameters: Parameters =
    Parameters(
      serializers = 1,
      deserializers = 1,
      reconstructors = 2,
      tlbEntries = 16,
      classes = 64,
      blockBytes = 64,
      descriptors = 2
    )
}
