package brine.checks.schema

import java.time.{Instant, LocalDate, YearMonth}
import scala.jdk.CollectionConverters.*
import scala.util.Random
import brine.*
import brine.json.*
import brine.json.JsonDialect.*
import brine.json.StrictSchema.Provider
import com.fasterxml.jackson.databind.{DeserializationFeature, ObjectMapper}
import com.networknt.schema.{JsonSchema as Validator, JsonSchemaFactory, SpecVersion}

/** Schemas for the answers of language models: they obey the documented rules of each provider, and a document is
  * valid if and only if it is read.
  */
class StrictSchemaSuite extends munit.FunSuite:
  import StrictSchemaSuite.*

  private val count = Integer.getInteger("brine.strict", 60).intValue
  private val mapper = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)

  private def validator(schema: StrictSchema): Validator =
    JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema.text)

  private def isValid(validator: Validator, text: String): Boolean =
    validator.validate(mapper.readTree(text)).isEmpty

  private val dialects = Seq(
    JsonDialect.Api,
    JsonDialect.Default,
    JsonDialect.Api.copy(names = NameStyle.SnakeCase, families = Families.Wrapper, enums = Enums.Numbers),
    JsonDialect.likeJackson,
    JsonDialect.likeCirce.copy(longs = NumberForm.Text)
  )

  test("written documents are valid, and mutants are valid if and only if they are read") {
    var (refused, taken) = (0, 0)
    val wrong = List.newBuilder[String]
    for provider <- Provider.values; dialect <- dialects do
      val strict = StrictSchema.of[Answer](provider, dialect)
      assertEquals(violations(provider, strict.document), Nil, strict.text)
      val format = JsonFormat(strict.dialect)
      val check = validator(strict)
      val random = new Random(provider.ordinal)
      for _ <- 1 to count do
        val value = answer(random)
        val text = format.write(value)
        assert(isValid(check, text), s"$text\n${strict.text}")
        assertEquals(format.read[Answer](text), value)
        for _ <- 1 to 4 do
          val mutant = Mutations.mutated(Json.parse(text), random).render
          val read = format.readEither[Answer](mutant)
          val valid = isValid(check, mutant)
          if valid then taken += 1 else refused += 1
          read match
            case Left(e) if valid && !Inexpressible(e) && !(provider != Provider.OpenAI && isOfLimit(e)) =>
              wrong += s"$provider takes $mutant, which is not read: ${e.getMessage}\n${strict.text}"
            // A reader takes a singleton as a text and as an object, and a class without members by its name.
            case Right(back) if !valid && normal(Json.parse(format.write(back))) == normal(Json.parse(mutant)) =>
              wrong += s"$provider refuses $mutant, which is written"
            case _ => ()
    val all = wrong.result()
    assert(all.isEmpty, all.take(10).mkString(s"${all.length}\n", "\n", ""))
    assert(refused > 100 && taken > 20, s"$refused $taken")
  }

  test("optional members are null, and all members are required") {
    val strict = StrictSchema.of[Note](Provider.OpenAI)
    assertEquals(
      strict.text,
      """{"type":"object","properties":{"title":{"type":"string"},"rank":{"type":["integer","null"],""" +
        """"minimum":-2147483648,"maximum":2147483647}},"required":["title","rank"],"additionalProperties":false}"""
    )
  }

  test("types that a provider's rules cannot express are refused with every reason") {
    def reasons[A: Pickler](provider: Provider, dialect: JsonDialect = JsonDialect.Api): List[String] =
      PickleException.either(StrictSchema.of[A](provider, dialect)) match
        case Left(e: PickleException.UnsupportedType) => e.reasons.toList
        case other                                    => fail(s"not refused: $other")
    assertEquals(reasons[Holder[Json]](Provider.OpenAI), List("OpenAI: Holder.value may be any JSON"))
    assertEquals(
      reasons[Holder[Map[String, Int]]](Provider.Anthropic),
      List("Anthropic: Holder.value has members with any names. Use a list of a class with a name and a value")
    )
    assert(StrictSchema.of[Holder[Map[String, Int]]](Provider.Gemini).text.contains("\"additionalProperties\":{"))
    assertEquals(reasons[Tree](Provider.Anthropic), List("Anthropic: Tree leads to itself"))
    for provider <- List(Provider.OpenAI, Provider.Gemini) do
      assert(StrictSchema.of[Tree](provider).text.contains("$defs"))
    assert(reasons[Holder[Patch[String]]](Provider.OpenAI).exists(_.contains("Holder.value may be left out")))
    assert(reasons[List[Note]](Provider.OpenAI).exists(_.contains("outermost value has to be an object")))
    assert(reasons[Kept](Provider.OpenAI).exists(_.contains("other members")))
    assert(reasons[Rested](Provider.OpenAI).length >= 2)
    val deep = reasons[Deep](Provider.OpenAI)
    assertEquals(deep, List("OpenAI: 11 objects inside each other are more than the 10 that are allowed"))
    assert(StrictSchema.of[Deep](Provider.Anthropic).text.nonEmpty)
    assert(reasons[Choices](Provider.Anthropic).exists(_.contains("17 members with several types")))
    assert(StrictSchema.of[Choices](Provider.OpenAI).text.nonEmpty)
    val placed = JsonDialect.Default.at[Holder[Note]]("value")(_.copy(unknown = Unknown.Skip))
    assert(reasons[Holder[Note]](Provider.OpenAI, placed).exists(_.contains("may have other members")))
  }

object StrictSchemaSuite:
  enum Level derives Pickler:
    case Low, High
  enum Step derives Pickler:
    case Say(text: String, tone: Option[Level])
    case Wait(seconds: Double, until: Option[Instant] = None)
    case Done
  final case class Note(title: String, rank: Option[Int] = None) derives Pickler
  final case class Answer(
      title: String,
      steps: List[Step],
      level: Level,
      count: Long,
      isSure: Boolean = true,
      day: Option[LocalDate] = None,
      notes: Vector[Note] = Vector.empty,
      pair: (Int, Option[String]) = (0, None),
      size: BigDecimal = 0,
      initial: Char = 'a',
      month: YearMonth = YearMonth.of(2026, 1)
  ) derives Pickler
  final case class Holder[A](value: A) derives Pickler
  final case class Tree(name: String, children: List[Tree]) derives Pickler
  final case class Deep(a: Holder[Holder[Holder[Holder[Holder[Holder[Holder[Holder[Holder[Note]]]]]]]]]) derives Pickler
  type O = Option[Int]
  final case class Choices(
      a: O,
      b: O,
      c: O,
      d: O,
      e: O,
      f: O,
      g: O,
      h: O,
      i: O,
      j: O,
      k: O,
      l: O,
      m: O,
      n: O,
      o: O,
      p: O,
      q: O
  ) derives Pickler

  def answer(random: Random): Answer = Answer(
    "t" * random.nextInt(3),
    List.fill(random.nextInt(3))(random.nextInt(3) match
      case 0 => Step.Say("é", Option.when(random.nextBoolean())(Level.High))
      case 1 =>
        Step.Wait(random.nextInt() / 8.0, Option.when(random.nextBoolean())(Instant.ofEpochSecond(random.nextInt())))
      case _ => Step.Done
    ),
    Level.values(random.nextInt(2)),
    random.nextLong(),
    random.nextBoolean(),
    Option.when(random.nextBoolean())(LocalDate.ofEpochDay(random.nextInt(30_000))),
    Vector.fill(random.nextInt(3))(Note("n", Option.when(random.nextBoolean())(random.nextInt()))),
    (random.nextInt(), Option.when(random.nextBoolean())("s")),
    BigDecimal(random.nextInt(), 2),
    ('a' + random.nextInt(26)).toChar,
    YearMonth.of(2000 + random.nextInt(100), 1 + random.nextInt(12))
  )

  /** Members in the order of their names. */
  def normal(json: Json): Json = json match
    case Json.Obj(all) => Json.Obj(all.map((name, value) => name -> normal(value)).sortBy(_._1))
    case Json.Arr(all) => Json.Arr(all.map(normal))
    case other         => other

  /** A refusal for which some provider has no keyword: the form of a text, the range of a number, a character. */
  def isOfLimit(e: PickleException): Boolean =
    val text = e.getMessage
    val limits =
      Seq(
        "is not between",
        ", found '",
        "expected a single character",
        "expected a whole number",
        "a number in a string"
      )
    limits.exists(text.contains(_))

  /** Checks the documented rules, apart from the code that obeys them. Returns the reasons why a provider refuses. */
  def violations(provider: Provider, root: Json): List[String] =
    val definitions = root.get("$defs") match
      case Some(Json.Obj(all)) => all.toMap
      case _                   => Map.empty[String, Json]
    val found = List.newBuilder[String]
    if root.get("type") != Some(Json.Str("object")) then found += "the root is not an object"
    if root.get("anyOf").isDefined then found += "the root is a choice"
    var members = 0
    var constants = 0
    var unions = 0
    def walk(schema: Json, at: String, isRoot: Boolean = false): Unit = schema match
      case Json.Obj(all) =>
        for (name, value) <- all if !(isRoot && name == "$defs") do
          if !allowed(provider)(name) then found += s"$at: the keyword $name"
          (name, value) match
            case ("properties", Json.Obj(fields)) =>
              members += fields.length
              for (field, of) <- fields do
                if of.get("anyOf").isDefined || of.get("type").exists(_.isInstanceOf[Json.Arr]) then unions += 1
                walk(of, s"$at.$field")
            case ("items", of)                => walk(of, s"$at[]")
            case ("anyOf", Json.Arr(choices)) => for (of, i) <- choices.zipWithIndex do walk(of, s"$at|$i")
            case ("enum", Json.Arr(some)) =>
              constants += some.length
              if some.exists(one => one.isInstanceOf[Json.Obj] || one.isInstanceOf[Json.Arr]) then
                found += s"$at: a constant that is not primitive"
            case ("$ref", Json.Str(to)) =>
              if !definitions.contains(to.stripPrefix("#/$defs/")) then found += s"$at: no definition $to"
              if all.length > 1 then found += s"$at: a reference with other keywords"
            case ("format", Json.Str(format)) =>
              if !formats(provider)(format) then found += s"$at: the format $format"
            case _ => ()
        val names = schema.get("properties") match
          case Some(Json.Obj(fields)) => fields.map((name, _) => Json.Str(name): Json)
          case _                      => Vector.empty
        if schema.get("type") == Some(Json.Str("object")) then
          if schema.get("required") != Some(Json.Arr(names)) then found += s"$at: not all members are required"
          if schema.get("additionalProperties") != Some(Json.Bool(false)) then found += s"$at: other members"
        val hasType = Seq("type", "anyOf", "$ref").exists(schema.get(_).isDefined)
        if !hasType then found += s"$at: no type"
      case _ => found += s"$at: not a schema with a type"
    walk(root, "$", isRoot = true)
    for (name, schema) <- definitions do walk(schema, name)
    if provider == Provider.OpenAI && members > 5_000 then found += "too many members"
    if provider == Provider.OpenAI && constants > 1_000 then found += "too many constants"
    if provider == Provider.Anthropic && unions > 16 then found += "too many choices"
    if provider == Provider.Anthropic then
      def leads(schema: Json, to: String, seen: Set[String]): Boolean =
        val text = schema.render
        definitions.keys.exists(name =>
          text.contains("\"#/$defs/" + name + "\"") &&
            (name == to || !seen(name) && leads(definitions(name), to, seen + name))
        )
      for (name, schema) <- definitions if leads(schema, name, Set.empty) do found += s"$name is recursive"
    found.result()

  private def allowed(provider: Provider): Set[String] =
    val common =
      Set("type", "properties", "required", "additionalProperties", "items", "enum", "anyOf", "$ref", "$defs")
    common ++ (provider match
      case Provider.OpenAI    => Set("const", "pattern", "format", "minimum", "maximum", "minItems", "maxItems")
      case Provider.Anthropic => Set("const", "pattern", "format")
      case Provider.Gemini    => Set("format", "minimum", "maximum", "minItems", "maxItems")
    )

  private def formats(provider: Provider): Set[String] = provider match
    case Provider.OpenAI => Set("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid")
    case Provider.Anthropic =>
      Set("date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid")
    case Provider.Gemini => Set("date-time", "date", "time")
