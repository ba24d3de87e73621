package brine.json.reading.parts

import brine.json.looks.AnyJson
import brine.json.text.{Digits, JsonCursor, JsonInput, JsonTags}
import brine.PickleException
import brine.shape.Shape

/** Reads single tokens: numbers, which are never rounded, strings, the keys of maps that contain them, and raw values
  * for fields that keep their bytes.
  */
private[json] class JsonScalars(cursor: JsonCursor, rules: ReadRules, sharesAll: Boolean):
  import JsonCursor.*
  import JsonScalars.*
  import cursor.*

  /** Before a scalar: true if it is a key. */
  final inline def isKey(): Boolean = ahead != Fresh && takesKey()

  final def takesKey(): Boolean =
    if ahead == KeyNext then
      ahead = Fresh
      true
    else expected("another type")

  final def getUnit(): Unit = if look() == '{' && ahead == Empty then ahead = Fresh else expected("{}")

  def getBoolean(): Boolean = if isKey() then in.readBooleanKey() else in.readBoolean()
  final def getByte(): Byte = getWhole(Byte.MinValue, Byte.MaxValue).toByte
  final def getShort(): Short = getWhole(Short.MinValue, Short.MaxValue).toShort
  final def getInt(): Int = getWhole(Int.MinValue, Int.MaxValue).toInt
  def getLong(): Long = getWhole(Long.MinValue, Long.MaxValue)

  protected def getWhole(least: Long, most: Long): Long =
    if isKey() then in.readWholeKey(least, most) else in.readWhole(least, most)

  final def getChar(): Char =
    val text = getString()
    if text == null || text.length != 1 then refuse("a single character")
    text.charAt(0)

  def getFloat(): Float =
    if isText() then notANumber().toFloat
    else
      val wide = in.readDouble()
      val narrow = wide.toFloat
      if narrow.toDouble == wide && Math.abs(wide) < FirstInexact then narrow else roundedFloat(wide, narrow)

  private def roundedFloat(wide: Double, narrow: Float): Float =
    // Rounding twice gives another number if the first result is the middle between two floats.
    val value = if isMiddle(wide) then java.lang.Float.parseFloat(in.number) else narrow
    if java.lang.Float.isInfinite(value) then refuse("a number in the range of Float")
    if !takesNearest && !Digits.areHeldFast(value, wide) then checkFloat(value, wide, in.number)
    value

  /** True if digits that a floating point number does not hold are rounded. */
  protected def takesNearest: Boolean = false

  /** Returns true if there may be two floats as near as each other. */
  private def isMiddle(wide: Double): Boolean =
    (java.lang.Double.doubleToRawLongBits(wide) & BelowFloat) == HalfOfFloat || Math.abs(
      wide
    ) < java.lang.Float.MIN_NORMAL

  private def checkFloat(value: Float, wide: Double, text: String): Unit =
    // A Float as it is written by those who have Doubles only.
    val isItselfAsDouble = value.toDouble == wide && !in.isWhole
    if !isItselfAsDouble then
      checkDigits("Float", new java.math.BigDecimal(value.toDouble), text, JsonTags.shortest(value))

  private def checkDigits(of: String, value: java.math.BigDecimal, text: String, shortest: String): Unit =
    if !Digits.areHeld(value, text, shortest) then
      throw new PickleException.Malformed(s"a $of does not hold all digits of ${PickleException.quote(text)}")

  /** Returns true if a text is next: the form of a number that JSON cannot express. Refuses an object, whose braces
    * `look` may have passed.
    */
  private def isText(): Boolean =
    val token = look()
    if token == '{' then expected("a number")
    token == '"'

  def getDouble(): Double =
    if isText() then notANumber()
    else
      val value = in.readDouble()
      if Math.abs(value) >= FirstInexact then checkWhole(value)
      value

  /** Only of a number without a point or an exponent is more asked than that it is near: it may be a `Long`'s. */
  private def checkWhole(value: Double): Unit =
    if java.lang.Double.isInfinite(value) then refuse("a number in the range of Double")
    if in.isWhole && !takesNearest then
      checkDigits("Double", new java.math.BigDecimal(value), in.number, JsonTags.shortest(value))

  protected def notANumber(): Double = in.readText() match
    case JsonTags.NaN           => Double.NaN
    case JsonTags.Infinity      => Double.PositiveInfinity
    case JsonTags.MinusInfinity => Double.NegativeInfinity
    case _                      => refuse("a number")

  final def getString(): String | Null =
    if ahead == Fresh && in.peek() == '"' then in.readText()
    else if ahead == KeyNext then key()
    else
      look() match
        case '"' => in.readText()
        case 'n' =>
          takeNullValue()
          null
        case '{' => utf16()
        case _   => otherText()

  /** Takes a null in place of a value whose type is not an option. */
  final def takeNullValue(): Unit =
    rules.checkNull()
    takeNull()

  /** Reads a string in another form. */
  protected def otherText(): String = expected("a string or null")

  /** See [[brine.PickleReader.getUuidText]]. */
  final def getUuidText(): java.util.UUID | Null =
    if ahead != Fresh || look() != '"' then null else in.readUuid()

  /** A map's key, which may be null. */
  private def key(): String | Null =
    ahead = Fresh
    val key = in.readKey()
    if key == tags.none.text then
      rules.checkNull()
      null
    else
      val text = rules.unescaped(key)
      if text == null then refuse("a key whose '$' is doubled")
      text

  private def utf16(): String =
    if look() != '{' || !isAt(tags.utf16) then expected("a string")
    takeKey()
    val text = JsonTags.text(in.readText(), 0)
    if text == null then refuse("UTF-16 units of four hexadecimal digits")
    begin('}')
    text

  // ---- any JSON

  /** Returns true if any JSON value is next, and not an object of the format around it. Nothing of it may be taken
    * then: it may be kept as it stands.
    */
  final def isAnyAhead(shape: Shape): Boolean =
    if AnyJson.isAny(shape) then ahead == Fresh || ahead == Wrapped
    else
      ahead == Fresh && holdsAny(shape, 0) && (in.peek() match
        case 'n' => false
        case '{' => !in.firstName().exists(isTagOf(shape, _))
        case _   => true
      )

  private def isTagOf(shape: Shape, name: String): Boolean = shape match
    case _: Shape.Optional => name == tags.some.text || name == tags.none.text
    case _: Shape.Sum      => sharesAll && tags.isOfIdentity(name)
    case _                 => name == tags.value.text || sharesAll && tags.isOfIdentity(name)

  /** Returns true if values of a type are any JSON, or can be: nobody knows what a handwritten pickler reads. */
  final def holdsAny(shape: Shape, levels: Int): Boolean = levels < MostAnyLevels && (shape match
    case m: Shape.Mapped   => holdsAny(m.inner, levels + 1)
    case o: Shape.Optional => holdsAny(o.element, levels + 1)
    case p: Shape.Product =>
      val content = rules.contentOf(p)
      content != null && holdsAny(content.nn, levels + 1)
    case s: Shape.Sum    => s.nullLeaf >= 0 && holdsAny(s.leafShapes(0), levels + 1)
    case _: Shape.Custom => true
    case other           => AnyJson.isAny(other)
  )

  /** Reads any JSON value. Inside objects that tell one null from another, it is a null or looks like one of these
    * objects.
    */
  final def getAny[A](read: JsonInput => A): A =
    if keptObject != null then takeKept(read) else anyAhead(read)

  private def anyAhead[A](read: JsonInput => A): A =
    val isWrapped = ahead == Wrapped
    if isWrapped then
      if in.peek() != 'n' && !in.firstName().exists(isTag) then expected("null")
    else if ahead != Fresh then expected("any JSON value")
    val value = read(in)
    if isWrapped then closeWraps()
    value

  /** The object of an unknown leaf, which is behind us; null if none is to be read. */
  final var keptObject: Array[Byte] | Null = null

  private def takeKept[A](read: JsonInput => A): A =
    val bytes = keptObject.nn
    keptObject = null
    read(new JsonInput(bytes, 0, bytes.length, null, in.offset - bytes.length))

  private def isTag(name: String): Boolean = tags.isOfNull(name) || sharesAll && tags.isOfIdentity(name)

  // ---- values that are kept

  /** The bytes of any value, unchanged; anything else is refused. */
  final def rawValue(): Array[Byte] =
    in.peek()
    in.mark()
    passOver(0)
    in.sinceMark()

  /** [[JsonInput.skip]] that also decodes texts, since they will be written again, and checks names. */
  private def passOver(depth: Int): Unit =
    if depth > Deepest then
      throw new PickleException.LimitExceeded(s"a field for Extras is nested deeper than $Deepest")
    in.peek() match
      case '{' =>
        in.take()
        if !in.takes('}') then
          while
            val name = in.readKey()
            if name == tags.id.text || name == tags.ref.text then
              throw new PickleException.Malformed(
                "extras cannot keep objects with references to them: give the class this field"
              )
            passOver(depth + 1)
            in.takes(',')
          do ()
          if !in.takes('}') then expected("',' or '}'")
      case '[' =>
        in.take()
        if !in.takes(']') then
          while
            passOver(depth + 1)
            in.takes(',')
          do ()
          if !in.takes(']') then expected("',' or ']'")
      case '"'       => val ignored = in.readText()
      case 't' | 'f' => val ignored = in.readBoolean()
      case 'n'       => in.readNull()
      case _         => val ignored = in.readDouble()

private object JsonScalars:
  /** Types inside each other that are looked through for any JSON. */
  final val MostAnyLevels = 20

  /** From here on a `Double` does not hold all whole numbers. */
  final val FirstInexact = (1L << 53).toDouble

  // The bits of a Double that a Float has no room for, and the highest of them.
  final val BelowFloat = (1L << 29) - 1
  final val HalfOfFloat = 1L << 28

  /** Most levels of objects and arrays in a field that is kept, whose check is recursive. */
  final val Deepest = 500
