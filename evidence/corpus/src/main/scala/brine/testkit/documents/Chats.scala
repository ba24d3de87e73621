package brine.testkit.documents

// format: off
import brine.Pickler
import brine.json.{Json, JsonDialect}
import brine.json.JsonDialect.*
import Draws.*

/** Requests to a language model: content is a text or parts, a member is one text or several, tools have schemas. */
object Chats:
  final case class Request(model: String, messages: List[Message], temperature: Option[Double],
      stop: Option[String | List[String]], tools: Option[List[Tool]], toolChoice: Option[String | Choice],
      stream: Option[Boolean]) derives Pickler
  enum Message derives Pickler:
    case System(content: String)
    case User(content: String | List[Part], name: Option[String])
    case Assistant(content: String | List[Part] | Null, toolCalls: Option[List[Call]])
    case Tool(content: String, toolCallId: String)
  enum Part derives Pickler:
    case Text(text: String)
    case ImageUrl(imageUrl: Image)
    case InputAudio(inputAudio: Audio)
  final case class Image(url: String, detail: Option[String]) derives Pickler
  final case class Audio(data: String, format: String) derives Pickler
  final case class Call(id: String, `type`: String, function: CalledFunction) derives Pickler
  final case class CalledFunction(name: String, arguments: String) derives Pickler
  final case class Tool(`type`: String, function: Function) derives Pickler
  final case class Function(name: String, description: Option[String], parameters: Schema) derives Pickler
  final case class Schema(`type`: String | List[String], properties: Option[Map[String, Schema]],
      items: Option[Schema], `enum`: Option[List[String]], required: Option[List[String]],
      additionalProperties: Option[Boolean | Schema]) derives Pickler
  final case class Choice(`type`: String, function: Named) derives Pickler
  final case class Named(name: String) derives Pickler

  val dialect: JsonDialect = DocumentKind.snake
    .forType[Message](_.copy(families = Families.Member("role")))
    .forType[Schema](_.copy(names = brine.json.NameStyle.AsIs))

  val kind: DocumentKind[Request] = DocumentKind("OpenAI chats and tool calls", dialect)(
    "/model" -> Json.Null,
    "/messages/0/role" -> "judge",
    "/messages/0/content" -> 1,
    "/tools/0/function/parameters/type" -> true
  )(
    obj("model" -> name, "messages" -> list(message, 1), "temperature?" -> number, "stop?" -> oneOf(text, list(text)),
      "tools?" -> list(obj("type" -> "function",
        "function" -> obj("name" -> name, "description?" -> text, "parameters" -> schema(2)))),
      "tool_choice?" -> oneOf("auto", obj("type" -> "function", "function" -> obj("name" -> name))), "stream?" -> truth)
  )

  private def message(using Draw): Json = oneOf(
    obj("role" -> "system", "content" -> text),
    obj("content" -> content, "role" -> "user", "name?" -> name),
    obj("role" -> "assistant", "content" -> orNull(content), "tool_calls?" -> list(obj("id" -> hex,
      "type" -> "function", "function" -> obj("name" -> name, "arguments" -> """{"a": [1, "é"]}""")))),
    obj("role" -> "tool", "tool_call_id" -> hex, "content" -> text)
  )

  private def content(using Draw): Json = oneOf(text, list(oneOf(
    obj("type" -> "text", "text" -> text),
    obj("type" -> "image_url", "image_url" -> obj("url" -> link, "detail?" -> "low")),
    obj("type" -> "input_audio", "input_audio" -> obj("data" -> "AAEC/w==", "format" -> "wav"))
  )))

  private def schema(levels: Int)(using Draw): Json =
    if levels == 0 then obj("type" -> oneOf("string", arr("number", "null")), "enum?" -> list(text))
    else
      obj("type" -> "object", "properties?" -> map(schema(levels - 1)), "items?" -> schema(levels - 1),
        "required?" -> list(name), "additionalProperties?" -> oneOf(false, schema(levels - 1)))
