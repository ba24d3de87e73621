package brine.json.writing

import brine.json.dialects.JsonDialect
import brine.json.looks.{
  AnyJson,
  CodeForms,
  DefaultForms,
  DialectForms,
  FamilyLook,
  JsonKinds,
  LeafNames,
  LeftOut,
  Looks
}
import brine.json.text.{ByteStack, JsonInput, JsonTags}
import brine.{Extras, PickleException, PickleOptions, Subtype}
import brine.plan.{ObjectBuilder, Plan}
import brine.run.EventWriter
import brine.shape.{KeptLeaf, ScalarKind, Shape}
import brine.wire.JsonSink

/** Writes one value as JSON: docs/spec/json.md. The sink puts commas and white space.
  *
  * @param shared the ids of the objects that are referred to, ascending ([[SharedScan]]); their numbers are 1, 2, 3, …
  */
private[brine] class JsonBuilder private[json] (sink: JsonSink, shared: Array[Int], options: PickleOptions)
    extends GatheringBuilder(sink, options):
  import JsonBuilder.*
  import NullBuilder.*

  /** For each sequence and mapping around: [[InObject]], [[HasEntries]]. */
  private var someCollections: ByteStack | Null = null

  private def collections: ByteStack =
    if someCollections == null then someCollections = new ByteStack
    someCollections.nn

  /** How many shared objects have appeared; the number of the last. */
  private var appeared = 0

  final override def isTextual: Boolean = true
  final override def asksEachElement: Boolean = true

  // ---- nulls

  override def putNull(shape: Shape): Unit = shape match
    case o: Shape.Optional =>
      admitNull()
      wrappedNull(o)
    case s: Shape.Standard if AnyJson.isAny(s) =>
      throw new PickleException.NullValue("a null instead of a JSON value; use Json.Null, or an option")
    case _ if isGatheringNext => throw nullGathered()
    case _                    => putNull()

  override def putPresent(shape: Shape): Unit =
    if extrasOf == null && mayLookNull(shape) && !AnyJson.isAny(shape) then putPresent()

  // ---- scalars

  def putUnit(): Unit = { beginValue(); writeEmpty() }

  protected final def writeEmpty(): Unit =
    out.ready().begin('{')
    out.end('}')

  /** Puts a number or a word, as a key in quotes. */
  protected final inline def putWord(inline write: JsonSink => Unit): Unit =
    out.ready()
    if isKey() then
      out.beginKey()
      write(out)
      out.endKey()
    else write(out)

  def putBoolean(value: Boolean): Unit = putWord(_.bool(value))
  def putByte(value: Byte): Unit = putWord(_.number(value.toInt))
  def putShort(value: Short): Unit = putWord(_.number(value.toInt))
  def putInt(value: Int): Unit = putWord(_.number(value))
  def putLong(value: Long): Unit = putWord(_.number(value))

  def putChar(value: Char): Unit =
    if isKey() then writeKey(escapedKey(value.toString)) else writeString(value.toString)

  def putFloat(value: Float): Unit =
    beginValue()
    writeFloat(value)

  private[json] final def writeFloat(value: Float): Unit =
    if java.lang.Float.isFinite(value) then out.ready().number(value) else notANumber(value)

  def putDouble(value: Double): Unit =
    beginValue()
    writeDouble(value)

  private[json] final def writeDouble(value: Double): Unit =
    if java.lang.Double.isFinite(value) then out.ready().number(value) else notANumber(value)

  /** Writes a null in place of a value, for code: nothing precedes it. */
  private[json] final def writeNull(): Unit =
    admitNull()
    out.ready().nul()

  private[json] def writeLong(value: Long): Unit = out.ready().number(value)

  protected def notANumber(value: Double): Unit =
    checkKind(JsonKinds.Text, value)
    writeText(
      if value > 0 then JsonTags.Infinity else if value < 0 then JsonTags.MinusInfinity else JsonTags.NaN
    )

  def putString(value: String | Null): Unit =
    if value == null then putNull()
    else if isKey() then
      checkRestKey(value)
      writeKeyText(value)
    else writeString(value)

  /** Writes a key of a map, for code. */
  private[json] final def writeMapKey(plan: Plan, key: Any): Unit = key match
    case text: String => writeKeyText(text)
    case _ =>
      state |= AtKey
      EventWriter.place(plan, key, this)

  protected def writeKeyText(key: String): Unit =
    if !out.key(JsonTags.marked(key)) then writeKey(JsonTags.escaped(key))

  protected override def escapedKey(key: String): String = JsonTags.escaped(key)

  private[json] final def writeString(value: String): Unit = if !out.text(value) then utf16(value)

  protected final def writeText(text: String): Unit = JsonTags.writeText(text, out)

  private[brine] override def putUuidText(value: java.util.UUID): Unit =
    if isKey() then writeKey(value.toString) else out.ready().uuid(value)

  protected def utf16(value: String): Unit =
    checkKind(JsonKinds.Object, value)
    open(JsonTags.Utf16)
    writeText(JsonTags.hex(value))
    out.end('}')

  // ---- any JSON

  /** A value that is JSON already. */
  private[json] def putRaw(json: Array[Byte]): Unit =
    val in = new JsonInput(json, 0, json.length, null, 0)
    putAny(JsonKinds.of(in.peek()), in.firstName())(_.asIs(json))

  // ---- products

  def beginProduct(shape: Shape.Product): Unit =
    if shape eq kept then () // its field is the value
    else if shape.isMutableValue then isValueNumbered = beginContent()
    else
      if shape.rests != null then checkRests(shape)
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
  protected final def beginContent(): Boolean =
    val numbered = (state & Numbered) != 0 && isNumbered()
    if numbered then
      checkMark(JsonTags.Value)
      out.ready().begin('{')
      writeNumber()
      writeKey(JsonTags.Value)
    numbered

  def beginField(shape: Shape.Product, index: Int): Unit =
    beginField(shape, index, shape.fieldNames(index))

  private[brine] override def beginField(shape: Shape.Product, index: Int, name: String): Unit =
    if shape eq kept then ()
    else if shape.gathers(index) then beginGathering(shape, index) // the members have names of their own
    else if !shape.isMutableValue then writeName(shape, index, name)

  protected def writeName(shape: Shape.Product, index: Int, name: String): Unit =
    writeKey(if shape.hasSimpleNames then name else JsonTags.escaped(name))

  def endProduct(shape: Shape.Product): Unit =
    if shape eq kept then ()
    else if !shape.isMutableValue || isValueNumbered then out.end('}')

  /** The dialect, null if it is the default one. */
  private[json] def formsOfDialect: DialectForms | Null = null

  /** How values look, for the code that writes objects of a class. */
  protected def forms: CodeForms = DefaultForms

  private[brine] final def putsObject(plan: Plan.Product, value: AnyRef): Boolean =
    val code = if (state & ~Opened) == 0 && kept == null then JsonCodeMaker.of(plan, forms) else null
    val left = emittedDepth - depth
    if code == null || left <= 0 then false
    else
      if state == 0 then out.ready().begin('{') else settle()
      code.members(value, this, out, left)
      out.end('}')
      true

  private[brine] final override def putsSequence(plan: Plan.Sequence, value: AnyRef): Boolean =
    val left = emittedDepth - depth
    val elements =
      if state == 0 && arrayClass == null && left > 0 then CollectionWriter.of(plan, forms) else null
    if elements != null then elements.write(value, this, out, left)
    elements != null

  /** An array of numbers is written by one loop, unless it is a member of an object. */
  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    val isAlone = state == 0 && arrayClass == null
    if !isAlone || !CollectionWriter.ofNumbers(array, this, out) then super.putArray(shape, kind, array)

  // A scalar's place is known, so `state` is not asked.

  override def putBooleanField(shape: Shape.Product, index: Int, name: String, value: Boolean): Unit =
    writeName(shape, index, name)
    out.ready().bool(value)

  override def putByteField(shape: Shape.Product, index: Int, name: String, value: Byte): Unit =
    writeName(shape, index, name)
    out.ready().number(value.toInt)

  override def putShortField(shape: Shape.Product, index: Int, name: String, value: Short): Unit =
    writeName(shape, index, name)
    out.ready().number(value.toInt)

  override def putIntField(shape: Shape.Product, index: Int, name: String, value: Int): Unit =
    writeName(shape, index, name)
    out.ready().number(value)

  override def putLongField(shape: Shape.Product, index: Int, name: String, value: Long): Unit =
    writeName(shape, index, name)
    writeLong(value)

  override def putFloatField(shape: Shape.Product, index: Int, name: String, value: Float): Unit =
    writeName(shape, index, name)
    writeFloat(value)

  override def putDoubleField(shape: Shape.Product, index: Int, name: String, value: Double): Unit =
    writeName(shape, index, name)
    writeDouble(value)

  override def putStringField(shape: Shape.Product, index: Int, name: String, value: String | Null): Unit =
    if shape eq kept then putKeptText(value)
    else
      writeName(shape, index, name)
      if value == null then writeNull() else writeString(value)

  override def putExtras(extras: Extras): Unit = if kept == null then super.putExtras(extras)

  // ---- sealed families

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    if shape.isUnion then beginPart(Looks.ofFamily(shape, JsonDialect.Default), leaf)
    else if leaf != shape.fallback || !beginsKept(shape) then beginNamed(shape, leaf)

  // ---- leaves that are kept

  /** The class of the fallback that is written as it was read; null if another value is written. */
  private[json] final var kept: Shape.Product | Null = null

  /** The type of that leaf. */
  private[json] final var keptOf: Shape.Sum = null.asInstanceOf[Shape.Sum]

  private var keptLeaf: Extras.Leaf | Null = null

  private[brine] override def noteFallback(leaf: Extras.Leaf | Null): Unit = keptLeaf = leaf

  /** Returns true if the fallback is written without a name of its own: as a text, or as any JSON. */
  protected final def beginsKept(shape: Shape.Sum): Boolean =
    val leaf = shape.leafShapes(shape.fallback)
    val isAlone = keptLeaf != null && keptLeaf.nn.isAlone && (leaf match
      case p: Shape.Product => p.fieldNames.length == 1
      case _                => false
    )
    val isKept = isAlone || shape.keeps == KeptLeaf.Text || shape.keeps == KeptLeaf.Json
    if isKept then
      if (state & Numbered) != 0 then
        throw new PickleException.RuleNotObeyed(s"a leaf that ${shape.name} does not know has no form with a number")
      kept = leaf.asInstanceOf[Shape.Product]
      keptOf = shape
      if isAlone then putKeptText(nameOf(shape, shape.fallback))
    isKept

  /** The name of a leaf: that of the leaf which the fallback has kept, if it is the fallback. */
  protected final def nameOf(shape: Shape.Sum, leaf: Int): String =
    val replaced = keptLeaf
    keptLeaf = null
    if replaced == null || leaf != shape.fallback then leafName(shape, leaf)
    else
      if isKnown(shape, replaced.nn.name) then throw known(shape, replaced.nn.name)
      replaced.nn.name

  protected def leafName(shape: Shape.Sum, leaf: Int): String = shape.leafNames(leaf)

  /** Returns true if a reader takes another leaf than the fallback by this name. */
  protected def isKnown(shape: Shape.Sum, name: String): Boolean =
    shape.leafNames.indices.exists(i => i != shape.fallback && leafName(shape, i) == name) ||
      shape.aliases.getOrElse(name, shape.fallback) != shape.fallback

  private def known(shape: Shape.Sum, name: String): PickleException =
    new PickleException.RuleNotObeyed(
      s"the fallback of ${shape.name} has the name '${PickleException.quote(name)}', " +
        "and would come back as another leaf"
    )

  private def putKeptText(name: String | Null): Unit =
    if name == null then throw new PickleException.NullValue(s"the fallback of ${keptOf.name} has no text")
    if isKnown(keptOf, name) then throw known(keptOf, name)
    putString(name)

  /** Begins a value that has the form of its own type. */
  protected final def beginPart(family: FamilyLook, leaf: Int): Unit =
    if family.problems.nonEmpty then throw new PickleException.UnsupportedType(family.shape.name, family.problems)
    takenKinds = family.takenFrom(leaf)

  protected final def endPart(): Unit = takenKinds = 0

  private def beginNamed(shape: Shape.Sum, leaf: Int): Unit =
    val numbered = isNumbered()
    val names = LeafNames.of(shape)
    if keptLeaf == null then out.raw(names.begun(leaf))
    else
      open(JsonTags.Type)
      writeText(nameOf(shape, leaf))
    if numbered then writeNumber()
    if names.isObject(leaf) then state = Opened
    else writeKey(JsonTags.Value)

  def endLeaf(shape: Shape.Sum, leaf: Int): Unit =
    if kept != null then kept = null
    else if shape.isUnion then endPart()
    else if !LeafNames.of(shape).isObject(leaf) then out.end('}')

  def putSingleton(shape: Shape.Sum, leaf: Int): Unit =
    if shape.nullLeaf >= 0 then putPatch(shape, leaf)
    else
      beginValue()
      out.raw(LeafNames.of(shape).quoted(leaf))

  protected final def putPatch(shape: Shape.Sum, leaf: Int): Unit =
    if leaf == shape.nullLeaf then putNothing()
    else
      throw new PickleException.RuleNotObeyed(
        s"${shape.leafNames(leaf)} is a member that is not there: it can be the value of a class's field only, whose " +
          "default it is"
      )

  private[brine] override def omits(shape: Shape.Product, index: Int, value: Any): Boolean =
    value.isInstanceOf[LeftOut] && forms.omits(shape, index, value)

  override def putObject(shape: Shape.Singleton): Unit =
    beginValue()
    writeText(shape.name)

  // ---- open types

  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    val numbered = isNumbered()
    open(JsonTags.Type)
    writeText(subtype.name)
    if numbered then writeNumber()
    if subtype.hasFields then state = Opened
    else if !subtype.isObject then writeKey(JsonTags.Value)

  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = if !subtype.hasFields then out.end('}')

  // ---- collections

  private var arrayClass: String | Null = null

  override def putArrayClass(shape: Shape.Sequence, name: String): Unit = arrayClass = name

  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit =
    beginCollection(JsonTags.Items)
    out.ready().begin('[')

  def beginElement(shape: Shape.Sequence, index: Int): Unit = ()

  def endSequence(shape: Shape.Sequence): Unit =
    out.end(']')
    endCollection()

  /** Ends the object around a collection that has a number. */
  private def endCollection(notes: Int): Unit = if (notes & InObject) != 0 then out.end('}')

  protected final def endCollection(): Unit = endCollection(collections.pop())

  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit =
    if nextRest != null then
      beginRest()
      collections.push(InRest)
    else
      beginCollection(JsonTags.Entries)
      if size > 0 then collections.mark(HasEntries)
      out.ready().begin(if isObject(shape) then '{' else '[')

  /** Returns true if a map is an object; else it is an array of pairs. */
  protected def isObject(shape: Shape.Mapping): Boolean = JsonTags.isObject(shape)

  protected final def beginCollection(contents: String): Unit =
    val numbered = isNumbered()
    if numbered || arrayClass != null then
      checkMark(contents)
      out.ready().begin('{')
      if arrayClass != null then writeArrayClass()
      if numbered then writeNumber()
      writeKey(contents)
      collections.push(InObject)
    else collections.push(0)

  /** Refuses a member of [[JsonTags]], where there are none. */
  protected def checkMark(name: String): Unit = ()

  private def writeArrayClass(): Unit =
    writeKey(kindKey)
    writeText(arrayClass.nn)
    arrayClass = null

  protected def kindKey: String = JsonTags.Type

  def beginKey(shape: Shape.Mapping, index: Int): Unit =
    if isObject(shape) then
      state |= AtKey
      if rests.nonEmpty && (collections.top & InRest) != 0 then atRestKey()
    else
      if index > 0 then out.end(']')
      out.ready().begin('[')

  def beginValue(shape: Shape.Mapping, index: Int): Unit = ()

  private[brine] override def entrySegment(shape: Shape.Mapping, index: Int, key: Any): String =
    if isObject(shape) then JsonTags.entrySegment(index, keyName(shape, key)) else super.entrySegment(shape, index, key)

  /** The name of the member that a map's key is, for errors; null if it is unknown. */
  protected def keyName(shape: Shape.Mapping, key: Any): String | Null = JsonTags.keyName(key)

  def endMapping(shape: Shape.Mapping): Unit =
    val notes = collections.pop()
    if (notes & InRest) != 0 then endRest()
    else if isObject(shape) then out.end('}')
    else
      if (notes & HasEntries) != 0 then out.end(']') // of the last pair
      out.end(']')
    endCollection(notes)

  // ---- identity

  def putReference(id: Int, arity: Int): Unit =
    if nextRest != null then throw referredRest()
    if isNumbered() then misplaced()
    val number = java.util.Arrays.binarySearch(shared, id) + 1
    if number <= 0 then throw changed()
    writeReference(number)

  protected def writeReference(number: Int): Unit =
    open(JsonTags.Ref)
    out.ready().number(number)
    out.end('}')

  def putIdentity(id: Int): Unit =
    if appeared < shared.length && shared(appeared) == id then
      appeared += 1
      state |= Numbered

  protected final def writeNumber(): Unit =
    writeIdKey()
    out.ready().number(appeared)

  protected def writeIdKey(): Unit = writeKey(JsonTags.Id)

  /** The numbers are those of a run before this one. */
  private def changed(): PickleException =
    new PickleException.ChangedWhileWritten("the references between its objects have changed")

private[json] object JsonBuilder:
  // Bits of the notes about a collection.

  /** A map that is not empty. */
  private final val HasEntries = 16

  /** A collection that is a member of an object. */
  private final val InObject = 32

  /** A map whose entries are members of the object around it. */
  private final val InRest = 64
