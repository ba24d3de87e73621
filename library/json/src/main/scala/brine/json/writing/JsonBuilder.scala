package brine.json.writing

import brine.json.looks.{DialectForms, JsonKinds}
import brine.json.text.{JsonInput, JsonTags}
import brine.json.writing.parts.{BuilderParts, JsonOutput}
import brine.{Extras, PickleOptions, Pickler, Subtype}
import brine.plan.{ObjectBuilder, Plan}
import brine.run.EventWriter
import brine.shape.{ScalarKind, Shape}
import brine.wire.JsonSink

/** Writes one value as JSON: docs/spec/json.md. It passes each call on to the part that writes this kind of thing
  * ([[BuilderParts]]). The sink puts commas and white space.
  *
  * @param forms  the dialect; null for the format's own rules
  * @param shared the ids of the objects that are referred to, ascending ([[SharedScan]]); their numbers are 1, 2, 3, …
  */
private[brine] final class JsonBuilder private[json] (
    out: JsonSink,
    forms: DialectForms | Null,
    shared: Array[Int],
    options: PickleOptions
) extends ObjectBuilder(options):
  private val parts = BuilderParts.of(out, forms, shared, options.sharesAll)
  private val rules = parts.rules
  private val output = parts.output

  override def isTextual: Boolean = true
  override def asksEachElement: Boolean = true

  /** The dialect of the value that is next, null if it is the default one. */
  private[json] def formsOfDialect: DialectForms | Null = rules.dialectForms

  private[brine] override def segment(shape: Shape.Product, field: Int): String = rules.segment(shape, field)

  // ---- scalars

  def putUnit(): Unit = parts.scalars.putUnit()
  def putBoolean(value: Boolean): Unit = parts.scalars.putBoolean(value)
  def putByte(value: Byte): Unit = parts.scalars.putByte(value)
  def putShort(value: Short): Unit = parts.scalars.putShort(value)
  def putChar(value: Char): Unit = parts.scalars.putChar(value)
  def putInt(value: Int): Unit = parts.scalars.putInt(value)
  def putLong(value: Long): Unit = parts.scalars.putLong(value)
  def putFloat(value: Float): Unit = parts.scalars.putFloat(value)
  def putDouble(value: Double): Unit = parts.scalars.putDouble(value)
  def putString(value: String | Null): Unit = parts.scalars.putString(value)

  private[brine] override def putUuidText(value: java.util.UUID): Unit = parts.scalars.putUuidText(value)
  private[brine] override def putByHand(pickler: Pickler[Any], value: Any): Boolean =
    forms != null && parts.scalars.putByHand(pickler, value)

  /** A value that is JSON already. */
  private[json] def putRaw(json: Array[Byte]): Unit =
    val in = new JsonInput(json, 0, json.length, null, 0)
    putAny(JsonKinds.of(in.peek()), in.firstName())(_.asIs(json))

  /** See [[JsonOutput.putAny]]. */
  private[json] def putAny(kind: Int, firstName: Option[String])(write: JsonSink => Unit): Unit =
    output.putAny(kind, firstName)(write)

  // ---- places

  def putNull(): Unit = output.putNull()
  override def putNull(shape: Shape): Unit = parts.places.putNull(shape)
  def putPresent(): Unit = parts.places.putPresent()
  override def putPresent(shape: Shape): Unit = parts.places.putPresent(shape)

  def putNone(shape: Shape.Optional): Unit = parts.places.putNone(shape)
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit = parts.places.beginSome(shape, isNull)
  def endSome(shape: Shape.Optional): Unit = ()

  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = parts.places.beginOpen(shape, subtype)
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = parts.places.endOpen(shape, subtype)

  def putReference(id: Int, arity: Int): Unit =
    parts.rests.refuseReference()
    output.putReference(id)

  def putIdentity(id: Int): Unit = output.putIdentity(id)

  // ---- leaves

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = parts.leaves.beginLeaf(shape, leaf)
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = parts.leaves.endLeaf(shape, leaf)
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = parts.leaves.putSingleton(shape, leaf)
  override def putObject(shape: Shape.Singleton): Unit = parts.leaves.putObject(shape)
  private[brine] override def noteFallback(leaf: Extras.Leaf | Null): Unit = parts.leaves.noteFallback(leaf)

  /** The type of the fallback that is written as it was read; null if another value is written. */
  private[json] def keptOf: Shape.Sum | Null = if parts.keepsValue then parts.leaves.keptOf else null

  // ---- members

  def beginProduct(shape: Shape.Product): Unit = parts.members.beginProduct(shape)
  def beginField(shape: Shape.Product, index: Int): Unit = beginField(shape, index, shape.fieldNames(index))
  private[brine] override def beginField(shape: Shape.Product, index: Int, name: String): Unit =
    parts.members.beginField(shape, index, name)
  def endProduct(shape: Shape.Product): Unit = parts.members.endProduct(shape)

  private[brine] override def omits(shape: Shape.Product, index: Int, value: Any): Boolean =
    parts.members.omits(shape, index, value)

  override def putBooleanField(shape: Shape.Product, index: Int, name: String, value: Boolean): Unit =
    parts.members.putBooleanField(shape, index, name, value)
  override def putByteField(shape: Shape.Product, index: Int, name: String, value: Byte): Unit =
    parts.members.putByteField(shape, index, name, value)
  override def putShortField(shape: Shape.Product, index: Int, name: String, value: Short): Unit =
    parts.members.putShortField(shape, index, name, value)
  override def putCharField(shape: Shape.Product, index: Int, name: String, value: Char): Unit =
    parts.members.putCharField(shape, index, name, value)
  override def putIntField(shape: Shape.Product, index: Int, name: String, value: Int): Unit =
    parts.members.putIntField(shape, index, name, value)
  override def putLongField(shape: Shape.Product, index: Int, name: String, value: Long): Unit =
    parts.members.putLongField(shape, index, name, value)
  override def putFloatField(shape: Shape.Product, index: Int, name: String, value: Float): Unit =
    parts.members.putFloatField(shape, index, name, value)
  override def putDoubleField(shape: Shape.Product, index: Int, name: String, value: Double): Unit =
    parts.members.putDoubleField(shape, index, name, value)
  override def putStringField(shape: Shape.Product, index: Int, name: String, value: String | Null): Unit =
    parts.members.putStringField(shape, index, name, value)

  override def putExtras(extras: Extras): Unit =
    if !parts.keepsValue && !parts.rests.putsExtras(extras, this) then super.putExtras(extras)

  // ---- collections

  override def putArrayClass(shape: Shape.Sequence, name: String): Unit = parts.collections.putArrayClass(shape, name)

  /** An array of numbers is written by one loop, unless it is a member of an object. */
  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    val isDone = kind == ScalarKind.Byte && parts.collections.putsBytes(array.asInstanceOf[Array[Byte]]) ||
      parts.isAlone && CollectionWriter.ofNumbers(array, this, out)
    if !isDone then super.putArray(shape, kind, array)

  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit = parts.collections.beginSequence()
  def beginElement(shape: Shape.Sequence, index: Int): Unit = rules.atPlace()
  def endSequence(shape: Shape.Sequence): Unit = parts.collections.endSequence()

  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit = parts.collections.beginMapping(shape, size)
  def beginKey(shape: Shape.Mapping, index: Int): Unit =
    rules.atPlace()
    parts.collections.beginKey(shape, index)
  def beginValue(shape: Shape.Mapping, index: Int): Unit = rules.atPlace()
  def endMapping(shape: Shape.Mapping): Unit = parts.collections.endMapping(shape)

  private[brine] override def entrySegment(shape: Shape.Mapping, index: Int, key: Any): String =
    if rules.isObject(shape) then JsonTags.entrySegment(index, rules.keyName(shape, key))
    else super.entrySegment(shape, index, key)

  // ---- code for a class

  private[brine] override def putsObject(plan: Plan.Product, value: AnyRef): Boolean =
    val code =
      if (output.state & ~JsonOutput.Opened) == 0 && !parts.keepsValue then JsonCodeMaker.of(plan, rules.codeForms)
      else null
    val left = emittedDepth - depth
    if code == null || left <= 0 then false
    else
      if output.state == 0 then out.ready().begin('{') else output.settle()
      code.members(value, this, out, left)
      out.end('}')
      true

  private[brine] override def putsSequence(plan: Plan.Sequence, value: AnyRef): Boolean =
    val left = emittedDepth - depth
    val elements = if parts.isAlone && left > 0 then CollectionWriter.of(plan, rules.codeForms) else null
    if elements != null then elements.write(value, this, out, left)
    elements != null

  // Nothing precedes a value that code writes.

  private[json] def writeNull(): Unit =
    rules.admitNull()
    out.ready().nul()

  private[json] def writeLong(value: Long): Unit = parts.scalars.writeLong(value)

  private[json] def writeFloat(value: Float): Unit =
    if java.lang.Float.isFinite(value) then out.ready().number(value) else parts.scalars.notANumber(value)

  private[json] def writeDouble(value: Double): Unit =
    if java.lang.Double.isFinite(value) then out.ready().number(value) else parts.scalars.notANumber(value)

  private[json] def writeString(value: String): Unit = if !out.text(value) then parts.scalars.utf16(value)

  private[json] def writeMapKey(plan: Plan, key: Any): Unit = key match
    case text: String => parts.scalars.writeKeyText(text)
    case _ =>
      output.state |= JsonOutput.AtKey
      EventWriter.place(plan, key, this)
