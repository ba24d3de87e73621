package brine.http4s

import brine.{PickleException, PickleOptions, Pickler, Unpickler}
import brine.json.{JsonErrors, JsonFormat}
import cats.effect.Concurrent
import fs2.{Chunk, Stream}
import org.http4s.*
import org.http4s.headers.`Content-Type`

/** JSON of one format as the bodies of requests and responses.
  *
  * {{{
  * val entities = JsonEntities(JsonFormat(JsonDialect.Api))
  * import entities.given
  *
  * HttpRoutes.of[IO] { case request @ POST -> Root / "orders" =>
  *   request.decode[Order](order => Ok(confirm(order)))
  * }
  * }}}
  * The import takes precedence over http4s's own bodies, also for `String`. A body that is not read fails with a
  * [[JsonFailure]], which has all errors; `decode` answers it with a problem of RFC 9457.
  */
final class JsonEntities(val format: JsonFormat = JsonFormat)(using options: PickleOptions):
  /** Writes a value as `application/json`. */
  given encoder[F[_], A](using Pickler[A]): EntityEncoder[F, A] =
    EntityEncoder.simple(`Content-Type`(MediaType.application.json))(value => Chunk.array(format.writeBytes(value)))

  /** Reads a body of `application/json`, up to `limits.maxInputBytes`. */
  given decoder[F[_], A](using Unpickler[A], Concurrent[F]): EntityDecoder[F, A] =
    EntityDecoder.decodeBy(MediaType.application.json) { media =>
      val limit = options.limits.maxInputBytes
      val body = if limit == Long.MaxValue then media.body else media.body.take(limit + 1)
      DecodeResult(
        Concurrent[F].map(body.compile.to(Chunk)) { bytes =>
          if bytes.size > limit then Left(MalformedMessageBodyFailure(s"the body has more than $limit bytes"))
          else format.readAccumulating(bytes.toArray).left.map(JsonFailure(_))
        }
      )
    }

  /** Writes each value in a line of its own, as `application/x-ndjson`, as soon as it arrives. */
  def lines[F[_], A](using Pickler[A]): EntityEncoder[F, Stream[F, A]] =
    EntityEncoder.encodeBy(`Content-Type`(JsonEntities.Lines))(values => Entity(values.map(line).unchunks))

  /** Outside of texts, where it has an escape, the end of a line is white space. */
  private def line[A](value: A)(using Pickler[A]): Chunk[Byte] =
    Chunk.array(format.writeBytes(value).map(b => if b == '\n' then ' '.toByte else b) :+ '\n'.toByte)

  /** Reads a value of each line that is not blank. A line that does not hold a value is a `Left`. */
  def readLines[F[_]: Concurrent, A](message: Media[F])(using Unpickler[A]): Stream[F, Either[PickleException, A]] =
    message.body.split(_ == '\n').filter(!_.forall(b => b == ' ' || b == '\t' || b == '\r')).map(line =>
      PickleException.either(format.pickled(line.toArray).unpickle[A])
    )

object JsonEntities:
  /** The type of a body of lines. */
  val Lines: MediaType = new MediaType("application", "x-ndjson", compressible = true)

/** A body that is not a value of the type. */
final case class JsonFailure(errors: JsonErrors) extends DecodeFailure:
  def message: String = errors.toString
  def cause: Option[Throwable] = None

  /** The problem as the body of a response: status 400 if the body is not JSON, else 422. */
  def toHttpResponse[F[_]](httpVersion: HttpVersion): Response[F] =
    val isSyntax = errors.head.code == brine.json.JsonError.Code.Syntax
    val status = if isSyntax then Status.BadRequest else Status.UnprocessableEntity
    val problem = errors.problem(status.code, title = if isSyntax then "Bad Request" else "Unprocessable Content")
    Response[F](status, httpVersion)
      .withEntity(problem.render)(using EntityEncoder.stringEncoder[F])
      .withContentType(`Content-Type`(MediaType.application.`problem+json`))
