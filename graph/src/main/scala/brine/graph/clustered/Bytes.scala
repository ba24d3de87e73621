package brine.graph.clustered

import java.util.zip.CRC32C
import brine.wire.{ByteSource, PackedLongs}

/** A part of an array, behind which there is room to load packed numbers eight bytes at a time. */
private[clustered] final class Bytes(val array: Array[Byte], val from: Int, val length: Int):
  def source: ByteSource = ByteSource.of(array, from, length)

  def checksum: Int =
    val crc = new CRC32C
    crc.update(array, from, length)
    crc.getValue.toInt

private[clustered] object Bytes:
  /** The next bytes of a source, which has so many: its own array where it is one, else a copy. */
  def next(source: ByteSource, length: Int): Bytes =
    val view = source.view()
    if view.hasArray && view.remaining - length >= PackedLongs.PADDING then
      source.skip(length)
      new Bytes(view.array, view.arrayOffset + view.position(), length)
    else
      val bytes = new Array[Byte](length + PackedLongs.PADDING)
      source.getBytes(bytes, 0, length)
      new Bytes(bytes, 0, length)

  /** The same of a source whose end is not known. */
  def nextOfMany(source: ByteSource, length: Int): Bytes =
    new Bytes(java.util.Arrays.copyOf(source.getBytes(length), length + PackedLongs.PADDING), 0, length)
