package brine.checks.documents

// format: off
import java.time.Instant
import brine.*
import brine.json.{Json, JsonDialect, NameStyle, Patch}
import brine.json.JsonDialect.*
import brine.testkit.documents.{DocumentKind, Draw}
import brine.testkit.documents.Draws.*

/** Descriptions of interfaces: an object or a reference to it, and extensions that begin with `x-`. */
object OpenApi:
  final case class Document(openapi: String, info: Info, servers: Option[List[Server]], paths: Map[String, PathItem],
      components: Option[Components], security: Option[List[Map[String, List[String]]]], extensions: Extras)
      derives Pickler
  final case class Info(title: String, version: String, description: Option[String], extensions: Extras) derives Pickler
  final case class Server(url: String, variables: Option[Map[String, Variable]]) derives Pickler
  final case class Variable(default: String, `enum`: Option[List[String]]) derives Pickler
  final case class PathItem(get: Option[Operation], post: Option[Operation],
      parameters: Option[List[Parameter | Reference]], extensions: Extras) derives Pickler
  final case class Operation(operationId: Option[String], parameters: Option[List[Parameter | Reference]],
      requestBody: Option[Body | Reference], responses: Map[String, Response | Reference],
      security: Option[List[Map[String, List[String]]]], extensions: Extras) derives Pickler
  final case class Reference(@rename("$ref") ref: String) derives Pickler
  final case class Parameter(name: String, in: In, required: Option[Boolean], schema: Option[Schema | Reference],
      example: Patch[Json]) derives Pickler
  enum In derives Pickler:
    case Query, Header, Path, Cookie
  final case class Body(content: Map[String, Media], required: Option[Boolean]) derives Pickler
  final case class Media(schema: Option[Schema | Reference], example: Patch[Json]) derives Pickler
  final case class Response(description: String, content: Option[Map[String, Media]]) derives Pickler
  final case class Schema(`type`: Option[String | List[String]], format: Option[String],
      properties: Option[Map[String, Schema | Reference]], required: Option[List[String]],
      items: Option[Schema | Reference], allOf: Option[List[Schema | Reference]], `enum`: Option[List[Json]],
      additionalProperties: Option[Boolean | Schema | Reference], minimum: Option[Double], nullable: Option[Boolean],
      discriminator: Option[Discriminator]) derives Pickler
  final case class Discriminator(propertyName: String, mapping: Option[Map[String, String]]) derives Pickler
  final case class Components(schemas: Option[Map[String, Schema | Reference]],
      parameters: Option[Map[String, Parameter | Reference]]) derives Pickler

  val dialect = DocumentKind.camel

  val kind = DocumentKind[Document]("OpenAPI", dialect)(
    "/paths/~1items~1{id}/get/parameters/0/in" -> "body",
    "/paths/~1items~1{id}/get/responses" -> Json.Null,
    "/paths/~1items~1{id}/get/responses/200/description" -> 1,
    "/components/schemas/S/type" -> true
  )(
    obj("openapi" -> "3.1.0", "info" -> obj("title" -> text, "version" -> "1", "description?" -> text,
    "x-logo?" -> any),
      "servers?" -> list(obj("url" -> link, "variables?" -> map(obj("default" -> name, "enum?" -> list(name))))),
      "paths" -> obj("/items/{id}" -> obj("get?" -> operation, "post?" -> operation,
        "parameters?" -> list(oneOf(parameter, reference)), "x-internal?" -> truth)),
      "components?" -> obj("schemas?" -> obj("S" -> schema(2), "T?" -> oneOf(schema(1), reference)),
        "parameters?" -> map(oneOf(parameter, reference))), "security?" -> security, "x-tags?" -> any)
  )

  private def security(using Draw): Json = list(map(list(name)))
  private def reference(using Draw): Json = obj("$ref" -> "#/components/schemas/S")
  private def media(using Draw): Json =
    map(obj("schema?" -> oneOf(schema(1), reference), "example?" -> any))
  private def operation(using Draw): Json = obj("operationId?" -> name, "parameters?" -> list(oneOf(parameter,
      reference), 1),
    "requestBody?" -> oneOf(reference, obj("content" -> media, "required?" -> truth)), "responses" -> obj(
      "200" -> obj("description" -> text, "content?" -> media), "default?" -> reference), "security?" -> security,
    "x-rate?" -> any)
  private def parameter(using Draw): Json = obj("name" -> name, "in" -> oneOf("query", "path"), "required?" -> truth,
    "schema?" -> oneOf(schema(0), reference), "example?" -> any)
  private def schema(levels: Int)(using Draw): Json =
    def below = if chance(2) then reference else schema(levels - 1)
    val simple = Seq[(String, Part)]("type?" -> oneOf("string", arr("number", "null")), "format?" -> name,
      "enum?" -> list(any), "minimum?" -> number, "nullable?" -> truth,
      "discriminator?" -> obj("propertyName" -> name, "mapping?" -> map(name)))
    val nested = if levels == 0 then Nil
    else
      Seq[(String, Part)]("properties?" -> map(below), "required?" -> list(name), "items?" -> below,
        "allOf?" -> list(below), "additionalProperties?" -> oneOf(truth, below))
    obj(simple ++ nested*)

/** Schemas: true, false or an object, a type or several; `const` and `default` are any JSON, null among it. */
object JsonSchemas:
  type Schema = Boolean | Rules
  final case class Rules(@rename("$id") id: Option[String], @rename("$ref") ref: Option[String],
      @rename("$defs") defs: Option[Map[String, Schema]], `type`: Option[String | List[String]],
      properties: Option[Map[String, Schema]], patternProperties: Option[Map[String, Schema]],
      additionalProperties: Option[Schema], items: Option[Schema | List[Schema]], anyOf: Option[List[Schema]],
      not: Option[Schema], `if`: Option[Schema], `then`: Option[Schema], const: Patch[Json], default: Patch[Json],
      `enum`: Option[List[Json]], maximum: Option[BigDecimal], exclusiveMaximum: Option[Boolean | BigDecimal],
      dependencies: Option[Map[String, Schema | List[String]]], extras: Extras) derives Pickler
  given Pickler[Schema] = Pickler.derived

  val dialect = JsonDialect.Api

  val kind = DocumentKind[Schema]("JSON Schema", dialect)(
    "/type" -> 1,
    "/properties/p" -> "string",
    "/maximum" -> true,
    "/anyOf" -> "x"
  )(if chance(9) then oneOf(true, false) else schema(3))

  private def schema(levels: Int)(using Draw): Json =
    def below = if chance(4) then Json.Bool(chance(2)) else schema(levels - 1)
    val simple = obj("$id?" -> link, "$ref?" -> "#/$defs/a", "type?" -> oneOf("object", arr("string", "null")),
        "const?" -> any,
      "default?" -> any, "enum?" -> list(any), "maximum?" -> oneOf(number,
      Json.Num("123456789012345678901234567890.5")),
      "exclusiveMaximum?" -> oneOf(truth, number), "x-order?" -> any, "$comment?" -> text)
    if levels == 0 || chance(3) then simple
    else
      obj("*" -> simple, "$defs?" -> map(below), "properties?" -> obj("p" -> below, "q?" -> below),
      "items?" -> oneOf(below,
        list(below)), "anyOf?" -> list(below), "not?" -> below, "if?" -> below, "additionalProperties?" -> below,
        "patternProperties?" -> map(below), "dependencies?" -> map(oneOf(below, list(name))))

/** Schemas of records: a name, a list of alternatives or an object; a default may be null. */
object Avro:
  type Schema = String | Named | List[String | Named]
  enum Named derives Pickler:
    case Record(name: String, namespace: Option[String], doc: Option[String], aliases: Option[List[String]],
        fields: List[Field])
    @rename("enum") case Symbols(name: String, symbols: List[String], default: Option[String])
    @rename("array") case Items(items: Schema, default: Option[List[Json]])
    @rename("map") case Values(values: Schema)
    case Fixed(name: String, size: Int)
    @fallback case Primitive(logicalType: Option[String], precision: Option[Int], scale: Option[Int], extras: Extras)
  final case class Field(name: String, `type`: Schema, doc: Option[String], default: Patch[Json],
      order: Option[Sorting], extras: Extras) derives Pickler
  enum Sorting derives Pickler:
    case Ascending, Descending, Ignore
  given Pickler[Schema] = Pickler.derived

  val dialect = DocumentKind.camel

  val kind = DocumentKind[Schema]("Avro schemas", dialect)(
    "/fields/0/type" -> Json.Null,
    "/fields/0/order" -> "random",
    "/fields/0/name" -> 1,
    "/items" -> Json.Null
  )(schema(3))

  private def schema(levels: Int)(using Draw): Json = oneOf("string", list(oneOf("null", named(levels - 1))),
      named(levels))
  private def named(levels: Int)(using Draw): Json =
    if levels <= 0 then oneOf(obj("type" -> "fixed", "name" -> name, "size" -> 16),
      obj("type" -> "enum", "name" -> name, "symbols" -> list(name), "default?" -> name),
      obj("type" -> "bytes", "logicalType" -> "decimal", "precision" -> 9, "scale?" -> 2, unknown))
    else
      oneOf(obj("type" -> "record", "name" -> name, "namespace?" -> name, "doc?" -> text, "aliases?" -> list(name),
        "fields" -> list(obj("name" -> name, "type" -> schema(levels - 1), "doc?" -> text, "default?" -> any,
          "order?" -> oneOf("ascending", "ignore"), unknown), 1)),
        obj("type" -> "array", "items" -> schema(levels - 1), "default?" -> list(any)),
        obj("values" -> schema(levels - 1), "type" -> "map"))

/** Charts: short and long forms of nearly every member, and nulls that turn something off. */
object VegaLite:
  final case class Chart(@rename("$schema") schema: Option[String], title: Option[String | List[String] | Title],
      data: Option[Data], mark: Option[String | Mark], encoding: Option[Map[String, Channel | List[Channel]]],
      layer: Option[List[Chart]], width: Option[Double | String | Step], params: Option[List[Map[String, Json]]],
      config: Option[Map[String, Json]]) derives Pickler
  final case class Title(text: String | List[String], anchor: String | Null) derives Pickler
  final case class Step(step: Double) derives Pickler
  type Data = Link | Inline | Named
  final case class Link(url: String, format: Option[Map[String, Json]]) derives Pickler
  final case class Inline(values: Json, format: Option[Map[String, Json]]) derives Pickler
  final case class Named(name: String) derives Pickler
  final case class Mark(`type`: String, opacity: Option[Double], point: Option[Boolean | String | Map[String, Json]],
      tooltip: Patch[Boolean | String]) derives Pickler
  final case class Channel(field: Option[String | Repeat], `type`: Option[String], aggregate: Option[String | ArgMax],
      bin: Patch[Boolean | Bin], value: Patch[String | Double | List[Double]], axis: Patch[Axis], scale: Patch[Scale],
      sort: Patch[String | List[String | Double] | Sort], title: Patch[String]) derives Pickler
  final case class Repeat(repeat: String) derives Pickler
  final case class ArgMax(argmax: String) derives Pickler
  final case class Bin(maxbins: Option[Int], step: Option[Double]) derives Pickler
  final case class Axis(format: Option[String], grid: Option[Boolean], labels: Option[Boolean]) derives Pickler
  final case class Scale(domain: Option[String | List[String | Double]], zero: Option[Boolean]) derives Pickler
  final case class Sort(field: String, order: String | Null) derives Pickler

  val dialect = JsonDialect.Api

  val kind = DocumentKind[Chart]("Vega-Lite", dialect)(
    "/mark" -> 1,
    "/encoding/x/axis" -> true,
    "/encoding/x/bin" -> "auto",
    "/data/url" -> Json.Null
  )(chart(2))

  private def chart(levels: Int)(using Draw): Json = obj("$schema?" -> link, "title?" -> oneOf(text, list(text),
    obj("text" -> oneOf(text, list(text)), "anchor" -> orNull("start"))), "data?" -> oneOf(obj("url" -> link,
      "format?" -> map(any)), obj("values" -> any, "format?" -> map(any)), obj("name" -> name)), "mark?" -> oneOf("bar",
      obj("type" -> "line", "opacity?" -> number, "point?" -> oneOf(true, "transparent", map(any)),
        "tooltip?" -> orNull(oneOf(true, text)))), "encoding?" -> obj("x" -> channel, "y?" -> oneOf(channel,
        list(channel))),
    (if levels == 0 then "width?" -> oneOf(number, "container",
    obj("step" -> 12)) else "layer?" -> list(chart(levels - 1))),
    "params?" -> list(map(any)), "config?" -> map(any))
  private def channel(using Draw): Json = obj("field?" -> oneOf(name, obj("repeat" -> "row")), "type?" -> "nominal",
    "aggregate?" -> oneOf("mean", obj("argmax" -> name)), "bin?" -> orNull(oneOf(truth, obj("maxbins?" -> 20))),
    "value?" -> orNull(oneOf(text, number, list(number))), "axis?" -> orNull(obj("format?" -> name, "grid?" -> truth)),
    "scale?" -> orNull(obj("domain?" -> oneOf("unaggregated", list(oneOf(text, number))), "zero?" -> truth)),
    "sort?" -> orNull(oneOf("-x", list(oneOf(text, number)), obj("field" -> name, "order" -> orNull("descending")))),
    "title?" -> orNull(text))

/** Resources of health records: a choice of values by name, decimals that keep their digits, contained resources. */
object Fhir:
  enum Resource derives Pickler:
    case Patient(id: Option[String], meta: Option[Meta], contained: Option[List[Resource]],
        name: Option[List[HumanName]],
        birthDate: Option[String], @rename("_birthDate") birthDateElement: Option[Element], gender: Option[String],
        deceasedBoolean: Option[Boolean], deceasedDateTime: Option[String], extension: Option[List[Extension]])
    case Observation(id: Option[String], status: String, code: Concept, subject: Option[Reference],
        valueQuantity: Option[Quantity], valueString: Option[String], valueCodeableConcept: Option[Concept],
        component: Option[List[Component]])
    case Bundle(@rename("type") kind: String, total: Option[Int], entry: Option[List[Entry]])
    @fallback case Other(json: Json)
  final case class Meta(versionId: Option[String], lastUpdated: Option[Instant], profile: Option[List[String]])
      derives Pickler
  final case class HumanName(use: Option[String], family: Option[String], `given`: Option[List[String]]) derives Pickler
  final case class Element(id: Option[String], extension: Option[List[Extension]]) derives Pickler
  final case class Extension(url: String, valueString: Option[String], valueDecimal: Option[BigDecimal],
      valueCode: Option[String], extension: Option[List[Extension]]) derives Pickler
  final case class Concept(coding: Option[List[Coding]], text: Option[String]) derives Pickler
  final case class Coding(system: Option[String], code: Option[String], display: Option[String]) derives Pickler
  final case class Reference(reference: Option[String], display: Option[String]) derives Pickler
  final case class Quantity(value: Option[BigDecimal], unit: Option[String], comparator: Option[String]) derives Pickler
  final case class Component(code: Concept, valueQuantity: Option[Quantity]) derives Pickler
  final case class Entry(fullUrl: Option[String], resource: Option[Resource]) derives Pickler

  val dialect = JsonDialect.Api.copy(families = Families.Member("resourceType"))

  val kind = DocumentKind[Resource]("FHIR", dialect)(
    "/valueQuantity/value" -> true,
    "/birthDate" -> 1970,
    "/entry/0/resource/status" -> Json.Null,
    "/name/0/given" -> "Jim"
  )(resource(2))

  private def resource(levels: Int)(using Draw): Json = oneOf(
    obj("resourceType" -> "Patient", "id?" -> hex, "meta?" -> obj("versionId?" -> "1", "lastUpdated?" -> instant,
      "profile?" -> list(link)),
      (if levels == 0 then "gender?" -> "other" else "contained?" -> list(resource(levels - 1))),
      "name?" -> list(obj("use?" -> "official", "family?" -> text, "given?" -> list(text))), "birthDate?" -> "1970-05",
      "_birthDate?" -> obj("id?" -> name, "extension?" -> list(extension(1))),
      (if chance(2) then "deceasedBoolean?" -> truth else "deceasedDateTime?" -> "2020"),
      "extension?" -> list(extension(1))),
    obj("status" -> "final", "resourceType" -> "Observation", "id?" -> hex, "code" -> concept, "subject?" -> obj(
      "reference?" -> text, "display?" -> text), (if chance(2) then "valueQuantity?" -> quantity
      else "valueString?" -> text), "valueCodeableConcept?" -> concept,
      "component?" -> list(obj("code" -> concept, "valueQuantity?" -> quantity))),
    if levels == 0 then obj("resourceType" -> "Device", unknown)
    else
      obj("resourceType" -> "Bundle", "type" -> "searchset", "total?" -> whole, "entry?" -> list(obj("fullUrl?" -> link,
        "resource?" -> resource(levels - 1)), 1))
  )
  private def concept(using Draw): Json = obj("coding?" -> list(obj("system?" -> link, "code?" -> name)),
      "text?" -> text)
  private def quantity(using Draw): Json =
    obj("value?" -> Json.Num("36.50"), "unit?" -> "C", "comparator?" -> "<")
  private def extension(levels: Int)(using Draw): Json = obj("url" -> link, "valueString?" -> text,
    "valueDecimal?" -> Json.Num("1.00"), (if levels == 0 then "valueCode?" -> name
    else "extension?" -> list(extension(levels - 1))))

/** Linked data: one value or several, a text, a value with its language, or a node; properties have any names. */
object JsonLd:
  type Value = String | Double | Boolean | Literal | Node
  final case class Document(@rename("@context") context: String | Map[String, Json] | List[String | Map[String, Json]],
      @rename("@graph") graph: List[Node]) derives Pickler
  final case class Node(@rename("@id") id: String, @rename("@type") types: Option[String | List[String]],
      name: Option[Value | List[Value]], knows: Option[Node | List[Node]], others: Extras) derives Pickler
  final case class Literal(@rename("@value") value: String | Double | Boolean,
      @rename("@language") language: Patch[String],
      @rename("@type") datatype: Option[String]) derives Pickler

  val dialect = JsonDialect.Api

  val kind = DocumentKind[Document]("JSON-LD", dialect)(
    "/@graph/0/@type" -> 1,
    "/@graph/0/@id" -> Json.Null,
    "/@graph/0/knows" -> "x",
    "/@context" -> true
  )(
    obj("@context" -> oneOf(link, map(any), list(oneOf(link, map(any)))), "@graph" -> list(node(2), 1))
  )

  private def node(levels: Int)(using Draw): Json = obj("@id" -> link, "@type?" -> oneOf(name, list(name)),
    "name?" -> oneOf(value(levels), list(value(levels))), (if levels == 0 then "x-end?" -> text
    else "knows?" -> oneOf(node(levels - 1), list(node(levels - 1)))), unknown)
  private def value(levels: Int)(using Draw): Json = oneOf(scalar, obj("@value" -> scalar, "@language?" -> orNull("de"),
    "@type?" -> name), if levels == 0 then text else obj("@id" -> link, unknown))
