package brine.checks.regions

import java.lang.management.{BufferPoolMXBean, ManagementFactory}
import java.nio.channels.{FileChannel, Pipe}
import java.nio.file.{Files, Path, StandardOpenOption}
import scala.jdk.CollectionConverters.*
import brine.*
import brine.region.*
import brine.testkit.Allocation
import brine.wire.Blocks

/** The memory for sending and receiving, beside the region itself. */
class RegionChannelsSuite extends munit.FunSuite:
  private val file = FunFixture[Path](
    _ => Files.createTempFile("brine", ".region"),
    path => Files.deleteIfExists(path): Unit
  )

  private val megabytes = 16
  private lazy val numbers = Region.compact(Array.tabulate(megabytes << 17)(_.toLong))

  private def directBytes: Long =
    ManagementFactory.getPlatformMXBeans(classOf[BufferPoolMXBean]).asScala.find(
      _.getName == "direct"
    ).get.getMemoryUsed

  /** The heap that an action takes, not for the first time, and the memory outside of it that its thread keeps for
    * channels.
    */
  private def cost(act: => Any): (Long, Long) =
    var found = (0L, 0L)
    val thread = new Thread(() =>
      val before = directBytes
      act
      val heap = Allocation.of(act)
      found = (heap, directBytes - before)
    )
    thread.start()
    thread.join()
    found

  private def writing[B](path: Path)(act: FileChannel => B): B =
    val channel = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
    try act(channel)
    finally channel.close()

  private def reading[B](path: Path)(act: FileChannel => B): B =
    val channel = FileChannel.open(path)
    try act(channel)
    finally channel.close()

  /** In another thread, until the other end has all. */
  private def meanwhile[B](act: => Unit)(other: => B): B =
    val thread = new Thread(() => act)
    thread.start()
    try other
    finally thread.join()

  file.test(
    "a region in memory is sent without a copy: neither the heap grows by it, nor the JDK's copy, by more than a piece"
  ) {
    path =>
      val (heap, outside) = writing(path)(channel => cost(numbers.sendTo(channel.position(0))))
      assert(heap < 10_000, heap)
      assert(outside <= 2 * Blocks.PIECE, outside)
      assertEquals(Files.size(path) >> 20, megabytes.toLong)
  }

  file.test("a mapped region is sent from the mapping") { path =>
    numbers.writeTo(path)
    val mapped = Region.open[Array[Long]](path)
    val copy = Files.createTempFile("brine", ".region")
    try
      val (heap, outside) = writing(copy)(channel => cost(mapped.sendTo(channel.position(0))))
      assert(heap < 10_000, heap)
      assert(outside < 10_000, outside)
      assertEquals(Files.mismatch(path, copy), -1L)
    finally Files.delete(copy)
  }

  file.test("receiving a region takes four times its length, with its memory while it grew, and a piece") { path =>
    numbers.writeTo(path)
    var received: Region[Array[Long]] = null
    val (heap, outside) = reading(path)(channel => cost { received = Region.receive[Array[Long]](channel.position(0)) })
    assert(heap < 4 * numbers.length + 100_000, heap)
    assert(outside <= 2 * Blocks.PIECE, outside)
    val there = received
    assert(there.root.isSameIn(numbers)(numbers.root))
  }

  file.test("a file has the bytes that are sent: the operating system can send it, and receive a region into one") {
    path =>
      Region.compact(Trees.bin(14)).writeTo(path)
      val pipe = Pipe.open()
      val size = Files.size(path)
      val received = meanwhile(reading(path) { channel =>
        var at = 0L
        while at < size do at += channel.transferTo(at, size - at, pipe.sink)
      })(Region.receive[BinTree](pipe.source))
      assertEquals(received.toValue, Trees.bin(14))
      val copy = Files.createTempFile("brine", ".region")
      try
        meanwhile(received.sendTo(pipe.sink))(writing(copy) { channel =>
          var at = 0L
          while at < size do at += channel.transferFrom(pipe.source, at, size - at)
        })
        assertEquals(Region.open[BinTree](copy).toValue, Trees.bin(14))
      finally Files.delete(copy)
  }
