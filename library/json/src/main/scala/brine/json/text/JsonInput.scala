package brine.json.text

import java.io.InputStream
import java.nio.charset.StandardCharsets.ISO_8859_1

/** A JSON text (RFC 8259) that is read value by value: numbers, words, and, as the classes above have it, texts and
  * structure.
  *
  * Every read skips white space first.
  */
private[json] final class JsonInput(text: Array[Byte], first: Int, until: Int, more: InputStream | Null, start: Long)
    extends PlainNumbers(text, first, until, more, start):
  import JsonInput.*

  def readNull(): Unit = word("null")

  def readBoolean(): Boolean = peek() match
    case 't' =>
      word("true")
      true
    case 'f' =>
      word("false")
      false
    case _ => expected("true or false")

  // ---- any values

  /** Returns the first name of an object that has one. The object stays next. */
  def firstName(): Option[String] =
    if peek() != '{' then None
    else
      mark()
      take()
      val name = Option.when(peek() == '"')(readText())
      reset()
      name

  /** Reads any value as it stands. */
  def readRaw(): Array[Byte] =
    peek()
    mark()
    skip()
    sinceMark()

  // ---- whole numbers

  /** Between these two. */
  def readWhole(least: Long, most: Long): Long =
    val isNegative = peek() == '-'
    val from = if isNegative then 1 else 0 // from `at`, which may move
    val text = bytes
    val until = at + math.min(end - at, from + FewDigits)
    var i = at + from
    var value = 0L // negative, since that reaches one further
    var digit = if i < until then text(i) - '0' else -1
    while digit >= 0 && digit <= 9 do
      value = value * 10 - digit
      i += 1
      digit = if i < until then text(i) - '0' else -1
    if i == until then
      i = moreDigits(i, value, least, most)
      value = wholeNumber
    val count = i - at - from
    if count == 0 then { if i == end then truncated() else expected("a whole number") }
    if count > 1 && bytes(at + from) == '0' then fail("a number begins with 0")
    if isNegative && value < least || !isNegative && (value == Long.MinValue || -value > most) then
      outOfRange(least, most)
    endOfWord(i)
    if isNegative then value else -value

  private var wholeNumber = 0L

  /** Continues [[wholeNumber]] beyond the digits that surely fit, or that have arrived. */
  private def moreDigits(index: Int, begun: Long, least: Long, most: Long): Int =
    var value = begun
    val until = eachDigit(index) { digit =>
      if value < Long.MinValue / 10 then outOfRange(least, most)
      value = value * 10 - digit
      if value > 0 then outOfRange(least, most)
    }
    wholeNumber = value
    until

  /** The digits from `index` on, in turn, be they here or not; where they end. */
  private inline def eachDigit(index: Int)(inline take: Int => Unit): Int =
    var i = index
    var goesOn = true
    while goesOn do
      if i == end then i = reach(i)
      val digit = if i < end then bytes(i) - '0' else -1
      if digit < 0 || digit > 9 then goesOn = false
      else
        take(digit)
        i += 1
    i

  private def outOfRange(least: Long, most: Long): Nothing = fail(s"a number is not between $least and $most")

  def readInt(): Int = readWhole(Int.MinValue, Int.MaxValue).toInt

  /** A whole number as a key, without white space inside the quotes. */
  def readWholeKey(least: Long, most: Long): Long =
    if !takes('"') then expected("'\"'")
    if isInside && bytes(at) <= ' ' then fail("expected a whole number")
    val value = readWhole(least, most)
    if !isInside then truncated() else if bytes(at) != '"' then fail("unexpected text after a key's number")
    take()
    colon()
    value

  def readBooleanKey(): Boolean = readKey() match
    case "true"  => true
    case "false" => false
    case _       => fail("expected true or false")

  // ---- numbers with a point

  // The parts of the last number.
  private var digits = 0L
  private var exponent = 0L
  private var isCut = false
  private var isNegative = false
  private var numberLength = 0

  /** True if the last number had neither a point nor an exponent. */
  var isWhole = false

  /** The last number, as long as nothing else has been read. */
  def number: String = new String(bytes, at - numberLength, numberLength, ISO_8859_1)

  /** The text of a number, unchanged. */
  def readNumber(): String =
    scan()
    number

  /** The nearest one; infinite if it is too large. */
  def readDouble(): Double =
    scan()
    val size = if isCut then Decimals.nearestWithin(digits, exponent) else Decimals.nearest(digits, exponent)
    if size != size then java.lang.Double.parseDouble(number) else if isNegative then -size else size

  /** Takes a number and keeps its parts: the digits that fit into a `Long`, and the power of ten to multiply them by.
    */
  private def scan(): Unit =
    isNegative = peek() == '-'
    digits = 0
    exponent = 0L
    isCut = false
    val from = if isNegative then 1 else 0
    var i = at + from
    if i == end then i = reach(i)
    val isZero = i < end && bytes(i) == '0'
    i = scanDigits(i, 0)
    val count = i - at - from
    if count == 0 then { if i == end then truncated() else expected("a number") }
    if isZero && count > 1 then fail("a number begins with 0")
    isWhole = true
    if i < end && bytes(i) == '.' then
      isWhole = false
      val before = i + 1 - at
      i = scanDigits(i + 1, -1)
      if i - at == before then noDigits(i)
    if i < end && (bytes(i) | 0x20) == 'e' then
      isWhole = false
      i = scanExponent(i + 1)
    val ahead = i - at
    endOfWord(i)
    numberLength = ahead

  /** Digits from `index` on, each of which adds this to the exponent; those behind as many as fit count, but are not
    * kept.
    */
  private def scanDigits(index: Int, step: Int): Int = eachDigit(index) { digit =>
    if digits < Full then
      digits = digits * 10 + digit
      exponent += step
    else
      exponent += step + 1
      isCut |= digit != 0
  }

  private def scanExponent(index: Int): Int =
    val sign = if index == end then reach(index) else index
    val isMinus = sign < end && bytes(sign) == '-'
    val first = if isMinus || sign < end && bytes(sign) == '+' then sign + 1 else sign
    val before = first - at
    var value = 0L
    val until = eachDigit(first)(digit => if value < MostExponent then value = value * 10 + digit)
    if until - at == before then noDigits(until)
    exponent += (if isMinus then -value else value)
    until

  private def noDigits(index: Int): Nothing = if index == end then truncated() else failAt(index, "expected a digit")

  // ---- skipping

  /** Skips a value, which is checked as any other, however deep it is. */
  def skip(): Unit =
    val around = new ByteStack // of each object and array that is open, how it ends
    var goesOn = true
    while goesOn do
      val end = beginSkipped()
      if end != NoEnd then
        around.push(end)
        if end == '}' then skipKey()
      else goesOn = endSkipped(around)

  /** The end of each object and array that [[skipAhead]] has skipped. */
  private var ends: java.util.HashMap[java.lang.Long, java.lang.Long] | Null = null

  /** [[skip]] of a value that will be read later. The end of an object or array is remembered, so that text that each
    * of many levels scans is skipped once.
    */
  def skipAhead(): Unit =
    val first = peek()
    if first != '{' && first != '[' then skip()
    else
      val known = if ends == null then null else ends.nn.get(offset)
      if known != null then goTo(known.longValue) else skipRemembering()

  private def skipRemembering(): Unit =
    if ends == null then ends = new java.util.HashMap
    val around = new ByteStack
    val begins = new scala.collection.mutable.ArrayBuffer[Long]
    var goesOn = true
    while goesOn do
      peek()
      val begin = offset
      val end = beginSkipped()
      if end != NoEnd then
        around.push(end)
        begins += begin
        if end == '}' then skipKey()
      else
        while around.length > 0 && takes(around.top.toByte) do
          around.pop()
          val begin = begins.remove(begins.length - 1)
          if offset - begin >= LeastRemembered then ends.nn.put(begin, offset)
        goesOn = nextSkipped(around)

  /** Takes a scalar, an empty object or array, or the beginning of one that has parts: how that ends, else [[NoEnd]].
    */
  private def beginSkipped(): Byte = peek() match
    case '{' => beginSkipped('}')
    case '[' => beginSkipped(']')
    case '"' =>
      skipText()
      NoEnd
    case 't' | 'f' =>
      val ignored = readBoolean()
      NoEnd
    case 'n' =>
      readNull()
      NoEnd
    case _ =>
      scan()
      NoEnd

  private def beginSkipped(end: Byte): Byte =
    take()
    if takes(end) then NoEnd else end

  /** After a value, takes the comma or the closing bracket. Returns true if another value follows. */
  private def endSkipped(around: ByteStack): Boolean =
    while around.length > 0 && takes(around.top.toByte) do around.pop()
    nextSkipped(around)

  private def nextSkipped(around: ByteStack): Boolean = around.length > 0 && {
    if !takes(',') then expected(s"',' or '${around.top.toChar}'")
    if around.top == '}' then skipKey()
    true
  }

  private def skipKey(): Unit =
    skipText()
    colon()

  // ---- other texts

  /** A UUID as its `toString` has it; null, with nothing taken, if the text that comes next is none. */
  def readUuid(): java.util.UUID | Null =
    if peek() != '"' || end - at < 38 || bytes(at + 37) != '"' || !isUuid(at + 1) then null
    else
      val from = at + 1
      val a = Hex.number(bytes, from, 8)
      val b = Hex.number(bytes, from + 9, 4)
      val c = Hex.number(bytes, from + 14, 4)
      val d = Hex.number(bytes, from + 19, 4)
      val e = Hex.number(bytes, from + 24, 12)
      if (a | b | c | d | e) < 0 then null
      else
        at += 38
        new java.util.UUID(a << 32 | b << 16 | c, d << 48 | e)

  private def isUuid(from: Int): Boolean =
    bytes(from + 8) == '-' && bytes(from + 13) == '-' && bytes(from + 18) == '-' && bytes(from + 23) == '-'

private object JsonInput:
  /** Nothing is open. */
  private final val NoEnd: Byte = 0

  /** Objects and arrays of fewer bytes are skipped again. */
  private final val LeastRemembered = 64

  /** The number of digits that always fit into a `Long`. */
  private final val FewDigits = 18

  /** From this value on, which has 18 or 19 digits, another multiplication by ten may overflow. */
  private final val Full = 100_000_000_000_000_000L * 9

  /** Beyond this, an exponent says infinite or zero, as many digits as a text may have. */
  private final val MostExponent = 1L << 50
