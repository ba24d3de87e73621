package brine.checks.presets

import scala.compiletime.{summonFrom, summonInline}
import scala.reflect.ClassTag
import brine.Pickler
import brine.json.JsonDialect

/** What another library makes of values of one type. */
trait Peer[A]:
  def write(value: A): String
  def read(text: String): A

object Peer:
  def apply[A](out: A => String, in: String => A): Peer[A] = new Peer[A]:
    def write(value: A): String = out(value)
    def read(text: String): A = in(text)

/** A library and the dialect that is to be like it. */
enum Library(val label: String, val dialect: JsonDialect):
  case Circe extends Library("circe", JsonDialect.likeCirce)
  case Jsoniter extends Library("jsoniter-scala", JsonDialect.likeJsoniter)
  case Upickle extends Library("upickle", JsonDialect.likeUpickle)
  case Play extends Library("play-json", JsonDialect.likePlay)
  case Jackson extends Library("Jackson", JsonDialect.likeJackson)
  case Protobuf extends Library("protobuf", JsonDialect.likeProtobufJson)

/** One type in one library: values, and what writes and reads them; no peer where the library has nothing for the type.
  */
final class Trial[A](val library: Library, val values: List[A], val peer: Option[Peer[A]])(using
    val pickler: Pickler[A]
)

/** One type of the corpus. */
final class Entry(val name: String, val trials: List[Trial[?]])

object Entry:
  /** How many values are drawn of each type. */
  final val Samples = 30

  /** An entry for a type, with the values that are drawn of it. */
  inline def apply[A](name: String)(using pickler: Pickler[A], draw: Draw[A]): Entry =
    of[A](name, draw.samples(name.hashCode, Samples)*)

  /** An entry for a type, with these values. */
  inline def of[A](name: String, values: A*)(using pickler: Pickler[A]): Entry = new Entry(
    name,
    List(
      Trial(Library.Circe, values.toList, circe[A]),
      Trial(Library.Jsoniter, values.toList, JsoniterPeers.of[A]),
      Trial(Library.Upickle, values.toList, upickled[A]),
      Trial(Library.Play, values.toList, play[A]),
      Trial(Library.Jackson, values.toList, Some(JacksonPeers.of[A])),
      protobuf[A](values.toList)
    )
  )

  private inline def circe[A]: Option[Peer[A]] = summonFrom {
    case out: io.circe.Encoder[A] =>
      summonFrom {
        case in: io.circe.Decoder[A] =>
          Some(Peer(out(_).noSpaces, text => io.circe.jawn.decode[A](text)(using in).fold(throw _, identity)))
        case _ => None
      }
    case _ => None
  }

  private inline def upickled[A]: Option[Peer[A]] = summonFrom {
    case out: upickle.default.Writer[A] =>
      summonFrom {
        case in: upickle.default.Reader[A] =>
          Some(Peer(upickle.default.write(_)(using out), upickle.default.read[A](_)(using in)))
        case _ => None
      }
    case _ => None
  }

  private inline def play[A]: Option[Peer[A]] =
    import PlayFormats.given
    summonFrom {
      case out: _root_.play.api.libs.json.Writes[A] =>
        summonFrom {
          case in: _root_.play.api.libs.json.Reads[A] => Some(PlayFormats.peer[A](out, in))
          case _                                      => None
        }
      case _ => None
    }

  /** A message is a class: other types are the field of one. */
  private inline def protobuf[A](values: List[A])(using pickler: Pickler[A]): Trial[?] = summonFrom {
    case message: ProtoType.Message[A] => Trial(Library.Protobuf, values, Some(ProtoPeer(message)))
    case field: ProtoType[A] =>
      Trial[Box[A]](Library.Protobuf, values.map(Box(_)), Some(ProtoPeer(ProtoType.boxed(using field))))
    case _ => Trial[A](Library.Protobuf, values, None)
  }
