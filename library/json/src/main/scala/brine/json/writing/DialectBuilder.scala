package brine.json.writing

import brine.json.dialects.JsonDialect
import brine.json.looks.{
  ByteTexts,
  ClassLook,
  DialectForms,
  DialectNames,
  DialectValues,
  FamilyLook,
  FieldKeys,
  JsonKinds,
  LeafNames,
  Looks
}
import brine.json.text.{ByteStack, JsonTags}
import java.nio.charset.StandardCharsets.US_ASCII
import brine.{PickleException, PickleOptions, Pickler, Subtype}
import brine.shape.{Nullness, ScalarKind, Shape}
import brine.wire.{JsonSink, ShortestDecimal}
import JsonDialect.*

/** Writes one value as JSON of a dialect. It makes of each call what [[JsonBuilder]] makes of it, except for what the
  * dialect says.
  */
private[json] final class DialectBuilder(
    root: DialectForms,
    sink: JsonSink,
    shared: Array[Int],
    options: PickleOptions
) extends DialectLooks(root, sink, shared, options):
  import NullBuilder.*

  private val isMarked = dialect.marks == Marks.Written

  /** The content of an object that is written as its field stands where the object's number could stand. */
  protected override def checkFirstName(name: Option[String]): Unit = name match
    case Some(first) if sharesAll && tags.isOfIdentity(first) && isInField =>
      throw givenMeaning(s"an object of any JSON begins with '$first'")
    case _ => ()

  private[json] override def formsOfDialect: DialectForms | Null = dialectForms

  private def isInField: Boolean =
    contents != null && contents.length > 0 && contents.top == DialectBuilder.AsField

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
    admitNull()
    if (state & Wrapped) != 0 || !isMarked then
      throw new PickleException.NullValue("a map with a null key has no form in the dialect")
    super.nullKey()

  protected override def writeKeyText(key: String): Unit = writeKey(escapedKey(key))

  protected override def escapedKey(key: String): String =
    val text = DialectNames.escaped(key, dialect)
    if isMarked && (text == dialectForms.id || text == dialectForms.ref) then
      throw givenMeaning(s"a key is '$text'")
    text

  protected override def isField(of: Shape.Product, name: String): Boolean =
    val text = DialectNames.escaped(name, dialect)
    if text == dialectForms.id || text == dialectForms.ref then throw givenMeaning(s"a further member is '$text'")
    val own = if scopes != null then scopes.nn.own else dialectForms
    val look = Looks.ofClass(of, own.dialect)
    FieldKeys.take(of, look.names, name) || isGathering.nn.top == 1 && text == own.member ||
    look.dialect.lenient(Lenient.AnyCase) && look.inOtherCase(name) >= 0

  private def givenMeaning(what: String): PickleException =
    new PickleException.RuleNotObeyed(
      s"$what, which the dialect gives a meaning: choose other names by Identity.Marked"
    )

  protected override def utf16(value: String): Unit =
    if !isMarked then JsonTags.notUnicode("a text")
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
      writeText(value.toString)
    else super.writeLong(value)

  override def putLong(value: Long): Unit = if isKey() then writeKey(value.toString) else writeLong(value)

  /** Refuses a number that would be written as null inside a value that may be null itself. */
  private def checkNull(value: Double): Unit =
    if (state & Wrapped) != 0 && !java.lang.Double.isFinite(value) && dialect.notFinite == NotFinite.Null then
      throw new PickleException.RuleNotObeyed(
        s"$value would be a null in an option or another value, and come back as that value's null"
      )

  override def putDouble(value: Double): Unit =
    checkNull(value)
    if isKey() then writeKey(numberKey(value, ShortestDecimal.text(value, dialectForms.isEcma))) else writeDouble(value)

  override def putFloat(value: Float): Unit =
    checkNull(value)
    if isKey() then writeKey(numberKey(value, ShortestDecimal.text(value, dialectForms.isEcma))) else writeFloat(value)

  private def numberKey(value: Double, shortest: => String): String =
    if !java.lang.Double.isFinite(value) then
      throw new PickleException.RuleNotObeyed(s"a key is $value, which the dialect does not write")
    shortest

  protected override def notANumber(value: Double): Unit = dialect.notFinite match
    case NotFinite.Texts => super.notANumber(value)
    case NotFinite.Null if value != value =>
      checkKind(JsonKinds.Null, value)
      out.ready().nul()
    case _ =>
      throw new PickleException.RuleNotObeyed(s"$value is not a number in JSON, and the dialect has no form for it")

  private[brine] override def putByHand(pickler: Pickler[Any], value: Any): Boolean = pickler.shape match
    case s: Shape.Standard =>
      val form = dialectForms.of(s)
      form != null && {
        val text = form.nn.textOf(value)
        if text == null then checkKind(JsonKinds.Text, value)
        text != null && {
          if isKey() then writeKey(text)
          else if form.nn.isNumber then out.raw(text.getBytes(US_ASCII))
          else writeText(text)
          true
        }
      }
    case _ => false

  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    if kind != ScalarKind.Byte || dialect.bytes == Bytes.Numbers then super.putArray(shape, kind, array)
    else
      beginCollection(JsonTags.Items)
      writeText(ByteTexts.text(array.asInstanceOf[Array[Byte]], dialect.bytes))
      endCollection()

  // ---- products

  /** For each object around that may be written without its fields' names: how it is, and whether it has a number. */
  private val contents = if scopes != null || dialect.hasNameless then new ByteStack else null

  /** For each object around whose class gathers members: 1 if one of its members names the leaf. */
  private var isGathering: ByteStack | Null = null

  private var isLeafNamed = false

  private def nameLeaf(shape: Shape): Unit = shape match
    case p: Shape.Product => isLeafNamed = p.gathersAny
    case _                => ()

  override def beginProduct(shape: Shape.Product): Unit = if shape ne kept then beginAsLooks(shape)

  private def beginAsLooks(shape: Shape.Product): Unit =
    if shape.gathersAny then
      if isGathering == null then isGathering = new ByteStack
      isGathering.nn.push(if isLeafNamed then 1 else 0)
      isLeafNamed = false
    val look = lookOf(shape)
    if look.problems.nonEmpty then throw new PickleException.UnsupportedType(shape.name, look.problems)
    if scopes != null then
      val own = root.of(look.dialect)
      scopes.nn.push(dialectForms, own)
      activate(own)
    if !look.isNameless then super.beginProduct(shape)
    else if (state & Opened) != 0 then
      contents.nn.push(DialectBuilder.AsObject)
      super.beginProduct(shape)
    else if look.isArray then
      contents.nn.push(DialectBuilder.AsArray)
      beginCollection(JsonTags.Items)
      out.ready().begin('[')
    else contents.nn.push(if beginContent() then DialectBuilder.AsNumbered else DialectBuilder.AsField)

  private def isContent(look: ClassLook): Boolean = look.isNameless && contents.nn.top != DialectBuilder.AsObject

  private[brine] override def beginField(shape: Shape.Product, index: Int, name: String): Unit =
    if shape ne kept then beginAsLooks(shape, index, name)

  private def beginAsLooks(shape: Shape.Product, index: Int, name: String): Unit =
    inOwn()
    val look = lookOf(shape)
    if !isContent(look) then
      nestedOption = if look.isNested(index) then shape.fieldShapes(index) else null
      isInsideNested = false
      super.beginField(shape, index, name)
    inField(shape, index)

  /** The type of the field that comes next, if it is an option of an option of which the outer one leaves no trace. */
  private var nestedOption: Shape | Null = null

  /** The content of the option inside that one comes next. */
  private var isInsideNested = false

  /** The option inside that one, if it comes next. */
  private var insideNested: Shape | Null = null

  override def beginSome(shape: Shape.Optional, isNull: Boolean): Unit =
    val isOuter = shape eq nestedOption
    if isNull && (isOuter || (shape eq insideNested)) then refuseNestedNull()
    isInsideNested = shape eq insideNested
    insideNested = if isOuter then shape.element else null
    if isOuter then nestedOption = null else super.beginSome(shape, isNull)

  override def putNull(shape: Shape): Unit =
    if shape eq insideNested then refuseNestedNull()
    super.putNull(shape)

  private def refuseNestedNull(): Nothing =
    throw new PickleException.RuleNotObeyed(
      "a null in an option of an option would come back as another (Nested.Nulls)"
    )

  override def putNone(shape: Shape.Optional): Unit =
    insideNested = null
    super.putNone(shape)

  protected override def writeName(shape: Shape.Product, index: Int, name: String): Unit =
    writeKey(lookOf(shape).written(index))

  override def endProduct(shape: Shape.Product): Unit = if shape ne kept then endAsLooks(shape)

  private def endAsLooks(shape: Shape.Product): Unit =
    inOwn()
    isInsideNested = false
    if shape.gathersAny then isGathering.nn.pop()
    if !lookOf(shape).isNameless then super.endProduct(shape)
    else
      contents.nn.pop() match
        case DialectBuilder.AsField => ()
        case DialectBuilder.AsArray =>
          out.end(']')
          endCollection()
        case _ => out.end('}')
    if scopes != null then activate(scopes.nn.pop())

  private[brine] override def omits(shape: Shape.Product, index: Int, value: Any): Boolean =
    if shape ne kept then inOwn()
    val look = lookOf(shape)
    if value == null then checkNullField(look, index)
    (shape ne kept) && look.hasRules && !isContent(look) && look.omits(index, value)

  private def refusesNulls = dialect.nulls == Nulls.Refused

  /** The null that comes next is the value of a field that is declared as `A | Null`. */
  private var isNullAdmitted = false

  protected override def admitNull(): Unit =
    if isInsideNested then refuseNestedNull()
    if refusesNulls && !isNullAdmitted then
      throw new PickleException.NullValue(
        "a null where the type is not an option (Nulls.Refused). Declare the field as an Option or as `A | Null`"
      )
    isNullAdmitted = false

  private def checkNullField(look: ClassLook, index: Int): Unit =
    isNullAdmitted = refusesNulls && look.isNullable(index) && !isContent(look)
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
    if shape ne kept then inOwn()
    if value == null then checkNullField(lookOf(shape), index)
    if (shape eq kept) || isUsual(shape, index, value)(putString(value)) then
      super.putStringField(shape, index, name, value)

  // ---- sealed families

  override def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    val look = lookOf(shape)
    if look.problems.nonEmpty then throw new PickleException.UnsupportedType(shape.name, look.problems)
    if scopes != null then
      val own = root.of(look.dialect)
      scopes.nn.push(dialectForms, own)
      activate(own)
    if leaf == shape.fallback && beginsKept(shape) then ()
    else if look.isContent(leaf) then beginPart(look, leaf)
    else if look.isMember then
      val numbered = isNumbered()
      beginMember(look, leaf)
      nameLeaf(shape.leafShapes(leaf))
      if numbered then writeNumber()
      if shape.leafShapes(leaf).hasMembers then state = Opened else writeKey(JsonTags.Value)
    else if look.isWrapper then
      beginWrapper(nameOf(shape, leaf), shape.leafShapes(leaf).hasMembers && !look.isValue(leaf))
    else if look.isPair then beginPair(leaf)
    else beginUntagged()

  /** `{"type":"Circle"` */
  private def beginMember(look: FamilyLook, leaf: Int): Unit =
    out.ready().begin('{')
    writeKey(dialectForms.member)
    if leaf != look.shape.fallback then out.raw(look.tagged(leaf))
    else
      val name = nameOf(look.shape, leaf)
      if look.areLiterals && LeafNames.isLiteral(name) then out.raw(name.getBytes(US_ASCII)) else writeText(name)

  protected override def leafName(shape: Shape.Sum, leaf: Int): String = lookOf(shape).names(leaf)

  protected override def isKnown(shape: Shape.Sum, name: String): Boolean =
    super.isKnown(shape, lookOf(shape).nameOf(name))

  /** The object itself is inside, with its number. */
  private def beginWrapper(name: String, isClass: Boolean): Unit =
    val numbered = isNumbered()
    out.ready().begin('{')
    writeKey(name)
    if isClass then
      out.ready().begin('{')
      if numbered then writeNumber()
      state = Opened
    else if numbered then state = Numbered

  /** The number comes before the value, whose own number is within it. */
  private def beginPair(leaf: Int): Unit =
    val numbered = isNumbered()
    out.ready().begin('[')
    out.ready().number(leaf)
    if numbered then state = Numbered

  private def beginUntagged(): Unit =
    val numbered = isNumbered()
    out.ready().begin('{')
    if numbered then writeNumber()
    state = Opened

  override def endLeaf(shape: Shape.Sum, leaf: Int): Unit =
    val look = lookOf(shape)
    if kept != null then kept = null
    else if look.isContent(leaf) then endPart()
    else if look.isPair then out.end(']')
    else if look.isWrapper || look.isMember && !shape.leafShapes(leaf).hasMembers then out.end('}')
    if scopes != null then activate(scopes.nn.pop())

  override def putSingleton(shape: Shape.Sum, leaf: Int): Unit =
    val look = lookOf(shape)
    val around = dialectForms
    if scopes != null then activate(root.of(look.dialect))
    putSingleton(shape, leaf, look)
    activate(around)

  private def putSingleton(shape: Shape.Sum, leaf: Int, look: FamilyLook): Unit =
    if shape.nullLeaf >= 0 then putPatch(shape, leaf)
    else if isKey() then writeKey(if look.isNumbered then leaf.toString else look.names(leaf))
    else if look.isNumbered then out.ready().number(leaf)
    else if look.hasTexts then out.raw(look.quoted(leaf))
    else
      if look.isMember then beginMember(look, leaf)
      else
        out.ready().begin('{')
        if look.isWrapper then
          writeKey(look.names(leaf))
          writeEmpty()
      out.end('}')

  override def putObject(shape: Shape.Singleton): Unit =
    if isKey() then writeKey(escapedKey(shape.name)) else writeText(shape.name)

  // ---- open types

  override def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    Looks.verifySubtype(subtype.pickler.shape, dialect)
    if dialect.families == Families.Wrapper then
      beginWrapper(subtype.name, subtype.hasFields)
      if subtype.isObject then
        writeEmpty()
    else
      val numbered = isNumbered()
      out.ready().begin('{')
      writeKey(dialectForms.member)
      writeText(subtype.name)
      if subtype.hasFields then nameLeaf(subtype.pickler.shape)
      if numbered then writeNumber()
      if subtype.hasFields then state = Opened
      else if !subtype.isObject then
        checkMark(JsonTags.Value)
        writeKey(JsonTags.Value)

  override def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    if dialect.families == Families.Wrapper || !subtype.hasFields then out.end('}')

  // ---- collections

  override def beginElement(shape: Shape.Sequence, index: Int): Unit = atPlace()

  override def beginKey(shape: Shape.Mapping, index: Int): Unit =
    atPlace()
    super.beginKey(shape, index)

  override def beginValue(shape: Shape.Mapping, index: Int): Unit = atPlace()

  override def putArrayClass(shape: Shape.Sequence, name: String): Unit =
    checkMark(JsonTags.Items)
    if dialect.families.isInstanceOf[Families.Member] then super.putArrayClass(shape, name)
    else throw new PickleException.RuleNotObeyed("an array of another class than declared needs Families.Member")

  protected override def kindKey: String = dialectForms.member

  protected override def isObject(shape: Shape.Mapping): Boolean = dialectForms.isObject(shape)

  protected override def keyName(shape: Shape.Mapping, key: Any): String | Null = dialectForms.keyName(shape.key, key)

  // ---- identity

  protected override def writeReference(number: Int): Unit =
    out.ready().begin('{')
    writeKey(dialectForms.ref)
    out.ready().number(number)
    out.end('}')

  protected override def writeIdKey(): Unit = writeKey(dialectForms.id)

private[json] object DialectBuilder:
  /** Writes one value in a dialect. (Code that writes without a dialect does not name the builder of one, which
    * is then not loaded.)
    */
  def write[A](
      value: A,
      pickler: Pickler[A],
      forms: DialectForms,
      out: JsonSink,
      shared: Array[Int],
      options: PickleOptions
  ): Unit =
    val builder = new DialectBuilder(forms, out, shared, options)
    if !builder.putByHand(pickler.asInstanceOf[Pickler[Any]], value) then pickler.pickle(value, builder)

  // How an object is written that may be written as its field.
  final val AsObject = 0
  final val AsField = 1
  final val AsNumbered = 2
  final val AsArray = 3
