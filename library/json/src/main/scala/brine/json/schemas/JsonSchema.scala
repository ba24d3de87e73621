package brine.json.schemas

import brine.json.dialects.JsonDialect
import brine.json.looks.DialectCheck
import brine.json.trees.Json
import brine.{PickleException, Pickler}

/** A JSON Schema (draft 2020-12) of the JSON that a dialect writes for a type. It comes from the same looks that write
  * and read the values, so it cannot drift from them.
  *
  * {{{
  * val schema = JsonSchema.of[Person](github)
  * schema.text // {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/Person",…}
  * schema.component("Person").render // {"schemas":{"Person":…}}, for `components` of an OpenAPI 3.1 document
  * }}}
  * Classes and sealed families are definitions, which refer to each other, so recursive types end.
  * docs/spec/json-schema.md has the schema of each kind of type, and the rules of JSON that no schema can express.
  */
final class JsonSchema private[json] (
    private[json] val root: Json,
    private[json] val definitions: Vector[(String, Json)],
    discriminators: Map[String, Json]
):
  import JsonSchema.*

  /** Returns the schema as a separate document. */
  def document: Json =
    val members = root match
      case Json.Obj(all) => all
      case _             => Vector.empty // true: any JSON
    val defs = if definitions.isEmpty then Vector.empty else Vector("$defs" -> Json.Obj(definitions))
    Json.Obj(Vector("$schema" -> Json.Str(Draft)) ++ members ++ defs)

  /** The document as text. */
  def text: String = document.render

  /** The value of `components` in an OpenAPI 3.1 document, with this type under the given name. Families that a member
    * tells have a `discriminator`. Refuses a name that a definition has for another type.
    */
  def component(name: String): Json =
    if !name.matches("[A-Za-z0-9._-]+") then
      throw new IllegalArgumentException(s"'$name' is not a name of a component: use letters, digits, '.', '_' and '-'")
    val all = for (own, schema) <- definitions yield own -> inComponents(withDiscriminator(own, schema))
    val alone = if root == SchemaJson.reference(name) then Vector.empty else Vector(name -> inComponents(root))
    if alone.nonEmpty && definitions.exists(_._1 == name) then
      throw new IllegalArgumentException(s"another type of this schema has the name '$name'")
    Json.Obj(Vector("schemas" -> Json.Obj(alone ++ all)))

  private def withDiscriminator(name: String, schema: Json): Json = (schema, discriminators.get(name)) match
    case (Json.Obj(members), Some(discriminator)) => Json.Obj(members :+ ("discriminator" -> discriminator))
    case _                                        => schema

  override def toString: String = text

object JsonSchema:
  private final val Draft = "https://json-schema.org/draft/2020-12/schema"

  /** Returns the schema of `A` in a dialect.
    *
    * @throws PickleException.UnsupportedType with every reason, if the dialect does not fit the type, or a part of the
    *   type has no shape that tells its JSON: a pickler by hand, an open type. [[Rules.described]] gives a schema for
    *   such a part.
    */
  def of[A](dialect: JsonDialect = JsonDialect.Default, rules: Rules = Rules())(using pickler: Pickler[A]): JsonSchema =
    val problems = DialectCheck.problems(pickler.shape, dialect)
    if problems.nonEmpty then throw new PickleException.UnsupportedType(pickler.shape.name, problems)
    new SchemaBuilder(dialect, rules).schema(pickler.shape)

  /** @param direction which fields are required
    * @param values    which values the schema covers
    * @param described schemas of types whose shape does not tell their JSON, by the names of their shapes
    */
  final case class Rules(
      direction: Direction = Direction.Responses,
      values: Values = Values.Every,
      described: Map[String, Json] = Map.empty
  )

  enum Direction:
    /** The schema of the JSON that is written: a field is required unless the dialect leaves it out. */
    case Responses

    /** The schema of the JSON that clients may send: a field is required if a reader needs it, and aliases are members,
      * too.
      */
    case Requests

  enum Values:
    /** Every value that can be written: nulls at all places of objects and strings, and text that is not Unicode. */
    case Every

    /** Without null where the type is not an option, and without text that is not Unicode. */
    case Plain

  /** Returns the reasons for which JSON by `writer` may not be JSON by `reader`; none if every document of the one is a
    * document of the other. A reason begins with the place.
    *
    *   - An interface that answers: `breaks(reader = released, writer = today)`, both of [[Direction.Responses]].
    *   - An interface that is called: `breaks(reader = today, writer = released)`, both of [[Direction.Requests]].
    *
    * A writer is taken to write no members that its schema does not name. The comparison never misses a break; it may
    * report one where two schemas differ in form only, such as two patterns.
    */
  def breaks(reader: JsonSchema, writer: JsonSchema): Seq[String] = new SchemaFit(reader, writer).reasons

  /** Reads back the text of a schema that [[JsonSchema.text]] gave.
    *
    * @throws PickleException if the text is not a schema of this form
    */
  def parse(text: String): JsonSchema = Json.parse(text) match
    case Json.Obj(members) if members.contains("$schema" -> Json.Str(Draft)) =>
      val definitions = members.collectFirst { case ("$defs", Json.Obj(all)) => all }.getOrElse(Vector.empty)
      val root = members.filterNot((name, _) => name == "$schema" || name == "$defs")
      new JsonSchema(if root.isEmpty then Json.Bool(true) else Json.Obj(root), definitions, Map.empty)
    case _ => throw new PickleException.Malformed(s"expected a schema with \"$$schema\":\"$Draft\"")

  /** References lead to the place that components have in an OpenAPI document. */
  private def inComponents(schema: Json): Json = schema match
    case Json.Obj(members) =>
      Json.Obj(members.map {
        case ("$ref", Json.Str(to)) => "$ref" -> Json.Str(to.replace("#/$defs/", "#/components/schemas/"))
        case (name, value)          => name -> inComponents(value)
      })
    case Json.Arr(elements) => Json.Arr(elements.map(inComponents))
    case other              => other
