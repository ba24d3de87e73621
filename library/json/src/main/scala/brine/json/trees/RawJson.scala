package brine.json.trees

import brine.json.looks.AnyJson
import brine.json.reading.{JsonDocument, JsonReader}
import brine.json.text.JsonInput
import brine.json.writing.JsonBuilder
import brine.{PickleBuilder, PickleException, PickleReader, Pickler, NotNull}
import brine.shape.Shape

/** Any JSON value as its bytes, validated and otherwise untouched: for parts that a program only forwards. In formats
  * other than JSON it is a string.
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
  def apply(text: String): RawJson = apply(JsonDocument.bytesOf(text))

  /** Takes a value in UTF-8. The bytes are not copied. */
  def apply(bytes: Array[Byte]): RawJson =
    val in = new JsonInput(NotNull(bytes, "the bytes of a text"), 0, bytes.length, null, 0)
    in.skip()
    if !in.isAtEnd then in.fail("unexpected text after the value")
    new RawJson(bytes)

  private[json] def unchecked(bytes: Array[Byte]): RawJson = new RawJson(bytes)

  given pickler: Pickler[RawJson] with
    def shape: Shape = AnyJson.raw
    def pickle(value: RawJson, builder: PickleBuilder): Unit = builder match
      case json: JsonBuilder =>
        if value == null then json.putNull(shape)
        else
          KeptValues.check(value.bytes, json)
          json.putRaw(value.bytes)
      case other => other.putString(value.text)
    def unpickle(reader: PickleReader): RawJson = reader match
      case json: JsonReader => unchecked(json.getAny(_.readRaw()))
      case other            => RawJson(textOf(other))

  private[json] def textOf(reader: PickleReader): String =
    val text = reader.getString()
    if text == null then throw new PickleException.Malformed("expected JSON text, found null")
    text
