package brine.json.reading

import brine.json.looks.{DialectForms, FieldKeys}
import brine.json.reading.parts.{JsonMembers, ReaderParts}
import brine.json.text.{JsonInput, JsonTags, PlainNumbers}
import scala.collection.mutable.Growable
import brine.{Extras, PickleOptions, PickleReader, Subtype, Unpickler}
import brine.plan.{ObjectReader, Plan}
import brine.shape.{ScalarKind, Shape}

/** Reads one value from JSON: docs/spec/json.md. It passes each call on to the part that reads this kind of thing
  * ([[ReaderParts]]).
  *
  * @param forms the dialect; null for the format's own rules
  */
private[brine] final class JsonReader private[json] (in: JsonInput, forms: DialectForms | Null, options: PickleOptions)
    extends ObjectReader(options), Plan.ChoosesVersion:
  private val parts = ReaderParts.of(in, forms, this)
  private val cursor = parts.cursor
  private val rules = parts.rules

  // ---- the input

  override def isTextual: Boolean = true

  override def offset: Long = in.offset

  /** The offset of the bytes that have not paid for steps yet; first that of this value. */
  private var paidUntil = in.offset

  private[brine] override def payBudget(): Unit =
    val more = in.offset - paidUntil
    // After a look ahead, the bytes are read once more.
    if more > 0 then
      budget.pay(more)
      paidUntil += more

  // ---- versions

  private[brine] override def tellsVersion: Boolean = false

  private var versionReader: VersionReader | Null = null

  private[brine] override def versionOf(versions: Plan.Versions): Int =
    if versionReader == null then versionReader = new VersionReader(cursor, rules, this)
    versionReader.nn.versionOf(versions)

  // ---- scalars

  def getUnit(): Unit = parts.scalars.getUnit()
  def getBoolean(): Boolean = parts.scalars.getBoolean()
  def getByte(): Byte = parts.scalars.getByte()
  def getShort(): Short = parts.scalars.getShort()
  def getChar(): Char = parts.scalars.getChar()
  def getInt(): Int = parts.scalars.getInt()
  def getLong(): Long = parts.scalars.getLong()
  def getFloat(): Float = parts.scalars.getFloat()
  def getDouble(): Double = parts.scalars.getDouble()
  def getString(): String | Null = parts.scalars.getString()

  /** [[getInt]] of a value that is no key. */
  def readInt(): Int =
    val plain = in.plainInt()
    if plain != PlainNumbers.Other then plain else getInt()

  /** [[getLong]] of a value that is no key. */
  def readLong(): Long =
    val plain = in.plainLong()
    if plain != PlainNumbers.OtherLong then plain else getLong()

  /** [[getDouble]] of a value that is no key. */
  def readDouble(): Double =
    val plain = in.plainDouble()
    if plain == plain then plain else getDouble()

  private[brine] override def getUuidText(): java.util.UUID | Null = parts.scalars.getUuidText()

  private[brine] override def getByHand(unpickler: Unpickler[?]): Any =
    if forms == null then null else parts.scalars.getByHand(unpickler)

  /** See [[JsonScalars.getAny]]. */
  private[json] def getAny[A](read: JsonInput => A): A = parts.scalars.getAny(read)

  // ---- places

  def getTag(shape: Shape, arity: Int): Int = parts.places.getTag(shape, arity)
  def getIdentity(shape: Shape): Int = parts.leaves.getIdentity(shape)
  override def getObject(shape: Shape.Singleton): Unit = parts.leaves.getObject(shape)

  def beginOptional(shape: Shape.Optional): Int = parts.places.beginOptional(shape)
  def endSome(shape: Shape.Optional): Unit = ()

  def beginOpen(shape: Shape.Open): Subtype[?] = parts.places.beginOpen(shape)
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = parts.places.endOpen(shape, subtype)
  private[brine] override def subtypeSegment(subtype: Subtype[?]): String = parts.places.subtypeSegment(subtype)

  // ---- leaves

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = parts.leaves.beginLeaf(shape, leaf)
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = parts.leaves.endLeaf(shape, leaf)
  private[brine] override def leafSegment(shape: Shape.Sum, leaf: Int): String = parts.leaves.leafSegment(shape, leaf)

  /** True if the value that is next is kept as it stands, as an unknown leaf. */
  private[json] def keepsValue: Boolean = parts.keepsValue

  /** Behind the name of a leaf, to the object's next key or its end. */
  private[json] def afterLeaf(): Unit = cursor.nextMember()

  // ---- members

  def beginProduct(shape: Shape.Product): Unit = parts.members.beginProduct(shape)
  def nextField(shape: Shape.Product, previous: Int): Int = parts.members.nextField(shape, previous)
  def endProduct(shape: Shape.Product): Unit = parts.members.endProduct(shape)

  /** The next field of a class whose objects have members and no extras. `isLeaf`: a member names the object's leaf. */
  private[json] def nextByKey(shape: Shape.Product, keys: FieldKeys, previous: Int, isLeaf: Boolean): Int =
    val likely = JsonMembers.likelyField(cursor, keys, previous)
    if likely >= 0 then likely else parts.members.unlikelyField(shape, keys, previous, isLeaf)

  override def getExtras(): Extras =
    val own = parts.members.takeExtras()
    if own == null then super.getExtras() else own

  private[brine] override def fillsMissing: Boolean = rules.fillsMissing
  private[brine] override def getMissing(shape: Shape.Product, field: Int): AnyRef | Null =
    rules.missing(shape, field)

  private[brine] override def segment(shape: Shape.Product, field: Int): String = rules.segment(shape, field)

  // ---- collections

  override def getArrayClass(shape: Shape.Sequence): String | Null = parts.places.takeArrayClass()

  override def getArray(shape: Shape.Sequence, kind: ScalarKind): AnyRef | Null =
    val bytes = if kind == ScalarKind.Byte then parts.collections.takeBytes() else null
    if bytes != null then bytes
    else if rules.takesSingles || !ElementReader.areNumbers(kind, rules.codeForms) then super.getArray(shape, kind)
    else if beginSequence(shape) == PickleReader.NullTag then null
    else
      val all = ElementReader.numbers(kind, this, in)
      endSequence(shape)
      all

  def beginSequence(shape: Shape.Sequence): Long = parts.collections.beginSequence(shape)
  def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean = parts.collections.nextElement(shape, index, size)
  def endSequence(shape: Shape.Sequence): Unit = parts.collections.endSequence(shape)

  def beginMapping(shape: Shape.Mapping): Long =
    if parts.members.takesRest() then parts.collections.beginRest() else parts.collections.beginMap(shape)

  def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean =
    if parts.collections.isRest then parts.collections.toKey(parts.members.nextOfRest()) else parts.collections.nextEntry(shape, index, size)

  def beginValue(shape: Shape.Mapping): Unit = parts.collections.beginValue(shape)
  def endMapping(shape: Shape.Mapping): Unit = parts.collections.endCollection()

  private[brine] override def entrySegment(shape: Shape.Mapping, index: Int, key: Any): String =
    if rules.isObject(shape) then JsonTags.entrySegment(index, rules.keyName(shape, key))
    else super.entrySegment(shape, index, key)

  private[brine] override def distinctEntries(parts: Array[AnyRef]): Array[AnyRef] = rules.distinctEntries(parts)

  // ---- code for a class

  private[brine] def getByCode(plan: Plan.Product, id: Int): AnyRef | Null =
    val code =
      if id >= 0 || sharesAll || cursor.mustBeNull || keepsValue then null
      else ReadCodeMaker.of(plan, rules.codeForms)
    if code == null then ObjectReader.NoCode
    else
      val isLeaf = parts.beginMembers(plan.shape)
      code.read(this, in, -1, isLeaf, emittedDepth - depth)

  private[brine] def getElements(plan: Plan.Sequence, header: Long, into: Growable[Any]): Int =
    val code = if sharesAll || rules.takesSingles then null else ElementReader.of(plan, rules.codeForms)
    if code == null then -1 else code.addAll(this, in, emittedDepth - depth, into)
