package brine.json.trees

import brine.json.looks.{AnyJson, JsonKinds}
import brine.json.reading.{JsonDocument, JsonReader}
import brine.json.writing.JsonBuilder
import brine.{PickleBuilder, PickleOptions, PickleReader, Pickler}
import brine.shape.Shape

/** Any JSON value, as a small tree: for fields whose structure is somebody else's.
  *
  * {{{ final case class Hook(event: String, payload: Json) derives Pickler }}}
  * Numbers keep their text, objects the order of their members, and names that occur twice occur twice. In other
  * formats than JSON it is a string. A tree is at most [[Json.MostLevels]] levels deep.
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
  def render: String = Trees.text(this)

object Json:
  /** Objects and arrays inside each other. */
  final val MostLevels = 500

  private def kindOf(value: Json): Int = value match
    case Null    => JsonKinds.Null
    case _: Bool => JsonKinds.Boolean
    case _: Num  => JsonKinds.Number
    case _: Str  => JsonKinds.Text
    case _: Arr  => JsonKinds.Array
    case _: Obj  => JsonKinds.Object

  /** Reads text that is one JSON value, or throws a [[brine.PickleException]]. */
  def parse(text: String): Json =
    JsonDocument.readOnly(JsonDocument.bytesOf(text), pickler, PickleOptions.Default, null)

  given pickler: Pickler[Json] with
    def shape: Shape = AnyJson.tree
    def pickle(value: Json, builder: PickleBuilder): Unit = builder match
      case json: JsonBuilder =>
        if value == null then json.putNull(shape)
        else
          KeptValues.check(value.render.getBytes(java.nio.charset.StandardCharsets.UTF_8), json)
          json.putAny(kindOf(value), value match { case Obj(members) => members.headOption.map(_._1); case _ => None })(
            Trees.write(value, 0, _)
          )
      case other => other.putString(value.render)
    def unpickle(reader: PickleReader): Json = reader match
      case json: JsonReader => json.getAny(Trees.read(_))
      case other            => parse(RawJson.textOf(other))
