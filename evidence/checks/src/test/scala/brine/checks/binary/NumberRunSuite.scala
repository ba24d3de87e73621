package brine.checks

import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import scala.collection.mutable
import brine.*
import brine.binary.BinaryFormat
import brine.checks.NumberRunSuite.*
import brine.testkit.Laws

/** Collections of ints and longs: varints, and blocks where these would take more. */
class NumberRunSuite extends munit.FunSuite:
  private val lengths = List(0, 1, 2, 3, 4, 5, 127, 128, 129, 130, 131, 132, 133, 1000, 8_319, 8_320, 8_330, 20_000)

  /** Ints by the encoding that suits them. */
  private val ints: List[(String, Int => Int)] = List(
    "of three bytes" -> (i => 8192 + i % 100),
    "of three bytes, then small, then of three" -> (i => if i < 300 || i > 9_000 then 100_000 else 1),
    "small" -> (i => i % 64),
    "large" -> (i => if i % 2 == 0 then Int.MaxValue - i else Int.MinValue + i),
    "large, then small" -> (i => if i < 140 then Int.MinValue else 0),
    "small, then large" -> (i => if i < 140 then 1 else Int.MinValue),
    "by turns" -> (i => if i % 5 == 0 then Int.MinValue else 1),
    "of four bytes" -> (i => (1 << 27) - 1 - i % 2),
    "random" -> (i => scala.util.hashing.byteswap32(i)),
    "of all lengths" -> (i => scala.util.hashing.byteswap32(i) >> i % 32)
  )

  private val bare = BinaryFormat.Bare

  /** By all back ends, which give the same bytes; their number. */
  private def size[A: Pickler](value: A): Int =
    val all =
      for sharing <- List(Sharing.Tracked, Sharing.Off); depth <- List(512, 0) yield
        val options = PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))
        val bytes = Laws.write(value, bare, options)
        Laws.assertSame(Laws.read[A](bytes, bare, options), value, options)
        bytes.toVector
    assertEquals(all.distinct.length, 1)
    all.head.length

  for (name, of) <- ints do
    test(s"ints that are $name: there and back, in no more bytes than they are wide, and 16") {
      for length <- lengths do
        val all = Vector.tabulate(length)(of)
        assert(size(all) <= 4 * length + 16, s"$length")
        val inFields = size(Fields(all, all.toList, mutable.ArrayBuffer.from(all), all.toSet))
        assert(inFields <= 4 * (4 * length + 16), s"$length")
    }

    test(s"longs that are $name: the same by 8") {
      for length <- lengths do
        val all = Vector.tabulate(length)(i => of(i).toLong << 32 | i)
        assert(size(all) <= 8 * length + 16, s"$length")
    }

  test("small ones are short, wherever they stand") {
    assertEquals(size(Vector.fill(1000)(1)), 1002)
    assertEquals(size(Vector.fill(1000)(-64)), 1002)
    assertEquals(
      size(Vector.tabulate(1000)(i => if i < 100 then Int.MaxValue else 0)),
      2 + 3 * 5 + 2 + 128 * 4 + (1000 - 131)
    )
    assertEquals(size(Vector.tabulate(1000)(i => if i == 999 then Int.MaxValue else 0)), 2 + 999 + 5)
  }

  test("blocks are used where varints save less than three eighths") {
    assertEquals(size(Vector.fill(1000)(8191)), 2 + 1000 * 2)
    val third = 2 + 128 * 3 + (2 + 128 * 4) + 128 * 3 + 2
    assertEquals(size(Vector.fill(1000)(8192)), third + (1000 - 3 * 128) * 4)
    assertEquals(size(Vector.fill(128)(8192)), 2 + 128 * 3)
    assertEquals(
      size(Vector.tabulate(20_000)(i => if i < 1000 then 8192 else 1)),
      1 + third + 8192 * 4 + (20_000 - 3 * 128 - 8192)
    )
    assertEquals(size(Vector.fill(1000)(1L << 33)), 2 + 1000 * 5)
    assertEquals(size(Vector.fill(300)(1L << 41)), 2 + 128 * 7 + 2 + 128 * 8 + 44 * 7)
  }

  test("a stream has the same bytes, however it comes") {
    val all = Vector.tabulate(50_000)(scala.util.hashing.byteswap32)
    val out = new ByteArrayOutputStream
    given PickleFormat = bare
    all.pickleTo(out)
    assertEquals(out.toByteArray.toVector, all.pickleIn(bare).bytes.toVector)
    val slowly = new ByteArrayInputStream(out.toByteArray):
      override def read(into: Array[Byte], offset: Int, length: Int): Int =
        super.read(into, offset, math.min(length, 7))
    assertEquals(
      bare.read(brine.wire.ByteSource.of(slowly), summon[Unpickler[Vector[Int]]], PickleOptions.Default),
      all
    )
  }

  test("other shapes: wider, options, another type, skipped, a record") {
    for (_, of) <- ints do
      val old = Old(List.tabulate(1000)(of), List.tabulate(500)(of(_).toLong << 31), Vector.tabulate(300)(of), "end")
      for depth <- List(512, 0) do
        given PickleOptions = PickleOptions(limits = Limits(emittedDepth = depth))
        val bytes = old.pickleIn(bare)
        val back = bytes.unpickle[New](using Unpickler.from(Pickler[Old].shape))
        assertEquals(back, New("end", old.a.map(_.toLong).toVector, old.b.map(Some(_))))
        val record = bytes.unpickle[Made](using Unpickler.from(Pickler[Old].shape))
        assertEquals(record, Made(old.a.map(_.toLong).sum))
  }

  test("hostile runs: cut short, blocks everywhere, blocks longer than the rest") {
    val bytes = Vector.fill(10)(Int.MaxValue).pickleIn(bare).bytes
    for length <- 0 until bytes.length do
      intercept[PickleException](bare.pickled(bytes.take(length)).unpickle[Vector[Int]])
    val blocks = Array[Byte](5, 0x80.toByte, 0, 7, 0, 0, 0, 8, 0, 0, 0)
    assertEquals(bare.pickled(blocks).unpickle[Vector[Int]], Vector(7, 8))
    intercept[PickleException](bare.pickled(Array[Byte](3, 0x80.toByte, 0, 0x80.toByte, 0)).unpickle[Vector[Int]])
    intercept[PickleException](bare.pickled(Array[Byte](3, 0x80.toByte, 0x80.toByte, 0)).unpickle[Vector[Int]])
  }

object NumberRunSuite:
  final case class Fields(a: Vector[Int], b: List[Int], c: mutable.ArrayBuffer[Int], d: Set[Int]) derives Pickler

  final case class Old(a: List[Int], b: List[Long], gone: Vector[Int], last: String) derives Pickler
  final case class New(last: String, a: Vector[Long], b: List[Option[Long]], count: Int = -1) derives Pickler
  final case class Made(sum: Long) derives Pickler
  object Made:
    given Migrations[Made] =
      Migrations.fromRecord(Pickler[Old].shape)(old => Made(old[collection.Seq[Int]]("a").map(_.toLong).sum))
