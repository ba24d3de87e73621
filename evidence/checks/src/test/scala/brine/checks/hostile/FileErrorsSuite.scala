package brine.checks

import java.nio.file.{Files, Path}
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.region.Region
import FileErrorsSuite.*

/** The errors of files that cannot be read. */
class FileErrorsSuite extends munit.FunSuite:
  private val file = FunFixture[Path](_ => Files.createTempFile("brine", ".bin"), Files.delete(_))

  private def failure(read: => Any): Option[PickleException] =
    try
      val ignored = read
      None
    catch case e: PickleException => Some(e)

  /** Every cut, and every byte changed. */
  private def damaged(bytes: Array[Byte]): Iterator[(String, Array[Byte])] =
    bytes.indices.iterator.map(n => s"$n bytes of it" -> bytes.take(n)) ++
      (for i <- bytes.indices.iterator; by <- List(1, 0x20, 0x80)
      yield s"byte $i changed by $by" -> bytes.updated(i, (bytes(i) ^ by).toByte))

  private def tellOffsets(path: Path, name: String, bytes: Array[Byte])(read: Path => Any): Unit =
    var refused = 0
    for (how, changed) <- damaged(bytes) do
      Files.write(path, changed)
      for e <- failure(read(path)) do
        refused += 1
        assert(
          e.offset >= 0 && e.offset <= changed.length,
          s"$name, $how: ${e.getClass.getSimpleName} of ${changed.length} bytes, ${e.getMessage}"
        )
    assert(refused > bytes.length / 2, s"$name: $refused refused")

  file.test("each error in a file gives its offset, in every format") { path =>
    for format <- List(BinaryFormat, BinaryFormat.Bare, JsonFormat) do
      given PickleFormat = format
      order.pickleTo(path)
      tellOffsets(path, format.toString, Files.readAllBytes(path))(Pickle.read[Order](_))
    Region.compact(order).writeTo(path)
    tellOffsets(path, "a region", Files.readAllBytes(path)) { file =>
      val region = Region.open[Order](file)
      try
        region.verify()
        region.toValue
      finally region.close()
    }
  }

  file.test("the offset of an error in a file of several values counts from the file's beginning") { path =>
    for format <- List(BinaryFormat, JsonFormat) do
      given PickleFormat = format
      Pickle.writeAll(List(order, order, order), path)
      val bytes = Files.readAllBytes(path)
      val third = bytes.lastIndexOfSlice(bytes.take(2))
      for at <- List(0, 2, 3, 8) do
        Files.write(path, bytes.updated(third + at, '\u0007'.toByte))
        val e = failure(Pickle.readAll[Order, Int](path)(_.length)).get
        assert(e.offset >= third && e.offset <= bytes.length, s"$format, $at bytes behind $third: ${e.getMessage}")
  }

  file.test("bytes after the value, a constructor's refusal and a recursion without end have offsets") { path =>
    for format <- List(BinaryFormat, JsonFormat) do
      given PickleFormat = format
      order.pickleTo(path)
      val bytes = Files.readAllBytes(path)
      Files.write(path, bytes ++ "1".getBytes)
      assertEquals(failure(Pickle.read[Order](path)).get.offset, bytes.length.toLong, format.toString)
      Files.write(path, Free(-1).pickle.bytes)
      val refused = failure(Pickle.read[Positive](path)).get
      assert(refused.offset > 0, refused.getMessage)
      1.pickle.bytes
      Files.write(path, 1.pickle.bytes)
      val endless = failure(Pickle.read[Endless](path)(using EndlessUnpickler)).get
      assert(endless.isInstanceOf[PickleException.UserCode] && endless.offset > 0, endless.getMessage)
  }

object FileErrorsSuite:
  enum Kind derives Pickler:
    case Gold
    case Other(name: String)
  final case class Line(item: String, count: Int, price: BigDecimal) derives Pickler
  final case class Order(number: Long, lines: Vector[Line], kinds: Map[String, Kind], note: Option[String])
      derives Pickler

  val order: Order = Order(
    7,
    Vector(Line("salt", 2, BigDecimal("1.50")), Line("é", 1, 3)),
    Map("a" -> Kind.Gold, "b" -> Kind.Other("x")),
    Some("n")
  )

  final case class Free(n: Int) derives Pickler
  final case class Positive(n: Int) derives Pickler:
    require(n > 0)

  final class Endless
  object EndlessUnpickler extends Unpickler[Endless]:
    def shape = Pickler[Int].shape
    def unpickle(reader: PickleReader): Endless =
      val ignored = reader.getInt()
      recurse(1)
      new Endless
    private def recurse(n: Int): Int = 1 + recurse(n + 1)
