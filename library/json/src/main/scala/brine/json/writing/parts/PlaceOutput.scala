package brine.json.writing.parts

import brine.{PickleException, Subtype}
import brine.json.looks.AnyJson
import brine.json.text.JsonTags
import brine.shape.{Nullness, Shape}

/** Writes nulls, options, and open types. */
private[json] class PlaceOutput(output: JsonOutput, rules: WriteRules, rests: RestOutput):
  import JsonOutput.*
  import output.*

  def putNull(shape: Shape): Unit = shape match
    case o: Shape.Optional =>
      rules.admitNull()
      wrappedNull(o)
    case s: Shape.Standard if AnyJson.isAny(s) =>
      throw new PickleException.NullValue("a null instead of a JSON value; use Json.Null, or an option")
    case _ if rests.isGatheringNext => throw rests.nullGathered()
    case _                          => output.putNull()

  def putPresent(shape: Shape): Unit =
    if rests.extrasOf == null && rules.mayLookNull(shape) && !AnyJson.isAny(shape) then putPresent()

  /** Remembered, for a value whose own form is null. */
  def putPresent(): Unit = wrap(ByValue)

  def putNone(shape: Shape.Optional): Unit = putNothing()

  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit =
    if isNull then
      rules.admitNull()
      wrap(BySome)
      wrappedNull(null)
    else if shape.element.nullness == Nullness.Own then wrap(BySome)
    else if rules.mayLookNull(shape.element) then
      wrap(BySome)
      wrap(ByValue)

  // ---- open types

  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    val numbered = isNumbered()
    open(JsonTags.Type)
    writeText(subtype.name)
    if numbered then writeNumber()
    if subtype.hasFields then state = Opened
    else if !subtype.isObject then writeKey(JsonTags.Value)

  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = if !subtype.hasFields then out.end('}')
