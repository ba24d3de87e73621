package brine.json

import brine.json.text.JsonInput
import brine.{PickleBuilder, PickleException, PickleReader, Pickler}
import brine.shape.Shape

/** Any JSON value, as a small tree: for fields whose structure is somebody else's.
  *
  * {{{ final case class Hook(event: String, payload: Json) derives Pickler }}}
  * Numbers keep their text, objects the order of their members, and names that occur twice occur twice. In other formats than
  * JSON it is a string. A tree is at most [[Json.MostLevels]] levels deep.
  */
enum Json:
  case Null
  case Bool(value: Boolean)

  /** A number, by its text: `1.50`. Any other text is refused when it is written. */
  case Num(text: String)
  case Str(text: String)
  case Arr(elements: Vector[Json])
  case Obj(members: Vector[(String, Json)])

  /** The value of the first member with this name; `None` without such a member, or if this is not an object. */
  def get(name: String): Option[Json] = this match
    case Obj(members) => members.collectFirst { case (`name`, value) => value }
    case _            => None

  /** The tree as JSON text. */
  def render: String = JsonFormat.write(this)

object Json:
  /** Objects and arrays inside each other. */
  final val MostLevels = 500

  /** Reads text that is one JSON value, or throws a [[PickleException]]. */
  def parse(text: String): Json = JsonFormat.read[Json](text)

  private[json] val shape: Shape.Standard = new Shape.Standard("brine.json.Json")

  given pickler: Pickler[Json] with
    def shape: Shape = Json.shape
    def pickle(value: Json, builder: PickleBuilder): Unit = builder match
      case json: JsonBuilder => json.putTree(value)
      case other             => other.putString(value.render)
    def unpickle(reader: PickleReader): Json = reader match
      case json: JsonReader => json.getTree()
      case other            => parse(RawJson.textOf(other))

/** Any JSON value as its bytes, validated and otherwise untouched: for parts that a program only forwards. In formats other than
  * JSON it is a string.
  *
  * {{{ RawJson("{\"a\": 1}").text }}}
  */
final class RawJson private (val bytes: Array[Byte]):
  def text: String = new String(bytes, java.nio.charset.StandardCharsets.UTF_8)

  override def equals(other: Any): Boolean = other match
    case that: RawJson => java.util.Arrays.equals(that.bytes, bytes)
    case _             => false

  override def hashCode: Int = java.util.Arrays.hashCode(bytes)
  override def toString: String = text

object RawJson:
  /** Text that is one JSON value, with white space around it or not; else it throws a [[PickleException]]. */
  def apply(text: String): RawJson = apply(JsonPickle.of(text).bytes)

  /** Takes a value in UTF-8. The bytes are not copied. */
  def apply(bytes: Array[Byte]): RawJson =
    val in = new JsonInput(bytes, 0, bytes.length, null, 0)
    in.skip()
    if !in.isAtEnd then in.fail("unexpected text after the value")
    new RawJson(bytes)

  private[json] def unchecked(bytes: Array[Byte]): RawJson = new RawJson(bytes)

  private[json] val shape: Shape.Standard = new Shape.Standard("brine.json.RawJson")

  given pickler: Pickler[RawJson] with
    def shape: Shape = RawJson.shape
    def pickle(value: RawJson, builder: PickleBuilder): Unit = builder match
      case json: JsonBuilder => json.putRaw(value.bytes)
      case other             => other.putString(value.text)
    def unpickle(reader: PickleReader): RawJson = reader match
      case json: JsonReader => unchecked(json.getRaw())
      case other            => RawJson(textOf(other))

  private[json] def textOf(reader: PickleReader): String =
    val text = reader.getString()
    if text == null then throw new PickleException.Malformed("expected JSON text, found null")
    text

  /** A value of this type is any JSON value, null among them. */
  private[json] def isAny(shape: Shape): Boolean = (shape eq RawJson.shape) || (shape eq Json.shape)
