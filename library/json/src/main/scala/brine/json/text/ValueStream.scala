package brine.json.text

import java.io.InputStream
import brine.wire.{ByteSource, QuotedText}

/** The bytes of one JSON value out of a source whose end is not known: it ends right after the value, so that
  * no later byte is consumed. White space before the value is part of it.
  *
  * It tracks strings and nesting only; the parser refuses malformed JSON.
  */
private[json] final class ValueStream(source: ByteSource) extends InputStream:
  import ValueStream.*

  private var place = Before
  private var depth = 0L
  private var isEscaped = false
  private val one = new Array[Byte](1)

  override def read(): Int = if read(one, 0, 1) < 0 then -1 else one(0) & 0xff

  /** Gives bytes of the value that are here; waits only if there are none. */
  override def read(into: Array[Byte], offset: Int, count: Int): Int =
    val here = if place == Behind then 0 else source.peekBytes(into, offset, count)
    if here == 0 && count > 0 then place = Behind
    val taken = endOfValue(into, offset, offset + here) - offset
    source.skip(taken)
    if taken == 0 && count > 0 then -1 else taken

  /** Follows the bytes from `from` until `until`, up to the end of the value; the index behind the last of them. */
  private def endOfValue(bytes: Array[Byte], from: Int, until: Int): Int =
    var i = from
    while i < until && place != Behind do
      place match
        case InString =>
          if !isEscaped then i = QuotedText.endOfPlain(bytes, i, until)
          if i < until then
            inString(bytes(i))
            i += 1
        // Only the byte behind it tells that a number or a word has ended.
        case InWord if !JsonWindow.isOfWord(bytes(i)) => place = Behind
        case _ =>
          outsideString(bytes(i))
          i += 1
    i

  private def inString(b: Byte): Unit =
    if isEscaped then isEscaped = false
    else if b == '\\' then isEscaped = true
    else if b == '"' then place = if depth == 0 then Behind else InNesting

  private def outsideString(b: Byte): Unit = place match
    case InNesting =>
      b match
        case '"'       => place = InString
        case '{' | '[' => depth += 1
        case '}' | ']' =>
          depth -= 1
          if depth == 0 then place = Behind
        case _ => ()
    case Before =>
      b match
        case '"' => place = InString
        case '{' | '[' =>
          place = InNesting
          depth = 1
        case b => if !QuotedText.isSpace(b) then place = InWord
    case _ => ()

private[json] object ValueStream:
  private final val Before = 0
  private final val InWord = 1
  private final val InString = 2
  private final val InNesting = 3
  private final val Behind = 4
