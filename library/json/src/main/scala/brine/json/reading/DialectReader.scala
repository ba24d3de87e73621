package brine.json.reading

import brine.json.dialects.JsonDialect
import brine.json.looks.{ByteTexts, ClassLook, CodeForms, DialectForms, FieldKeys, Looks, Places}
import brine.json.text.{JsonInput, Lookahead}
import brine.{Extras, PickleException, PickleOptions, PickleReader, Subtype, UnknownFields, Unpickler}
import brine.run.Resolutions
import brine.shape.{ScalarKind, Shape}
import JsonDialect.*

/** Reads one value from JSON of a dialect: takes what [[DialectBuilder]] writes, and what the dialect allows besides.
  */
private[json] final class DialectReader(input: JsonInput, root: DialectForms, options: PickleOptions)
    extends DialectLeaves(input, root, options):
  import DialectReader.Single
  import JsonReader.*
  import Lookahead.*

  private[brine] override def distinctEntries(parts: Array[AnyRef]): Array[AnyRef] =
    if dialect.duplicates == Duplicates.Refused then parts
    else new DistinctEntries(dialect.duplicates == Duplicates.Last, options.limits.maxCollidingKeys).of(parts)

  // ---- places

  protected override def part(union: Shape.Sum): Int = familyTag(union)

  protected override def checkPatch(s: Shape.Sum): Unit = ()

  override def getTag(shape: Shape, arity: Int): Int =
    if ahead == KeyNext then keyTag(shape)
    else
      shape match
        case s: Shape.Sum => familyTag(s)
        case p: Shape.Product => if isAnyAhead(p) then Value
          else if lookOf(p).isNameless then contentTag(lookOf(p))
          else super.getTag(p, arity)
        case _: Shape.Sequence if takesSingles && isSingle => Value
        case _: Shape.Sequence | _: Shape.Mapping if !isMarked =>
          if look() == 'n' then { takeNullValue(); PickleReader.NullTag }
          else Value
        case other => super.getTag(other, arity)

  /** A null as a key, or a family's leaf; other values are read by what asks for the tag. */
  private def keyTag(shape: Shape): Int =
    if in.mayBe(tags.none) && in.isText(tags.none.text, tags.none.quoted) then
      checkNull()
      takeKey()
      PickleReader.NullTag
    else keyOfValue(shape)

  private def keyOfValue(shape: Shape): Int = shape match
    case s: Shape.Sum =>
      isAlone = false
      val keeps = keepsName(s)
      val leaf = if keeps then keep(s)
      else if lookOf(s).isNumbered then leafNumbered(s, in.readWholeKey(0, Int.MaxValue))
      else leafNamed(s)
      if keeps then leaf
      else
        if !lookOf(s).isNumbered then in.colon()
        ahead = Fresh
        leafAlone(s, leaf)
    case _ => Value

  private def contentTag(of: ClassLook): Int = look() match
    case 'n' =>
      takeNullValue()
      PickleReader.NullTag
    case '{' =>
      if isAt(tags.ref) then reference()
      else
        if !of.isArray && isAt(tags.value) then openWrap()
        Value
    case _ => Value

  // ---- products

  private val frames: ProductFrames | Null =
    if scopes != null || dialect.hasNameless || dialect.duplicates != Duplicates.Refused then new ProductFrames
    else null

  override def beginProduct(shape: Shape.Product): Unit = if shape ne kept then beginAsLooks(shape)

  private def beginAsLooks(shape: Shape.Product): Unit =
    val look = lookOf(shape)
    check(look, shape)
    if scopes != null then
      val own = root.of(look.dialect)
      scopes.nn.push(forms, own)
      activate(own)
    val isLeaf = asLeaf
    asLeaf = false
    if named != null then named.nn.push(if isLeaf then 1 else 0)
    if frames == null then super.beginProduct(shape) else beginFrame(shape, look, isLeaf)

  protected override def codeForms: CodeForms = forms.ofCode

  protected override def beginMembers(shape: Shape.Product): Boolean =
    val isLeaf = asLeaf
    asLeaf = false
    if ahead == Fresh && takes(Lenient.EmptyArrays) && in.peek() == '[' then takeEmptyArray()
    super.beginMembers(shape) || isLeaf

  private def beginFrame(shape: Shape.Product, look: ClassLook, isLeaf: Boolean): Unit =
    if look.unwraps && !isLeaf then frames.nn.push(ProductFrame.Field).isNumbered = beginContent(shape)
    else if look.isArray && !isLeaf then
      beginCollection(shape, tags.items, '[')
      val ignored = frames.nn.push(ProductFrame.Elements)
    else
      super.beginProduct(shape)
      val frame = frames.nn.push(ProductFrame.Members)
      if dialect.duplicates == Duplicates.Last && ahead == Key && !shape.isMutableValue then
        frame.last = lastPlaces(shape, look)

  /** For each field, the offset of its last value in the open object. */
  private def lastPlaces(shape: Shape.Product, look: ClassLook): Array[Long] =
    val places = new Array[Long](look.names.length)
    in.mark()
    while
      val key = in.readKey()
      in.peek()
      val field = fieldNamed(shape, look, key)
      if field >= 0 then places(field) = offset
      in.skipAhead()
      nextAhead()
    do ()
    in.reset()
    places

  private def fieldNamed(shape: Shape.Product, look: ClassLook, key: String): Int =
    val own = look.written.indexOf(key)
    val name = if own >= 0 then null else unescaped(key)
    if name == null then own else shape.aliases.getOrElse(name, inOtherCase(shape, name))

  protected override def takesAnyCase: Boolean = takes(Lenient.AnyCase)

  protected override def inOtherCase(shape: Shape.Product, name: String): Int =
    if !takesAnyCase || name == tags.kind.text then -1 else lookOf(shape).inOtherCase(name)

  override def nextField(shape: Shape.Product, previous: Int): Int =
    if scopes == null || (shape eq kept) then nextAsLooks(shape, previous)
    else
      activate(scopes.nn.own)
      val field = nextAsLooks(shape, previous)
      if field >= 0 then
        activate(root.of(Places.ofField(shape, field, dialect)))
        scopes.nn.place = forms
      field

  private def nextAsLooks(shape: Shape.Product, previous: Int): Int =
    if shape eq kept then -1 - previous
    else if frames != null && !shape.isMutableValue && frames.nn.top.kind != ProductFrame.Members then
      if frames.nn.top.kind == ProductFrame.Field then -1 - previous else nextPart(shape, previous)
    else
      val look = lookOf(shape)
      var field = super.nextField(shape, previous)
      while field >= 0 && !shape.gathers(field) && isSkipped(look, field) do field = super.nextField(shape, field)
      field

  /** The next field of an object that is an array of them, all of which have to be there. */
  private def nextPart(shape: Shape.Product, previous: Int): Int =
    val count = shape.fieldNames.length
    val goesOn = nextOf(previous + 1)
    if goesOn != (previous + 1 < count) then refuse(s"an array of $count elements")
    if goesOn then previous + 1 else -1

  /** Skips the value of a field that is as good as missing, or that is not the one to take. */
  private def isSkipped(look: ClassLook, field: Int): Boolean =
    if look.isByCalls then
      val isNull = in.peek() == 'n'
      isNullAdmitted = isNull && look.isNullable(field)
      nestedOption = if isNull && look.isNested(field) then look.shape.fieldShapes(field) else null
    if look.hasNullsForMissing && look.takesNullForMissing(field) && in.peek() == 'n' then
      in.readNull()
      true
    else frames != null && !look.shape.isMutableValue && isDuplicate(frames.nn.top, field)

  /** The type of the field that is next, if it is an option of an option and a null is its content. */
  private var nestedOption: Shape | Null = null

  override def beginOptional(shape: Shape.Optional): Int =
    if shape eq nestedOption then
      nestedOption = null
      PickleReader.Some
    else super.beginOptional(shape)

  private def refusesNulls = dialect.nulls == Nulls.Refused

  /** The null that is next is the value of a field that is declared as `A | Null`. */
  private var isNullAdmitted = false

  protected override def checkNull(): Unit =
    if refusesNulls && !isNullAdmitted then expected("a value that is not null (Nulls.Refused)")
    isNullAdmitted = false

  private def isDuplicate(frame: ProductFrame, field: Int): Boolean = dialect.duplicates match
    case Duplicates.Refused => false
    case Duplicates.First =>
      val isSecond = frame.seen.get(field)
      frame.seen.set(field)
      if isSecond then in.skip()
      isSecond
    case Duplicates.Last =>
      in.peek()
      val isEarlier = frame.last != null && offset != frame.last.nn(field)
      if isEarlier then in.skip()
      isEarlier

  override def endProduct(shape: Shape.Product): Unit = if shape ne kept then
    if scopes != null then activate(scopes.nn.own)
    endAsLooks(shape)
    if scopes != null then activate(scopes.nn.pop())

  private def endAsLooks(shape: Shape.Product): Unit =
    if named != null then { val ignored = named.nn.pop() }
    if frames == null then super.endProduct(shape)
    else
      val frame = frames.nn.pop()
      frame.kind match
        case ProductFrame.Members  => super.endProduct(shape)
        case ProductFrame.Elements => endCollection()
        case _                     => if frame.isNumbered then begin('}')

  protected override def keysFor(shape: Shape.Product): FieldKeys = lookOf(shape).keys

  protected override def refusesUnknown: Boolean = dialect.unknown match
    case JsonDialect.Unknown.ByOptions => options.unknownFields == UnknownFields.Refuse
    case JsonDialect.Unknown.Skip      => false
    case JsonDialect.Unknown.Refuse    => true

  protected override def refusesStrangers: Boolean = dialect.unknown != JsonDialect.Unknown.Skip

  protected override def skipUnknown(shape: Shape.Product, name: String, isLeaf: Boolean): Unit =
    if isLeaf && named != null && name == tags.kind.text then skipName(shape.name, keyPlace)
    else super.skipUnknown(shape, name, isLeaf)

  protected override def keep(kept: Extras.Builder, name: String): Unit = dialect.duplicates match
    case Duplicates.Refused                         => super.keep(kept, name)
    case Duplicates.First if kept.get(name) != null => in.skip()
    case _                                          => kept.put(name, new Extras.Json(rawValue()))

  private[brine] override def fillsMissing: Boolean = scopes == null && dialect.missing == Missing.Filled

  private[brine] override def getMissing(shape: Shape.Product, field: Int): AnyRef | Null =
    val look = if fillsMissing then null else lookOf(shape)
    if look == null || look.dialect.missing == Missing.Filled then null
    else
      if !look.canBeMissing(field) then throw PickleException.MissingField.of(shape, field)
      look.zero(field)

  // ---- open types

  protected override def openType(shape: Shape.Open): Int =
    if dialect.families == Families.Wrapper then
      if ahead != Key then expected(s"a member with the name of a subtype of ${shape.name}")
      subtypeName = keyText()
    else if isNamedFirst(literals = false) then { val ignored = super.openType(shape) }
    else
      findName(shape.name, literals = false)
      subtypeName = lateName
    Value

  override def beginOpen(shape: Shape.Open): Subtype[?] =
    val name = subtypeName
    if name == null then expected(s"an object with the name of a subtype of ${shape.name}")
    val subtype = if dialect.families == Families.Wrapper then wrappedSubtype(shape, name) else super.beginOpen(shape)
    Looks.verifySubtype(subtype.pickler.shape, dialect)
    asLeaf = subtype.hasFields
    subtype

  private def wrappedSubtype(shape: Shape.Open, name: String): Subtype[?] =
    subtypeName = null
    val subtype = this.subtype(shape, name)
    if subtype.isObject then
      if look() != '{' then expected("{}")
      skipMembers(subtype.name)
      ahead = Fresh
    subtype

  override def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    if dialect.families == Families.Wrapper then endWrapper()
    else if subtype.isObject || subtype.hasFields then super.endOpen(shape, subtype)
    else endValued(subtype.name)

  // ---- collections

  override def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean =
    atPlace()
    if takesSingles && collections.top == Single then index == 0 else super.nextElement(shape, index, size)

  override def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean =
    atPlace()
    super.nextEntry(shape, index, size)

  override def beginValue(shape: Shape.Mapping): Unit =
    atPlace()
    super.beginValue(shape)

  private val isMarked = dialect.marks == Marks.Written

  protected override def isObject(shape: Shape.Mapping): Boolean = forms.isObject(shape)

  protected override def keyName(shape: Shape.Mapping, key: Any): String | Null = forms.keyName(shape.key, key)

  /** Takes `[]` for an object without members. */
  private def takeEmptyArray(): Unit =
    begin('[')
    begin(']')
    ahead = Empty

  protected override def takesSingles: Boolean = takes(Lenient.SingleElements)

  /** Returns true if the value that is next stands for an array of it. */
  private def isSingle: Boolean =
    if ahead == Fresh then
      in.peek() match
        case '[' | 'n' => false
        case '{'       => !in.firstName().exists(isOfCollection)
        case _         => true
    else ahead == Empty || ahead == Key && !isAt(tags.items) && !isAt(tags.id) && !isAt(tags.ref)

  private def isOfCollection(name: String): Boolean = name == tags.items.text || tags.isOfIdentity(name)

  override def beginSequence(shape: Shape.Sequence): Long =
    if takesSingles && isSingle then
      collections.push(Single)
      PickleReader.header(PickleReader.UnknownSize, hasNulls = true)
    else super.beginSequence(shape)

  override def endSequence(shape: Shape.Sequence): Unit =
    if takesSingles && collections.top == Single then { val ignored = collections.pop() }
    else super.endSequence(shape)

  /** Without marks no map has a number, so all keys are the map's own. */
  protected override def beginMap(shape: Shape.Mapping): Long =
    if ahead == Fresh && takes(Lenient.EmptyArrays) && isObject(shape) && in.peek() == '[' then takeEmptyArray()
    if !isMarked && isObject(shape) && look() == '{' then
      collections.push(0)
      PickleReader.header(PickleReader.UnknownSize, hasNulls = true)
    else super.beginMap(shape)

  override def getArray(shape: Shape.Sequence, kind: ScalarKind): AnyRef | Null =
    if kind != ScalarKind.Byte || dialect.bytes == Bytes.Numbers then super.getArray(shape, kind)
    else
      look() match
        case '"' => bytes()
        case '{' if isAt(tags.items) =>
          takeKey()
          val all = bytes()
          begin('}')
          all
        case _ => super.getArray(shape, kind)

  private def bytes(): Array[Byte] =
    if in.peek() != '"' then expected("a string")
    val all = ByteTexts.bytes(in.readText(), dialect.bytes, takes(Lenient.Unpadded))
    if all == null then refuse(s"bytes in the form ${dialect.bytes}")
    all

  // ---- versions

  override def fieldNumber(shape: Shape.Product, name: String): Int =
    val look = lookOf(shape)
    look.names.indexOf(name)

  override def leafNumber(shape: Shape.Sum, name: String | Null): Int = lookOf(shape).names.indexOf(name)

private[json] object DialectReader:
  /** Reads one value in a dialect. */
  def read[A](in: JsonInput, forms: DialectForms, unpickler: Unpickler[A], options: PickleOptions): A =
    val reader = new DialectReader(in, forms, forms.prepared(unpickler, options))
    val undated = Resolutions.undated(unpickler)
    if (undated ne unpickler) && !forms.dialect.families.isInstanceOf[Families.Member] then
      throw new PickleException.UnsupportedType(
        unpickler.shape.name,
        Seq(
          s"expected Families.Member in the dialect, found ${forms.dialect.families}: JSON does not record versions, " +
            "and a class with " +
            "migrations finds its version by the members of an object. Use Families.Member, or choose the version by " +
            "Unpickler.from"
        )
      )
    val value = reader.getByHand(undated)
    if value != null then value.asInstanceOf[A] else undated.unpickle(reader)

  /** Instead of an array: its only element. */
  private final val Single = 2
