package brine.accel

import brine.accel.model.{ClassShape, Decoupled, GraphClass, GraphObject, Heap, ObjectGraph, RandomGraphs}
import brine.accel.sim.{Ending, Host}
import scala.util.Random

/** The components of a serialization unit, each against a plain model. */
class SerializeComponentsSuite extends SimulationSuite(new ComponentsTop(ComponentsTop.parameters)) {
  private val unit = 3
  private val counter = 77

  // ---- header manager

  /** Objects at random addresses, with the headers that the manager finds. */
  private def headersAt(addresses: Seq[Long]): Unit = for ((a, i) <- addresses.zipWithIndex)
    s.write(a, Host.bytes(Array(1L, 4096L + 32 * i, 0L, 500L + i)))

  private def refer(addresses: Seq[Long]): Unit = s.push("hmReferences", addresses.map(a => Map("value" -> BigInt(a))))

  private def manage(): Unit = {
    s.set("hmUnit", unit)
    s.set("hmCounter", counter)
  }

  /** Places in the order of the references, as a map would give them; null is None. */
  private def expectedPlaces(references: Seq[Long], size: Int => Int): (Seq[Option[Long]], Seq[Long]) = {
    val places = scala.collection.mutable.LinkedHashMap.empty[Long, Long]
    var total = 0L
    val found = references.map { a =>
      if (a == 0) None
      else Some(places.getOrElseUpdate(a, { val at = total; total += size(places.size); at }))
    }
    (found, places.keys.toSeq)
  }

  for ((low, high) <- Seq((1, 1), (5, 60), (200, 300)); (in, out) <- Seq((0, 0), (100, 150)))
    check(
      s"objects are numbered in the order of the first references to them (memory $low to $high cycles, rests $in " +
        s"and $out)"
    ) {
      manage()
      s.latency(low, high)
      s.stall(in, out, low + in)
      val random = new Random(low)
      val objects = Seq.tabulate(60)(i => 8192L + 64 * i + 8 * random.nextInt(4))
      headersAt(objects)
      // Many references lead to few objects, often twice in a row.
      val references = Seq.fill(400)(random.nextInt(10) match {
        case 0 => 0L
        case n => objects(random.nextInt(if (n < 5) 4 else objects.size))
      }).flatMap(a => Seq.fill(1 + random.nextInt(2))(a))
      val all = objects.head +: references
      val size = (n: Int) => 3 + n % 5
      val (places, order) = expectedPlaces(all, size)
      refer(all)
      s.push("hmSizes", order.indices.map(n => Map("value" -> BigInt(size(n)))))
      finish("hmPlaces", references.size)
      finish("hmDescribed", order.size)
      val found = s.pull("hmPlaces").map(r => if (r("isNull") == BigInt(1)) None else Some(r("slot").toLong))
      assertEquals(found, places.tail)
      val described = s.pull("hmDescribed")
      assertEquals(described.map(_("address").toLong), order)
      assertEquals(described.map(_("klass").toLong), order.map(a => 4096L + 32 * objects.indexOf(a)))
      assertEquals(described.map(_("length").toLong), order.map(a => 500L + objects.indexOf(a)))
      assertEquals(s.get("hmDone"), 0L, "objects are unfinished")
      s.push("hmFinished", order.map(_ => Map("value" -> BigInt(1))))
      step(2000, "hmPlaces")
      assertEquals(s.get("hmDone"), 1L)
      assertEquals(s.get("hmSlots"), order.indices.map(size).sum.toLong)
      for ((a, at) <- all.zip(places) if a != 0) assertEquals(word(a + 16), counter | unit << 16 | at.get << 24)
    }

  check("marks of earlier serializations of the same unit count for nothing") {
    manage()
    headersAt(Seq(1024L))
    s.write(1024 + 16, Host.bytes(Array((counter - 1) | unit << 16 | 5L << 24)))
    refer(Seq(1024L))
    finish("hmDescribed", 1)
    step(200, "hmPlaces")
    assertEquals(word(1024 + 16), (counter | unit << 16).toLong)
    assertEquals(s.get("hmFailure"), 0L)
  }

  check("an object that another unit has reserved is reported, and stays as it is") {
    manage()
    headersAt(Seq(1024L))
    val theirs = 5L | 2L << 16
    s.write(1024 + 16, Host.bytes(Array(theirs)))
    refer(Seq(1024L))
    step(300, "hmPlaces")
    assertEquals(s.get("hmFailure"), 1L | 2L << 1, "status 2: shared")
    assertEquals(word(1024 + 16), theirs)
  }

  check("an object that another unit reserves meanwhile is reported") {
    manage()
    headersAt(Seq(1024L))
    s.latency(100, 100)
    refer(Seq(1024L))
    step(50, "hmPlaces") // the header has been read by now
    s.write(1024 + 16, Host.bytes(Array(9L | 1L << 16)))
    step(500, "hmPlaces")
    assertEquals(s.get("hmFailure"), 1L | 2L << 1)
    assertEquals(word(1024 + 16), 9L | 1L << 16)
  }

  // ---- metadata manager

  private val shapes = RandomGraphs.classes.map(_.shape)
  private def descriptors(): Unit = for ((shape, i) <- shapes.zipWithIndex) s.write(64L * i, Heap.descriptor(shape))

  private def oneObject(shape: ClassShape, random: Random): GraphObject = {
    def slots(n: Int) = Array.fill(n)(random.nextInt(1000).toLong)
    shape match {
      case ClassShape.Plain(references) => new GraphObject(0, 0, slots(references.size))
      case ClassShape.Elements(references) =>
        val n = random.nextInt(70); new GraphObject(0, n, slots(n * references.size))
      case ClassShape.Packed(bytes) => val n = random.nextInt(70); new GraphObject(0, n, slots((n * bytes + 7) / 8))
      case ClassShape.ByHand =>
        val (v, r) = (random.nextInt(20), random.nextInt(20)); new GraphObject(0, v | r.toLong << 32, slots(v + r))
    }
  }

  for (keepMarks <- Seq(false, true))
    check(s"sizes and layouts are those of the model${if (keepMarks) ", with mark words" else ""}") {
      descriptors()
      s.stall(50, 50, 3)
      s.set("mmKeepMarks", if (keepMarks) 1 else 0)
      val random = new Random(4)
      val objects = Seq.fill(200) { val i = random.nextInt(shapes.size); i -> oneObject(shapes(i), random) }
      s.push(
        "mmObjects",
        objects.zipWithIndex.map { case ((i, o), n) =>
          // A plain object has its first field there, which can be any word.
          val length = if (shapes(i).isInstanceOf[ClassShape.Plain]) BigInt(64, random) else BigInt(o.length)
          Map[String, BigInt]("klass" -> 64L * i, "address" -> 8L * n, "length" -> length)
        }
      )
      val graphs = objects.map { case (i, o) => new ObjectGraph(Vector(GraphClass(0, shapes(i))), Vector(o), 0) }
      val sizes = graphs.map(g => Decoupled.slots(g, g.objects.head, keepMarks))
      val packer = new Decoupled.Packer
      for (g <- graphs) {
        val o = g.objects.head
        val front = sizes(graphs.indexOf(g)) - o.content.length
        packer.item(Seq.fill(front)(false) ++ o.content.indices.map(g.isReference(o, _)))
      }
      val wanted = packer.result()
      finish("mmLayouts", wanted.buckets.length)
      finish("mmPending", objects.size)
      assertEquals(pulled("mmSizes").map(_.toInt), sizes)
      val layouts = s.pull("mmLayouts")
      assertEquals(layouts.map(_("bytes").toByte).toSeq, wanted.buckets.toSeq)
      val ends = layouts.map(_("last") == BigInt(1)).grouped(8).map(_.zipWithIndex.map { case (b, i) =>
        if (b) 128 >> i else 0
      }.sum.toByte)
      assertEquals(ends.toSeq, wanted.ends.toSeq)
      assertEquals(pulled("mmPending", "address").map(_.toInt), objects.indices.map(8 * _))
    }

  // ---- pending objects

  check("waiting objects come out in order, though most of them are in memory meanwhile") {
    s.set("poAreaBase", 1 << 20)
    s.set("poAreaBytes", 1000 * 32)
    def items(from: Int, until: Int) =
      (from until until).map(i => Map[String, BigInt]("address" -> i, "descriptor.fields" -> i % 100))
    s.stall(0, 250, 5, memory = 40) // they leave slowly
    s.push("poIn", items(0, 900))
    finish("poIn", 900)
    assert(s.pull("poOut").size < 100, "most wait")
    s.stall(235, 30, 6) // they leave faster than they come, so the ring empties and fills
    s.push("poIn", items(900, 3000))
    finish("poOut", 3000)
    assertEquals(s.get("poFailure"), 0L)
  }

  check("if the area for waiting objects is full, that is reported") {
    s.set("poAreaBase", 1 << 20)
    s.set("poAreaBytes", 10 * 32)
    s.stall(0, 256, 5, memory = 0)
    s.push("poIn", (0 until 60).map(i => Map("address" -> BigInt(i))))
    step(3000, "poOut")
    assertEquals(s.get("poFailure"), 1L | 5L << 1, "status 5: spillFull")
  }

  // ---- object handler

  for (keepMarks <- Seq(false, true))
    check(s"values and references are separated as in the model${if (keepMarks) ", with mark words" else ""}") {
      s.stall(20, 40, 8)
      s.set("ohKeepMarks", if (keepMarks) 1 else 0)
      val graph = RandomGraphs(new Random(5), 80)
      val heap = Heap.build(graph, 1 << 20, 1 << 16)
      heap.segments.foreach(segment => s.write(segment.address, segment.bytes))
      s.push(
        "register",
        graph.classes.zip(heap.klasses).map { case (c, klass) =>
          Map[String, BigInt]("registry" -> 0, "number" -> c.number, "klass" -> klass)
        }
      )
      finish("refused", graph.classes.size)
      s.push(
        "ohObjects",
        graph.objects.indices.map { i =>
          val o = graph.objects(i)
          val d = BigInt(1, Heap.descriptor(graph.shape(o)).reverse)
          Map[String, BigInt](
            "address" -> heap.addresses(i),
            "descriptor.kind" -> (d & 3),
            "descriptor.elementShift" -> (d >> 2 & 3),
            "descriptor.elementSlots" -> (d >> 4 & 3),
            "descriptor.elementReferences" -> (d >> 6 & 3),
            "descriptor.fields" -> (d >> 8 & 255),
            "descriptor.layout" -> (if (graph.hasLength(o)) BigInt(o.length) else d >> 64)
          )
        }
      )
      val values, references = Seq.newBuilder[BigInt]
      for (o <- graph.objects) {
        if (keepMarks) values += 1
        values += graph.classes(o.classIndex).number
        if (graph.hasLength(o)) values += o.length
        for (i <- o.content.indices)
          if (graph.isReference(o, i)) references += heap.address(o.content(i).toInt)
          else values += BigInt(o.content(i)) & ((BigInt(1) << 64) - 1)
      }
      finish("ohValues", values.result().size)
      finish("ohReferences", references.result().size)
      step(20, "completions")
      assertEquals(pulled("ohValues"), values.result())
      assertEquals(pulled("ohReferences"), references.result())
      assertEquals(s.get("ohObjectsDone"), graph.objects.size.toLong)
      assertEquals(s.get("ohFailure"), 0L)
    }

  check("an object of a class that is not registered is reported") {
    s.write(4096, Host.bytes(Array(1L, 64L, 0L, 5L)))
    s.pushOne("ohObjects", "address" -> 4096, "descriptor.fields" -> 1)
    step(1000, "completions")
    assertEquals(s.get("ohFailure"), 1L | 3L << 1, "status 3: unknownClass")
  }

  // ---- reference array writer

  check("references are packed and written as in the model") {
    val random = new Random(9)
    val references =
      Seq.fill(3000)(if (random.nextInt(5) == 0) 0L else 1 + (random.nextLong() >>> 24 + random.nextInt(40)))
    val packer = new Decoupled.Packer
    references.foreach(packer.reference)
    val wanted = packer.result()
    for ((name, base, bytes) <- Seq(("Area", 4096L, 1 << 15), ("Ends", 1L << 20, 1 << 12))) {
      s.set(s"rw${name}Base", base)
      s.set(s"rw${name}Bytes", bytes)
    }
    s.set("rwFlush", 0)
    s.stall(0, 60, 2)
    s.push(
      "rwReferences",
      references.map(r => Map[String, BigInt]("isNull" -> (if (r == 0) 1 else 0), "slot" -> (r - 1 max 0)))
    )
    finish("rwReferences", references.size)
    step(50, "completions")
    assertEquals(s.get("rwFlushed"), 0L)
    s.set("rwFlush", 1)
    step(50, "completions")
    assertEquals(s.get("rwFlushed"), 1L)
    assertEquals(s.get("rwCount"), wanted.buckets.length.toLong)
    assertEquals(s.read(4096, wanted.buckets.length).toSeq, wanted.buckets.toSeq)
    assertEquals(s.read(1 << 20, wanted.ends.length).toSeq, wanted.ends.toSeq)
  }

  check("an area that is too small for the references is reported, and nothing is written behind it") {
    s.set("rwFlush", 0)
    s.set("rwAreaBytes", 64)
    s.set("rwEndsBytes", 4096)
    s.set("rwEndsBase", 8192)
    s.push("rwReferences", Seq.fill(200)(Map[String, BigInt]("slot" -> 1000)))
    assertNotEquals(s.run("rwReferences", 200, 3000)._2, Ending.Done: Ending)
    assertEquals(s.get("rwFull"), 1L)
    assertEquals(s.read(64, 256).toSeq, Seq.fill(256)(0.toByte))
  }
}
