package brine.json.text

import java.io.InputStream
import brine.PickleException
import brine.wire.QuotedText

/** A window over the bytes of a JSON text: the position, the next byte, and failures with their offsets. Bytes before
  * the position are dropped unless a mark precedes them.
  *
  * @param text  the bytes from `first` until `until`, or a buffer for those of `more`
  * @param more  brings the bytes behind these, or null
  * @param start the offset of the first byte
  */
private[json] abstract class JsonWindow(
    text: Array[Byte],
    first: Int,
    until: Int,
    more: InputStream | Null,
    start: Long
):
  protected final var bytes = text

  /** The byte that comes next. A token stays until all of it has been looked at. */
  protected final var at = first

  /** Behind the last byte that is here. */
  protected final var end = until

  private var base = start - first
  private var marked = -1

  /** The first byte that is held; -1 if none is. */
  private var held = -1
  private var holds = 0

  /** The bytes that have been consumed before this one. */
  final def offset: Long = base + at

  // ---- more bytes

  /** Fetches more bytes when `index` is [[end]]. Returns the index of the next byte, or [[end]] after the last one. */
  protected final def reach(index: Int): Int =
    if more == null then index
    else
      val ahead = index - at
      load()
      at + ahead

  private def load(): Unit =
    if end == bytes.length then makeRoom()
    val count = more.nn.read(bytes, end, bytes.length - end)
    if count > 0 then end += count

  /** Drops the bytes before the position; if these are few, the buffer grows. */
  private def makeRoom(): Unit =
    val unmarked = if held >= 0 then math.min(held, at) else at
    val kept = if marked >= 0 then math.min(marked, unmarked) else unmarked
    val length = end - kept
    val into =
      if length <= bytes.length / 2 then bytes
      else if bytes.length == JsonWindow.MostBytes then
        throw new PickleException.LimitExceeded("a JSON text is too long for an array").atOffset(offset)
      else new Array[Byte](math.min(JsonWindow.MostBytes.toLong, bytes.length * 2L).toInt)
    System.arraycopy(bytes, kept, into, 0, length)
    bytes = into
    base += kept
    at -= kept
    end -= kept
    if marked >= 0 then marked -= kept
    if held >= 0 then held -= kept

  // ---- going back

  /** [[reset]] returns to this position. Only the last mark counts. */
  final def mark(): Unit = marked = at

  final def unmark(): Unit = marked = -1

  final def reset(): Unit =
    at = marked
    marked = -1

  /** Keeps the bytes from this position on, for [[goTo]]. They are kept until [[release]] has been called as often. */
  final def hold(): Unit =
    if holds == 0 then held = at
    holds += 1

  final def release(): Unit =
    holds -= 1
    if holds == 0 then held = -1

  /** Goes to an offset that is here, after a mark or while it is held. */
  final def goTo(offset: Long): Unit = at = (offset - base).toInt

  /** The bytes from the mark to the position. Removes the mark. */
  final def sinceMark(): Array[Byte] =
    val passed = java.util.Arrays.copyOfRange(bytes, marked, at)
    marked = -1
    passed

  /** Takes a byte order mark, if one is next. */
  final def takeMark(): Unit =
    var count = 0
    var index = at
    var isPart = true
    while isPart && count < JsonWindow.ByteOrderMark.length do
      if index == end then index = reach(index)
      isPart = index < end && bytes(index) == JsonWindow.ByteOrderMark(count)
      if isPart then
        index += 1
        count += 1
    if count == JsonWindow.ByteOrderMark.length then at = index

  // ---- the next byte

  /** The next byte except white space. Takes nothing. */
  final def peek(): Byte = if at < end && bytes(at) > ' ' then bytes(at) else peekBeyond()

  private def peekBeyond(): Byte =
    if isAtEnd then truncated()
    bytes(at)

  /** Returns true if there is a byte at [[at]]. */
  protected final def isInside: Boolean = at < end || { reach(at) < end }

  /** Returns true if nothing but white space is left. */
  final def isAtEnd: Boolean =
    while isInside && QuotedText.isSpace(bytes(at)) do skipSpace()
    !isInside

  /** Skips the white space that is here. */
  final def skipSpace(): Unit = at = endOfSpace(at)

  /** The end of the white space that begins at `index`, as far as it is here. */
  protected final def endOfSpace(index: Int): Int =
    if index < end && bytes(index) <= ' ' then QuotedText.endOfSpace(bytes, index, end) else index

  /** Behind [[peek]]: takes that byte. */
  final def take(): Unit = at += 1

  /** Takes the next byte if it is this one. */
  final def takes(token: Byte): Boolean =
    val isNext = peek() == token
    if isNext then at += 1
    isNext

  /** Returns true if the text ends right behind a number or a word, which has been read. */
  final def isAtCut: Boolean = at == end && at > 0 && JsonWindow.isOfWord(bytes(at - 1))

  // ---- the next byte, if nothing precedes it

  /** Returns true if this byte is next. */
  final def isNow(token: Byte): Boolean = at < end && bytes(at) == token

  /** Takes the next byte if it is this one. */
  final def takesNow(token: Byte): Boolean =
    val isNext = at < end && bytes(at) == token
    if isNext then at += 1
    isNext

  /** Returns true if a number is next. */
  final def isNumberNow: Boolean = at < end && (bytes(at) >= '0' && bytes(at) <= '9' || bytes(at) == '-')

  /** Takes a null with a comma, a closing bracket or white space behind it. */
  final def takesNullNow(): Boolean =
    val isNext = end - at > 4 && bytes(at) == 'n' && bytes(at + 1) == 'u' && bytes(at + 2) == 'l' &&
      bytes(at + 3) == 'l' && isEndOfValue(bytes(at + 4))
    if isNext then at += 4
    isNext

  protected final def isEndOfValue(b: Byte): Boolean = b == ',' || b == '}' || b == ']' || QuotedText.isSpace(b)

  /** Takes the end of an object, if it is here. */
  final def takesEnd(): Boolean =
    skipSpace()
    takesNow('}')

  /** After an element, takes the comma or the bracket. Returns true if another element follows. */
  final def goesOn(): Boolean =
    if takes(',') then
      skipSpace()
      true
    else if takes(']') then false
    else expected("',' or ']'")

  /** Takes a word: `true`, `null`. */
  protected final def word(word: String): Unit =
    peek()
    var i = 0
    var index = at
    while i < word.length do
      if index == end then index = reach(index)
      if index == end then truncated()
      if bytes(index) != word.charAt(i) then expected(word)
      index += 1
      i += 1
    endOfWord(index)

  /** Checks that a number or a word ends here: `1.5` is not 1, and `truex` is not true. */
  protected final def endOfWord(index: Int): Unit =
    val until = if index == end then reach(index) else index
    at = until
    if until < end && bytes(until) != ',' && bytes(until) != '}' && JsonWindow.isOfWord(bytes(until)) then
      fail(goingOn(until))

  private def goingOn(index: Int): String =
    val isOfNumber = index > 0 && bytes(index - 1) >= '0' && bytes(index - 1) <= '9' && (bytes(index) == '.' || (bytes(
      index
    ) | 0x20) == 'e')
    if isOfNumber then
      "expected a whole number, found one with a point or an exponent; a dialect with NumberReading.Lenient takes " +
        "1.0 and 1e3"
    else "unexpected text after a number or word"

  /** The offset of the first byte. */
  final def firstOffset: Long = start

  /** Up to this many of the first bytes; none where they have been dropped. */
  final def firstBytes(count: Int): Array[Byte] =
    if base > start then Array.emptyByteArray
    else
      val from = (start - base).toInt
      java.util.Arrays.copyOfRange(bytes, from, math.min(end, from + count))

  // ---- failures

  final def expected(what: String): Nothing = if isAtEnd then truncated() else fail(s"expected $what")

  final def fail(reason: String): Nothing = throw new PickleException.Malformed(reason).atOffset(offset)

  protected final def failAt(index: Int, reason: String): Nothing =
    at = index
    fail(reason)

  protected final def truncated(): Nothing =
    throw new PickleException.Truncated("in the middle of a JSON value").atOffset(base + end)

private[json] object JsonWindow:
  /** As long as an array may be. */
  private final val MostBytes = Int.MaxValue - 8

  val ByteOrderMark: Array[Byte] = Array[Byte](0xef.toByte, 0xbb.toByte, 0xbf.toByte)

  /** Returns true if a number or a word (`true`, `null`) can go on with this byte. */
  def isOfWord(b: Int): Boolean =
    (b >= '0' && b <= '9') || ((b | 0x20) >= 'a' && (b | 0x20) <= 'z') || b == '+' || b == '-' || b == '.'
