package brine.region.files

import java.nio.{ByteBuffer, ByteOrder}
import java.util.zip.CRC32C
import brine.{FirstBytes, PickleException}
import brine.binary.ShapeTable
import brine.region.layout.Ref
import brine.shape.Shape
import brine.wire.Blocks
import brine.wire.layout.RegionLayout.*

/** The header of a region, which precedes its body. `table` is the shape table of the root. */
private[region] final class RegionHeader(
    val bits: Int,
    val fingerprint: Long,
    val length: Long,
    val root: Long,
    val table: Array[Byte]
):
  /** The offset of the body. */
  def bodyStart: Int = RegionHeader.bodyStart(table.length)

  /** The writer's shape.
    *
    * @throws PickleException if the table is not the table of a shape
    */
  def shape: Shape =
    val found = ShapeTable.read(table)
    if found.fingerprint != fingerprint then
      throw new PickleException.Malformed(
        f"expected a shape with fingerprint $fingerprint%016x, found ${found.fingerprint}%016x"
      )
    found

  def bytes: ByteBuffer =
    val out = ByteBuffer.allocate(bodyStart).order(ByteOrder.LITTLE_ENDIAN)
    out.put(MAGIC_0.toByte).put(MAGIC_1.toByte).put(VERSION.toByte).put(bits.toByte).putInt(bodyStart)
    out.putLong(fingerprint).putLong(length).putLong(root).putInt(table.length)
    out.put(HEADER_BYTES, table)
    out.putInt(CHECKSUM_OFFSET, RegionHeader.checksum(out))
    out.clear()

private[region] object RegionHeader:
  def of(blocks: Blocks, shape: Shape, root: Long): RegionHeader = of(blocks.bits, blocks.length, shape, root)

  def of(bits: Int, length: Long, shape: Shape, root: Long): RegionHeader =
    new RegionHeader(bits, shape.fingerprint, length, root, tableOf(shape))

  // A collection's shape is made anew at each use, so that a table cached with it is soon collected; a class's shape
  // stays.
  private val tables = java.util.Collections.synchronizedMap(new java.util.WeakHashMap[Shape, Array[Byte]])

  private def tableOf(shape: Shape): Array[Byte] =
    val known = tables.get(shape)
    if known != null then known
    else
      val made = ShapeTable.write(shape)
      tables.put(shape, made)
      made

  def bodyStart(tableLength: Int): Int = (HEADER_BYTES + tableLength + 7) & ~7

  private def checksum(header: ByteBuffer): Int =
    val crc = new CRC32C
    crc.update(header.duplicate().position(0).limit(CHECKSUM_OFFSET))
    crc.update(header.duplicate().limit(header.capacity).position(HEADER_BYTES))
    crc.getValue.toInt

  /** The length of the whole header, whose first [[HEADER_BYTES]] are in `start`.
    *
    * @throws PickleException if they are not the beginning of a header
    */
  def size(start: ByteBuffer): Int =
    if start.remaining < HEADER_BYTES then
      throw new PickleException.Truncated(
        s"expected a region's header of $HEADER_BYTES bytes, found ${start.remaining}"
      ).atOffset(0)
    val in = start.duplicate().order(ByteOrder.LITTLE_ENDIAN)
    val at = in.position()
    val magic = in.getShort(at) & 0xffff
    if magic != (MAGIC_1 << 8 | MAGIC_0) then
      throw FirstBytes.wrongFormat(f"$MAGIC_0%02x $MAGIC_1%02x (a Brine region)", magic).atOffset(0)
    val version = in.get(at + VERSION_OFFSET) & 0xff
    if version != VERSION then throw new PickleException.UnknownVersion(version, VERSION).atOffset(VERSION_OFFSET)
    val table = in.getInt(at + TABLE_LENGTH_OFFSET)
    if table < 0 || table > MostTableBytes then
      throw new PickleException.Malformed(s"invalid shape table length ${Integer.toUnsignedString(table)}").atOffset(
        TABLE_LENGTH_OFFSET
      )
    bodyStart(table)

  /** A table of few bytes is not compressed, and then has some more. */
  private final val MostTableBytes = ShapeTable.MostBytes + 64

  /** Reads a whole header, with the length from [[size]]. */
  def read(header: ByteBuffer): RegionHeader =
    // Checks a copy, which cannot change afterwards.
    val in = ByteBuffer.allocate(header.remaining).put(header.duplicate()).flip().order(ByteOrder.LITTLE_ENDIAN)
    checkWhole(in)
    val found = in.getInt(CHECKSUM_OFFSET)
    val expected = checksum(in)
    if found != expected then throw new PickleException.ChecksumMismatch(found, expected).atOffset(CHECKSUM_OFFSET)
    trust(in)

  /** Reads a whole header without comparing its checksum. */
  def trust(header: ByteBuffer): RegionHeader =
    val in = header.slice().order(ByteOrder.LITTLE_ENDIAN)
    checkWhole(in)
    val table = new Array[Byte](in.getInt(TABLE_LENGTH_OFFSET))
    in.get(HEADER_BYTES, table)
    val read = new RegionHeader(
      in.get(BITS_OFFSET),
      in.getLong(FINGERPRINT_OFFSET),
      in.getLong(LENGTH_OFFSET),
      in.getLong(ROOT_OFFSET),
      table
    )
    check(read, in.getInt(BODY_OFFSET))
    read

  private def checkWhole(header: ByteBuffer): Unit =
    if header.remaining < size(header) then
      throw new PickleException.Truncated(
        s"expected a region's header of ${size(header)} bytes, found ${header.remaining}"
      ).atOffset(0)

  private def check(header: RegionHeader, body: Int): Unit =
    import header.{bits, length, root}
    if bits < Blocks.LEAST_BITS || bits > Blocks.MOST_BITS then
      malformed(s"invalid block size of 2^$bits bytes", BITS_OFFSET)
    if body != header.bodyStart then
      malformed(s"expected a body at ${header.bodyStart}, found it at $body", BODY_OFFSET)
    if length < FIRST_OBJECT then malformed(s"invalid body length $length", LENGTH_OFFSET)
    if !isRoot(root, length) then
      throw new PickleException.BadReference(f"the root $root%016x is not in a region of $length bytes").atOffset(
        ROOT_OFFSET
      )

  private def malformed(what: String, offset: Int): Nothing = throw new PickleException.Malformed(what).atOffset(offset)

  /** True if the root can be one of a region of this length, as far as a constant-time check can tell. */
  def isRoot(root: Long, length: Long): Boolean =
    if Ref.isNull(root) then root == Ref.Null
    else
      val at = Ref.position(root)
      at == 0 || at >= FIRST_OBJECT && at < length && (at & 3) == 0
