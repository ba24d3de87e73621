package brine.json.errors

import brine.json.trees.Json

/** The errors of a document, at least one, in the order in which they were found.
  *
  * @param isComplete false if there may be more: the search ended at its limits
  */
final class JsonErrors private[json] (val head: JsonError, val tail: List[JsonError], val isComplete: Boolean):
  def all: List[JsonError] = head :: tail

  /** The errors as a problem of an HTTP interface (RFC 9457), to be sent as `application/problem+json`. Its member
    * `errors` has for each error its `detail`, its `pointer` as the fragment of a URI, its `code` and its `offset`.
    *
    * @param status the status of the response; the default is that of a request whose content is wrong
    * @param kind   the URI of the type of problem
    * @param title  the name of the type of problem
    */
  def problem(
      status: Int = 422,
      kind: String = "about:blank",
      title: String = "Unprocessable Content"
  ): Json =
    val more = if isComplete then "" else " or more"
    val count = if tail.isEmpty && isComplete then "1 error" else s"${tail.length + 1}$more errors"
    Json.Obj(
      Vector(
        "type" -> Json.Str(kind),
        "title" -> Json.Str(title),
        "status" -> Json.Num(status.toString),
        "detail" -> Json.Str(s"$count in the content"),
        "errors" -> Json.Arr(all.map(_.json).toVector)
      )
    )

  override def toString: String =
    all.map(_.toString).mkString("\n") + (if isComplete then "" else "\nThere may be more errors.")

/** One error of a document.
  *
  * @param code    the kind of error
  * @param message what was expected and found
  * @param path    the path of the value with the error, or of the object that lacks a field, in the manner of JSONPath:
  *                `$.items[3].name`. The names are those of the JSON
  * @param pointer the same path as a JSON Pointer (RFC 6901): `/items/3/name`
  * @param offset  the number of bytes before the place of the error
  */
final case class JsonError(code: JsonError.Code, message: String, path: String, pointer: String, offset: Long):
  /** The error as an element of [[JsonErrors.problem]]. */
  private[json] def json: Json = Json.Obj(
    Vector(
      "detail" -> Json.Str(message),
      "pointer" -> Json.Str(s"#${JsonError.fragment(pointer)}"),
      "code" -> Json.Str(code.text),
      "offset" -> Json.Num(offset.toString)
    )
  )

  override def toString: String = s"at $path, byte $offset: $message"

object JsonError:
  /** The kinds of errors. */
  enum Code(val text: String):
    /** The document is not JSON. */
    case Syntax extends Code("syntax")

    /** A value has another form than its type. */
    case WrongValue extends Code("wrong-value")
    case MissingField extends Code("missing-field")
    case UnknownField extends Code("unknown-field")

    /** A field, a key of a map or an element of a set appears twice. */
    case Duplicate extends Code("duplicate")

    /** A sealed type has no case of this name. */
    case UnknownLeaf extends Code("unknown-leaf")

    /** The program refuses the value: a constructor or a function failed. */
    case Refused extends Code("refused")

    /** A reference leads nowhere. */
    case BadReference extends Code("bad-reference")

    /** A limit of the read is exceeded. */
    case Limit extends Code("limit")

    /** Any other failure; the message describes it. */
    case Other extends Code("other")

  /** A JSON Pointer as the fragment of a URI (RFC 6901, section 6): bytes that a fragment cannot have as `%` and two
    * digits.
    */
  private def fragment(pointer: String): String =
    pointer.getBytes(java.nio.charset.StandardCharsets.UTF_8).map { b =>
      val c = (b & 0xff).toChar
      if c < 0x80 && (Character.isLetterOrDigit(c) || "-._~!$&'()*+,;=:@/?".indexOf(c) >= 0) then c.toString
      else f"%%${b & 0xff}%02X"
    }.mkString
