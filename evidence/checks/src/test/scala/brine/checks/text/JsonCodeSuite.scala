package brine.checks

import brine.*
import brine.combine.imap
import brine.json.{JsonDialect, JsonFormat, JsonPickle, NameStyle}
import brine.json.JsonDialect.*
import brine.json.+
import brine.json.looks.DefaultForms
import brine.json.trees.Json
import brine.json.writing.JsonCodeMaker
import brine.emitted.DerivedPickler
import brine.plan.Plan
import brine.testkit.{Laws, Patient}
import brine.testkit.corpus.{Corpus, Person, Sample}
import scala.collection.mutable.ArrayBuffer

/** Code that is made for a class writes the same JSON as the builder's calls, in any dialect, and fails alike. */
class JsonCodeSuite extends munit.FunSuite, AcceptedCode, Patient:
  import JsonCodeSuite.*

  private def outcome[A: Pickler](value: A, format: JsonFormat, options: PickleOptions): String =
    try new String(Laws.write(value, format, options), "UTF-8")
    catch case e: PickleException => s"refused: ${e.getClass.getName}" // the depth of an endless cycle differs

  private def isAlike[A](sample: Sample[A], name: String, format: JsonFormat): Unit =
    given Pickler[A] = sample.pickler
    val byCalls = outcome(sample.value, format, Laws.interpreted)
    for depth <- List(Limits.Default.emittedDepth, 3) do
      val options = PickleOptions(limits = Limits(emittedDepth = depth))
      assertEquals(outcome(sample.value, format, options), byCalls, s"$sample, $name, $depth levels")

  for (name, format) <- formats do
    test(s"code and calls write the same, or refuse the same: $name") {
      for sample <- Corpus.all ++ samples ++ JsonReadCodeSuite.wideSamples do isAlike(sample, name, format)
    }

  private def hasCode[A](using pickler: Pickler[A]): Boolean = pickler match
    case derived: DerivedPickler[?] =>
      derived.plan match
        case p: Plan.Product => JsonCodeMaker.of(p, DefaultForms) != null
        case _               => false
    case _ => false

  test("all classes have code but those that have names to escape") {
    assert(hasCode[Row] && hasCode[Hidden] && hasCode[Sealed])
    assert(hasCode[Counter] && hasCode[Owner] && hasCode[Kept] && hasCode[Wide65] && hasCode[Widest])
    assert(!hasCode[Escaped])
  }

  test("a failure names its field") {
    val e = intercept[PickleException](JsonFormat.write(Sealed(Shape.Dot, Unknown(3), Big(1))))
    assert(e.getMessage.contains("unknown"), e.getMessage)
  }

  test("maps are written as calls write them, with null keys and values too") {
    val texts = Map("a" -> "b", "$a\u0000" -> null, (null: String) -> "", "\ud800" -> "\ud800")
    val people = Map("x" -> Map(true -> Person("Ann", 31), false -> null), "y" -> null, "z" -> Map.empty)
    val samples = List(
      Maps(texts, Map(1 -> List(0.5, Double.NaN), -1 -> Nil), people),
      Maps(Map.empty, null, people.removed("x")),
      Maps(null, Map(2 -> null), Map.empty)
    )
    assert(hasCode[Maps])
    for (name, format) <- formats; value <- samples do
      val byCalls = outcome(value, format, Laws.interpreted)
      for depth <- 0 to 12 do
        assertEquals(outcome(value, format, PickleOptions(limits = Limits(emittedDepth = depth))), byCalls, name)
  }

  test("collections of collections are written as calls write them") {
    val numbers = Vector(Vector(1.5, -0.0, 1e300), null, Vector.empty, Vector(Double.MinPositiveValue))
    val texts = List(List("a", null, "é\"\u0000"), Nil, null)
    val people = List(Vector(List(Person("Ann", 31), null)), Vector(Nil, null), Vector.empty)
    for (name, format) <- formats do
      def same[A: Pickler](value: A): Unit =
        val byCalls = outcome(value, format, Laws.interpreted)
        for depth <- 0 to 9 do
          assertEquals(outcome(value, format, PickleOptions(limits = Limits(emittedDepth = depth))), byCalls, name)
      same(numbers)
      same(List(numbers, numbers))
      same(texts)
      same(people)
      same(Nested(numbers, texts, people))
    val bad = List(List(List(1, 2), List[Any](3, null).asInstanceOf[List[Int]]))
    val e = intercept[PickleException](JsonFormat.write(bad))
    assert(e.getMessage.contains("[0][1][1]"), e.getMessage)
  }

object JsonCodeSuite:
  val formats: List[(String, JsonFormat)] = List(
    "default" -> JsonFormat,
    "circe" -> JsonFormat(JsonDialect.likeCirce),
    "jsoniter" -> JsonFormat(JsonDialect.likeJsoniter),
    "upickle" -> JsonFormat(JsonDialect.likeUpickle),
    "play" -> JsonFormat(JsonDialect.likePlay),
    "jackson" -> JsonFormat(JsonDialect.likeJackson),
    "protobuf" -> JsonFormat(JsonDialect.likeProtobufJson),
    "renamed" -> JsonFormat(JsonDialect.Default.copy(
      names = NameStyle.SnakeCase,
      leafNames = NameStyle.KebabCase,
      families = Families.Member("kind"),
      omit = Omit.values.toSet
    )),
    "wrapped" -> JsonFormat(JsonDialect.Default.copy(
      wrapped = Wrapped.Fields,
      notFinite = NotFinite.Null,
      nulls = Nulls.AsMissing,
      longs = NumberForm.Safe
    ))
  )

  final case class Nested(
      numbers: Vector[Vector[Double]],
      texts: List[List[String]],
      people: List[Vector[List[Person]]]
  ) derives Pickler

  enum Colour derives Pickler:
    case Red, Green
    case Mixed(parts: List[Colour])

  sealed trait Shape derives Pickler
  object Shape:
    case object Dot extends Shape
    final case class Circle(radius: Double) extends Shape
    final case class Named(name: String, row: Row) extends Shape
    final case class Box(sides: Vector[Double], inside: Option[Shape]) extends Shape
    final case class Empty() extends Shape

  final case class Maps(
      texts: Map[String, String],
      numbers: Map[Int, List[Double]],
      people: Map[String, Map[Boolean, Person]]
  ) derives Pickler

  final case class Row(
      number: Long,
      text: String,
      option: Option[String],
      none: Option[Int],
      texts: List[String],
      colour: Colour,
      shapes: List[Shape],
      bytes: Array[Byte],
      nested: Option[Option[Int]]
  ) derives Pickler

  /** Neither getters nor the constructor are public. */
  final class Hidden private (private val value: Int, private val other: Option[Double]) derives Pickler
  object Hidden:
    def of(value: Int): Hidden = new Hidden(value, Some(Double.NaN))

  final case class Meters(value: Double) extends AnyVal
  object Meters:
    given Pickler[Meters] = Pickler[Double].imap(Meters(_))(_.value)

  /** A class whose pickler refuses one value. */
  final case class Unknown(value: Int)
  object Unknown:
    given Pickler[Unknown] = Pickler[Int].imap(Unknown(_))(u => if u.value == 3 then sys.error("three") else u.value)

  final case class Sealed(shape: Shape, unknown: Unknown, big: Big) derives Pickler
  final case class Big(value: BigDecimal, length: Meters = Meters(1.5), map: Map[String, Shape] = Map.empty)
      derives Pickler
  final case class Escaped(`a "b"`: Int, ä: Int) derives Pickler
  final class Counter(var count: Int) derives Pickler
  final class Owner(var name: String | Null, var owned: List[Owner], var owner: Option[Owner]) derives Pickler
  final case class Counters(
      one: Counter,
      buffer: ArrayBuffer[Counter],
      some: Option[ArrayBuffer[Counter]],
      array: Array[Counter],
      owners: Option[List[Owner]]
  ) derives Pickler
  final case class Kept(a: Int, rest: Extras, b: String) derives Pickler
  enum Offer derives Pickler:
    case Free(name: String, others: Extras)
    case Priced(others: Extras, price: Double)
    case Other
  final case class Offers(all: List[Offer], one: Offer, some: Option[Kept]) derives Pickler
  final case class Labels(name: String, @jsonRest("x-") labels: Map[String, Int], others: Extras, size: Int)
      derives Pickler
  final case class Pair[A, B](first: A, second: B) derives Pickler
  final case class Character(char: Char, unit: Unit, float: Float, short: Short, byte: Byte, yes: Boolean)
      derives Pickler

  private def row(text: String, colour: Colour, shapes: List[Shape]): Row =
    Row(Long.MaxValue, text, Option(text), Some(1), List(text, ""), colour, shapes, Array(1, -1), Some(None))

  private def owners: List[Owner] =
    val owner = new Owner("a", Nil, None)
    owner.owned = List(new Owner("b", Nil, Some(owner)), owner, new Owner(null, Nil, None))
    List(owner, new Owner("c", List(new Owner("d", Nil, None)), Some(new Owner("", Nil, None))))

  private def counters(all: Counter*): Counters =
    Counters(all.head, ArrayBuffer(all*), Some(ArrayBuffer(all.last)), Array(all*), Some(owners))

  val extras: Extras = Extras.none + ("x" -> Json.Num("1")) + ("y" -> Json.parse("""{"a":[null,{"b":2}]}"""))

  val widest: String =
    val values = Vector("1", "\"text\"", "null", "true", "[\"a\",\"b\"]")
    (0 until 250).map(i => s""""f$i":${values(i % 5)}""").mkString("{", ",", "}")

  private val shapes: List[Shape] = List(
    Shape.Dot,
    Shape.Circle(0.1),
    Shape.Circle(Double.NegativeInfinity),
    Shape.Box(Vector(1, -0.0, 1e300), Some(Shape.Box(Vector(), None))),
    Shape.Empty(),
    null,
    Shape.Named("n\u0000\ud83d\ude00", row("\u2028", Colour.Mixed(List(Colour.Red, null)), Nil))
  )

  val samples: List[Sample[?]] = List(
    Sample("a row")(row("a", Colour.Red, shapes)),
    Sample("a row of nulls")(Row(0, null, null, null, null, null, null, null, null)),
    Sample("options of null")(row(null, Colour.Green, Nil).copy(option = Some(null), nested = Some(null))),
    Sample("an unpaired surrogate")(row("\ud800", Colour.Mixed(Nil), Nil)),
    Sample("shapes")(shapes),
    Sample("a shape")(shapes(1)),
    Sample("hidden members")(Hidden.of(7)),
    Sample("parts with picklers of others")(Sealed(
      Shape.Dot,
      Unknown(1),
      Big(BigDecimal("1.50"), Meters(2), Map("k" -> Shape.Dot))
    )),
    Sample("names to escape")(Escaped(1, 2)),
    Sample("a mutable object twice") {
      val counter = new Counter(1)
      Pair(counter, Pair(counter, Option(counter)))
    },
    Sample("objects that can change, once each")(counters(new Counter(1), new Counter(2))),
    Sample("objects that can change, twice") {
      val counter = new Counter(3)
      counters(counter, new Counter(4), counter)
    },
    Sample("objects in cycles")(owners),
    Sample("a kept member")(Kept(1, extras, "b")),
    Sample("nothing to keep")(List(Kept(1, Extras.none, "b"), Kept(2, extras, "c"), Kept(3, Extras.none, "d"))),
    Sample("leaves that keep members")(Offers(
      List(Offer.Free("f", extras), Offer.Other, Offer.Priced(extras, 1.5)),
      Offer.Priced(Extras.none, 2),
      Some(Kept(1, extras, "b"))
    )),
    Sample("a leaf with a member of the name of another's tag")(Offer.Free("f", Extras.none + ("kind" -> Json.Null))),
    Sample("a member that would come back as a field")(Kept(1, Extras.none + ("b" -> Json.Null), "b")),
    Sample("members in a map")(List(
      Labels("a", Map("x-a" -> 1, "x-b" -> 2), extras, 3),
      Labels("b", Map(), Extras.none, 4),
      Labels("c", Map("y-a" -> 1), Extras.none, 5)
    )),
    Sample("65 fields")(Corpus65.value),
    Sample("250 fields")(JsonPickle.of(widest).unpickle[Widest]),
    Sample("a generic class")(Pair(List(Pair(1, "x")), Pair(None: Option[Int], Vector(Colour.Red)))),
    Sample("small scalars")(Character('\ud800', (), Float.NaN, -1, 1, true)),
    Sample("an array of a subclass")(Array[Shape](Shape.Circle(1))),
    Sample("deep")((1 to 40).foldLeft(Shape.Dot: Shape)((inside, i) => Shape.Box(Vector(i), Some(inside))))
  )
