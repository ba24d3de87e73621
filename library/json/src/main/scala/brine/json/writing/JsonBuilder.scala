package brine.json.writing

import brine.json.looks.{DialectForms, JsonKinds}
import brine.json.text.{JsonInput, JsonTags}
import brine.json.writing.parts.*
import brine.{Extras, PathSegments, PickleOptions, Pickler, Subtype}
import brine.plan.{ObjectBuilder, Plan}
import brine.run.EventWriter
import brine.shape.{ScalarKind, Shape}
import brine.wire.JsonSink

/** Writes one value as JSON: docs/spec/json.md. It passes each call on to the part that writes this kind of thing. The
  * sink puts commas and white space.
  *
  * A part is made when it is first needed: code writes most small messages without them.
  */
private[brine] sealed abstract class JsonBuilder private[json] (
    out: JsonSink,
    output: JsonOutput,
    rules: WriteRules,
    options: PickleOptions
) extends ObjectBuilder(options):
  protected type Scalars <: ScalarOutput
  protected type Leaves <: LeafOutput
  protected type Collections <: CollectionOutput
  protected type Members <: MemberOutput
  protected type Places <: PlaceOutput

  protected def newScalars(): Scalars
  protected def newLeaves(): Leaves
  protected def newCollections(): Collections
  protected def newMembers(): Members
  protected def newPlaces(): Places

  private var knownRests: RestOutput | Null = null
  private var knownScalars: Scalars | Null = null
  private var knownLeaves: Leaves | Null = null
  private var knownCollections: Collections | Null = null
  private var knownMembers: Members | Null = null
  private var knownPlaces: Places | Null = null

  protected final def rests: RestOutput =
    if knownRests == null then knownRests = new RestOutput(output, rules)
    knownRests.nn

  protected final def scalars: Scalars =
    if knownScalars == null then knownScalars = newScalars()
    knownScalars.nn

  protected final def leaves: Leaves =
    if knownLeaves == null then knownLeaves = newLeaves()
    knownLeaves.nn

  protected final def collections: Collections =
    if knownCollections == null then knownCollections = newCollections()
    knownCollections.nn

  protected final def members: Members =
    if knownMembers == null then knownMembers = newMembers()
    knownMembers.nn

  protected final def places: Places =
    if knownPlaces == null then knownPlaces = newPlaces()
    knownPlaces.nn

  /** True if the value that is next is written as it was read, as an unknown leaf. */
  private def keepsValue: Boolean = knownLeaves != null && knownLeaves.nn.kept != null

  /** True if no call before this one has left a fact about the value. */
  private def isAlone: Boolean = output.state == 0 && (knownCollections == null || !knownCollections.nn.saysClass)

  final override def isTextual: Boolean = true
  final override def asksEachElement: Boolean = true

  /** The dialect of the value that is next, null if it is the default one. */
  private[json] final def formsOfDialect: DialectForms | Null = rules.dialectForms

  private[brine] final override def pathSegments: PathSegments = new PathSegments:
    override def field(shape: Shape.Product, field: Int): String = rules.segment(shape, field)
    override def entry(shape: Shape.Mapping, index: Int, key: Any): String =
      if rules.isObject(shape) then JsonTags.entrySegment(index, rules.keyName(shape, key))
      else super.entry(shape, index, key)

  // ---- scalars

  final def putUnit(): Unit = scalars.putUnit()
  final def putBoolean(value: Boolean): Unit = scalars.putBoolean(value)
  final def putByte(value: Byte): Unit = scalars.putByte(value)
  final def putShort(value: Short): Unit = scalars.putShort(value)
  final def putChar(value: Char): Unit = scalars.putChar(value)
  final def putInt(value: Int): Unit = scalars.putInt(value)
  final def putLong(value: Long): Unit = scalars.putLong(value)
  final def putFloat(value: Float): Unit = scalars.putFloat(value)
  final def putDouble(value: Double): Unit = scalars.putDouble(value)
  final def putString(value: String | Null): Unit = scalars.putString(value)

  private[brine] final override def putUuidText(value: java.util.UUID): Unit = scalars.putUuidText(value)

  /** A value that is JSON already. */
  private[json] final def putRaw(json: Array[Byte]): Unit =
    val in = new JsonInput(json, 0, json.length, null, 0)
    putAny(JsonKinds.of(in.peek()), in.firstName())(_.asIs(json))

  /** See [[JsonOutput.putAny]]. */
  private[json] final def putAny(kind: Int, firstName: Option[String])(write: JsonSink => Unit): Unit =
    output.putAny(kind, firstName)(write)

  // ---- places

  final def putNull(): Unit = output.putNull()
  final override def putNull(shape: Shape): Unit = places.putNull(shape)
  final def putPresent(): Unit = places.putPresent()
  final override def putPresent(shape: Shape): Unit = places.putPresent(shape)

  final def putNone(shape: Shape.Optional): Unit = places.putNone(shape)
  final def beginSome(shape: Shape.Optional, isNull: Boolean): Unit = places.beginSome(shape, isNull)
  final def endSome(shape: Shape.Optional): Unit = ()

  final def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = places.beginOpen(shape, subtype)
  final def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = places.endOpen(shape, subtype)

  final def putReference(id: Int, arity: Int): Unit =
    rests.refuseReference()
    output.putReference(id)

  final def putIdentity(id: Int): Unit = output.putIdentity(id)

  // ---- leaves

  final def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = leaves.beginLeaf(shape, leaf)
  final def endLeaf(shape: Shape.Sum, leaf: Int): Unit = leaves.endLeaf(shape, leaf)
  final def putSingleton(shape: Shape.Sum, leaf: Int): Unit = leaves.putSingleton(shape, leaf)
  final override def putObject(shape: Shape.Singleton): Unit = leaves.putObject(shape)
  private[brine] final override def noteFallback(leaf: Extras.Leaf | Null): Unit = leaves.noteFallback(leaf)

  /** The type of the fallback that is written as it was read; null if another value is written. */
  private[json] final def keptOf: Shape.Sum | Null = if keepsValue then leaves.keptOf else null

  // ---- members

  final def beginProduct(shape: Shape.Product): Unit = members.beginProduct(shape)
  final def beginField(shape: Shape.Product, index: Int): Unit = beginField(shape, index, shape.fieldNames(index))
  private[brine] final override def beginField(shape: Shape.Product, index: Int, name: String): Unit =
    members.beginField(shape, index, name)
  final def endProduct(shape: Shape.Product): Unit = members.endProduct(shape)

  private[brine] final override def omits(shape: Shape.Product, index: Int, value: Any): Boolean =
    members.omits(shape, index, value)

  final override def putBooleanField(shape: Shape.Product, index: Int, name: String, value: Boolean): Unit =
    members.putBooleanField(shape, index, name, value)
  final override def putByteField(shape: Shape.Product, index: Int, name: String, value: Byte): Unit =
    members.putByteField(shape, index, name, value)
  final override def putShortField(shape: Shape.Product, index: Int, name: String, value: Short): Unit =
    members.putShortField(shape, index, name, value)
  final override def putCharField(shape: Shape.Product, index: Int, name: String, value: Char): Unit =
    members.putCharField(shape, index, name, value)
  final override def putIntField(shape: Shape.Product, index: Int, name: String, value: Int): Unit =
    members.putIntField(shape, index, name, value)
  final override def putLongField(shape: Shape.Product, index: Int, name: String, value: Long): Unit =
    members.putLongField(shape, index, name, value)
  final override def putFloatField(shape: Shape.Product, index: Int, name: String, value: Float): Unit =
    members.putFloatField(shape, index, name, value)
  final override def putDoubleField(shape: Shape.Product, index: Int, name: String, value: Double): Unit =
    members.putDoubleField(shape, index, name, value)
  final override def putStringField(shape: Shape.Product, index: Int, name: String, value: String | Null): Unit =
    members.putStringField(shape, index, name, value)

  final override def putExtras(extras: Extras): Unit =
    if !keepsValue && !rests.putsExtras(extras, this) then super.putExtras(extras)

  // ---- collections

  final override def putArrayClass(shape: Shape.Sequence, name: String): Unit = collections.putArrayClass(shape, name)

  /** An array of numbers is written by one loop, unless it is a member of an object. */
  final override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    val isDone = kind == ScalarKind.Byte && collections.putsBytes(array.asInstanceOf[Array[Byte]]) ||
      isAlone && CollectionWriter.ofNumbers(array, this, out)
    if !isDone then super.putArray(shape, kind, array)

  final def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit = collections.beginSequence()
  final def beginElement(shape: Shape.Sequence, index: Int): Unit = rules.atPlace()
  final def endSequence(shape: Shape.Sequence): Unit = collections.endSequence()

  final def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit =
    collections.beginMapping(shape, size)
  final def beginKey(shape: Shape.Mapping, index: Int): Unit =
    rules.atPlace()
    collections.beginKey(shape, index)
  final def beginValue(shape: Shape.Mapping, index: Int): Unit = rules.atPlace()
  final def endMapping(shape: Shape.Mapping): Unit = collections.endMapping(shape)

  // ---- code for a class

  private[brine] final override def putsObject(plan: Plan.Product, value: AnyRef): Boolean =
    val code =
      if (output.state & ~JsonOutput.Opened) == 0 && !keepsValue then JsonCodeMaker.of(plan, rules.codeForms)
      else null
    val left = emittedDepth - depth
    if code == null || left <= 0 then false
    else
      if output.state == 0 then out.ready().begin('{') else output.settle()
      code.members(value, this, out, left)
      out.end('}')
      true

  private[brine] final override def putsSum(plan: Plan.Sum, value: AnyRef): Boolean =
    val left = emittedDepth - depth
    val writer = if isAlone && left > 0 then SumWriter.kept(plan, rules.codeForms) else null
    writer != null && writer.puts(value, this, out, left)

  private[brine] final override def putsSequence(plan: Plan.Sequence, value: AnyRef): Boolean =
    val left = emittedDepth - depth
    val elements = if isAlone && left > 0 then CollectionWriter.of(plan, rules.codeForms) else null
    if elements != null then elements.write(value, this, out, left)
    elements != null

  // Nothing precedes a value that code writes.

  private[json] final def writeNull(): Unit =
    rules.admitNull()
    out.ready().nul()

  private[json] final def writeLong(value: Long): Unit = scalars.writeLong(value)

  private[json] final def writeFloat(value: Float): Unit =
    if java.lang.Float.isFinite(value) then out.ready().number(value) else scalars.notANumber(value)

  private[json] final def writeDouble(value: Double): Unit =
    if java.lang.Double.isFinite(value) then out.ready().number(value) else scalars.notANumber(value)

  private[json] final def writeString(value: String): Unit = if !out.text(value) then scalars.utf16(value)

  /** Code begins the members of an object whose class gathers some. */
  private[json] final def beginGathering(): Unit =
    rules.beginGathering()
    rules.enterOwn()

  private[json] final def endGathering(): Unit =
    rules.endGathering()
    rules.leave()

  /** Before the field that has gathered them. */
  private[json] final def gather(shape: Shape.Product, field: Int): Unit = rests.beginGathering(shape, field)
  private[json] final def nameLeaf(shape: Shape.Product): Unit = rules.nameLeaf(shape)

  private[json] final def writeMapKey(plan: Plan, key: Any): Unit = key match
    case text: String => scalars.writeKeyText(text)
    case _ =>
      output.state |= JsonOutput.AtKey
      EventWriter.place(plan, key, this)

private[json] object JsonBuilders:
  /** A builder without a dialect (`forms` is null), or of one.
    *
    * @param shared the ids of the objects that are referred to, ascending ([[SharedScan]]), whose numbers are 1, 2, …
    */
  def apply(out: JsonSink, forms: DialectForms | Null, shared: Array[Int], options: PickleOptions): JsonBuilder =
    if forms == null then
      val rules = WriteRules.Own
      new OwnBuilder(out, new JsonOutput(out, rules, shared, options.sharesAll), rules, options)
    else
      val rules = new DialectWriteRules(forms, out, options.sharesAll)
      new DialectBuilder(out, new JsonOutput(out, rules, shared, options.sharesAll), rules, options)

/** Writes JSON by the format's own rules. */
private final class OwnBuilder(out: JsonSink, output: JsonOutput, rules: WriteRules, options: PickleOptions)
    extends JsonBuilder(out, output, rules, options):
  protected type Scalars = ScalarOutput
  protected type Leaves = LeafOutput
  protected type Collections = CollectionOutput
  protected type Members = MemberOutput
  protected type Places = PlaceOutput

  protected def newScalars() = new ScalarOutput(output, rules, rests)
  protected def newLeaves() = new LeafOutput(output, rules, scalars)
  protected def newCollections() = new CollectionOutput(output, rules, rests)
  protected def newMembers() = new MemberOutput(output, rules, scalars, leaves, rests)
  protected def newPlaces() = new PlaceOutput(output, rules, rests)

/** Writes JSON of a dialect. */
private final class DialectBuilder(
    out: JsonSink,
    output: JsonOutput,
    rules: DialectWriteRules,
    options: PickleOptions
) extends JsonBuilder(out, output, rules, options):
  protected type Scalars = DialectScalarOutput
  protected type Leaves = DialectLeafOutput
  protected type Collections = DialectCollectionOutput
  protected type Members = DialectMemberOutput
  protected type Places = DialectPlaceOutput

  protected def newScalars() = new DialectScalarOutput(output, rules, rests)
  protected def newLeaves() = new DialectLeafOutput(output, rules, scalars)
  protected def newCollections() = new DialectCollectionOutput(output, rules, rests)
  protected def newMembers() = new DialectMemberOutput(output, rules, scalars, leaves, rests, collections)
  protected def newPlaces() = new DialectPlaceOutput(output, rules, rests, leaves)

  private[brine] override def putByHand(pickler: Pickler[Any], value: Any): Boolean =
    scalars.putByHand(pickler, value)
