package brine.checks.dialects

import scala.jdk.CollectionConverters.*
import scala.util.Random
import brine.*
import brine.checks.AllFormats
import brine.combine.imap
import brine.json.*
import brine.json.JsonDialect.*
import brine.json.JsonUnion.Kind
import brine.shape.Shape
import brine.testkit.{Laws, Patient}
import com.fasterxml.jackson.databind.ObjectMapper
import com.networknt.schema.{JsonSchema as Validator, JsonSchemaFactory, SpecVersion}

/** Unions whose types rules tell in JSON: by the kind of a value, by a member, or by the value of a member. */
class JsonUnionSuite extends munit.FunSuite, Patient:
  import JsonUnionSuite.{given, *}

  private val count = Integer.getInteger("brine.unions", 40).intValue

  private val dialects = Seq(
    JsonDialect.Default,
    JsonDialect.Api,
    JsonDialect.Api.copy(names = NameStyle.SnakeCase, unknown = Unknown.Refuse, families = Families.Member("x")),
    JsonDialect(longs = NumberForm.Text, duplicates = Duplicates.Last, families = Families.Wrapper),
    JsonDialect(families = Families.Untagged, omit = Set(Omit.Nones, Omit.Empties)),
    JsonDialect.Api.at[Held]("source")(_.copy(longs = NumberForm.Safe)),
    JsonDialect.likeCirce
  )

  private def validator(schema: JsonSchema): Validator =
    JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema.text)

  test("values of each type come back in every dialect and format, as single values and in classes") {
    val rules = JsonSchema.Rules(described = Map("Angle" -> Json.parse("""{"type":"number"}""")))
    for dialect <- dialects do
      assertEquals(JsonDialect.check[Held](dialect).toList, Nil)
      val format = JsonFormat(dialect)
      val schema = JsonSchema.of[Held](dialect, rules)
      assertEquals(JsonSchema.breaks(schema, schema).toList, Nil)
      val check = validator(schema)
      val random = new Random(1)
      for _ <- 1 to count do
        val value = Held(source(random), List.fill(random.nextInt(3))(source(random)), Option(source(random)))
        val text = format.write(value)
        val moved = shuffled(Json.parse(text), random).render
        for text <- List(text, moved); options <- List(PickleOptions.Default, Laws.interpreted) do
          assertEquals(Laws.read[Held](text.getBytes("UTF-8"), format, options), value, text)
          assertEquals(Pickle.read[Held](Laws.trickle(text.getBytes("UTF-8")))(using summon, format), value, text)
        assertEquals(new String(Laws.write(value, format, Laws.interpreted), "UTF-8"), text)
        assertEquals(check.validate(new ObjectMapper().readTree(text)).asScala.toList, Nil, s"$text ${schema.text}")
        val single = value.source
        assertEquals(format.read[Source](format.write(single)), single)
    val random = new Random(2)
    for _ <- 1 to count; format <- AllFormats.all do
      val value = source(random)
      assertEquals(Laws.read[Source](Laws.write(value, format), format), value, format.toString)
  }

  test("the schema is a oneOf with the constants, and refuses values of no type") {
    val rules = JsonSchema.Rules(
      values = JsonSchema.Values.Plain,
      described = Map("Angle" -> Json.parse("""{"type":"number"}"""))
    )
    val schema = JsonSchema.of[Source](JsonDialect.Api, rules)
    val defs = schema.document.get("$defs").get
    assertEquals(defs.get("Source").get.asInstanceOf[Json.Obj].members.head._1, "oneOf")
    assert(schema.text.contains(""""objectType":{"const":"charge"}"""), schema.text)
    assert(schema.text.contains(""""version":{"const":2}"""), schema.text)
    val check = validator(schema)
    val format = JsonFormat(JsonDialect.Api)
    for text <- List(
        """{"objectType":"other","id":"a"}""",
        """{"id":"a"}""",
        """{"version":3,"name":"a"}""",
        """{"version":"2","name":"a"}""",
        """{"result":1,"error":"x"}""",
        """{}""",
        "\"text\"",
        "true"
      )
    do
      intercept[PickleException](format.read[Source](text))
      assert(!check.validate(new ObjectMapper().readTree(text)).isEmpty, text)
  }

  test("an object whose constant is another is of no type, and is not written") {
    for format <- AllFormats.all :+ JsonFormat do
      intercept[PickleException](Laws.write[Source](Charge("refund", "a"), format))
      intercept[PickleException](Laws.write[Source](Versioned(3, "a"), format))
  }

  test("one class may be several types") {
    given Pickler[Versioned] = JsonUnion[Versioned]("Both")
      .constant[Versioned]("version", 1)(using summon, Versioned.derived)
      .constant[Versioned]("version", 2)(using summon, Versioned.derived).build
    assertEquals(JsonFormat.read[Versioned]("""{"name":"a","version":2}"""), Versioned(2, "a"))
    intercept[PickleException](JsonFormat.read[Versioned]("""{"name":"a","version":3}"""))
  }

  test("two types that one value could be of are refused, with both names") {
    def reasons[A](union: JsonUnion[A], dialect: JsonDialect = JsonDialect.Api): List[String] =
      given Pickler[A] = union.build
      val all = JsonDialect.check[A](dialect).toList
      intercept[PickleException.UnsupportedType](JsonFormat(dialect).read[A]("1"))
      all
    val numbers = JsonUnion[Int | Angle]("U").leaf[Int].kind[Angle](Kind.Num)
    assertEquals(reasons(numbers), List("U: a number could be of the leaf Int and of Angle"))
    assertEquals(reasons(numbers, JsonDialect.Default), List("U: a number could be of the leaf Int and of Angle"))
    val members = JsonUnion[Loose | Loose2]("U").member[Loose]("a").member[Loose2]("a")
    assertEquals(reasons(members), List("U: objects could be of the leaf Loose and of Loose2, by their fields"))
    val constants =
      JsonUnion[Charge | Refund]("U").constant[Charge]("objectType", "x").constant[Refund]("objectType", "x")
    assertEquals(
      reasons(constants),
      List("U: objects could be of the leaf Charge(objectType=x) and of Refund(objectType=x), by their fields")
    )
    val anyObject = JsonUnion[Charge | Angle]("U").constant[Charge]("objectType", "charge").kind[Angle](Kind.Obj)
    assert(reasons(anyObject).exists(_.contains("objects could be of the leaf Charge")))
    val any = JsonUnion[Int | Json]("U").leaf[Int].leaf[Json]
    assert(reasons(any).exists(_.contains("the leaf Json may be any JSON")))
  }

  test("a type that does not obey its rule is refused with the reason") {
    def reason[A](union: JsonUnion[A], dialect: JsonDialect = JsonDialect.Api): String =
      given Pickler[A] = union.build
      JsonDialect.check[A](dialect).mkString
    assertEquals(
      reason(JsonUnion[Int | String]("U").kind[Int](Kind.Str).kind[String](Kind.Num)),
      "U: the leaf Int has the rule of a string, and may be a number" +
        "U: the leaf String has the rule of a number, and may be a string"
    )
    assertEquals(
      reason(JsonUnion[Loose | Int]("U").member[Loose]("z").leaf[Int]),
      "U: the leaf Loose has no field 'z', which would tell it"
    )
    assertEquals(
      reason(JsonUnion[Loose | Int]("U").member[Loose]("a").leaf[Int], JsonDialect(omit = Set(Omit.Defaults))),
      "U: the leaf Loose may leave out its field 'a', which would tell it"
    )
    assertEquals(
      reason(JsonUnion[Charge | Int]("U").constant[Charge]("id", 1).leaf[Int]),
      "U: the leaf Charge(id=1) cannot have 1 in its field 'id', which would tell it"
    )
    assertEquals(
      reason(JsonUnion[Charge | List[Int]]("U").leaf[Charge].member[List[Int]]("a")),
      "U: the leaf List is not a class, which would tell it"
    )
    val wrapped = JsonDialect(wrapped = Wrapped.Fields)
    assert(reason(JsonUnion[One | Int]("U").member[One]("only").leaf[Int], wrapped).contains("without the name"))
  }

  test("any JSON may be a type, of the kinds that are left to it") {
    given Pickler[Part] = JsonUnion[Part]("Part").leaf[String].kind[Json](Kind.Obj, Kind.Bool).leaf[List[Int]].build
    val values = List[Part](
      "a",
      Json.Bool(true),
      Json.Obj(Vector.empty),
      Json.parse("""{"$utf16":"x","a":{"b":[null]},"$items":[]}"""),
      List(1, 2)
    )
    for dialect <- dialects do
      assertEquals(JsonDialect.check[List[Part]](dialect).toList, Nil)
      val format = JsonFormat(dialect)
      for options <- List(PickleOptions.Default, Laws.interpreted) do
        val text = Laws.write(values, format, options)
        assertEquals(Laws.read[List[Part]](text, format, options), values)
        for value <- values do
          val optional = Laws.write(Option(value), format, options)
          assertEquals(Laws.read[Option[Part]](optional, format, options), Some(value), new String(optional))
      for value <- List(Json.Null, Json.Num("1"), Json.Str("a"), Json.Arr(Vector.empty)) do
        intercept[PickleException.RuleNotObeyed](format.write[Part](value))
    for format <- AllFormats.all do
      assertEquals(Laws.read[List[Part]](Laws.write(values, format), format), values, format.toString)
  }

  test("a union is refused at once that has no types, or one that is never reached") {
    intercept[IllegalArgumentException](JsonUnion[Int]("U").build)
    intercept[IllegalArgumentException](JsonUnion[Int]("U").leaf[Int].leaf[Int].build)
    intercept[IllegalArgumentException](JsonUnion[Any]("U").kind[Any](Kind.Num)(using summon, null).leaf[Int].build)
    intercept[IllegalArgumentException](JsonUnion[Int]("U").kind[Int]().build)
  }

  test("leaves of an untagged family may be lists, maps, texts, numbers and booleans") {
    val classes: Set[Class[?]] =
      Set(classOf[Shown.Items], classOf[Shown.Entries], classOf[Shown.Text], classOf[Shown.Count], classOf[Shown.Flag])
    val dialect = JsonDialect.Api.copy(families = Families.Untagged, wrapped = Wrapped.FieldsOf(classes))
    assertEquals(JsonDialect.check[Shown](dialect).toList, Nil)
    val format = JsonFormat(dialect)
    val check = validator(JsonSchema.of[List[Shown]](dialect))
    val all = List(
      Shown.Items(List(1, 2)),
      Shown.Items(Nil),
      Shown.Entries(Map("a" -> Shown.Count(1))),
      Shown.Entries(Map()),
      Shown.Text("t"),
      Shown.Count(-1.5),
      Shown.Flag(true)
    )
    val text = format.write(all)
    assertEquals(text, """[[1,2],[],{"a":1},{},"t",-1.5,true]""".replace("{\"a\":1}", "{\"a\":1.0}"))
    for options <- List(PickleOptions.Default, Laws.interpreted) do
      assertEquals(Laws.read[List[Shown]](text.getBytes("UTF-8"), format, options), all)
    assertEquals(check.validate(new ObjectMapper().readTree(text)).asScala.toList, Nil)
    val byPickler = JsonFormat(JsonDialect.Api.copy(families = Families.Untagged))
    assertEquals(JsonDialect.check[ByPickler](JsonDialect.Api.copy(families = Families.Untagged)).toList, Nil)
    val leaves = List[ByPickler](ByPickler.Many(List("a")), ByPickler.One("b"), ByPickler.Named(Map("c" -> 1)))
    assertEquals(byPickler.write(leaves), """[["a"],"b",{"c":1}]""")
    assertEquals(byPickler.read[List[ByPickler]](byPickler.write(leaves)), leaves)
  }

object JsonUnionSuite:
  /** With a pickler by hand, whose JSON is a number. */
  final class Angle(val degrees: Double):
    override def equals(other: Any): Boolean = other match
      case that: Angle => that.degrees == degrees
      case _           => false
    override def hashCode: Int = degrees.hashCode
  given Pickler[Angle] with
    def shape: Shape = Shape.Custom("Angle", 1)
    def pickle(angle: Angle, builder: PickleBuilder): Unit = builder.putDouble(angle.degrees)
    def unpickle(reader: PickleReader): Angle = new Angle(reader.getDouble())

  final case class Charge(objectType: String, id: String, amount: Option[Long] = None) derives Pickler
  final case class Refund(objectType: String, id: String, amount: Option[Long] = None) derives Pickler
  final case class Versioned(version: Int, name: String)
  object Versioned:
    val derived: Pickler[Versioned] = Pickler.derived
  final case class Done(result: Int = 0, id: Option[Long] = None) derives Pickler
  final case class Failed(error: String = "", id: Option[Long] = None) derives Pickler
  final case class Loose(a: Int = 0, b: Option[Int] = None) derives Pickler
  final case class Loose2(a: Int = 0, c: Option[Int] = None) derives Pickler
  final case class One(only: Int) derives Pickler

  type Part = String | Json | List[Int]

  type Source = Angle | Charge | Refund | Versioned | Done | Failed | List[Int]
  given Pickler[Source] = JsonUnion[Source]("Source")
    .kind[Angle](Kind.Num)
    .constant[Charge]("objectType", "charge")
    .constant[Refund]("objectType", "refund")
    .constant[Versioned]("version", 2)(using summon, Versioned.derived)
    .member[Done]("result")
    .member[Failed]("error")
    .leaf[List[Int]]
    .build

  final case class Held(source: Source, all: List[Source], maybe: Option[Source])
  object Held:
    given Pickler[Held] = Pickler.derived

  def source(random: Random): Source = random.nextInt(7) match
    case 0 => new Angle(random.nextInt() / 4.0)
    case 1 => Charge("charge", "c" * random.nextInt(3), Option.when(random.nextBoolean())(random.nextLong()))
    case 2 => Refund("refund", "r", Option.when(random.nextBoolean())(random.nextLong()))
    case 3 => Versioned(2, "v" * random.nextInt(3))
    case 4 => Done(random.nextInt(), Option.when(random.nextBoolean())(random.nextLong()))
    case 5 => Failed("e", Option.when(random.nextBoolean())(random.nextLong()))
    case _ => List.fill(random.nextInt(3))(random.nextInt())

  def shuffled(json: Json, random: Random): Json = json match
    case Json.Obj(all) => Json.Obj(random.shuffle(all).map((name, value) => name -> shuffled(value, random)))
    case Json.Arr(all) => Json.Arr(all.map(shuffled(_, random)))
    case other         => other

  enum Shown derives Pickler:
    case Items(all: List[Int])
    case Entries(all: Map[String, Shown])
    case Text(text: String)
    case Count(value: Double)
    case Flag(isOn: Boolean)

  sealed trait ByPickler derives Pickler
  object ByPickler:
    final case class Many(all: List[String]) extends ByPickler
    object Many:
      given Pickler[Many] = Pickler[List[String]].imap(Many(_))(_.all)
    final case class One(text: String) extends ByPickler
    object One:
      given Pickler[One] = Pickler[String].imap(One(_))(_.text)
    final case class Named(all: Map[String, Int]) extends ByPickler
    object Named:
      given Pickler[Named] = Pickler[Map[String, Int]].imap(Named(_))(_.all)
