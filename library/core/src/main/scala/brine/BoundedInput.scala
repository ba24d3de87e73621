package brine

import java.io.{IOException, InputStream}
import java.nio.ByteBuffer
import java.nio.channels.{ReadableByteChannel, SelectableChannel}

/** Reads the bytes of a stream or channel, up to the limit of one pickle: a decompressor may make endless output of a
  * few bytes. Reads no byte beyond the limit unless the pickle needs one.
  */
private[brine] final class BoundedInput(limits: Limits):
  private var left = limits.maxInputBytes

  /** Begins the next pickle. (Bytes that were read ahead counted for the pickle before it.) */
  def restart(): Unit = left = limits.maxInputBytes

  private def tooMuch: PickleException =
    new PickleException.LimitExceeded(
      s"the pickle takes more than ${limits.maxInputBytes} bytes (limits.maxInputBytes)"
    )

  def stream(in: InputStream): InputStream = bounded(NotNull(in, "a stream"))

  private def bounded(in: InputStream): InputStream = new InputStream:
    override def read(): Int =
      val byte = in.read()
      if byte >= 0 then count(1)
      byte

    override def read(into: Array[Byte], offset: Int, length: Int): Int =
      if length == 0 then 0
      else
        // When nothing is left, reading one byte shows if the stream ends here.
        val got = in.read(into, offset, math.max(1, math.min(length.toLong, left)).toInt)
        if got > 0 then count(got)
        got

  /** @throws IllegalArgumentException when the channel is in non-blocking mode, as [[brine.wire.ByteSource]] does, to
    *                                  which this channel does not show it
    */
  def channel(in: ReadableByteChannel): ReadableByteChannel =
    if isNonBlocking(NotNull(in, "a channel")) then
      throw new IllegalArgumentException("a channel in non-blocking mode: call configureBlocking(true) first")
    bounded(in)

  private def isNonBlocking(channel: ReadableByteChannel): Boolean = channel match
    case selectable: SelectableChannel => !selectable.isBlocking
    case _                             => false

  private def bounded(in: ReadableByteChannel): ReadableByteChannel = new ReadableByteChannel:
    def isOpen: Boolean = in.isOpen
    def close(): Unit = in.close()

    def read(into: ByteBuffer): Int =
      val end = into.limit
      into.limit(into.position + math.max(1, math.min(into.remaining.toLong, left)).toInt)
      val got =
        try in.read(into)
        finally into.limit(end)
      if got > 0 then count(got)
      else if got == 0 && isNonBlocking(in) then throw new IOException("the channel was switched to non-blocking mode")
      got

  private def count(bytes: Int): Unit =
    if bytes > left then throw tooMuch
    left -= bytes
