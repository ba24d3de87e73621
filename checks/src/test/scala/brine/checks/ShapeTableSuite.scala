package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.evolve.ShapeTable
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

  test("the examples of the specification") {
    val page = java.nio.file.Files.readAllLines(Repository.root.resolve("docs/spec/binary.md"))
    val rows = scala.jdk.CollectionConverters.ListHasAsScala(page).asScala.toList
      .dropWhile(_ != "### Shape table").drop(1).takeWhile(!_.startsWith("### "))
      .collect { case s"| `$shape` | `$hex` |" => shape -> hex }.toMap
    val examples = Map[String, Shape](
      "Int" -> Pickler[Int].shape, "Person" -> Pickler[Person].shape, "Option[List[Int]]" -> Pickler[Option[List[Int]]].shape,
      "Cell" -> Pickler[Cell].shape
    )
    assertEquals(rows.keySet, examples.keySet)
    for (name, shape) <- examples do assertEquals(Laws.hex(ShapeTable.write(shape)), rows(name), name)
  }

  private def readsAlike[A](sample: Sample[A], shape: Shape): Unit =
    given Pickler[A] = sample.pickler
    val bytes = Laws.write(sample.value, BinaryFormat.Bare)
    Laws.assertSame(BinaryFormat.Bare.pickled(bytes).unpickle[A](using Unpickler.from(shape)), sample.value)

  private def refused(bytes: Int*)(using munit.Location): String =
    intercept[PickleException](ShapeTable.read(bytes.map(_.toByte).toArray)).getMessage

  test("a table that is none is refused, cut anywhere and with any bit flipped") {
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
    assert(refused(10, 1, 3, 3, 0).contains("1 bytes too many"), refused(10, 1, 3, 3, 0))
  }

  test("claims are not believed") {
    assert(refused(10, 0xff, 0xff, 0xff, 0xff, 0x0f).contains("claims 4294967295 nodes"))
    assert(refused(11, 1, 3, 3).contains("has no node 11"))
    assert(refused(10, 1, 3, 11).contains("has no node 11"))
    assert(refused(10, 1, 0, 3, 'P', 0xff, 0xff, 0xff, 0x7f).contains("claims"))
    assert(refused(10, 1, 0, 3, 'P', 2, 3, 'a', 0, 3, 'a', 0).contains("a name twice"))
    assert(refused(10, 1, 9).contains("code 09"))
    assert(refused(10, 1, 0x13, 0).contains("code 13"))
  }

  test("names are any that print, unpaired surrogates too, and a hostile one does not reach a message") {
    def named(name: String) = new Shape.Product("P", Array(name), false, () => Array(Pickler[Int].shape))
    for name <- List("", "é", "a\ud800", "日" * 1000) do
      assertEquals(ShapeTable.read(ShapeTable.write(named(name))).fingerprint, named(name).fingerprint)
    for name <- List("a\nb", "\u202e", "x" * 1001) do intercept[PickleException](ShapeTable.write(named(name)))
    assert(refused(10, 1, 0, 3, 'P', 1, 3, '\n', 5).contains("does not print"))
    assert(refused(10, 1, 0, 3, 'P', 1, 0, 5).contains("null"))
  }

  test("types that lead to themselves without an object between are refused") {
    assert(refused(10, 1, 6, 10).contains("stand for each other without end"))
    assert(refused(10, 2, 6, 11, 6, 10).contains("stand for each other without end"))
    val chain = Seq(10, 200) ++ (0 until 199).flatMap(i => Seq(6) ++ varint(11 + i)) ++ Seq(6, 0)
    assert(refused((Seq(10) ++ varint(200) ++ chain.drop(2))*).contains("without end"))
    // Options inside each other may be read for ever; so may lists. A product that holds itself may be null.
    for table <- List[Seq[Int]](Seq(10, 1, 3, 10), Seq(10, 1, 4, 9, 'L', 'i', 's', 't', 10), Seq(10, 1, 0, 3, 'P', 1, 3, 'a', 10)) do
      val shape = ShapeTable.read(table.map(_.toByte).toArray)
      shape.fingerprint
      shape.takesBytes
      intercept[PickleException.IncompatibleShape](Unpickler.from[Int](shape))
  }

  test("types inside each other to any depth are read, and refused where no type here is so deep") {
    def table(levels: Int) = varint(10) ++ varint(levels) ++ (1 until levels).flatMap(i => Seq(3) ++ varint(10 + i)) ++ Seq(3, 0)
    Laws.onSmallStack {
      val shape = ShapeTable.read(table(10_000).map(_.toByte).toArray)
      shape.fingerprint
      intercept[PickleException.IncompatibleShape](Unpickler.from[Option[Option[Int]]](shape))
    }
    def chain(levels: Int) =
      varint(10) ++ varint(levels) ++ (1 to levels).flatMap(i => Seq(0, 3, 'C'.toInt, 1, 3, 'n'.toInt) ++ varint(if i < levels then 10 + i else 5))
    Laws.onSmallStack {
      val shape = ShapeTable.read(chain(9000).map(_.toByte).toArray)
      intercept[PickleException.IncompatibleShape](Unpickler.from[ShapeTableSuite.Chain](shape))
    }
    assert(refused(table(10_001)*).contains("more than 10000"))
  }

  private def varint(n: Int): Seq[Int] = if n < 128 then Seq(n) else (n & 127 | 128) +: varint(n >>> 7)

object ShapeTableSuite:
  final class Chain(val n: Chain, val more: String = "x") derives Pickler
