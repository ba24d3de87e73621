package brine.checks.evolution

import java.util.UUID
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.{JsonFormat, JsonPickle}
import brine.testkit.{Laws, Patient}

/** Fields that a class does not have and keeps all the same. */
class ExtrasSuite extends munit.FunSuite, Patient:
  import ExtrasSuite.*

  private val kinds = List(Kind.None, Kind.Some(3, List("a", null)))
  private val newer =
    for (kind, i) <- kinds.zipWithIndex
    yield Newer(
      "Jim",
      42L + i,
      Some("jim@x"),
      Inner(1, Vector(2L)),
      kind,
      Map("k" -> Array(1, 2)),
      new UUID(1, i),
      0.5f,
      null
    )

  private def ways(history: Shape*): List[(String, PickleFormat, PickleOptions)] = List(
    ("names", BinaryFormat, PickleOptions(carriage = Carriage.Names)),
    ("fingerprint", BinaryFormat, PickleOptions(history = History(history*))),
    ("key", BinaryFormat.Keyed, PickleOptions(history = History(history*))),
    ("interpreted", BinaryFormat, PickleOptions(carriage = Carriage.Names, limits = Limits(emittedDepth = 0))),
    ("graph", GraphFormat, PickleOptions()),
    ("JSON", JsonFormat, PickleOptions())
  )
  private type Shape = brine.shape.Shape

  private val shapes = Seq(Pickler[Newer].shape, Pickler[Older].shape, Pickler[Newest].shape, Pickler[Forgetful].shape)

  test("the output of an older class that read and modified data has all fields of the newer one") {
    for (name, format, options) <- ways(shapes*); value <- newer do
      val older = Laws.read[Older](Laws.write(value, format, options), format, options)
      assertEquals((older.name, older.age), ("Jim", value.age), name)
      assertEquals(older.extras.names, Set("mail", "inner", "kind", "map", "id", "weight", "nothing"), name)
      val back = Laws.read[Newer](Laws.write(older.copy(name = "Jo"), format, options), format, options)
      assertEquals(back.copy(map = null), value.copy(name = "Jo", map = null), name)
      assertEquals(back.map("k").toSeq, Seq(1, 2), name)
  }

  test("extras are values") {
    for (name, format, options) <- ways(shapes*) do
      val bytes = Laws.write(newer(1), format, options)
      val (a, b) = (Laws.read[Older](bytes, format, options), Laws.read[Older](bytes, format, options))
      assertEquals(a, b, name)
      assertEquals(a.hashCode, b.hashCode, name)
      assertNotEquals(a.extras, Laws.read[Older](Laws.write(newer(0), format, options), format, options).extras, name)
      assertEquals(Laws.read[Older](Laws.write(a, format, options), format, options), a, name)
      assertEquals(a.extras.without("mail").names, a.extras.names - "mail", name)
  }

  test("several older classes in a row, and a newer one with extras, which takes the fields that it has") {
    for (name, format, options) <- ways(shapes*) do
      val older = Laws.read[Older](Laws.write(newer(1), format, options), format, options)
      val again = Laws.read[Older](Laws.write(older, format, options), format, options)
      val newest = Laws.read[Newest](Laws.write(again, format, options), format, options)
      assertEquals(newest.address, Some("jim@x"), name)
      assertEquals(newest.inner, Inner(1, Vector(2L)), name)
      assertEquals(newest.extras.names, Set("kind", "map", "id", "weight", "nothing"), name)
      assertEquals(newest.weight, 0.25, name)
  }

  test("a class without extras loses unknown fields, and its output does not depend on the data it read") {
    for (name, format, options) <- ways(shapes*) do
      val read = Laws.read[Forgetful](Laws.write(newer(1), format, options), format, options)
      assertEquals(
        Laws.write(read, format, options).toSeq,
        Laws.write(Forgetful("Jim", 43), format, options).toSeq,
        name
      )
      val older = Laws.read[Older](Laws.write(newer(1), format, options), format, options)
      assertEquals(
        Laws.read[Forgetful](Laws.write(older, format, options), format, options),
        Forgetful("Jim", 43),
        name
      )
  }

  test("binary extras are fields in JSON") {
    val older =
      Laws.read[Older](Laws.write(newer(1), BinaryFormat, PickleOptions(carriage = Carriage.Names)), BinaryFormat)
    val json = new String(Laws.write(older, JsonFormat), "UTF-8")
    val back = JsonPickle.of(json).unpickle[Newer]
    assertEquals(back.copy(map = null), newer(1).copy(map = null), json)
  }

  test("extras of JSON are refused by other formats, with their name") {
    val older = JsonPickle.of("""{"name":"Jim","age":1,"mail":"x"}""").unpickle[Older]
    val e = intercept[PickleException.ExtrasOfJson](older.pickle)
    assert(e.getMessage.contains("'mail' was kept from JSON"), e.getMessage)
    assertEquals(older.copy(extras = older.extras.without("mail")).pickle.unpickle[Older], Older("Jim", 1))
  }

  test("in JSON they are unchanged, digit by digit, among the other fields") {
    for text <- List(
        """{"name":"Jim","age":1,"a":1.50,"b":[{"c":null},true,""],"$$d":{"e":"\u00e9\ud83d\ude00"},"é":-0}""",
        """{"name":"Jim","age":1}""",
        """{"name":"Jim","age":1,"extras":{"extras":1}}"""
      )
    do assertEquals(new String(Laws.write(JsonPickle.of(text).unpickle[Older], JsonFormat), "UTF-8"), text)
    val list = """[{"name":"a","age":1,"x":[1,2]},{"name":"b","age":2},{"name":"c","age":3,"y":{"name":"d"}}]"""
    assertEquals(new String(Laws.write(JsonPickle.of(list).unpickle[List[Older]], JsonFormat), "UTF-8"), list)
    val nested = """{"older":{"name":"a","age":1,"x":1},"all":[{"name":"b","age":2,"x":2}],"y":3}"""
    assertEquals(new String(Laws.write(JsonPickle.of(nested).unpickle[Holder], JsonFormat), "UTF-8"), nested)
    val moved = JsonPickle.of("""{"x":{"y":1},"age":1,"z":2,"name":"Jim"}""").unpickle[Older]
    assertEquals(new String(Laws.write(moved, JsonFormat), "UTF-8"), """{"name":"Jim","age":1,"x":{"y":1},"z":2}""")
  }

  test("a text that is not JSON is not an extra") {
    for value <- List(
        "nul",
        "nulx",
        "tru",
        "1.",
        "01",
        "\"a",
        "{\"a\"}",
        "{\"a\":1,}",
        "[1,]",
        "[1 2]",
        "{1:2}",
        "\"\\x\"",
        "",
        "n,\"a",
        "1e",
        "}",
        "'a'"
      )
    do
      intercept[PickleException](JsonPickle.of(s"""{"name":"Jim","age":1,"a":$value}""").unpickle[Older])
      if value.nonEmpty then
        intercept[PickleException](JsonPickle.of(s"""{"name":"Jim","age":1,"a":[$value]}""").unpickle[Older])
    intercept[PickleException.DuplicateField](JsonPickle.of("""{"name":"Jim","age":1,"a":1,"a":2}""").unpickle[Older])
    intercept[PickleException.LimitExceeded](
      JsonPickle.of(s"""{"name":"Jim","age":1,"a":${"[" * 100_000}""").unpickle[Older]
    )
    intercept[PickleException.MissingField](JsonPickle.of("""{"other":1}""").unpickle[Older])
    for kept <- List("""{"$id":1,"a":2}""", """[{"b":{"$ref":1}}]""") do
      val e =
        intercept[PickleException.Malformed](JsonPickle.of(s"""{"name":"Jim","age":1,"a":$kept}""").unpickle[Older])
      assert(e.getMessage.contains("extras cannot keep objects with references to them"), e.getMessage)
    intercept[PickleException](new JsonPickle("{\"name\":\"Jim\",\"age\":1,\"a\":\"x\"}".getBytes("UTF-8").map(b =>
      if b == 'x' then 0xff.toByte else b
    )).unpickle[Older])
    assertEquals(new String(Laws.write(JsonPickle.of("""{"a":1}""").unpickle[Bag], JsonFormat), "UTF-8"), """{"a":1}""")
    val names = (0 until 1 << 15).map(i => (0 until 15).map(b => if (i >> b & 1) == 0 then "Aa" else "BB").mkString)
    assertEquals(
      JsonPickle.of(names.map(n => s""""$n":1""").mkString("""{"name":"Jim","age":1,""", ",", "}")).unpickle[
        Older
      ].extras.names.size,
      1 << 15
    )
  }

  test("hostile extras in bytes") {
    val e = new Extras.Shaped(brine.binary.ShapeTable.write(Pickler[Float].shape), Array[Byte](2, 0, 0, 0, 0, 9))
    def older(name: String, entry: Extras.Entry) =
      val extras = new Extras.Builder("Older")
      extras.add(name, entry)
      Older("Jim", 1, extras.result())
    val options = PickleOptions(carriage = Carriage.Names)
    intercept[PickleException.TrailingBytes](Laws.read[Newer](
      Laws.write(older("weight", e), BinaryFormat, options),
      BinaryFormat
    ))
    intercept[PickleException](Laws.read[Newer](Laws.write(older("mail", e), BinaryFormat, options), BinaryFormat))
    intercept[PickleException](Laws.write(older("mail", e), JsonFormat))
    val good = new Extras.Shaped(e.table, e.bytes.dropRight(1))
    intercept[PickleException.DuplicateField](Laws.write(older("name", good), JsonFormat))
    intercept[PickleException](Laws.read[Newer](
      Laws.write(older("id", new Extras.Shaped(Array[Byte](1, 2, 3), Array())), BinaryFormat, options),
      BinaryFormat
    ))
    val deep = (1 to 1200).foldLeft(Pickler[Int].shape: brine.shape.Shape)((inner, _) =>
      new brine.shape.Shape.Optional(() => inner): brine.shape.Shape
    )
    val slow = new Extras.Shaped(brine.binary.ShapeTable.write(deep), Array[Byte](1))
    intercept[PickleException.IncompatibleShape](Laws.read[Newer](
      Laws.write(older("weight", slow), BinaryFormat, options),
      BinaryFormat
    ))
    val inflating = new brine.shape.Shape.Product(
      "P",
      Array.fill(30)("x").zipWithIndex.map((x, i) => x * 900 + i),
      false,
      () =>
        Array.fill(30)(Pickler[Int].shape)
    )
    val large = new Extras.Shaped(brine.binary.ShapeTable.write(inflating), Array[Byte](1))
    intercept[PickleException.IncompatibleShape](Laws.read[Newer](
      Laws.write(older("weight", large), BinaryFormat, options),
      BinaryFormat
    ))
    intercept[PickleException.LimitExceeded](Laws.write(older("weight", large), JsonFormat))
    val twice = List(("a", Array[Byte](1), Array[Byte](1)), ("a", Array[Byte](1), Array[Byte](1))).toVector
    val bytes = Laws.write(twice, BinaryFormat.Bare)
    intercept[PickleException.DuplicateField](Laws.read[Extras](bytes, BinaryFormat.Bare))
    for cut <- bytes.indices do intercept[PickleException](Laws.read[Extras](bytes.take(cut), BinaryFormat.Bare))
  }

  test("objects with an identity cannot be kept, and the refusal says so") {
    val bytes = Laws.write(Tracking("a", new Cell(1)), BinaryFormat, PickleOptions(carriage = Carriage.Names))
    val e = intercept[PickleException.IncompatibleShape](Laws.read[Keeping](bytes, BinaryFormat))
    assert(
      e.getMessage.contains("$.cell") && e.getMessage.contains("extras cannot keep objects with identity"),
      e.getMessage
    )
  }

  test("a family with renamed leaves, and objects that are shared many times, are kept") {
    val options = PickleOptions(carriage = Carriage.Names, sharing = Sharing.All)
    val family = WithFamily("a", List(Fam.A(1), Fam.B, null))
    val kept = Laws.read[Keeping](Laws.write(family, BinaryFormat, options), BinaryFormat)
    assertEquals(
      Laws.read[WithFamily](Laws.write(kept, BinaryFormat, PickleOptions(carriage = Carriage.Names)), BinaryFormat),
      family
    )
    val dag = (1 to 40).foldLeft(Twice(null, null))((below, _) => Twice(below, below))
    val bytes = Laws.write(WithDag("a", dag), BinaryFormat, options)
    val keeping = Laws.read[Keeping](bytes, BinaryFormat)
    assert(Laws.write(keeping, BinaryFormat, options).length < 1000)
    assert(Laws.read[WithDag](Laws.write(keeping, BinaryFormat, options), BinaryFormat).dag.a.a.a ne null)
    // The last null made a reference to the object around it, of a class that cannot be part of a cycle.
    val forged = Laws.write(WithDag("a", Twice(Twice(null, null), null)), BinaryFormat, options.copy(checksum = false))
    forged(forged.length - 1) = 3
    val cyclic = Laws.write(Laws.read[Keeping](forged, BinaryFormat), BinaryFormat, options)
    assert(cyclic.length < 1000)
    intercept[PickleException.CyclicConstruction](Laws.read[WithDag](cyclic, BinaryFormat))
  }

  test("null extras are none or refused, and extras alone can be pickled") {
    for (name, format, options) <- ways(shapes*) do
      def written = Laws.write(Older("a", 1, null), format, options)
      if format == JsonFormat then intercept[PickleException.NullValue](written)
      else
        val read = Laws.read[Older](written, format, options)
        assert(read.extras == null || read.extras.isEmpty, name)
    val extras = Laws.read[Older](
      Laws.write(newer(0), BinaryFormat, PickleOptions(carriage = Carriage.Names)),
      BinaryFormat
    ).extras
    for format <- List(BinaryFormat, JsonFormat) do
      assertEquals(Laws.read[Extras](Laws.write(extras, format), format), extras)
      assertEquals(Laws.read[List[Extras]](Laws.write(List(extras, null), format), format), List(extras, null))
  }

object ExtrasSuite:
  enum Kind derives Pickler:
    case None
    case Some(number: Int, texts: List[String])

  final case class Inner(a: Int, b: Vector[Long]) derives Pickler

  final case class Newer(
      name: String,
      age: Long,
      mail: Option[String] = None,
      inner: Inner = null,
      kind: Kind = null,
      map: Map[String, Array[Int]] = Map.empty,
      id: UUID = null,
      weight: Float = 1f,
      nothing: String = "?"
  ) derives Pickler

  final case class Older(name: String, age: Long, extras: Extras = Extras.none) derives Pickler
  final case class Newest(
      name: String,
      age: Long,
      extras: Extras,
      @alias("mail") address: Option[String],
      inner: Inner = null,
      @ifAbsent(0.25) weight2: Double = 0.25
  ) derives Pickler:
    def weight: Double = weight2

  final case class Bag(extras: Extras = Extras.none) derives Pickler
  final case class Forgetful(name: String, age: Long) derives Pickler
  final case class Holder(older: Older, all: List[Older], extras: Extras = Extras.none) derives Pickler

  enum Fam derives Pickler:
    @rename("Other") case A(n: Int)
    @rename("Sing") case B
  final case class WithFamily(name: String, family: List[Fam] = Nil) derives Pickler
  final case class Twice(a: Twice, b: Twice) derives Pickler
  final case class WithDag(name: String, dag: Twice = null) derives Pickler

  final class Cell(var n: Int) derives Pickler
  final case class Tracking(name: String, cell: Cell) derives Pickler
  final case class Keeping(name: String, extras: Extras = Extras.none) derives Pickler
