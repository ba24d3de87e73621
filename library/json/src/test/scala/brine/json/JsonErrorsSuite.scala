package brine.json

import scala.util.Random
import brine.*
import JsonDialect.*

/** All errors of a document. */
class JsonErrorsSuite extends munit.FunSuite:
  import JsonErrorsSuite.*

  private val api = JsonFormat(JsonDialect.Api.copy(names = NameStyle.SnakeCase, families = Families.Member("kind")))

  private def errors[A: Unpickler](text: String, format: JsonFormat = JsonFormat): List[JsonError] =
    format.readAccumulating[A](text).fold(_.all, value => fail(s"was read: $value"))

  private def places[A: Unpickler](text: String, format: JsonFormat = JsonFormat): List[(JsonError.Code, String)] =
    errors[A](text, format).map(e => e.code -> e.pointer)

  test("a document without errors is read") {
    assertEquals(JsonFormat.readAccumulating[Order](JsonFormat.write(order)), Right(order))
    assertEquals(api.readAccumulating[Order](api.write(order).getBytes("UTF-8")), Right(order))
  }

  test("a name that is not Unicode is an error of its object") {
    val text = """{"id":1,"items":[{"ñame":"x"}],"ñ":2}"""
    for damaged <- List(0x93, 0xff, 0xc0, 0xed); place <- List(0, 1) do
      val bytes = text.getBytes("ISO-8859-1")
      bytes(if place == 0 then bytes.indexOf(0xf1.toByte) else bytes.lastIndexOf(0xf1.toByte)) = damaged.toByte
      JsonFormat.readAccumulating[Order](bytes) match
        case Left(errors) => assert(errors.all.nonEmpty)
        case Right(value) => fail(s"was read: $value")
  }

  test("all errors are found, each with its code, path, pointer and offset") {
    val text = """{"order_id":"x","customer":{"name":1,"mail":"a"},
      "lines":[{"sku":"a","count":1},{"sku":2,"count":"z"},{"sku":"b"}],
      "pay":{"kind":"Card","number":5},"tags":{"a/b":1,"c~d":"x","e f":[]},"at":"never","more":1}"""
    val found = errors[Order](text, JsonFormat(api.dialect.copy(unknown = Unknown.Refuse)))
    assertEquals(
      found.map(e => e.code -> e.pointer).toSet,
      Set(
        JsonError.Code.WrongValue -> "/order_id",
        JsonError.Code.WrongValue -> "/customer/name",
        JsonError.Code.WrongValue -> "/lines/1/sku",
        JsonError.Code.WrongValue -> "/lines/1/count",
        JsonError.Code.MissingField -> "/lines/2",
        JsonError.Code.WrongValue -> "/pay/number",
        JsonError.Code.WrongValue -> "/tags/c~0d",
        JsonError.Code.WrongValue -> "/tags/e f",
        JsonError.Code.WrongValue -> "/at",
        JsonError.Code.UnknownField -> "/more",
        JsonError.Code.MissingField -> ""
      )
    )
    val tag = found.find(_.pointer == "/tags/c~0d").get
    assertEquals(tag.path, "$.tags[\"c~d\"]")
    assertEquals(tag.offset, text.indexOf("\"x\",\"e f\"").toLong)
    assert(found.forall(e => e.message.nonEmpty && e.offset >= 0 && e.offset <= text.length), found.mkString("\n"))
  }

  test("all fields that an object lacks are named, also beside other errors") {
    assertEquals(
      errors[Point]("{\"z\":\"a\"}").map(e => e.code -> e.message),
      List(
        JsonError.Code.WrongValue -> "malformed pickle: expected a whole number",
        JsonError.Code.MissingField -> "field 'x' of Point is missing",
        JsonError.Code.MissingField -> "field 'y' of Point is missing"
      )
    )
    assertEquals(errors[Point]("{}").length, 3)
    assertEquals(errors[Point]("""{"x":1,"y":2,"w":3}""").map(_.message), List("field 'z' of Point is missing"))
  }

  test("leaves, unions, tuples, options and maps show their errors") {
    assertEquals(
      places[List[Pay]](
        """[{"$type":"Card","number":"5"},{"$type":"Gold"},{"$type":"Cash","a":1},{"$type":"Card","number":1}]"""
      ),
      List(JsonError.Code.UnknownLeaf -> "/1/$type", JsonError.Code.WrongValue -> "/3/number")
    )
    given Pickler[Int | Person] = Pickler.derived
    assertEquals(
      places[List[Int | Person]]("""[1,{"name":1,"since":2},{"name":"a","since":"b"},3]"""),
      List(JsonError.Code.WrongValue -> "/1/name", JsonError.Code.WrongValue -> "/2/since")
    )
    val arrays = JsonFormat(JsonDialect(tuples = Tuples.Arrays))
    assertEquals(
      places[List[(Int, String)]]("""[[1,"a"],["b",2],[3],[4,5]]""", arrays),
      List(
        JsonError.Code.WrongValue -> "/1/0",
        JsonError.Code.WrongValue -> "/2",
        JsonError.Code.WrongValue -> "/3/1"
      )
    )
    assertEquals(
      places[Map[Int, Option[Int]]]("""{"1":"a","b":2,"3":null,"4":[]}"""),
      List(JsonError.Code.WrongValue -> "/1", JsonError.Code.WrongValue -> "/b", JsonError.Code.WrongValue -> "/4")
    )
    val wrapper = JsonFormat(JsonDialect(families = Families.Wrapper))
    assertEquals(
      places[List[Pay]]("""[{"Card":{"number":1}},{"Cash":{}},{"Card":{}}]""", wrapper).map(_._2),
      List("/0/Card/number", "/2/Card")
    )
  }

  test("a read that fails names the place that the search names, in each form of families") {
    val forms =
      for
        families <- List(Families.Member("$type"), Families.Member("kind"), Families.Wrapper)
        eithers <- List(Eithers.Families, Eithers.Keyed("l", "r"), Eithers.Numbered)
      yield JsonFormat(JsonDialect(families = families, eithers = eithers, leafNames = NameStyle.KebabCase))
    val value = Sketch(
      List(Figure.Round(1, Figure.Path(List(2, 3))), Figure.Path(Nil)),
      Figure.Named(Map("a" -> Figure.Round(4, Figure.None))),
      Left(5),
      Right(Point(6, 7, 8)),
      Some(Figure.Path(List(9)))
    )
    for format <- JsonFormat :: forms; depth <- List(0, 100) do
      given PickleOptions = PickleOptions(limits = Limits(emittedDepth = depth))
      val document = Json.parse(format.write(value))
      val ways = List(another(new Random(1)), (_: Json) => Json.Str("no-such"))
      for place <- scalars(document, Nil); way <- if namesLeaf(place) then ways else ways.take(1) do
        val text = damage(document, place)(way).render
        val pointer = place.map(escaped).mkString("/", "/", "")
        val e = intercept[PickleException](format.read[Sketch](text))
        assertEquals(e.pointer, pointer, text)
        assertEquals(errors[Sketch](text, format).map(_.pointer), List(pointer), text)
  }

  test("an unknown leaf hides errors of its own object alone") {
    val wrapped = JsonFormat(JsonDialect(families = Families.Wrapper))
    for (format, figure, named) <- List(
        (JsonFormat, """{"$type":"No","radius":"x"}""", "/figures/0/$type"),
        (JsonFormat, """"No"""", "/figures/0"),
        (wrapped, """{"No":{"radius":"x"}}""", "/figures/0/No")
      )
    do
      val text = s"""{"figures":[$figure],"named":5,"left":7,"right":{},"last":null}"""
      val e = intercept[PickleException.UnknownLeaf](format.read[Sketch](text))
      assertEquals(e.pointer, named)
      assertEquals(errors[Sketch](text, format).map(_.pointer).take(3), List(named, "/named", "/left"), text)
  }

  test("a value that a constructor refuses is one error of its object") {
    assertEquals(
      places[List[Range]]("""[{"from":1,"to":2},{"from":3,"to":2},{"from":"a","to":0},{"from":5,"to":4}]"""),
      List(
        JsonError.Code.Refused -> "/1",
        JsonError.Code.WrongValue -> "/2/from",
        JsonError.Code.Refused -> "/3"
      )
    )
  }

  test("a field twice, an element of a set twice and a document that is not JSON") {
    assertEquals(
      places[Point]("""{"x":1,"x":2,"y":"a","z":3}"""),
      List(JsonError.Code.Duplicate -> "/x", JsonError.Code.WrongValue -> "/y")
    )
    assertEquals(places[Point]("""{"x":1,"y":"a","z":"""), List(JsonError.Code.Syntax -> ""))
    assertEquals(places[Point](""), List(JsonError.Code.Syntax -> ""))
    assertEquals(places[Int]("1 2"), List(JsonError.Code.Syntax -> ""))
    assertEquals(places[String]("\"\ud800\""), List(JsonError.Code.Syntax -> ""))
    assertEquals(places[Int](" \"a\" "), List(JsonError.Code.WrongValue -> ""))
  }

  test("random damage is found where it is, and nowhere else") {
    val random = new Random(3)
    val formats = List(JsonFormat, JsonFormat.Pretty, api, JsonFormat(api.dialect, 3))
    for _ <- 1 to Integer.getInteger("brine.errors", 300) do
      val format = formats(random.nextInt(formats.length))
      val value = List.fill(1 + random.nextInt(4))(someOrder(random))
      val places =
        random.shuffle(scalars(Json.parse(format.write(value)), Nil).filterNot(namesLeaf)).take(1 + random.nextInt(6))
      val damaged =
        places.foldLeft(Json.parse(format.write(value)))((json, place) => damage(json, place)(another(random)))
      val found = errors[List[Order]](damaged.render, format)
      assertEquals(
        found.map(_.pointer).sorted,
        places.map(_.map(escaped).mkString("/", "/", "")).sorted,
        damaged.render
      )
      val text = damaged.render
      if format ne JsonFormat.Pretty then
        for e <- found do
          val bad = at(damaged, e.pointer).render
          val offset = e.offset.toInt
          assert(
            text.startsWith(bad, offset) || text.startsWith(bad, offset - 1) || text.take(offset).endsWith(bad),
            s"$e $text"
          )
  }

  test("a search ends at its limits, and says so") {
    val many = List.fill(20_000)("\"x\"").mkString("[", ",", "]")
    val found = JsonFormat.readAccumulating[List[Int]](many).swap.toOption.get
    assertEquals(found.all.length, 100)
    assert(!found.isComplete)
    val deep = "{\"all\":[" * 5000 + "\"x\"" + "]}" * 5000
    val nested = JsonFormat.readAccumulating[Nested](deep).swap.toOption.get
    assertEquals(nested.all.length, 1)
    val long = List.fill(30)("{\"a\":[[[[" + "1," * 2_000 + "\"x\"]]]]}").mkString("[", ",", "]")
    assert(
      JsonFormat.readAccumulating[List[Map[String, List[List[List[List[Int]]]]]]](long).left.exists(_.all.nonEmpty)
    )
  }

  test("errors are a problem of RFC 9457") {
    val found = JsonFormat.readAccumulating[Map[String, Int]]("""{"a/b":1,"é %":"x"}""").swap.toOption.get
    assertEquals(
      found.problem().render,
      """{"type":"about:blank","title":"Unprocessable Content","status":422,"detail":"1 error in the content",""" +
        """"errors":[{"detail":"malformed pickle: expected a whole number",""" +
        """"pointer":"#/%C3%A9%20%25","code":"wrong-value","offset":16}]}"""
    )
    assertEquals(found.problem(400, "https://example.org/p", "Bad").get("status"), Some(Json.Num("400")))
  }

object JsonErrorsSuite:
  final case class Customer(name: String, mail: String) derives Pickler
  final case class Line(sku: String, count: Int) derives Pickler
  enum Pay derives Pickler:
    case Card(number: String)
    case Cash
  final case class Order(
      orderId: Long,
      customer: Customer,
      lines: List[Line],
      pay: Pay,
      tags: Map[String, Int],
      at: java.time.LocalDate,
      note: Option[String],
      total: BigDecimal
  ) derives Pickler
  final case class Point(x: Int, y: Int, z: Int) derives Pickler
  enum Figure derives Pickler:
    case Round(radius: Int, within: Figure)
    case Path(points: List[Int])
    case Named(all: Map[String, Figure])
    case None
  final case class Sketch(
      figures: List[Figure],
      named: Figure,
      left: Either[Int, Point],
      right: Either[Int, Point],
      last: Option[Figure]
  ) derives Pickler
  final case class Range(from: Int, to: Int) derives Pickler:
    require(from <= to, "from is behind to")
  final case class Nested(all: List[Nested]) derives Pickler

  val order: Order = Order(
    1,
    Customer("a", "b"),
    List(Line("s", 1)),
    Pay.Card("5"),
    Map("k" -> 1),
    java.time.LocalDate.of(2020, 1, 2),
    None,
    BigDecimal("1.5")
  )

  def someOrder(random: Random): Order = Order(
    random.nextLong(),
    Customer("a" * random.nextInt(3), "~/"),
    List.fill(random.nextInt(4))(Line("s\"", random.nextInt())),
    if random.nextBoolean() then Pay.Cash else Pay.Card("1"),
    Map.from((0 until random.nextInt(3)).map(i => s"k/$i" -> i)),
    java.time.LocalDate.ofEpochDay(random.nextInt(10000)),
    Option.when(random.nextBoolean())("n"),
    BigDecimal(random.nextInt())
  )

  /** The paths of all scalars that may be damaged. */
  def scalars(json: Json, path: List[String]): List[List[String]] = json match
    case Json.Obj(all) => all.toList.flatMap((name, value) => scalars(value, name :: path))
    case Json.Arr(all) => all.toList.zipWithIndex.flatMap((value, i) => scalars(value, i.toString :: path))
    case Json.Null     => Nil
    case _             => List(path.reverse)

  /** Returns true for the member that names the leaf of an object. */
  def namesLeaf(place: List[String]): Boolean = place.last == "kind" || place.last == "$type"

  def damage(json: Json, path: List[String])(way: Json => Json): Json = (json, path) match
    case (Json.Obj(all), name :: rest) =>
      Json.Obj(all.map((n, v) => if n == name then n -> damage(v, rest)(way) else n -> v))
    case (Json.Arr(all), index :: rest) => Json.Arr(all.updated(index.toInt, damage(all(index.toInt), rest)(way)))
    case _                              => way(json)

  /** A value of another kind than `json`. */
  def another(random: Random)(json: Json): Json = json match
    case Json.Str(_) => if random.nextBoolean() then Json.Num("7") else Json.Arr(Vector.empty)
    case _           => if random.nextBoolean() then Json.Str("not") else Json.Arr(Vector.empty)

  def escaped(name: String): String = name.replace("~", "~0").replace("/", "~1")

  def at(json: Json, pointer: String): Json =
    pointer.split("/").drop(1).map(_.replace("~1", "/").replace("~0", "~")).foldLeft(json) {
      case (Json.Arr(all), i) => all(i.toInt)
      case (value, name)      => value.get(name).get
    }
