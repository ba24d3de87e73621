package brine.accel

import brine.accel.model._
import brine.accel.sim._

/** Streams and requests that nobody should trust: every request ends, with the status that fits. */
class HostileRequestsSuite extends AcceleratorTests(AcceleratorSuite.parameters) {
  private def bytes(values: Int*): Array[Byte] = values.map(_.toByte).toArray
  private val arrays = Decoupled.serialize(Microbenchmarks.list(30))

  private def packed(references: Long*): PackedItems = {
    val packer = new Decoupled.Packer
    references.foreach(packer.reference)
    packer.result()
  }

  /** Runs more of them than there are units. Then both kinds of units still work. */
  private def endsAs(status: String, stream: DecoupledArrays, slots: Long): Unit = {
    for (_ <- 0 to p.deserializers) assertEquals(deserialize(stream, slots)._1, status)
    works()
  }

  private def works(): Unit = {
    val graph = Microbenchmarks.list(5)
    val heap = place(graph)
    register(graph, heap)
    for (_ <- 0 to p.deserializers) {
      assertEquals(serialize(graph, heap), "ok")
      host.clearHeaders(heap)
      assertEquals(deserialize(arrays, arrays.imageSlots)._1, "ok")
    }
  }

  // ---- streams that stop a unit

  for (extra <- Seq(1, 32, 64, 65, 200))
    check(s"references with $extra buckets more than their end map is for are malformed") {
      val references = PackedItems(Array.fill(8 + extra)(0x98.toByte), bytes(0xff))
      endsAs("malformed", arrays.copy(references = references), arrays.imageSlots)
    }

  for (surplus <- Seq(1, 31, 32, 64, 200))
    check(s"a last reference that is cut, with an end map $surplus bytes too long, is malformed") {
      val whole = arrays.references
      val buckets = whole.buckets.init :+ 0x81.toByte :+ 0x40.toByte // the last one goes on
      val ends = whole.ends.clone
      val last = whole.buckets.length - 1
      ends(last / 8) = (ends(last / 8) & ~(128 >> last % 8)).toByte
      endsAs(
        "malformed",
        arrays.copy(references = PackedItems(buckets, ends ++ new Array[Byte](surplus))),
        arrays.imageSlots
      )
    }

  check("references of which only zeros of the end map are there are malformed") {
    endsAs(
      "malformed",
      arrays.copy(references = PackedItems(bytes(0xb0, 0xb0), new Array[Byte](300))),
      arrays.imageSlots
    )
  }

  for (
    (name, change) <- Seq[(String, PackedItems => PackedItems)](
      "too short" -> (l => l.copy(ends = l.ends.take(1), buckets = Array.fill(200)(0x38.toByte))),
      "too long" -> (l => l.copy(ends = l.ends ++ new Array[Byte](200))),
      "without ends" -> (l => l.copy(ends = new Array[Byte](300)))
    )
  )
    check(s"layouts whose end map is $name are malformed") {
      endsAs("malformed", arrays.copy(layouts = change(arrays.layouts)), arrays.imageSlots)
    }

  check("a deserialization of a long list is ended by its time limit, and its unit works again") {
    val long = Decoupled.serialize(Microbenchmarks.list(1000))
    val areas = host.store(long)
    for (_ <- 0 to p.deserializers) {
      host.deserialize(areas, (host.allocate(8 * long.imageSlots), 8 * long.imageSlots), limit = 300)
      val (cycles, outcomes) = host.await(1)
      assertEquals(outcomes.map(_.status), Seq("timeLimit"))
      assert(cycles < 600, s"after $cycles cycles")
    }
    works()
  }

  check("a serialization of a long list is ended by its time limit, and its unit works again") {
    val graph = Microbenchmarks.list(300)
    val heap = place(graph)
    register(graph, heap)
    for (_ <- 0 to p.serializers) {
      host.serialize(heap.address(graph.root), host.areasFor(graph), limit = 3000)
      assertEquals(host.await(1)._2.map(_.status), Seq("timeLimit"))
      host.clearHeaders(heap)
    }
    assertEquals(serialize(graph, heap), "ok")
    works()
  }

  // ---- references

  for (target <- Seq(1L << 40, 91L, 1000L)) for (use <- Seq(false, true))
    check(s"a reference to slot $target of an image of 90 is malformed${if (use) ", for use" else ""}") {
      val graph = Microbenchmarks.list(30)
      register(graph, place(graph))
      val references = packed(arrays.references.buckets.indices.map(_ => 1L).take(29) :+ (target + 1): _*)
      val (status, _, _) =
        deserialize(arrays.copy(references = references), arrays.imageSlots, use = if (use) Some(0) else None)
      assertEquals(status, "malformed")
      works()
    }

  check("a reference to the last slot of an image is in bounds") {
    val references = packed(Seq.fill(29)(0L) :+ 90L: _*)
    assertEquals(deserialize(arrays.copy(references = references), 90)._1, "ok")
    assertEquals(deserialize(arrays.copy(references = packed(Seq.fill(29)(0L) :+ 91L: _*)), 90)._1, "malformed")
  }

  check("an object whose header would be a reference is malformed") {
    val layouts = Seq.fill(30)(Seq(true, false, false))
    val packer = new Decoupled.Packer
    layouts.foreach(packer.item)
    endsAs("malformed", arrays.copy(layouts = packer.result()), arrays.imageSlots)
  }

  // ---- classes

  for (number <- Seq(p.classes, p.classes + 1, 1 << 16, 1 << 20, Int.MaxValue, -1))
    check(s"class number $number, which no table has, is refused wherever it comes") {
      assertEquals(host.register(Seq(number -> 4096L), 0), Seq(false))
      assertEquals(host.register(Seq(0 -> 4096L), number), Seq(false))
      val values = arrays.values.clone
      values(0) = number
      val graph = Microbenchmarks.list(30)
      register(graph, place(graph))
      assertEquals(deserialize(arrays.copy(values = values), arrays.imageSlots, use = Some(0))._1, "unknownClass")
      assertEquals(deserialize(arrays, arrays.imageSlots, use = Some(number))._1, "badRequest")
      val heap = place(graph)
      host.serialize(heap.address(graph.root), host.areasFor(graph), registry = number)
      assertEquals(host.await(1)._2.head.status, "badRequest")
    }

  check("a class number leads to no other registry's class, wherever the registries lie") {
    val graph = Microbenchmarks.list(30)
    register(graph, place(graph))
    val own = graph.classes.head.number
    val others = Seq(own + 1, own + 8, p.classes - 1) // registries whose number 0 has a place behind the own class's
    for (registry <- others) assertEquals(host.register(Seq(0 -> (1L << 20 | registry)), registry), Seq(true))
    for (registry <- others; number <- Seq(registry, registry - 1)) {
      val values = arrays.values.clone
      values(0) = number
      val wanted = if (number == own) "ok" else "unknownClass"
      assertEquals(deserialize(arrays.copy(values = values), arrays.imageSlots, use = Some(0))._1, wanted, s"$number")
    }
    // A registry that does not exist, though its class number leads to a place that has a class.
    for (registry <- Seq(1, own, own + 1)) for (number <- Seq(own - registry, own + 8 - registry) if number >= 0) {
      val values = arrays.values.map(v => if (v == own) number.toLong else v)
      val (status, _, _) = deserialize(arrays.copy(values = values), arrays.imageSlots, use = Some(registry))
      assertEquals(status, "unknownClass", s"number $number of registry $registry")
    }
    assertEquals(deserialize(arrays, arrays.imageSlots, use = Some(0))._1, "ok")
  }

  for (klass <- Seq(0L, 1L << 48, -32L)) check(s"a class at address $klass is refused") {
    assertEquals(host.register(Seq(1 -> klass), 0), Seq(false))
  }

  check("a reference or a klass pointer that is no address is a fault, or an unknown class") {
    val graph = Microbenchmarks.list(20)
    val heap = place(graph)
    register(graph, heap)
    val at = heap.addresses(10)
    for (
      (offset, word, status) <- Seq(
        (32, heap.addresses(9) | 1L << 48, "fault"),
        (32, heap.addresses(9) + 4, "fault"),
        (8, heap.klasses(0) | 1L << 60, "unknownClass")
      )
    ) {
      val before = host.read(at + offset, 8)
      host.write(at + offset, Host.bytes(Array(word)))
      assertEquals(serialize(graph, heap), status)
      host.write(at + offset, before)
      host.clearHeaders(heap)
      assertEquals(serialize(graph, heap), "ok")
      host.clearHeaders(heap)
    }
  }

  // ---- areas

  check("no byte around an area changes when a request's areas lie within blocks") {
    val graph = Microbenchmarks.list(20)
    val heap = place(graph)
    register(graph, heap)
    val all = host.areasFor(graph)
    def shifts(area: (Long, Long)) =
      Seq(1, 4, 8, 24).flatMap(n => Seq((area._1 + n, area._2 - p.blockBytes), (area._1, area._2 - n)))
    val wrong = shifts(all.values).map(a => all.copy(values = a)) ++
      shifts(all.references).map(a => all.copy(references = a)) ++
      shifts(all.referenceEnds).map(a => all.copy(referenceEnds = a)) ++
      shifts(all.layouts).map(a => all.copy(layouts = a)) ++
      shifts(all.layoutEnds).map(a => all.copy(layoutEnds = a)) ++ shifts(all.spill).map(a => all.copy(spill = a))
    wrong.foreach(host.serialize(heap.address(graph.root), _))
    assertEquals(host.await(wrong.size)._2.map(_.status).distinct, Seq("badRequest"))
    for ((base, bytes) <- Seq(all.values, all.references, all.layouts, all.spill))
      assert(host.read(base, bytes).forall(_ == 0))
    val image = (host.allocate(8 * arrays.imageSlots), 8 * arrays.imageSlots)
    val stored = host.store(arrays)
    val badImages = Seq(8, 16, 4, 1).map(n => (image._1 + n, image._2)) :+ (image._1 -> (image._2 - 4)) :+
      (stored.values._1 / 64 * 64 -> image._2)
    badImages.foreach(host.deserialize(stored, _))
    assertEquals(host.await(badImages.size)._2.map(_.status).distinct, Seq("badRequest"))
    works()
  }

  check("serializations that wait for units do not hold up deserializations") {
    val graph = Microbenchmarks.list(300)
    val heap = place(graph)
    register(graph, heap)
    s.set("enabledUnits", 1)
    for (_ <- 0 until p.commands + 4) host.serialize(heap.address(graph.root), host.areasFor(graph))
    val areas = host.store(arrays)
    val tag = host.deserialize(areas, (host.allocate(8 * arrays.imageSlots), 8 * arrays.imageSlots))
    val (_, outcomes) = host.await(1)
    assertEquals(outcomes.map(_.tag), Seq(tag))
  }
}
