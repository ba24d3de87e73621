package brine.bench.regions

import java.io.EOFException
import java.nio.ByteBuffer
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}

/** Buffers on a channel: how many, how long each is, and their bytes. */
private object Framed:
  def write(to: WritableByteChannel, buffers: ByteBuffer*): Unit =
    val head = ByteBuffer.allocate(Integer.BYTES * (1 + buffers.length)).putInt(buffers.length)
    for buffer <- buffers do head.putInt(buffer.remaining)
    for buffer <- head.flip() +: buffers.map(_.duplicate) do while buffer.hasRemaining do to.write(buffer)

  def read(from: ReadableByteChannel): Vector[ByteBuffer] =
    val count = filled(from, Integer.BYTES).getInt
    val lengths = filled(from, Integer.BYTES * count)
    Vector.fill(count)(filled(from, lengths.getInt))

  def filled(from: ReadableByteChannel, bytes: Int): ByteBuffer =
    val buffer = ByteBuffer.allocate(bytes)
    while buffer.hasRemaining do if from.read(buffer) < 0 then throw new EOFException(s"${buffer.remaining} bytes are missing")
    buffer.flip()
