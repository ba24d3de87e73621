package brine.accel

import brine.accel.model.{Decoupled, DecoupledArrays, PackedItems, RandomGraphs}
import brine.accel.sim.Host
import scala.util.Random

/** The components of a deserialization unit, each against a plain model. */
class DeserializeComponentsSuite extends SimulationSuite(new ComponentsTop(ComponentsTop.parameters)) {
  private def area(name: String, base: Long, bytes: Array[Byte]): Unit = {
    s.write(base, bytes)
    s.set(s"${name}Base", base)
    s.set(s"${name}Bytes", bytes.length)
  }

  private def start(name: String): Unit = s.pushOne(name, "value" -> 1)

  /** The arrays of the first random graph whose root leads to at least half of its objects. */
  private def arrays(seed: Int, objects: Int, keepMarks: Boolean = false): DecoupledArrays = {
    val random = new Random(seed)
    Iterator.continually(Decoupled.serialize(RandomGraphs(random, objects), keepMarks)).find(
      _.objects >= objects / 2
    ).get
  }

  private def layouts(packed: PackedItems): Unit = {
    area("lmLayouts", 4096 + 13, packed.buckets)
    area("lmEnds", (1 << 20) + 27, packed.ends)
  }

  // ---- layout manager

  /** Eight slots at a time: references, and slots with class numbers. */
  private def blocks(packed: PackedItems, classSlot: Int): Seq[(Int, Int, Int)] =
    Decoupled.items(packed).flatMap(_.zipWithIndex.map { case (r, i) => (r, i == classSlot) }).grouped(8).map { slots =>
      def bits(chosen: ((Boolean, Boolean)) => Boolean) = slots.zipWithIndex.map { case (slot, i) =>
        if (chosen(slot)) 1 << i else 0
      }.sum
      (slots.size, bits(_._1), bits(_._2))
    }.toSeq

  for (marks <- Seq(false, true))
    check(s"layouts are divided into blocks as in the model${if (marks) ", with mark words" else ""}") {
      s.stall(0, 60, 1)
      val packed = arrays(1, 150, marks).layouts
      layouts(packed)
      s.set("lmHasMarks", if (marks) 1 else 0)
      start("lmStart")
      val wanted = blocks(packed, if (marks) 1 else 0)
      finish("lmBlocks", wanted.size)
      step(5, "completions")
      assertEquals(s.pull("lmBlocks").map(b => (b("slots").toInt, b("references").toInt, b("classes").toInt)), wanted)
      assertEquals(s.get("lmDone"), 1L)
      assertEquals(s.get("lmMalformed"), 0L)
    }

  private def malformedLayouts(name: String, packed: PackedItems): Unit = check(s"malformed layouts: $name") {
    layouts(packed)
    s.set("lmHasMarks", 0)
    start("lmStart")
    step(2000, "completions")
    assertEquals(s.get("lmMalformed"), 1L)
  }

  private def bytes(values: Int*): Array[Byte] = values.map(_.toByte).toArray
  malformedLayouts("padding that is not zero", PackedItems(bytes(0x38), bytes(0x81)))
  malformedLayouts("a header that is a reference", PackedItems(bytes(0xb8), bytes(0x80)))
  malformedLayouts(
    "more buckets than their end map has bits for",
    PackedItems(Array.fill(99)(0x38.toByte), bytes(0xff))
  )
  malformedLayouts("an end map that is blocks too long", PackedItems(bytes(0x38), 0x80.toByte +: new Array[Byte](128)))
  malformedLayouts("an item without an end bit", PackedItems(bytes(0x38, 0x00), bytes(0xc0)))
  malformedLayouts("an item without a slot", PackedItems(bytes(0x38, 0x80), bytes(0xc0)))
  malformedLayouts("the last item does not end", PackedItems(bytes(0x38, 0x38), bytes(0x80)))
  malformedLayouts("the end map is too short", PackedItems(Array.fill(20)(0x38.toByte), bytes(0xff, 0xff)))
  malformedLayouts("the end map is too long", PackedItems(bytes(0x38), bytes(0x80, 0x00)))

  // ---- reference loader

  private def references(packed: PackedItems, slots: Long = (1L << 40) - 1): Unit = {
    area("rlReferences", 4096 + 5, packed.buckets)
    area("rlEnds", (1 << 20) + 1, packed.ends)
    s.set("rlSlots", slots)
  }

  for (use <- Seq(false, true)) check(s"references are unpacked as in the model${if (use) ", to addresses" else ""}") {
    s.stall(0, 40, 1)
    val random = new Random(6)
    val all =
      Seq.fill(2000)(if (random.nextInt(5) == 0) 0L else 1 + (random.nextLong() >>> 25 + random.nextInt(39)))
    references(packed(all: _*))
    s.set("rlUse", if (use) 1 else 0)
    s.set("rlBase", 1 << 16)
    start("rlStart")
    finish("rlWords", all.size)
    step(5, "completions")
    assertEquals(
      pulled("rlWords").map(_.toLong),
      all.map(r => if (!use || r == 0) r else (1 << 16) + 8 * (r - 1))
    )
    assertEquals(s.get("rlOver"), 1L)
    assertEquals(s.get("rlMalformed"), 0L)
  }

  private def packed(all: Long*): PackedItems = {
    val packer = new Decoupled.Packer
    all.foreach(packer.reference)
    packer.result()
  }

  private def malformedReferences(name: String, packed: PackedItems, slots: Long = (1L << 40) - 1): Unit =
    check(s"malformed references: $name") {
      references(packed, slots)
      start("rlStart")
      step(2000, "completions")
      assertEquals(s.get("rlMalformed"), 1L)
    }
  malformedReferences("a reference behind the image", packed(0, 7, 8, 9), slots = 8)
  malformedReferences(
    "more buckets than their end map has bits for",
    PackedItems(Array.fill(72)(0x98.toByte), bytes(0xff))
  )
  malformedReferences(
    "an end map that is blocks too long, for a last item that is cut",
    PackedItems(bytes(0xb0, 0xb0, 0x81), 0xc0.toByte +: new Array[Byte](96))
  )
  malformedReferences("an end map without ends", PackedItems(bytes(0xb0, 0xb0), new Array[Byte](128)))
  malformedReferences("padding that is not zero", PackedItems(bytes(0xb0), bytes(0x81)))
  malformedReferences("the last item does not end", PackedItems(bytes(0xb0, 0xb0), bytes(0x80)))
  malformedReferences("an item of seven bytes", PackedItems(Array.fill(7)(0xb0.toByte), bytes(0x02)))
  malformedReferences("an item without an end bit", PackedItems(bytes(0xb0, 0x00), bytes(0xc0)))
  malformedReferences("an item with leading zeros", PackedItems(bytes(0xb0, 0x30), bytes(0xc0)))
  malformedReferences("the end map is too short", PackedItems(Array.fill(20)(0xb0.toByte), bytes(0xff, 0xff)))
  malformedReferences("the end map is too long", PackedItems(bytes(0xb0), bytes(0x80, 0x00)))

  // ---- block manager

  private def manage(a: DecoupledArrays, imageSlots: Long): Unit = {
    area("bmValues", 4096 + 3, Host.bytes(a.values))
    area("bmReferences", (1 << 20) + 5, a.references.buckets)
    area("bmEnds", (1 << 21) + 1, a.references.ends)
    s.set("bmImageBase", 1 << 22)
    s.set("bmImageBytes", 8 * imageSlots)
    s.set("bmUse", 0)
    s.set("bmLayoutsDone", 0)
    start("bmStart")
    s.push(
      "bmLayouts",
      blocks(a.layouts, 0).map { case (slots, references, classes) =>
        Map[String, BigInt]("slots" -> slots, "references" -> references, "classes" -> classes)
      }
    )
  }

  check("each block gets its values and references, and its address") {
    s.stall(0, 100, 2)
    val a = arrays(3, 120)
    val layout = blocks(a.layouts, 0)
    manage(a, a.imageSlots)
    finish("bmLayouts", layout.size)
    step(3000, "completions")
    val image = Decoupled.image(a)
    val jobs = (0 until ComponentsTop.parameters.reconstructors).flatMap(i => s.pull(s"bmJobs$i"))
    assertEquals(jobs.map(_("address").toLong).sorted, layout.indices.map(i => (1 << 22) + 64L * i))
    for (job <- jobs) {
      val at = ((job("address").toLong - (1 << 22)) / 8).toInt
      var values = job("values")
      var references = job("references")
      for (i <- 0 until job("layout.slots").toInt) {
        val word = if (job("layout.references").testBit(i)) { val w = references; references >>= 64; w }
        else { val w = values; values >>= 64; w }
        assertEquals(word.toLong, image(at + i))
      }
    }
    assertEquals(s.get("bmDone"), 0L)
    s.set("bmLayoutsDone", 1)
    assertEquals(s.get("bmDone"), 1L)
    assertEquals(s.get("bmMalformed"), 0L)
  }

  private def malformed(name: String)(change: DecoupledArrays => (DecoupledArrays, Long)): Unit =
    check(s"malformed arrays: $name") {
      val (a, imageSlots) = change(arrays(3, 30))
      manage(a, imageSlots)
      step(3000, "completions")
      s.set("bmLayoutsDone", 1)
      step(5, "completions")
      assertEquals(s.get("bmMalformed"), 1L)
      assertEquals(s.get("bmDone"), 0L)
    }
  malformed("a value is missing")(a => (a.copy(values = a.values.init), a.imageSlots))
  malformed("a value is left")(a => (a.copy(values = a.values :+ 1L), a.imageSlots))
  malformed("references are missing")(a =>
    (a.copy(references = PackedItems(a.references.buckets.take(8), a.references.ends.take(1))), a.imageSlots)
  )
  malformed("the image is smaller")(a => (a, a.imageSlots - 1))
  malformed("the image is larger")(a => (a, a.imageSlots + 1))

  // ---- block reconstructor

  check("a block is put together by its layout, with klass pointers for class numbers") {
    val random = new Random(4)
    s.push("register", (0 until 40).map(n => Map[String, BigInt]("number" -> n, "klass" -> (1000 + 32 * n))))
    finish("refused", 40)
    s.set("brTranslate", 1)
    s.stall(0, 50, 3)
    val jobs = Seq.tabulate(100) { i =>
      val slots = if (i == 99) 3 else 8
      val references = random.nextInt(1 << slots)
      val classes = random.nextInt(1 << slots) & ~references
      (
        slots,
        references,
        classes,
        Seq.tabulate(8)(k => if ((classes >> k & 1) == 1) random.nextInt(40).toLong else random.nextLong())
      )
    }
    s.push(
      "brJobs",
      jobs.zipWithIndex.map { case ((slots, references, classes, words), i) =>
        def pack(mine: Int => Boolean) = (0 until slots).filter(mine).map(words).zipWithIndex.map { case (w, n) =>
          (BigInt(w) & ((BigInt(1) << 64) - 1)) << 64 * n
        }.sum
        Map[String, BigInt](
          "address" -> 64L * i,
          "layout.slots" -> slots,
          "layout.references" -> references,
          "layout.classes" -> classes,
          "values" -> pack(k => (references >> k & 1) == 0),
          "references" -> pack(k => (references >> k & 1) == 1)
        )
      }
    )
    finish("brJobs", 100)
    step(200, "completions")
    assertEquals(s.get("brIdle"), 1L)
    val wanted = jobs.flatMap { case (slots, _, classes, words) =>
      words.zipWithIndex.map { case (w, k) =>
        if (k >= slots) 0L else if ((classes >> k & 1) == 1) 1000 + 32 * w else w
      }
    }
    assertEquals(Host.longs(s.read(0, 6400)).toSeq, wanted)
    assertEquals(s.get("brUnknown"), 0L)
  }

  for (number <- Seq(7L, 64L, 1L << 40)) check(s"class number $number, which is not registered, is reported") {
    s.set("brTranslate", 1)
    s.pushOne("brJobs", "layout.slots" -> 8, "layout.classes" -> 1, "values" -> number)
    step(500, "completions")
    assertEquals(s.get("brUnknown"), 1L)
  }
}
