package brine.binary

import brine.{PickleException, Unpickler}
import brine.wire.{ByteSink, ByteSource}
import brine.wire.layout.BinaryLayout.*

/** The header of a binary pickle; [[brine.wire.layout.BinaryLayout]] has the picture. */
private[binary] object Header:
  def write(sink: ByteSink, fingerprint: Long, flags: Int): Unit =
    sink.require(HEADER_BYTES)
    sink.putShortUnchecked(MAGIC)
    sink.putByteUnchecked(VERSION)
    sink.putByteUnchecked(CARRIAGE_FINGERPRINT | flags)
    sink.putLongUnchecked(fingerprint)

  /** Checks everything but the body, and gives the flags. */
  def read[A](source: ByteSource, unpickler: Unpickler[A]): Int =
    val magic = source.getShort() & 0xffff
    if magic != MAGIC then throw new PickleException.WrongFormat(hex(MAGIC) + " (Brine binary)", hex(magic)).atOffset(0)
    val version = source.getByte() & 0xff
    if version > VERSION then throw new PickleException.UnknownVersion(version, VERSION).atOffset(VERSION_OFFSET)
    val flags = source.getByte() & 0xff
    if (flags & CARRIAGE_MASK) != CARRIAGE_FINGERPRINT || (flags & FLAGS_RESERVED) != 0 then
      throw new PickleException.Malformed(f"flags $flags%02x have no meaning in version $version").atOffset(FLAGS_OFFSET)
    val fingerprint = source.getLong()
    val shape = unpickler.shape
    if fingerprint != shape.fingerprint then
      throw new PickleException.OtherShape(shape.name, fingerprint, shape.fingerprint, shape.describe).atOffset(FINGERPRINT_OFFSET)
    flags

  private def hex(magic: Int): String = f"${magic & 0xff}%02x ${magic >>> 8}%02x"
