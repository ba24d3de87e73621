package brine.checks.dialects

import scala.util.Random
import brine.*
import brine.json.{Json, JsonDialect, NameStyle, Patch}
import brine.json.JsonDialect.*

/** Documents that look like those of public interfaces, where these are irregular: values of several types, parts that
  * may be left out or null, and constants that tell the type.
  */
private[checks] object IrregularTypes:
  // ---- recipes and articles: a text or an object, one or several
  final case class Author(name: String, url: Option[String]) derives Pickler
  final case class Image(url: String, width: Option[Int]) derives Pickler
  final case class Article(
      headline: String,
      author: String | Author | List[Author],
      image: String | Image | List[String] = Nil,
      rating: Double | String | Null,
      isFree: Boolean | String
  ) derives Pickler

  // ---- chats: content as a text or as parts, each told by a member
  enum Part derives Pickler:
    case Text(text: String)
    case ImageUrl(imageUrl: Author)
  final case class Chat(role: String, content: String | List[Part] | Null, name: Option[String]) derives Pickler

  // ---- schemas of interfaces: recursive, a boolean or a schema
  final case class Schema(
      `type`: Option[String | List[String]] = None,
      items: Option[Boolean | Schema] = None,
      properties: Map[String, Schema | Boolean] = Map.empty,
      maximum: Option[Boolean | Double] = None,
      default: Option[Json] = None
  ) derives Pickler

  // ---- remote calls: an identifier of two types, a result or an error
  final case class Answer(id: Long | String, result: Json) derives Pickler
  final case class Failure(id: Long | String | Null, error: Problem) derives Pickler
  final case class Problem(code: Int, message: String) derives Pickler
  given Pickler[Answer | Failure] = Pickler.derived

  // ---- packages: a text or an object, a text or a map
  final case class Repository(`type`: String, url: String, directory: Option[String]) derives Pickler
  final case class Package(
      name: String,
      repository: Option[String | Repository],
      bin: Option[String | Map[String, String]],
      files: Option[String | Vector[String]]
  ) derives Pickler

  // ---- states of resources: attributes of any simple type
  type Attribute = String | Double | Boolean | List[String] | Map[String, String]
  final case class Resource(
      kind: String,
      attributes: Map[String, Attribute],
      points: List[List[Double | String | Null]]
  ) derives Pickler

  // ---- changes: what is absent stays, a null removes
  final case class Limits(cpu: Patch[Int], memory: Patch[String]) derives Pickler
  final case class Change(
      name: Patch[String],
      nick: Option[Option[String]],
      roles: Patch[List[Long]],
      limits: Patch[Limits],
      parent: Patch[Json]
  ) derives Pickler

  // ---- the documents

  /** A kind of documents: a type, a dialect, and documents that are drawn. */
  final class Kind[A](val name: String, val dialect: JsonDialect, draw: Draw => Json)(using val pickler: Pickler[A]):
    def document(random: Random): Json = draw(new Draw(random))

  final class Draw(random: Random):
    def one(all: (() => Json)*): Json = all(random.nextInt(all.length))()
    def text: Json = Json.Str(random.alphanumeric.take(random.nextInt(6)).mkString)
    def whole: Json = Json.Num(random.nextInt(1000).toString)
    def number: Json = Json.Num(s"${random.nextInt(99)}.5")
    def boolean: Json = Json.Bool(random.nextBoolean())
    def list(element: => Json): Json = Json.Arr(Vector.fill(random.nextInt(4))(element))
    def map(value: => Json): Json = Json.Obj(Vector.tabulate(random.nextInt(3))(i => s"k$i" -> value))

    /** Members, of which those with `?` at the end of their names are often left out. */
    def obj(members: (String, () => Json)*): Json = Json.Obj(members.toVector.collect {
      case (name, value) if !name.endsWith("?") || random.nextBoolean() => name.stripSuffix("?") -> value()
    })

  private val api = JsonDialect.Api.copy(names = NameStyle.SnakeCase, leafNames = NameStyle.SnakeCase)

  private def author(d: Draw): Json = d.obj("name" -> (() => d.text), "url?" -> (() => d.text))
  private def image(d: Draw): Json = d.obj("url" -> (() => d.text), "width?" -> (() => d.whole))

  private def part(d: Draw): Json = d.one(
    () => d.obj("type" -> (() => Json.Str("text")), "text" -> (() => d.text)),
    () => d.obj("type" -> (() => Json.Str("image_url")), "image_url" -> (() => author(d)))
  )

  private def schema(d: Draw, depth: Int): Json =
    def below = d.one(() => d.boolean, () => if depth == 0 then d.boolean else schema(d, depth - 1))
    d.obj(
      "type?" -> (() => d.one(() => d.text, () => d.list(d.text))),
      "items?" -> (() => below),
      "properties" -> (() => d.map(below)),
      "maximum?" -> (() => d.one(() => d.boolean, () => d.number)),
      "default?" -> (() => d.one(() => d.number, () => d.list(d.text), () => image(d)))
    )

  private def id(d: Draw): Json = d.one(() => d.whole, () => d.text)

  val kinds: List[Kind[?]] = List(
    Kind[Article](
      "articles",
      api,
      d =>
        d.obj(
          "headline" -> (() => d.text),
          "author" -> (() => d.one(() => d.text, () => author(d), () => d.list(author(d)))),
          "image" -> (() => d.one(() => d.text, () => image(d), () => d.list(d.text))),
          "rating" -> (() => d.one(() => d.number, () => d.text, () => Json.Null)),
          "is_free" -> (() => d.one(() => d.boolean, () => d.text))
        )
    ),
    Kind[List[Chat]](
      "chats",
      api,
      d =>
        d.list(d.obj(
          "role" -> (() => d.text),
          "content" -> (() => d.one(() => d.text, () => d.list(part(d)), () => Json.Null)),
          "name?" -> (() => d.text)
        ))
    ),
    Kind[Schema]("schemas", JsonDialect.Api, d => schema(d, 3)),
    Kind[List[Answer | Failure]](
      "answers of remote calls",
      api,
      d =>
        d.list(d.one(
          () => d.obj("id" -> (() => id(d)), "result" -> (() => d.one(() => d.text, () => author(d)))),
          () =>
            d.obj(
              "id" -> (() => d.one(() => id(d), () => Json.Null)),
              "error" -> (() => d.obj("code" -> (() => d.whole), "message" -> (() => d.text)))
            )
        ))
    ),
    Kind[Package](
      "packages",
      api,
      d =>
        d.obj(
          "name" -> (() => d.text),
          "repository?" -> (() =>
            d.one(
              () => d.text,
              () => d.obj("type" -> (() => d.text), "url" -> (() => d.text), "directory?" -> (() => d.text))
            )
          ),
          "bin?" -> (() => d.one(() => d.text, () => d.map(d.text))),
          "files?" -> (() => d.one(() => d.text, () => d.list(d.text)))
        )
    ),
    Kind[Resource](
      "states of resources",
      JsonDialect.Api.copy(nulls = Nulls.Kept),
      d =>
        d.obj(
          "kind" -> (() => d.text),
          "attributes" -> (() =>
            d.map(d.one(() => d.text, () => d.number, () => d.boolean, () => d.list(d.text), () => d.map(d.text)))
          ),
          "points" -> (() => d.list(d.list(d.one(() => d.number, () => d.text, () => Json.Null))))
        )
    ),
    Kind[Change](
      "changes",
      api,
      d =>
        def orNull(value: => Json) = () => d.one(() => Json.Null, () => value)
        d.obj(
          "name?" -> orNull(d.text),
          "nick?" -> orNull(d.text),
          "roles?" -> orNull(d.list(d.whole)),
          "limits?" -> orNull(d.obj("cpu?" -> orNull(d.whole), "memory?" -> orNull(d.text))),
          "parent?" -> orNull(d.one(() => d.text, () => author(d), () => d.list(d.boolean)))
        )
    )
  )
