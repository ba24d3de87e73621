package brine.bench.processes

import java.io.EOFException
import java.nio.ByteBuffer
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}

/** Whole buffers through channels that block. */
object Channels:
  def write(channel: WritableByteChannel, buffer: ByteBuffer): Unit = while buffer.hasRemaining do channel.write(buffer)

  /** Fills a buffer up to its limit, for reading; false if nothing came any more. */
  def isFilled(channel: ReadableByteChannel, buffer: ByteBuffer): Boolean =
    var count = 0
    while buffer.hasRemaining && count >= 0 do count = channel.read(buffer)
    if count < 0 && buffer.position > 0 then throw new EOFException(s"${buffer.remaining} bytes are missing")
    buffer.flip()
    count >= 0

  /** The same where something has to come. */
  def fill(channel: ReadableByteChannel, buffer: ByteBuffer): Unit =
    if !isFilled(channel, buffer) then throw new EOFException("the other side has gone")
