package brine.json.text

import brine.PickleException
import brine.shape.{ScalarKind, Shape}
import brine.wire.{JsonSink, QuotedText, ShortestDecimal, Utf8}

/** The names that the JSON format gives a meaning, and how other names and texts keep clear of them; docs/spec/json.md
  * has them as tables. All begin with `$`; a field's or key's own `$` at its beginning is doubled.
  */
private[brine] object JsonTags:
  /** The leaf of a sealed family. First in its object. */
  final val Type = "$type"

  /** A leaf that is not a product, or a value that is written as null where null has another meaning. */
  final val Value = "$value"

  /** The number by which an object is referred to. First in its object, or second after `$type`. */
  final val Id = "$id"

  /** In place of an object that has appeared: its number. */
  final val Ref = "$ref"

  /** The elements of a sequence that has a number, and the pairs of such a map. */
  final val Items = "$items"
  final val Entries = "$entries"

  /** A `Some` whose value is written as null. */
  final val Some = "$some"

  /** A null option, as a member that is true; a null key, as a key. */
  final val Null = "$null"

  /** A text with unpaired surrogates: its UTF-16 units, four hexadecimal digits each. */
  final val Utf16 = "$utf16"

  /** The same as a key: this, then the digits. */
  final val Utf16Key = "$utf16:"

  final val NaN = "NaN"
  final val Infinity = "Infinity"
  final val MinusInfinity = "-Infinity"

  /** Returns true if a map with such keys is an object; else it is an array of pairs. */
  def isObject(mapping: Shape.Mapping): Boolean = mapping.key match
    case s: Shape.Scalar =>
      s.kind match
        case ScalarKind.Unit | ScalarKind.Float | ScalarKind.Double => false
        case _                                                      => true
    case _ => false

  /** A field's or key's name in an object. */
  def escaped(name: String): String =
    if Utf8.hasUnpairedSurrogate(name) then Utf16Key + hex(name) else marked(name)

  /** The same of a name that is Unicode. */
  def marked(name: String): String = if isReserved(name) then "$" + name else name

  /** The path segment of a field, for errors. */
  def segment(shape: Shape.Product, field: Int): String =
    if shape.isMutableValue || shape.isRest(field) then "" else s".${escaped(shape.fieldNames(field))}"

  /** The path segment of the value in an object that a map is, for errors.
    *
    * @param name the member's name; null if it is unknown
    */
  def entrySegment(index: Int, name: String | Null): String =
    if name == null then s".values[$index]" else PickleException.keySegment(name)

  /** The name of the member that a map's key is, for errors; null if only the key's pickler knows it. */
  def keyName(key: Any): String | Null = key match
    case s: String                                  => escaped(s)
    case c: Char                                    => escaped(c.toString)
    case p: Product if p.productArity == 0          => p.toString
    case _: Number | _: Boolean | _: java.util.UUID => key.toString
    case t: java.time.temporal.TemporalAccessor     => t.toString
    case _                                          => null

  /** Mirrors [[escaped]]; null for a name with a `$` that means nothing. */
  def unescaped(key: String): String | Null =
    if !isReserved(key) then key
    else if key.startsWith("$$") then key.substring(1)
    else if key.startsWith(Utf16Key) then text(key, Utf16Key.length)
    else null

  def isReserved(name: String): Boolean = name.length > 0 && name.charAt(0) == '$'

  /** A finite number as [[JsonBuilder]] writes it. */
  def shortest(value: Float): String = ShortestDecimal.text(value, false)
  def shortest(value: Double): String = ShortestDecimal.text(value, false)

  /** The text of a number, in UTF-8; refuses any other text. */
  def number(text: String): Array[Byte] =
    if !isNumber(text) then
      throw new PickleException.Malformed(s"'${PickleException.quote(text)}' is not a number in JSON")
    text.getBytes(java.nio.charset.StandardCharsets.UTF_8)

  /** Returns true if a text is one number in JSON, and nothing else. */
  def isNumber(text: String): Boolean =
    val bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8)
    val in = new JsonInput(bytes, 0, bytes.length, null, 0)
    bytes.length > 0 && !QuotedText.isSpace(bytes(0)) && (try in.readNumber().length == bytes.length
    catch case _: PickleException => false)

  /** Writes a text; refuses one with unpaired surrogates. */
  def writeText(text: String, out: JsonSink): Unit = if !out.text(text) then notUnicode("a text")

  /** Writes a key; refuses one with unpaired surrogates. */
  def writeKey(key: String, out: JsonSink): Unit = if !out.key(key) then notUnicode("a key")

  def notUnicode(what: String): Nothing =
    throw new PickleException.Malformed(s"$what has an unpaired surrogate, which JSON cannot hold")

  /** The UTF-16 units of a text, four hexadecimal digits each. */
  def hex(text: String): String =
    val digits = new java.lang.StringBuilder(text.length * 4)
    for c <- text; shift <- 12 to 0 by -4 do digits.append(Character.forDigit(c >> shift & 15, 16))
    digits.toString

  /** Reads the text that [[hex]] writes, from `start`; null if it has another form. */
  def text(hex: String, start: Int): String | Null =
    val length = hex.length - start
    if length % 4 != 0 then null
    else
      val units = new Array[Char](length / 4)
      var i = 0
      while i < length do
        val digit = hexDigit(hex.charAt(start + i))
        if digit < 0 then return null
        units(i / 4) = (units(i / 4) << 4 | digit).toChar
        i += 1
      new String(units)

  private def hexDigit(c: Char): Int = if c < 0x80 then Character.digit(c, 16) else -1
