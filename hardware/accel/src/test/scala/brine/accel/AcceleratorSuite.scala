package brine.accel

import brine.accel.model._
import brine.accel.sim._
import scala.util.Random

/** The whole accelerator against the plain model of the format: the same bytes, the same images. */
class AcceleratorSuite extends AcceleratorTests(AcceleratorSuite.parameters) {
  // ---- the same bytes

  for (keepMarks <- Seq(false, true))
    check(
      s"a serialization unit writes the model's bytes, for random graphs${if (keepMarks) " with mark words" else ""}"
    ) {
      val random = new Random(1)
      for (round <- 0 until 25) {
        val graph = RandomGraphs(random, 1 + random.nextInt(60))
        val heap = place(graph)
        if (round == 0) register(graph, heap)
        assertEquals(serialize(graph, heap, keepMarks), "ok")
      }
    }

  check("a deserialization unit rebuilds the model's image, for random graphs, wherever the arrays begin") {
    val random = new Random(2)
    for (_ <- 0 until 30) {
      val arrays = Decoupled.serialize(RandomGraphs(random, 1 + random.nextInt(60)))
      val (status, _, image) = deserialize(arrays, arrays.imageSlots, random.nextInt(64))
      assertEquals(status, "ok")
      assertEquals(image.toSeq, Decoupled.image(arrays).toSeq)
    }
  }

  for (marks <- Seq(false, true))
    check(
      "an image can be used where it is put: it has addresses and klass " +
        s"pointers${if (marks) ", and mark words" else ""}"
    ) {
      val graph = RandomGraphs(new Random(3), 60)
      val heap = place(graph)
      assert(host.register(graph, heap, registry = 5).forall(identity))
      val arrays = Decoupled.serialize(graph, marks)
      val (status, base, image) = deserialize(arrays, arrays.imageSlots, use = Some(5), hasMarks = marks)
      assertEquals(status, "ok")
      val klasses = graph.classes.map(c => c.number.toLong).zip(heap.klasses).toMap
      assertEquals(image.toSeq, Decoupled.image(arrays, base, klasses, marks).toSeq)
    }

  for (
    (name, graph) <- Seq(
      "tree, narrow" -> Microbenchmarks.tree(2, 9),
      "tree, wide" -> Microbenchmarks.tree(8, 4),
      "list, small" -> Microbenchmarks.list(200),
      "list, large" -> Microbenchmarks.list(600),
      "graph, sparse" -> Microbenchmarks.graph(100, 1),
      "graph, dense" -> Microbenchmarks.graph(60, 59)
    )
  )
    check(s"the microbenchmarks come out and in as in the model, with and without parallelism: $name") {
      val heap = place(graph)
      register(graph, heap)
      val arrays = Decoupled.serialize(graph)
      for (serial <- Seq(0, 1)) {
        s.set("serial", serial)
        s.set("enabledReconstructors", if (serial == 1) 1 else p.reconstructors)
        assertEquals(serialize(graph, heap), "ok")
        val (status, _, image) = deserialize(arrays, arrays.imageSlots)
        assertEquals(status, "ok")
        assertEquals(image.toSeq, Decoupled.image(arrays).toSeq)
      }
    }

  check("many requests of both kinds, more than there are units, all come to their results") {
    val random = new Random(5)
    val graphs = Seq.fill(12)(RandomGraphs(random, 20 + random.nextInt(60)))
    val placed = graphs.map(g => (g, place(g), host.areasFor(g)))
    register(graphs.head, placed.head._2)
    // For each graph its tags, and where its image will be.
    val requests = for ((graph, heap, areas) <- placed) yield {
      val arrays = Decoupled.serialize(graph)
      val image = (host.allocate(8 * arrays.imageSlots), 8 * arrays.imageSlots)
      (host.serialize(heap.address(graph.root), areas), host.deserialize(host.store(arrays, 1), image), image._1)
    }
    val (_, outcomes) = host.await(2 * graphs.size)
    assertEquals(outcomes.map(_.status).distinct, Seq("ok"))
    val byTag = outcomes.map(o => o.tag -> o).toMap
    for (((graph, _, areas), (outTag, inTag, image)) <- placed.zip(requests)) {
      val wanted = Decoupled.serialize(graph)
      same(host.arrays(areas, byTag(outTag)), wanted)
      assert(byTag.contains(inTag))
      assertEquals(host.readLongs(image, wanted.imageSlots).toSeq, Decoupled.image(wanted).toSeq)
    }
    assertEquals(outcomes.map(_.unit).toSet, Set(0, 1))
  }

  // ---- the results that the hardware gives back to software

  check("a counter that is used up asks for clearing; before that it warns; after that the unit works again") {
    val graph = Microbenchmarks.list(1)
    val heap = place(graph)
    register(graph, heap)
    s.set("enabledUnits", 1)
    val all = (1 << p.counterBits) - 1
    val areas = host.areasFor(graph)
    for (_ <- 0 until all) host.serialize(heap.address(graph.root), areas)
    val outcomes = host.await(all)._2
    assertEquals(outcomes.map(_.status).distinct, Seq("ok"))
    assertEquals(outcomes.map(_.clearSoon).distinct, Seq(false, true))
    assertEquals(serialize(graph, heap), "needsClear")
    // The host clears the headers, as a garbage collector does in passing, and says so.
    host.clearHeaders(heap)
    assertEquals(serialize(graph, heap), "ok")
  }

  check("an object that another unit has reserved ends in software's hands, with the same bytes") {
    val random = new Random(7)
    val graph = RandomGraphs(random, 80)
    val heap = place(graph)
    register(graph, heap)
    val firstAreas, secondAreas = host.areasFor(graph)
    for (areas <- Seq(firstAreas, secondAreas)) host.serialize(heap.address(graph.root), areas)
    val outcomes = host.await(2)._2.sortBy(_.tag)
    assert(outcomes.exists(_.status == "shared"), outcomes.toString)
    val software =
      new SoftwareSerializer((at, words) => host.readLongs(at, words), heap.klasses.toSeq.zip(graph.classes).toMap)
    for ((outcome, areas) <- outcomes.zip(Seq(firstAreas, secondAreas))) {
      val arrays =
        if (outcome.status == "ok") host.arrays(areas, outcome) else software.serialize(heap.address(graph.root))
      same(arrays, Decoupled.serialize(graph))
    }
    host.clearHeaders(heap)
    assertEquals(serialize(graph, heap), "ok")
  }

  check("a class that is not registered is reported, and the unit works again") {
    val graph = RandomGraphs(new Random(8), 40)
    val heap = place(graph)
    assertEquals(serialize(graph, heap), "unknownClass")
    register(graph, heap)
    host.clearHeaders(heap)
    assertEquals(serialize(graph, heap), "ok")
    val arrays = Decoupled.serialize(graph)
    assertEquals(deserialize(arrays, arrays.imageSlots, use = Some(1))._1, "unknownClass", "another registry")
  }

  check("a full table of classes refuses the next class") {
    val classes = (0 until p.classes).map(i => (i, 4096L + 32 * i))
    assert(host.register(classes, 0).forall(identity))
    assertEquals(host.register(Seq((p.classes - 1, 64L)), 0), Seq(false))
    assertEquals(host.register(Seq((0, 64L)), 1), Seq(false))
  }

  check("areas that are too small are reported") {
    val graph = Microbenchmarks.tree(8, 4)
    val heap = place(graph)
    register(graph, heap)
    val large = host.areasFor(graph)
    def small(area: (Long, Long)) = area._1 -> 64L
    for (
      (areas, status) <- Seq(
        large.copy(values = small(large.values)) -> "outputFull",
        large.copy(references = small(large.references)) -> "outputFull",
        large.copy(layoutEnds = (large.layoutEnds._1, 0L)) -> "outputFull",
        large.copy(spill = small(large.spill)) -> "spillFull"
      )
    ) {
      host.serialize(heap.address(graph.root), areas)
      assertEquals(host.await(1)._2.head.status, status)
      host.clearHeaders(heap)
    }
    assertEquals(serialize(graph, heap), "ok")
  }

  check("an address that is not mapped is a fault, and the unit works again") {
    val graph = Microbenchmarks.list(20)
    val heap = place(graph)
    register(graph, heap)
    val nowhere = 1000L << p.pageBits
    host.write(heap.addresses(10) + 32, Host.bytes(Array(nowhere + 64)))
    val areas = host.areasFor(graph)
    host.serialize(heap.address(graph.root), areas)
    host.serialize(heap.address(graph.root), areas.copy(values = (nowhere, 4096L)))
    val arrays = Decoupled.serialize(graph)
    val stored = host.store(arrays)
    val image = (host.allocate(8 * arrays.imageSlots), 8 * arrays.imageSlots)
    host.deserialize(stored.copy(references = (nowhere, stored.references._2)), image)
    host.deserialize(stored, image.copy(_1 = nowhere))
    s.run("miss", 1, 100000)
    for (_ <- 0 until 40) {
      s.pushOne("refill", "page" -> 1000, "mapped" -> 0)
      s.run("completions", 4, 2000)
    }
    assertEquals(host.await(4)._2.map(_.status).toSet - "shared", Set("fault"))
    host.clearHeaders(heap)
    host.write(heap.addresses(10) + 32, Host.bytes(Array(heap.addresses(9))))
    assertEquals(serialize(graph, heap), "ok")
    assertEquals(deserialize(arrays, arrays.imageSlots)._1, "ok")
  }

  check("arrays that do not fit together are reported, and nothing is written outside the image") {
    val random = new Random(11)
    val arrays = Iterator.continually(Decoupled.serialize(RandomGraphs(random, 60))).find(_.objects > 30).get
    def without(packed: PackedItems) = packed.copy(buckets = packed.buckets.init)
    assertEquals(deserialize(arrays.copy(values = arrays.values.init), arrays.imageSlots)._1, "malformed")
    assertEquals(deserialize(arrays.copy(references = without(arrays.references)), arrays.imageSlots)._1, "malformed")
    assertEquals(deserialize(arrays.copy(layouts = without(arrays.layouts)), arrays.imageSlots)._1, "malformed")
    assertEquals(deserialize(arrays, arrays.imageSlots - 1)._1, "malformed")
    assertEquals(deserialize(arrays, arrays.imageSlots + 8)._1, "malformed")
    // Flipped bits: the unit always comes to an end, and stays within the image (which `deserialize` checks).
    for (_ <- 0 until 40) {
      val copy = Seq(arrays.references, arrays.layouts).flatMap(p => Seq(p.buckets.clone, p.ends.clone))
      val hit = copy(random.nextInt(4))
      hit(random.nextInt(hit.length)) = (hit(random.nextInt(hit.length)) ^ 1 << random.nextInt(8)).toByte
      val Seq(r, re, l, le) = copy
      deserialize(arrays.copy(references = PackedItems(r, re), layouts = PackedItems(l, le)), arrays.imageSlots)
    }
    assertEquals(deserialize(arrays, arrays.imageSlots)._1, "ok")
  }
}

object AcceleratorSuite {
  val parameters: Parameters =
    Parameters(serializers = 2, deserializers = 2, reconstructors = 2, tlbEntries = 16, classes = 256, counterBits = 6)
}
