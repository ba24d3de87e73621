package brine.json.reading

import brine.json.looks.{DialectForms, FieldKeys}
import brine.json.reading.parts.*
import brine.json.text.{JsonCursor, JsonInput, JsonTags, PlainNumbers, Tags}
import scala.collection.mutable.Growable
import brine.{Extras, MemberRules, PathSegments, PickleOptions, PickleReader, Subtype, Unpickler}
import brine.plan.{ObjectReader, Plan}
import brine.shape.{ScalarKind, Shape}

/** Reads one value from JSON: docs/spec/json.md. It passes each call on to the part that reads this kind of thing.
  *
  * A part is made when it is first needed: code reads most small messages without them.
  */
private[brine] sealed abstract class JsonReader private[json] (
    in: JsonInput,
    cursor: JsonCursor,
    rules: ReadRules,
    options: PickleOptions
) extends ObjectReader(options), Plan.ChoosesVersion:
  protected type Scalars <: JsonScalars
  protected type Leaves <: JsonLeaves
  protected type Collections <: JsonCollections
  protected type Members <: JsonMembers
  protected type Places <: JsonPlaces

  protected def newScalars(): Scalars
  protected def newLeaves(): Leaves
  protected def newCollections(): Collections
  protected def newMembers(): Members
  protected def newPlaces(): Places

  private var knownScalars: Scalars | Null = null
  private var knownLeaves: Leaves | Null = null
  private var knownCollections: Collections | Null = null
  private var knownMembers: Members | Null = null
  private var knownPlaces: Places | Null = null

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

  // ---- the input

  final override def isTextual: Boolean = true

  final override def offset: Long = in.offset

  /** The offset of the bytes that have not paid for steps yet; first that of this value. */
  private var paidUntil = in.offset

  private[brine] final override def payBudget(): Unit =
    val more = in.offset - paidUntil
    // After a look ahead, the bytes are read once more.
    if more > 0 then
      budget.pay(more)
      paidUntil += more

  private[brine] final override def pathSegments: PathSegments = new PathSegments:
    override def field(shape: Shape.Product, field: Int): String = rules.segment(shape, field)
    override def entry(shape: Shape.Mapping, index: Int, key: Any): String =
      if rules.isObject(shape) then JsonTags.entrySegment(index, rules.keyName(shape, key))
      else super.entry(shape, index, key)
    override def leaf(shape: Shape.Sum, leaf: Int): String = leaves.leafSegment(shape, leaf)
    override def subtype(name: String, hasFields: Boolean): String = places.subtypeSegment(name, hasFields)

  // ---- versions

  private[brine] final override def tellsVersion: Boolean = false

  private var versionReader: VersionReader | Null = null

  private[brine] final override def versionOf(versions: Plan.Versions): Int =
    if versionReader == null then versionReader = new VersionReader(cursor, rules, this)
    versionReader.nn.versionOf(versions)

  // ---- scalars

  final def getUnit(): Unit = scalars.getUnit()
  final def getBoolean(): Boolean = scalars.getBoolean()
  final def getByte(): Byte = scalars.getByte()
  final def getShort(): Short = scalars.getShort()
  final def getChar(): Char = scalars.getChar()
  final def getInt(): Int = scalars.getInt()
  final def getLong(): Long = scalars.getLong()
  final def getFloat(): Float = scalars.getFloat()
  final def getDouble(): Double = scalars.getDouble()
  final def getString(): String | Null = scalars.getString()

  /** [[getInt]] of a value, where a key cannot be. */
  final def readInt(): Int =
    val plain = in.plainInt()
    if plain != PlainNumbers.Other then plain else getInt()

  /** [[getLong]] of a value, where a key cannot be. */
  final def readLong(): Long =
    val plain = in.plainLong()
    if plain != PlainNumbers.OtherLong then plain else getLong()

  /** [[getDouble]] of a value, where a key cannot be. */
  final def readDouble(): Double =
    val plain = in.plainDouble()
    if plain == plain then plain else getDouble()

  private[brine] final override def getUuidText(): java.util.UUID | Null = scalars.getUuidText()

  /** See [[JsonScalars.getAny]]. */
  private[json] final def getAny[A](read: JsonInput => A): A = scalars.getAny(read)

  // ---- places

  final def getTag(shape: Shape, arity: Int): Int = places.getTag(shape, arity)
  final def getIdentity(shape: Shape): Int = leaves.getIdentity(shape)
  final override def getObject(shape: Shape.Singleton): Unit = leaves.getObject(shape)

  final def beginOptional(shape: Shape.Optional): Int = places.beginOptional(shape)
  final def endSome(shape: Shape.Optional): Unit = ()

  final def beginOpen(shape: Shape.Open): Subtype[?] = places.beginOpen(shape)
  final def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = places.endOpen(shape, subtype)

  // ---- leaves

  final def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = leaves.beginLeaf(shape, leaf)
  final def endLeaf(shape: Shape.Sum, leaf: Int): Unit = leaves.endLeaf(shape, leaf)

  /** True if the value that is next is kept as it stands, as an unknown leaf. */
  private[json] final def keepsValue: Boolean = knownLeaves != null && knownLeaves.nn.kept != null

  /** Behind the name of a leaf, to the object's next key or its end. */
  private[json] final def afterLeaf(): Unit = cursor.nextMember()

  // ---- members

  final def beginProduct(shape: Shape.Product): Unit = members.beginProduct(shape)
  final def nextField(shape: Shape.Product, previous: Int): Int = members.nextField(shape, previous)
  final def endProduct(shape: Shape.Product): Unit = members.endProduct(shape)

  private[json] final def beginGathering(shape: Shape.Product): Unit = members.beginGathering(shape)

  /** The next field of a class whose objects have members. `isLeaf`: a member names the object's leaf. */
  private[json] final def nextByKey(shape: Shape.Product, keys: FieldKeys, previous: Int, isLeaf: Boolean): Int =
    val likely = JsonMembers.likelyField(cursor, shape, keys, previous)
    if likely >= 0 then likely else members.unlikelyField(shape, keys, previous, isLeaf)

  final override def getExtras(): Extras =
    val own = members.takeExtras()
    if own == null then super.getExtras() else own

  private[brine] final override def memberRules: MemberRules = rules

  // ---- collections

  final override def getArrayClass(shape: Shape.Sequence): String | Null = places.takeArrayClass()

  final override def getArray(shape: Shape.Sequence, kind: ScalarKind): AnyRef | Null =
    val bytes = if kind == ScalarKind.Byte then collections.takeBytes() else null
    if bytes != null then bytes
    else if rules.takesSingles || !ElementReader.areNumbers(kind, rules.codeForms) then super.getArray(shape, kind)
    else if beginSequence(shape) == PickleReader.NullTag then null
    else
      val all = ElementReader.numbers(kind, this, in)
      endSequence(shape)
      all

  final def beginSequence(shape: Shape.Sequence): Long = collections.beginSequence(shape)
  final def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean =
    collections.nextElement(shape, index, size)
  final def endSequence(shape: Shape.Sequence): Unit = collections.endSequence(shape)

  final def beginMapping(shape: Shape.Mapping): Long =
    if members.takesRest() then collections.beginRest() else collections.beginMap(shape)

  final def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean =
    if collections.isRest then collections.toKey(members.nextOfRest()) else collections.nextEntry(shape, index, size)

  final def beginValue(shape: Shape.Mapping): Unit = collections.beginValue(shape)
  final def endMapping(shape: Shape.Mapping): Unit = collections.endCollection()

  // ---- code for a class

  private[brine] final def getByCode(plan: Plan.Product, id: Int): AnyRef | Null =
    val code =
      if id >= 0 || sharesAll || cursor.mustBeNull || keepsValue then null
      else ReadCodeMaker.of(plan, rules.codeForms)
    if code == null then ObjectReader.NoCode
    else
      val isLeaf = beginMembers(plan.shape)
      code.read(this, in, -1, isLeaf, emittedDepth - depth)

  private[brine] final override def getSum(plan: Plan.Sum): AnyRef | Null =
    val code =
      if sharesAll || cursor.ahead != JsonCursor.Fresh || cursor.mustBeNull || keepsValue then null
      else SumReader.kept(plan, rules.codeForms)
    val value = if code == null then SumReader.Other else code.read(this, in, emittedDepth - depth)
    if value eq SumReader.Other then ObjectReader.NoCode else value

  private[brine] final def getElements(plan: Plan.Sequence, header: Long, into: Growable[Any]): Int =
    val code = if sharesAll || rules.takesSingles then null else ElementReader.of(plan, rules.codeForms)
    if code == null then -1 else code.addAll(this, in, emittedDepth - depth, into)

  /** Takes the beginning of an object for code. Returns true if a member has named its leaf. */
  protected def beginMembers(shape: Shape.Product): Boolean

private[json] object JsonReaders:
  /** A reader without a dialect (`forms` is null), or of one. */
  def apply(in: JsonInput, forms: DialectForms | Null, options: PickleOptions): JsonReader =
    if forms == null then new OwnReader(in, new JsonCursor(in, Tags.Default), ReadRules.of(options), options)
    else
      val cursor = new JsonCursor(in, forms.tags)
      new DialectReader(in, cursor, new DialectRules(cursor, forms, options), options)

/** Reads JSON by the format's own rules. */
private final class OwnReader(in: JsonInput, cursor: JsonCursor, rules: ReadRules, options: PickleOptions)
    extends JsonReader(in, cursor, rules, options):
  protected type Scalars = JsonScalars
  protected type Leaves = JsonLeaves
  protected type Collections = JsonCollections
  protected type Members = JsonMembers
  protected type Places = JsonPlaces

  protected def newScalars() = new JsonScalars(cursor, rules, sharesAll)
  protected def newLeaves() = new JsonLeaves(cursor, rules, scalars, sharesAll)
  protected def newCollections() = new JsonCollections(cursor, rules, scalars)
  protected def newMembers() = new JsonMembers(cursor, rules, scalars, leaves)
  protected def newPlaces() = new JsonPlaces(cursor, rules, scalars, leaves, options)

  protected def beginMembers(shape: Shape.Product): Boolean =
    cursor.beginObject(shape.name)
    false

/** Reads JSON of a dialect. */
private final class DialectReader(in: JsonInput, cursor: JsonCursor, rules: DialectRules, options: PickleOptions)
    extends JsonReader(in, cursor, rules, options):
  protected type Scalars = DialectScalars
  protected type Leaves = DialectLeaves
  protected type Collections = DialectCollections
  protected type Members = DialectMembers
  protected type Places = DialectPlaces

  protected def newScalars() = new DialectScalars(cursor, rules, this)
  protected def newLeaves() = new DialectLeaves(cursor, rules, scalars, sharesAll)
  protected def newCollections() = new DialectCollections(cursor, rules, scalars)
  protected def newMembers() = new DialectMembers(cursor, rules, scalars, leaves, collections)
  protected def newPlaces() = new DialectPlaces(cursor, rules, scalars, leaves, collections, members, options)

  protected def beginMembers(shape: Shape.Product): Boolean = members.beginMembers(shape)

  private[brine] override def getByHand(unpickler: Unpickler[?]): Any = scalars.getByHand(unpickler)
