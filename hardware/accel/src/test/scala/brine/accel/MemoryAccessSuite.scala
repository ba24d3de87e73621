package brine.accel

import scala.util.Random

/** The memory access interface with its TLB and reorder buffers, over the memory model, against plain expectations. */
class MemoryAccessSuite extends SimulationSuite(new MemoryTop(Parameters(), 3)) {
  private val units = 3

  override def prepare(): Unit = for (u <- 0 until units) s.set(s"serial$u", 0)

  private def mapPage(page: Int, frame: Int): Unit =
    s.pushOne("refill", "page" -> page, "frame" -> frame, "mapped" -> 1)

  private def random(bytes: Int, seed: Int): Array[Byte] = {
    val a = new Array[Byte](bytes)
    new Random(seed).nextBytes(a)
    a
  }

  private def block(bytes: Array[Byte], address: Int): BigInt =
    BigInt(1, bytes.slice(address / 32 * 32, address / 32 * 32 + 32).reverse)

  private def reads(stream: String, addresses: Seq[Long]): Unit =
    s.push(stream, addresses.map(a => Map("value" -> BigInt(a))))

  private def step(cycles: Int): Unit = step(cycles, "miss")

  private def value(address: Long, length: Int = 8): BigInt = BigInt(1, s.read(address, length).reverse)

  check("blocks come back in the order of the requests, for any order of memory's answers") {
    val bytes = random(1 << 16, 1)
    s.write(0, bytes)
    mapPage(0, 0)
    s.stall(60, 90, 7)
    val addresses = for (u <- 0 until units) yield Seq.fill(2)(Seq.fill(400)(new Random(u).nextInt(1 << 16)))
    for (u <- 0 until units; i <- 0 to 1) reads(s"read${u}_$i", addresses(u)(i).map(_.toLong))
    for (u <- 0 until units; i <- 0 to 1) {
      finish(s"data${u}_$i", 400)
      assertEquals(s.pull(s"data${u}_$i").map(_("data")), addresses(u)(i).map(block(bytes, _)))
    }
  }

  check("reads of a block that is outstanding are coalesced into one") {
    mapPage(0, 0)
    val blocks = (0 until 8).map(_ * 4096L)
    for (u <- 0 until units) reads(s"read${u}_0", blocks)
    for (u <- 0 until units) finish(s"data${u}_0", 8)
    assertEquals(s.counters().map(_.reads).sum, 8L)
  }

  check("a read after a write sees the write, though an older read of the block is outstanding") {
    mapPage(0, 0)
    s.write(0, random(32, 2))
    val before = value(0, 32)
    reads("read0_0", Seq(0L))
    step(12)
    s.pushOne("write1", "address" -> 8, "mask" -> 2, "data" -> (BigInt(77) << 64))
    step(6)
    reads("read1_0", Seq(24L))
    finish("data0_0", 1)
    finish("data1_0", 1)
    assertEquals(s.counters().map(_.reads).sum, 2L)
    assertEquals(s.pull("data0_0").head("data"), before)
    assertEquals((s.pull("data1_0").head("data") >> 64) & ((BigInt(1) << 64) - 1), BigInt(77))
  }

  check("only one of three units that swap the same word succeeds, and the word is then the winner's") {
    mapPage(0, 0)
    val words = new Random(3).shuffle((0 until 200).toList).map(_ * 8L)
    val orders = Seq.tabulate(units)(u => new Random(u + 10).shuffle(words))
    for (u <- 0 until units)
      s.push(
        s"swap$u",
        orders(u).map(a => Map[String, BigInt]("address" -> a, "expected" -> 0, "replacement" -> (u + 1)))
      )
    val won = for (u <- 0 until units) yield {
      finish(s"swapped$u", 200)
      orders(u).zip(s.pull(s"swapped$u")).collect { case (a, result) if result("swapped") == BigInt(1) => a }.toSet
    }
    assertEquals(won.map(_.size).sum, 200)
    assertEquals(won.reduce(_ ++ _).size, 200)
    step(100)
    for (u <- 0 until units; a <- won(u)) assertEquals(value(a), BigInt(u + 1))
    assert(won.forall(_.nonEmpty), "each unit wins some")
  }

  check("a swap of an unexpected word changes nothing") {
    mapPage(0, 0)
    s.write(64, Array[Byte](5))
    s.pushOne("swap0", "address" -> 64, "expected" -> 4, "replacement" -> 9)
    s.pushOne("swap0", "address" -> 64, "expected" -> 5, "replacement" -> 6)
    s.pushOne("swap0", "address" -> 72, "expected" -> 0, "replacement" -> 7)
    finish("swapped0", 3)
    step(100)
    assertEquals(s.pull("swapped0").map(_("swapped").toInt), Seq(0, 1, 1))
    assertEquals(value(64), BigInt(6))
    assertEquals(value(72), BigInt(7))
  }

  check("a missing page is requested once, and its frame is used") {
    s.write(5L << 30, random(64, 4))
    val far = (100L << 30) + 32
    reads("read0_0", Seq(far, far - 32))
    reads("read1_0", Seq(far))
    finish("miss", 1)
    step(50)
    assertEquals(s.pull("miss").map(_("value").toInt), Seq(100))
    mapPage(100, 5)
    finish("data0_0", 2)
    finish("data1_0", 1)
    assertEquals(s.pull("data0_0").map(_("data")), Seq(value((5L << 30) + 32, 32), value(5L << 30, 32)))
  }

  check("an address that the host does not map is a fault, for reads, swaps and writes") {
    reads("read0_0", Seq(7L << 30))
    finish("miss", 1)
    s.pushOne("refill", "page" -> 7, "mapped" -> 0)
    finish("data0_0", 1)
    assertEquals(s.pull("data0_0").head("fault").toInt, 1)
    s.pushOne("swap1", "address" -> (8L << 30))
    finish("miss", 2)
    s.pushOne("refill", "page" -> 8, "mapped" -> 0)
    finish("swapped1", 1)
    assertEquals(s.pull("swapped1").head("fault").toInt, 1)
    assertEquals(s.counters().map(_.reads).sum, 0L)
    s.pushOne("write2", "address" -> (9L << 30), "mask" -> 15)
    finish("miss", 3)
    s.pushOne("refill", "page" -> 9, "mapped" -> 0)
    step(50)
    assertEquals(s.get("writeFaults2"), 1L)
    assertEquals(s.counters().map(_.writes).sum, 0L)
  }

  check("the TLB holds 128 pages; the next one replaces the oldest") {
    for (page <- 0 until 129) mapPage(page, page % 4)
    finish("refill", 129)
    reads("read0_0", (1 until 129).map(_.toLong << 30))
    finish("data0_0", 128)
    assertEquals(s.pull("miss"), Seq())
    reads("read0_0", Seq(0L))
    finish("miss", 1)
    assertEquals(s.pull("miss").map(_("value").toInt), Seq(0))
  }

  check("an idle bank answers after 40 ns, an open row sooner, another row of the bank later") {
    mapPage(0, 0)
    val sameBank = 115L * 32768 // row 1 of the bank that has address 0 in row 0
    val latencies = Seq(0L, 32L * 8, 64L * 4 * 7, sameBank).map { a =>
      val before = s.counters().map(_.latencyClocks).sum
      reads("read0_0", Seq(a))
      step(200)
      s.counters().map(_.latencyClocks).sum - before
    }
    assertEquals(latencies, Seq(48L, 31L, 31L, 65L), "48 clocks of 1.2 GHz are 40 ns")
  }

  check("in serial mode a unit waits for each answer before it asks again") {
    mapPage(0, 0)
    val addresses = (0 until 50).map(_ * 64L)
    reads("read0_0", addresses)
    val pipelined = finish("data0_0", 50)
    s.set("serial0", 1)
    reads("read0_0", addresses)
    val serial = finish("data0_0", 100)
    assert(serial > 50 * 30 && serial > 5 * pipelined, s"$serial cycles in serial mode, $pipelined otherwise")
  }
}
