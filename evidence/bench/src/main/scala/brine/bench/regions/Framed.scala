package brine.bench.regions

import java.nio.ByteBuffer
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import brine.bench.processes.Channels

/** Buffers on a channel: how many, how long each is, and their bytes. */
private object Framed:
  def write(to: WritableByteChannel, buffers: ByteBuffer*): Unit =
    val head = ByteBuffer.allocate(Integer.BYTES * (1 + buffers.length)).putInt(buffers.length)
    for buffer <- buffers do head.putInt(buffer.remaining)
    for buffer <- head.flip() +: buffers.map(_.duplicate) do Channels.write(to, buffer)

  def read(from: ReadableByteChannel): Vector[ByteBuffer] =
    val count = filled(from, Integer.BYTES).getInt
    val lengths = filled(from, Integer.BYTES * count)
    Vector.fill(count)(filled(from, lengths.getInt))

  def filled(from: ReadableByteChannel, bytes: Int): ByteBuffer =
    val buffer = ByteBuffer.allocate(bytes)
    Channels.fill(from, buffer)
    buffer
