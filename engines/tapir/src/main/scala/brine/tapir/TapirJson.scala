package brine.tapir

import brine.{PickleOptions, Pickler}
import brine.json.{JsonErrors, JsonFormat, JsonSchema}
import sttp.tapir.{Codec, DecodeResult, EndpointIO, FieldName, Schema, stringBodyUtf8AnyFormat}

/** JSON of one format as codecs of Tapir, with schemas of the same plan: the documentation that Tapir makes of an
  * endpoint describes the JSON that the format writes and reads.
  *
  * {{{
  * val json = TapirJson(JsonFormat(JsonDialect.Api))
  * val orders = endpoint.post.in("orders").in(json.body[Order]).out(json.body[Receipt])
  * }}}
  * `import json.given` brings the codecs and schemas for `jsonBody` of other modules and for `oneOf`. It takes
  * precedence over Tapir's own schemas.
  *
  * @param rules which values the schemas cover, and the schemas of types that have none
  */
final class TapirJson(
    val format: JsonFormat = JsonFormat,
    rules: JsonSchema.Rules = JsonSchema.Rules(values = JsonSchema.Values.Plain)
)(using options: PickleOptions):
  /** The schema of a type.
    *
    * @throws brine.PickleException.UnsupportedType as `JsonSchema.of` does
    */
  given schema[A](using Pickler[A]): Schema[A] = TapirSchemas.of(JsonSchema.of[A](format.dialect, rules))

  /** Writes and reads a type. A text that is not read is a failure with all errors, each with its path, for Tapir's
    * messages; [[TapirJson.errorsOf]] returns them for a handler of failures.
    */
  given codec[A](using Pickler[A]): Codec.JsonCodec[A] = Codec.json(read[A])(format.write(_))(using schema[A])

  /** The body of a request or response. */
  def body[A](using Pickler[A]): EndpointIO.Body[String, A] = stringBodyUtf8AnyFormat(codec[A])

  private def read[A](text: String)(using Pickler[A]): DecodeResult[A] = format.readAccumulating[A](text) match
    case Right(value) => DecodeResult.Value(value)
    case Left(errors) =>
      val all = errors.all.map(e => DecodeResult.Error.JsonError(e.message, TapirJson.path(e.pointer)))
      DecodeResult.Error(text, DecodeResult.Error.JsonDecodeException(all, new TapirJson.DecodeFailure(errors)))

object TapirJson:
  /** The errors of a body that a [[TapirJson]] has refused; `None` for any other failure.
    * {{{ TapirJson.errorsOf(context.failure).problem().render }}}
    */
  def errorsOf(failure: DecodeResult.Failure): Option[JsonErrors] = failure match
    case DecodeResult.Error(_, e: DecodeResult.Error.JsonDecodeException) =>
      e.underlying match
        case own: DecodeFailure => Some(own.errors)
        case _                  => None
    case _ => None

  /** The errors as the cause of Tapir's exception. */
  final class DecodeFailure(val errors: JsonErrors) extends Exception(errors.toString)

  private def path(pointer: String): List[FieldName] =
    pointer.split("/").toList.drop(1).map(step => FieldName(step.replace("~1", "/").replace("~0", "~")))
