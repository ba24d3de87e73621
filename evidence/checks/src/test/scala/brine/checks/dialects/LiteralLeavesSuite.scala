package brine.checks.dialects

import scala.jdk.CollectionConverters.*
import scala.util.Random
import brine.*
import brine.json.*
import brine.json.JsonDialect.*
import brine.testkit.Laws
import com.fasterxml.jackson.databind.ObjectMapper
import com.networknt.schema.{JsonSchemaFactory, SpecVersion}

/** Leaves that a number or a boolean names: `{"type":2}`. */
class LiteralLeavesSuite extends munit.FunSuite:
  import LiteralLeavesSuite.*

  private val byType = JsonDialect.Api.copy(families = Families.Member("type", literals = true), unknown = Unknown.Skip)
  private val dialects = Seq(
    byType,
    byType.copy(singletons = Singletons.Objects, duplicates = Duplicates.Last, names = NameStyle.SnakeCase),
    byType.copy(duplicates = Duplicates.First, unknown = Unknown.Refuse, missing = Missing.Zeros),
    JsonDialect.Api.forType[Part](_.copy(families = Families.Member("type", literals = true))),
    JsonDialect(families = Families.Member("type", true))
  )

  private def read(text: String, dialect: JsonDialect, options: PickleOptions = PickleOptions.Default): Part =
    Laws.read[Part](text.getBytes("UTF-8"), JsonFormat(dialect), options)

  test("values come back, and members may come in any order"):
    for (dialect, i) <- dialects.zipWithIndex do
      assertEquals(JsonDialect.check[List[Part]](dialect).toList, Nil)
      val format = JsonFormat(dialect)
      val schema = JsonSchema.of[List[Part]](dialect).text
      val validator = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema)
      val random = new Random(i)
      for options <- List(PickleOptions.Default, Laws.interpreted); _ <- 1 to 60 do
        val parts = List.fill(random.nextInt(5))(part(random, 2))
        val text = new String(Laws.write(parts, format, options), "UTF-8")
        assertEquals(Laws.read[List[Part]](text.getBytes("UTF-8"), format, options), parts, text)
        assertEquals(validator.validate(new ObjectMapper().readTree(text)).asScala.toList, Nil, s"$text\n$schema")
        if dialect != dialects.last then
          val moved = late(Json.parse(text)).render
          assertEquals(Laws.read[List[Part]](moved.getBytes("UTF-8"), format, options), parts, moved)
          assertEquals(
            Pickle.read[List[Part]](Laws.trickle(moved.getBytes("UTF-8")))(using summon, format),
            parts,
            moved
          )

  test("the member has a number or a boolean"):
    val format = JsonFormat(byType)
    assertEquals(
      format.write[List[Part]](List(Part.Row(List(Part.Button("a"))), Part.Flag(1), Part.Half(2), Part.Named(3))),
      """[{"type":1,"parts":[{"type":2,"label":"a"}]},{"type":true,"on":1},{"type":-0.5,"x":2},""" +
        """{"type":"Named","y":3}]"""
    )
    for spelling <- List("2", "2.0", "2e0", "20E-1", "0.2e+1"); dialect <- dialects do
      assertEquals(read(s"""{"type":$spelling,"label":"a"}""", dialect), Part.Button("a"))
    assertEquals(read("""{"type":3,"label":"a"}""", byType), Part.Button("a")) // an alias

  test("another form of the name is refused, with its place"):
    for
      dialect <- dialects
      name <- List("\"2\"", "\"true\"", "null", "[2]", "{}", "2.5", "22", "false", "-2", "\"-0.5\"")
      options <- List(PickleOptions.Default, Laws.interpreted)
    do
      val failure = intercept[PickleException](read(s"""{"type":$name,"label":"a"}""", dialect, options))
      assert(failure.offset >= 0, s"$name: $failure")
      if dialect != dialects.last then
        intercept[PickleException](read(s"""{"label":"a","type":$name}""", dialect, options))
    intercept[PickleException](read("""{"type":2,"type":1,"label":"a"}""", byType))
    assertEquals(read("""{"type":1,"type":2,"label":"a"}""", dialects(1)), Part.Button("a"))

  test("without the option, names are strings"):
    val format = JsonFormat(JsonDialect.Api)
    assertEquals(format.write[Part](Part.Button("a")), """{"type":"2","label":"a"}""")
    intercept[PickleException.Malformed](format.read[Part]("""{"type":2,"label":"a"}"""))

  test("a fallback keeps numbers, in their own spelling"):
    for dialect <- List(byType, JsonDialect(families = Families.Member("type", true))) do
      val format = JsonFormat(dialect)
      for text <- List("""{"type":7,"a":[1]}""", """{"type":7.50,"a":1}""", """{"type":false}""", """{"type":"x"}""") do
        assertEquals(format.write[Event](format.read[Event](text)), text)
        assertEquals(format.write[Whole](format.read[Whole](text)), text)
      intercept[PickleException](format.read[Event]("""{"type":"7"}"""))
      assertEquals(format.read[Event]("""{"type":1,"id":5}"""), Event.Made(5))
      intercept[PickleException.RuleNotObeyed](format.write[Whole](Whole.Other(Json.parse("""{"type":1.0,"id":5}"""))))

  test("such families are told in unions"):
    val format = JsonFormat(byType)
    for value <- List[Event | String | Dot](Event.Made(1), "x", Dot(1, 2)) do
      assertEquals(format.read[Held](format.write(Held(value))), Held(value))

  test("subtypes of open types, and an Either's sides, keep names that are strings"):
    val options = PickleOptions(subtypes = Subtypes(Subtype[Spot].named("2")))
    val dialect = byType.copy(eithers = Eithers.Keyed("1.0", "2.0"))
    val format = JsonFormat(dialect)
    val value = Opened(List(Spot(1, 2)), List(Left(1), Right("x")))
    val text = new String(Laws.write(value, format, options), "UTF-8")
    assertEquals(text, """{"any":[{"type":"2","x":1,"y":2}],"sides":[{"1.0":1},{"2.0":"x"}]}""")
    for text <- List(text, text.replace("""{"type":"2","x":1,"y":2}""", """{"x":1,"y":2,"type":"2"}""")) do
      assertEquals(Laws.read[Opened](text.getBytes("UTF-8"), format, options), value)
    for name <- List("2", "true") do
      val other = text.replace("\"type\":\"2\"", s"\"type\":$name")
      intercept[PickleException.Malformed](Laws.read[Opened](other.getBytes("UTF-8"), format, options))

  test("a schema tells a change of a number that names a leaf"):
    val schema = JsonSchema.of[List[Part]](byType)
    assertEquals(JsonSchema.breaks(schema, schema).toList, Nil)
    assertNotEquals(
      JsonSchema.breaks(
        schema,
        JsonSchema.of[List[Part]](dialects.head.copy(families =
          Families.Member("type")
        ))
      ).toList,
      Nil
    )

  test("names that would be one number are refused"):
    assert(JsonDialect.check[Equal](byType).exists(_.contains("would both be '1'")))
    assertEquals(JsonDialect.check[Equal](JsonDialect.Api).toList, Nil)

  private def late(json: Json): Json = json match
    case Json.Arr(all) => Json.Arr(all.map(late))
    case Json.Obj(all) =>
      val (kind, others) = all.map((name, value) => name -> late(value)).partition(_._1 == "type")
      Json.Obj(others ++ kind)
    case other => other

  private def part(random: Random, levels: Int): Part = random.nextInt(if levels == 0 then 5 else 6) match
    case 0 => Part.Button("b" * random.nextInt(3))
    case 1 => Part.Flag(random.nextInt(3))
    case 2 => Part.Half(random.nextInt(3))
    case 3 => Part.Named(random.nextInt(3))
    case 4 => Part.Line
    case _ => Part.Row(List.fill(random.nextInt(3))(part(random, levels - 1)))

object LiteralLeavesSuite:
  enum Part derives Pickler:
    @rename("1") case Row(parts: List[Part])
    @rename("2") @alias("3") case Button(label: String)
    @rename("true") case Flag(on: Int)
    @rename("-0.5") case Half(x: Int)
    case Named(y: Int)
    @rename("14") case Line

  enum Event derives Pickler:
    @rename("1") case Made(id: Int)
    @fallback case Other(extras: Extras)

  enum Whole derives Pickler:
    @rename("1") case Made(id: Int)
    @fallback case Other(json: Json)

  final case class Dot(x: Int, y: Int) derives Pickler
  trait Shown
  given Pickler[Shown] = Pickler.open
  final case class Spot(x: Int, y: Int) extends Shown derives Pickler
  final case class Opened(any: List[Shown], sides: List[Either[Int, String]]) derives Pickler
  final case class Held(value: Event | String | Dot) derives Pickler

  enum Equal derives Pickler:
    @rename("1") case One(a: Int)
    @rename("1.0") case Two(b: Int)
