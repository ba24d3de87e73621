package brine.json.text

import java.io.InputStream
import brine.wire.ByteSource

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

  override def read(into: Array[Byte], offset: Int, count: Int): Int =
    var n = 0
    while n < count && place != Behind do
      if source.atEnd() then place = Behind
      else
        val b = source.peekByte()
        // Only the byte behind it tells that a number or a word has ended.
        if place == InWord && !JsonWindow.isOfWord(b) then place = Behind
        else
          into(offset + n) = source.getByte()
          n += 1
          follow(b)
    if n == 0 && count > 0 then -1 else n

  private def follow(b: Int): Unit = place match
    case InString =>
      if isEscaped then isEscaped = false
      else if b == '\\' then isEscaped = true
      else if b == '"' then place = if depth == 0 then Behind else InNesting
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
        case ' ' | '\t' | '\r' | '\n' => ()
        case _                        => place = InWord
    case _ => ()

private[json] object ValueStream:
  private final val Before = 0
  private final val InWord = 1
  private final val InString = 2
  private final val InNesting = 3
  private final val Behind = 4
