package brine.json.writing

import brine.json.looks.{AnyJson, CodeForms, DefaultForms, FieldKeys, LeafNames}
import brine.json.text.{ByteStack, JsonInput, JsonTags}
import brine.{Extras, PickleException, PickleOptions, Subtype}
import brine.plan.{ObjectBuilder, Plan}
import brine.run.Resolutions
import brine.shape.{ScalarKind, Shape}
import brine.wire.Utf8
import com.github.plokhotnyuk.jsoniter_scala.core.JsonWriter

/** Writes one value as JSON: docs/spec/json.md. Characters and numbers are jsoniter-scala's. The writer puts commas.
  *
  * @param shared     the ids of the objects that are referred to, ascending ([[SharedScan]]); their numbers are 1, 2, 3, …
  * @param isCompact  whether the writer adds no white space
  * @param checksText whether texts that UTF-8 cannot hold are looked for beforehand; else the writer fails with them
  */
private[brine] class JsonBuilder private[json] (
    writer: JsonWriter,
    shared: Array[Int],
    options: PickleOptions,
    isCompact: Boolean,
    checksText: Boolean
) extends NullBuilder(writer, options):
  import JsonBuilder.*
  import NullBuilder.*

  /** For each sequence and mapping around: [[InObject]], [[Empty]]. */
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
    case o: Shape.Optional => wrappedNull(o)
    case s: Shape.Standard if AnyJson.isAny(s) =>
      throw new PickleException.NullValue("a null instead of a JSON value; use Json.Null, or an option")
    case _: Shape.Custom if extrasOf != null =>
      throw new PickleException.NullValue("a null instead of extras, which have no fields then; use Extras.none")
    case _ => putNull()

  override def putPresent(shape: Shape): Unit =
    if extrasOf == null && mayLookNull(shape) && !AnyJson.isAny(shape) then putPresent()

  // ---- scalars

  def putUnit(): Unit = { beginValue(); out.writeRawVal(EmptyObject) }

  def putBoolean(value: Boolean): Unit = if isKey() then out.writeKey(value) else out.writeVal(value)
  def putByte(value: Byte): Unit = if isKey() then out.writeKey(value) else out.writeVal(value)
  def putShort(value: Short): Unit = if isKey() then out.writeKey(value) else out.writeVal(value)
  def putInt(value: Int): Unit = if isKey() then out.writeKey(value) else out.writeVal(value)
  def putLong(value: Long): Unit = if isKey() then out.writeKey(value) else out.writeVal(value)

  def putChar(value: Char): Unit =
    if isKey() then out.writeKey(escapedKey(value.toString))
    else if Character.isSurrogate(value) then utf16(value.toString)
    else out.writeVal(value)

  def putFloat(value: Float): Unit =
    beginValue()
    writeFloat(value)

  private[json] def writeFloat(value: Float): Unit =
    if java.lang.Float.isFinite(value) then out.writeVal(value) else notANumber(value)

  def putDouble(value: Double): Unit =
    beginValue()
    writeDouble(value)

  private[json] def writeDouble(value: Double): Unit =
    if java.lang.Double.isFinite(value) then out.writeVal(value) else notANumber(value)

  private[json] def writeLong(value: Long): Unit = out.writeVal(value)

  protected def notANumber(value: Double): Unit =
    out.writeNonEscapedAsciiVal(
      if value > 0 then JsonTags.Infinity else if value < 0 then JsonTags.MinusInfinity else JsonTags.NaN
    )

  def putString(value: String | Null): Unit =
    if value == null then putNull()
    else if isKey() then out.writeKey(keyText(value))
    else writeString(value)

  protected def keyText(key: String): String = if checksText then JsonTags.escaped(key) else JsonTags.marked(key)

  protected def escapedKey(key: String): String = JsonTags.escaped(key)

  private[json] final def writeString(value: String): Unit =
    if checksText && Utf8.hasUnpairedSurrogate(value) then utf16(value) else out.writeVal(value)

  private[brine] override def putUuidText(value: java.util.UUID): Unit =
    if isKey() then out.writeKey(value) else out.writeVal(value)

  protected def utf16(value: String): Unit =
    open(JsonTags.Utf16)
    out.writeNonEscapedAsciiVal(JsonTags.hex(value))
    out.writeObjectEnd()

  // ---- any JSON

  /** A value that is JSON already. */
  private[json] def putRaw(json: Array[Byte]): Unit =
    val in = new JsonInput(json, 0, json.length, null, 0)
    putAny(in.peek() == 'n', in.firstName())(_.writeRawVal(json))

  // ---- products

  def beginProduct(shape: Shape.Product): Unit =
    if shape.isMutableValue then isValueNumbered = beginContent()
    else if (state & Opened) != 0 then settle()
    else
      val numbered = isNumbered()
      isEmptyObject = !numbered && shape.fieldNames.length == 0
      if isEmptyObject then out.writeRawVal(EmptyObject) else out.writeObjectStart()
      if numbered then writeNumber()

  /** True between the begin and the end of an object without members, which has been put. */
  private var isEmptyObject = false

  /** True if the mutable value around has a number, which makes it a member of an object. None contains another. */
  private var isValueNumbered = false

  /** Begins a value that is written as its content. Returns true if it has a number, so that the content is a member of an object. */
  protected final def beginContent(): Boolean =
    val numbered = (state & Numbered) != 0 && isNumbered()
    if numbered then
      checkMark(JsonTags.Value)
      out.writeObjectStart()
      writeNumber()
      out.writeNonEscapedAsciiKey(JsonTags.Value)
    numbered

  def beginField(shape: Shape.Product, index: Int): Unit =
    beginField(shape, index, shape.fieldNames(index))

  private[brine] override def beginField(shape: Shape.Product, index: Int, name: String): Unit =
    if index == shape.extras then extrasOf = shape // these have names of their own
    else if !shape.isMutableValue then writeName(shape, index, name)

  protected def writeName(shape: Shape.Product, index: Int, name: String): Unit =
    if shape.hasSimpleNames then out.writeNonEscapedAsciiKey(name) else out.writeKey(JsonTags.escaped(name))

  def endProduct(shape: Shape.Product): Unit =
    if isEmptyObject then isEmptyObject = false
    else if !shape.isMutableValue || isValueNumbered then out.writeObjectEnd()

  /** How values look, for the code that writes objects of a class. */
  protected def forms: CodeForms = DefaultForms

  private[brine] final def putsObject(plan: Plan.Product, value: AnyRef): Boolean =
    val code = if isCompact && (state & ~Opened) == 0 then JsonCodeMaker.of(plan, forms) else null
    val left = emittedDepth - depth
    if code == null || left <= 0 then false
    else
      if state == 0 then out.writeObjectStart() else settle()
      code.members(value, this, out, left)
      out.writeObjectEnd()
      true

  private[brine] final override def putsSequence(plan: Plan.Sequence, value: AnyRef): Boolean =
    val left = emittedDepth - depth
    val elements =
      if isCompact && state == 0 && arrayClass == null && left > 0 then ElementWriter.of(plan, forms) else null
    if elements != null then elements.write(value, this, out, left)
    elements != null

  /** An array of numbers is written by one loop, unless it is a member of an object. */
  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    val isAlone = state == 0 && arrayClass == null && isCompact
    if !isAlone || !ElementWriter.ofNumbers(array, this, out) then super.putArray(shape, kind, array)

  // A scalar's place is known, so `state` is not asked.

  override def putBooleanField(shape: Shape.Product, index: Int, name: String, value: Boolean): Unit =
    writeName(shape, index, name)
    out.writeVal(value)

  override def putByteField(shape: Shape.Product, index: Int, name: String, value: Byte): Unit =
    writeName(shape, index, name)
    out.writeVal(value)

  override def putShortField(shape: Shape.Product, index: Int, name: String, value: Short): Unit =
    writeName(shape, index, name)
    out.writeVal(value)

  override def putIntField(shape: Shape.Product, index: Int, name: String, value: Int): Unit =
    writeName(shape, index, name)
    out.writeVal(value)

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
    writeName(shape, index, name)
    if value == null then out.writeNull() else writeString(value)

  private var extrasOf: Shape.Product | Null = null

  /** Fields among the other fields, unless it is a place for extras alone. */
  override def putExtras(extras: Extras): Unit =
    val of = extrasOf
    extrasOf = null
    if of == null then super.putExtras(extras)
    else
      for (name, entry) <- extras.entries do
        if isField(of, name) then throw new PickleException.DuplicateField(of.name, PickleException.quote(name))
        out.writeKey(escapedKey(name))
        entry match
          case e: Extras.Json => out.writeRawVal(e.bytes)
          case e: Extras.Shaped =>
            val (value, pickler) = Resolutions.keptFields.record(e)
            put(value.orNull)(using pickler)

  protected def isField(of: Shape.Product, name: String): Boolean = FieldKeys.take(of, of.fieldNames, name)

  // ---- sealed families

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    val numbered = isNumbered()
    val names = LeafNames.of(shape)
    if isCompact then out.writeRawVal(names.begun(leaf))
    else
      open(JsonTags.Type)
      out.writeVal(shape.leafNames(leaf))
    if numbered then writeNumber()
    if names.isObject(leaf) then state = Opened
    else out.writeNonEscapedAsciiKey(JsonTags.Value)

  def endLeaf(shape: Shape.Sum, leaf: Int): Unit =
    if !LeafNames.of(shape).isObject(leaf) then out.writeObjectEnd()

  def putSingleton(shape: Shape.Sum, leaf: Int): Unit =
    beginValue()
    out.writeRawVal(LeafNames.of(shape).quoted(leaf))

  override def putObject(shape: Shape.Singleton): Unit =
    beginValue()
    out.writeVal(shape.name)

  // ---- open types

  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    val numbered = isNumbered()
    open(JsonTags.Type)
    out.writeVal(subtype.name)
    if numbered then writeNumber()
    if subtype.hasFields then state = Opened
    else if !subtype.isObject then out.writeNonEscapedAsciiKey(JsonTags.Value)

  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = if !subtype.hasFields then out.writeObjectEnd()

  // ---- collections

  private var arrayClass: String | Null = null

  override def putArrayClass(shape: Shape.Sequence, name: String): Unit = arrayClass = name

  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit =
    beginCollection(JsonTags.Items)
    if size == 0 then putEmpty(EmptyArray) else out.writeArrayStart()

  /** Puts a collection as a whole. The writer would put white space into it. */
  private def putEmpty(text: Array[Byte]): Unit =
    out.writeRawVal(text)
    collections.mark(Empty)

  def beginElement(shape: Shape.Sequence, index: Int): Unit = ()

  def endSequence(shape: Shape.Sequence): Unit =
    val notes = collections.pop()
    if (notes & Empty) == 0 then out.writeArrayEnd()
    endCollection(notes)

  /** Ends the object around a collection that has a number. */
  private def endCollection(notes: Int): Unit = if (notes & InObject) != 0 then out.writeObjectEnd()

  protected final def endCollection(): Unit = endCollection(collections.pop())

  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit =
    beginCollection(JsonTags.Entries)
    val isObject = this.isObject(shape)
    if size == 0 then putEmpty(if isObject then EmptyObject else EmptyArray)
    else if isObject then out.writeObjectStart()
    else out.writeArrayStart()

  /** Returns true if a map is an object; else it is an array of pairs. */
  protected def isObject(shape: Shape.Mapping): Boolean = JsonTags.isObject(shape)

  protected final def beginCollection(contents: String): Unit =
    val numbered = isNumbered()
    if numbered || arrayClass != null then
      checkMark(contents)
      out.writeObjectStart()
      if arrayClass != null then writeArrayClass()
      if numbered then writeNumber()
      out.writeNonEscapedAsciiKey(contents)
      collections.push(InObject)
    else collections.push(0)

  /** Refuses a member of [[JsonTags]], where there are none. */
  protected def checkMark(name: String): Unit = ()

  private def writeArrayClass(): Unit =
    out.writeKey(kindKey)
    out.writeVal(arrayClass)
    arrayClass = null

  protected def kindKey: String = JsonTags.Type

  def beginKey(shape: Shape.Mapping, index: Int): Unit =
    if isObject(shape) then state |= AtKey
    else
      if index > 0 then out.writeArrayEnd()
      out.writeArrayStart()

  def beginValue(shape: Shape.Mapping, index: Int): Unit = ()

  def endMapping(shape: Shape.Mapping): Unit =
    val notes = collections.pop()
    if (notes & Empty) == 0 then
      if isObject(shape) then out.writeObjectEnd()
      else
        out.writeArrayEnd() // of the last pair
        out.writeArrayEnd()
    endCollection(notes)

  // ---- identity

  def putReference(id: Int, arity: Int): Unit =
    if isNumbered() then misplaced()
    val number = java.util.Arrays.binarySearch(shared, id) + 1
    if number <= 0 then throw changed()
    writeReference(number)

  protected def writeReference(number: Int): Unit =
    open(JsonTags.Ref)
    out.writeVal(number)
    out.writeObjectEnd()

  def putIdentity(id: Int): Unit =
    if appeared < shared.length && shared(appeared) == id then
      appeared += 1
      state |= Numbered

  protected final def writeNumber(): Unit =
    writeIdKey()
    out.writeVal(appeared)

  protected def writeIdKey(): Unit = out.writeNonEscapedAsciiKey(JsonTags.Id)

  /** The numbers are those of a run before this one. */
  private def changed(): PickleException =
    new PickleException.ChangedWhileWritten("the references between its objects have changed")

private[json] object JsonBuilder:
  // Bits of the notes about a collection.

  /** A collection without elements, which has been put. */
  private final val Empty = 16

  /** A collection that is a member of an object. */
  private final val InObject = 32

  private val EmptyArray = "[]".getBytes(java.nio.charset.StandardCharsets.US_ASCII)
  private val EmptyObject = "{}".getBytes(java.nio.charset.StandardCharsets.US_ASCII)
