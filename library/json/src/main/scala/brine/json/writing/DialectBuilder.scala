package brine.json.writing

import brine.json.dialects.JsonDialect
import brine.json.looks.{
  ByteTexts,
  ClassLook,
  CodeForms,
  DialectForms,
  DialectNames,
  DialectValues,
  FamilyLook,
  FieldKeys,
  Looks
}
import brine.json.text.{ByteStack, EcmaNumbers, JsonTags, Tags}
import java.nio.charset.StandardCharsets.US_ASCII
import brine.{PickleException, PickleOptions, Pickler, Subtype}
import brine.shape.{Nullness, ScalarKind, Shape}
import brine.wire.Utf8
import com.github.plokhotnyuk.jsoniter_scala.core.JsonWriter
import JsonDialect.*

/** Writes one value as JSON of a dialect. It makes of each call what [[JsonBuilder]] makes of it, except for what the dialect says. */
private[json] final class DialectBuilder(
    dialectForms: DialectForms,
    writer: JsonWriter,
    shared: Array[Int],
    options: PickleOptions,
    isCompact: Boolean,
    checksText: Boolean
) extends JsonBuilder(writer, shared, options, isCompact, checksText):
  import NullBuilder.*

  private val dialect = dialectForms.dialect
  private val isMarked = dialect.marks == Marks.Written

  protected override def forms: CodeForms = dialectForms.ofCode

  protected override def tags: Tags = dialectForms.tags

  /** The content of an object that is written as its field stands where the object's number could stand. */
  protected override def checkFirstName(name: Option[String]): Unit = name match
    case Some(first) if sharesAll && tags.isOfIdentity(first) && isInField =>
      throw givenMeaning(s"an object of any JSON begins with '$first'")
    case _ => ()

  private def isInField: Boolean =
    contents != null && contents.length > 0 && contents.top == DialectBuilder.AsField

  // ---- looks

  private var lastShape: Shape.Product | Null = null
  private var lastLook: ClassLook = null.asInstanceOf[ClassLook]

  private def lookOf(shape: Shape.Product): ClassLook =
    if shape ne lastShape then
      lastLook = Looks.ofClass(shape, dialect)
      lastShape = shape
    lastLook

  private var lastFamily: Shape.Sum | Null = null
  private var lastFamilyLook: FamilyLook = null.asInstanceOf[FamilyLook]

  private def lookOf(shape: Shape.Sum): FamilyLook =
    if shape ne lastFamily then
      lastFamilyLook = Looks.ofFamily(shape, dialect)
      lastFamily = shape
    lastFamilyLook

  // ---- what needs a mark

  protected override def checkMark(name: String): Unit =
    if !isMarked then
      throw new PickleException.RuleNotObeyed(
        s"a value needs a member '$name', which the dialect does not write (Marks.Refused)"
      )

  protected override def open(key: String): Unit =
    checkMark(key)
    super.open(key)

  protected override def nullKey(): Unit =
    if (state & Wrapped) != 0 || !isMarked then
      throw new PickleException.NullValue("a map with a null key has no form in the dialect")
    super.nullKey()

  protected override def keyText(key: String): String = escapedKey(key)

  protected override def escapedKey(key: String): String =
    val text = DialectNames.escaped(key, dialect)
    if !isMarked && Utf8.hasUnpairedSurrogate(text) then
      throw new PickleException.Malformed("a key has an unpaired surrogate, which JSON cannot hold")
    if isMarked && (text == dialectForms.id || text == dialectForms.ref) then
      throw givenMeaning(s"a key is '$text'")
    text

  protected override def isField(of: Shape.Product, name: String): Boolean =
    val text = DialectNames.escaped(name, dialect)
    if text == dialectForms.id || text == dialectForms.ref then throw givenMeaning(s"a field of the extras is '$text'")
    FieldKeys.take(of, lookOf(of).names, name) || withExtras.nn.top == 1 && text == dialectForms.member

  private def givenMeaning(what: String): PickleException =
    new PickleException.RuleNotObeyed(
      s"$what, which the dialect gives a meaning: choose other names by Identity.Marked"
    )

  protected override def utf16(value: String): Unit =
    if !isMarked then throw new PickleException.Malformed("a text has an unpaired surrogate, which JSON cannot hold")
    super.utf16(value)

  protected override def mayLookNull(shape: Shape): Boolean = shape match
    case p: Shape.Product if lookOf(p).unwraps =>
      val inner = p.fieldShapes(0)
      inner.nullness == Nullness.Own || mayLookNull(inner)
    case m: Shape.Mapped => m.inner.nullness == Nullness.Own || mayLookNull(m.inner)
    case s: Shape.Scalar =>
      dialect.notFinite == NotFinite.Null && (s.kind == ScalarKind.Double || s.kind == ScalarKind.Float)
    case other => super.mayLookNull(other)

  // ---- scalars

  private[json] override def writeLong(value: Long): Unit =
    if dialect.longs == NumberForm.Text || dialect.longs == NumberForm.Safe && !DialectValues.isSafe(value) then
      out.writeNonEscapedAsciiVal(value.toString)
    else out.writeVal(value)

  override def putLong(value: Long): Unit = if isKey() then out.writeKey(value) else writeLong(value)

  private[json] override def writeDouble(value: Double): Unit =
    if dialect.doubles == Doubles.Java || !java.lang.Double.isFinite(value) then super.writeDouble(value)
    else out.writeRawVal(EcmaNumbers.text(JsonTags.shortest(value)).getBytes(US_ASCII))

  private[json] override def writeFloat(value: Float): Unit =
    if dialect.doubles == Doubles.Java || !java.lang.Float.isFinite(value) then super.writeFloat(value)
    else out.writeRawVal(EcmaNumbers.text(JsonTags.shortest(value)).getBytes(US_ASCII))

  /** Refuses a number that would be written as null inside a value that may be null itself. */
  private def checkNull(value: Double): Unit =
    if (state & Wrapped) != 0 && !java.lang.Double.isFinite(value) && dialect.notFinite == NotFinite.Null then
      throw new PickleException.RuleNotObeyed(
        s"$value would be a null in an option or another value, and come back as that value's null"
      )

  override def putDouble(value: Double): Unit =
    checkNull(value)
    if isKey() then out.writeKey(numberKey(value, JsonTags.shortest(value))) else writeDouble(value)

  override def putFloat(value: Float): Unit =
    checkNull(value)
    if isKey() then out.writeKey(numberKey(value, JsonTags.shortest(value))) else writeFloat(value)

  private def numberKey(value: Double, shortest: => String): String =
    if !java.lang.Double.isFinite(value) then
      throw new PickleException.RuleNotObeyed(s"a key is $value, which the dialect does not write")
    if dialect.doubles == Doubles.Java then shortest else EcmaNumbers.text(shortest)

  protected override def notANumber(value: Double): Unit = dialect.notFinite match
    case NotFinite.Texts                  => super.notANumber(value)
    case NotFinite.Null if value != value => out.writeNull()
    case _ =>
      throw new PickleException.RuleNotObeyed(s"$value is not a number in JSON, and the dialect has no form for it")

  private[brine] override def putByHand(pickler: Pickler[Any], value: Any): Boolean = pickler.shape match
    case s: Shape.Standard =>
      val form = dialectForms.of(s)
      form != null && {
        val text = form.nn.textOf(value)
        text != null && {
          if isKey() then out.writeKey(text)
          else if form.nn.isNumber then out.writeRawVal(text.getBytes(US_ASCII))
          else out.writeVal(text)
          true
        }
      }
    case _ => false

  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    if kind != ScalarKind.Byte || dialect.bytes == Bytes.Numbers then super.putArray(shape, kind, array)
    else
      beginCollection(JsonTags.Items)
      out.writeNonEscapedAsciiVal(ByteTexts.text(array.asInstanceOf[Array[Byte]], dialect.bytes))
      endCollection()

  // ---- products

  /** For each object around that may be written without its fields' names: how it is, and whether it has a number. */
  private val contents = if dialect.hasNameless then new ByteStack else null

  /** For each object around whose class keeps extras: 1 if one of its members names the leaf. */
  private var withExtras: ByteStack | Null = null

  private var isLeafNamed = false

  private def nameLeaf(shape: Shape): Unit = shape match
    case p: Shape.Product => isLeafNamed = p.extras >= 0
    case _                => ()

  override def beginProduct(shape: Shape.Product): Unit =
    if shape.extras >= 0 then
      if withExtras == null then withExtras = new ByteStack
      withExtras.nn.push(if isLeafNamed then 1 else 0)
      isLeafNamed = false
    val look = lookOf(shape)
    if look.problems.nonEmpty then throw new PickleException.UnsupportedType(shape.name, look.problems)
    if !look.isNameless then super.beginProduct(shape)
    else if (state & Opened) != 0 then
      contents.nn.push(DialectBuilder.AsObject)
      super.beginProduct(shape)
    else if look.isArray then
      contents.nn.push(DialectBuilder.AsArray)
      beginCollection(JsonTags.Items)
      out.writeArrayStart()
    else contents.nn.push(if beginContent() then DialectBuilder.AsNumbered else DialectBuilder.AsField)

  private def isContent(look: ClassLook): Boolean = look.isNameless && contents.nn.top != DialectBuilder.AsObject

  private[brine] override def beginField(shape: Shape.Product, index: Int, name: String): Unit =
    if !isContent(lookOf(shape)) then super.beginField(shape, index, name)

  protected override def writeName(shape: Shape.Product, index: Int, name: String): Unit =
    val look = lookOf(shape)
    if look.areSimple then out.writeNonEscapedAsciiKey(look.written(index)) else out.writeKey(look.written(index))

  override def endProduct(shape: Shape.Product): Unit =
    if shape.extras >= 0 then withExtras.nn.pop()
    if !lookOf(shape).isNameless then super.endProduct(shape)
    else
      contents.nn.pop() match
        case DialectBuilder.AsField => ()
        case DialectBuilder.AsArray =>
          out.writeArrayEnd()
          endCollection()
        case _ => out.writeObjectEnd()

  private[brine] override def omits(shape: Shape.Product, index: Int, value: Any): Boolean =
    val look = lookOf(shape)
    if value == null then checkNullField(look, index)
    look.hasRules && !isContent(look) && look.omits(index, value)

  private def checkNullField(look: ClassLook, index: Int): Unit =
    if look.losesNull(index) && !isContent(look) then
      throw new PickleException.NullValue(
        s"a null would come back as the default of ${look.shape.name}'s ${look.shape.fieldNames(index)} (Nulls.AsMissing)"
      )

  /** Puts a scalar as it is, or leaves it out. Returns true if there is more to do: its name and its value. */
  private inline def isUsual(shape: Shape.Product, index: Int, inline value: Any)(inline put: => Unit): Boolean =
    val look = lookOf(shape)
    if isContent(look) then
      put
      false
    else !(look.hasRules && look.omits(index, value))

  override def putBooleanField(shape: Shape.Product, index: Int, name: String, value: Boolean): Unit =
    if isUsual(shape, index, value)(putBoolean(value)) then super.putBooleanField(shape, index, name, value)

  override def putByteField(shape: Shape.Product, index: Int, name: String, value: Byte): Unit =
    if isUsual(shape, index, value)(putByte(value)) then super.putByteField(shape, index, name, value)

  override def putShortField(shape: Shape.Product, index: Int, name: String, value: Short): Unit =
    if isUsual(shape, index, value)(putShort(value)) then super.putShortField(shape, index, name, value)

  override def putCharField(shape: Shape.Product, index: Int, name: String, value: Char): Unit =
    if isUsual(shape, index, value)(putChar(value)) then super.putCharField(shape, index, name, value)

  override def putIntField(shape: Shape.Product, index: Int, name: String, value: Int): Unit =
    if isUsual(shape, index, value)(putInt(value)) then super.putIntField(shape, index, name, value)

  override def putLongField(shape: Shape.Product, index: Int, name: String, value: Long): Unit =
    if isUsual(shape, index, value)(putLong(value)) then super.putLongField(shape, index, name, value)

  override def putFloatField(shape: Shape.Product, index: Int, name: String, value: Float): Unit =
    if isUsual(shape, index, value)(putFloat(value)) then super.putFloatField(shape, index, name, value)

  override def putDoubleField(shape: Shape.Product, index: Int, name: String, value: Double): Unit =
    if isUsual(shape, index, value)(putDouble(value)) then super.putDoubleField(shape, index, name, value)

  override def putStringField(shape: Shape.Product, index: Int, name: String, value: String | Null): Unit =
    if value == null then checkNullField(lookOf(shape), index)
    if isUsual(shape, index, value)(putString(value)) then super.putStringField(shape, index, name, value)

  // ---- sealed families

  override def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    val look = lookOf(shape)
    if look.problems.nonEmpty then throw new PickleException.UnsupportedType(shape.name, look.problems)
    if look.isMember then
      val numbered = isNumbered()
      beginMember(look, leaf)
      nameLeaf(shape.leafShapes(leaf))
      if numbered then writeNumber()
      if shape.leafShapes(leaf).hasMembers then state = Opened else out.writeNonEscapedAsciiKey(JsonTags.Value)
    else if look.isWrapper then beginWrapper(look.names(leaf), shape.leafShapes(leaf).hasMembers && !look.isKeyed)
    else if look.isPair then beginPair(leaf)
    else beginUntagged()

  /** `{"type":"Circle"` */
  private def beginMember(look: FamilyLook, leaf: Int): Unit =
    out.writeObjectStart()
    out.writeKey(dialectForms.member)
    out.writeRawVal(look.quoted(leaf))

  /** The object itself is inside, with its number. */
  private def beginWrapper(name: String, isClass: Boolean): Unit =
    val numbered = isNumbered()
    out.writeObjectStart()
    out.writeKey(name)
    if isClass then
      out.writeObjectStart()
      if numbered then writeNumber()
      state = Opened
    else if numbered then state = Numbered

  /** The number comes before the value, whose own number is within it. */
  private def beginPair(leaf: Int): Unit =
    val numbered = isNumbered()
    out.writeArrayStart()
    out.writeVal(leaf)
    if numbered then state = Numbered

  private def beginUntagged(): Unit =
    val numbered = isNumbered()
    out.writeObjectStart()
    if numbered then writeNumber()
    state = Opened

  override def endLeaf(shape: Shape.Sum, leaf: Int): Unit =
    val look = lookOf(shape)
    if look.isPair then out.writeArrayEnd()
    else if look.isWrapper || look.isMember && !shape.leafShapes(leaf).hasMembers then out.writeObjectEnd()

  override def putSingleton(shape: Shape.Sum, leaf: Int): Unit =
    val look = lookOf(shape)
    if isKey() then out.writeKey(if look.isNumbered then leaf.toString else look.names(leaf))
    else if look.isNumbered then out.writeVal(leaf)
    else if look.hasTexts then out.writeRawVal(look.quoted(leaf))
    else
      if look.isMember then beginMember(look, leaf)
      else
        out.writeObjectStart()
        if look.isWrapper then
          out.writeKey(look.names(leaf))
          out.writeObjectStart()
          out.writeObjectEnd()
      out.writeObjectEnd()

  override def putObject(shape: Shape.Singleton): Unit =
    if isKey() then out.writeKey(escapedKey(shape.name)) else out.writeVal(shape.name)

  // ---- open types

  override def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    Looks.verifySubtype(subtype.pickler.shape, dialect)
    if dialect.families == Families.Wrapper then
      beginWrapper(subtype.name, subtype.hasFields)
      if subtype.isObject then
        out.writeObjectStart()
        out.writeObjectEnd()
    else
      val numbered = isNumbered()
      out.writeObjectStart()
      out.writeKey(dialectForms.member)
      out.writeVal(subtype.name)
      if subtype.hasFields then nameLeaf(subtype.pickler.shape)
      if numbered then writeNumber()
      if subtype.hasFields then state = Opened
      else if !subtype.isObject then
        checkMark(JsonTags.Value)
        out.writeNonEscapedAsciiKey(JsonTags.Value)

  override def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    if dialect.families == Families.Wrapper || !subtype.hasFields then out.writeObjectEnd()

  // ---- collections

  override def putArrayClass(shape: Shape.Sequence, name: String): Unit =
    checkMark(JsonTags.Items)
    if dialect.families.isInstanceOf[Families.Member] then super.putArrayClass(shape, name)
    else throw new PickleException.RuleNotObeyed("an array of another class than declared needs Families.Member")

  protected override def kindKey: String = dialectForms.member

  protected override def isObject(shape: Shape.Mapping): Boolean = dialectForms.isObject(shape)

  // ---- identity

  protected override def writeReference(number: Int): Unit =
    out.writeObjectStart()
    out.writeKey(dialectForms.ref)
    out.writeVal(number)
    out.writeObjectEnd()

  protected override def writeIdKey(): Unit = out.writeKey(dialectForms.id)

private[json] object DialectBuilder:
  /** Writes one value in a dialect. (Code that writes without a dialect does not name the builder of one, so that HotSpot does
    * not load it.)
    */
  def write[A](
      value: A,
      pickler: Pickler[A],
      forms: DialectForms,
      out: JsonWriter,
      shared: Array[Int],
      options: PickleOptions,
      isCompact: Boolean,
      checksText: Boolean
  ): Unit =
    val builder = new DialectBuilder(forms, out, shared, options, isCompact, checksText)
    if !builder.putByHand(pickler.asInstanceOf[Pickler[Any]], value) then pickler.pickle(value, builder)

  // How an object is written that may be written as its field.
  final val AsObject = 0
  final val AsField = 1
  final val AsNumbered = 2
  final val AsArray = 3
