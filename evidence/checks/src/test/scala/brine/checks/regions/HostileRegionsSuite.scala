package brine.checks.regions

import java.nio.{ByteBuffer, ByteOrder}
import java.nio.channels.FileChannel
import java.nio.file.{Files, Path, StandardOpenOption}
import scala.util.Random
import brine.*
import brine.region.*
import brine.wire.layout.RegionLayout.*
import brine.testkit.Patient

/** Hostile, truncated and changing files and buffers. */
class HostileRegionsSuite extends munit.FunSuite, Patient:
  private val file = FunFixture[Path](
    _ => Files.createTempFile("brine", ".region"),
    path => Files.deleteIfExists(path): Unit
  )

  private val bytes = RegionBytes.of(PageAccess.other)
  private val healthy = new PageAccess(PageAccess.other).results
  private val tableLength = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(TABLE_LENGTH_OFFSET)
  private val bodyStart = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(BODY_OFFSET)

  private def signed(bytes: Array[Byte]): Array[Byte] = RegionBytes.signed(bytes, bodyStart)

  /** True if the first read refuses it; if not, every accessor is called. */
  private def isRefused(open: => Region[Page]): Boolean =
    try
      new PageAccess(open).failures: Unit
      false
    catch case e: PickleException => true

  test("a header that claims a long table allocates no more than was received") {
    val start = bytes.take(HEADER_BYTES)
    for claim <- List(1 << 20, 1 << 16, Int.MaxValue, -1) do
      ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).putInt(TABLE_LENGTH_OFFSET, claim)
      def receive() = intercept[PickleException](
        Region.receive[Page](java.nio.channels.Channels.newChannel(new java.io.ByteArrayInputStream(start)))
      )
      assert(!brine.testkit.Allocation.isAlwaysAbove(100_000, 5)(receive()), s"$claim")
  }

  test("a page that is whole answers every accessor") {
    val failed = healthy.collect { case (name, e: Throwable) => name }
    assertEquals(failed, List("an option's class"))
  }

  test("a header with any byte and the checksum changed is refused, or read as it is") {
    val random = new Random(7)
    for at <- 0 until CHECKSUM_OFFSET; _ <- 1 to 10 do
      val changed = bytes.clone
      changed(at) = (changed(at) ^ (1 + random.nextInt(255))).toByte
      signed(changed)
      val isWrong = at < ROOT_OFFSET && at != BITS_OFFSET
      assert(isRefused(Region.in[Page](ByteBuffer.wrap(changed))) || !isWrong, s"byte $at: ${changed(at)}")
      isRefused(RegionBytes.received[Page](changed)): Unit
      isRefused(Region.inUnchecked[Page](ByteBuffer.wrap(changed))): Unit
  }

  test("a shape table with any byte and the checksum changed is refused when it is read") {
    val random = new Random(9)
    for at <- HEADER_BYTES until HEADER_BYTES + tableLength; _ <- 1 to 3 do
      val changed = bytes.clone
      changed(at) = (changed(at) ^ (1 + random.nextInt(255))).toByte
      changed(FINGERPRINT_OFFSET) = (changed(FINGERPRINT_OFFSET) ^ 1).toByte
      signed(changed)
      assert(isRefused(Region.in[Page](ByteBuffer.wrap(changed))), s"byte $at: ${changed(at)}")
      isRefused(Region.inUnchecked[Page](ByteBuffer.wrap(changed))): Unit
  }

  file.test("fields of a header with arbitrary claims, under a correct checksum, are refused, or read as they are") {
    path =>
      val fields =
        List(BODY_OFFSET -> 4, FINGERPRINT_OFFSET -> 8, LENGTH_OFFSET -> 8, ROOT_OFFSET -> 8, TABLE_LENGTH_OFFSET -> 4)
      val random = new Random(8)
      val claims = List(
        0L,
        1,
        3,
        4,
        8,
        12,
        -1,
        -8,
        Int.MaxValue,
        Int.MinValue,
        1L << 31,
        1L << 40,
        1L << 48,
        Long.MaxValue,
        Long.MinValue
      )
      for (offset, width) <- fields; claim <- claims ::: List.fill(100)(random.nextLong() >> random.nextInt(64)) do
        val changed = bytes.clone
        val buffer = ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN)
        if width == 4 then buffer.putInt(offset, claim.toInt) else buffer.putLong(offset, claim)
        signed(changed)
        Files.write(path, changed)
        val isWrong = offset != ROOT_OFFSET
        assert(isRefused(Region.open[Page](path)) || !isWrong, s"$claim at $offset")
        assert(isRefused(Region.in[Page](ByteBuffer.wrap(changed))) || !isWrong, s"$claim at $offset")
        isRefused(
          RegionBytes.received[Page](changed)
        ): Unit // which may be a shorter region, and the beginning of the next one
        isRefused(Region.openUnchecked[Page](path)): Unit
        try Region.upgrade[Page](path): Unit
        catch case e: PickleException => ()
  }

  test("whichever byte is changed, in four ways, each accessor gives a value or fails as it may") {
    for at <- bodyStart until bytes.length; change <- List(1, 0x80, 0xff, 0x7f) do
      val changed = bytes.clone
      changed(at) = (changed(at) ^ change).toByte
      assert(!isRefused(Region.in[Page](ByteBuffer.wrap(changed))), "no accessor was tried")
  }

  test("nothing that lies around a region is read, whichever byte of it is changed") {
    val inside = RegionBytes.of(Region.compact(List("a", "bc", "☃", "x" * 30)))
    val around = Array.fill(inside.length * 3)('Z'.toByte)
    var read = 0
    for at <- inside.indices; change <- 1 to 255 do
      val changed = inside.clone
      changed(at) = (changed(at) ^ change).toByte
      if changed(at) != 'Z' then
        System.arraycopy(changed, 0, around, inside.length, inside.length)
        try
          val region = Region.inUnchecked[List[String]](ByteBuffer.wrap(around, inside.length, inside.length))
          val texts = region.toValue ++ List.tabulate(4)(i => region.root(_(i)))
          if texts.exists(text => text != null && text.exists(c => c == 'Z' || c == 'Z' * 257)) then
            fail(s"byte $at, $change: $texts")
          read += 1
        catch case e: (PickleException | IndexOutOfBoundsException) => ()
    assert(read > 1000, s"$read")
  }

  test(
    "bytes that are trusted to be a page, and are none, give values or exceptions of Brine's, and are none to the " +
      "verifier"
  ) {
    val random = new Random(10)
    val others = List[Region[?]](
      Region.compact(Trees.bin(6)),
      Region.compact(Trees.point(3)),
      Region.compact(List.fill(20)("text")),
      Region.compact(1),
      Region.compact(Array.fill(100)(random.nextLong())),
      Region.compact(Vector.fill(300)(random.nextInt(40)))
    )
    for other <- others do
      val region = Region.inUnchecked[Page](ByteBuffer.wrap(RegionBytes.of(other)))
      assert(new PageAccess(region).failures > 10, other)
      intercept[PickleException](region.verify())
  }

  test("a hostile file that shares exponentially is verified, since each object is visited once, and not copied out") {
    // Each level refers twice to the one before: 2^60 leaves in 500 bytes.
    var tree: BinTree = BinTree.Leaf(1)
    for _ <- 1 to 60 do tree = BinTree.Node(tree, tree)
    val region = Region.compactSharing(tree)
    assertEquals(region.length, 8L + 4 + 60 * 8)
    region.verify()
    val forged = Region.in[BinTree](ByteBuffer.wrap(RegionBytes.of(region)))
    forged.verify()
    val forest =
      Region.in[Vector[BinTree]](ByteBuffer.wrap(RegionBytes.of(Region.compactSharing(Vector.fill(100_000)(tree)))))
    forest.verify()
    assert(intercept[PickleException.LimitExceeded](region.toValue).getMessage.contains(
      "sharing in this region makes the value much larger"
    ))
    intercept[PickleException.LimitExceeded](region.root.contentHash)
    val other = Region.compactSharing(tree)
    intercept[PickleException.LimitExceeded](region.root.isSameIn(other)(other.root))
  }

  test("a header's count of elements without bytes is a claim: nothing is allocated for it, and a limit is reported") {
    def forged[A: Compactable](value: A, count: Int): Region[A] =
      val bytes = RegionBytes.of(Region.compact(value))
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length - 4, count)
      Region.in[A](ByteBuffer.wrap(bytes))
    for count <- List(1_001_000, Int.MaxValue) do
      val units = forged(List((), ()), count)
      val vectors = forged(Vector((), ()), count)
      val sets = forged(Set(()), count)
      val others = forged(List((), ()), count)
      assertEquals(units.root(_.size), count)
      assertEquals(sets.root(_.size), count)
      assert(sets.root(_.contains(())))
      def asked(): Unit =
        intercept[PickleException.LimitExceeded](units.toValue)
        intercept[PickleException.LimitExceeded](vectors.toValue)
        intercept[PickleException.LimitExceeded](sets.toValue)
        intercept[PickleException.LimitExceeded](units.root.contentHash)
        intercept[PickleException.LimitExceeded](units.root.isSameIn(others)(others.root))
        intercept[PickleException.LimitExceeded](units.compacted)
      asked()
      assert(!brine.testkit.Allocation.isAlwaysAbove(1 << 20, 10)(asked()), count)
      units.verify()
  }

  test(
    "a stack that is too small for a hash, a comparison or a text is reported: a limit of views, or the value's own " +
      "code"
  ) {
    val region = Region.compact(Trees.deep(900))
    val deep = Region.compact(Trees.deep(100_000))
    val told = new java.util.concurrent.ConcurrentLinkedQueue[Throwable]
    def tell(act: => Any): Unit =
      try act: Unit
      catch case e: Throwable => told.add(e): Unit
    val thread = new Thread(
      null,
      () => {
        tell(region.root.contentHash)
        tell(region.root.isSameIn(deep)(deep.root))
        tell(deep.root.contentHash)
        tell(deep.root.show)
      },
      "small",
      150_000
    )
    thread.start()
    thread.join()
    val names = told.stream.map(_.getClass.getSimpleName).toList
    assert(names.size >= 2 && names.size <= 4, names)
    assertEquals(names.get(names.size - 1), "UserCode")
    assert(names.stream.limit(names.size - 1).allMatch(_ == "LimitExceeded"), names)
  }

  test("objects that overlap, which could make a check long, are refused") {
    val texts = RegionBytes.of(Region.compact(Vector.tabulate(100)(i => s"text number $i")))
    val buffer = ByteBuffer.wrap(texts).order(ByteOrder.LITTLE_ENDIAN)
    val first = buffer.getInt(BODY_OFFSET) + FIRST_OBJECT
    val length = buffer.getInt(first)
    Region.in[Vector[String]](ByteBuffer.wrap(texts)).verify()
    for longer <- List(length + 4, 1000, Int.MaxValue, 40 | Int.MinValue) do
      buffer.putInt(first, longer)
      val region = Region.in[Vector[String]](ByteBuffer.wrap(texts))
      assert(intercept[PickleException.Malformed](region.verify()).getMessage.contains("invariant 5"), longer)
  }

  // ---- files that change

  file.test("a file that is cut at any byte is refused, and one that is followed by a byte") { path =>
    Files.write(path, bytes)
    val channel = FileChannel.open(path, StandardOpenOption.WRITE)
    try
      for length <- bytes.length - 1 to 0 by -1 do
        channel.truncate(length)
        intercept[PickleException](Region.open[Page](path))
        intercept[PickleException](Region.openUnchecked[Page](path))
    finally channel.close()
    Files.write(path, bytes :+ 0.toByte)
    intercept[PickleException.TrailingBytes](Region.open[Page](path))
    intercept[PickleException.TrailingBytes](Region.openUnchecked[Page](path))
  }

  file.test("a file that grows while it is mapped is read as it was, and is refused from then on") { path =>
    Files.write(path, bytes)
    val access = new PageAccess(Region.open[Page](path))
    Files.write(path, Array.fill(100_000)(-1.toByte), StandardOpenOption.APPEND)
    assertEquals(
      access.results.filterNot(_._2.isInstanceOf[Throwable]),
      healthy.filterNot(_._2.isInstanceOf[Throwable])
    )
    intercept[PickleException.TrailingBytes](Region.open[Page](path))
  }

  /** A page in which everything lies far from everything else. */
  private def long: Page = PageAccess.small.copy(
    title = "t" * 20_000,
    bytes = new Array[Byte](20_000),
    samples = new Array[Double](5_000),
    tags = List.fill(3)("g" * 20_000)
  )

  file.test(
    "a file that is cut while it is mapped: each accessor gives a value or an exception of Brine's, and the JVM lives"
  ) { path =>
    var failures = 0
    for pages <- List(0, 1, 3, 10, 20, 30) do
      Region.compact(long).writeTo(path)
      val access = new PageAccess(Region.open[Page](path))
      val whole = access.failures
      val channel = FileChannel.open(path, StandardOpenOption.WRITE)
      try channel.truncate(pages * 4096L): Unit
      finally channel.close()
      failures += access.failures - whole
      intercept[PickleException.Truncated](access.region.toValue)
    assert(failures > 100, s"$failures")
  }

  file.test("threads that read a file while it is truncated each get an exception of Brine") { path =>
    Region.compact(Array.tabulate(1 << 17)(_.toLong)).writeTo(path)
    val region = Region.open[Array[Long]](path)
    val told = new java.util.concurrent.ConcurrentLinkedQueue[Throwable]
    val started = new java.util.concurrent.CountDownLatch(3)
    def sum(): Long =
      val root = region.root
      Iterator.range(0, 1 << 17).map(i => root(_(i))).sum
    def readOn(): Unit =
      try
        while true do
          val all = region.guarded(sum())
          if all != (1L << 16) * ((1L << 17) - 1) then throw new IllegalStateException(s"$all")
          started.countDown()
      catch case e: Throwable => told.add(e): Unit
    val threads = List.fill(3)(new Thread(() => readOn()))
    threads.foreach(_.start())
    started.await()
    val channel = FileChannel.open(path, StandardOpenOption.WRITE)
    try channel.truncate(4096): Unit
    finally channel.close()
    threads.foreach(_.join())
    assertEquals(
      told.stream.map(_.getClass.getSimpleName).toList,
      java.util.List.of("Truncated", "Truncated", "Truncated")
    )
  }

  // ---- after close

  file.test("after close each accessor says so, of a region in memory, in a file, in a buffer") { path =>
    Region.compact(PageAccess.small).writeTo(path)
    val regions =
      List(Region.compact(PageAccess.small), Region.open[Page](path), Region.in[Page](ByteBuffer.wrap(bytes)))
    for region <- regions do
      val access = new PageAccess(region)
      region.close()
      region.close()
      for (name, result) <- access.results do assert(result.isInstanceOf[PickleException.Closed], s"$name: $result")
      intercept[PickleException.Closed](region.append(1))
      intercept[PickleException.Closed](region.writeTo(path))
      intercept[PickleException.Closed](region.buffers)
      assert(region.isClosed)
      assert(!region.contains(region.root))
    assertEquals(new PageAccess(Region.open[Page](path)).failures, 1)
  }

  file.test("a region that is closed while others read it says so to each") { path =>
    Region.compact(Trees.bin(12)).writeTo(path)
    for region <- List(Region.compact(Trees.bin(12)), Region.open[BinTree](path)) do
      val told = new java.util.concurrent.ConcurrentLinkedQueue[Throwable]
      val started = new java.util.concurrent.CountDownLatch(3)
      def readOn(): Unit =
        try
          while true do
            if region.root.contentHash != region.root.contentHash then throw new IllegalStateException("other contents")
            started.countDown()
        catch case e: Throwable => told.add(e): Unit
      val threads = List.fill(3)(new Thread(() => readOn()))
      threads.foreach(_.start())
      started.await()
      region.close()
      threads.foreach(_.join())
      assertEquals(told.stream.map(_.getClass.getSimpleName).toList, java.util.List.of("Closed", "Closed", "Closed"))
  }
