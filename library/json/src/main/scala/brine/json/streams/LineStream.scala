package brine.json.streams

import java.io.InputStream
import brine.{Limits, PickleException}
import brine.wire.ByteSource

/** The bytes of one line of a source, without its end. [[finish]] goes to the end in any case, so that the next line
  * can be read after a failure in this one.
  */
private[json] final class LineStream(source: ByteSource, limits: Limits) extends InputStream:
  private var length = 0L
  private var isOver = false

  override def read(): Int =
    if isOver || source.atEnd() then -1
    else
      val byte = source.peekByte()
      if byte == '\n' then
        isOver = true
        -1
      else
        length += 1
        if length > limits.maxInputBytes then
          throw new PickleException.LimitExceeded(
            s"the line takes more than ${limits.maxInputBytes} bytes (limits.maxInputBytes)"
          ).atOffset(source.offset)
        source.skip(1)
        byte & 0xff

  override def read(into: Array[Byte], offset: Int, count: Int): Int =
    var n = 0
    var byte = 0
    while n < count && byte >= 0 do
      byte = read()
      if byte >= 0 then
        into(offset + n) = byte.toByte
        n += 1
    if n == 0 && count > 0 then -1 else n

  /** Skips the rest of the line and its end. */
  def finish(): Unit =
    while !source.atEnd() && source.peekByte() != '\n' do source.skip(1)
    if !source.atEnd() then source.skip(1)
