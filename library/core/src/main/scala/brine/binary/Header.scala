package brine.binary

import brine.{Carriage, FirstBytes, PickleException, PickleOptions, ReadBudget, Unpickler}
import brine.shape.Shape
import brine.wire.{ByteSink, ByteSource}
import brine.wire.layout.BinaryLayout.*

/** The header of a binary pickle; [[brine.wire.layout.BinaryLayout]] has the picture. */
private[binary] object Header:
  def write(sink: ByteSink, shape: Shape, carriage: Carriage, flags: Int): Unit =
    sink.require(HEADER_BYTES)
    sink.putShortUnchecked(MAGIC)
    sink.putByteUnchecked(VERSION)
    sink.putByteUnchecked((if carriage == Carriage.Names then CARRIAGE_NAMES else CARRIAGE_FINGERPRINT) | flags)
    sink.putLongUnchecked(shape.fingerprint)
    if carriage == Carriage.Names then putTable(ShapeTable.of(shape), sink)

  private def putTable(table: Array[Byte], sink: ByteSink): Unit =
    sink.putVarint(table.length)
    sink.putBytes(table, 0, table.length)

  /** Checks magic and version, and gives the flags. If there is a checksum, it is begun. */
  def flags(source: ByteSource): Int =
    if !source.skipShort(MAGIC) then throw wrongFormat(source)
    val versionAndFlags = source.getShort() & 0xffff
    val flags = versionAndFlags >>> 8
    if (versionAndFlags & ~OftenSet) != Usual then
      check(versionAndFlags & 0xff, flags, source.offset - FINGERPRINT_OFFSET)
    if (flags & FLAG_CHECKSUM) != 0 then source.startChecksumBefore(MAGIC | versionAndFlags << 16)
    flags

  /** Version and flags of most pickles, without the flags that are [[OftenSet]]. */
  private final val Usual = VERSION | CARRIAGE_FINGERPRINT << 8
  private final val OftenSet = (FLAG_SHARING | FLAG_CHECKSUM) << 8

  private def wrongFormat(source: ByteSource): PickleException =
    val begun = source.offset
    FirstBytes.wrongFormat(f"$MAGIC_0%02x $MAGIC_1%02x (Brine binary)", source.getShort()).atOffset(begun)

  /** Checks the header's version and flags. `begun`: the offset of the header; in a stream, values precede it. */
  private def check(version: Int, flags: Int, begun: Long): Unit =
    if version != VERSION then
      throw new PickleException.UnknownVersion(version, VERSION).atOffset(begun + VERSION_OFFSET)
    val carriage = flags & CARRIAGE_MASK
    if carriage != CARRIAGE_FINGERPRINT && carriage != CARRIAGE_NAMES || (flags & FLAGS_RESERVED) != 0 then
      throw new PickleException.Malformed(f"flags $flags%02x have no meaning in version $version").atOffset(
        begun + FLAGS_OFFSET
      )

  /** The budget of a read with such a header, if the header can cost anything; else null. */
  def budget(flags: Int, options: PickleOptions): ReadBudget | Null =
    if (flags & CARRIAGE_MASK) == CARRIAGE_NAMES then new ReadBudget(options.limits) else null

  /** Reads the rest of the header. Returns the unpickler of the body that follows. */
  def shape[A](
      source: ByteSource,
      flags: Int,
      unpickler: Unpickler[A],
      options: PickleOptions,
      budget: ReadBudget | Null
  ): Unpickler[A] =
    val at = source.offset
    val fingerprint = source.getLong()
    if budget != null then ofNames(source, fingerprint, unpickler, options, budget)
    else if fingerprint == unpickler.shape.fingerprint then unpickler
    else ofFingerprint(fingerprint, at, unpickler, options)

  private def ofFingerprint[A](
      fingerprint: Long,
      at: Long,
      unpickler: Unpickler[A],
      options: PickleOptions
  ): Unpickler[A] =
    val known = options.history.shape(fingerprint)
    if known == null then
      val shape = unpickler.shape
      throw new PickleException.OtherShape(shape.name, fingerprint, shape.fingerprint, shape.describe).atOffset(at)
    unpickler.ofKnownShape(known)

  /** If the reader's own shape is meant, the table says nothing new. */
  private def ofNames[A](
      source: ByteSource,
      fingerprint: Long,
      unpickler: Unpickler[A],
      options: PickleOptions,
      budget: ReadBudget
  ): Unpickler[A] =
    val bytes = source.getVarint()
    if bytes < 0 || bytes > ShapeTable.MostBytes then
      throw new PickleException.Malformed(
        s"a shape of ${Integer.toUnsignedString(bytes)} bytes, more than ${ShapeTable.MostBytes}"
      )
    if fingerprint == unpickler.shape.fingerprint then
      source.skip(bytes)
      unpickler
    else
      val table = source.getBytes(bytes)
      val resolved = unpickler.ofShapeTable(fingerprint, table, () => shapeOf(fingerprint, table, budget))
      options.history.learn(fingerprint, resolved.shape)
      resolved

  private def shapeOf(fingerprint: Long, table: Array[Byte], budget: ReadBudget): Shape =
    val shape = ShapeTable.read(table, budget)
    if shape.fingerprint != fingerprint then
      throw new PickleException.Malformed(
        f"expected a shape with fingerprint $fingerprint%016x, found ${shape.fingerprint}%016x"
      )
    shape
