package brine.binary

import brine.*
import brine.wire.{ByteSink, ByteSource}
import brine.wire.layout.BinaryLayout.{FLAG_CHECKSUM, FLAG_SHARING}

/** The default format: compact binary, the body in the shape's order without names, behind a header that carries the
  * shape's fingerprint and, unless switched off, a checksum at the end. A pickle written from another shape is
  * refused, a damaged one too.
  *
  * Layout: [[brine.wire.layout.BinaryLayout]], docs/spec/binary.md. Cost against [[BinaryFormat.Bare]]: 12 bytes, and
  * 4 for the checksum.
  */
sealed abstract class BinaryFormat extends PickleFormat:
  type Pickled = BinaryPickle

  def pickled(bytes: Array[Byte]): BinaryPickle = new BinaryPickle(bytes)

  def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit =
    Door.writing {
      if options.checksum then sink.startChecksum()
      val sharing = if options.sharing == Sharing.All then FLAG_SHARING else 0
      val checksum = if options.checksum then FLAG_CHECKSUM else 0
      Header.write(sink, pickler.shape.fingerprint, sharing | checksum)
      pickler.pickle(value, new BinaryBuilder(sink, options))
      if options.checksum then sink.putInt(sink.checksum())
    }

  def read[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
    Door.reading(source) {
      source.startChecksum()
      val flags = Header.read(source, unpickler)
      val sharing = if (flags & FLAG_SHARING) != 0 then Sharing.All else Sharing.Tracked
      val settings = if options.sharing == sharing then options else options.copy(sharing = sharing)
      val value = unpickler.unpickle(new BinaryReader(source, settings))
      if (flags & FLAG_CHECKSUM) != 0 then
        val expected = source.checksum()
        val found = source.getInt()
        if found != expected then throw new PickleException.ChecksumMismatch(found, expected)
      value
    }

object BinaryFormat extends BinaryFormat:
  /** The body alone, chosen by name only: `x.pickleIn(BinaryFormat.Bare)`. The reader must know the writer's shape
    * and its `sharing`; nothing in the bytes tells. Another shape's body is refused, or read as some well-typed value.
    */
  object Bare extends PickleFormat:
    type Pickled = BarePickle

    def pickled(bytes: Array[Byte]): BarePickle = new BarePickle(bytes)

    def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit =
      Door.writing(pickler.pickle(value, new BinaryBuilder(sink, options)))

    def read[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
      Door.reading(source)(unpickler.unpickle(new BinaryReader(source, options)))

/** A value in the default format. */
final class BinaryPickle(bytes: Array[Byte]) extends Pickle(bytes):
  type Format = BinaryFormat
  def format: BinaryFormat = BinaryFormat

/** A value in the binary format without a header. */
final class BarePickle(bytes: Array[Byte]) extends Pickle(bytes):
  type Format = BinaryFormat.Bare.type
  def format: BinaryFormat.Bare.type = BinaryFormat.Bare
