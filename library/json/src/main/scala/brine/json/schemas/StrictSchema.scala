package brine.json.schemas

import brine.{PickleException, Pickler}
import brine.json.dialects.{DialectPresets, JsonDialect}
import brine.json.trees.Json
import scala.collection.mutable
import JsonDialect.*
import SchemaJson.get

/** The schema of a type for the answers of a language model, by the rules of a provider. All members are required, and
  * no others are allowed. An option is null. All keywords are in the provider's documentation.
  *
  * {{{
  * val strict = StrictSchema.of[Answer](StrictSchema.Provider.OpenAI)
  * request(schema = strict.document)
  * JsonFormat(strict.dialect).read[Answer](response)
  * }}}
  * The dialect reads the documents that the schema accepts, and refuses all others. Some limits, such as the range of a
  * number, have no keyword of the provider. Only the dialect checks them: docs/spec/json-schema.md.
  *
  * @param document the schema
  * @param dialect  the dialect of the answers
  */
final class StrictSchema private (val document: Json, val dialect: JsonDialect):
  /** The schema as text. */
  def text: String = document.render

  override def toString: String = text

object StrictSchema:
  /** The documented rules of a provider. */
  enum Provider private[json] (private[json] val rules: StrictRules):
    /** Structured outputs and strict functions. */
    case OpenAI extends Provider(StrictRules.openAI)

    /** Structured outputs and strict tools of Claude. */
    case Anthropic extends Provider(StrictRules.anthropic)

    /** Structured outputs, by JSON Schema. */
    case Gemini extends Provider(StrictRules.gemini)

  /** Returns the schema of `A`. Its dialect differs from the given one: no fields are left out, and tuples are objects.
    * Unknown members are refused, and nulls of types that are not options.
    *
    * @param described schemas of types whose shape does not tell their JSON, by the names of their shapes
    * @throws PickleException.UnsupportedType with every reason, if the rules cannot express the type. Reasons are any
    *   JSON, maps with any names, `Patch`, recursion that the provider does not have, and the provider's limits
    */
  def of[A](
      provider: Provider,
      dialect: JsonDialect = DialectPresets.Api,
      described: Map[String, Json] = Map.empty
  )(using pickler: Pickler[A]): StrictSchema =
    val strict = strictly(dialect)
    val plain =
      JsonSchema.of[A](strict, JsonSchema.Rules(values = JsonSchema.Values.Plain, described = described))
    val (document, problems) = new StrictSchemas(provider.rules).made(plain)
    if problems.nonEmpty then
      throw new PickleException.UnsupportedType(pickler.shape.name, problems.map(reason => s"$provider: $reason"))
    new StrictSchema(document, strict)

  private def strictly(dialect: JsonDialect): JsonDialect = dialect.copy(
    omit = Set.empty,
    missing = Missing.Refused,
    nulls = Nulls.Refused,
    nested = Nested.Marked,
    reading = NumberReading.Strict,
    notFinite = NotFinite.Refused,
    tuples = Tuples.Objects,
    eithers = Eithers.Families,
    unknown = Unknown.Refuse,
    duplicates = Duplicates.Refused,
    marks = Marks.Refused,
    identity = Identity.Copied,
    leniency = Leniency.None,
    lenient = Set.empty
  )

/** The rules for schemas in a provider's documentation (2026-02).
  *
  * @param keywords    those that may occur
  * @param formats     the values of `format`
  * @param hasMaps     true if members with any names may be allowed
  * @param isRecursive true if a definition may lead to itself
  * @param levels      the most objects inside each other, as far as definitions do not lead to themselves
  * @param members     the most members of all objects together
  * @param constants   the most values of all enumerations together
  * @param characters  the most characters of names and constants together
  * @param choices     the most members whose value has several types
  */
private[json] final case class StrictRules(
    keywords: Set[String],
    formats: Set[String],
    hasMaps: Boolean = false,
    isRecursive: Boolean = true,
    levels: Int = Int.MaxValue,
    members: Int = Int.MaxValue,
    constants: Int = Int.MaxValue,
    characters: Int = Int.MaxValue,
    choices: Int = Int.MaxValue
)

private[json] object StrictRules:
  private val common =
    Set("type", "properties", "required", "additionalProperties", "items", "enum", "anyOf", "$ref", "$defs")
  private val numbers = Set("minimum", "maximum")
  private val texts = Set("date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uuid")

  val openAI: StrictRules = StrictRules(
    common ++ numbers ++ Set("const", "pattern", "format", "minItems", "maxItems"),
    texts,
    levels = 10,
    members = 5_000,
    constants = 1_000,
    characters = 120_000
  )

  val anthropic: StrictRules =
    StrictRules(common ++ Set("const", "pattern", "format"), texts + "uri", isRecursive = false, choices = 16)

  val gemini: StrictRules =
    StrictRules(
      common ++ numbers ++ Set("format", "minItems", "maxItems"),
      Set("date-time", "date", "time"),
      hasMaps = true
    )

/** Turns a schema into one that has the keywords of a provider only, and checks its limits. */
private[json] final class StrictSchemas(rules: StrictRules):
  import SchemaJson.*

  private val problems = mutable.LinkedHashSet.empty[String]

  /** Returns the schema, and the reasons why the rules do not allow it. */
  def made(plain: JsonSchema): (Json, Seq[String]) =
    val definitions = plain.definitions.map((name, schema) => name -> strict(schema, name)).toMap
    val root = strict(plain.root, "the type") match
      case schema => target(schema).fold(schema)(definitions)
    if get(root, "type") != str("object") then
      problems += "the outermost value has to be an object of a class. Put it into a field"
    val used = reached(root, definitions)
    checkLimits(root +: used.map(definitions).toSeq, root, definitions)
    val defs = plain.definitions.collect { case (name, _) if used(name) => name -> definitions(name) }
    val document = root match
      case Json.Obj(all) if defs.nonEmpty => Json.Obj(all :+ ("$defs" -> Json.Obj(defs)))
      case other                          => other
    (document, problems.toSeq)

  // ---- keywords

  private def strict(schema: Json, at: String): Json = schema match
    case Json.Obj(all) =>
      if get(schema, "maxProperties") == num(0) then closed()
      else Json.Obj(allowed(objectOf(typed(all.flatMap((name, value) => keyword(name, value, at))), at)))
    case _ =>
      problems += s"$at may be any JSON"
      schema

  /** The members of a schema that mean the same with the provider's keywords; none where it has no keyword. */
  private def keyword(name: String, value: Json, at: String): Vector[(String, Json)] = (name, value) match
    case ("properties", Json.Obj(all)) =>
      Vector(name -> Json.Obj(all.map((member, schema) => member -> strict(schema, s"$at.$member"))))
    case ("anyOf" | "oneOf", Json.Arr(all))         => Vector("anyOf" -> Json.Arr(all.map(strict(_, at))))
    case ("items", Json.Bool(_))                    => Vector.empty // behind the elements of a tuple
    case ("items", items)                           => Vector(name -> strict(items, s"$at[]"))
    case ("const", one) if !rules.keywords("const") => Vector("enum" -> arr(Seq(one)))
    case ("maxLength", Json.Num("1"))               => Vector("pattern" -> str("^[\\s\\S]$"))
    case ("format", Json.Str(format))           => if rules.formats(format) then Vector(name -> value) else Vector.empty
    case ("additionalProperties", Json.Bool(_)) => Vector(name -> value)
    case ("additionalProperties", values) =>
      if !rules.hasMaps then
        problems += s"$at has members with any names. Use a list of a class with a name and a value"
      Vector(name -> strict(values, s"$at{}"))
    case ("patternProperties", _) =>
      problems += s"$at has members with any names that begin in some way"
      Vector.empty
    case ("prefixItems", _) =>
      problems += s"$at is an array with a type for each element"
      Vector.empty
    case _ =>
      if !rules.keywords(name) && !StrictSchemas.Limits(name) then problems += s"$at needs the keyword '$name'"
      Vector(name -> value)

  /** Constants with their type. */
  private def typed(all: Vector[(String, Json)]): Vector[(String, Json)] =
    val constants = all.collectFirst {
      case ("const", one)           => Vector(one)
      case ("enum", Json.Arr(some)) => some
    }.getOrElse(Vector.empty).map {
      case _: Json.Str  => "string"
      case _: Json.Num  => "integer"
      case _: Json.Bool => "boolean"
      case _            => ""
    }.distinct
    if constants.length == 1 && constants.head.nonEmpty && !all.exists(_._1 == "type") then
      ("type" -> str(constants.head)) +: all
    else all

  /** An object without other members, all of which are required. */
  private def objectOf(all: Vector[(String, Json)], at: String): Vector[(String, Json)] =
    val members = all.collectFirst { case ("properties", Json.Obj(fields)) => fields.map(_._1) }
    members match
      case None => all
      case Some(names) =>
        val required = all.collectFirst { case ("required", Json.Arr(some)) => some }.getOrElse(Vector.empty).toSet
        for name <- names if !required(str(name)) do problems += s"$at.$name may be left out"
        if !all.exists(_._1 == "additionalProperties") then problems += s"$at may have other members"
        if all.exists(_._1 == "required") then all else all :+ ("required" -> arr(Nil))

  private def allowed(all: Vector[(String, Json)]): Vector[(String, Json)] =
    all.filter((name, _) => rules.keywords(name))

  // ---- limits

  private def target(schema: Json): Option[String] = get(schema, "$ref") match
    case Json.Str(to) => Some(to.stripPrefix("#/$defs/"))
    case _            => None

  /** The schemas right inside of one. */
  private def parts(schema: Json): Seq[Json] = schema match
    case Json.Obj(all) => all.flatMap {
        case ("properties", Json.Obj(fields))        => fields.map(_._2)
        case ("anyOf", Json.Arr(choices))            => choices
        case ("items" | "additionalProperties", one) => Vector(one)
        case _                                       => Vector.empty
      }
    case _ => Nil

  private def reached(root: Json, definitions: Map[String, Json]): Set[String] =
    val found = mutable.LinkedHashSet.empty[String]
    def from(schema: Json): Unit =
      for name <- target(schema) if found.add(name) do from(definitions(name))
      parts(schema).foreach(from)
    from(root)
    found.toSet

  private def checkLimits(all: Seq[Json], root: Json, definitions: Map[String, Json]): Unit =
    def within(most: Int, found: Int, things: String): Unit =
      if found > most then problems += s"$found $things are more than the $most that are allowed"
    val every = all.flatMap(schemasIn)
    val members = every.flatMap(membersOf)
    val constants = every.flatMap(constantsOf)
    within(rules.members, members.length, "members")
    within(rules.constants, constants.length, "constants")
    val names = members.map(_._1) ++ constants ++ definitions.keys
    within(rules.characters, names.map(_.length).sum, "characters of names")
    within(rules.choices, members.count((_, schema) => isChoice(schema)), "members with several types")
    within(rules.levels, levels(root, definitions), "objects inside each other")
    if !rules.isRecursive then
      for (name, schema) <- definitions.toSeq.sortBy(_._1) if reached(schema, definitions)(name) do
        problems += s"$name leads to itself"

  private def schemasIn(schema: Json): Seq[Json] = schema +: parts(schema).flatMap(schemasIn)

  private def membersOf(schema: Json): Seq[(String, Json)] = get(schema, "properties") match
    case Json.Obj(all) => all
    case _             => Nil

  private def constantsOf(schema: Json): Seq[String] = get(schema, "enum") match
    case Json.Arr(all) => all.map(_.render)
    case _             => Option(get(schema, "const")).map(_.nn.render).toSeq

  private def isChoice(schema: Json): Boolean =
    get(schema, "anyOf") != null || get(schema, "type").isInstanceOf[Json.Arr]

  private val knownLevels = mutable.HashMap.empty[String, Int]

  /** The most objects inside each other; a definition inside itself does not count again. */
  private def levels(schema: Json, definitions: Map[String, Json]): Int = target(schema) match
    case Some(name) =>
      knownLevels.getOrElse(
        name, {
          knownLevels(name) = 0
          val found = levels(definitions(name), definitions)
          knownLevels(name) = found
          found
        }
      )
    case None =>
      val own = if get(schema, "properties") == null then 0 else 1
      own + parts(schema).map(levels(_, definitions)).maxOption.getOrElse(0)

private object StrictSchemas:
  /** Keywords that say less than the type does. Without them a schema accepts more than a reader does. */
  val Limits: Set[String] = Set(
    "minimum",
    "maximum",
    "pattern",
    "format",
    "minLength",
    "maxLength",
    "minItems",
    "uniqueItems",
    "propertyNames",
    "contentEncoding",
    "default"
  )
