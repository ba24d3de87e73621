package brine.checks

import java.io.ByteArrayInputStream
import brine.*
import brine.binary.{BarePickle, BinaryFormat, BinaryPickle}
import brine.testkit.{Allocation, Laws, Patient}
import brine.testkit.corpus.*
import brine.wire.ByteSource

/** Attacks and damage that a binary pickle can carry, and their outcome. (JSON has its own such suite.) */
class HostileInputSuite extends munit.FunSuite, Patient:
  private def bytes(all: Int*): Array[Byte] = all.map(_.toByte).toArray
  private def bare[A: Pickler](all: Int*): A = new BarePickle(bytes(all*)).unpickle[A]
  private def varlong(n: Long): Array[Byte] =
    val sink = brine.wire.ByteSink.growing(10)
    sink.putVarlong(n)
    sink.toByteArray

  private def onCorpus(law: [A] => (A, Pickler[A]) => Unit): Unit =
    for sample <- Corpus.all do
      try law(sample.value, sample.pickler)
      catch case e: Throwable => throw new AssertionError(s"${sample.name}: ${e.getMessage}", e)

  // ---- damage

  private def refused[A](damaged: Array[Byte], what: String)(using Pickler[A]): Unit =
    for source <- List(ByteSource.of(damaged), ByteSource.of(new ByteArrayInputStream(damaged))) do
      val e = intercept[Throwable](Pickle.one(source, Pickler[A], BinaryFormat, PickleOptions.Default))
      assert(e.isInstanceOf[PickleException], s"$what ends in $e")

  test("a pickle with a header, cut anywhere, is refused") {
    onCorpus {
      [A] =>
        (value: A, p: Pickler[A]) =>
          val whole = Laws.write(value, BinaryFormat)(using p)
          for n <- whole.indices do refused[A](whole.take(n), s"cut after $n bytes")(using p)
    }
  }

  test("a pickle with a header and any one bit flipped is refused") {
    onCorpus {
      [A] =>
        (value: A, p: Pickler[A]) =>
          for options <- List(PickleOptions(), PickleOptions(sharing = Sharing.All)) do
            val whole = Laws.write(value, BinaryFormat, options)(using p)
            for i <- whole.indices; bit <- 0 until 8 do
              val flipped = whole.clone
              flipped(i) = (flipped(i) ^ (1 << bit)).toByte
              refused[A](flipped, s"bit $bit of byte $i flipped")(using p)
    }
  }

  test("a bare pickle, cut or with a bit flipped, is refused or a value of the right classes") {
    onCorpus {
      [A] =>
        (value: A, p: Pickler[A]) =>
          given Pickler[A] = p
          for options <- List(PickleOptions(), PickleOptions(sharing = Sharing.All), Laws.interpreted) do
            val whole = Laws.write(value, BinaryFormat.Bare, options)
            val flips = for i <- whole.indices; bit <- 0 until 8 yield whole.updated(i, (whole(i) ^ (1 << bit)).toByte)
            for damaged <- whole.indices.map(whole.take) ++ flips do
              try wellTyped(Laws.read[A](damaged, BinaryFormat.Bare, options))
              catch case _: PickleException => ()
    }
  }

  /** Writing a value touches every field: a value of a wrong class inside ends in a ClassCastException or is refused.
    */
  private def wellTyped[A: Pickler](value: A): Unit =
    if value != null then
      val limited = PickleOptions(limits = Limits(maxOutputBytes = 1 << 20))
      try Laws.write(value, BinaryFormat.Bare, limited)
      catch case e: PickleException.LimitExceeded => ()

  test("random bytes are refused or a value") {
    val random = new scala.util.Random(5)
    for _ <- 1 to 300; sample <- Corpus.all do
      val noise = Array.fill(1 + random.nextInt(24))((if random.nextBoolean() then random.nextInt(6)
                                                      else random.nextInt(256)).toByte)
      try new BarePickle(noise).unpickle(using sample.pickler)
      catch case _: PickleException => ()
  }

  // ---- failures leave as one type

  test("another type's pickle is refused, both shapes named") {
    val e = intercept[PickleException.OtherShape](Person("a", 1).pickle.unpickle[Pair[String, Int]])
    assertEquals(e.typeName, "Pair")
    assertEquals(e.found, Pickler[Person].shape.fingerprint)
    assertEquals(e.expected, Pickler[Pair[String, Int]].shape.fingerprint)
    assert(e.getMessage.contains(f"${e.found}%016x") && e.getMessage.contains(f"${e.expected}%016x"), e.getMessage)
    assert(e.getMessage.contains("Pair(a: String, b: Int)"), e.getMessage)
    assertEquals(e.offset, 4L)
  }

  test("JSON read as binary is refused as no binary") {
    val json = Laws.write(Person("a", 1), brine.json.JsonFormat)
    val e = intercept[PickleException.WrongFormat](new BinaryPickle(json).unpickle[Person])
    assert(e.getMessage.contains("Brine binary"), e.getMessage)
  }

  test("other versions and reserved flags are refused") {
    val whole = Person("a", 1).pickle.bytes
    for version <- List(0, 2, 255) do
      intercept[PickleException.UnknownVersion](new BinaryPickle(whole.updated(2, version.toByte)).unpickle[Person])
    for flags <- List(0, 3, 0x21, 0x31, 0x41, 0x81) do
      intercept[PickleException.Malformed](new BinaryPickle(whole.updated(3, flags.toByte)).unpickle[Person])
    intercept[PickleException.UnknownSubtype](new BinaryPickle(whole.updated(3, 0x11.toByte)).unpickle[Person])
  }

  test("bytes behind the value are refused and counted") {
    val e = intercept[PickleException.TrailingBytes](
      new BinaryPickle(Person("a", 1).pickle.bytes ++ bytes(1, 2, 3)).unpickle[Person]
    )
    assertEquals(e.count, 3L)
    intercept[PickleException.TrailingBytes](bare[Int](0, 0))
  }

  // ---- codes that mean nothing

  test("a null that no writer writes, as the whole pickle, is refused") {
    val all = PickleOptions(sharing = Sharing.All)
    def refused(read: => Any)(using munit.Location): Unit =
      val e = intercept[PickleException.Malformed](read)
      assert(e.getMessage.contains("; read an Option"), e.getMessage)
    refused(bare[Cell](0))
    refused(bare[Array[String]](0))
    refused(new BarePickle(bytes(0)).unpickle[Person](using summon, all))
    refused(Laws.read[Cell]("null".getBytes, brine.json.JsonFormat))
    assertEquals(bare[List[Int]](0), null)
    assertEquals(bare[Option[Cell]](1), None)
  }

  test("booleans, markers, leaves and options beyond their codes are refused") {
    intercept[PickleException.Malformed](bare[Boolean](2))
    intercept[PickleException.BadReference](bare[Pair[Person, Int]](2, 0, 0, 0))
    intercept[PickleException.UnknownLeaf](bare[Color](4))
    intercept[PickleException.UnknownLeaf](bare[Tree](0xff, 0xff, 0xff, 0xff, 0x07))
    intercept[PickleException](bare[Color](0xff, 0xff, 0xff, 0xff, 0x0f))
    intercept[PickleException.Malformed](bare[Option[Int]](4))
    intercept[PickleException](bare[Option[Int]](0xff))
  }

  test("a varint with more bytes than it needs, or more bits than it may have, is refused") {
    intercept[PickleException.Malformed](bare[Int](0x80, 0))
    intercept[PickleException.Malformed](bare[Int](0xff, 0xff, 0xff, 0xff, 0x1f))
    intercept[PickleException.Malformed](bare[Long](0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02))
  }

  test("UTF-8 that is broken, overlong, a surrogate's, or beyond Unicode is refused") {
    for text <- List(
        bytes(0x61, 0xff),
        bytes(0xc0, 0x80),
        bytes(0xed, 0xa0, 0x80),
        bytes(0xf5, 0x80, 0x80, 0x80),
        bytes(0xe6, 0x97)
      )
    do
      intercept[PickleException.Malformed](new BarePickle((2 + (text.length << 1)).toByte +: text).unpickle[String])
  }

  test("an element of a set twice, or a key of a map, is refused") {
    intercept[PickleException.Malformed](bare[Set[Int]](5, 2, 2))
    intercept[PickleException.Malformed](bare[Map[Int, Int]](5, 2, 0, 2, 0))
  }

  // ---- references

  test("a reference to an object that has not begun is refused") {
    intercept[PickleException.BadReference](bare[Cell](2))
    intercept[PickleException.BadReference](bare[Cell](1, 3, 0x61, 3))
    intercept[PickleException.BadReference](bare[Cell](1, 3, 0x61, 0xff, 0xff, 0xff, 0xff, 0x07))
    intercept[PickleException.BadReference](bare[Cell](1, 3, 0x61, 0xff, 0xff, 0xff, 0xff, 0x0f))
    intercept[PickleException.BadReference](bare[Array[String]](4))
    intercept[PickleException.BadReference](new BarePickle(varlong(-2L)).unpickle[Array[String]])
  }

  /** `hostile` is refused by the emitted code and by the interpreter. */
  private def confuses[A: Pickler](hostile: Int*)(using munit.Location): Unit =
    for options <- List(PickleOptions(), Laws.interpreted) do
      val e = intercept[Throwable](Laws.read[A](bytes(hostile*), BinaryFormat.Bare, options))
      assert(e.isInstanceOf[PickleException.WrongType] || e.isInstanceOf[PickleException.BadReference], s"$e")

  test("a reference to an object of another class is refused") {
    confuses[Pair[Cell, Friend]](1, 0, 0, 2)
    confuses[Pair[Cell, Vertex]](1, 0, 0, 3)
    confuses[Pair[Counter, Array[String]]](1, 0, 0, 0, 4)
    confuses[Pair[Array[String], Array[Cell]]](5, 0, 4)
  }

  test("a reference to a generic class with other arguments is refused") {
    confuses[Pair[Box[String], Box[Person]]](1, 3, 0x61, 2)
    confuses[Pair[Array[Box[String]], Array[Box[Person]]]](7, 0, 4)
  }

  test("a reference to a collection with other elements is refused") {
    confuses[Clubs](1, 0, 7, 2, 1, 0, 4) // an object's `Seq[Ring[String]]` at the place of a `Seq[Ring[Int]]`
    val all = PickleOptions(sharing = Sharing.All)
    val lists = Laws.write(Pair(List("a"), List(Person("p", 1))), BinaryFormat.Bare, all)
    assertEquals(Laws.hex(lists.take(5)), "01 05 01 03 61")
    for options <- List(all, all.copy(limits = Limits(emittedDepth = 0))) do
      intercept[PickleException.WrongType](Laws.read[Pair[List[String], List[Person]]](
        lists.take(5) :+ 4.toByte,
        BinaryFormat.Bare,
        options
      ))
  }

  test("a reference to a value's type is refused") {
    intercept[PickleException.BadReference](bare[Pair[Cell, Person]](1, 0, 0, 2))
    intercept[PickleException](bare[Pair[Cell, Tree]](1, 0, 0, 4))
    intercept[PickleException](bare[Pair[Cell, Email]](1, 0, 0, 2))
    intercept[PickleException](bare[Pair[Cell, Celsius]](1, 0, 0, 2))
  }

  test("a reference to a subclass's object, where a class is final by contract, is refused by both back ends") {
    for options <- List(PickleOptions(), Laws.interpreted) do
      // A Dog, then a reference to it at the place of an Animal, whose pickler handles exactly Animals.
      intercept[PickleException](Laws.read[Pair[Dog, Animal]](bytes(1, 0, 0, 2), BinaryFormat.Bare, options))
  }

  // ---- claims

  /** Reading allocates less than a multiple of the input, and ends in a value or a PickleException. */
  private def isProportionate[A: Pickler](hostile: Array[Byte], options: PickleOptions = PickleOptions())(using
      munit.Location
  ): Unit =
    for make <-
        List[() => ByteSource](() => ByteSource.of(hostile), () => ByteSource.of(new ByteArrayInputStream(hostile)))
    do
      def attempt(): Unit =
        try BinaryFormat.Bare.read(make(), Pickler[A], options)
        catch case _: PickleException => ()
      attempt() // classes are loaded
      val allocated = Allocation.of(attempt())
      val most = 4096L * hostile.length + (1 << 20)
      assert(allocated <= most, s"${hostile.length} bytes made the reader allocate $allocated")

  private val enormous = List(Int.MaxValue.toLong, Int.MaxValue - 8L, 1L << 30, 1L << 24)

  test("a length that lies allocates nothing for it") {
    for n <- enormous; marked <- List(0, 1); options <- List(PickleOptions(), Laws.interpreted) do
      val header = varlong(1 + (n << 1 | marked))
      val trackedHeader = varlong(1 + ((n << 1 | marked) << 1))
      val some = bytes(2, 2, 2, 2)
      isProportionate[String](header ++ some, options)
      isProportionate[String](bytes(2) ++ varlong(n) ++ some, options)
      isProportionate[List[Int]](header ++ some, options)
      isProportionate[Vector[String]](header ++ some, options)
      isProportionate[Set[Int]](header ++ some, options)
      isProportionate[Map[Int, String]](header ++ some, options)
      isProportionate[Array[Int]](header ++ some, options)
      isProportionate[Array[Boolean]](header ++ some, options)
      isProportionate[Array[Long]](header ++ some, options)
      isProportionate[Array[Double]](header ++ some, options)
      isProportionate[Array[String]](trackedHeader ++ some, options)
      isProportionate[scala.collection.immutable.ArraySeq[String]](header ++ some, options)
      isProportionate[scala.collection.mutable.ArrayBuffer[String]](trackedHeader ++ some, options)
      isProportionate[java.util.ArrayList[String]](trackedHeader ++ some, options)
      isProportionate[Array[Cell]](trackedHeader ++ some, options)
      isProportionate[Holder](header ++ header ++ trackedHeader ++ some, options)
    for n <- List(1L << 32, 1L << 62, -1L) do
      intercept[PickleException](new BarePickle(varlong(1 + (n << 1))).unpickle[List[Int]])
      intercept[PickleException](new BarePickle(varlong(1 + (n << 1))).unpickle[String])
    intercept[PickleException](new BarePickle(varlong(1 + (1L << 34))).unpickle[Array[String]])
    intercept[PickleException](new BarePickle(varlong(-1L)).unpickle[Array[String]])
  }

  private val unit = PickleOptions(limits = Limits(maxElementsWithoutBytes = 1000))

  test("elements that take no bytes are counted, over an array") {
    intercept[PickleException.LimitExceeded](new BarePickle(varlong(1 + (100_000L << 1))).unpickle[List[Unit]](using
      summon,
      unit
    ))
    intercept[PickleException.LimitExceeded](new BarePickle(varlong(1 + (100_000L << 1))).unpickle[List[Nothing0]](using
      summon,
      unit
    ))
    intercept[PickleException.LimitExceeded](new BarePickle(varlong(1 + (100_000L << 1))).unpickle[List[Solo.type]](
      using
      summon,
      unit
    ))
  }

  test("arrays in arrays and lists in lists allocate in proportion") {
    for n <- List(64L, 1000L, Int.MaxValue.toLong) do
      val list = varlong(1 + (n << 1))
      val array = varlong(1 + (n << 2))
      isProportionate[Bushes](bytes(1) ++ Array.fill(3_000)(list ++ bytes(1)).flatten)
      isProportionate[Arr](Array.fill(3_000)(bytes(1) ++ array).flatten)
      isProportionate[Array[Array[Array[Int]]]](array ++ Array.fill(3_000)(array ++ varlong(1 + (n << 1))).flatten)
      isProportionate[Rose](Array.fill(3_000)(bytes(0) ++ list).flatten)
  }

  test("deep nesting is data, and limited as data") {
    val deep = Array.fill(1_000_000)(bytes(0, 3)).flatten // Rose(0, List(Rose(0, List(…
    Laws.onSmallStack {
      intercept[PickleException.Truncated](new BarePickle(deep).unpickle[Rose])
      val limited = PickleOptions(limits = Limits(maxDepth = 1000))
      val e = intercept[PickleException.LimitExceeded](new BarePickle(deep).unpickle[Rose](using summon, limited))
      assert(e.getMessage.contains("maxDepth"), e.getMessage)
    }
  }

  test("a hostile text in an error is cut and escaped") {
    val name = "\u001b[31m" + "x" * 10_000
    val json = s"""{"$name":1}""".replace("\u001b", "\\u001b")
    val e = intercept[PickleException.UnknownField](new brine.json.JsonPickle(json.getBytes("UTF-8")).unpickle[Person])
    assert(e.getMessage.length < 400 && !e.getMessage.contains('\u001b'), e.getMessage)
  }

  test("elements that take no bytes are counted, over a stream") {
    given PickleFormat = BinaryFormat.Bare
    given PickleOptions = unit
    def stream = new ByteArrayInputStream(varlong(1 + (100_000L << 1)))
    intercept[PickleException.LimitExceeded](Pickle.read[List[Unit]](stream))
    intercept[PickleException.LimitExceeded](Pickle.read[List[Nothing0]](stream))
  }

  test("many collections cannot each claim the same bytes") {
    // A list of lists, each of which claims as many elements without bytes as there are bytes left.
    val count = 2_000
    val size = 4_000L
    val hostile = varlong(1 + (count.toLong << 1)) ++ Array.fill(count)(varlong(1 + (size << 1))).flatten
    for options <- List(unit, unit.copy(limits = unit.limits.copy(emittedDepth = 0))) do
      isProportionate[List[List[Unit]]](hostile, options)
      isProportionate[Vector[Vector[Nothing0]]](hostile, options)
      isProportionate[Array[List[Unit]]](varlong(1 + (count.toLong << 2)) ++ hostile.drop(2), options)
  }

/** Generic and mutable. */
final class Box[A](var content: A) derives Pickler

/** Not final, and with a subclass that has a separate pickler. */
class Animal derives Pickler:
  var name: String = null
final class Dog(var age: Int) extends Animal
object Dog:
  given Pickler[Dog] = Pickler.derived

/** Two collections that keep their identity and differ by their elements' type alone. */
final class Ring[A](val of: A, var in: Seq[Ring[A]]) derives Pickler
final case class Clubs(a: Ring[String], b: Ring[Int]) derives Pickler

final case class Holder(a: List[Int], b: Array[Int], c: Array[String], d: Option[List[Unit]]) derives Pickler
final case class Bushes(bushes: List[Bushes]) derives Pickler
