package brine.json.text

import java.io.InputStream
import java.nio.charset.StandardCharsets.UTF_8
import brine.wire.{Latin1, QuotedText, Utf8, WireException}

/** Reads tokens in quotes: texts, keys, and known names, for which no string is made. */
private[json] abstract class JsonTexts(text: Array[Byte], first: Int, until: Int, more: InputStream | Null, start: Long)
    extends JsonWindow(text, first, until, more, start):
  import JsonTexts.*

  // ---- texts

  final def readText(): String =
    if peek() != '"' then expected("a string")
    val from = at + 1
    val until = QuotedText.endOfAscii(bytes, from, end)
    if until < end && bytes(until) == '"' then
      at = until + 1
      Latin1.decode(bytes, from, until - from)
    else anyText(until)

  /** A text that is not all here, or not all ASCII; it is until `index`. */
  private def anyText(index: Int): String =
    val until = endOfText(index)
    val from = at + 1
    val text = if isEscaped then unescaped(from, until) else Utf8.decode(bytes, from, until - from, offset + 1)
    at = until + 1
    text

  /** True if the last [[endOfText]] met a backslash. */
  private var isEscaped = false

  /** The index of the closing quote of the text that begins at [[at]]; up to `index` it has no escapes. */
  private def endOfText(index: Int): Int =
    isEscaped = false
    var until = index
    var goesOn = true
    while goesOn do
      until = QuotedText.endOfPlain(bytes, until, end)
      if until == end then until = required(until)
      else if bytes(until) == '"' then goesOn = false
      else if bytes(until) == '\\' then
        isEscaped = true
        until = required(until + 1) + 1
      else failAt(until, "an unescaped control character in a text")
    until

  /** The index of the byte at `index` after it has been fetched, if needed. */
  private def required(index: Int): Int =
    val here = if index == end then reach(index) else index
    if here == end then truncated()
    here

  /** Decodes escapes. An escape has at least as many bytes as its character. */
  private def unescaped(from: Int, until: Int): String =
    val plain = new Array[Byte](until - from)
    var length = 0
    var i = from
    while i < until do
      val escape = QuotedText.endOfPlain(bytes, i, until)
      System.arraycopy(bytes, i, plain, length, escape - i)
      length += escape - i
      i = escape
      if i < until then
        if bytes(i + 1) == 'u' then
          val c = codePoint(i, until)
          length = putUtf8(c, plain, length)
          i += (if c < 0x10000 then 6 else 12)
        else
          plain(length) = escaped(i)
          length += 1
          i += 2
    try Utf8.decode(plain, 0, length, offset + 1)
    catch
      // Decoding the original fails at the right offset: the character of an escape is always complete.
      case _: WireException => Utf8.decode(bytes, from, until - from, offset + 1)

  private def escaped(index: Int): Byte = bytes(index + 1) match
    case b @ ('"' | '\\' | '/') => b
    case 'b'                    => '\b'
    case 'f'                    => '\f'
    case 'n'                    => '\n'
    case 'r'                    => '\r'
    case 't'                    => '\t'
    case _                      => failAt(index, "an invalid escape")

  /** The character at `index`, which may be a pair of surrogates in two escapes. */
  private def codePoint(index: Int, until: Int): Int =
    val unit = utf16Unit(index, until).toChar
    if !Character.isSurrogate(unit) then unit
    else
      val isPair =
        Character.isHighSurrogate(unit) && index + 8 <= until && bytes(index + 6) == '\\' && bytes(index + 7) == 'u'
      val low = if isPair then utf16Unit(index + 6, until).toChar else unit
      if !isPair || !Character.isLowSurrogate(low) then failAt(index, "an unpaired surrogate, which is not Unicode")
      Character.toCodePoint(unit, low)

  /** The UTF-16 unit of `\u` and four digits. */
  private def utf16Unit(index: Int, until: Int): Int =
    if until - index < 6 then failAt(index, "expected four hexadecimal digits after '\\u'")
    val unit = Hex.number(bytes, index + 2, 4)
    if unit < 0 then failAt(index, "expected four hexadecimal digits after '\\u'")
    unit.toInt

  // ---- keys

  final def readKey(): String =
    val key = readText()
    colon()
    key

  final def colon(): Unit = if at < end && bytes(at) == ':' then at += 1 else if !takes(':') then expected("':'")

  /** Returns true if the next text, whose quote is here, may be this one. */
  final def mayBe(tag: Tag): Boolean =
    val index = if at + 1 == end then required(at + 1) else at + 1
    bytes(index) == tag.quoted(1) || bytes(index) == '\\'

  /** Returns true if the next text is `quoted`, which includes the quotes. Takes nothing. */
  final def isText(text: String, quoted: Array[Byte]): Boolean =
    peek() == '"' && (QuotedText.isAt(bytes, at, end, quoted) || !isPlainText && isAnyText(text))

  /** Returns true if the next text has arrived as a whole and has no escapes. */
  private def isPlainText: Boolean =
    val until = QuotedText.endOfAscii(bytes, at + 1, end)
    until < end && bytes(until) == '"'

  private def isAnyText(text: String): Boolean =
    mark()
    val isThis = readText() == text
    reset()
    isThis

  /** Takes the key that comes next, and the white space behind it that is here, if it is surely this one. `written` has
    * its quotes and colon. No white space precedes it.
    */
  final def takesKey(written: Array[Byte]): Boolean = takesUntil(behindKey(at, written))

  /** [[takesKey]] for a key after a comma, which white space may follow. */
  final def takesNextKey(written: Array[Byte]): Boolean = takesUntil(behindKeyAfter(',', written))

  /** [[takesKey]] for the first key of an object. */
  final def takesFirstKey(written: Array[Byte]): Boolean = takesUntil(behindKeyAfter('{', written))

  private def takesUntil(index: Int): Boolean =
    val isNext = index >= 0
    if isNext then at = index
    isNext

  /** The index of the value whose key follows this token; -1 if something else is next. */
  private def behindKeyAfter(token: Byte, written: Array[Byte]): Int =
    if at < end && bytes(at) == token then behindKey(endOfSpace(at + 1), written) else -1

  private def behindKey(index: Int, written: Array[Byte]): Int =
    if QuotedText.isAt(bytes, index, end, written) then endOfSpace(index + written.length)
    else behindSpacedKey(index, written)

  /** The same, if there is white space before the colon. */
  private def behindSpacedKey(index: Int, written: Array[Byte]): Int =
    val name = index + written.length - 1
    if name < end && QuotedText.isSpace(bytes(name)) && isNameAt(index, written) then
      val colon = endOfSpace(name)
      if colon < end && bytes(colon) == ':' then endOfSpace(colon + 1) else -1
    else -1

  private def isNameAt(index: Int, written: Array[Byte]): Boolean =
    val length = written.length - 1
    java.util.Arrays.equals(bytes, index, index + length, written, 0, length)

  /** Takes the bytes of `word` in `mask` if they are next, `length` of them, and the white space behind them. */
  final def takesShort(word: Long, mask: Long, length: Int): Boolean =
    val isNext = QuotedText.isWordAt(bytes, at, end, word, mask)
    if isNext then at = endOfSpace(at + length)
    isNext

  /** Takes `length` bytes that begin and end with these words, if they are next, and the white space behind them. */
  final def takesLong(first: Long, last: Long, length: Int): Boolean =
    val isNext = QuotedText.areWordsAt(bytes, at, end, length, first, last)
    if isNext then at = endOfSpace(at + length)
    isNext

  // ---- known names

  /** The number of the name that is next, with nothing before it; -1 if it is surely none of these, or not known. Takes
    * nothing.
    */
  final def nameNow(names: NameTable): Int = nameAt(names, at)

  private def nameAt(names: NameTable, from: Int): Int =
    val known = names.findQuoted(bytes, from, end)
    if known >= 0 || from >= end || bytes(from) != '"' then known
    else
      val until = QuotedText.endOfAscii(bytes, from + 1, end)
      if until < end && bytes(until) == '"' then names.find(bytes, from + 1, until - from - 1) else -1

  /** Takes the name that [[nameNow]] has found. */
  final def takeName(names: NameTable, name: Int): Unit = at += names.quotedLength(name)

  /** The number of the name that is the value of an object's first key; -1 if something else is next. Takes nothing. */
  final def leafNow(key: Array[Byte], names: NameTable): Int =
    val from = behindKeyAfter('{', key)
    if from >= 0 then nameAt(names, from) else -1

  /** Takes what [[leafNow]] has found, and the white space behind it. */
  final def takeLeaf(key: Array[Byte], names: NameTable, name: Int): Unit =
    at = endOfSpace(behindKeyAfter('{', key) + names.quotedLength(name))

  /** Takes the text that comes next, if it is one of these names: its number, or -1. */
  final def takeName(names: NameTable): Int =
    if peek() != '"' then expected("a string")
    val known = names.findQuoted(bytes, at, end)
    if known >= 0 then
      at += names.quotedLength(known)
      known
    else takeOtherName(names)

  private def takeOtherName(names: NameTable): Int =
    val from = at + 1
    val until = QuotedText.endOfAscii(bytes, from, end)
    if until < end && bytes(until) == '"' then
      val name = names.find(bytes, from, until - from)
      if name >= 0 then at = until + 1
      name
    else takeAnyName(names)

  private def takeAnyName(names: NameTable): Int =
    mark()
    val text = readText().getBytes(UTF_8)
    val name = names.find(text, 0, text.length)
    if name >= 0 then unmark() else reset()
    name

  /** Skips a text that is, most probably, `quoted`. */
  final def skipText(quoted: Array[Byte]): Unit =
    if QuotedText.isAt(bytes, at, end, quoted) then at += quoted.length else skipText()

  /** Skips a text, and checks it as strictly as [[readText]] does. */
  final def skipText(): Unit =
    if peek() != '"' then expected("a string")
    val until = QuotedText.endOfAscii(bytes, at + 1, end)
    if until < end && bytes(until) == '"' then at = until + 1
    else
      val ignored = anyText(until)

private object JsonTexts:
  private def putUtf8(c: Int, into: Array[Byte], at: Int): Int =
    if c < 0x80 then
      into(at) = c.toByte
      at + 1
    else if c < 0x800 then
      into(at) = (0xc0 | c >> 6).toByte
      putLow(c, 0, into, at + 1)
    else if c < 0x10000 then
      into(at) = (0xe0 | c >> 12).toByte
      putLow(c, 6, into, at + 1)
    else
      into(at) = (0xf0 | c >> 18).toByte
      putLow(c, 12, into, at + 1)

  /** The lowest bits, six a byte, from `shift` on. */
  private def putLow(c: Int, shift: Int, into: Array[Byte], at: Int): Int =
    into(at) = (0x80 | c >> shift & 0x3f).toByte
    if shift == 0 then at + 1 else putLow(c, shift - 6, into, at + 1)
