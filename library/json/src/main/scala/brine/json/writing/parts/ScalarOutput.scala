package brine.json.writing.parts

import brine.json.looks.JsonKinds
import brine.json.text.JsonTags
import brine.wire.JsonSink

/** Writes scalars, and the keys that they are. */
private[json] class ScalarOutput(output: JsonOutput, rules: WriteRules, rests: RestOutput):
  import output.*

  final def putUnit(): Unit = { beginValue(); writeEmpty() }

  /** Puts a number or a word, as a key in quotes. */
  final inline def putWord(inline write: JsonSink => Unit): Unit =
    out.ready()
    if isKey() then
      out.beginKey()
      write(out)
      out.endKey()
    else write(out)

  final def putBoolean(value: Boolean): Unit = putWord(_.bool(value))
  final def putByte(value: Byte): Unit = putWord(_.number(value.toInt))
  final def putShort(value: Short): Unit = putWord(_.number(value.toInt))
  final def putInt(value: Int): Unit = putWord(_.number(value))
  def putLong(value: Long): Unit = putWord(_.number(value))

  final def putChar(value: Char): Unit =
    if isKey() then writeKey(rules.escapedKey(value.toString)) else writeString(value.toString)

  def putFloat(value: Float): Unit =
    beginValue()
    writeFloat(value)

  final def writeFloat(value: Float): Unit =
    if java.lang.Float.isFinite(value) then out.ready().number(value) else notANumber(value)

  def putDouble(value: Double): Unit =
    beginValue()
    writeDouble(value)

  final def writeDouble(value: Double): Unit =
    if java.lang.Double.isFinite(value) then out.ready().number(value) else notANumber(value)

  def writeLong(value: Long): Unit = out.ready().number(value)

  def notANumber(value: Double): Unit =
    checkKind(JsonKinds.Text, value)
    writeText(
      if value > 0 then JsonTags.Infinity else if value < 0 then JsonTags.MinusInfinity else JsonTags.NaN
    )

  final def putString(value: String | Null): Unit =
    if value == null then putNull()
    else if isKey() then
      rests.checkRestKey(value)
      writeKeyText(value)
    else writeString(value)

  def writeKeyText(key: String): Unit =
    if !out.key(JsonTags.marked(key)) then writeKey(JsonTags.escaped(key))

  final def writeString(value: String): Unit = if !out.text(value) then utf16(value)

  final def putUuidText(value: java.util.UUID): Unit =
    if isKey() then writeKey(value.toString) else out.ready().uuid(value)

  def utf16(value: String): Unit =
    checkKind(JsonKinds.Object, value)
    open(JsonTags.Utf16)
    writeText(JsonTags.hex(value))
    out.end('}')
