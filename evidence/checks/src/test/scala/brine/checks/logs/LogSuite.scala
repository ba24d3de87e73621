package brine.checks.logs

import java.nio.channels.FileChannel
import java.nio.file.{Files, Path, StandardOpenOption}
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.Duration
import scala.util.{Random, Using}
import brine.*
import brine.json.JsonFormat
import brine.testkit.{Allocation, Patient}
import brine.testkit.entrances.CostSearch

/** A log in a file: what was appended is there, and what is damaged is reported and skipped. */
class LogSuite extends munit.FunSuite, Patient:
  private val kills = Integer.getInteger("brine.kills", 3).intValue
  override def munitTimeout: Duration = super.munitTimeout * (1 + kills / 200)

  // Each cut is a warning.
  private val warnings = java.util.logging.Logger.getLogger("brine")
  override def beforeAll(): Unit = warnings.setLevel(java.util.logging.Level.OFF)
  override def afterAll(): Unit = warnings.setLevel(null)

  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("log"),
    folder => Files.list(folder).forEach(Files.deleteIfExists(_): Unit)
  )

  private def open(path: Path): PickleAppender[Entry] = Pickle.appender[Entry](path)

  folder.test("what several appenders wrote one after another comes back in order"): folder =>
    val path = folder.resolve("log")
    for durability <- Durability.values do
      val from = durability.ordinal * 100
      LogFolder.write(path, from until from + 100, durability)
    assertEquals(LogFolder.numbers(path), (0 until 300).toList)
    assertEquals(LogFolder.readable(path), ((0 until 300).toList, Nil))

  folder.test("a log has the bytes that a writer writes, and an appender continues a writer's file"): folder =>
    val path = folder.resolve("log")
    LogFolder.write(path, 0 until 10)
    val other = folder.resolve("written")
    Pickle.writeAll((0 until 10).map(Entry(_)), other)
    assertEquals(Files.readAllBytes(path).toSeq, Files.readAllBytes(other).toSeq)
    LogFolder.write(other, 10 until 20)
    assertEquals(LogFolder.numbers(other), (0 until 20).toList)

  folder.test("buffered records reach the file by flush, by close, and when there are 64 KiB"): folder =>
    val path = folder.resolve("log")
    val log = Pickle.appender[Entry](path, Durability.Buffered)
    log.append(Entry(0))
    assertEquals(Files.size(path), 0L)
    log.flush()
    assertEquals(LogFolder.numbers(path), List(0))
    for number <- 1 to 2000 do log.append(Entry(number))
    assert(Files.size(path) > 64 * 1024 && Files.size(path) < log.length, Files.size(path))
    log.close()
    assertEquals(LogFolder.numbers(path), (0 to 2000).toList)
    intercept[IllegalStateException](log.append(Entry(1)))
    log.close()

  folder.test("a log that is cut at any byte is opened up to its last whole record, and continued"): folder =>
    val path = folder.resolve("log")
    val ends = 0 :: LogFolder.write(path, 0 until 5)
    val all = Files.readAllBytes(path)
    for length <- 0 to all.length do
      Files.write(path, all.take(length))
      val whole = ends.count(_ <= length) - 1
      val log = open(path)
      assertEquals(log.cut.map(cut => (cut.offset, cut.length)), cutOf(ends(whole), length), length)
      for cut <- log.cut do
        assertEquals(cut.failure.recordOffset, ends(whole).toLong)
        assert(cut.failure.isInstanceOf[PickleException.Truncated], cut)
      log.append(Entry(99))
      log.close()
      assertEquals(LogFolder.numbers(path), (0 until whole).toList :+ 99, length)

  private def cutOf(end: Int, length: Int): Option[(Long, Long)] =
    if end == length then None else Some((end.toLong, (length - end).toLong))

  folder.test("a tail of zeros, as a loss of power leaves it, is cut"): folder =>
    val path = folder.resolve("log")
    val ends = LogFolder.write(path, 0 until 5)
    val all = Files.readAllBytes(path)
    for from <- List(ends(2), ends(3), ends(3) + 5, ends(3) + 13, ends(4), all.length) do
      Files.write(path, all.take(from) ++ new Array[Byte](5000))
      val whole = ends.count(_ <= from)
      val log = open(path)
      assertEquals(log.cut.map(_.offset), Some(ends(whole - 1).toLong), from)
      log.close()
      assertEquals(LogFolder.numbers(path), (0 until whole).toList)

  folder.test("behind any changed byte, the other records come back, and no wrong one"): folder =>
    val path = folder.resolve("log")
    val ends = LogFolder.write(path, 0 until 5)
    val all = Files.readAllBytes(path)
    for at <- all.indices; change <- List(1, 0x80, 0xff) do
      val bytes = all.clone
      bytes(at) = (bytes(at) ^ change).toByte
      Files.write(path, bytes)
      val hit = ends.count(_ <= at)
      val (numbers, damage) = LogFolder.readable(path)
      assertEquals(numbers, (0 until 5).filter(_ != hit).toList, s"byte $at ^ $change")
      val start = if hit == 0 then 0 else ends(hit - 1)
      assertEquals(damage.map(d => (d.offset, d.length)), List((start.toLong, (ends(hit) - start).toLong)), s"byte $at")
      assertEquals(damage.head.failure.recordOffset, start.toLong)
      // Without a handler, the records before it come, and then a failure that says where the record began.
      Pickle.readAll[Entry, Unit](path) { entries =>
        for _ <- 0 until hit do entries.next()
        val failure = intercept[PickleException](while entries.hasNext do entries.next())
        if hit < 4 || failure.recordOffset >= 0 then assert(failure.recordOffset >= start, failure)
      }

  folder.test("behind any pattern of damage, the untouched records come back, and no wrong one"): folder =>
    val path = folder.resolve("log")
    val count = 60
    val ends = LogFolder.write(path, 0 until count)
    val all = Files.readAllBytes(path)
    for seed <- 0 until Integer.getInteger("brine.damages", 300) do
      val random = new Random(seed)
      val bytes = all.clone
      for _ <- 0 to random.nextInt(5) do
        val at = random.nextInt(bytes.length)
        val length = 1 + random.nextInt(if random.nextInt(4) == 0 then 400 else 8)
        for i <- at until math.min(at + length, bytes.length) do
          bytes(i) = if seed % 3 == 0 then 0 else random.nextInt.toByte
      Files.write(path, bytes)
      def isUntouched(number: Int) =
        val start = if number == 0 then 0 else ends(number - 1)
        java.util.Arrays.equals(all, start, ends(number), bytes, start, ends(number))
      val (numbers, damage) = LogFolder.readable(path)
      assertEquals(numbers, (0 until count).filter(isUntouched).toList, s"seed $seed")
      if numbers.length < count then assert(damage.nonEmpty)

  folder.test("an appender leaves damage in the middle as it is, and tells it"): folder =>
    val path = folder.resolve("log")
    val ends = LogFolder.write(path, 0 until 5)
    val bytes = Files.readAllBytes(path)
    bytes(ends(1) + 20) = (bytes(ends(1) + 20) ^ 1).toByte
    Files.write(path, bytes)
    val log = open(path)
    assertEquals((log.cut, log.damage.map(_.offset)), (None, List(ends(1).toLong)))
    log.append(Entry(5))
    log.close()
    assertEquals(LogFolder.readable(path)._1, List(0, 1, 3, 4, 5))

  folder.test("a record that is whole and cannot be read is not damage: it is refused, kept, and the next one comes"):
    folder =>
      val path = folder.resolve("log")
      val numbers = List(7, 200, 8, 300)
      final case class Wide(number: Int)
      given Pickler[Wide] = Pickler.derived
      Using.resource(Pickle.appender[Wide](path))(log => numbers.foreach(n => log.append(Wide(n))))
      Pickle.readAll[Small, Unit](path, damage => fail(damage.toString)) { records =>
        assertEquals(records.next(), Small(7))
        intercept[PickleException.UserCode](records.next())
        assertEquals(records.next(), Small(8))
        intercept[PickleException.UserCode](records.next())
        assert(!records.hasNext)
      }
      // The last one is kept when a torn record follows it.
      val all = Files.readAllBytes(path)
      for torn <- 1 to 12 do
        Files.write(path, all ++ all.take(torn))
        val log = Pickle.appender[Small](path)
        assertEquals(log.cut.map(_.offset), Some(all.length.toLong), torn)
        log.append(Small(9))
        log.close()
        assertEquals(Pickle.readAll[Wide, List[Int]](path)(_.map(_.number).toList), numbers :+ 9)

  folder.test("a file that is no log, or of a later version, is refused and not changed"): folder =>
    val path = folder.resolve("notes.txt")
    LogFolder.write(folder.resolve("log"), 0 until 1)
    val log = Files.readAllBytes(folder.resolve("log"))
    val later = log.clone
    later(2) = 2
    val laterAtEnd = log ++ later
    for bytes <- List("a text\n".getBytes, Array[Byte](1, 2, 3), later, laterAtEnd, log ++ "garbage".getBytes) do
      Files.write(path, bytes)
      val failure = intercept[PickleException](open(path))
      assert(failure.getMessage.contains("nothing was cut"), failure.getMessage)
      assertEquals(Files.readAllBytes(path).toSeq, bytes.toSeq)

  folder.test("a record that fails is not in the log, and the next one is"): folder =>
    val path = folder.resolve("log")
    for durability <- Durability.values do
      Files.deleteIfExists(path)
      given PickleOptions = PickleOptions(limits = Limits(maxOutputBytes = 1000))
      val log = Pickle.appender[List[String]](path, durability)
      log.append(List("a"))
      intercept[PickleException.LimitExceeded](log.append(List("x" * 2000)))
      log.append(List("b"))
      log.close()
      assertEquals(Pickle.readAll[List[String], List[List[String]]](path)(_.toList), List(List("a"), List("b")))

  folder.test("a second appender is refused, also behind a link, and after the log was read"): folder =>
    val path = folder.resolve("log")
    val log = open(path)
    log.append(Entry(1))
    val link = Files.createSymbolicLink(folder.resolve("link"), path)
    for again <- List(path, link) do
      val failure = intercept[PickleException.InputOutput](open(again))
      assert(failure.getMessage.contains("another appender has this log"), failure.getMessage)
    assertEquals(LogFolder.numbers(path), List(1))
    val other = start(path, "Flushed", 0)
    assert(other.waitFor(60, TimeUnit.SECONDS))
    assert(new String(other.getErrorStream.readAllBytes).contains("another appender has this log"))
    log.append(Entry(2))
    log.close()
    Using.resource(open(path))(_.append(Entry(3)))
    assertEquals(LogFolder.numbers(path), List(1, 2, 3))

  folder.test("threads that share an appender lose no record"): folder =>
    val path = folder.resolve("log")
    val log = open(path)
    val threads = List.tabulate(4)(t => new Thread(() => for i <- 0 until 500 do log.append(Entry(t * 500 + i))))
    threads.foreach(_.start())
    threads.foreach(_.join())
    log.close()
    val numbers = LogFolder.numbers(path)
    assertEquals(numbers.sorted, (0 until 2000).toList)
    for t <- 0 until 4 do assertEquals(numbers.filter(_ / 500 == t), (t * 500 until t * 500 + 500).toList)

  folder.test("an interrupt closes the log, and the next appender continues behind the last whole record"): folder =>
    val path = folder.resolve("log")
    val log = open(path)
    log.append(Entry(1))
    Thread.currentThread.interrupt()
    intercept[PickleException.InputOutput](log.append(Entry(2)))
    assert(Thread.interrupted())
    intercept[IllegalStateException](log.append(Entry(2)))
    log.close()
    Using.resource(open(path))(_.append(Entry(3)))
    assertEquals(LogFolder.numbers(path), List(1, 3))

  folder.test("other formats and options without checksums are refused"): folder =>
    val path = folder.resolve("log")
    intercept[IllegalArgumentException](Pickle.appender[Entry](path)(using summon, JsonFormat))
    intercept[IllegalArgumentException](Pickle.appender[Entry](path)(using summon, binary.BinaryFormat.Bare))
    intercept[IllegalArgumentException](
      Pickle.appender[Entry](path)(using options = PickleOptions(checksum = false))
    )
    assert(!Files.exists(path))

  folder.test("records of an earlier release are read behind damage, by the shape that the log has"): folder =>
    val path = folder.resolve("log")
    object Release1 { final case class Row(id: Int, name: String) derives Pickler }
    object Release2 { final case class Row(id: Long, name: String, tags: List[String] = Nil) derives Pickler }
    val ends = Using.resource(Pickle.appender[Release1.Row](path)) { log =>
      for i <- 0 until 4 yield
        log.append(Release1.Row(i, "a"))
        log.length.toInt
    }
    Using.resource(Pickle.appender[Release2.Row](path))(log => log.append(Release2.Row(9, "b", List("x"))))
    val bytes = Files.readAllBytes(path)
    bytes(ends(1) + 12) = (bytes(ends(1) + 12) ^ 4).toByte
    Files.write(path, bytes)
    var damages = 0
    val rows = Pickle.readAll[Release2.Row, List[Release2.Row]](path, _ => damages += 1)(_.toList)
    assertEquals((rows.map(_.id), damages), (List(0L, 1L, 3L, 9L), 1))

  folder.test("headers that begin no record cost a multiple of the file's length, and the record behind is found"):
    folder =>
      val path = folder.resolve("log")
      val ends = LogFolder.write(path, 0 until 3)
      val bytes = Files.readAllBytes(path)
      val (before, behind) = (bytes.take(ends(1)), bytes.drop(ends(1)))
      before(ends(0) + 9) = (before(ends(0) + 9) ^ 4).toByte
      val headers = Array.fill(20_000)(behind.take(4)).flatten
      Files.write(path, before ++ headers ++ behind)
      val length = Files.size(path)
      assert(
        !Allocation.isAlwaysAbove(CostSearch.FreeBytes + CostSearch.BytesPerByte * length, times = 3) {
          assertEquals(LogFolder.readable(path)._1, List(0, 2))
        }
      )

  folder.test(
    "a process that is killed at any moment loses no record that was appended, and leaves none that is wrong"
  ): folder =>
    for durability <- List("Flushed", "Forced") do
      val path = folder.resolve(durability)
      var next = 0
      for kill <- 0 until kills do
        val process = start(path, durability, next)
        val in = process.getInputStream
        in.readNBytes(4) // it has begun
        TimeUnit.NANOSECONDS.sleep(new Random(kill).nextLong(1_000_000L * (1 + kill % 7)))
        process.toHandle.destroyForcibly() // kill -9
        val rest = AppendForever.reported(process)
        assert(process.waitFor(60, TimeUnit.SECONDS))
        val last = if rest.isEmpty then next else rest.last
        val (numbers, _) = LogFolder.readable(path)
        assertEquals(numbers, numbers.indices.toList, s"kill $kill")
        assert(numbers.length > last, s"kill $kill: $last was appended, and ${numbers.length} are there")
        next = numbers.length

  folder.test("a full disk refuses records, and those before stay readable and can be continued"): folder =>
    assume(!System.getProperty("os.name").startsWith("Windows"))
    for durability <- Durability.values do
      val path = folder.resolve(durability.toString)
      val command = "ulimit -f 200; exec \"$@\"" // units of 512 or 1024 bytes
      val process = builder("bash" :: "-c" :: command :: "bash" :: arguments(path, durability.toString, 0)).start()
      val reported = AppendForever.reported(process)
      assert(process.waitFor(60, TimeUnit.SECONDS))
      assert(reported.contains(-1), new String(process.getErrorStream.readAllBytes))
      val numbers = LogFolder.numbers(path)
      assertEquals(numbers, numbers.indices.toList)
      if durability != Durability.Buffered then
        assertEquals(numbers, reported.filter(_ >= 0))
        assertEquals(reported.last, -2)
      LogFolder.write(path, numbers.length until numbers.length + 10)
      assertEquals(LogFolder.numbers(path).length, numbers.length + 10)

  private def arguments(path: Path, durability: String, from: Int): List[String] =
    LogFolder.java() ++ List(AppendForever.getClass.getName.stripSuffix("$"), path.toString, durability, from.toString)
  private def builder(command: List[String]): ProcessBuilder = new ProcessBuilder(command*)
  private def start(path: Path, durability: String, from: Int): Process =
    builder(arguments(path, durability, from)).start()
