package brine.checks

import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.nio.ByteBuffer
import munit.FunSuite
import brine.*
import brine.binary.{BinaryFormat, RecordNames, RecordReader, RecordWriter}
import brine.testkit.{Allocation, Laws, Patient}
import brine.wire.{ByteSink, ByteSource}
import zoo.*

/** Values one after the other without headers, in bytes that can be moved about. */
class RecordsSuite extends FunSuite, Patient:
  import RecordsSuite.*

  private val byNames = Subtypes(
    Subtype[Dog],
    Subtype[Parrot],
    Subtype[Keeper],
    Subtype[Nobody.type],
    Subtype[Stone](using summon, Stones.pickler)
  )
  private val byNumbers = byNames.numberedBy(byNames.names)
  private val everyOptions =
    for subtypes <- List(byNames, byNumbers); sharing <- Sharing.values.toList; depth <- List(512, 2, 0)
    yield PickleOptions(subtypes = subtypes, sharing = sharing, limits = Limits(emittedDepth = depth))

  private def written(
      options: PickleOptions,
      names: RecordNames = RecordNames.PerRecord
  )(write: RecordWriter => Unit): Array[Byte] =
    val sink = ByteSink.growing(16)
    write(RecordWriter(sink, options, names))
    sink.toByteArray

  private val rex = Dog("Rex", 3)
  private val zoo =
    Zoo(List(rex, Parrot("Ara", Vector("hello")), null, Nobody, Stone(7), rex), Map("x" -> Dog("y", 1)), Some(Nobody))

  test("records of several types come back one after the other"):
    for options <- everyOptions; names <- RecordNames.values do
      val bytes = written(options, names) { w =>
        for i <- 1 to 3 do
          w.write(zoo)
          w.write(i)
          w.write[Animal](rex)
          w.write("é")
      }
      val reader = RecordReader(ByteSource.of(bytes), options, names)
      for i <- 1 to 3 do
        assert(!reader.isAtEnd)
        assertEquals(reader.read[Zoo], zoo)
        assertEquals(reader.read[Int], i)
        assertEquals(reader.read[Animal], rex)
        assertEquals(reader.read[String], "é")
      assert(reader.isAtEnd)

  test("a record has the bytes of a bare pickle, after any other record"):
    for options <- everyOptions do
      val alone = Laws.write(zoo, BinaryFormat.Bare, options)
      val twice = written(options) { w =>
        w.write(zoo); w.write(zoo)
      }
      assertEquals(Laws.hex(twice), Laws.hex(alone ++ alone))

  test("an object of one record is another object in the next"):
    for options <- everyOptions if options.sharing != Sharing.Off do
      val keeper = new Keeper("Anna", null, Nil)
      keeper.friend = keeper
      val reader = RecordReader(
        ByteSource.of(written(options) { w =>
          w.write[Animal](keeper); w.write[Animal](keeper)
        }),
        options
      )
      val all = List.fill(2)(reader.read[Animal].asInstanceOf[Keeper])
      for k <- all do assert(k.friend eq k)
      assert(all(0) ne all(1))

  test("records can be concatenated and read in any order"):
    for options <- everyOptions do
      val values = List[Animal](rex, Parrot("Ara", Vector.empty), Stone(7), rex)
      val parts = values.map(v => written(options)(_.write(v)))
      val reader = RecordReader(ByteSource.of(parts.reverse.reduce(_ ++ _)), options)
      assertEquals(values.map(_ => reader.read[Animal]), values.reverse)

  test("with names per stream, a name goes out once"):
    val options = PickleOptions(subtypes = byNames)
    def size(names: RecordNames, count: Int) =
      written(options, names)(w => for _ <- 1 to count do w.write[Animal](rex)).length
    assertEquals(
      size(RecordNames.PerStream, 10) - size(RecordNames.PerStream, 1),
      9 * 7
    ) // marker, number, string of four bytes, age
    assertEquals(size(RecordNames.PerRecord, 10), 10 * size(RecordNames.PerRecord, 1))

  test("a failed write leaves nothing in a growing sink, and the next record is right"):
    for
      options <- everyOptions if options.sharing != Sharing.Off; names <- RecordNames.values;
      keeper = new Keeper("Anna", null, Nil)
    do
      // The name of Parrot, and the number of the keeper, are of the record that fails.
      keeper.charges = List(Parrot("p", Vector.empty), keeper, Ghost("boo"))
      val bytes = written(options, names) { w =>
        w.write[Animal](rex)
        val e = intercept[PickleException.UnexpectedClass](w.write[Animal](keeper))
        assert(e.path.contains("charges[2]"), e.path)
        assert(!w.isCut)
        keeper.charges = List(Parrot("p", Vector.empty))
        w.write[Animal](keeper)
        w.write[Animal](Parrot("q", Vector.empty))
      }
      val reader = RecordReader(ByteSource.of(bytes), options, names)
      assertEquals(reader.read[Animal], rex)
      assertEquals(reader.read[Animal].asInstanceOf[Keeper].charges, List(Parrot("p", Vector.empty)))
      assertEquals(reader.read[Animal], Parrot("q", Vector.empty))
      assert(reader.isAtEnd)

  test("a failed write is taken back from the window of a stream"):
    val out = new ByteArrayOutputStream
    val writer = RecordWriter(ByteSink.over(out))
    writer.write("a")
    intercept[PickleException](writer.write[Animal](Ghost("boo")))
    assert(!writer.isCut)
    writer.write("b")
    writer.flush()
    assertEquals(Laws.hex(out.toByteArray), "03 61 03 62")

  test("a record of which a stream has a part already stops the writer until the caller resumes it"):
    val out = new ByteArrayOutputStream
    val writer = RecordWriter(ByteSink.over(out))
    writer.write("a")
    writer.flush()
    intercept[PickleException](writer.write(List[Animal](Dog("x" * 200_000, 1), Ghost("boo"))))
    assert(writer.isCut)
    val e = intercept[IllegalStateException](writer.write("b"))
    assert(
      e.getMessage.contains("the record that began at byte 2 failed, and a part of it has left the sink"),
      e.getMessage
    )
    val before = out.toByteArray.take(2)
    out.reset()
    out.writeBytes(before)
    writer.resume()
    writer.write("b")
    writer.flush()
    assert(Laws.hex(out.toByteArray).startsWith("03 61"))

  test("the limit on output holds for each record"):
    val options = PickleOptions(limits = Limits(maxOutputBytes = 10))
    val sink = ByteSink.growing(4)
    val writer = RecordWriter(sink, options)
    for _ <- 1 to 5 do writer.write("12345678")
    intercept[PickleException.LimitExceeded] {
      writer.write("1234567890123")
      writer.flush()
    }
    assertEquals(sink.written, 45L)

  test("an end between two records is not an end within one"):
    for options <- everyOptions do
      val first = written(options)(_.write(zoo))
      val bytes = first ++ first
      for
        end <- bytes.indices;
        source <- List(ByteSource.of(bytes, 0, end), ByteSource.of(new ByteArrayInputStream(bytes, 0, end)))
      do
        val reader = RecordReader(source, options)
        def next() = reader.read[Zoo]
        if end >= first.length then assertEquals(next(), zoo)
        if end % first.length == 0 then
          assert(reader.isAtEnd)
          val e = intercept[NoSuchElementException](next())
          assertEquals(e.getMessage, s"no record follows: the source ends at byte $end")
        else
          assert(!reader.isAtEnd)
          intercept[PickleException.Truncated](next())

  test("a record that takes no bytes can be read where the source ends"):
    val reader = RecordReader(ByteSource.of(written(PickleOptions.Default)(_.write(()))))
    assert(reader.isAtEnd)
    assertEquals(reader.read[Unit], ())

  test("a read leaves the source behind its record, for the caller to go on"):
    val options = PickleOptions(subtypes = byNumbers)
    val sink = ByteSink.growing(16)
    val writer = RecordWriter(sink, options)
    writer.write(zoo)
    sink.putInt(0x12345678)
    writer.write(zoo)
    val buffer = ByteBuffer.wrap(sink.toByteArray)
    val source = ByteSource.of(buffer)
    val reader = RecordReader(source, options)
    assertEquals(reader.read[Zoo], zoo)
    assertEquals(source.getInt(), 0x12345678)
    assertEquals(reader.read[Zoo], zoo)
    source.finish()
    assertEquals(buffer.remaining, 0)

  test("after a failed read the next record is right, where the caller finds it"):
    for options <- everyOptions do
      val broken = written(options)(_.write(zoo)).init
      val good = written(options)(_.write(zoo))
      val source = ByteSource.of(broken ++ Array.fill[Byte](1)(-1) ++ good)
      val reader = RecordReader(source, options)
      intercept[PickleException](reader.read[Cage])
      source.skip(broken.length + 1 - source.offset)
      assertEquals(reader.read[Zoo], zoo)

  test("a stream with names per stream cannot be read on after a failure"):
    val options = PickleOptions(subtypes = byNames)
    val bytes = written(options, RecordNames.PerStream) { w =>
      w.write[Animal](rex); w.write[Animal](rex)
    }
    val reader = RecordReader(ByteSource.of(bytes), options, RecordNames.PerStream)
    intercept[PickleException](reader.read[Zoo])
    val e = intercept[IllegalStateException](reader.read[Animal])
    assert(e.getMessage.contains("names that it carried are lost"), e.getMessage)

  test("the limits on input and on elements without bytes hold for each record"):
    val options = PickleOptions(limits = Limits(maxInputBytes = 9_000, maxElementsWithoutBytes = 100))
    val bytes = written(PickleOptions.Default) { w =>
      for _ <- 1 to 5 do
        w.write("x" * 5_000)
        w.write(List.fill(100)(()))
      w.write("x" * 20_000)
    }
    val reader = RecordReader.over(new ByteArrayInputStream(bytes), options)
    for _ <- 1 to 5 do
      assertEquals(reader.read[String].length, 5_000)
      assertEquals(reader.read[List[Unit]].length, 100)
    intercept[PickleException.LimitExceeded](reader.read[String])
    val units = written(PickleOptions.Default)(_.write(List.fill(101)(())))
    intercept[PickleException.LimitExceeded](RecordReader(ByteSource.of(units), options).read[List[Unit]])

  test("a pickler by hand that fails in the depths leaves no depth behind"):
    var broken: Link = null
    for i <- 1 to 100 do broken = Link(if i == 1 then -1 else i, broken)
    val sink = ByteSink.growing(16)
    val writer = RecordWriter(sink, PickleOptions(limits = Limits(emittedDepth = 40)))
    for _ <- 1 to 3 do intercept[PickleException.UserCode](writer.write(broken))
    assertEquals(sink.written, 0L)
    writer.write(Link(1, Link(2, null)))
    assertEquals(Laws.hex(sink.toByteArray), Laws.hex(Laws.write(Link(1, Link(2, null)), BinaryFormat.Bare)))

  test("large records with cycles and small ones follow each other in any order"):
    for options <- everyOptions if options.sharing != Sharing.Off; names <- RecordNames.values do
      def ring(size: Int): Keeper =
        val first = new Keeper("k0", null, Nil)
        var last = first
        for i <- 1 until size do
          val next = new Keeper(s"k$i", null, List(last, first))
          last.friend = next
          last = next
        last.friend = first
        first
      val sizes = List(1, 5_000, 1, 2, 9, 3, 70, 1, 8, 1)
      val bytes =
        written(options, names)(w => for size <- sizes do { w.write[Animal](ring(size)); w.write[Animal](rex) })
      val reader = RecordReader(ByteSource.of(bytes), options, names)
      for size <- sizes do
        val first = reader.read[Animal].asInstanceOf[Keeper]
        val all = Iterator.iterate(first)(_.friend.asInstanceOf[Keeper]).slice(1, size + 1).toList
        assertEquals(all.indexWhere(_ eq first), size - 1)
        assert(all.init.forall(k => k.charges.last eq first))
        assertEquals(reader.read[Animal], rex)

  test("neither writer nor reader holds an object of a record that is done"):
    for options <- everyOptions if options.sharing != Sharing.Off do
      val sink = ByteSink.growing(16)
      val writer = RecordWriter(sink, options)
      def write() =
        val keeper = new Keeper(new String("Anna"), null, List(new Keeper("Ben", null, Nil)))
        writer.write[Animal](keeper)
        new java.lang.ref.WeakReference(keeper)
      val written = write()
      val reader = RecordReader(ByteSource.of(sink.toByteArray), options)
      def read() = new java.lang.ref.WeakReference(reader.read[Animal])
      val back = read()
      var left = 100
      while left > 0 && (written.get != null || back.get != null) do
        System.gc()
        Thread.sleep(10)
        left -= 1
      assert(left > 0)
      writer.write[Animal](rex) // they are still in use

  test("a record of values alone costs no allocation beside the value"):
    val value = Numbers(1, 2L, 3.5)
    val sink = ByteSink.growing(1 << 20)
    val writer = RecordWriter(sink)
    val count = 10_000
    def write() =
      sink.reset()
      var i = 0
      while i < count do
        writer.write(value)
        i += 1
    assert(!Allocation.isAlwaysAbove(count, times = 50)(write()), "writing")
    val bytes = sink.toByteArray
    def read() =
      val reader = RecordReader(ByteSource.of(bytes))
      var i = 0
      while i < count do
        reader.read[Numbers]
        i += 1
    assert(!Allocation.isAlwaysAbove(count * 33L, times = 50)(read()), "reading") // an object takes 32 bytes

object RecordsSuite:
  final case class Numbers(i: Int, l: Long, d: Double) derives Pickler

  /** Its pickler refuses negative numbers. */
  final case class Checked(n: Int)
  object Checked:
    given Pickler[Checked] with
      def shape = brine.shape.Shape.Custom("Checked", 1)
      def pickle(value: Checked, builder: PickleBuilder): Unit =
        if value.n < 0 then throw new IllegalArgumentException(s"${value.n} is negative")
        builder.putInt(value.n)
      def unpickle(reader: PickleReader): Checked = Checked(reader.getInt())

  final case class Link(n: Checked, next: Link) derives Pickler
  object Link:
    def apply(n: Int, next: Link): Link = Link(Checked(n), next)
