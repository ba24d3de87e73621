package brine.checks.schema

import java.time.*
import java.util.{Date, UUID}
import scala.jdk.CollectionConverters.*
import scala.util.Random
import brine.*
import brine.checks.presets.{Corpus as Presets, Library}
import brine.json.{Json, JsonDialect, JsonFormat, JsonSchema, RawJson}
import brine.testkit.corpus.{Corpus, Sample}
import com.fasterxml.jackson.databind.{DeserializationFeature, ObjectMapper}
import com.networknt.schema.{JsonSchema as Validator, JsonSchemaFactory, SpecVersion}
import JsonDialect.*

/** Schemas accept the JSON that is written, and refuse the JSON that a reader refuses, by a validator of others. */
class JsonSchemaSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private val factory = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
  private def validator(schema: JsonSchema): Validator = factory.getSchema(schema.text)

  /** By a parser that keeps numbers exactly: the validator's own makes infinity of `1E400`, and fails. */
  private def complaints(validator: Validator, text: String): List[String] =
    validator.validate(exact.readTree(text)).asScala.map(_.toString).toList
  private val exact = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)

  private def person(name: String): Person = new Person(name, null)
  private val anne = person("anne")
  private val ring = { val p = person("bob"); p.friend = p; p }
  private val line = Line(Sku("a-1"), 2, BigDecimal("1.50"), Some("x"), Set(Currency.Euro, Currency.`US$`))
  private val order = Order(
    OrderId(7),
    Instant.ofEpochMilli(1_600_000_000_123L),
    List(line, Line(Sku("b"), unitPrice = 3)),
    Payment.ByCard("1234", YearMonth.of(2030, 12)),
    Map(Currency.Franc -> BigDecimal("1E+3")),
    Map(-3 -> 0.5, 12 -> 1e22),
    true,
    Map("a" -> Some("b"), "$c" -> None, "" -> Some("")),
    List(OrderId(Long.MinValue))
  )

  private val samples: List[Sample[?]] = List(
    Sample("order")(order),
    Sample("order of defaults")(Order(OrderId(0), Instant.EPOCH, Nil, Payment.InCash)),
    Sample("order with nulls")(Order(null, null, List(null), null, null)),
    Sample[List[Payment]]("payments")(List(
      Payment.ByInvoice(30),
      Payment.ByInvoice(10, Some("r")),
      Payment.InCash,
      Payment.ByCard(null, null)
    )),
    Sample("sections")(Section(
      "a",
      Vector(Section("b", Vector(), Some(Perhaps(Some(1)))), Section("c", maybe = Some(Perhaps(None))))
    )),
    Sample[Query]("query")(Query.Both(
      Query.Not(Query.Word("a", 0.5f)),
      Query.Both(Query.Everything, Query.Word("é\ud800", -0.0f))
    )),
    Sample("filters")(List(Filter(), Filter(Some(1)), Filter(tags = List("t"), sort = "price"))),
    Sample("document")(Document(
      new UUID(1, 2),
      LocalDate.of(2024, 2, 29),
      Some(new Date(1500)),
      Array[Byte](-1, 0, 63),
      BigInt(2).pow(70),
      'é',
      (),
      Json.parse("[1,{}]"),
      Some(RawJson("{\"a\":1}"))
    )),
    Sample("rested")(List(
      Rested("a", Map(), Map()),
      Rested("b", Map("x-1" -> 1, "$" -> -1), Map("" -> Sku("s"), "é" -> Sku("")))
    )),
    Sample("kept")(List(Kept("a"), JsonFormat.read[Kept]("""{"name":"b","more":[1]}"""))),
    Sample("aliased")(Aliased("a", 1)),
    Sample("boxes")((Box(1), Box("x", Some(None)), Box(Box(true, Some(Some(false)))))),
    Sample("shared persons")(List(anne, anne, ring)),
    Sample("team")(new Team(Array(anne, ring, anne), Some(ring))),
    Sample[Step]("steps")({
      val go = new Step.Go("a", Step.Stop); new Step.Go("b", new Step.Go("c", { go.next = go; go }))
    }),
    Sample("offer")(Offer(
      (1, "a"),
      Left("l"),
      List((OrderId(1), None), (OrderId(-1), Some(2))),
      Map("a" -> Left((1, 2)), "b" -> Right(Currency.Euro)),
      Tuple1("t"),
      BigInt(2).pow(53) + 1,
      (1L << 53) + 1,
      Duration.ofSeconds(Long.MinValue),
      Map(Duration.ofMillis(-1500) -> Long.MinValue, Duration.ZERO -> 1),
      Map(-BigInt(2).pow(53) -> 1, BigInt(10).pow(30) -> 2),
      Map(1.5 -> 1, -2.25e10 -> 2)
    )),
    Sample("offer with nulls")(Offer(
      (-1, null),
      Right(3),
      List((null, Some(-2)), null),
      Map("" -> null, "$c" -> Right(null)),
      Tuple1(null),
      BigInt(-2).pow(53),
      1L << 53,
      Duration.ofSeconds(Long.MaxValue, 999_999_999)
    )),
    Sample("eithers")(List[Either[Option[String], Either[Double, Option[Int]]]](
      Left(None),
      Left(Some("a")),
      Right(Left(0.5)),
      Right(Right(None)),
      Right(Right(Some(1))),
      Right(null),
      null
    )),
    Sample("links")({
      val last = new Link("a", null); val pair = (7, last); last.next = Right(pair)
      List(last, new Link("b", Left(last)), new Link("c", last.next), new Link("d", Right(pair)))
    }),
    Sample("nest")(Nest(List(Nest(Nil), Nest(List(Nest(Nil))))))
  )

  private var valid = 0
  private var refused = 0
  private var mutants = 0
  private val gaps = scala.collection.mutable.ListBuffer.empty[String]

  private def verify[A](sample: Sample[A], name: String, dialect: JsonDialect, mutations: Int): Unit =
    given Pickler[A] = sample.pickler
    val clue = s"${sample.name} in $name"
    if JsonDialect.check[A](dialect).nonEmpty then
      val refusal = intercept[PickleException.UnsupportedType](JsonSchema.of[A](dialect))
      assertEquals(refusal.reasons.toList, JsonDialect.check[A](dialect).toList, clue)
    else
      val format = JsonFormat(dialect)
      for text <- PickleException.either(format.write(sample.value)) do
        val schema =
          try JsonSchema.of[A](dialect)
          catch case e: PickleException => fail(s"$clue: ${e.getMessage}")
        val check = validator(schema)
        assertEquals(complaints(check, text), Nil, s"$clue: $text\n${schema.text}")
        valid += 1
        assertEquals(JsonSchema.parse(schema.text).document, schema.document, clue)
        assertEquals(JsonSchema.breaks(schema, schema), Nil, clue)
        val random = new Random(clue.hashCode)
        for _ <- 1 to mutations do
          val mutant = Mutations.mutated(Json.parse(text), random).render
          mutants += 1
          for e <- format.readEither[A](mutant).left do
            refused += 1
            if complaints(check, mutant).isEmpty && !Inexpressible(e) then
              gaps += s"$clue: $mutant: ${e.getClass.getSimpleName}: ${e.getMessage}\n  of $text\n  ${schema.text}"

  /** One case in this number of cases is tried. With `-Dbrine.giants=true`, all are. */
  private val share = if java.lang.Boolean.getBoolean("brine.giants") then 1 else 5

  private def verifyShare(dialects: Seq[(String, JsonDialect)], all: Seq[Sample[?]], mutations: Int): Unit =
    for ((name, dialect), i) <- dialects.zipWithIndex; (sample, k) <- all.zipWithIndex do
      if (i + k) % share == 0 then verify(sample, name, dialect, mutations)

  private def assertNoGaps(): Unit = assert(gaps.isEmpty, gaps.take(12).mkString(s"${gaps.size} gaps:\n", "\n", ""))

  test("a schema accepts the samples of all laws, and refuses mutated ones that readers refuse, in each option") {
    val described = Corpus.all.filter(isDescribed)
    assert(described.length > 100, described.length)
    verifyShare(Dialects.single, described ++ samples, 6)
    assert(valid > 3_000 / share, valid)
    assert(refused > 5_000 / share, s"$refused of $mutants mutants refused")
    assertNoGaps()
  }

  test("a schema accepts what is written with every pair of options, and refuses mutated samples that readers refuse") {
    verifyShare(Dialects.pairs, samples, 3)
    assert(valid > 3_000 / share, valid)
    assertNoGaps()
  }

  test("a schema accepts what is written with the presets, and refuses mutated samples that readers refuse") {
    val before = valid
    for library <- Library.values do
      for sample <- Corpus.all.filter(isDescribed) ++ samples do verify(sample, library.label, library.dialect, 4)
      for entry <- Presets.all; trial <- entry.trials if trial.library == library do
        def verifyAll[A](trial: brine.checks.presets.Trial[A]): Unit =
          for value <- trial.values.take(4) do
            verify(Sample(entry.name)(value)(using trial.pickler), library.label, library.dialect, 2)
        verifyAll(trial)
    assert(valid - before > 2_000, valid - before)
    assertNoGaps()
  }

  test("forms of tuples, eithers, durations and safe numbers are those of the dialect") {
    val plain = JsonSchema.Rules(values = JsonSchema.Values.Plain)
    def root[A: Pickler](dialect: JsonDialect, rules: JsonSchema.Rules = plain): String =
      val schema = JsonSchema.of[A](dialect, rules).document
      schema.get("$defs").flatMap(_.get("Either")).getOrElse(schema).render.replace(
        "\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",",
        ""
      )
    val int = """{"type":"integer","minimum":-2147483648,"maximum":2147483647}"""
    assertEquals(
      root[(Int, String)](JsonDialect.Default.copy(tuples = Tuples.Arrays)),
      s"""{"type":"array","prefixItems":[$int,{"type":"string"}],"items":false,"minItems":2}"""
    )
    assertEquals(
      root[Either[Int, String]](JsonDialect.Default.copy(eithers = Eithers.Numbered)),
      s"""{"oneOf":[{"type":"array","prefixItems":[{"const":0},$int],"items":false,"minItems":2},""" +
        """{"type":"array","prefixItems":[{"const":1},{"type":"string"}],"items":false,"minItems":2}]}"""
    )
    assertEquals(
      root[Either[Int, String]](JsonDialect.likeJackson),
      s"""{"oneOf":[{"type":"object","properties":{"l":$int},"required":["l"],"additionalProperties":false},""" +
        """{"type":"object","properties":{"r":{"type":"string"}},"required":["r"],"additionalProperties":false}]}"""
    )
    val safe = JsonDialect.Default.copy(longs = NumberForm.Safe)
    val digits = """{"type":"string","pattern":"^-?(0|[1-9][0-9]{0,18})$"}"""
    assertEquals(
      root[Long](safe),
      s"""{"anyOf":[{"type":"integer","minimum":-9007199254740992,"maximum":9007199254740992},$digits]}"""
    )
    assertEquals(
      root[Long](safe, plain.copy(direction = JsonSchema.Direction.Requests)),
      s"""{"anyOf":[{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},$digits]}"""
    )
    val seconds = JsonDialect.Default.copy(durations = Durations.Seconds, instants = Instants.EpochMilliseconds)
    assertEquals(
      root[Duration](seconds),
      """{"type":"number","minimum":-9223372036854775808,"maximum":9223372036854775807.999999999}"""
    )
  }

  test("a class that is written as its field and may be its own null has no schema") {
    val fields = JsonDialect.Default.copy(wrapped = Wrapped.Fields)
    val refusal = intercept[PickleException.UnsupportedType](JsonSchema.of[Chain](fields))
    assertEquals(
      refusal.reasons.toList,
      List("Chain: it is written as its field, which may lead to its own null")
    )
  }

  test("a default is the value that a reader takes for the missing field") {
    val zeros = JsonDialect.Default.copy(missing = Missing.Zeros, omit = Omit.values.toSet)
    def defaults(dialect: JsonDialect) =
      JsonSchema.of[Line](dialect).document.get("$defs").flatMap(_.get("Line")).flatMap(_.get("properties"))
        .flatMap(_.get("count")).flatMap(_.get("default"))
    assertEquals(defaults(JsonDialect.Default), Some(Json.Num("1")))
    assertEquals(defaults(zeros), Some(Json.Num("0")))
  }

  private def isDescribed(sample: Sample[?]): Boolean =
    val all = PickleException.either(JsonSchema.of[Any]()(using sample.pickler.asInstanceOf[Pickler[Any]]))
    for e <- all.left do assert(e.getMessage.contains("Rules.described"), s"${sample.name}: ${e.getMessage}")
    all.isRight

  test("a type that cannot be described is refused with the reason, unless a schema is given") {
    val refusal = intercept[PickleException.UnsupportedType](JsonSchema.of[Turn]())
    assertEquals(refusal.reasons.toList, List("Angle: a pickler by hand writes it. Give its schema by Rules.described"))
    val rules = JsonSchema.Rules(described = Map("Angle" -> Json.parse("""{"type":"number"}""")))
    val check = validator(JsonSchema.of[Turn](rules = rules))
    assertEquals(complaints(check, JsonFormat.write(Turn(new Angle(1.5)))), Nil)
    assert(complaints(check, """{"angle":"x"}""").nonEmpty)
  }

  test("without nulls and text that is not Unicode, a schema is what an interface publishes") {
    val dialect =
      JsonDialect.Default.copy(names = NameStyle, omit = Set(Omit.Nones), families = Families.Member("type"))
    val schema = JsonSchema.of[Payment](dialect, JsonSchema.Rules(values = JsonSchema.Values.Plain))
    assertEquals(
      schema.text,
      """{"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/Payment","$defs":{""" +
        """"Payment":{"oneOf":[{"$ref":"#/$defs/Payment.ByCard"},{"$ref":"#/$defs/Payment.ByInvoice"},""" +
        """{"enum":["InCash"]}]},""" +
        """"Payment.ByCard":{"type":"object","properties":{"type":{"const":"ByCard"},""" +
        """"card_number":{"type":"string"},""" +
        """"valid_until":{"type":"string","pattern":"^[+-]?[0-9]{4,10}-[0-9]{2}$"}},""" +
        """"required":["type","card_number","valid_until"]},""" +
        """"Payment.ByInvoice":{"type":"object","properties":{"type":{"const":"ByInvoice"},""" +
        """"due_days":{"type":"integer","minimum":-2147483648,"maximum":2147483647},""" +
        """"reference":{"type":["string","null"]}},"required":["type","due_days"]}}}"""
    )
  }

  private def NameStyle = brine.json.NameStyle.SnakeCase

  test("a component of OpenAPI 3.1 refers to its parts there, and names the member that tells the leaves") {
    val dialect = JsonDialect.Default.copy(families = Families.Member("kind"), singletons = Singletons.Objects)
    val component =
      JsonSchema.of[List[Payment]](dialect, JsonSchema.Rules(values = JsonSchema.Values.Plain)).component("Payments")
    val schemas = component.get("schemas").get
    assertEquals(
      schemas.get("Payments").get.render,
      """{"type":"array","items":{"$ref":"#/components/schemas/Payment"}}"""
    )
    assertEquals(
      schemas.get("Payment").get.get("discriminator").get.render,
      """{"propertyName":"kind","mapping":{"ByCard":"#/components/schemas/Payment.ByCard",""" +
        """"ByInvoice":"#/components/schemas/Payment.ByInvoice",""" +
        """"InCash":"#/components/schemas/Payment.InCash"}}"""
    )
    assert(!component.render.contains("$defs"))
  }

  test(
    "a component of OpenAPI accepts the samples and refuses what the schema refuses, where references lead into the " +
      "document"
  ) {
    var (accepted, refused) = (0, 0)
    def compare[A](sample: Sample[A], dialect: JsonDialect): Unit =
      given Pickler[A] = sample.pickler
      if JsonDialect.check[A](dialect).isEmpty then
        for text <- PickleException.either(JsonFormat(dialect).write(sample.value)) do
          val schema = JsonSchema.of[A](dialect)
          val (own, component) = (validator(schema), componentValidator(schema))
          assertEquals(complaints(component, text), Nil, s"${sample.name}: $text")
          accepted += 1
          val random = new Random(text.hashCode)
          for _ <- 1 to 6 do
            val mutant = Mutations.mutated(Json.parse(text), random).render
            val isRefused = complaints(own, mutant).nonEmpty
            assertEquals(complaints(component, mutant).nonEmpty, isRefused, s"${sample.name}: $mutant")
            if isRefused then refused += 1
    val objects = JsonDialect.Default.copy(families = Families.Member("kind"), singletons = Singletons.Objects)
    for dialect <- JsonDialect.Default :: objects :: Library.values.map(_.dialect).toList; sample <- samples do
      compare(sample, dialect)
    assert(accepted > 80, accepted)
    assert(refused > 200, refused)
  }

  /** Validates by a component as a part of its document. */
  private def componentValidator(schema: JsonSchema): Validator =
    val document = Json.Obj(Vector(
      "$schema" -> Json.Str("https://json-schema.org/draft/2020-12/schema"),
      "$ref" -> Json.Str("#/components/schemas/Whole"),
      "components" -> schema.component("Whole")
    ))
    factory.getSchema(document.render)

/** Refusals that no JSON Schema can express: docs/spec/json-schema.md lists them. */
private object Inexpressible:
  private val messages = List(
    "two objects have the number",
    "has a key twice",
    "expected Locale",
    "expected ZoneId",
    "unexpected text",
    "does not hold",
    "has no parts of a millisecond",
    "has an element twice",
    "expected the fields of one leaf",
    "cannot hold a null",
    "found null",
    "the step of a range"
  )

  def apply(e: PickleException): Boolean = e match
    case _: PickleException.BadReference   => true
    case _: PickleException.UserCode       => true
    case _: PickleException.DuplicateField => true
    case _: PickleException.Malformed      => messages.exists(e.getMessage.contains)
    case _                                 => false

private object Mutations:
  private val others: Vector[Json] = Vector(
    Json.Null,
    Json.Bool(true),
    Json.Num("-1.5"),
    Json.Num("99999999999999999999"),
    Json.Str("x"),
    Json.Str(""),
    Json.Arr(Vector()),
    Json.Obj(Vector()),
    Json.Arr(Vector(Json.Null)),
    Json.Obj(Vector("x" -> Json.Num("1")))
  )

  /** A value at some place is another one, or a member is left out, renamed or added. */
  def mutated(json: Json, random: Random): Json =
    val places = size(json)
    at(json, random.nextInt(places))(change(_, random))

  private def size(json: Json): Int = json match
    case Json.Arr(all) => 1 + all.map(size).sum
    case Json.Obj(all) => 1 + all.map((_, value) => size(value)).sum
    case _             => 1

  private def at(json: Json, place: Int)(change: Json => Json): Json =
    if place == 0 then change(json)
    else
      var before = 1
      def part(value: Json): Json =
        val own = size(value)
        val here = place >= before && place < before + own
        val result = if here then at(value, place - before)(change) else value
        before += own
        result
      json match
        case Json.Arr(all) => Json.Arr(all.map(part))
        case Json.Obj(all) => Json.Obj(all.map((name, value) => name -> part(value)))
        case other         => other

  private def change(json: Json, random: Random): Json = json match
    case Json.Obj(all) if all.nonEmpty && random.nextInt(3) > 0 =>
      val i = random.nextInt(all.length)
      random.nextInt(3) match
        case 0 => Json.Obj(all.patch(i, Nil, 1))
        case 1 => Json.Obj(all.updated(i, all(i)._1 + "_" -> all(i)._2))
        case _ => Json.Obj(all :+ ("more" -> others(random.nextInt(others.length))))
    case Json.Arr(all) if all.nonEmpty && random.nextInt(3) > 0 =>
      if random.nextBoolean() then Json.Arr(all :+ all(random.nextInt(all.length)))
      else Json.Arr(all.patch(random.nextInt(all.length), Nil, 1))
    case _ => others(random.nextInt(others.length))
