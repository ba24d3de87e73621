package brine.json.writing.parts

import brine.json.dialects.JsonDialect
import brine.json.looks.Looks
import brine.json.text.JsonTags
import brine.Subtype
import brine.shape.Shape
import JsonDialect.*

/** Writes options and open types in a dialect. */
private[json] final class DialectPlaceOutput(
    output: JsonOutput,
    rules: DialectWriteRules,
    rests: RestOutput,
    leaves: DialectLeafOutput
) extends PlaceOutput(output, rules, rests):
  import JsonOutput.*
  import output.*
  import rules.dialect

  override def beginSome(shape: Shape.Optional, isNull: Boolean): Unit =
    val isOuter = shape eq rules.nestedOption
    if isNull && (isOuter || (shape eq rules.insideNested)) then rules.refuseNestedNull()
    rules.isInsideNested = shape eq rules.insideNested
    rules.insideNested = if isOuter then shape.element else null
    if isOuter then rules.nestedOption = null else super.beginSome(shape, isNull)

  override def putNull(shape: Shape): Unit =
    if shape eq rules.insideNested then rules.refuseNestedNull()
    super.putNull(shape)

  override def putNone(shape: Shape.Optional): Unit =
    rules.insideNested = null
    super.putNone(shape)

  // ---- open types

  override def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    Looks.verifySubtype(subtype.pickler.shape, dialect)
    if dialect.families == Families.Wrapper then
      leaves.beginWrapper(subtype.name, subtype.hasFields)
      if subtype.isObject then
        writeEmpty()
    else
      val numbered = isNumbered()
      out.ready().begin('{')
      writeKey(rules.kind)
      writeText(subtype.name)
      if subtype.hasFields then rules.nameLeaf(subtype.pickler.shape)
      if numbered then writeNumber()
      if subtype.hasFields then state = Opened
      else if !subtype.isObject then
        rules.checkMark(JsonTags.Value)
        writeKey(JsonTags.Value)

  override def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    if dialect.families == Families.Wrapper || !subtype.hasFields then out.end('}')
