package brine.json.text

import java.io.{ByteArrayInputStream, InputStream}

/** A text with comments and with commas behind last elements, as JSON: blanks replace them, so that offsets do not
  * change.
  */
private[json] final class LenientText(text: InputStream) extends InputStream:

  /** Bytes that are ready, and a comma of which is not known yet whether something follows: it is the first one then.
    */
  private var waiting = new Array[Byte](64)
  private var from = 0
  private var until = 0
  private var next = text.read()
  private var isInString = false

  /** The last byte that is part of no comment, and not blank. */
  private var last = 0

  override def read(): Int =
    if from == until then fill()
    if from == until then -1
    else
      from += 1
      waiting(from - 1) & 0xff

  override def read(into: Array[Byte], offset: Int, count: Int): Int =
    var n = 0
    while n < count && { if from == until then fill(); from < until } do
      into(offset + n) = waiting(from)
      from += 1
      n += 1
    if n == 0 && count > 0 then -1 else n

  /** One byte or more, unless the text has ended. */
  private def fill(): Unit =
    from = 0
    until = 0
    if isInString then ofString()
    else if next == ',' then comma()
    else other()

  private def ofString(): Unit =
    if next == '\\' then take()
    else if next == '"' || next == '\n' then isInString = false // an unclosed text ends with its line
    if next >= 0 then take()

  /** With all that is blank behind it: a comma before an end is none. */
  private def comma(): Unit =
    val isBehind = last != ',' && last != '[' && last != '{' && last != 0
    last = ','
    take()
    while next == ' ' || next == '\t' || next == '\r' || next == '\n' || next == '/' do {
      if next == '/' then comment() else take()
    }
    if isBehind && (next == ']' || next == '}') then waiting(0) = ' '

  private def other(): Unit =
    if next == '/' then comment()
    else if next >= 0 then
      if next == '"' then isInString = true
      if next > ' ' then last = next
      take()

  /** A slash that begins no comment stays, and is refused as JSON. */
  private def comment(): Unit =
    take()
    if next == '/' then
      blankLast()
      while next >= 0 && next != '\n' do takeBlank()
    else if next == '*' then
      blankLast()
      takeBlank()
      var before = 0
      while next >= 0 && !(before == '*' && next == '/') do
        before = next
        takeBlank()
      // A comment without an end is not JSON.
      if next >= 0 then takeBlank() else put('/')

  private def blankLast(): Unit = waiting(until - 1) = ' '

  private def takeBlank(): Unit =
    put(if next == '\n' then '\n' else ' ')
    next = text.read()

  private def take(): Unit =
    put(next)
    next = text.read()

  private def put(byte: Int): Unit =
    if until == waiting.length then waiting = java.util.Arrays.copyOf(waiting, until * 2)
    waiting(until) = byte.toByte
    until += 1

private[json] object LenientText:
  def plain(text: Array[Byte]): Array[Byte] = new LenientText(new ByteArrayInputStream(text)).readAllBytes()
