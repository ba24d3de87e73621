package brine.checks.documents

// format: off
import java.time.{Instant, OffsetDateTime}
import brine.*
import brine.json.{Json, JsonDialect, NameStyle, Patch}
import brine.json.JsonDialect.*
import brine.testkit.documents.{DocumentKind, Draw}
import brine.testkit.documents.Draws.*

/** Drawings: nodes are nested, names of cases are in capitals, and what the program does not know of a node is kept. */
object Figma:
  final case class File(name: String, version: String, document: Node, styles: Map[String, Style]) derives Pickler
  final case class Style(name: String, styleType: String) derives Pickler
  enum Node derives Pickler:
    case Document(id: String, name: String, children: List[Node])
    case Canvas(id: String, name: String, children: List[Node], backgroundColor: Color)
    case Frame(id: String, name: String, children: List[Node], absoluteBoundingBox: Box | Null, fills: List[Paint],
        extras: Extras)
    case Text(id: String, name: String, characters: String, style: TypeStyle, fills: List[Paint])
    @fallback case Other(extras: Extras)
  final case class Box(x: Double, y: Double, width: Double, height: Double) derives Pickler
  final case class Color(r: Double, g: Double, b: Double, a: Double) derives Pickler
  enum Paint derives Pickler:
    case Solid(color: Color, visible: Boolean = true)
    case GradientLinear(gradientStops: List[Stop])
    case Image(imageRef: String, scaleMode: String)
  final case class Stop(position: Double, color: Color) derives Pickler
  final case class TypeStyle(fontFamily: String, fontSize: Double, fontWeight: Int) derives Pickler

  val dialect =
    JsonDialect.Api.copy(leafNames = NameStyle.ScreamingSnakeCase, omit = Set(Omit.Nones, Omit.Defaults))

  val kind = DocumentKind[File]("Figma drawings", dialect)(
    "/document/children/0/backgroundColor/r" -> "1",
    "/document/type" -> Json.Null,
    "/document/children/0/fills/0/color" -> Json.Null,
    "/styles" -> arr()
  )(
    obj("name" -> text, "version" -> hex, "document" -> obj("id" -> "0:0", "name" -> text, "type" -> "DOCUMENT",
      "children" -> list(node(2), 1)), "styles" -> map(obj("name" -> text, "styleType" -> "FILL")))
  )

  private def node(levels: Int)(using Draw): Json =
    def children = if levels == 0 then arr() else list(node(levels - 1))
    oneOf(
      obj("id" -> name, "name" -> text, "type" -> "CANVAS", "children" -> children, "backgroundColor" -> color),
      obj("id" -> name, "name" -> text, "type" -> "FRAME", "children" -> children, "absoluteBoundingBox" -> orNull(obj(
        "x" -> number, "y" -> number, "width" -> number, "height" -> number)), "fills" -> list(paint), unknown),
      obj("id" -> name, "name" -> text, "type" -> "TEXT", "characters" -> text, "fills" -> list(paint),
        "style" -> obj("fontFamily" -> text, "fontSize" -> 12.5, "fontWeight" -> 400)),
      obj("id" -> name, "type" -> "STAR", unknown)
    )
  private def color(using Draw): Json =
    obj("r" -> Json.Num("0.8980392156862745"), "g" -> Json.Num("0.1"), "b" -> 0, "a" -> 1)
  private def paint(using Draw): Json = oneOf(
    obj("type" -> "SOLID", "color" -> color),
    obj("type" -> "SOLID", "visible" -> false, "color" -> color),
    obj("type" -> "GRADIENT_LINEAR", "gradientStops" -> list(obj("position" -> 0.5, "color" -> color))),
    obj("imageRef" -> hex, "scaleMode" -> "FILL", "type" -> "IMAGE")
  )

/** Entities: statements by property, values of several types, and names with a dash. */
object Wikidata:
  final case class Entity(id: String, `type`: String, labels: Map[String, Label], aliases: Map[String, List[Label]],
      claims: Map[String, List[Statement]], sitelinks: Map[String, Site]) derives Pickler
  final case class Label(language: String, value: String) derives Pickler
  final case class Site(site: String, title: String, badges: List[String]) derives Pickler
  final case class Statement(mainsnak: Snak, `type`: String, id: String, rank: Rank,
      qualifiers: Map[String, List[Snak]], @rename("qualifiers-order") qualifiersOrder: List[String]) derives Pickler
  enum Rank derives Pickler:
    case Preferred, Normal, Deprecated
  enum Snak derives Pickler:
    case Value(property: String, datavalue: Data, datatype: Option[String])
    case Somevalue(property: String)
    case Novalue(property: String)
  enum Data derives Pickler:
    @rename("string") case Text(value: String)
    @rename("wikibase-entityid") case Item(value: EntityId)
    @rename("quantity") case Amount(value: Quantity)
    @rename("globecoordinate") case Place(value: Coordinate)
    @rename("monolingualtext") case Monolingual(value: Words)
  final case class EntityId(entityType: String, numericId: Option[Long], id: String) derives Pickler
  final case class Quantity(amount: String, unit: String, upperBound: Option[String]) derives Pickler
  final case class Coordinate(latitude: Double, longitude: Double, altitude: Double | Null, precision: Double | Null)
      derives Pickler
  final case class Words(language: String, text: String) derives Pickler

  val dialect = DocumentKind.camel.copy(omit = Set(Omit.Nones, Omit.Empties), lenient = Set(Lenient.EmptyArrays))
    .forType[Snak](_.copy(families = Families.Member("snaktype")))
    .forType[EntityId](_.copy(names = NameStyle.KebabCase))

  val kind = DocumentKind[Entity]("Wikidata entities", dialect)(
    "/claims/P1/0/mainsnak/datavalue/type" -> "bool",
    "/claims/P1/0/mainsnak/snaktype" -> "none",
    "/claims/P1/0/rank" -> "best",
    "/labels/en/value" -> Json.Null
  )(
    obj("id" -> name, "type" -> "item", "labels" -> obj("en" -> label, "de?" -> label),
      "aliases?" -> map(list(label), 1), "claims" -> obj("P1" -> list(statement, 1), "P2?" -> list(statement, 1)),
      "sitelinks?" -> map(obj("site" -> name, "title" -> text, "badges?" -> list(name, 1)), 1))
  )

  private def label(using Draw): Json = obj("language" -> "en", "value" -> text)
  private def statement(using Draw): Json = obj("mainsnak" -> snak, "type" -> "statement", "id" -> uuid,
    "rank" -> oneOf("preferred", "normal"), "qualifiers?" -> map(list(snak), 1), "qualifiers-order?" -> list(name, 1))
  private def snak(using Draw): Json = oneOf(
    obj("snaktype" -> "value", "property" -> name, "datavalue" -> data, "datatype?" -> name),
    obj("property" -> name, "snaktype" -> "somevalue"),
    obj("snaktype" -> "novalue", "property" -> name)
  )
  private def data(using Draw): Json = oneOf(
    obj("value" -> text, "type" -> "string"),
    obj("value" -> obj("entity-type" -> "item", "numeric-id?" -> large, "id" -> name), "type" -> "wikibase-entityid"),
    obj("value" -> obj("amount" -> "+10.5", "unit" -> "1", "upperBound?" -> "+11"), "type" -> "quantity"),
    obj("value" -> obj("latitude" -> number, "longitude" -> number, "altitude" -> Json.Null,
      "precision" -> orNull(number)), "type" -> "globecoordinate"),
    obj("value" -> obj("language" -> "fr", "text" -> text), "type" -> "monolingualtext")
  )

/** Activities of a federated network: one value or several, a link or the object itself. */
object ActivityPub:
  type Links = String | List[String]
  enum Activity derives Pickler:
    case Create(@rename("@context") context: Option[Context], id: String, actor: String | Thing,
        `object`: String | Thing,
        to: Option[Links], published: Option[Instant])
    case Follow(@rename("@context") context: Option[Context], id: String, actor: String | Thing,
        `object`: String | Thing)
    case Announce(@rename("@context") context: Option[Context], id: String, actor: String | Thing,
        `object`: String | Thing, cc: Option[Links])
    case Undo(@rename("@context") context: Option[Context], id: String, actor: String | Thing, `object`: Activity)
  type Context = String | List[String | Map[String, Json]]
  enum Thing derives Pickler:
    case Note(id: String, content: String, attributedTo: String | List[String], inReplyTo: String | Null,
        attachment: Option[List[Thing]], tag: Option[List[Json]], sensitive: Option[Boolean])
    case Person(id: String, preferredUsername: String, inbox: String, icon: Option[Thing | List[Thing]])
    case Image(url: String | List[String], mediaType: Option[String])
    @fallback case Other(extras: Extras)

  val dialect = JsonDialect.Api

  val kind = DocumentKind[Activity]("ActivityPub activities", dialect)(
    "/type" -> "Wave",
    "/actor" -> Json.Null,
    "/to" -> 1,
    "/object/content" -> Json.Null
  )(
    if chance(5) then obj("type" -> "Undo", "id" -> link, "actor" -> link, "object" -> activity) else activity
  )

  private def activity(using Draw): Json =
    val envelope = obj("@context?" -> oneOf(link, list(oneOf(link, map(any)))), "id" -> link, "actor" -> oneOf(link,
        person))
    oneOf(
      obj("*" -> envelope, "type" -> "Create", "object" -> oneOf(link, note, note), "to?" -> links,
      "published?" -> instant),
      obj("type" -> "Follow", "*" -> envelope, "object" -> oneOf(link, person)),
      obj("*" -> envelope, "type" -> "Announce", "object" -> oneOf(link, note), "cc?" -> links)
    )
  private def links(using Draw): Json = oneOf(link, list(link))
  private def note(using Draw): Json = obj("id" -> link, "type" -> "Note", "content" -> text, "attributedTo" -> links,
    "inReplyTo" -> orNull(link), "attachment?" -> list(oneOf(image, obj("type" -> "Question", unknown))),
    "tag?" -> list(any), "sensitive?" -> truth)
  private def image(using Draw): Json = obj("type" -> "Image", "url" -> links, "mediaType?" -> "image/png")
  private def person(using Draw): Json = obj("type" -> "Person", "id" -> link, "preferredUsername" -> name,
    "inbox" -> link, "icon?" -> oneOf(image, list(image)))

/** Events of rooms: the type tells the content, other events are kept, and milliseconds are instants. */
object Matrix:
  final case class Sync(nextBatch: String, rooms: Map[String, Room]) derives Pickler
  final case class Room(events: List[Event], limited: Option[Boolean], prevBatch: Option[String]) derives Pickler
  sealed trait Event derives Pickler
  @rename("m.room.message") final case class Message(eventId: String, sender: String, originServerTs: Instant,
      content: Content, unsigned: Option[Unsigned]) extends Event
  @rename("m.room.member") final case class Member(eventId: String, sender: String, originServerTs: Instant,
      stateKey: String, content: Membership) extends Event
  @fallback final case class Other(eventId: Option[String], sender: Option[String], extras: Extras) extends Event
  enum Content derives Pickler:
    @rename("m.text") case Text(body: String, format: Option[String], formattedBody: Option[String])
    @rename("m.image") case Image(body: String, url: String, info: Option[Info])
    @fallback case Other(body: Option[String], extras: Extras)
  final case class Info(mimetype: Option[String], size: Option[Long], w: Option[Int], h: Option[Int]) derives Pickler
  final case class Membership(membership: String, displayname: Patch[String], avatarUrl: Patch[String]) derives Pickler
  final case class Unsigned(age: Option[Long], transactionId: Option[String], extras: Extras) derives Pickler

  val dialect = DocumentKind.snake.copy(instants = Instants.EpochMilliseconds)
    .forType[Content](_.copy(families = Families.Member("msgtype")))

  val kind = DocumentKind[Sync]("Matrix events", dialect)(
    "/rooms/!r/events/0/sender" -> 1,
    "/rooms/!r/events/0/origin_server_ts" -> "1",
    "/rooms/!r/events/0/content/membership" -> Json.Null,
    "/next_batch" -> Json.Null
  )(
    obj("next_batch" -> hex, "rooms" -> obj("!r" -> room, "!s?" -> room))
  )

  private def room(using Draw): Json =
    obj("events" -> list(event, 1), "limited?" -> truth, "prev_batch?" -> hex)
  private def event(using Draw): Json = oneOf(
    obj("type" -> "m.room.message", "event_id" -> hex, "sender" -> name, "origin_server_ts" -> large,
      "content" -> content, "unsigned?" -> obj("age?" -> large, "transaction_id?" -> hex, unknown)),
    obj("event_id" -> hex, "sender" -> name, "type" -> "m.room.member", "state_key" -> name,
    "origin_server_ts" -> large,
      "content" -> obj("membership" -> "join", "displayname?" -> orNull(text), "avatar_url?" -> orNull(link))),
    obj("type" -> "org.example.poll", "event_id?" -> hex, "sender" -> name, "content" -> any)
  )
  private def content(using Draw): Json = oneOf(
    obj("msgtype" -> "m.text", "body" -> text, "format?" -> name, "formatted_body?" -> text),
    obj("body" -> text, "msgtype" -> "m.image", "url" -> link, "info?" -> obj("mimetype?" -> name, "size?" -> large,
      "w?" -> whole, "h?" -> whole)),
    obj("msgtype" -> "m.location", "body" -> text, "geo_uri" -> link, unknown)
  )

/** Calls of methods as arrays of a name, arguments and a number; changes by paths. */
object Jmap:
  type Document = Request | Response
  final case class Request(`using`: List[String], methodCalls: List[(String, Arguments, String)],
      createdIds: Option[Map[String, String]]) derives Pickler
  final case class Response(methodResponses: List[(String, Arguments, String)], sessionState: String) derives Pickler
  final case class Arguments(accountId: Option[String], ids: Patch[List[String]],
      @rename("#ids") idsOf: Option[Reference], filter: Option[Filter], sort: Option[List[Order]],
      update: Option[Map[String, Map[String, Option[String | Double | Boolean]]]], list: Option[List[Email]],
      extras: Extras) derives Pickler
  final case class Reference(resultOf: String, name: String, path: String) derives Pickler
  type Filter = Operator | Condition
  final case class Operator(operator: String, conditions: List[Filter]) derives Pickler
  final case class Condition(inMailbox: Option[String], text: Option[String], hasKeyword: Option[String])
      derives Pickler
  final case class Order(property: String, isAscending: Boolean = true) derives Pickler
  final case class Email(id: String, mailboxIds: Map[String, Boolean], keywords: Map[String, Boolean],
      from: List[Address] | Null, receivedAt: Instant, size: Long) derives Pickler
  final case class Address(name: String | Null, email: String) derives Pickler
  given Pickler[Document] = Pickler.derived

  val dialect = JsonDialect.Api.copy(omit = Set(Omit.Nones, Omit.Defaults))

  val kind = DocumentKind[Document]("JMAP", dialect)(
    "/methodCalls/0/2" -> 1,
    "/methodCalls/0/1/filter/conditions" -> Json.Null,
    "/methodCalls/0/1/sort/0/property" -> arr(),
    "/sessionState" -> Json.Null
  )(
    oneOf(obj("using" -> list(link), "methodCalls" -> list(call, 1), "createdIds?" -> map(hex)),
      obj("methodResponses" -> list(call, 1), "sessionState" -> hex))
  )

  private def call(using Draw): Json = arr(text, oneOf(
    obj("accountId?" -> hex, "ids?" -> orNull(list(hex)), "filter?" -> filter(2),
      "sort?" -> list(oneOf(obj("property" -> name), obj("property" -> name, "isAscending" -> false)))),
    obj("accountId" -> hex, "#ids" -> obj("resultOf" -> "c0", "name" -> "Email/query", "path" -> "/ids"), unknown),
    obj("accountId" -> hex, "update" -> map(obj("keywords/$seen?" -> orNull(true), "subject?" -> orNull(text)))),
    obj("accountId" -> hex, "list" -> list(obj("id" -> hex, "mailboxIds" -> map(true), "keywords" -> map(true),
      "from" -> orNull(list(obj("name" -> orNull(text), "email" -> name))), "receivedAt" -> instant, "size" -> whole)))
  ), "c1")
  private def filter(levels: Int)(using Draw): Json =
    if levels > 0 && chance(2) then obj("operator" -> "AND", "conditions" -> list(filter(levels - 1)))
    else obj("inMailbox?" -> hex, "text?" -> text, "hasKeyword?" -> name)

/** Feeds: identifiers are texts or numbers, and members that begin with `_` are extensions. */
object JsonFeed:
  final case class Feed(version: String, title: String, homePageUrl: Option[String], authors: List[Author],
      items: List[Item], expired: Option[Boolean], extensions: Extras) derives Pickler
  final case class Author(name: Option[String], url: Option[String]) derives Pickler
  final case class Item(id: String | Double, url: Option[String], contentText: Option[String],
      contentHtml: Option[String], datePublished: Option[OffsetDateTime], tags: List[String],
      attachments: List[Attachment], extensions: Extras) derives Pickler
  final case class Attachment(url: String, mimeType: String, sizeInBytes: Option[Long],
      durationInSeconds: Option[Double]) derives Pickler

  val dialect = DocumentKind.snake.copy(omit = Set(Omit.Nones, Omit.Empties))

  val kind = DocumentKind[Feed]("JSON Feed", dialect)(
    "/items/0/id" -> Json.Null,
    "/items/0/date_published" -> "soon",
    "/title" -> arr(),
    "/items/0/attachments/0/mime_type" -> 1
  )(
    obj("version" -> link, "title" -> text, "home_page_url?" -> link, "authors?" -> list(obj("name?" -> text,
      "url?" -> link), 1), "items" -> list(item, 1), "expired?" -> truth, "_example?" -> any)
  )

  private def item(using Draw): Json = obj("id" -> oneOf(link, number), "url?" -> link, "content_text?" -> text,
    "content_html?" -> text, "date_published?" -> s"${date}T$time+02:00", "tags?" -> list(text, 1),
    "attachments?" -> list(obj("url" -> link, "mime_type" -> "audio/mpeg", "size_in_bytes?" -> large,
      "duration_in_seconds?" -> number), 1), "_podcast?" -> any)
