package brine.checks

import brine.*
import brine.binary.{BinaryFormat, ShapeTable}
import brine.shape.Shape
import brine.testkit.Laws
import brine.testkit.corpus.{Cell, Corpus, Person, Sample}

/** Shapes go out as bytes and come back as shapes that read the same. */
class ShapeTableSuite extends munit.FunSuite:
  for sample <- Corpus.all do
    test(s"the shape of '${sample.name}' comes back") {
      val shape = sample.pickler.shape
      val bytes = ShapeTable.write(shape)
      val back = ShapeTable.read(bytes)
      assertEquals(back.fingerprint, shape.fingerprint)
      assertEquals((back.name, back.describe), (shape.name, shape.describe))
      assertEquals(Laws.hex(ShapeTable.write(back)), Laws.hex(bytes))
      readsAlike(sample, back)
    }

  private def section: List[String] =
    val page = java.nio.file.Files.readAllLines(Repository.root.resolve("docs/spec/binary.md"))
    scala.jdk.CollectionConverters.ListHasAsScala(page).asScala.toList
      .dropWhile(_ != "### Shape table").drop(1).takeWhile(!_.startsWith("### "))

  test("the examples of the specification") {
    val rows = section.collect { case s"| `$shape` | `$hex` |" => shape -> hex }.toMap
    val examples = Map[String, Shape](
      "Int" -> Pickler[Int].shape,
      "Person" -> Pickler[Person].shape,
      "Option[List[Int]]" -> Pickler[Option[List[Int]]].shape,
      "Cell" -> Pickler[Cell].shape
    )
    assertEquals(rows.keySet, examples.keySet)
    for (name, shape) <- examples do assertEquals(Laws.hex(ShapeTable.write(shape)), rows(name), name)
  }

  private def readsAlike[A](sample: Sample[A], shape: Shape): Unit =
    given Pickler[A] = sample.pickler
    val bytes = Laws.write(sample.value, BinaryFormat.Bare)
    Laws.assertSame(BinaryFormat.Bare.pickled(bytes).unpickle[A](using Unpickler.from(shape)), sample.value)

  /** A table that is not deflated. */
  private def plain(bytes: Seq[Int]): Array[Byte] = (varint(bytes.length << 1) ++ bytes).map(_.toByte).toArray

  private def refused(bytes: Int*)(using munit.Location): String =
    intercept[PickleException](ShapeTable.read(plain(bytes))).getMessage

  test("the dictionary that tables are deflated with is the one on the page") {
    val dictionary = section.dropWhile(_ != "```").drop(1).takeWhile(_ != "```").mkString
    assertEquals(dictionary, new String(brine.binary.Deflated.Dictionary, "US-ASCII"))
  }

  test("an invalid table is refused, cut anywhere and with any bit flipped") {
    for sample <- Corpus.all do
      val bytes = ShapeTable.write(sample.pickler.shape)
      for n <- bytes.indices do intercept[PickleException](ShapeTable.read(bytes.take(n)))
      for i <- bytes.indices; bit <- 0 until 8 do
        val flipped = bytes.clone
        flipped(i) = (flipped(i) ^ 1 << bit).toByte
        try
          val shape = ShapeTable.read(flipped)
          shape.fingerprint
          shape.takesBytes
          Unpickler.from(shape)(using sample.pickler)
        catch case _: PickleException => ()
    assert(refused(0, 10, 3, 3, 0).contains("1 bytes too many"), refused(0, 10, 3, 3, 0))
  }

  test("claims are not believed") {
    assert(refused(0xff, 0xff, 0xff, 0xff, 0x0f).contains("claims 4294967295 texts"))
    assert(refused(0, 11, 3, 3).contains("has no node 11"))
    assert(refused(0, 10, 3, 12).contains("has no node 12"))
    assert(refused(1, 3, 'P', 10, 0, 0, 0xff, 0xff, 0xff, 0x7f).contains("claims"))
    assert(refused(2, 3, 'P', 3, 'a', 10, 0, 0, 2, 0, 0, 2, 0).contains("a name twice"))
    assert(refused(1, 3, 'P', 10, 0, 2, 0).contains("has no text 2"))
    assert(refused(1, 3, 'P', 10, 0, 0, 1, 0, 3).contains("has no text 0"))
    assert(refused(0, 10, 10).contains("code 0a"))
    assert(refused(0, 10, 0x13, 0).contains("code 13"))
  }

  test("deflated tables are trusted as little as plain ones") {
    def deflated(bytes: Array[Byte]): Array[Byte] =
      val deflater = new java.util.zip.Deflater(9, true)
      deflater.setInput(bytes)
      deflater.finish()
      val out = new Array[Byte](bytes.length + 100)
      out.take(deflater.deflate(out))
    def refused(claim: Int, bytes: Array[Byte])(using munit.Location) =
      intercept[PickleException](ShapeTable.read(varint(claim << 1 | 1).map(_.toByte).toArray ++ bytes)).getMessage
    val zeros = deflated(new Array[Byte](1 << 20))
    assert(refused((1 << 20) + 1, zeros).contains("more than 1048576"))
    assert(refused(1 << 20, zeros.take(5)).contains("cannot make"))
    assert(refused(400_000, zeros).contains("the inflated bytes of tables of types"))
    assert(refused(200_000, zeros).contains("expected deflated data"))
    assert(refused(1000, zeros ++ zeros).contains("expected deflated data"))
    assert(refused(1000, Array.fill(1000)(-1)).contains("deflated bytes"))
    assert(refused(5, deflated(new Array[Byte](5)) :+ 0).contains("expected deflated data"))
    val few = deflated(new Array[Byte](200_000))
    assert(refused(200_000, few).contains("too many")) // an `Unit`, and zeros
  }

  test("names are any that print, unpaired surrogates too, and a hostile one does not reach a message") {
    def named(name: String) = new Shape.Product("P", Array(name), false, () => Array(Pickler[Int].shape))
    for name <- List("", "é", "a\ud800", "日" * 1000) do
      assertEquals(ShapeTable.read(ShapeTable.write(named(name))).fingerprint, named(name).fingerprint)
    for name <- List("a\nb", "\u202e", "x" * 1001) do intercept[PickleException](ShapeTable.write(named(name)))
    assert(refused(2, 3, 'P', 3, '\n', 10, 0, 0, 1, 0, 5).contains("does not print"))
    assert(refused(1, 0, 10, 0, 0, 0).contains("null"))
  }

  test("types that lead to themselves without an object between are refused") {
    assert(refused(0, 10, 6, 11).contains("more than 100 mapped shapes inside each other"))
    assert(refused(0, 10, 6, 10, 6, 11).contains("more than 100 mapped shapes inside each other"))
    assert(refused((Seq(0, 10) ++ Seq.fill(199)(Seq(6, 10)).flatten ++ Seq(6, 0))*).contains(
      "more than 100 mapped shapes inside each other"
    ))
    // Options inside each other may be read for ever; so may lists. A product that holds itself may be null.
    for table <- List[Seq[Int]](
        Seq(0, 10, 3, 11),
        Seq(1, 9, 'L', 'i', 's', 't', 10, 4, 0, 11),
        Seq(2, 3, 'P', 3, 'a', 10, 0, 0, 1, 0, 11)
      )
    do
      val shape = ShapeTable.read(plain(table))
      shape.fingerprint
      shape.takesBytes
      intercept[PickleException.IncompatibleShape](Unpickler.from[Int](shape))
  }

  test("types inside each other are read to a depth that nobody writes, and refused where no type here is so deep") {
    def table(levels: Int) = Seq(0, 10) ++ Seq.fill(levels - 1)(Seq(3, 10)).flatten ++ Seq(3, 0)
    Laws.onSmallStack {
      val shape = ShapeTable.read(plain(table(1000)))
      shape.fingerprint
      intercept[PickleException.IncompatibleShape](Unpickler.from[Option[Option[Int]]](shape))
    }
    def chain(levels: Int) =
      Seq(2, 3, 'C'.toInt, 3, 'n'.toInt, 10) ++ (1 to levels).flatMap(i =>
        Seq(0, if i == 1 then 0 else 1, 1, if i == 1 then 0 else 2, if i < levels then 10 else 5)
      )
    Laws.onSmallStack {
      val shape = ShapeTable.read(plain(chain(1000)))
      intercept[PickleException.IncompatibleShape](Unpickler.from[ShapeTableSuite.Chain](shape))
    }
    Laws.onSmallStack { val ignored = ShapeTable.read(plain(table(10_000))).fingerprint }
    assert(refused(table(10_001)*).contains("more than 10000"))
  }

  private def varint(n: Int): Seq[Int] = if n < 128 then Seq(n) else (n & 127 | 128) +: varint(n >>> 7)

object ShapeTableSuite:
  final class Chain(val n: Chain, val more: String = "x") derives Pickler
