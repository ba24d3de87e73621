package brine.checks.schema

import java.nio.file.{Files, Path}
import brine.*
import brine.evolve.Lock
import brine.json.{JsonDialect, JsonSchema, NameStyle, SchemaLock}
import brine.json.JsonSchema.{Direction, Rules, Values}
import brine.testkit.Patient
import JsonDialect.*

/** Changes of an interface that break clients are found, and others are not. */
class SchemaLockSuite extends munit.FunSuite, Patient:
  object V1:
    enum Way derives Pickler:
      case Road(lanes: Int)
      case Rail(gauge: Double, isElectric: Boolean = true)
    final case class Trip(
        name: String,
        way: Way,
        stops: List[String] = Nil,
        note: Option[String] = None,
        parts: List[Trip] = Nil
    ) derives Pickler
  object Leaf:
    enum Way derives Pickler:
      case Road(lanes: Int)
      case Rail(gauge: Double, isElectric: Boolean = true)
      case Water(depth: Double)
    final case class Trip(
        name: String,
        way: Way,
        stops: List[String] = Nil,
        note: Option[String] = None,
        parts: List[Trip] = Nil
    ) derives Pickler
  object More:
    enum Way derives Pickler:
      case Road(lanes: Int)
      case Rail(gauge: Double, isElectric: Boolean = true)
    final case class Trip(
        name: String,
        way: Way,
        stops: List[String] = Nil,
        note: Option[String] = None,
        parts: List[Trip] = Nil,
        price: Int = 0
    ) derives Pickler
  object Needed:
    enum Way derives Pickler:
      case Road(lanes: Int)
      case Rail(gauge: Double, isElectric: Boolean)
    final case class Trip(
        name: String,
        way: Way,
        stops: List[String] = Nil,
        note: Option[String] = None,
        parts: List[Trip] = Nil
    ) derives Pickler
  object Wide:
    enum Way derives Pickler:
      case Road(lanes: Long)
      case Rail(gauge: Double, isElectric: Boolean = true)
    final case class Trip(
        name: String,
        way: Way,
        stops: List[String] = Nil,
        note: Option[String] = None,
        parts: List[Trip] = Nil
    ) derives Pickler
  object Gone:
    enum Way derives Pickler:
      case Road(lanes: Int)
      case Rail(gauge: Double, isElectric: Boolean = true)
    final case class Trip(name: String, way: Way, stops: List[String] = Nil, parts: List[Trip] = Nil) derives Pickler
  object Renamed:
    enum Way derives Pickler:
      case Road(lanes: Int)
      case Rail(gauge: Double, isElectric: Boolean = true)
    final case class Trip(
        @alias("name") title: String,
        way: Way,
        stops: List[String] = Nil,
        note: Option[String] = None,
        parts: List[Trip] = Nil
    ) derives Pickler

  private val dialect = JsonDialect.Default.copy(families = Families.Member("type"), unknown = Unknown.Skip)

  private def schema[A: Pickler](direction: Direction, dialect: JsonDialect = dialect): JsonSchema =
    JsonSchema.of[A](dialect, Rules(direction, Values.Plain))

  private def answers[A: Pickler](dialect: JsonDialect = dialect): List[String] =
    JsonSchema.breaks(
      reader = schema[V1.Trip](Direction.Responses),
      writer = schema[A](Direction.Responses, dialect)
    ).toList

  private def calls[A: Pickler](dialect: JsonDialect = dialect): List[String] =
    JsonSchema.breaks(
      reader = schema[A](Direction.Requests, dialect),
      writer = schema[V1.Trip](Direction.Requests)
    ).toList

  test("an unchanged interface breaks nothing") {
    assertEquals(answers[V1.Trip](), Nil)
    assertEquals(calls[V1.Trip](), Nil)
  }

  test("a new leaf breaks the clients that read it, and not those that send it") {
    assertEquals(answers[Leaf.Trip](), List("Way: object with type \"Water\" is written, which is not read any more"))
    assertEquals(calls[Leaf.Trip](), Nil)
  }

  test("a new field with a default breaks nothing, unless clients refuse unknown members") {
    assertEquals(answers[More.Trip](), Nil)
    assertEquals(calls[More.Trip](), Nil)
    val strict = dialect.copy(unknown = Unknown.Refuse)
    val found =
      JsonSchema.breaks(schema[V1.Trip](Direction.Responses, strict), schema[More.Trip](Direction.Responses, strict))
    assertEquals(found.toList, List("Trip.price: it is written, but a reader refuses members that it does not know"))
  }

  test("a field that loses its default breaks the clients that leave it out") {
    assertEquals(answers[Needed.Trip](), Nil)
    assertEquals(calls[Needed.Trip](), List("Way.Rail.isElectric: a reader needs it, but it may be left out"))
  }

  test("a wider number breaks the clients that read it, and not those that send it") {
    assertEquals(answers[Wide.Trip]().length, 2)
    assert(answers[Wide.Trip]().forall(_.startsWith("Way.Road.lanes: ")))
    assertEquals(calls[Wide.Trip](), Nil)
  }

  test("a field that is gone breaks the clients that need it") {
    assertEquals(answers[Gone.Trip](), List("Trip.note: a reader needs it, but it is not written"))
    assertEquals(calls[Gone.Trip](), Nil)
  }

  test("a renamed field breaks readers; an alias keeps senders") {
    assertEquals(answers[Renamed.Trip](), List("Trip.name: a reader needs it, but it is not written"))
    assertEquals(calls[Renamed.Trip](), Nil)
  }

  test("a changed dialect breaks as a changed type does") {
    assert(answers[V1.Trip](dialect.copy(names = NameStyle.ScreamingSnakeCase)).nonEmpty)
    assert(answers[V1.Trip](dialect.copy(families = Families.Wrapper)).nonEmpty)
    assert(answers[V1.Trip](dialect.copy(omit = Set(Omit.Nones))).nonEmpty)
    assertEquals(calls[V1.Trip](dialect.copy(omit = Set(Omit.Nones))), Nil)
    assertEquals(answers[V1.Trip](dialect.copy(doubles = Doubles.EcmaScript)), Nil)
  }

  test("a break of the elements of a list, a map or a tuple is one of the whole") {
    def breaks[A: Pickler, B: Pickler](dialect: JsonDialect) =
      JsonSchema.breaks(
        reader = schema[A](Direction.Responses, dialect),
        writer = schema[B](Direction.Responses, dialect)
      )
    val arrays = dialect.copy(tuples = Tuples.Arrays)
    val leaf = "Way: object with type \"Water\" is written, which is not read any more"
    assertEquals(breaks[List[V1.Trip], List[Leaf.Trip]](dialect).toList, List(leaf))
    assertEquals(breaks[Map[String, V1.Trip], Map[String, Leaf.Trip]](dialect).toList, List(leaf))
    assertEquals(breaks[(Int, V1.Trip), (Int, Leaf.Trip)](arrays).toList, List(leaf))
    assertEquals(breaks[(Int, V1.Trip), (Int, V1.Trip)](arrays).toList, Nil)
    assertEquals(breaks[List[Long], (Int, Long)](arrays).toList, Nil)
    assertEquals(breaks[List[Int], (Int, String)](arrays).head, "$[]: string is written, integer is read")
    assert(breaks[(Int, Int), List[Int]](arrays).nonEmpty)
    assert(breaks[(Int, Int), (Int, Int, Int)](arrays).nonEmpty)
  }

  test("a lock keeps the schemas of releases beside its shapes, and refuses to release a break") {
    val lock = Files.createTempDirectory("brine").resolve("brine.lock")
    Files.writeString(lock, Lock.empty.released("0.9", Seq("acme.Trip" -> Pickler[V1.Trip].shape)).text)
    def trips[A: Pickler] = SchemaLock.Interface("trips", schema[A](Direction.Responses))
    assert(intercept[AssertionError](SchemaLock.verify(lock, trips[V1.Trip])).getMessage.contains("found none"))
    SchemaLock.release(lock, "1.0", trips[V1.Trip])
    SchemaLock.release(lock, "1.0", trips[V1.Trip])
    SchemaLock.release(lock, "1.1", trips[More.Trip])
    assertEquals(SchemaLock.verify(lock, trips[More.Trip]), 2)
    val broken = intercept[AssertionError](SchemaLock.verify(lock, trips[Leaf.Trip]))
    assert(broken.getMessage.contains("release 1.0: Way: object with type \"Water\""), broken.getMessage)
    val before = Files.readString(lock)
    val ignored = intercept[AssertionError](SchemaLock.release(lock, "2.0", trips[Gone.Trip]))
    assertEquals(Files.readString(lock), before)
    val read = Lock.parse(before)
    assertEquals(read.of("acme.Trip").length, 1)
    assertEquals(
      read.schemas.map(s => (s.name, s.direction, s.release)),
      Vector(("trips", "responses", "1.0"), ("trips", "responses", "1.1"))
    )
    assertEquals(read.text, before)
  }

  test("the source of a proposed dialect compiles, and is the dialect") {
    val texts = Seq(
      """{"order_id":7,"placed_at":1600000000123,"lines":[],
         "payment":{"card_number":"1","valid_until":"12/2030","kind":"by-card"},"totals":{"EURO":1.5},
         "is_gift":true,"weights":{"3":102},"related":[8],"more":1}""",
      """{"order_id":8,"placed_at":1600000000999,"lines":[{"sku":"a","unit_price":2}],
         "payment":{"kind":"by-invoice","due_days":3},"note":"n"}"""
    )
    val inference = JsonDialect.infer[Order](texts)
    assert(inference.source.linesIterator.length > 8, inference.source)
    val folder = Files.createTempDirectory("brine")
    val file = Files.writeString(
      folder.resolve("Proposed.scala"),
      "import brine.json.*\nimport brine.json.JsonDialect.*\nobject Proposed:\n  val dialect: JsonDialect = " +
        s"${inference.source.replace("\n", "\n    ")}\n"
    )
    val reporter = dotty.tools.dotc.Main.process(Array(
      "-classpath",
      System.getProperty("java.class.path"),
      "-d",
      folder.toString,
      file.toString
    ))
    assert(!reporter.hasErrors, inference.source)
    val loader = new java.net.URLClassLoader(Array(folder.toUri.toURL), getClass.getClassLoader)
    val compiled = loader.loadClass("Proposed").getMethod("dialect").invoke(null).asInstanceOf[JsonDialect]
    val format = brine.json.JsonFormat(compiled)
    for text <- texts do
      val (own, proposed) =
        (format.readEither[Order](text), brine.json.JsonFormat(inference.dialect).readEither[Order](text))
      assertEquals(own.isRight, inference.contradictions.isEmpty, s"$own\n$inference")
      assertEquals(own, proposed)
  }
