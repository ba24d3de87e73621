package brine.json

import java.nio.charset.StandardCharsets.ISO_8859_1
import brine.{Extras, PickleException, PickleOptions, PickleReader, Sharing, Subtype, UnknownFields}
import brine.shape.{Nullness, Shape}
import com.github.plokhotnyuk.jsoniter_scala.core.JsonReader as Jsoniter

/** Reads one value from JSON: docs/spec/json.md. Mirrors [[JsonBuilder]].
  *
  * @param base what the parser's offsets must be added to
  */
final class JsonReader private[json] (parser: Jsoniter, base: Long, options: PickleOptions)
    extends Lookahead(parser, base, options):
  import JsonReader.*
  import Lookahead.*

  /** For each sequence and mapping around: 1 if an object with its number is around it. */
  private val collections = new ByteStack

  private val tables = new java.util.IdentityHashMap[Shape, NameTable](4)

  // ---- scalars

  /** Before a scalar: true if it is a key. */
  private inline def isKey(): Boolean = ahead != Fresh && takesKey()

  private def takesKey(): Boolean =
    if ahead == KeyNext then
      ahead = Fresh
      true
    else expected("another type")

  override def isTextual: Boolean = true

  def getUnit(): Unit = parsed {
    if look() == '{' && ahead == Empty then ahead = Fresh else expected("{}")
  }

  def getBoolean(): Boolean = parsed(if isKey() then in.readKeyAsBoolean() else in.readBoolean())
  def getByte(): Byte = parsed(if isKey() then in.readKeyAsByte() else in.readByte())
  def getShort(): Short = parsed(if isKey() then in.readKeyAsShort() else in.readShort())
  def getInt(): Int = parsed(if isKey() then in.readKeyAsInt() else in.readInt())
  def getLong(): Long = parsed(if isKey() then in.readKeyAsLong() else in.readLong())

  def getChar(): Char = parsed {
    if ahead != KeyNext && look() == '"' then in.readChar()
    else
      val text = if ahead == KeyNext then key() else utf16()
      if text == null || text.length != 1 then expected("a single character")
      text.charAt(0)
  }

  def getFloat(): Float = parsed {
    if look() == '"' then notANumber().toFloat
    else
      in.setMark()
      val wide = in.readDouble()
      val value = wide.toFloat
      if value.toDouble != wide || Math.abs(wide) >= FirstInexact then roundedFloat(wide)
      else
        in.resetMark()
        value
  }

  private def roundedFloat(wide: Double): Float =
    in.rollbackToMark()
    in.setMark()
    val value = in.readFloat()
    if java.lang.Float.isInfinite(value) then expected("a number in the range of Float")
    if Digits.areHeldFast(value, wide) then in.resetMark() else checkFloat(value, wide, rawNumber())
    value

  /** Any value, as it is; what is no value is refused. */
  private def rawValue(): Array[Byte] =
    in.setMark()
    passOver(0)
    in.rollbackToMark()
    in.readRawValAsBytes()

  /** Looks at all of a value, which the parser's own way to pass over it does not do. */
  private def passOver(depth: Int): Unit =
    if depth > Deepest then throw new PickleException.LimitExceeded(s"a field that is to be kept (Extras) is nested deeper than $Deepest")
    val token = in.nextToken()
    token match
      case '{' =>
        if !in.isNextToken('}') then
          in.rollbackToken()
          while
            val name = unicode(in.readKeyAsString())
            if name == JsonTags.Id || name == JsonTags.Ref then
              throw new PickleException.Malformed("extras cannot keep objects that are referred to: give the class this field")
            passOver(depth + 1)
            in.isNextToken(',')
          do ()
          if !in.isCurrentToken('}') then expected("',' or '}'")
      case '[' =>
        if !in.isNextToken(']') then
          in.rollbackToken()
          while
            passOver(depth + 1)
            in.isNextToken(',')
          do ()
          if !in.isCurrentToken(']') then expected("',' or ']'")
      case _ =>
        in.rollbackToken()
        token match
          case '"'       => val ignored = unicode(in.readString(null))
          case 't' | 'f' => val ignored = in.readBoolean()
          case 'n' =>
            in.nextToken()
            in.readNullOrError("", "expected null")
          case _ => val ignored = in.readDouble()

  /** The text of the number behind the mark. */
  private def rawNumber(): String =
    in.rollbackToMark()
    new String(in.readRawValAsBytes(), ISO_8859_1).trim

  private def checkFloat(value: Float, wide: Double, text: String): Unit =
    // A Float as it is written by those who have Doubles only.
    val isItselfAsDouble = value.toDouble == wide && !isWhole(text)
    if !isItselfAsDouble then checkDigits("Float", new java.math.BigDecimal(value.toDouble), text, JsonTags.shortest(value))

  private def isWhole(text: String): Boolean = text.forall(c => c == '-' || (c >= '0' && c <= '9'))

  private def checkDigits(of: String, value: java.math.BigDecimal, text: String, shortest: String): Unit =
    if !Digits.areHeld(value, text, shortest) then
      throw new PickleException.Malformed(s"a $of does not hold all digits of ${PickleException.quote(text)}")

  def getDouble(): Double = parsed {
    if look() == '"' then notANumber()
    else
      in.setMark()
      val value = in.readDouble()
      if Math.abs(value) >= FirstInexact then checkWhole(value)
      else in.resetMark()
      value
  }

  /** Only of a number without a point or an exponent is more asked than that it is near: it may be a `Long`'s. */
  private def checkWhole(value: Double): Unit =
    if java.lang.Double.isInfinite(value) then expected("a number in the range of Double")
    val text = rawNumber()
    if isWhole(text) then checkDigits("Double", new java.math.BigDecimal(value), text, JsonTags.shortest(value))

  private def notANumber(): Double =
    val length = in.readStringAsCharBuf()
    if in.isCharBufEqualsTo(length, JsonTags.NaN) then Double.NaN
    else if in.isCharBufEqualsTo(length, JsonTags.Infinity) then Double.PositiveInfinity
    else if in.isCharBufEqualsTo(length, JsonTags.MinusInfinity) then Double.NegativeInfinity
    else expected("a number")

  def getString(): String | Null = parsed {
    if ahead == KeyNext then key()
    else
      look() match
        case '"' => unicode(in.readString(null))
        case 'n' =>
          takeNull()
          null
        case '{' => utf16()
        case _   => expected("a string or null")
  }

  /** The parser takes UTF-8 of code points above U+10FFFF, and then makes surrogates of them that do not pair. */
  private def unicode(text: String): String =
    if !JsonTags.isUnicode(text) then expected("Unicode")
    text

  /** A map's key, which may be null. */
  private def key(): String | Null =
    ahead = Fresh
    val key = unicode(in.readKeyAsString())
    if key == JsonTags.Null then null
    else
      val text = JsonTags.unescaped(key)
      if text == null then expected("a key whose '$' is doubled")
      text

  private def utf16(): String =
    if look() != '{' || !isAt(JsonTags.Utf16) then expected("a string")
    takeKey()
    val text = JsonTags.text(in.readString(null), 0)
    if text == null then expected("UTF-16 units of four hexadecimal digits")
    begin('}')
    text

  // ---- places

  def getTag(shape: Shape, arity: Int): Int = parsed {
    look() match
      case 'n' =>
        takeNull()
        PickleReader.NullTag
      case '{' => objectTag(shape)
      case token =>
        shape match
          case s: Shape.Sum => if token == '"' then singleton(s) else expected(s"a leaf of ${s.name}")
          case _            => Value
  }

  private def objectTag(shape: Shape): Int = shape match
    case s: Shape.Sum  => if isAt(JsonTags.Ref) then reference() else leaf(s)
    case o: Shape.Open => if isAt(JsonTags.Ref) then reference() else openType(o)
    case s: Shape.Sequence if s.isTracked && s.kind == "Array" && isAt(JsonTags.Type) => otherArray()
    case _: Shape.Product | _: Shape.Sequence | _: Shape.Mapping => if isAt(JsonTags.Ref) then reference() else Value
    case _: Shape.Optional if isAt(JsonTags.Null)                => nullOption()
    case _ =>
      // Another type's value stands for this one's, so the rest is left to its tag.
      if isAt(JsonTags.Value) then openWrap()
      Value

  private def reference(): Int =
    takeKey()
    val number = in.readInt()
    begin('}')
    if number < 1 || number > MaxNumber then throw new PickleException.BadReference(s"no object has the number $number")
    PickleReader.reference(number)

  private def leaf(sum: Shape.Sum): Int =
    if !isAt(JsonTags.Type) then expected(s"\"${JsonTags.Type}\" as the first key of a ${sum.name}")
    takeKey()
    val leaf = leafNamed(sum)
    nextMember()
    if leaf == Unknown then
      val number = if isAt(JsonTags.Id) then getIdentity(sum) else NoNumber
      passOverMembers()
      sum.leafShapes(sum.fallback) match
        case p: Shape.Product if p.isTracked || options.sharing == Sharing.All => passedOverNumber = number
        case _                                                                 => ()
      fallback(sum)
    else
      if sum.leafShapes(leaf).isInstanceOf[Shape.Singleton] then
        if ahead != Empty && options.unknownFields == UnknownFields.Refuse then expected(s"no fields in ${sum.leafNames(leaf)}")
        passOverMembers()
        ahead = Fresh
      leaf

  /** A leaf that is just its name: an object, or, if it is a class now, one of which no field is told. */
  private def singleton(sum: Shape.Sum): Int =
    val leaf = leafNamed(sum)
    if leaf == Unknown then fallback(sum)
    else
      sum.leafShapes(leaf) match
        case _: Shape.Singleton => ()
        case _: Shape.Product   => ahead = Empty
        case _                  => expected(s"an object for the leaf ${sum.leafNames(leaf)}")
      leaf

  /** The leaf that stands for one that is not known; nothing is told of it. */
  private def fallback(sum: Shape.Sum): Int =
    ahead = if sum.leafShapes(sum.fallback).isInstanceOf[Shape.Singleton] then Fresh else Empty
    sum.fallback

  /** The number of an object that was passed over, until it is asked for. */
  private var passedOverNumber = NoNumber

  /** To the end of the object that is open. */
  private def passOverMembers(): Unit =
    while ahead != Empty do
      takeKey()
      in.skip()
      nextMember()

  private def leafNamed(sum: Shape.Sum): Int =
    in.setMark()
    val length = in.readStringAsCharBuf()
    val leaf = if sum.leafNames.length <= FewNames then findAmongFew(sum.leafNames, length) else find(sum, sum.leafNames, length)
    if leaf < 0 then
      in.rollbackToMark()
      otherLeaf(sum, in.readString(null))
    else
      in.resetMark()
      leaf

  private def otherLeaf(sum: Shape.Sum, name: String): Int =
    val known = sum.aliases.getOrElse(name, if sum.fallback >= 0 then Unknown else -1)
    if known == -1 then throw new PickleException.UnknownLeaf(sum.name, s"'${PickleException.quote(name)}'")
    known

  private def findAmongFew(names: Array[String], length: Int): Int =
    var i = names.length - 1
    while i >= 0 && !in.isCharBufEqualsTo(length, names(i)) do i -= 1
    i

  /** The number of the name in the parser's buffer. */
  private def find(shape: Shape, names: => Array[String], length: Int): Int =
    var table = tables.get(shape)
    if table == null then
      table = new NameTable(names)
      tables.put(shape, table)
    table.find(in, length)

  def getIdentity(shape: Shape): Int = parsed {
    if !isAt(JsonTags.Id) then
      val number = passedOverNumber
      passedOverNumber = NoNumber
      number
    else
      takeKey()
      val number = in.readInt()
      if number < 1 || number > MaxNumber then expected("a number of an object")
      nextMember()
      number
  }

  override def getObject(shape: Shape.Singleton): Unit = parsed {
    if look() != '"' || !in.isCharBufEqualsTo(in.readStringAsCharBuf(), shape.name) then expected(s"\"${shape.name}\"")
  }

  // ---- products

  def beginProduct(shape: Shape.Product): Unit = parsed {
    if look() != '{' then expected(s"'{' of a ${shape.name}")
  }

  def nextField(shape: Shape.Product, previous: Int): Int = parsed {
    if previous >= 0 && previous == shape.extras then
      ahead = Fresh
      -1
    else nextMember(shape, previous)
  }

  /** The extras, if the class has a field for them, come last: there is no member of their own. */
  private def nextMember(shape: Shape.Product, previous: Int): Int =
    if previous >= 0 then nextMember()
    if previous < 0 && shape.extras >= 0 then extras ::= new Extras.Builder(shape.name)
    var index = Skipped
    var skipped: String | Null = null
    while index == Skipped do
      if ahead == Empty then
        // Of a value of another type nothing fits.
        if previous < 0 && skipped != null && shape.fieldNames.length > 0 && shape.extras < 0 then
          throw new PickleException.UnknownField(shape.name, skipped)
        index = shape.extras
        if index < 0 then ahead = Fresh
      else
        index = field(shape, previous + 1)
        if index == Skipped then skipped = unknownField(shape) else takeKey()
    index

  /** What was met so far of the fields that classes do not have which keep those, the innermost object's first. */
  private var extras: List[Extras.Builder] = Nil

  override def getExtras(): Extras =
    if extras.isEmpty || ahead != Empty then super.getExtras()
    else
      val met = extras.head
      extras = extras.tail
      met.result()

  private def keep(name: String): Unit =
    extras.head.add(name, new Extras.Json(rawValue()))

  /** The usual order is the shape's, so `likely` is looked at first. */
  private def field(shape: Shape.Product, likely: Int): Int =
    val names = shape.fieldNames
    val index =
      if likely < names.length && !JsonTags.isReserved(names(likely)) && in.isCharBufEqualsTo(keyLength, names(likely)) then likely
      else
        val found = find(shape, names.map(JsonTags.escaped), keyLength)
        if found >= 0 then found else if shape.aliases.isEmpty then Skipped else aliased(shape)
    if index == shape.extras then Skipped else index

  private def aliased(shape: Shape.Product): Int =
    val known = shape.aliases.find((alias, _) => in.isCharBufEqualsTo(keyLength, JsonTags.escaped(alias)))
    if known.isEmpty then Skipped else known.get._2

  /** Passes over a field that is none of the class's; its name. */
  private def unknownField(shape: Shape.Product): String =
    if isAt(JsonTags.Id) || isAt(JsonTags.Ref) then throw wasShared(shape)
    val name = keyText()
    val unescaped = JsonTags.unescaped(name)
    if unescaped == null then throw new PickleException.UnknownField(shape.name, name)
    ahead = Fresh
    if shape.extras >= 0 then keep(unescaped)
    else if options.unknownFields == UnknownFields.Refuse then throw new PickleException.UnknownField(shape.name, name)
    else in.skip()
    nextMember()
    name

  private def wasShared(shape: Shape): PickleException =
    new PickleException.BadReference(
      s"a ${shape.name} is a value here, not an object to refer to; was this written with `sharing = Sharing.All`? Then read it so"
    )

  def endProduct(shape: Shape.Product): Unit = ()

  // ---- leaves

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    if !shape.leafShapes(leaf).isInstanceOf[Shape.Product] then
      parsed {
        if !isAt(JsonTags.Value) then expected(s"\"${JsonTags.Value}\" of the leaf ${shape.leafNames(leaf)}")
        takeKey()
      }

  def endLeaf(shape: Shape.Sum, leaf: Int): Unit =
    if !shape.leafShapes(leaf).isInstanceOf[Shape.Product] then parsed(begin('}'))

  // ---- open types

  /** What `$type` said; `$id` may follow before it is asked for. */
  private var subtypeName: String | Null = null

  private def openType(shape: Shape.Open): Int =
    if !isAt(JsonTags.Type) then expected(s"\"${JsonTags.Type}\" as the first key of a ${shape.name}")
    takeKey()
    subtypeName = in.readString(null)
    nextMember()
    Value

  def beginOpen(shape: Shape.Open): Subtype[?] = parsed {
    val name = subtypeName
    if name == null then expected(s"an object with \"${JsonTags.Type}\"")
    subtypeName = null
    val subtype = this.subtype(shape, name)
    if subtype.isObject && ahead != Empty then expected(s"no fields in ${subtype.name}")
    if !subtype.isObject && !subtype.hasFields then
      if !isAt(JsonTags.Value) then expected(s"\"${JsonTags.Value}\" of a ${subtype.name}")
      takeKey()
    subtype
  }

  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    if subtype.isObject then ahead = Fresh else if !subtype.hasFields then parsed(begin('}'))

  // ---- options

  def beginOptional(shape: Shape.Optional): Int = parsed {
    val token = look()
    if token == 'n' then
      takeNull()
      PickleReader.None
    else if token == '{' && isAt(JsonTags.Null) then nullOption()
    else if token == '{' && isAt(JsonTags.Some) then
      openWrap()
      if shape.element.nullness == Nullness.Marker then someOfMarker() else PickleReader.Some
    else
      bareSome()
      PickleReader.Some
  }

  // `Some` around a value leaves no trace, so a type that is nothing but options inside each other could be read for ever
  // at one place. What takes no characters is watched.
  private var bareSomes = 0
  private var bareSomesFrom = -1L

  private def bareSome(): Unit =
    bareSomes += 1
    if bareSomes % JsonReader.MostBareSomes == 0 then
      val here = offset
      if ahead == Key then
        // The parser's error message, from which the offset is, has been put where the key was.
        in.rollbackToMark()
        readKey()
      if here == bareSomesFrom then expected("the end of options inside each other")
      bareSomesFrom = here

  /** `Some` of a null, or of another type's value which is written as null. */
  private def someOfMarker(): Int =
    if look() == 'n' then
      takeNull()
      PickleReader.SomeNull
    else
      if !isAt(JsonTags.Value) then expected("null")
      openWrap()
      PickleReader.Some

  private def nullOption(): Int =
    takeKey()
    if !in.readBoolean() then expected("true")
    begin('}')
    closeWraps()
    PickleReader.NullTag

  def endSome(shape: Shape.Optional): Unit = ()

  // ---- collections

  private var arrayClass: String | Null = null

  /** An array that says its class; `$id` may follow. */
  private def otherArray(): Int =
    takeKey()
    arrayClass = unicode(in.readString(null))
    nextMember()
    Value

  override def getArrayClass(shape: Shape.Sequence): String | Null =
    val name = arrayClass
    arrayClass = null
    name

  def beginSequence(shape: Shape.Sequence): Long = parsed(beginCollection(shape, JsonTags.Items, '['))

  def beginMapping(shape: Shape.Mapping): Long = parsed {
    if !JsonTags.isObject(shape) then beginCollection(shape, JsonTags.Entries, '[')
    else if look() == '{' && !isAt(JsonTags.Entries) && !isAt(JsonTags.Id) && !isAt(JsonTags.Ref) then
      collections.push(0)
      Header
    else beginCollection(shape, JsonTags.Entries, '{')
  }

  /** `contents`: the member that holds the collection where it has a number. */
  private def beginCollection(shape: Shape, contents: String, first: Byte): Long =
    val token = look()
    if token == 'n' then
      takeNull()
      PickleReader.NullTag
    else
      val isNumbered = isAt(contents)
      if isNumbered then takeKey()
      else if isAt(JsonTags.Id) || isAt(JsonTags.Ref) then throw wasShared(shape)
      else if token == '{' then expected(s"'${first.toChar}' of a ${shape.name}")
      begin(first)
      if first == '{' then openMembers()
      collections.push(if isNumbered then 1 else 0)
      Header

  private def endCollection(): Unit = if collections.pop() != 0 then begin('}')

  def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean = parsed(nextOf(index))

  /** Whether an array goes on. */
  private def nextOf(index: Int): Boolean =
    val token = in.nextToken()
    if index == 0 && token != ']' then
      in.rollbackToken()
      true
    else if token == ',' && index > 0 then true
    else if token == ']' then false
    else expected("',' or ']'")

  def endSequence(shape: Shape.Sequence): Unit = parsed(endCollection())

  def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean = parsed {
    if JsonTags.isObject(shape) then nextKey(index)
    else
      if index > 0 then begin(']')
      val goesOn = nextOf(index)
      if goesOn then begin('[')
      goesOn
  }

  private def nextKey(index: Int): Boolean =
    if index == 0 && ahead == Key then
      in.rollbackToMark()
      ahead = KeyNext
      true
    else
      if index == 0 then ahead = Fresh
      val token: Byte = if index == 0 then '}' else in.nextToken()
      if token == ',' then ahead = KeyNext
      else if token != '}' then expected("',' or '}'")
      token == ','

  def beginValue(shape: Shape.Mapping): Unit = if !JsonTags.isObject(shape) then parsed(begin(','))

  def endMapping(shape: Shape.Mapping): Unit = parsed(endCollection())

private object JsonReader:
  /** Options inside each other at one place. */
  final val MostBareSomes = 1000

  /** Instead of a field's number: it was none of the class, and is behind us. */
  private final val Skipped = -2

  /** Instead of a leaf's number: it was none of the family, which has a fallback. */
  private final val Unknown = -2

  /** The tag of a value, where there are no leaves. */
  private final val Value = 0

  private final val NoNumber = -1

  /** Objects and arrays inside each other in a field that is kept: they are looked at recursively. */
  private final val Deepest = 500

  /** From here on a `Double` does not hold all whole numbers. */
  private final val FirstInexact = (1L << 53).toDouble

  /** So few are sooner compared than hashed. */
  private final val FewNames = 8

  /** A reference's tag must fit. */
  private final val MaxNumber = Int.MaxValue - 2

  /** Elements are asked for their tags, since any can be null. */
  private val Header = PickleReader.header(PickleReader.UnknownSize, hasNulls = true)
