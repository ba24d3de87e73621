package brine.json.writing.parts

import brine.json.looks.LeftOut
import brine.json.text.JsonTags
import brine.shape.Shape

/** Writes objects with a member for each field. */
private[json] class MemberOutput(
    output: JsonOutput,
    rules: WriteRules,
    scalars: ScalarOutput,
    leaves: LeafOutput,
    rests: RestOutput
):
  import JsonOutput.*
  import output.*

  def beginProduct(shape: Shape.Product): Unit =
    if shape eq leaves.kept then () // its field is the value
    else if shape.isMutableValue then isValueNumbered = beginContent()
    else
      if shape.rests != null then rests.checkRests(shape)
      beginObject()

  private def beginObject(): Unit =
    if (state & Opened) != 0 then settle()
    else
      val numbered = isNumbered()
      out.ready().begin('{')
      if numbered then writeNumber()

  /** True if the mutable value around has a number, which makes it a member of an object. None contains another. */
  private var isValueNumbered = false

  /** Begins a value that is written as its content. Returns true if it has a number, so that the content is a member of
    * an object.
    */
  final def beginContent(): Boolean =
    val numbered = (state & Numbered) != 0 && isNumbered()
    if numbered then
      rules.checkMark(JsonTags.Value)
      out.ready().begin('{')
      writeNumber()
      writeKey(JsonTags.Value)
    numbered

  def beginField(shape: Shape.Product, index: Int, name: String): Unit =
    if shape eq leaves.kept then ()
    else if shape.gathers(index) then rests.beginGathering(shape, index) // the members have names of their own
    else if !shape.isMutableValue then writeName(shape, index, name)

  def writeName(shape: Shape.Product, index: Int, name: String): Unit =
    writeKey(if shape.hasSimpleNames then name else JsonTags.escaped(name))

  def endProduct(shape: Shape.Product): Unit =
    if shape eq leaves.kept then ()
    else if !shape.isMutableValue || isValueNumbered then out.end('}')

  // A scalar's place is known, so `state` is not asked.

  def putBooleanField(shape: Shape.Product, index: Int, name: String, value: Boolean): Unit =
    writeName(shape, index, name)
    out.ready().bool(value)

  def putByteField(shape: Shape.Product, index: Int, name: String, value: Byte): Unit =
    writeName(shape, index, name)
    out.ready().number(value.toInt)

  def putShortField(shape: Shape.Product, index: Int, name: String, value: Short): Unit =
    writeName(shape, index, name)
    out.ready().number(value.toInt)

  def putCharField(shape: Shape.Product, index: Int, name: String, value: Char): Unit =
    beginField(shape, index, name)
    scalars.putChar(value)

  def putIntField(shape: Shape.Product, index: Int, name: String, value: Int): Unit =
    writeName(shape, index, name)
    out.ready().number(value)

  def putLongField(shape: Shape.Product, index: Int, name: String, value: Long): Unit =
    writeName(shape, index, name)
    scalars.writeLong(value)

  def putFloatField(shape: Shape.Product, index: Int, name: String, value: Float): Unit =
    writeName(shape, index, name)
    scalars.writeFloat(value)

  def putDoubleField(shape: Shape.Product, index: Int, name: String, value: Double): Unit =
    writeName(shape, index, name)
    scalars.writeDouble(value)

  def putStringField(shape: Shape.Product, index: Int, name: String, value: String | Null): Unit =
    if shape eq leaves.kept then leaves.putKeptText(value)
    else
      writeName(shape, index, name)
      if value == null then output.putNull() else scalars.writeString(value)

  def omits(shape: Shape.Product, index: Int, value: Any): Boolean =
    value.isInstanceOf[LeftOut] && rules.codeForms.omits(shape, index, value)
