package brine.checks.documents

// format: off
import java.time.{Instant, OffsetDateTime, ZoneOffset}
import java.time.format.DateTimeFormatter
import brine.*
import brine.json.{Json, JsonDialect, NameStyle, Patch}
import brine.json.JsonDialect.*
import brine.testkit.documents.{DocumentKind, Draw}
import brine.testkit.documents.Draws.*

/** Events of repositories: the type determines the payload, and unknown events are kept. */
object GitHub:
  final case class Actor(id: Long, login: String, displayLogin: Option[String], url: String) derives Pickler
  final case class Repo(id: Long, name: String, url: String) derives Pickler
  final case class Commit(sha: String, message: String, author: Author, distinct: Boolean) derives Pickler
  final case class Author(name: String, email: String) derives Pickler
  final case class Push(pushId: Long, ref: String, commits: List[Commit]) derives Pickler
  final case class Label(name: String, color: Option[String], description: String | Null) derives Pickler
  final case class Issue(number: Int, title: String, body: String | Null, labels: List[String | Label],
      assignee: Actor | Null, closedAt: Instant | Null, reactions: Option[Map[String, Int]]) derives Pickler
  final case class IssueChange(action: String, issue: Issue) derives Pickler
  sealed trait Event derives Pickler
  final case class PushEvent(id: String, actor: Actor, repo: Repo, payload: Push, public: Boolean, createdAt: Instant,
      org: Option[Actor]) extends Event
  final case class IssuesEvent(id: String, actor: Actor, repo: Repo, payload: IssueChange, public: Boolean,
      createdAt: Instant, org: Option[Actor]) extends Event
  @fallback final case class OtherEvent(id: Option[String], actor: Option[Actor], extras: Extras) extends Event

  val dialect = DocumentKind.snake.copy(leafNames = NameStyle.AsIs)

  val kind = DocumentKind[List[Event]]("GitHub events", dialect)(
    "/0/payload/issue/closed_at" -> "now",
    "/0/payload/commits/0/distinct" -> Json.Null,
    "/0/payload/issue/labels/0" -> 1,
    "/0/payload/issue/number" -> "1"
  )(
    list(oneOf(
      event("PushEvent", obj("push_id" -> large, "ref" -> text, "commits" -> list(obj("sha" -> hex, "message" -> text,
        "author" -> obj("name" -> text, "email" -> name), "distinct" -> truth)))),
      event("IssuesEvent", obj("action" -> name, "issue" -> obj("number" -> whole, "title" -> text,
      "body" -> orNull(text),
        "labels" -> list(oneOf(text, obj("name" -> text, "color?" -> hex, "description" -> orNull(text)))),
        "assignee" -> orNull(actor), "closed_at" -> orNull(instant),
        "reactions?" -> obj("+1" -> whole, "-1?" -> whole)))),
      event("SponsorshipEvent", any),
      obj("type" -> "WikiEvent", unknown)
    ), 1)
  )

  private def event(kind: String, payload: Json)(using Draw): Json = obj("id" -> hex, "type" -> kind, "actor" -> actor,
    "repo" -> obj("id" -> large, "name" -> name, "url" -> link), "payload" -> payload, "public" -> truth,
    "created_at" -> instant, "org?" -> actor)
  private def actor(using Draw): Json =
    obj("id" -> large, "login" -> name, "display_login?" -> name, "url" -> link)

/** Posts: identifiers are numbers in strings, and empty members are left out. */
object Posts:
  final case class Page(data: List[Post], includes: Option[Includes], meta: Meta) derives Pickler
  final case class Meta(resultCount: Int, nextToken: Option[String]) derives Pickler
  final case class PostId(value: Long) derives Pickler
  final case class UserId(value: Long) derives Pickler
  final case class Post(id: PostId, text: String, authorId: UserId, createdAt: Instant, publicMetrics: Map[String, Int],
      referencedTweets: List[Reference], entities: Entities = Entities(), inReplyToUserId: Option[UserId])
      derives Pickler
  enum Reference derives Pickler:
    case RepliedTo(id: PostId)
    case Quoted(id: PostId)
  final case class Entities(urls: List[Link] = Nil, hashtags: List[Tag] = Nil) derives Pickler
  final case class Link(start: Int, end: Int, url: String, expandedUrl: Option[String]) derives Pickler
  final case class Tag(start: Int, end: Int, tag: String) derives Pickler
  final case class Includes(users: List[User], tweets: List[Post]) derives Pickler
  final case class User(id: UserId, username: String, name: String, verified: Option[Boolean]) derives Pickler

  val dialect = DocumentKind.snake.copy(longs = NumberForm.Text, wrapped = Wrapped.Fields,
    omit = Set(Omit.Nones, Omit.Empties),
    formatters =
      Map(classOf[Instant] -> DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC)))

  val kind = DocumentKind[Page]("Posts of X", dialect)(
    "/data/0/id" -> 17,
    "/data/0/public_metrics" -> "many",
    "/data/0/referenced_tweets/0/type" -> "liked",
    "/meta/result_count" -> Json.Null
  )(obj("data?" -> list(post, 1), "includes?" -> obj("users?" -> list(obj("id" -> id, "username" -> name,
  "name" -> text,
    "verified?" -> truth), 1), "tweets?" -> list(post, 1)), "meta" -> obj("result_count" -> whole,
    "next_token?" -> hex)))

  private def post(using Draw): Json = obj("id" -> id, "text" -> text, "author_id" -> id, "created_at" -> millis,
    "public_metrics?" -> map(whole, 1), "referenced_tweets?" -> list(obj("type" -> oneOf("replied_to", "quoted"),
      "id" -> id), 1),
    "entities" -> obj("urls?" -> list(obj("start" -> 1, "end" -> 7, "url" -> link, "expanded_url?" -> link), 1),
      "hashtags?" -> list(obj("start" -> 8, "end" -> 9, "tag" -> text), 1)), "in_reply_to_user_id?" -> id)
  private def id(using Draw): Json = large match { case Json.Num(digits) => Json.Str(digits); case other => other }

/** Messages of blocks: blocks and elements that the program does not know are kept. */
object Slack:
  final case class Message(channel: String, ts: String, user: Option[String], text: String, blocks: List[Block],
      threadTs: Option[String], subtype: Option[String]) derives Pickler
  enum Block derives Pickler:
    case Section(blockId: Option[String], text: Option[Text], fields: Option[List[Text]], accessory: Option[Element])
    case Actions(blockId: Option[String], elements: List[Element])
    case Context(blockId: Option[String], elements: List[Element])
    case Divider(blockId: Option[String])
    @fallback case Other(json: Json)
  enum Text derives Pickler:
    case PlainText(text: String, emoji: Option[Boolean])
    case Mrkdwn(text: String, verbatim: Option[Boolean])
  enum Element derives Pickler:
    case Button(actionId: String, text: Text, value: Option[String], style: Option[String])
    case Image(imageUrl: String, altText: String)
    case StaticSelect(actionId: String, placeholder: Text, options: List[Choice])
    @fallback case Other(extras: Extras)
  final case class Choice(text: Text, value: String) derives Pickler

  val dialect = DocumentKind.snake

  val kind = DocumentKind[Message]("Slack messages", dialect)(
    "/text" -> Json.Null,
    "/blocks/0/elements/0/text" -> "Press",
    "/blocks/0/text/type" -> "html",
    "/blocks/0/block_id" -> 1
  )(
    obj("channel" -> hex, "ts" -> "1700000000.000100", "user?" -> hex, "text" -> text, "blocks" -> list(block, 1),
      "thread_ts?" -> "1700000000.000100", "subtype?" -> name)
  )

  private def block(using Draw): Json = oneOf(
    obj("type" -> "section", "block_id?" -> name, "text?" -> written, "fields?" -> list(written),
    "accessory?" -> element),
    obj("type" -> "actions", "block_id?" -> name, "elements" -> list(element)),
    obj("elements" -> list(element), "type" -> "context"),
    obj("type" -> "divider"),
    obj("type" -> "rich_text", "elements" -> any, unknown)
  )
  private def written(using Draw): Json =
    oneOf(obj("type" -> "plain_text", "text" -> text, "emoji?" -> truth), obj("type" -> "mrkdwn", "text" -> text))
  private def element(using Draw): Json = oneOf(
    obj("type" -> "button", "action_id" -> name, "text" -> written, "value?" -> text, "style?" -> "danger"),
    obj("type" -> "image", "image_url" -> link, "alt_text" -> text),
    obj("type" -> "static_select", "action_id" -> name, "placeholder" -> written,
    "options" -> list(obj("text" -> written,
      "value" -> name))),
    obj("type" -> "datepicker", "action_id" -> name, "initial_date?" -> date)
  )

/** Updates of a bot: a member's presence tells the kind, and instants are seconds. */
object Telegram:
  type Update = MessageUpdate | EditUpdate | CallbackUpdate
  final case class MessageUpdate(updateId: Long, message: Message) derives Pickler
  final case class EditUpdate(updateId: Long, editedMessage: Message) derives Pickler
  final case class CallbackUpdate(updateId: Long, callbackQuery: Query) derives Pickler
  final case class Message(messageId: Long, from: Option[User], chat: Chat, date: Instant, text: Option[String],
      entities: Option[List[Entity]], replyToMessage: Option[Message], photo: Option[List[Photo]], extras: Extras)
      derives Pickler
  final case class User(id: Long, isBot: Boolean, firstName: String, username: Option[String]) derives Pickler
  enum Chat derives Pickler:
    case Private(id: Long, firstName: String)
    case Group(id: Long, title: String)
    case Channel(id: Long, title: String, username: Option[String])
  final case class Entity(`type`: String, offset: Int, length: Int, url: Option[String]) derives Pickler
  final case class Photo(fileId: String, width: Int, height: Int, fileSize: Option[Long]) derives Pickler
  final case class Query(id: String, from: User, message: Option[Message], data: Option[String]) derives Pickler
  given Pickler[Update] = Pickler.derived

  val dialect = DocumentKind.snake.copy(instants = Instants.EpochSeconds)

  val kind = DocumentKind[List[Update]]("Telegram updates", dialect)(
    "/0/message/chat/type" -> "secret",
    "/0/message/date" -> "today",
    "/0/callback_query/from/is_bot" -> 0,
    "/0/update_id" -> Json.Null
  )(
    list(oneOf(obj("update_id" -> large, "message" -> message(1)), obj("edited_message" -> message(1),
    "update_id" -> large),
      obj("update_id" -> large, "callback_query" -> obj("id" -> hex, "from" -> user, "message?" -> message(0),
        "data?" -> text))), 1)
  )

  private def message(levels: Int)(using Draw): Json = obj("message_id" -> large, "from?" -> user, "chat" -> oneOf(
    obj("id" -> large, "type" -> "private", "first_name" -> text), obj("id" -> large, "title" -> text,
    "type" -> "group"),
    obj("type" -> "channel", "id" -> large, "title" -> text, "username?" -> name)), "date" -> whole, "text?" -> text,
    "entities?" -> list(obj("type" -> name, "offset" -> 0, "length" -> 4, "url?" -> link)),
    (if levels > 0 then "reply_to_message?" -> message(levels - 1) else "sticker?" -> any),
    "photo?" -> list(obj("file_id" -> hex, "width" -> 90, "height" -> 51, "file_size?" -> large)), unknown)
  private def user(using Draw): Json =
    obj("id" -> large, "is_bot" -> truth, "first_name" -> text, "username?" -> name)

/** Orders of a shop: prices are texts, times have an offset, and most members may be null. */
object Shopify:
  final case class Order(id: Long, name: String, createdAt: OffsetDateTime, closedAt: Option[OffsetDateTime],
      totalPrice: BigDecimal, currency: String, financialStatus: Option[Status], customer: Option[Customer],
      lineItems: List[Item], noteAttributes: List[Attribute], tags: String, totalTipReceived: Option[BigDecimal])
      derives Pickler
  enum Status derives Pickler:
    case Pending, Paid, PartiallyRefunded
    @fallback case Other(name: String)
  final case class Customer(id: Long, email: Option[String], defaultAddress: Option[Address]) derives Pickler
  final case class Address(city: Option[String], countryCode: Option[String], default: Boolean) derives Pickler
  final case class Item(id: Long, sku: Option[String], price: BigDecimal, quantity: Int, grams: Int,
      properties: List[Attribute], taxLines: List[Tax]) derives Pickler
  final case class Attribute(name: String, value: Option[String | Double | Boolean]) derives Pickler
  final case class Tax(title: String, rate: Double, price: BigDecimal) derives Pickler

  val dialect = DocumentKind.snake.copy(omit = Set.empty, decimals = NumberForm.Text)

  val kind = DocumentKind[Order]("Shopify orders", dialect)(
    "/total_price" -> 12,
    "/created_at" -> "2024-01-02",
    "/line_items/0/quantity" -> "1",
    "/line_items/0/tax_lines/0/price" -> Json.Null
  )(
    obj("id" -> large, "name" -> name, "created_at" -> at, "closed_at" -> orNull(at), "total_price" -> "199.00",
      "currency" -> "CHF", "financial_status" -> orNull(oneOf("paid", "partially_refunded", "voided")),
      "customer" -> orNull(obj("id" -> large, "email" -> orNull(name), "default_address" -> orNull(obj(
        "city" -> orNull(text), "country_code" -> orNull("CH"), "default" -> truth)))),
      "line_items" -> list(obj("id" -> large, "sku" -> orNull(name), "price" -> "9.90", "quantity" -> whole,
        "grams" -> whole, "properties" -> list(attribute), "tax_lines" -> list(obj("title" -> text, "rate" -> 0.06,
          "price" -> "0.54"), 1)), 1),
      "note_attributes" -> list(attribute), "tags" -> text, "total_tip_received" -> orNull("0.00"))
  )

  private def at(using Draw): Json = s"${date}T$time-05:00" match { case text => Json.Str(text) }
  private def attribute(using Draw): Json = obj("name" -> name, "value" -> orNull(scalar))

/** Records of tables: cells are texts, numbers, truths, lists of texts and files, or people. */
object Airtable:
  type Cell = String | Double | Boolean | List[String | File] | Person
  final case class Records(records: List[Record], offset: Option[String]) derives Pickler
  final case class Record(id: String, createdTime: Instant, fields: Map[String, Cell]) derives Pickler
  final case class File(id: String, url: String, size: Long, thumbnails: Option[Map[String, Size]]) derives Pickler
  final case class Size(url: String, width: Int, height: Int) derives Pickler
  final case class Person(id: String, email: String, name: Option[String]) derives Pickler

  val dialect = JsonDialect.Api.copy(formatters =
    Map(classOf[Instant] -> DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC)))

  val kind = DocumentKind[Records]("Airtable records", dialect)(
    "/records/0/fields" -> arr(),
    "/records/0/createdTime" -> 12,
    "/records/0/fields/bad" -> Json.Null,
    "/records" -> Json.Null
  )(
    obj("records" -> list(obj("id" -> hex, "createdTime" -> millis, "fields" -> obj("bad" -> cell, "*" -> map(cell))),
    1),
      "offset?" -> hex)
  )

  private def cell(using Draw): Json = oneOf(scalar, list(oneOf(text, obj("id" -> hex, "url" -> link, "size" -> large,
    "thumbnails?" -> map(obj("url" -> link, "width" -> 36, "height" -> 36))))),
    obj("id" -> hex, "email" -> name, "name?" -> text))

/** Pages of blocks: a member has the name of the type, and unknown blocks are kept. */
object Notion:
  final case class Blocks(`object`: String, results: List[Block], nextCursor: String | Null, hasMore: Boolean)
      derives Pickler
  enum Block derives Pickler:
    case Paragraph(id: String, parent: Parent, hasChildren: Boolean, paragraph: Content)
    case ToDo(id: String, parent: Parent, hasChildren: Boolean, toDo: Task)
    case Code(id: String, parent: Parent, hasChildren: Boolean, code: Listing)
    @fallback case Other(json: Json)
  enum Parent derives Pickler:
    case PageId(pageId: String)
    case BlockId(blockId: String)
    case Workspace(workspace: Boolean)
  final case class Content(richText: List[Rich], color: String) derives Pickler
  final case class Task(richText: List[Rich], checked: Boolean) derives Pickler
  final case class Listing(richText: List[Rich], language: String, caption: List[Rich]) derives Pickler
  enum Rich derives Pickler:
    case Text(text: Run, plainText: String, href: String | Null)
    case Equation(equation: Expression, plainText: String, href: String | Null)
  final case class Run(content: String, link: Link | Null) derives Pickler
  final case class Link(url: String) derives Pickler
  final case class Expression(expression: String) derives Pickler

  val dialect = DocumentKind.snake

  val kind = DocumentKind[Blocks]("Notion blocks", dialect)(
    "/results/0/paragraph/rich_text" -> Json.Null,
    "/results/0/paragraph/rich_text/0/type" -> "database",
    "/results/0/to_do/checked" -> "yes",
    "/has_more" -> 1
  )(
    obj("object" -> "list", "results" -> list(block, 1), "next_cursor" -> orNull(uuid), "has_more" -> truth)
  )

  private def block(using Draw): Json = oneOf(
    one("paragraph", obj("rich_text" -> list(rich), "color" -> "default")),
    one("to_do", obj("rich_text" -> list(rich), "checked" -> truth)),
    one("code", obj("rich_text" -> list(rich), "language" -> "scala", "caption" -> list(rich))),
    one("synced_block", any)
  )
  private def one(kind: String, content: Json)(using Draw): Json = obj("id" -> uuid, "parent" -> oneOf(
    obj("type" -> "page_id", "page_id" -> uuid), obj("block_id" -> uuid, "type" -> "block_id"),
    obj("type" -> "workspace", "workspace" -> true)), "has_children" -> truth, "type" -> kind, kind -> content)
  private def rich(using Draw): Json = oneOf(
    obj("type" -> "text", "text" -> obj("content" -> text, "link" -> orNull(obj("url" -> link))), "plain_text" -> text,
      "href" -> orNull(link)),
    obj("type" -> "equation", "equation" -> obj("expression" -> "e=mc^2"), "plain_text" -> text, "href" -> Json.Null)
  )
