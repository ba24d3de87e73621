package brine.checks

import java.io.*
import java.nio.ByteBuffer
import java.nio.channels.{Channels, FileChannel}
import java.nio.file.{Files, Path, StandardOpenOption}
import scala.jdk.CollectionConverters.*
import brine.*
import brine.binary.BinaryFormat
import brine.combine.imap
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.testkit.Laws
import brine.testkit.corpus.*

/** Every way out and in: output that is written whole or not at all, streams that stay open, and the ends of values. */
class InputOutputSuite extends munit.FunSuite:
  private val folder = FunFixture[Path](
    setup = _ => Files.createTempDirectory("brine"),
    teardown = d =>
      for f <- list(d) do Files.delete(f)
      Files.delete(d)
  )

  private def list(d: Path): List[Path] =
    val s = Files.list(d)
    try s.iterator.asScala.toList
    finally s.close()

  private val jim = Person("Jim", 2005)
  private val formats = BinaryFormat :: AllFormats.telling

  for format <- formats do
    given PickleFormat = format
    val name = format.getClass.getSimpleName.stripSuffix("$")

    def atRest = jim.pickle(using summon, summon, PickleOptions(carriage = Carriage.Names)).bytes.toSeq

    test(s"a writer that is closed has handed over all its values, $name"):
      var closed = 0
      val out = new ByteArrayOutputStream:
        override def close(): Unit = closed += 1
      val writer = Pickle.writer[Person](out)
      val all = List.tabulate(1000)(i => Person(s"P$i", i))
      all.foreach(writer.write)
      writer.close()
      writer.close()
      assertEquals(closed, 1)
      intercept[IllegalStateException](writer.write(jim))
      assertEquals(Pickle.readAll[Person](new ByteArrayInputStream(out.toByteArray)).toList, all)

    test(s"a writer whose stream is closed too early says that values are lost, $name"):
      val out = new ByteArrayOutputStream:
        private var isClosed = false
        override def close(): Unit = isClosed = true
        override def write(bytes: Array[Byte], from: Int, length: Int): Unit =
          if isClosed then throw new IOException("closed") else super.write(bytes, from, length)
      val writer = Pickle.writer[Person](out)
      writer.write(jim)
      out.close()
      intercept[PickleException.InputOutput](writer.close())

    test(s"after a value that fails, closing a writer hands over those before it, $name"):
      val out = new ByteArrayOutputStream
      val writer = Pickle.writer[Option[Int]](out)(using Pickler[Int].imap(n => Option(n))(_.get))
      writer.write(Some(1))
      writer.write(Some(2))
      intercept[PickleException](writer.write(None))
      intercept[IllegalStateException](writer.write(Some(3)))
      writer.close()
      val values = Pickle.readAll[Int](new ByteArrayInputStream(out.toByteArray))
      assertEquals(List.fill(2)(values.next()), List(1, 2))
      // A part whose checksum is under way cannot be taken back.
      if format == GraphFormat then intercept[PickleException.Truncated](values.next()) else assert(!values.hasNext)

    folder.test(s"a file, $name") { d =>
      val file = d.resolve("p")
      jim.pickleTo(file)
      assertEquals(Pickle.read[Person](file), jim)
      assertEquals(Files.readAllBytes(file).toSeq, atRest)
      Person("Joe", 1).pickleTo(file)
      assertEquals(Pickle.read[Person](file), Person("Joe", 1))
      assertEquals(list(d), List(file))
    }

    test(s"a stream, which is flushed and left open, $name") {
      val closed = new java.util.concurrent.atomic.AtomicBoolean
      val bytes = new ByteArrayOutputStream
      val out = new BufferedOutputStream(bytes):
        override def close(): Unit = closed.set(true)
      jim.pickleTo(out)
      assertEquals(bytes.toByteArray.toSeq, atRest)
      val in = new ByteArrayInputStream(bytes.toByteArray):
        override def close(): Unit = closed.set(true)
      assertEquals(Pickle.read[Person](in), jim)
      assert(!closed.get)
    }

    folder.test(s"a channel, which is left open, $name") { d =>
      val file = d.resolve("p")
      val out = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)
      jim.pickleTo(out)
      assert(out.isOpen)
      out.close()
      val in = FileChannel.open(file)
      assertEquals(Pickle.read[Person](in), jim)
      assert(in.isOpen)
      in.close()
    }

    test(s"numbers, words and options follow each other in a stream and in a buffer, $name") {
      val out = new ByteArrayOutputStream
      val buffer = ByteBuffer.allocate(1000)
      for n <- List(1, 2, 33) do
        n.pickleTo(out)
        n.pickleTo(buffer)
      assertEquals(Pickle.readAll[Int](new ByteArrayInputStream(out.toByteArray)).toList, List(1, 2, 33))
      val end = buffer.position
      buffer.flip()
      assertEquals(List.fill(3)(Pickle.read[Int](buffer)), List(1, 2, 33))
      assertEquals(buffer.position, end)
      val nulls = new ByteArrayOutputStream
      for list <- List[List[Int]](null, List(1), null, null) do list.pickleTo(nulls)
      assertEquals(
        Pickle.readAll[List[Int]](new ByteArrayInputStream(nulls.toByteArray)).toList,
        List[List[Int]](null, List(1), null, null)
      )
      val options = new ByteArrayOutputStream
      for n <- List(Option(1), None, Option(2)) do n.pickleTo(options)
      assertEquals(
        Pickle.readAll[Option[Int]](new ByteArrayInputStream(options.toByteArray)).toList,
        List(Option(1), None, Option(2))
      )
    }

    test(s"a buffer, heap or direct or a slice, whose position moves behind the pickle, $name") {
      for make <- List[Int => ByteBuffer](
          ByteBuffer.allocate,
          ByteBuffer.allocateDirect,
          n => ByteBuffer.allocate(n + 9).position(9).slice()
        )
      do
        val buffer = make(1000)
        jim.pickleTo(buffer)
        val end = buffer.position
        assertEquals(end, jim.pickle.bytes.length)
        buffer.put(Laws.write(Person("Joe", 1), format)).flip()
        assertEquals(Pickle.read[Person](buffer), jim)
        assertEquals(buffer.position, end)
        assertEquals(Pickle.read[Person](buffer), Person("Joe", 1))
        assertEquals(buffer.remaining, 0)
    }

    test(s"a buffer that is too small is an error that says so, $name") {
      val size = jim.pickle.bytes.length
      for room <- 0 until size; make <- List[Int => ByteBuffer](ByteBuffer.allocate, ByteBuffer.allocateDirect) do
        val buffer = make(room + 3).position(3)
        val e = intercept[PickleException.LimitExceeded](jim.pickleTo(buffer))
        val said =
          (s"at \\$$: the buffer is full: at least (\\d+) bytes do not fit the $room there are between its position " +
            "and its limit").r
        e.getMessage match
          case said(needed) => assert(needed.toInt > room && needed.toInt <= size, e.getMessage)
          case other        => fail(other)
        assertEquals(buffer.position, 3)
    }

    folder.test(s"a failed write leaves the old file and no litter, $name") { d =>
      val file = d.resolve("p")
      jim.pickleTo(file)
      val before = Files.readAllBytes(file).toSeq
      intercept[PickleException.UserCode](List.tabulate(100_000)(i => Fragile(i)).pickleTo(file))
      assertEquals(Files.readAllBytes(file).toSeq, before)
      assertEquals(list(d), List(file))
      intercept[PickleException.UserCode](List(Fragile(-1)).pickleTo(d.resolve("new")))
      assertEquals(list(d), List(file))
    }

    folder.test(s"a file that cannot be read or written is an InputOutput with its cause, $name") { d =>
      val missing = intercept[PickleException.InputOutput](Pickle.read[Person](d.resolve("missing")))
      assert(missing.getCause.isInstanceOf[java.nio.file.NoSuchFileException], missing.getCause)
      assertEquals(
        missing.reason,
        s"input or output failed: java.nio.file.NoSuchFileException: ${d.resolve("missing")}"
      )
      intercept[PickleException.InputOutput](jim.pickleTo(d.resolve("no/such/folder")))
      assertEquals(list(d), List.empty[Path])
    }

    test(s"a stream that fails is an InputOutput with its cause, $name") {
      val broken = new IOException("the line is dead")
      val out: OutputStream = _ => throw broken
      val e = intercept[PickleException.InputOutput](jim.pickleTo(out))
      assertEquals(e.getCause, broken)
      val in: InputStream = () => throw broken
      val f = intercept[PickleException.InputOutput](Pickle.read[Person](in))
      assertEquals(f.getCause, broken)
    }

    test(s"many values in one stream are read until it ends; an end in the middle is an error, $name") {
      val values = List.tabulate(1000)(i => Person("p" * (i % 50), i))
      val out = new ByteArrayOutputStream
      for v <- values do
        v.pickleTo(out)
        if format == JsonFormat then out.write('\n')
      val bytes = out.toByteArray
      assertEquals(Pickle.readAll[Person](new ByteArrayInputStream(bytes)).toList, values)
      val cut = Pickle.readAll[Person](new ByteArrayInputStream(bytes.dropRight(3)))
      assertEquals(cut.take(999).toList, values.init)
      assert(cut.hasNext)
      val e = intercept[PickleException](cut.next())
      assert(e.isInstanceOf[PickleException.Truncated], e)
      assert(!Pickle.readAll[Person](new ByteArrayInputStream(Array.emptyByteArray)).hasNext)
    }

    test(s"values in one stream are read on demand, before the stream ends, $name") {
      val pipe = new PipedInputStream(1 << 16)
      val out = new PipedOutputStream(pipe)
      val all = Pickle.readAll[Person](pipe)
      for i <- 1 to 3 do
        Person("p", i).pickleTo(out)
        if format == JsonFormat then out.write('\n')
        out.flush()
        assertEquals(all.next(), Person("p", i))
      out.close()
      assert(!all.hasNext)
    }

    test(s"a big value through a stream that gives single bytes, $name") {
      val everything = List.fill(200)(Corpus.everything)
      val bytes = Laws.write(everything, format)
      Laws.assertSame(Pickle.read[List[Everything]](Laws.trickle(bytes)), everything)
      Laws.assertSame(Pickle.read[List[Everything]](Channels.newChannel(new ByteArrayInputStream(bytes))), everything)
    }

  test("a size hint may be wrong and changes no byte") {
    val value = List.tabulate(1000)(i => s"number $i")
    for format <- BinaryFormat :: AllFormats.telling do
      val expected = Laws.hex(Laws.write(value, format))
      for hint <- List(Int.MinValue, -1, 0, 1, expected.length / 3, 1 << 24, Int.MaxValue) do
        assertEquals(Laws.hex(Laws.write(value, format, PickleOptions(sizeHint = hint))), expected, s"hint $hint")
  }

  test("a channel in non-blocking mode is refused, not waited for") {
    val pipe = java.nio.channels.Pipe.open()
    try
      val ignored = pipe.source.configureBlocking(false)
      for format <- formats do
        given PickleFormat = format
        val e = intercept[IllegalArgumentException](Pickle.read[Person](pipe.source))
        assert(e.getMessage.contains("configureBlocking(true)"), e.getMessage)
    finally
      pipe.source.close()
      pipe.sink.close()
  }

  test("a pickle that takes more of a stream than it may is refused") {
    val list = List.tabulate(100_000)(i => (i % 10).toString)
    for format <- formats do
      given PickleFormat = format
      val bytes = Laws.write(list, format)
      val zipped = new ByteArrayOutputStream
      val out = new java.util.zip.GZIPOutputStream(zipped)
      out.write(bytes)
      out.close()
      def in = new java.util.zip.GZIPInputStream(new ByteArrayInputStream(zipped.toByteArray))
      def reads(limit: Long)(read: PickleOptions ?=> List[String]) = read(using
        PickleOptions(limits = Limits(maxInputBytes = limit))
      )
      for limit <- List(0L, 1L, 1000L, bytes.length - 1L) do
        intercept[PickleException.LimitExceeded](reads(limit)(Pickle.read[List[String]](in)))
        intercept[PickleException.LimitExceeded](reads(limit)(Pickle.read[List[String]](Channels.newChannel(in))))
      assertEquals(reads(bytes.length)(Pickle.read[List[String]](in)), list)
      assertEquals(reads(bytes.length)(Pickle.read[List[String]](Channels.newChannel(in))), list)
      val twice = new ByteArrayInputStream(bytes ++ bytes)
      given PickleOptions = PickleOptions(limits = Limits(maxInputBytes = bytes.length))
      assertEquals(Pickle.readAll[List[String]](twice).toList, List(list, list))
  }

  test("a pickle that goes on is refused, from a file, a stream and a channel") {
    val bytes = jim.pickle.bytes ++ jim.pickle.bytes
    intercept[PickleException.TrailingBytes](Pickle.read[Person](new ByteArrayInputStream(bytes)))
    intercept[PickleException.TrailingBytes](Pickle.read[Person](Channels.newChannel(new ByteArrayInputStream(bytes))))
  }

  test("pickles are equal when their formats and bytes are") {
    assertEquals(jim.pickle, Person("Jim", 2005).pickle)
    assertNotEquals(jim.pickle, Person("Jim", 2006).pickle)
    assertEquals(jim.pickle.hashCode, Person("Jim", 2005).pickle.hashCode)
    assertEquals(jim.pickle.toString, "BinaryPickle(22 bytes)")
  }

  test("a writer that is collected with values that it keeps is reported"):
    val texts = new java.util.concurrent.LinkedBlockingQueue[String]
    val log = java.util.logging.Logger.getLogger("brine")
    val handler = new java.util.logging.Handler:
      override def publish(record: java.util.logging.LogRecord): Unit = texts.add(record.getMessage): Unit
      override def flush(): Unit = ()
      override def close(): Unit = ()
    log.addHandler(handler)
    try
      def leave(): Unit = Pickle.writer[Int](new ByteArrayOutputStream).write(5)
      leave()
      val text = Iterator.continually {
        System.gc()
        texts.poll(100, java.util.concurrent.TimeUnit.MILLISECONDS)
      }.take(100).find(_ != null)
      assert(text.exists(_.contains("neither flushed nor closed")), text)
    finally log.removeHandler(handler)

/** Cannot be written when negative. (And takes more than one window of bytes in a long list.) */
final case class Fragile(n: Int)
object Fragile:
  given Pickler[Fragile] with
    def shape = brine.shape.Shape.Custom("Fragile", version = 1)
    def pickle(value: Fragile, builder: PickleBuilder): Unit =
      if value.n == -1 || value.n == 99_999 then throw new IllegalStateException("broken")
      builder.putInt(value.n)
    def unpickle(reader: PickleReader): Fragile = Fragile(reader.getInt())
