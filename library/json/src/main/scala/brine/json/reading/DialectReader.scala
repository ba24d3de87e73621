package brine.json.reading

import brine.json.dialects.JsonDialect
import brine.json.looks.{ByteTexts, ClassLook, CodeForms, DialectForms, FamilyLook, FieldKeys, Looks}
import brine.json.text.{ByteStack, JsonInput, Lookahead}
import brine.{Extras, PickleException, PickleOptions, PickleReader, Subtype, UnknownFields, Unpickler}
import brine.run.Resolutions
import brine.shape.{ScalarKind, Shape}
import JsonDialect.*

/** Reads one value from JSON of a dialect: takes what [[DialectBuilder]] writes, and what the dialect allows besides. */
private[json] final class DialectReader(input: JsonInput, forms: DialectForms, options: PickleOptions)
    extends DialectScalars(input, forms, options):
  import DialectReader.NoPlace
  import JsonReader.*
  import Lookahead.*

  private[brine] override def distinctEntries(parts: Array[AnyRef]): Array[AnyRef] =
    if dialect.duplicates == Duplicates.Refused then parts
    else new DistinctEntries(dialect.duplicates == Duplicates.Last, options.limits.maxCollidingKeys).of(parts)

  // ---- places

  override def getTag(shape: Shape, arity: Int): Int =
    if ahead == KeyNext then keyTag(shape)
    else
      shape match
        case s: Shape.Sum => familyTag(s)
        case p: Shape.Product => if isAnyAhead(p) then Value
          else if lookOf(p).isNameless then contentTag(lookOf(p))
          else super.getTag(p, arity)
        case _: Shape.Sequence | _: Shape.Mapping if !isMarked =>
          if look() == 'n' then { takeNull(); PickleReader.NullTag }
          else Value
        case other => super.getTag(other, arity)

  /** A null as a key, or a family's leaf; other values are read by what asks for the tag. */
  private def keyTag(shape: Shape): Int =
    if in.mayBe(tags.none) && in.isText(tags.none.text, tags.none.quoted) then
      takeKey()
      PickleReader.NullTag
    else keyOfValue(shape)

  private def keyOfValue(shape: Shape): Int = shape match
    case s: Shape.Sum =>
      val leaf = if lookOf(s).isNumbered then leafNumbered(s, in.readWholeKey(0, Int.MaxValue)) else leafNamed(s)
      if !lookOf(s).isNumbered then in.colon()
      ahead = Fresh
      leafAlone(s, leaf)
    case _ => Value

  private def contentTag(of: ClassLook): Int = look() match
    case 'n' =>
      takeNull()
      PickleReader.NullTag
    case '{' =>
      if isAt(tags.ref) then reference()
      else
        if !of.isArray && isAt(tags.value) then openWrap()
        Value
    case _ => Value

  private def familyTag(s: Shape.Sum): Int =
    val family = lookOf(s)
    check(family, s)
    look() match
      case 'n' =>
        takeNull()
        PickleReader.NullTag
      case '{' =>
        if ahead == Key && isAt(tags.ref) then reference()
        else if family.isMember then memberLeaf(s)
        else if family.isWrapper then wrappedLeaf(s)
        else if family.isPair then expected(s"an array of a number and a value for ${s.name}")
        else untaggedLeaf(s, family)
      case '"' => leafAlone(s, leafNamed(s))
      case '[' if family.isPair =>
        begin('[')
        val leaf = leafNumbered(s, in.readWhole(0, Int.MaxValue))
        begin(',')
        leaf
      case b if family.isNumbered && b >= '0' && b <= '9' =>
        leafAlone(s, leafNumbered(s, in.readWhole(0, Int.MaxValue)))
      case _ => expected(s"a leaf of ${s.name}")

  private def leafNumbered(s: Shape.Sum, number: Long): Int =
    if number >= s.leafNames.length then throw new PickleException.UnknownLeaf(s.name, s"number $number")
    number.toInt

  protected override def leafNamed(sum: Shape.Sum): Int =
    val leaf = in.takeName(lookOf(sum).table)
    if leaf >= 0 then leaf else otherLeaf(sum, in.readText())

  /** The member that names the leaf may be anywhere: if it is not the first, the members before it are looked over. */
  private def memberLeaf(s: Shape.Sum): Int =
    if isNamedFirst() then leaf(s)
    else
      findName(s.name)
      begunLeaf(s, lateLeaf(s))

  /** Returns true if the next member names the leaf. Members before the last one with the name are skipped if the last one counts. */
  private def isNamedFirst(): Boolean =
    if takesLast && ahead == Key then
      val last = placeOf(tags.kind.text)
      while ahead == Key && isAt(tags.kind) && offset != last do
        takeKey(tags.kind)
        in.skip()
        nextMember()
    ahead == Key && isAt(tags.kind)

  private def findName(typeName: String): Unit =
    val at = if ahead == Key then placeOf(tags.kind.text) else NoPlace
    if at == NoPlace then expected(s"a member \"${tags.kind.text}\" of a $typeName")
    later += at

  // The offsets of members that name a leaf, where that leaf is already known.
  private var later: Set[Long] = Set.empty

  private var lateName: String = ""

  private def lateLeaf(s: Shape.Sum): Int =
    val leaf = lookOf(s).names.indexOf(lateName)
    if leaf >= 0 then leaf else otherLeaf(s, lateName)

  /** For each object that is open: 1 if one of its members names its leaf. */
  private val named: ByteStack | Null = if dialect.families.isInstanceOf[Families.Member] then new ByteStack else null

  /** Before the value of a member that has the name of one that names the leaf. [[memberLeaf]] has chosen the one that counts. */
  private def skipName(typeName: String, place: Long): Unit =
    if later.contains(place) then later -= place
    else if dialect.duplicates == Duplicates.Refused then
      throw new PickleException.DuplicateField(typeName, tags.kind.text)
    in.skip()

  protected override def passOverMembers(typeName: String): Unit =
    if named == null then super.passOverMembers(typeName)
    else
      while ahead != Empty do
        val place = offset
        val isName = isAt(tags.kind)
        takeKey()
        if isName then skipName(typeName, place) else in.skip()
        nextMember()

  /** Ends an object with a member for the whole value, behind which only the member that names the leaf may be. */
  private def endValued(typeName: String): Unit =
    nextMember()
    while isAt(tags.kind) do
      val place = offset
      takeKey()
      skipName(typeName, place)
      nextMember()
    if ahead != Empty then expected("'}'")
    ahead = Fresh

  private val takesLast = dialect.duplicates == Duplicates.Last

  /** The offset of the key with this name among the members from here on, the first or the last one as the dialect chooses;
    * [[lateName]] has its value.
    */
  private def placeOf(name: String): Long =
    in.mark()
    var place = NoPlace
    while
      in.peek()
      val here = offset
      val key = in.readKey()
      if key == name then
        place = here
        if in.peek() != '"' then expected("a string")
        lateName = in.readText()
      else in.skipAhead()
      (place == NoPlace || takesLast) && nextAhead()
    do ()
    in.reset()
    place

  /** After a member, returns true if another one follows. */
  private def nextAhead(): Boolean =
    if in.takes(',') then true
    else if in.takes('}') then false
    else expected("',' or '}'")

  private def wrappedLeaf(s: Shape.Sum): Int =
    if ahead != Key then expected(s"a member with the name of a leaf of ${s.name}")
    val leaf = leafNamed(s)
    in.colon()
    ahead = Fresh
    if leaf == Unknown then
      in.skip()
      endWrapper()
      leafAlone(s, leaf)
    else
      if s.leafShapes(leaf).isInstanceOf[Shape.Singleton] then
        if look() == '{' then
          passOverMembers(s.name)
          ahead = Fresh
        else takeNull()
        endWrapper()
      leaf

  private def endWrapper(): Unit = begin('}')

  private def untaggedLeaf(s: Shape.Sum, family: FamilyLook): Int =
    val members = if ahead == Empty then java.util.Set.of[String]() else membersAhead()
    val exact = s.leafNames.indices.filter(family.fits(_, members, isExact = true))
    val all = if exact.nonEmpty then exact else s.leafNames.indices.filter(family.fits(_, members, isExact = false))
    if all.length > 1 then
      refuse(s"the fields of one leaf of ${s.name}, not of ${all.map(s.leafNames(_)).mkString(" and ")}")
    if all.isEmpty then
      if s.fallback < 0 then refuse(s"the fields of a leaf of ${s.name}")
      begunLeaf(s, Unknown)
    else begunLeaf(s, all.head)

  /** The keys of the object that is open, without that of its number. */
  private def membersAhead(): java.util.HashSet[String] =
    val all = new java.util.HashSet[String]
    in.mark()
    while
      all.add(in.readKey())
      in.skipAhead()
      nextAhead()
    do ()
    in.reset()
    all.remove(tags.id.text)
    all

  override def getIdentity(shape: Shape): Int =
    if (dialect.families == Families.Wrapper || dialect.eithers != Eithers.Families) && ahead == Fresh && in.peek() == '{' && (!holdsAny(
        shape,
        0
      ) || in.firstName().contains(tags.id.text))
    then { val ignored = look() }
    super.getIdentity(shape)

  override def getObject(shape: Shape.Singleton): Unit =
    if ahead == KeyNext then
      if getString() != shape.name then refuse(s"\"${shape.name}\"")
    else super.getObject(shape)

  override def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    asLeaf = shape.leafShapes(leaf).hasMembers && !lookOf(shape).areContents
    if lookOf(shape).isMember then super.beginLeaf(shape, leaf)

  override def endLeaf(shape: Shape.Sum, leaf: Int): Unit =
    val family = lookOf(shape)
    if family.isWrapper then endWrapper()
    else if family.isMember then { if !shape.leafShapes(leaf).hasMembers then endValued(shape.name) }
    else if family.isPair then begin(']')

  // ---- products

  /** The next product is a leaf at a place of its family. */
  private var asLeaf = false

  private val frames: ProductFrames | Null =
    if dialect.hasNameless || dialect.duplicates != Duplicates.Refused then new ProductFrames else null

  override def beginProduct(shape: Shape.Product): Unit =
    val look = lookOf(shape)
    check(look, shape)
    val isLeaf = asLeaf
    asLeaf = false
    if named != null then named.nn.push(if isLeaf then 1 else 0)
    if frames == null then super.beginProduct(shape) else beginFrame(shape, look, isLeaf)

  protected override def codeForms: CodeForms = forms.ofCode

  protected override def beginMembers(shape: Shape.Product): Boolean =
    val isLeaf = asLeaf
    asLeaf = false
    super.beginMembers(shape) || isLeaf

  protected override def isLeafOpen: Boolean = named != null && named.nn.top != 0

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
    if name == null then own else shape.aliases.getOrElse(name, -1)

  override def nextField(shape: Shape.Product, previous: Int): Int =
    if frames != null && !shape.isMutableValue && frames.nn.top.kind != ProductFrame.Members then
      if frames.nn.top.kind == ProductFrame.Field then -1 - previous else nextPart(shape, previous)
    else
      val look = lookOf(shape)
      var field = super.nextField(shape, previous)
      while field >= 0 && field != shape.extras && isSkipped(look, field) do field = super.nextField(shape, field)
      field

  /** The next field of an object that is an array of them, all of which have to be there. */
  private def nextPart(shape: Shape.Product, previous: Int): Int =
    val count = shape.fieldNames.length
    val goesOn = nextOf(previous + 1)
    if goesOn != (previous + 1 < count) then refuse(s"an array of $count elements")
    if goesOn then previous + 1 else -1

  /** Skips the value of a field that is as good as missing, or that is not the one to take. */
  private def isSkipped(look: ClassLook, field: Int): Boolean =
    if look.hasNullsForMissing && look.takesNullForMissing(field) && in.peek() == 'n' then
      in.readNull()
      true
    else frames != null && !look.shape.isMutableValue && isDuplicate(frames.nn.top, field)

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

  override def endProduct(shape: Shape.Product): Unit =
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

  private[brine] override def fillsMissing: Boolean = dialect.missing == Missing.Filled

  private[brine] override def getMissing(shape: Shape.Product, field: Int): AnyRef | Null =
    if fillsMissing then null
    else
      val look = lookOf(shape)
      if !look.canBeMissing(field) then throw new PickleException.MissingField(shape.name, shape.fieldNames(field))
      look.zero(field)

  // ---- open types

  protected override def openType(shape: Shape.Open): Int =
    if dialect.families == Families.Wrapper then
      if ahead != Key then expected(s"a member with the name of a subtype of ${shape.name}")
      subtypeName = keyText()
    else if isNamedFirst() then { val ignored = super.openType(shape) }
    else
      findName(shape.name)
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
      passOverMembers(subtype.name)
      ahead = Fresh
    subtype

  override def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    if dialect.families == Families.Wrapper then endWrapper()
    else if subtype.isObject || subtype.hasFields then super.endOpen(shape, subtype)
    else endValued(subtype.name)

  // ---- collections

  private val isMarked = dialect.marks == Marks.Written

  protected override def isObject(shape: Shape.Mapping): Boolean = forms.isObject(shape)

  /** Without marks no map has a number, so all keys are the map's own. */
  override def beginMapping(shape: Shape.Mapping): Long =
    if !isMarked && isObject(shape) && look() == '{' then
      collections.push(0)
      PickleReader.header(PickleReader.UnknownSize, hasNulls = true)
    else super.beginMapping(shape)

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
    val all = ByteTexts.bytes(in.readText(), dialect.bytes)
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
          s"expected Families.Member in the dialect, found ${forms.dialect.families}: JSON does not record versions, and a class with " +
            "migrations finds its version by the members of an object. Use Families.Member, or choose the version by Unpickler.from"
        )
      )
    val value = reader.getByHand(undated)
    if value != null then value.asInstanceOf[A] else undated.unpickle(reader)

  final val NoPlace = -1L
