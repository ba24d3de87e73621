package brine.checks.presets

import java.time.{Instant, LocalDate}
import java.util.UUID
import com.fasterxml.jackson.annotation.{JsonSubTypes, JsonTypeInfo}
import io.circe.{Codec, Decoder, Encoder}
import play.api.libs.json.Format
import upickle.default.ReadWriter
import brine.Pickler
import brine.combine.imap

// Classes as people have them, with what each library asks for.

final case class Point(x: Int, y: Int) derives Pickler, Draw, Codec.AsObject, ReadWriter
final case class Line(from: Point, to: Point, label: String) derives Pickler, Draw, Codec.AsObject, ReadWriter
final case class Nothing0() derives Pickler, Draw, Codec.AsObject, ReadWriter
final case class Name(text: String) derives Pickler, Draw, Codec.AsObject, ReadWriter
final case class Box[A](value: A) derives Pickler, Draw, ReadWriter
object Box:
  given [A: Encoder: Decoder]: Codec.AsObject[Box[A]] = Codec.AsObject.derived
final case class Pair[A, B](first: A, second: B) derives Pickler, Draw, ReadWriter
object Pair:
  given [A: Encoder: Decoder, B: Encoder: Decoder]: Codec.AsObject[Pair[A, B]] = Codec.AsObject.derived
final case class snake_names(user_name: String, is_active: Boolean, userID: Int, last_4: Long) derives Pickler, Draw,
      Codec.AsObject, ReadWriter
final case class FullByDefault(
    ids: List[Int] = List(1, 2),
    names: Vector[String] = Vector("a"),
    nick: Option[String] = Some("n"),
    last: Option[Int]
) derives Pickler, Draw, Codec.AsObject, ReadWriter
final case class Optionals(number: Option[Int], text: Option[String], point: Option[Point]) derives Pickler, Draw,
      Codec.AsObject, ReadWriter
final case class Defaults(name: String = "none", count: Int = 3, isActive: Boolean = true, nick: Option[String] = None)
    derives Pickler, Draw, Codec.AsObject, ReadWriter
final case class Collections(ids: List[Int], names: Vector[String], tags: Set[String], sums: Map[String, Int])
    derives Pickler, Draw, Codec.AsObject, ReadWriter
final case class EmptyByDefault(ids: List[Int] = Nil, sums: Map[String, Int] = Map.empty) derives Pickler, Draw,
      Codec.AsObject, ReadWriter
final case class Numbers(b: Byte, s: Short, i: Int, l: Long, f: Float, d: Double) derives Pickler, Draw, Codec.AsObject,
      ReadWriter
final case class Money(amount: BigDecimal, minor: BigInt) derives Pickler, Draw, Codec.AsObject, ReadWriter
final case class Placed(at: (Int, Int), name: String) derives Pickler, Draw, Codec.AsObject, ReadWriter
final case class File(name: String, content: Array[Byte]) derives Pickler, Draw, Codec.AsObject, ReadWriter
final case class user_record(user_name: String, `kebab-case`: Int, `ünï`: Boolean) derives Pickler, Draw,
      Codec.AsObject, ReadWriter
final case class Rose(value: Int, children: List[Rose]) derives Pickler, Draw, Codec.AsObject, ReadWriter
final case class Linked(value: Int, next: Option[Linked]) derives Pickler, Draw, Codec.AsObject, ReadWriter

final case class Visit(id: UUID, at: Instant, day: LocalDate) derives Pickler, Draw, Codec.AsObject
final case class Outcome(result: Either[String, Int], retries: Int) derives Pickler, Draw, ReadWriter

final case class Wide(
    f1: Int,
    f2: Int,
    f3: String,
    f4: Boolean,
    f5: Int,
    f6: Int,
    f7: String,
    f8: Boolean,
    f9: Int,
    f10: Int,
    f11: String,
    f12: Boolean,
    f13: Int,
    f14: Int,
    f15: String,
    f16: Boolean,
    f17: Int,
    f18: Int,
    f19: String,
    f20: Boolean,
    f21: Int,
    f22: Int,
    f23: String,
    f24: Boolean
) derives Pickler, Draw, Codec.AsObject, ReadWriter

/** A family by a sealed trait, with the annotations of Jackson that it needs. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes(
  Array(
    new JsonSubTypes.Type(value = classOf[Circle], name = "Circle"),
    new JsonSubTypes.Type(value = classOf[Square], name = "Square"),
    new JsonSubTypes.Type(value = classOf[Nowhere.type], name = "Nowhere")
  )
)
sealed trait Figure derives Pickler, Draw, Codec.AsObject, ReadWriter
final case class Circle(radius: Double, name: String) extends Figure derives ReadWriter
final case class Square(side: Double) extends Figure derives ReadWriter
case object Nowhere extends Figure

final case class Drawing(first: Figure, others: List[Figure]) derives Pickler, Draw, Codec.AsObject, ReadWriter

enum Color derives Pickler, Draw, Codec.AsObject, ReadWriter:
  case Red, Green, Blue

enum Event derives Pickler, Draw, Codec.AsObject, ReadWriter:
  case Created(id: Long, name: Option[String])
  case Deleted(id: Long)
  case Tick

enum Tree derives Pickler, Draw, Codec.AsObject, ReadWriter:
  case Node(left: Tree, right: Tree)
  case Leaf(value: Int)

final case class Paint(color: Color, layers: List[Color], other: Option[Color]) derives Pickler, Draw, Codec.AsObject,
      ReadWriter

final case class Order(
    id: Long,
    customer: Name,
    items: List[Item],
    note: Option[String],
    total: BigDecimal,
    isPaid: Boolean
) derives Pickler, Draw, Codec.AsObject, ReadWriter
final case class Item(product: String, count: Int, price: BigDecimal) derives Pickler, Draw, Codec.AsObject, ReadWriter

/** What each library has for a `Long`, found where an opaque type cannot be taken for one. */
private object OfLong:
  val pickler: Pickler[Long] = Pickler[Long]
  val draw: Draw[Long] = summon[Draw[Long]]
  val circe: Codec[Long] = Codec.from(io.circe.Decoder[Long], io.circe.Encoder[Long])
  val upickled: ReadWriter[Long] = upickle.default.readwriter[Long]
  val play: Format[Long] = Format.GenericFormat[Long]
  val proto: ProtoType.Single[Long] = summon[ProtoType.Single[Long]]

object Ids:
  opaque type UserId = Long
  object UserId:
    given Pickler[UserId] = OfLong.pickler.imap(identity)(identity)
    given Draw[UserId] = OfLong.draw
    given Codec[UserId] = OfLong.circe
    given ReadWriter[UserId] = OfLong.upickled
    given Format[UserId] = OfLong.play
    given ProtoType.Single[UserId] = OfLong.proto
