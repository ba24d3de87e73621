package brine.json.writing.parts

import brine.json.looks.ClassLook
import brine.json.text.JsonTags
import brine.PickleException
import brine.shape.Shape

/** Writes objects in a dialect. */
private[json] final class DialectMemberOutput(
    output: JsonOutput,
    rules: DialectWriteRules,
    scalars: DialectScalarOutput,
    leaves: DialectLeafOutput,
    rests: RestOutput,
    collections: DialectCollectionOutput
) extends MemberOutput(output, rules, scalars, leaves, rests):
  import JsonOutput.*
  import output.*
  import rules.{activate, check, inField, inOwn, lookOf, scopes}

  override def beginProduct(shape: Shape.Product): Unit = if shape ne leaves.kept then beginAsLooks(shape)

  private def beginAsLooks(shape: Shape.Product): Unit =
    if shape.gathersAny then rules.beginGathering()
    val look = lookOf(shape)
    check(look, shape)
    rules.enter(look.dialect)
    if !look.isNameless then super.beginProduct(shape)
    else if (state & Opened) != 0 then
      rules.contents.nn.push(DialectWriteRules.AsObject)
      super.beginProduct(shape)
    else if look.isArray then
      rules.contents.nn.push(DialectWriteRules.AsArray)
      collections.beginCollection(JsonTags.Items)
      out.ready().begin('[')
    else rules.contents.nn.push(if beginContent() then DialectWriteRules.AsNumbered else DialectWriteRules.AsField)

  private def isContent(look: ClassLook): Boolean =
    look.isNameless && rules.contents.nn.top != DialectWriteRules.AsObject

  override def beginField(shape: Shape.Product, index: Int, name: String): Unit =
    if shape ne leaves.kept then beginAsLooks(shape, index, name)

  private def beginAsLooks(shape: Shape.Product, index: Int, name: String): Unit =
    inOwn()
    val look = lookOf(shape)
    if !isContent(look) then
      rules.nestedOption = if look.isNested(index) then shape.fieldShapes(index) else null
      rules.isInsideNested = false
      super.beginField(shape, index, name)
    inField(shape, index)

  override def writeName(shape: Shape.Product, index: Int, name: String): Unit =
    writeKey(lookOf(shape).written(index))

  override def endProduct(shape: Shape.Product): Unit = if shape ne leaves.kept then endAsLooks(shape)

  private def endAsLooks(shape: Shape.Product): Unit =
    inOwn()
    rules.isInsideNested = false
    if shape.gathersAny then rules.endGathering()
    if !lookOf(shape).isNameless then super.endProduct(shape)
    else
      rules.contents.nn.pop() match
        case DialectWriteRules.AsField => ()
        case DialectWriteRules.AsArray =>
          out.end(']')
          collections.endCollection()
        case _ => out.end('}')
    rules.leave()

  override def omits(shape: Shape.Product, index: Int, value: Any): Boolean =
    if shape ne leaves.kept then inOwn()
    val look = lookOf(shape)
    if value == null then checkNullField(look, index)
    (shape ne leaves.kept) && look.hasRules && !isContent(look) && look.omits(index, value)

  private def checkNullField(look: ClassLook, index: Int): Unit =
    rules.isNullAdmitted = rules.refusesNulls && look.isNullable(index) && !isContent(look)
    if look.losesNull(index) && !isContent(look) then
      throw new PickleException.NullValue(
        s"a null would come back as the default of ${look.shape.name}'s ${look.shape.fieldNames(index)} " +
          "(Nulls.AsMissing)"
      )

  /** Puts a scalar as it is, or leaves it out. Returns true if there is more to do: its name and its value. */
  private inline def isUsual(shape: Shape.Product, index: Int, inline value: Any)(inline put: => Unit): Boolean =
    inOwn()
    val look = lookOf(shape)
    if isContent(look) then
      inField(shape, index)
      put
      false
    else if scopes != null then
      if !(look.hasRules && look.omits(index, value)) then
        beginField(shape, index, shape.fieldNames(index))
        put
      false
    else !(look.hasRules && look.omits(index, value))

  override def putBooleanField(shape: Shape.Product, index: Int, name: String, value: Boolean): Unit =
    if isUsual(shape, index, value)(scalars.putBoolean(value)) then super.putBooleanField(shape, index, name, value)

  override def putByteField(shape: Shape.Product, index: Int, name: String, value: Byte): Unit =
    if isUsual(shape, index, value)(scalars.putByte(value)) then super.putByteField(shape, index, name, value)

  override def putShortField(shape: Shape.Product, index: Int, name: String, value: Short): Unit =
    if isUsual(shape, index, value)(scalars.putShort(value)) then super.putShortField(shape, index, name, value)

  override def putCharField(shape: Shape.Product, index: Int, name: String, value: Char): Unit =
    if isUsual(shape, index, value)(scalars.putChar(value)) then super.putCharField(shape, index, name, value)

  override def putIntField(shape: Shape.Product, index: Int, name: String, value: Int): Unit =
    if isUsual(shape, index, value)(scalars.putInt(value)) then super.putIntField(shape, index, name, value)

  override def putLongField(shape: Shape.Product, index: Int, name: String, value: Long): Unit =
    if isUsual(shape, index, value)(scalars.putLong(value)) then super.putLongField(shape, index, name, value)

  override def putFloatField(shape: Shape.Product, index: Int, name: String, value: Float): Unit =
    if isUsual(shape, index, value)(scalars.putFloat(value)) then super.putFloatField(shape, index, name, value)

  override def putDoubleField(shape: Shape.Product, index: Int, name: String, value: Double): Unit =
    if isUsual(shape, index, value)(scalars.putDouble(value)) then super.putDoubleField(shape, index, name, value)

  override def putStringField(shape: Shape.Product, index: Int, name: String, value: String | Null): Unit =
    if shape ne leaves.kept then inOwn()
    if value == null then checkNullField(lookOf(shape), index)
    if (shape eq leaves.kept) || isUsual(shape, index, value)(scalars.putString(value)) then
      super.putStringField(shape, index, name, value)
