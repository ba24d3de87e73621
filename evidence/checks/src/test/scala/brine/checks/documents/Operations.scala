package brine.checks.documents

// format: off
import java.time.{Instant, OffsetDateTime}
import java.time.format.DateTimeFormatter
import brine.*
import brine.json.{Json, JsonDialect, NameStyle, Patch}
import brine.json.JsonDialect.*
import brine.testkit.documents.{DocumentKind, Draw}
import brine.testkit.documents.Draws.*

/** States of resources: attributes are any JSON, keys of instances are numbers or texts. */
object Terraform:
  final case class State(version: Int, terraformVersion: String, serial: Long, lineage: String,
      outputs: Map[String, Output], resources: List[Resource], checkResults: Option[List[Check]]) derives Pickler
  final case class Output(value: Json, `type`: String | List[Json], sensitive: Option[Boolean]) derives Pickler
  final case class Resource(module: Option[String], mode: Mode, `type`: String, name: String, provider: String,
      instances: List[Instance]) derives Pickler
  enum Mode derives Pickler:
    case Managed, Data
  final case class Instance(schemaVersion: Int, indexKey: Option[Int | String], attributes: Map[String, Json],
      sensitiveAttributes: List[List[Step]], dependencies: Option[List[String]]) derives Pickler
  enum Step derives Pickler:
    case GetAttr(value: String)
    case Index(value: Key)
  final case class Key(value: Json, `type`: String) derives Pickler
  final case class Check(objectKind: String, status: String) derives Pickler

  val dialect = DocumentKind.snake

  val kind = DocumentKind[State]("Terraform state", dialect)(
    "/serial" -> "1",
    "/resources/0/mode" -> "none",
    "/resources/0/instances/0/index_key" -> true,
    "/outputs/o/type" -> Json.Null
  )(
    obj("version" -> 4, "terraform_version" -> "1.9.0", "serial" -> large, "lineage" -> uuid,
      "outputs" -> obj("o?" -> output, "p?" -> output), "resources" -> list(resource, 1),
      "check_results?" -> list(obj("object_kind" -> "resource", "status" -> "pass")))
  )

  private def output(using Draw): Json = obj("value" -> any, "type" -> oneOf("string", arr("list", "string"),
    arr("object", obj("a" -> "number"))), "sensitive?" -> truth)
  private def resource(using Draw): Json = obj("module?" -> name, "mode" -> oneOf("managed", "data"), "type" -> name,
    "name" -> name, "provider" -> text, "instances" -> list(obj("schema_version" -> 0, "index_key?" -> oneOf(whole,
    name),
      "attributes" -> map(any), "sensitive_attributes" -> list(list(oneOf(obj("type" -> "get_attr", "value" -> name),
        obj("type" -> "index", "value" -> obj("value" -> oneOf(whole, text), "type" -> "number"))))),
      "dependencies?" -> list(name)), 1))

/** Traces: a value is in an object whose member names its type, and 64 bits are digits in a string. */
object Otlp:
  final case class Traces(resourceSpans: List[ResourceSpans]) derives Pickler
  final case class ResourceSpans(resource: Resource, scopeSpans: List[ScopeSpans]) derives Pickler
  final case class Resource(attributes: List[KeyValue]) derives Pickler
  final case class ScopeSpans(scope: Option[Scope], spans: List[Span]) derives Pickler
  final case class Scope(name: String, version: Option[String]) derives Pickler
  final case class Span(traceId: String, spanId: String, parentSpanId: Option[String], name: String, kind: Int = 0,
      startTimeUnixNano: Long, endTimeUnixNano: Long, attributes: List[KeyValue], events: List[Event],
      status: Option[Status]) derives Pickler
  final case class Event(timeUnixNano: Long, name: String, attributes: List[KeyValue]) derives Pickler
  final case class Status(code: Int = 0, message: Option[String]) derives Pickler
  final case class KeyValue(key: String, value: AnyValue) derives Pickler
  enum AnyValue derives Pickler:
    case StringValue(value: String)
    case BoolValue(value: Boolean)
    case IntValue(value: Long)
    case DoubleValue(value: Double)
    case ArrayValue(values: List[AnyValue])
    case KvlistValue(values: List[KeyValue])

  val dialect = DocumentKind.camel.copy(families = Families.Wrapper, longs = NumberForm.Text,
    omit = Omit.values.toSet, wrapped = Wrapped.FieldsOf(Set(classOf[AnyValue.StringValue], classOf[AnyValue.BoolValue],
      classOf[AnyValue.IntValue], classOf[AnyValue.DoubleValue])))

  val kind = DocumentKind[Traces]("OTLP traces", dialect)(
    "/resourceSpans/0/resource/attributes/0/value/intValue" -> 1,
    "/resourceSpans/0/scopeSpans/0/spans/0/startTimeUnixNano" -> 17,
    "/resourceSpans/0/scopeSpans/0/spans/0/traceId" -> Json.Null,
    "/resourceSpans/0/scopeSpans/0/spans/0/kind" -> "SERVER"
  )(
    obj("resourceSpans" -> list(obj("resource" -> obj("attributes?" -> some(attribute(2))), "scopeSpans" -> list(obj(
      "scope?" -> obj("name" -> text, "version?" -> name), "spans" -> list(span, 1)), 1)), 1))
  )

  private def span(using Draw): Json = obj("traceId" -> hex, "spanId" -> hex, "parentSpanId?" -> hex, "name" -> text,
    "kind?" -> 2, "startTimeUnixNano" -> nanos, "endTimeUnixNano" -> nanos, "attributes?" -> some(attribute(1)),
    "events?" -> some(obj("timeUnixNano" -> nanos, "name" -> name, "attributes?" -> some(attribute(0)))),
    "status?" -> obj("code?" -> 1, "message?" -> text))
  private def nanos(using draw: Draw): Json = Json.Str(s"17000000000${10000000 + draw.upTo(9999999)}")
  private def attribute(levels: Int)(using Draw): Json = obj("key" -> name, "value" -> value(levels))
  private def value(levels: Int)(using Draw): Json =
    if levels > 0 && chance(4) then
      oneOf(obj("arrayValue" -> obj("values?" -> some(value(levels - 1)))),
        obj("kvlistValue" -> obj("values?" -> some(attribute(levels - 1)))))
    else
      oneOf(obj("stringValue" -> text), obj("boolValue" -> truth), obj("intValue" -> "-17"),
      obj("doubleValue" -> number))

/** Dashboards: panels by their type, unknown ones are kept; a source is a name, an object or null. */
object Grafana:
  final case class Dashboard(uid: Option[String], title: String, tags: List[String], refresh: Option[String | Boolean],
      schemaVersion: Int, panels: List[Panel], templating: Templating, time: Range, id: Long | Null) derives Pickler
  final case class Range(from: String, to: String) derives Pickler
  enum Panel derives Pickler:
    case Timeseries(id: Int, title: Option[String], gridPos: Grid, datasource: Patch[String | Source],
        targets: List[Target], fieldConfig: Option[FieldConfig])
    case Text(id: Int, title: Option[String], gridPos: Grid, options: Map[String, Json])
    case Row(id: Int, gridPos: Grid, collapsed: Boolean, panels: List[Panel])
    @fallback case Other(extras: Extras)
  final case class Grid(x: Int, y: Int, w: Int, h: Int) derives Pickler
  final case class Source(`type`: Option[String], uid: String) derives Pickler
  final case class Target(refId: String, datasource: Patch[String | Source], query: Extras) derives Pickler
  final case class FieldConfig(defaults: Defaults, overrides: List[Json]) derives Pickler
  final case class Defaults(unit: Option[String], min: Option[Double], thresholds: Option[Thresholds]) derives Pickler
  final case class Thresholds(mode: String, steps: List[Limit]) derives Pickler
  final case class Limit(color: String, value: Double | Null) derives Pickler
  final case class Templating(list: List[Variable]) derives Pickler
  final case class Variable(name: String, `type`: String, current: Option[Current], hide: Option[Int],
      extras: Extras) derives Pickler
  final case class Current(selected: Option[Boolean], text: String | List[String], value: String | List[String])
      derives Pickler

  val dialect = DocumentKind.camel

  val kind = DocumentKind[Dashboard]("Grafana dashboards", dialect)(
    "/panels/0/gridPos/w" -> "12",
    "/panels/0/targets/0/datasource" -> true,
    "/templating/list/0/current/text" -> Json.Null,
    "/refresh" -> 10
  )(
    obj("uid?" -> hex, "title" -> text, "tags" -> list(text), "refresh?" -> oneOf("5s", false), "schemaVersion" -> 39,
      "panels" -> list(panel(1), 1), "templating" -> obj("list" -> list(variable)),
      "time" -> obj("from" -> "now-6h", "to" -> "now"), "id" -> orNull(whole))
  )

  private def grid(using Draw): Json = obj("x" -> 0, "y" -> whole, "w" -> 12, "h" -> 8)
  private def source(using Draw): Json = orNull(oneOf(name, obj("type?" -> name, "uid" -> hex)))
  private def variable(using Draw): Json = obj("name" -> name, "type" -> "query",
      "current?" -> obj("selected?" -> truth,
    "text" -> oneOf(text, list(text)), "value" -> oneOf(text, list(text))), "hide?" -> 2, unknown)
  private def panel(levels: Int)(using Draw): Json = oneOf(
    obj("id" -> whole, "type" -> "timeseries", "title?" -> text, "gridPos" -> grid, "datasource?" -> source,
      "targets" -> list(obj("refId" -> "A", "datasource?" -> source, "expr?" -> text, unknown), 1),
      "fieldConfig?" -> obj("defaults" -> obj("unit?" -> "s", "min?" -> number, "thresholds?" -> obj(
        "mode" -> "absolute", "steps" -> list(obj("color" -> "green", "value" -> orNull(number))))),
        "overrides" -> list(any))),
    obj("type" -> "text", "id" -> whole, "title?" -> text, "gridPos" -> grid, "options" -> map(any)),
    if levels == 0 then obj("type" -> "heatmap", "id" -> whole, unknown)
    else obj("id" -> whole, "gridPos" -> grid, "collapsed" -> truth, "panels" -> list(panel(levels - 1)),
    "type" -> "row")
  )

/** Queries and answers of a search engine: one clause or several, and short and long forms. */
object Elasticsearch:
  type Document = Search | Answer
  type Scalar = String | Double | Boolean
  final case class Search(query: Query, size: Option[Int], sort: Option[List[String | Map[String, String | Order]]],
      @rename("_source") source: Option[Boolean | String | List[String]], aggs: Option[Map[String, Aggregation]])
      derives Pickler
  enum Query derives Pickler:
    case Bool(must: Option[Query | List[Query]], filter: Option[Query | List[Query]],
        minimumShouldMatch: Option[Int | String])
    case Term(fields: Map[String, Scalar | Exact])
    case Match(fields: Map[String, String | Words])
    case Range(fields: Map[String, Map[String, String | Double]])
    case Exists(field: String)
    case MatchAll(boost: Option[Double])
  final case class Exact(value: Scalar, boost: Option[Double]) derives Pickler
  final case class Words(query: String, operator: Option[String], fuzziness: Option[Int | String]) derives Pickler
  final case class Order(order: String, missing: Option[String | Double]) derives Pickler
  final case class Aggregation(terms: Option[Terms], avg: Option[Map[String, String]], max: Option[Map[String, String]],
      aggs: Option[Map[String, Aggregation]]) derives Pickler
  final case class Terms(field: String, size: Option[Int]) derives Pickler
  final case class Answer(took: Long, timedOut: Boolean, hits: Hits, aggregations: Option[Map[String, Json]])
      derives Pickler
  final case class Hits(total: Option[Long | Total], maxScore: Double | Null, hits: List[Hit]) derives Pickler
  final case class Total(value: Long, relation: String) derives Pickler
  final case class Hit(@rename("_index") index: String, @rename("_id") id: String,
      @rename("_score") score: Double | Null, @rename("_source") source: Map[String, Json]) derives Pickler
  given Pickler[Document] = Pickler.derived

  val dialect = DocumentKind.snake.copy(families = Families.Wrapper,
    wrapped = Wrapped.FieldsOf(Set(classOf[Query.Term], classOf[Query.Match], classOf[Query.Range])))

  val kind = DocumentKind[Document]("Elasticsearch", dialect)(
    "/query/bool/must" -> "x",
    "/query/range/at" -> 1,
    "/hits/hits/0/_source" -> arr(),
    "/hits/max_score" -> "high"
  )(
    oneOf(obj("query" -> query(3), "size?" -> whole, "sort?" -> list(oneOf("_score", map(oneOf("asc",
      obj("order" -> "desc", "missing?" -> oneOf("_last", number))), 1))), "_source?" -> oneOf(false, text, list(text)),
      "aggs?" -> map(aggregation(1))), answer)
  )

  private def answer(using Draw): Json = obj("took" -> whole, "timed_out" -> truth, "hits" -> obj(
    "total?" -> oneOf(large, obj("value" -> large, "relation" -> "eq")), "max_score" -> orNull(number), "hits" -> list(
      obj("_index" -> name, "_id" -> hex, "_score" -> orNull(number), "_source" -> map(any)))),
      "aggregations?" -> map(any))
  private def aggregation(levels: Int)(using Draw): Json = obj("terms?" -> obj("field" -> name, "size?" -> whole),
    "avg?" -> map(name, 1), (if levels == 0 then "max?" -> map(name) else "aggs?" -> map(aggregation(levels - 1))))
  private def query(levels: Int)(using Draw): Json =
    def clauses = if chance(2) then query(levels - 1) else list(query(levels - 1))
    if levels > 1 && chance(2) then
      obj("bool" -> obj("must?" -> clauses, "filter?" -> clauses, "minimum_should_match?" -> oneOf(1, "75%")))
    else
      oneOf(obj("term" -> map(oneOf(scalar, obj("value" -> scalar, "boost?" -> number)), 1)),
        obj("match" -> map(oneOf(text, obj("query" -> text, "operator?" -> "and", "fuzziness?" -> oneOf(2, "AUTO"))),
        1)),
        obj("range" -> obj("at" -> obj("gte?" -> number, "lt?" -> "now"))), obj("exists" -> obj("field" -> name)),
        obj("match_all" -> obj("boost?" -> number)))

/** Templates: a value is a scalar, a list, or an object that may be a function. */
object CloudFormation:
  final case class Template(@rename("AWSTemplateFormatVersion") version: Option[String], description: Option[String],
      parameters: Option[Map[String, Parameter]], resources: Map[String, Resource], outputs: Option[Map[String,
      Output]])
      derives Pickler
  final case class Parameter(`type`: String, default: Option[String | Double], allowedValues: Option[List[String]])
      derives Pickler
  final case class Resource(`type`: String, properties: Option[Map[String, Value]],
      dependsOn: Option[String | List[String]],
      condition: Option[String], deletionPolicy: Option[String]) derives Pickler
  final case class Output(value: Value, `export`: Option[Map[String, Value]]) derives Pickler
  type Value = String | Double | Boolean | List[Part] | Function
  type Part = String | Double | Boolean | Function
  final case class Function(ref: Option[String], @rename("Fn::GetAtt") getAtt: Option[String | List[String]],
      @rename("Fn::Sub") sub: Option[String | List[String | Map[String, Value]]],
      @rename("Fn::If") choice: Option[List[Part]], members: Extras) derives Pickler

  val dialect = JsonDialect.Api.copy(names = NameStyle.PascalCase)

  val kind = DocumentKind[Template]("CloudFormation templates", dialect)(
    "/Resources/R/Properties/P/Ref" -> 1,
    "/Resources/R/DependsOn" -> true,
    "/Resources/R/Type" -> Json.Null,
    "/Resources/R/Properties/P" -> Json.Null
  )(
    obj("AWSTemplateFormatVersion?" -> "2010-09-09", "Description?" -> text,
    "Parameters?" -> map(obj("Type" -> "String",
      "Default?" -> oneOf(text, number), "AllowedValues?" -> list(text))), "Resources" -> obj("R" -> resource,
      "S?" -> resource),
      "Outputs?" -> map(obj("Value" -> value, "Export?" -> obj("Name" -> value))))
  )

  private def resource(using Draw): Json = obj("Type" -> name, "Properties?" -> obj("P" -> value, "*" -> map(value)),
    "DependsOn?" -> oneOf(name, list(name)), "Condition?" -> name, "DeletionPolicy?" -> "Retain")
  private def value(using Draw): Json = oneOf(scalar, function, list(oneOf(scalar, function)), map(any))
  private def function(using Draw): Json = oneOf(obj("Ref" -> name), obj("Fn::GetAtt" -> oneOf(name, arr(name, "Arn"))),
    obj("Fn::Sub" -> oneOf(text, arr(text, map(scalar)))), obj("Fn::If" -> arr(name, scalar, obj("Ref" -> name))),
    obj("Fn::Base64" -> any))

/** Envelopes: attributes of extensions beside the known ones, data as JSON or as bytes. */
object CloudEvents:
  final case class Event(specversion: String, id: String, source: String, `type`: String, subject: Option[String],
      time: Option[Instant], datacontenttype: Option[String], dataschema: Option[String], data: Option[Json],
      @rename("data_base64") bytes: Option[Array[Byte]], extensions: Extras) derives Pickler

  val dialect = JsonDialect.Api

  val kind = DocumentKind[List[Event]]("CloudEvents", dialect)(
    "/0/time" -> "noon",
    "/0/id" -> Json.Null,
    "/0/data_base64" -> "*",
    "/0/subject" -> arr()
  )(
    list(obj("specversion" -> "1.0", "id" -> uuid, "source" -> link, "type" -> name, "subject?" -> text,
    "time?" -> instant,
      "datacontenttype?" -> name, "dataschema?" -> link, (if chance(2) then "data?" -> oneOf(text, map(any), 0)
      else "data_base64?" -> "AP8="), "traceparent?" -> hex, "sequence?" -> whole), 1)
  )

/** Manifests of images: the members tell an image from a list of images. */
object Docker:
  type Document = Manifest | Index
  final case class Manifest(schemaVersion: Int, mediaType: Option[String], config: Descriptor, layers: List[Descriptor],
      annotations: Option[Map[String, String]]) derives Pickler
  final case class Index(schemaVersion: Int, mediaType: Option[String], manifests: List[Image]) derives Pickler
  final case class Descriptor(mediaType: String, digest: String, size: Long, urls: Option[List[String]]) derives Pickler
  final case class Image(mediaType: String, digest: String, size: Long, platform: Option[Platform]) derives Pickler
  final case class Platform(architecture: String, os: String, variant: Option[String],
      @rename("os.version") osVersion: Option[String]) derives Pickler
  given Pickler[Document] = Pickler.derived

  val dialect = JsonDialect.Api

  val kind = DocumentKind[Document]("Docker manifests", dialect)(
    "/layers/0/size" -> "1",
    "/manifests/0/platform/os" -> Json.Null,
    "/config" -> "sha256",
    "/schemaVersion" -> 2.5
  )(oneOf(
    obj("schemaVersion" -> 2, "mediaType?" -> name, "config" -> descriptor, "layers" -> list(descriptor, 1),
      "annotations?" -> map(text)),
    obj("schemaVersion" -> 2, "mediaType?" -> name, "manifests" -> list(obj("mediaType" -> name, "digest" -> hex,
      "size" -> large, "platform?" -> obj("architecture" -> "arm64", "os" -> "linux", "variant?" -> "v8",
        "os.version?" -> name)), 1))
  ))

  private def descriptor(using Draw): Json =
    obj("mediaType" -> name, "digest" -> hex, "size" -> large, "urls?" -> list(link))

/** States and messages of a home: attributes of any simple type, and times with six digits and an offset. */
object HomeAssistant:
  enum Message derives Pickler:
    case Event(id: Int, event: Change)
    case Result(id: Int, success: Boolean, result: List[State] | Null, error: Option[Problem])
    case Pong(id: Int)
  final case class Change(eventType: String, timeFired: OffsetDateTime, data: Data) derives Pickler
  final case class Data(entityId: String, oldState: State | Null, newState: State | Null) derives Pickler
  final case class State(entityId: String, state: String, attributes: Map[String, Option[Attribute]],
      lastChanged: OffsetDateTime, context: Context) derives Pickler
  type Attribute = String | Double | Boolean | List[Option[String | Double]] | Map[String, Json]
  final case class Context(id: String, parentId: String | Null, userId: String | Null) derives Pickler
  final case class Problem(code: String, message: String) derives Pickler

  val dialect = DocumentKind.snake.copy(formatters =
    Map(classOf[OffsetDateTime] -> DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSxxx")))

  val kind = DocumentKind[Message]("Home Assistant", dialect)(
    "/type" -> "ping",
    "/event/time_fired" -> "2024-01-02",
    "/event/data/new_state/context/id" -> Json.Null,
    "/success" -> "yes"
  )(oneOf(
    obj("id" -> whole, "type" -> "event", "event" -> obj("event_type" -> "state_changed", "time_fired" -> at,
      "data" -> obj("entity_id" -> name, "old_state" -> orNull(state), "new_state" -> orNull(state)))),
    obj("id" -> whole, "type" -> "result", "success" -> truth, "result" -> orNull(list(state)),
      "error?" -> obj("code" -> name, "message" -> text)),
    obj("type" -> "pong", "id" -> whole)
  ))

  private def at(using Draw): Json = Json.Str(s"${date}T$time.123456+00:00")
  private def state(using Draw): Json = obj("entity_id" -> name, "state" -> text,
      "attributes" -> map(orNull(oneOf(scalar,
    list(orNull(oneOf(text, number))), map(any)))), "last_changed" -> at, "context" -> obj("id" -> hex,
    "parent_id" -> orNull(hex), "user_id" -> orNull(hex)))

/** Reports of failures: long and short forms of values, and levels that a newer program adds. */
object Sentry:
  final case class Event(eventId: String, timestamp: Double | Instant, platform: String, level: Option[Level],
      exception: Option[Values | List[Failure]], tags: Option[Map[String, String] | List[(String, String)]],
      user: Option[Map[String, Json]], breadcrumbs: Option[Crumbs | List[Crumb]], request: Option[Request],
      contexts: Option[Map[String, Json]], fingerprint: Option[List[String]], extras: Extras) derives Pickler
  enum Level derives Pickler:
    case Fatal, Error, Warning, Info
    @fallback case Other(name: String)
  final case class Values(values: List[Failure]) derives Pickler
  final case class Failure(`type`: Option[String], value: Option[String], stacktrace: Option[Stack]) derives Pickler
  final case class Stack(frames: List[Frame]) derives Pickler
  final case class Frame(filename: Option[String], lineno: Option[Int], inApp: Option[Boolean],
      vars: Option[Map[String, Json]]) derives Pickler
  final case class Crumbs(values: List[Crumb]) derives Pickler
  final case class Crumb(timestamp: Option[Double | Instant], message: Option[String], data: Option[Map[String, Json]])
      derives Pickler
  final case class Request(url: Option[String], headers: Option[Map[String, String] | List[(String, String)]])
      derives Pickler

  val dialect = DocumentKind.snake

  val kind = DocumentKind[Event]("Sentry events", dialect)(
    "/event_id" -> Json.Null,
    "/tags" -> "x",
    "/exception/values" -> Json.Null,
    "/request/headers" -> true
  )(
    obj("event_id" -> hex, "timestamp" -> at, "platform" -> name, "level?" -> oneOf("fatal", "info", "sample"),
      "exception?" -> oneOf(obj("values" -> list(failure)), list(failure)), "tags?" -> pairs, "user?" -> map(any),
      "breadcrumbs?" -> oneOf(obj("values" -> list(crumb)), list(crumb)), "request?" -> obj("url?" -> link,
        "headers?" -> pairs), "contexts?" -> map(any), "fingerprint?" -> list(text), unknown)
  )

  private def at(using Draw): Json = oneOf(number, instant)
  private def pairs(using Draw): Json = oneOf(map(text), list(arr(name, text)))
  private def crumb(using Draw): Json = obj("timestamp?" -> at, "message?" -> text, "data?" -> map(any))
  private def failure(using Draw): Json = obj("type?" -> name, "value?" -> text, "stacktrace?" -> obj("frames" -> list(
    obj("filename?" -> text, "lineno?" -> whole, "in_app?" -> truth, "vars?" -> map(any)))))
