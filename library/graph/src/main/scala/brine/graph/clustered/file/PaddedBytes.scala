package brine.graph.clustered.file

import java.util.zip.CRC32C
import brine.wire.{ByteSource, PackedLongs}

/** A part of an array with padding after it, so that packed numbers can be loaded eight bytes at a time. */
private[clustered] final class PaddedBytes(val array: Array[Byte], val from: Int, val length: Int):
  def source: ByteSource = ByteSource.of(array, from, length)

  def checksum: Int =
    val crc = new CRC32C
    crc.update(array, from, length)
    crc.getValue.toInt

private[clustered] object PaddedBytes:
  /** The next `length` bytes of a source, which are there: in its own array if it has one, else a copy. */
  def next(source: ByteSource, length: Int): PaddedBytes =
    val view = source.view()
    if view.hasArray && view.remaining - length >= PackedLongs.PADDING then
      source.skip(length)
      new PaddedBytes(view.array, view.arrayOffset + view.position(), length)
    else
      val bytes = new Array[Byte](length + PackedLongs.PADDING)
      source.getBytes(bytes, 0, length)
      new PaddedBytes(bytes, 0, length)

  /** The next `length` bytes of a source with an unknown end. */
  def nextOfMany(source: ByteSource, length: Int): PaddedBytes =
    new PaddedBytes(java.util.Arrays.copyOf(source.getBytes(length), length + PackedLongs.PADDING), 0, length)
