package brine.spark

import brine.{PickleException, Sharing}
import brine.wire.{ByteSink, ByteSource}

/** The header of a stream that may outlive its application: a checkpoint, a block on disk, or any other output of
  * `writeAll`. Its records have names of classes, each once, and no numbers.
  *
  * | offset | size | field |
  * |---|---|---|
  * | 0 | 4 | `SBRN`. No record begins with `S`, the code of a reference: a record has nothing before it to refer to |
  * | 4 | 1 | version, 0: not frozen, since one release of Brine writes and reads a stream |
  * | 5 | 1 | flags: 1 if each record has a checksum, 2 if it shares all objects |
  *
  * All other streams begin with a record, so that Spark can cut them, sort them and put them together.
  */
private[spark] object StoredStream:
  private final val Magic = 0x4e524253 // S, B, R, N in little-endian order
  private final val Version = 0
  private final val Checksums = 1
  private final val SharesAll = 2

  def begin(sink: ByteSink, settings: Settings): Unit =
    sink.putInt(Magic)
    sink.putByte(Version)
    val sharing = if settings.sharing == Sharing.All then SharesAll else 0
    sink.putByte(sharing | (if settings.checksum then Checksums else 0))

  /** Returns true if the header follows. The source must not be at its end. */
  def isNext(source: ByteSource): Boolean = source.peekByte() == (Magic & 0xff)

  /** Reads the header: how its records are written, as far as an application may choose it. */
  def settings(source: ByteSource, ofReader: Settings): Settings =
    val magic = source.getInt()
    if magic != Magic then
      throw new PickleException.WrongFormat(
        "records of Brine",
        f"bytes that begin with ${Integer.reverseBytes(magic)}%08x"
      )
    val version = source.getByte() & 0xff
    if version != Version then throw new PickleException.UnknownVersion(version, Version)
    val flags = source.getByte()
    if (flags & ~(Checksums | SharesAll)) != 0 then
      throw new PickleException.Malformed(s"a stored stream has the flags $flags")
    ofReader.copy(
      checksum = (flags & Checksums) != 0,
      sharing = if (flags & SharesAll) != 0 then Sharing.All else Sharing.Tracked
    )
