package brine.json.reading

import brine.json.looks.{CodeForms, DefaultForms, FieldKeys, LeafNames}
import brine.json.text.{ByteStack, JsonInput, JsonTags, Lookahead, Tag, Tags}
import scala.collection.mutable.Growable
import brine.{Extras, PickleException, PickleOptions, PickleReader, Subtype}
import brine.plan.{ObjectReader, Plan}
import brine.shape.{HiddenFields, Nullness, ScalarKind, Shape}

/** Reads one value from JSON: docs/spec/json.md. Mirrors [[JsonBuilder]]. */
private[brine] class JsonReader private[json] (in: JsonInput, first: Tags, options: PickleOptions)
    extends JsonLeaves(in, first, options):
  import JsonReader.*
  import Lookahead.*

  /** For each sequence and mapping around: 1 if an object with its number is around it. */
  protected final val collections = new ByteStack

  // ---- places

  def getTag(shape: Shape, arity: Int): Int =
    if isAnyAhead(shape) then Value else tag(shape)

  private def tag(shape: Shape): Int =
    look() match
      case 'n' => nullTag(shape)
      case '{' => objectTag(shape)
      case token =>
        shape match
          case s: Shape.Sum =>
            if s.isUnion then part(s)
            else if token == '"' then singleton(s)
            else expected(s"a leaf of ${s.name}")
          case _ => Value

  private def nullTag(shape: Shape): Int = shape match
    case s: Shape.Sum if s.nullLeaf >= 0 => part(s)
    case _ =>
      takeNullValue()
      PickleReader.NullTag

  protected def objectTag(shape: Shape): Int = shape match
    case s: Shape.Sum =>
      if s.isUnion then part(s)
      else if isAt(tags.kind) then leaf(s)
      else if isAt(tags.ref) then reference()
      else expected(s"\"${tags.kind.text}\" as the first key of a ${s.name}")
    case o: Shape.Open => if isAt(tags.ref) then reference() else openType(o)
    case s: Shape.Sequence if s.isTracked && s.kind == "Array" && isAt(tags.kind) => otherArray()
    case _: Shape.Product | _: Shape.Sequence | _: Shape.Mapping => if isAt(tags.ref) then reference() else Value
    case _: Shape.Optional if isAt(tags.none)                    => nullOption()
    case _                                                       =>
      // The value has another type in place of this one, so its tag decides about the rest.
      if isAt(tags.value) then openWrap()
      Value

  override def getObject(shape: Shape.Singleton): Unit =
    if look() != '"' || in.readText() != shape.name then refuse(s"\"${shape.name}\"")

  // ---- products

  def beginProduct(shape: Shape.Product): Unit =
    if shape eq kept then () // its field is the value
    else if shape.isMutableValue then isValueNumbered = beginContent(shape)
    else { val ignored = beginMembers(shape) }

  /** True if the mutable value around is a member of an object. None contains another. */
  private var isValueNumbered = false

  /** Mirrors [[JsonBuilder.beginContent]]. */
  protected final def beginContent(shape: Shape.Product): Boolean =
    val isTaken = ahead != Fresh && ahead != Wrapped
    val isObject = ahead != KeyNext && (isTaken || !holdsAny(shape, 0)) && look() == '{'
    val isNumbered = isObject && isAt(tags.value)
    if isNumbered then takeKey()
    else if isObject && (isAt(tags.id) || isAt(tags.ref)) then throw wasShared(shape)
    isNumbered

  // Often the class of the last field's object.
  private var keysOf: Shape.Product | Null = null
  private var keys: FieldKeys = null.asInstanceOf[FieldKeys]

  /** Forgets the keys of the last object's class, since a class may have others from here on. */
  protected final def forgetKeys(): Unit = keysOf = null

  def nextField(shape: Shape.Product, previous: Int): Int =
    if shape.isMutableValue || (shape eq kept) then -1 - previous // one field, which has no key
    else if shape.gathersAny then nextOrGathered(shape, previous)
    else
      if shape ne keysOf then
        keys = keysFor(shape)
        keysOf = shape
      likelyOrAny(shape, keys, previous)(isLeafOpen)

  private inline def likelyOrAny(shape: Shape.Product, keys: FieldKeys, previous: Int)(inline isLeaf: Boolean): Int =
    val likely = likelyField(keys, previous)
    if likely >= 0 then
      ahead = Fresh
      likely
    else
      if previous >= 0 then nextMember()
      memberField(shape, keys, previous, isLeaf)

  /** The next field of a class whose objects have members and no extras. `isLeaf`: a member names the object's leaf. */
  private[json] final def nextByKey(shape: Shape.Product, keys: FieldKeys, previous: Int, isLeaf: Boolean): Int =
    likelyOrAny(shape, keys, previous)(isLeaf)

  /** Returns true if the object that began last, and is read by calls, has a member that names its leaf. */
  protected def isLeafOpen: Boolean = false

  /** The field whose key comes next and is taken, if it is one of the few behind the previous one; else -1. The usual
    * order is the shape's, and writers leave fields out.
    */
  private def likelyField(keys: FieldKeys, previous: Int): Int =
    val until = math.min(previous + 1 + MostLikely, keys.length)
    var field = previous + 1
    if previous >= 0 then while field < until && !in.takesNextKey(keys.written(field)) do field += 1
    else if ahead == Key then while field < until && !in.takesKey(keys.written(field)) do field += 1
    else field = until
    if field < until then field else -1

  /** The same for a class that gathers the members it has no field for. */
  private def nextOrGathered(shape: Shape.Product, previous: Int): Int =
    if previous >= 0 && shape.gathers(previous) then behindMembers(shape, previous)
    else
      if previous >= 0 then nextMember() else beginGathering(shape)
      memberField(shape, keysFor(shape), previous, isLeafOpen)

  private def beginGathering(shape: Shape.Product): Unit =
    if shape.rests != null then
      val problems = shape.rests.nn.problems
      if problems.nonEmpty then throw new PickleException.UnsupportedType(shape.name, problems)
      rests ::= new RestMembers(shape.rests.nn, in)
    if shape.extras >= 0 then
      val kept = new Extras.Builder(shape.name)
      kept.leaf = keptLeaf
      keptLeaf = null
      extras ::= kept

  /** The maps of open objects that have some of their members, the innermost object's first. */
  private var rests: List[RestMembers] = Nil

  /** The map that comes next has members of the object whose last member has been read. */
  private var isRestNext = false

  /** The field behind the last member of an object, since it is not a member itself; -1 if there is none. */
  private def behindMembers(shape: Shape.Product, previous: Int): Int =
    val isLast = shape.extras >= 0 && previous == shape.extras
    val rest = if isLast || shape.rests == null then -1 else rests.head.nextField()
    isRestNext = rest >= 0
    if rest >= 0 then
      ahead = Empty
      rest
    else
      if !isLast && shape.rests != null then rests = rests.tail
      ahead = if isLast || shape.extras < 0 then Fresh else Empty
      if isLast then -1 else shape.extras

  // ---- code for a class

  protected def codeForms: CodeForms = DefaultForms

  private[brine] final def getByCode(plan: Plan.Product, id: Int): AnyRef | Null =
    val code = if id >= 0 || sharesAll || mustBeNull || kept != null then null else ReadCodeMaker.of(plan, codeForms)
    if code == null then ObjectReader.NoCode
    else
      val isLeaf = beginMembers(plan.shape)
      code.read(this, in, -1, isLeaf, emittedDepth - depth)

  private[brine] final def getElements(plan: Plan.Sequence, header: Long, into: Growable[Any]): Int =
    val code = if sharesAll || takesSingles then null else ElementReader.of(plan, codeForms)
    if code == null then -1 else code.addAll(this, in, emittedDepth - depth, into)

  /** Takes the beginning of an object. Returns true if a member has named its leaf. */
  protected def beginMembers(shape: Shape.Product): Boolean =
    if look() != '{' then expected(s"'{' for ${shape.name}")
    false

  /** Behind the name of a leaf, to the object's next key or its end. */
  private[json] final def afterLeaf(): Unit = nextMember()

  protected def keysFor(shape: Shape.Product): FieldKeys = FieldKeys.of(shape)

  /** The field of the member whose key is next, or of one behind it. Fields that gather members come last. */
  private def memberField(shape: Shape.Product, keys: FieldKeys, previous: Int, isLeaf: Boolean): Int =
    var index = Skipped
    var skipped: String | Null = null
    while index == Skipped do
      if ahead == Empty then
        // No member fits if the value is of another type.
        if previous < 0 && skipped != null && refusesStrangers && isStrange(shape) then
          throw new PickleException.UnknownField(shape.name, skipped)
        index = behindMembers(shape, -1)
      else
        index = field(shape, keys)
        if index == Skipped then skipped = unknownField(shape, isLeaf)
    index

  /** Returns true if an object is of another type if none of its members is a field. */
  private def isStrange(shape: Shape.Product): Boolean =
    shape.fieldNames.length > 0 && shape.extras < 0 && (shape.rests == null || rests.head.isEmpty)

  /** Returns true if an object of unknown fields alone is an error. */
  protected def refusesStrangers: Boolean = true

  /** The unknown fields that open objects keep, the innermost object's first. */
  private var extras: List[Extras.Builder] = Nil

  override def getExtras(): Extras =
    if extras.isEmpty || ahead != Empty then super.getExtras()
    else
      val met = extras.head
      extras = extras.tail
      met.result()

  /** Keeps the value that is next under this name. */
  protected def keep(kept: Extras.Builder, name: String): Unit = kept.add(name, new Extras.Json(rawValue()))

  /** The field whose key comes next, which is taken then; or [[Skipped]]. */
  private def field(shape: Shape.Product, keys: FieldKeys): Int =
    val own = in.takeName(keys)
    val known = if own < 0 && (!shape.aliases.isEmpty || takesAnyCase) then aliased(shape) else own
    if known < 0 then Skipped
    else
      in.colon()
      ahead = Fresh
      known

  /** True if the letters of a field's name may be upper or lower case. */
  protected def takesAnyCase: Boolean = false

  /** The field that has this name but for the case of its letters; -1 if there is none. */
  protected def inOtherCase(shape: Shape.Product, name: String): Int = -1

  private def aliased(shape: Shape.Product): Int =
    in.mark()
    val name = unescaped(in.readText())
    val known = if name == null then -1 else shape.aliases.getOrElse(name, inOtherCase(shape, name))
    if known < 0 || shape.gathers(known) then
      in.reset()
      Skipped
    else
      in.unmark()
      known

  /** Passes over a field that is none of the class's; its name. */
  private def unknownField(shape: Shape.Product, isLeaf: Boolean): String =
    if isAt(tags.id) || isAt(tags.ref) then throw wasShared(shape)
    keyPlace = offset
    if shape.rests != null then rests.head.hold()
    val name = keyText()
    skipUnknown(shape, name, isLeaf)
    if shape.rests != null then rests.head.letGo()
    nextMember()
    name

  /** The offset of the key that [[skipUnknown]] is called for. */
  protected final var keyPlace = 0L

  /** Skips or keeps the value of a member that the class has no field for. `isLeaf`: a member names the object's leaf.
    */
  protected def skipUnknown(shape: Shape.Product, name: String, isLeaf: Boolean): Unit =
    val own = unescaped(name)
    if own == null then throw new PickleException.UnknownField(shape.name, name)
    val rest = if shape.rests == null then -1 else shape.rests.nn.indexOf(own)
    val hidden = HiddenFields.ownName(own)
    if rest >= 0 then
      rests.head.add(rest, keyPlace)
      in.skipAhead()
    else if hidden != null && shape.fieldNames.contains(hidden) then
      throw new PickleException.UnknownField(shape.name, name) // which one is it?
    else if shape.extras >= 0 then keep(extras.head, own)
    else if refusesUnknown then throw new PickleException.UnknownField(shape.name, name)
    else in.skip()

  protected final def wasShared(shape: Shape): PickleException =
    new PickleException.BadReference(
      s"a ${shape.name} is a value here, not an object to refer to; if this was written with `sharing = " +
        "Sharing.All`, read it with that option"
    )

  def endProduct(shape: Shape.Product): Unit =
    if (shape ne kept) && shape.isMutableValue && isValueNumbered then begin('}')

  // ---- open types

  private[brine] override def subtypeSegment(subtype: Subtype[?]): String =
    if subtype.hasFields then "" else s".${tags.value.text}"

  /** The value of `$type`; `$id` may follow before the caller takes it. */
  protected final var subtypeName: String | Null = null

  protected def openType(shape: Shape.Open): Int =
    if !isAt(tags.kind) then expected(s"\"${tags.kind.text}\" as the first key of a ${shape.name}")
    takeKey()
    subtypeName = in.readText()
    nextMember()
    Value

  def beginOpen(shape: Shape.Open): Subtype[?] =
    val name = subtypeName
    if name == null then expected(s"an object with \"${tags.kind.text}\"")
    subtypeName = null
    val subtype = this.subtype(shape, name)
    if subtype.isObject && ahead != Empty then expected(s"no fields in ${subtype.name}")
    if !subtype.isObject && !subtype.hasFields then
      if !isAt(tags.value) then expected(s"\"${tags.value.text}\" of a ${subtype.name}")
      takeKey()
    subtype

  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    if subtype.isObject then ahead = Fresh else if !subtype.hasFields then begin('}')

  // ---- options

  def beginOptional(shape: Shape.Optional): Int =
    if isAnyAhead(shape) then
      bareSome()
      PickleReader.Some
    else option(shape)

  private def option(shape: Shape.Optional): Int =
    val token = look()
    if token == 'n' then
      takeNull()
      PickleReader.None
    else if token == '{' && isAt(tags.none) then nullOption()
    else if token == '{' && isAt(tags.some) then
      openWrap()
      if shape.element.nullness == Nullness.Marker then someOfMarker() else PickleReader.Some
    else
      bareSome()
      PickleReader.Some

  // `Some` around a value leaves no trace, so a type that is nothing but options inside each other could be read for
  // ever at one place. Values without characters are counted.
  private var bareSomes = 0
  private var bareSomesFrom = -1L

  private def bareSome(): Unit =
    bareSomes += 1
    if bareSomes % JsonReader.MostBareSomes == 0 then
      if offset == bareSomesFrom then expected("the end of options inside each other")
      bareSomesFrom = offset

  /** `Some` of a null, or of another type's value which is written as null. */
  private def someOfMarker(): Int =
    if look() == 'n' then
      takeNullValue()
      PickleReader.SomeNull
    else
      if !isAt(tags.value) then expected("null")
      openWrap()
      PickleReader.Some

  private def nullOption(): Int =
    checkNull()
    takeKey()
    if !in.readBoolean() then refuse("true")
    begin('}')
    closeWraps()
    PickleReader.NullTag

  def endSome(shape: Shape.Optional): Unit = ()

  // ---- collections

  /** True if a value may stand for an array of it. */
  protected def takesSingles: Boolean = false

  private var arrayClass: String | Null = null

  /** An array that says its class; `$id` may follow. */
  private def otherArray(): Int =
    takeKey()
    arrayClass = in.readText()
    nextMember()
    Value

  override def getArrayClass(shape: Shape.Sequence): String | Null =
    val name = arrayClass
    arrayClass = null
    name

  def beginSequence(shape: Shape.Sequence): Long = beginCollection(shape, tags.items, '[')

  final def beginMapping(shape: Shape.Mapping): Long =
    if isRestNext then
      isRestNext = false
      collections.push(OfRest)
      Header
    else beginMap(shape)

  protected def beginMap(shape: Shape.Mapping): Long =
    if !isObject(shape) then beginCollection(shape, tags.entries, '[')
    else if look() == '{' && !isAt(tags.entries) && !isAt(tags.id) && !isAt(tags.ref) then
      collections.push(0)
      Header
    else beginCollection(shape, tags.entries, '{')

  /** `contents`: the member that holds the collection where it has a number. */
  protected final def beginCollection(shape: Shape, contents: Tag, first: Byte): Long =
    val token = look()
    if token == 'n' then
      takeNullValue()
      PickleReader.NullTag
    else
      val isNumbered = isAt(contents)
      if isNumbered then takeKey()
      else if isAt(tags.id) || isAt(tags.ref) then throw wasShared(shape)
      else if token == '{' then expected(s"'${first.toChar}' for ${shape.name}")
      begin(first)
      if first == '{' then openMembers()
      collections.push(if isNumbered then 1 else 0)
      Header

  protected final def endCollection(): Unit = if collections.pop() == 1 then begin('}')

  override def getArray(shape: Shape.Sequence, kind: ScalarKind): AnyRef | Null =
    if takesSingles || !ElementReader.areNumbers(kind, codeForms) then super.getArray(shape, kind)
    else if beginSequence(shape) == PickleReader.NullTag then null
    else
      val all = ElementReader.numbers(kind, this, in)
      endSequence(shape)
      all

  def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean = nextOf(index)

  /** Returns true if an array goes on. */
  protected final def nextOf(index: Int): Boolean =
    if index == 0 then !in.takes(']')
    else if in.takes(',') then true
    else if in.takes(']') then false
    else expected("',' or ']'")

  def endSequence(shape: Shape.Sequence): Unit = endCollection()

  def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean =
    if collections.top == OfRest then toKey(rests.head.nextMember())
    else if isObject(shape) then
      if index > 0 then nextMember()
      toKey(ahead == Key)
    else
      if index > 0 then begin(']')
      val goesOn = nextOf(index)
      if goesOn then begin('[')
      goesOn

  private def toKey(isNext: Boolean): Boolean =
    ahead = if isNext then KeyNext else Fresh
    isNext

  def beginValue(shape: Shape.Mapping): Unit = if !isObject(shape) then begin(',')

  /** Mirrors [[JsonBuilder.isObject]]. */
  protected def isObject(shape: Shape.Mapping): Boolean = JsonTags.isObject(shape)

  private[brine] override def entrySegment(shape: Shape.Mapping, index: Int, key: Any): String =
    if isObject(shape) then JsonTags.entrySegment(index, keyName(shape, key)) else super.entrySegment(shape, index, key)

  /** The name of the member that a map's key is, for errors; null if it is unknown. */
  protected def keyName(shape: Shape.Mapping, key: Any): String | Null = JsonTags.keyName(key)

  def endMapping(shape: Shape.Mapping): Unit = endCollection()

private[json] object JsonReader:
  /** A note about a map that has members of the object around it. */
  final val OfRest = 4

  /** Options inside each other at one place. */
  final val MostBareSomes = 1000

  /** Instead of a field's number: it was none of the class, and is behind us. */
  final val Skipped = -2

  /** Instead of a leaf's number: it was none of the family, which has a fallback. */
  final val Unknown = -2

  /** The tag of a value that is not a leaf. */
  final val Value = 0

  final val NoNumber = -1

  /** The number of fields behind the previous one that are compared with a key before it is looked up. */
  private final val MostLikely = 3

  /** A reference's tag must fit. */
  final val MaxNumber: Int = Int.MaxValue - 2

  /** Each element has a tag, since any can be null. */
  private val Header = PickleReader.header(PickleReader.UnknownSize, hasNulls = true)
