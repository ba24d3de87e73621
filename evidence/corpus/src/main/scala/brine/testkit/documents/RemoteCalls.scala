package brine.testkit.documents

// format: off
import brine.Pickler
import brine.json.{Json, JsonDialect}
import Draws.*

/** Messages of JSON-RPC, as the Model Context Protocol has them: one document or a batch; identifiers are numbers or
  * texts; the members tell requests, notifications, results and errors apart.
  */
object RemoteCalls:
  type Message = Request | Notification | Result | Failure
  final case class Request(jsonrpc: String, id: Long | String, method: String, params: Option[Params]) derives Pickler
  final case class Notification(jsonrpc: String, method: String, params: Option[Params]) derives Pickler
  final case class Result(jsonrpc: String, id: Long | String, result: Answer) derives Pickler
  final case class Failure(jsonrpc: String, id: Long | String | Null, error: Problem) derives Pickler
  final case class Params(name: Option[String], arguments: Option[Map[String, String | Double | Boolean]],
      progressToken: Option[Long | String]) derives Pickler
  final case class Answer(content: List[Content], isError: Option[Boolean]) derives Pickler
  enum Content derives Pickler:
    case Text(text: String)
    case Image(data: String, mimeType: String)
    case Resource(resource: ResourceLink)
  final case class ResourceLink(uri: String, title: Option[String]) derives Pickler
  final case class Problem(code: Int, message: String, data: Option[String | Map[String, String]]) derives Pickler
  given one: Pickler[Message] = Pickler.derived
  given batch: Pickler[Message | List[Message]] = Pickler.derived

  val dialect: JsonDialect = DocumentKind.camel

  val kind: DocumentKind[Message | List[Message]] = DocumentKind("JSON-RPC and MCP", dialect)(
    "/id" -> true,
    "/params/progressToken" -> arr(),
    "/result/content/0/type" -> "video",
    "/error/code" -> "1"
  )(if chance(4) then some(message) else message)

  private def message(using Draw): Json = oneOf(
    obj("jsonrpc" -> "2.0", "id" -> id, "method" -> name, "params?" -> params),
    obj("jsonrpc" -> "2.0", "method" -> name, "params?" -> params),
    obj("id" -> id, "jsonrpc" -> "2.0", "result" -> obj("content" -> list(content), "isError?" -> truth)),
    obj("jsonrpc" -> "2.0", "id" -> orNull(id), "error" -> obj("code" -> whole, "message" -> text,
      "data?" -> oneOf(text, map(text))))
  )

  private def id(using Draw): Json = oneOf(large, hex + "x")
  private def params(using Draw): Json =
    obj("name?" -> name, "arguments?" -> map(scalar), "progressToken?" -> id)
  private def content(using Draw): Json = oneOf(
    obj("type" -> "text", "text" -> text),
    obj("data" -> "AA==", "type" -> "image", "mimeType" -> "image/png"),
    obj("type" -> "resource", "resource" -> obj("uri" -> link, "title?" -> text))
  )
