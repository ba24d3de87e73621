package brine.json

import java.nio.charset.StandardCharsets.ISO_8859_1
import brine.{PickleException, PickleOptions}
import brine.wire.Utf8
import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader as Jsoniter, JsonReaderException}

/** Reads what is one token in JSON: numbers, none of which is rounded to one near it, strings, and the keys of maps that
  * stand for them; and any value as it stands, for who keeps it.
  */
private[json] abstract class JsonScalars(parser: Jsoniter, base: Long, options: PickleOptions, checksText: Boolean)
    extends Lookahead(parser, base, options):
  import JsonScalars.*
  import Lookahead.*

  /** Before a scalar: true if it is a key. */
  private inline def isKey(): Boolean = ahead != Fresh && takesKey()

  private def takesKey(): Boolean =
    if ahead == KeyNext then
      ahead = Fresh
      true
    else expected("another type")

  final override def isTextual: Boolean = true

  final def getUnit(): Unit = parsed {
    if look() == '{' && ahead == Empty then ahead = Fresh else expected("{}")
  }

  final def getBoolean(): Boolean = parsed(if isKey() then in.readKeyAsBoolean() else in.readBoolean())
  final def getByte(): Byte = parsed(if isKey() then in.readKeyAsByte() else in.readByte())
  final def getShort(): Short = parsed(if isKey() then in.readKeyAsShort() else in.readShort())
  final def getInt(): Int = parsed(if isKey() then in.readKeyAsInt() else in.readInt())
  final def getLong(): Long = parsed(if isKey() then in.readKeyAsLong() else in.readLong())

  final def getChar(): Char = parsed {
    if ahead != KeyNext && look() == '"' then in.readChar()
    else
      val text = if ahead == KeyNext then key() else utf16()
      if text == null || text.length != 1 then expected("a single character")
      text.charAt(0)
  }

  final def getFloat(): Float = parsed {
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

  final def getDouble(): Double = parsed {
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

  final def getString(): String | Null = parsed {
    if ahead == Fresh && isTextNext() then unicode(in.readString(null))
    else if ahead == KeyNext then key()
    else
      look() match
        case '"' => unicode(in.readString(null))
        case 'n' =>
          takeNull()
          null
        case '{' => utf16()
        case _   => expected("a string or null")
  }

  private def isTextNext(): Boolean =
    val isText = in.isNextToken('"')
    in.rollbackToken()
    isText

  private[brine] final override def getUuidText(): java.util.UUID | Null = parsed {
    if ahead != Fresh || look() != '"' then null
    else
      in.setMark()
      try in.readUUID(null)
      catch
        case e: JsonReaderException =>
          in.rollbackToMark()
          null
  }

  /** The parser takes UTF-8 of code points above U+10FFFF, and then makes surrogates of them that do not pair. */
  protected final def unicode(text: String): String =
    if checksText && Utf8.hasUnpairedSurrogate(text) then expected("Unicode")
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

  // ---- values that are kept

  /** Any value, as it is; what is no value is refused. */
  protected final def rawValue(): Array[Byte] =
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

private object JsonScalars:
  /** From here on a `Double` does not hold all whole numbers. */
  final val FirstInexact = (1L << 53).toDouble

  /** Objects and arrays inside each other in a field that is kept: they are looked at recursively. */
  final val Deepest = 500
