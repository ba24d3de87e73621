package brine.checks

import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.nio.file.Files
import brine.*
import brine.binary.{BinaryFormat, KeyedPickle, ShapeTable}
import brine.checks.CarriageSuite.*
import brine.json.JsonFormat
import brine.shape.{ScalarKind, Shape}
import brine.testkit.{Allocation, Laws}
import brine.wire.{ByteSink, ByteSource}
import brine.wire.layout.BinaryLayout.*

/** How the writer's shape travels: with names, as a fingerprint, as a key. */
class CarriageSuite extends munit.FunSuite:
  private val old = Old("Jim", 42, "J")
  private val today = New(42L, "Jim", None, List("new"))
  private def named[A: Pickler](value: A): Array[Byte] =
    value.pickle(using summon, summon, PickleOptions(carriage = Carriage.Names)).bytes

  private def file(test: java.nio.file.Path => Unit): Unit =
    val path = Files.createTempFile("brine", ".pickle")
    try test(path)
    finally Files.delete(path)

  // ---- names

  test("a file is read as the class of today, with no registry; so are a stream and a channel") {
    file { path =>
      old.pickleTo(path)
      assertEquals(Pickle.read[New](path), today)
      assertEquals(Pickle.read[Old](path), old)
    }
    val out = new ByteArrayOutputStream
    old.pickleTo(out)
    old.pickleTo(java.nio.channels.Channels.newChannel(out))
    assertEquals(Pickle.readAll[New](new ByteArrayInputStream(out.toByteArray)).toList, List(today, today))
    assertEquals(Pickle.readAll[Old](new ByteArrayInputStream(out.toByteArray)).toList, List(old, old))
  }

  test("the table of a shape is made once, not for each pickle that carries it") {
    val names = PickleOptions(carriage = Carriage.Names)
    def write() = old.pickle(using summon, summon, names)
    val first = write()
    val table = ShapeTable.of(summon[Pickler[Old]].shape)
    write()
    assert(ShapeTable.of(summon[Pickler[Old]].shape) eq table)
    assert(!Allocation.isAlwaysAbove(first.bytes.length + 1000, 100)(write()), Allocation.of(write()).toString)
    assertEquals(write(), first)
  }

  test("collections of a class, recursive types and cycles evolve, too") {
    def read[A: Pickler](bytes: Array[Byte]): A = BinaryFormat.pickled(bytes).unpickle[A]
    assertEquals(read[List[New]](named(List(old, old))), List(today, today))
    assertEquals(read[Map[String, Vector[New]]](named(Map("a" -> Vector(old)))), Map("a" -> Vector(today)))
    assertEquals(read[Option[New]](named(Option(old))), Some(today))
    val ring = new Ring("a", null, 1)
    ring.next = ring
    val back = read[Chain](named(ring))
    assert(back.next eq back)
  }

  test("a file that cannot be read as the class is refused with both shapes, the place and the cure") {
    file { path =>
      old.pickleTo(path)
      val e = intercept[PickleException.IncompatibleShape](Pickle.read[Incompatible](path))
      for part <- List(
          "Old(name: String, age: Int, nick: String)",
          "Incompatible(",
          "$.age: expected String, found Int",
          "$.mail: expected String, found nothing",
          "give it a default"
        )
      do
        assert(e.getMessage.contains(part), e.getMessage)
    }
  }

  test("x.pickle and buffers carry the fingerprint, files the names, and an explicit option is obeyed") {
    def carriage(bytes: Array[Byte]) = bytes(FLAGS_OFFSET) & CARRIAGE_MASK
    assertEquals(carriage(old.pickle.bytes), CARRIAGE_FINGERPRINT)
    assertEquals(carriage(named(old)), CARRIAGE_NAMES)
    val buffer = java.nio.ByteBuffer.allocate(200)
    old.pickleTo(buffer)
    assertEquals(carriage(buffer.array), CARRIAGE_FINGERPRINT)
    file { path =>
      given PickleOptions = PickleOptions(carriage = Carriage.Fingerprint)
      old.pickleTo(path)
      assertEquals(carriage(Files.readAllBytes(path)), CARRIAGE_FINGERPRINT)
      intercept[PickleException.OtherShape](Pickle.read[New](path))
    }
  }

  test("a writer writes the shape once; a reader resolves later values by it") {
    val out = new ByteArrayOutputStream
    val writer = Pickle.writer[Old](out)
    for i <- 1 to 3 do writer.write(Old("a", i, "x"))
    writer.flush()
    val bytes = out.toByteArray
    assertEquals(bytes.length, named(Old("a", 1, "x")).length + 2 * Old("a", 1, "x").pickle.bytes.length)
    assertEquals(Pickle.readAll[New](new ByteArrayInputStream(bytes)).map(_.age).toList, List(1L, 2L, 3L))
    file { path =>
      Pickle.writeAll(List.tabulate(1000)(i => Old("a", i, "x")), path)
      assertEquals(Pickle.readAll[New, Int](path)(_.length), 1000)
      assertEquals(Pickle.readAll[Old, Old](path)(_.drop(999).next()), Old("a", 999, "x"))
      // Two programs have added to one file.
      Files.write(path, Files.readAllBytes(path) ++ named(today) ++ today.pickle.bytes)
      assertEquals(Pickle.readAll[New, List[Long]](path)(_.map(_.age).toList.takeRight(3)), List(999L, 42L, 42L))
      assertEquals(Pickle.readAll[Older, Int](path)(_.length), 1002)
    }
  }

  test("a writer in JSON keeps values apart; one that has failed is of no use") {
    given PickleFormat = JsonFormat
    val out = new ByteArrayOutputStream
    val writer = Pickle.writer[Int](out)
    List(1, 2).foreach(writer.write)
    writer.flush()
    assertEquals(Pickle.readAll[Int](new ByteArrayInputStream(out.toByteArray)).toList, List(1, 2))
    val broken = Pickle.writer[Throwing](out)
    intercept[PickleException.UserCode](broken.write(Throwing()))
    intercept[IllegalStateException](broken.write(Throwing()))
  }

  test("a file of many values is there with all of them or not at all") {
    file { path =>
      Pickle.writeAll(List(old), path)
      intercept[IllegalStateException](Pickle.writeAll(
        Iterator(old, old) ++ Iterator.fill[Old](1)(throw new IllegalStateException),
        path
      ))
      assertEquals(Pickle.readAll[Old, List[Old]](path)(_.toList), List(old))
      intercept[PickleException.LimitExceeded] {
        given PickleOptions = PickleOptions(limits = Limits(maxOutputBytes = 100))
        Pickle.writeAll(List(old, Old("x" * 100, 1, "")), path)
      }
      given PickleOptions = PickleOptions(limits = Limits(maxOutputBytes = 100))
      Pickle.writeAll(List.fill(100)(old), path) // separate pickles take this number of bytes
      assertEquals(Pickle.readAll[Old, Int](path)(_.length), 100)
    }
  }

  test("law: the written bytes do not depend on data read before") {
    val fresh = named(today)
    val read = BinaryFormat.pickled(named(old)).unpickle[New]
    assertEquals(Laws.hex(named(read)), Laws.hex(fresh))
    assertEquals(Laws.hex(read.pickle.bytes), Laws.hex(today.pickle.bytes))
    assertEquals(BinaryFormat.pickled(fresh).unpickle[Older], Older("Jim"))
    assertEquals(Laws.hex(named(today)), Laws.hex(fresh))
  }

  test("sharing, checksum, a shape that is a scalar or a collection") {
    for sharing <- List(Sharing.Tracked, Sharing.All); checksum <- List(true, false) do
      given PickleOptions = PickleOptions(sharing = sharing, checksum = checksum, carriage = Carriage.Names)
      assertEquals(List(old, old).pickle.unpickle[List[New]], List(today, today))
      assertEquals(5.pickle.unpickle[Long], 5L)
      assertEquals(List(1).pickle.unpickle[Vector[Double]], Vector(1.0))
  }

  test("a pickler by hand reads its own bytes") {
    val bytes = named(Celsius(3))
    assertEquals(BinaryFormat.pickled(bytes).unpickle[Celsius], Celsius(3))
    intercept[PickleException.IncompatibleShape](BinaryFormat.pickled(named(old)).unpickle[Celsius])
  }

  // ---- a fingerprint, and a history

  test("a fingerprint is looked up in the history") {
    val bytes = old.pickle(using summon, summon, PickleOptions.Default).bytes
    intercept[PickleException.OtherShape](BinaryFormat.pickled(bytes).unpickle[New](using
      summon,
      PickleOptions.Default
    ))
    given PickleOptions = PickleOptions(history = History(Pickler[Older].shape, Pickler[Old].shape))
    assertEquals(BinaryFormat.pickled(bytes).unpickle[New], today)
    assertEquals(Pickle.readAll[New](new ByteArrayInputStream(bytes ++ bytes)).toList, List(today, today))
    val e = intercept[PickleException.OtherShape](BinaryFormat.pickled(Ring("a", null, 1).pickle.bytes).unpickle[New])
    assert(e.getMessage.contains("History("), e.getMessage)
    intercept[PickleException.IncompatibleShape](BinaryFormat.pickled(bytes).unpickle[Incompatible])
  }

  // ---- keys

  test("a key takes two bytes") {
    given PickleOptions = PickleOptions(history = History(Pickler[Old].shape, Pickler[New].shape))
    val pickle = old.pickleIn(BinaryFormat.Keyed)
    assertEquals(pickle.bytes.length, old.pickleIn(BinaryFormat.Bare).bytes.length + 2)
    assertEquals(pickle.unpickle[Old], old)
    assertEquals(pickle.unpickle[New], today)
    assertEquals(today.pickleIn(BinaryFormat.Keyed).unpickle[Older], Older("Jim"))
    assertEquals(Pickle.read[New](new ByteArrayInputStream(pickle.bytes))(using summon, BinaryFormat.Keyed), today)
    assertEquals(Laws.hex(pickle.bytes.drop(2)), Laws.hex(old.pickleIn(BinaryFormat.Bare).bytes))
  }

  test("a key says whether all is shared") {
    val history = History(Pickler[List[Old]].shape)
    val pickle =
      given PickleOptions = PickleOptions(history = history, sharing = Sharing.All)
      List(old, old).pickleIn(BinaryFormat.Keyed)
    given PickleOptions = PickleOptions(history = history)
    val back = pickle.unpickle[List[Old]]
    assert(back(0) eq back(1))
  }

  test("shapes and keys that the history does not have are refused, both ways") {
    val e = intercept[PickleException.UnknownKey](old.pickleIn(BinaryFormat.Keyed)(using summon, PickleOptions.Default))
    assert(e.getMessage.contains("Old(name: String, age: Int, nick: String)"), e.getMessage)
    given PickleOptions = PickleOptions(history = History(Pickler[Old].shape))
    val unknown = intercept[PickleException.UnknownKey](new KeyedPickle(Array[Byte](1, 2, 3)).unpickle[New])
    assert(unknown.getMessage.contains("0100") && unknown.getMessage.contains("New("), unknown.getMessage)
    intercept[PickleException.Truncated](new KeyedPickle(Array[Byte](1)).unpickle[New])
  }

  test("a history has a key for one shape only") {
    val (a, b) = (Pickler[Old].shape, Pickler[New].shape)
    intercept[IllegalArgumentException](History.ofKeys(5 -> a, 5 -> b))
    intercept[IllegalArgumentException](History.ofKeys((1 << 15) -> a))
    intercept[IllegalArgumentException](History.ofKeys(-1 -> a))
    val history = History.ofKeys(5 -> a, 5 -> a, 6 -> b, 0x7fff -> a)
    assertEquals((history.keyOf(a.fingerprint), history.keyOf(b.fingerprint), history.keyOf(1)), (5, 6, -1))
    assert((history.ofKey(0x7fff) eq a) && history.ofKey(7) == null && history.shape(b.fingerprint).nn.eq(b))
  }

  // ---- hostile

  private def header(fingerprint: Long, table: Array[Byte], claimed: Int = -1): Array[Byte] =
    val sink = ByteSink.growing(64)
    sink.putShort(MAGIC.toShort)
    sink.putByte(VERSION)
    sink.putByte(CARRIAGE_NAMES)
    sink.putLong(fingerprint)
    sink.putVarint(if claimed >= 0 then claimed else table.length)
    sink.putBytes(table, 0, table.length)
    sink.toByteArray

  private def refused(bytes: Array[Byte], part: String)(using munit.Location): Unit =
    for source <- List(ByteSource.of(bytes), ByteSource.of(new ByteArrayInputStream(bytes))) do
      val e = intercept[PickleException](BinaryFormat.read(source, Pickler[New], PickleOptions.Default))
      assert(e.getMessage.contains(part), e.getMessage)

  test("a table is believed as little as a body") {
    val shape = Pickler[Old].shape
    val table = ShapeTable.write(shape)
    val body = old.pickleIn(BinaryFormat.Bare).bytes
    assertEquals(BinaryFormat.pickled(header(shape.fingerprint, table) ++ body).unpickle[New], today)
    refused(header(shape.fingerprint + 1, table) ++ body, "expected a shape with fingerprint")
    refused(header(shape.fingerprint, table, 5 << 20) ++ body, "more than 1048576")
    refused(header(shape.fingerprint, table, 1 << 20) ++ body, "ends too early")
    refused(header(shape.fingerprint, table, -1 >>> 1) ++ body, "more than 1048576")
    refused(header(1, Array.emptyByteArray) ++ body, "ends too early")
    for flags <- List(0, 3) do
      val bytes = header(shape.fingerprint, table) ++ body
      bytes(FLAGS_OFFSET) = flags.toByte
      refused(bytes, "have no meaning")
  }

  test("any bit of a pickle with names flipped, or its end cut off, gives a value or a refusal") {
    val bytes = old.pickle(using summon, summon, PickleOptions(carriage = Carriage.Names, checksum = false)).bytes
    for i <- bytes.indices; bit <- 0 until 8 do
      val flipped = bytes.clone
      flipped(i) = (flipped(i) ^ (1 << bit)).toByte
      Laws.isSafe[New](flipped, BinaryFormat)
    for length <- bytes.indices do Laws.isSafe[New](bytes.take(length), BinaryFormat)
  }

  test("a shape whose types are hard to tell apart is understood soon") {
    // A chain within a family: the difference of two of its nodes is as far away as the chain is long.
    val links = 9_000
    val all = new Array[Shape](links + 1)
    for i <- 0 to links do
      all(i) = new Shape.Product(
        "C",
        Array("n"),
        false,
        () => Array(if i == links then Shape.Scalar(ScalarKind.Int) else all(i + 1))
      )
    val root = new Shape.Product("R", Array.tabulate(links)(i => s"f$i"), false, () => all.take(links))
    val table = ShapeTable.write(root)
    refused(header(1, table), "expected a shape with fingerprint")
    // And one that is nested deeper than the stack.
    val chain = ShapeTable.write(all(links - 1000))
    Laws.onSmallStack {
      val pickle = BinaryFormat.pickled(header(ShapeTable.read(chain).fingerprint, chain))
      val e = intercept[PickleException.IncompatibleShape](pickle.unpickle[Deep])
      assert(e.getMessage.contains("…: expected Deep("), e.getMessage.take(300))
    }
  }

  test("a shape with any number of misfits is refused with the first of them") {
    val names = Array.tabulate(2000)(i => s"f$i")
    val inner = new Shape.Product("W", names, false, () => names.map(_ => Shape.Scalar(ScalarKind.Int)))
    val wide = new Shape.Product("W", names.take(500), false, () => Array.fill(500)(new Shape.Optional(() => inner)))
    val sum = new Shape.Product(
      "S",
      Array("n"),
      false,
      () => Array(new Shape.Sum("L", names.take(500), false, () => Array.fill(500)(wide)))
    )
    val table = ShapeTable.write(sum)
    refused(header(ShapeTable.read(table).fingerprint, table), "found nothing")
  }

  test("a stream that carries ever new shapes is refused, one that repeats itself is not") {
    val tables = Vector.tabulate(101)(i =>
      new Shape.Product("Nothings", Array(s"f$i"), false, () => Array(Shape.Scalar(ScalarKind.Int)))
    )
    def pickle(shape: Shape) = header(shape.fingerprint, ShapeTable.write(shape)) ++ Array[Byte](2)
    def read(bytes: Array[Byte]) = Pickle.readAll[Nothings](new ByteArrayInputStream(bytes)).length
    assertEquals(read(Array.fill(300)(pickle(tables(0))).flatten), 300)
    assertEquals(read(tables.take(100).flatMap(pickle).toArray), 100)
    intercept[PickleException.LimitExceeded](read(tables.flatMap(pickle).toArray))
  }

object CarriageSuite:
  final case class Old(name: String, age: Int, nick: String) derives Pickler
  final case class New(age: Long, name: String, mail: Option[String], tags: List[String] = List("new")) derives Pickler
  final case class Older(name: String) derives Pickler
  final case class Incompatible(name: String, age: String, mail: String) derives Pickler
  final class Ring(val name: String, var next: Ring, val count: Int) derives Pickler
  final class Chain(val name: String, var next: Chain) derives Pickler
  final case class Deep(n: Deep) derives Pickler
  final case class Nothings(some: Option[Int]) derives Pickler

  final class Throwing:
    def value: Int = throw new IllegalStateException
  object Throwing:
    given Pickler[Throwing] = brine.combine.imap(Pickler[Int])(_ => new Throwing)(_.value)

  final case class Celsius(degrees: Int)
  given Pickler[Celsius] with
    def shape = Shape.Custom("Celsius", version = 1)
    def pickle(t: Celsius, builder: PickleBuilder) = builder.putInt(t.degrees)
    def unpickle(reader: PickleReader) = Celsius(reader.getInt())
