package brine.graph.clustered

import java.util.zip.CRC32C
import scala.collection.mutable.ArrayBuffer
import brine.{PickleException, PickleOptions}
import brine.wire.{ByteSource, PackedLongs}

/** What is in a graph's bytes, before any object exists: the header's values, the segments, and what the footer says of them.
  * Mirrors what [[Serialization]] puts around the columns.
  */
private[graph] final class GraphFile(
    val header: Map[String, String],
    val tables: IndexedSeq[TypeTable],
    val objects: Long,
    val referredTo: Array[Int],
    val columns: IndexedSeq[InColumn]
)

private[graph] object GraphFile:
  def read(source: ByteSource, options: PickleOptions): GraphFile = new Reading(source, options).run()

  private final class Reading(source: ByteSource, options: PickleOptions):
    private val begun = source.offset
    private var hasChecksums = false

    def run(): GraphFile =
      readStart()
      val header = readHeader()
      val segments = readSegments()
      readFooter(header, segments)

    private def readStart(): Unit =
      if !source.skipShort(Layout.Magic) then
        throw new PickleException.WrongFormat(hex(Layout.Magic) + " (Brine graph)", hex(source.getShort())).atOffset(begun)
      val version = source.getByte() & 0xff
      if version > Layout.Version then throw new PickleException.UnknownVersion(version, Layout.Version).atOffset(begun + 2)
      val flags = source.getByte() & 0xff
      if (flags & Layout.FlagsReserved) != 0 then
        throw new PickleException.Malformed(f"flags $flags%02x have no meaning in version $version").atOffset(begun + 3)
      hasChecksums = (flags & Layout.FlagChecksums) != 0

    private def readHeader(): Map[String, String] =
      val texts = ByteSource.of(readBlock(source.getInt()))
      val count = counted(texts, "header value")
      val header = Vector.fill(count)((Texts.get(texts), Texts.get(texts)))
      header.toMap

    private def readSegments(): IndexedSeq[Array[Byte]] =
      val segments = ArrayBuffer.empty[Array[Byte]]
      var length = source.getInt()
      while length != Layout.EndOfSegments do
        segments += readBlock(length)
        length = source.getInt()
      segments.toIndexedSeq

    /** With room behind it, so that packed numbers can be loaded eight bytes at a time. */
    private def readBlock(length: Int): Array[Byte] =
      if length < 0 then throw new PickleException.Malformed(s"a block of ${Integer.toUnsignedString(length)} bytes").atOffset(source.offset)
      val block =
        if source.bounded then
          if length > source.remaining then
            throw new PickleException.Truncated(s"a block of $length bytes, and ${source.remaining} are left").atOffset(source.offset)
          val bytes = new Array[Byte](length + PackedLongs.PADDING)
          source.getBytes(bytes, 0, length)
          bytes
        else java.util.Arrays.copyOf(source.getBytes(length), length + PackedLongs.PADDING)
      if hasChecksums then
        val at = source.offset
        val crc = new CRC32C
        crc.update(block, 0, length)
        val found = source.getInt()
        if found != crc.getValue.toInt then throw new PickleException.ChecksumMismatch(crc.getValue.toInt, found).atOffset(at)
      block

    private def readFooter(header: Map[String, String], segments: IndexedSeq[Array[Byte]]): GraphFile =
      val length = source.getInt()
      val bytes = readBlock(length)
      val footer = ByteSource.of(bytes, 0, length)
      val tables = Vector.fill(counted(footer, "table"))(TypeTable.get(footer))
      if tables.isEmpty || tables.head.kind != TypeTable.Root || tables.tail.exists(_.kind == TypeTable.Root) then
        throw new PickleException.Malformed("a graph has one table for its value's type, the first")
      val objects = footer.getVarlong()
      if objects < 0 || objects > Int.MaxValue then throw new PickleException.Malformed(s"a graph of ${java.lang.Long.toUnsignedString(objects)} objects")
      val referredTo = ReferredTo.get(footer, bytes, objects)
      val columns = Vector.fill(counted(footer, "column"))(new InColumn(readKey(footer)))
      readBlocks(footer, columns, segments)
      if footer.remaining > 0 then throw new PickleException.Malformed(s"a footer has ${footer.remaining} bytes too many")
      readEnd(length)
      new GraphFile(header, tables, objects, referredTo, columns)

    private def readKey(footer: ByteSource): ColumnKey =
      val key = ColumnKey(footer.getVarint() - 1, footer.getVarint(), footer.getVarint(), footer.getByte())
      if key.cluster < Clusters.Root || key.member < 0 || key.level < 0 || key.role < 0 || key.role >= Role.Count then
        throw new PickleException.Malformed("a column of nothing")
      key

    private def readBlocks(footer: ByteSource, columns: IndexedSeq[InColumn], segments: IndexedSeq[Array[Byte]]): Unit =
      val count = footer.getVarint()
      if count != segments.length then
        throw new PickleException.Malformed(s"a graph of ${Integer.toUnsignedString(count)} segments has ${segments.length}")
      var values = 0L
      for segment <- segments do
        var number = -1
        var offset = 0
        for _ <- 0 until counted(footer, "block") do
          number += footer.getVarint()
          if number < 0 || number >= columns.length then throw new PickleException.Malformed(s"no column $number of ${columns.length}")
          val count = footer.getVarint()
          val length = footer.getVarint()
          if count < 0 || length < 0 || length > segment.length - PackedLongs.PADDING - offset then
            throw new PickleException.Malformed(s"a block of $length bytes at $offset of a segment")
          columns(number).add(new Block(segment, offset, length, count))
          offset += length
          values += count
      val most = options.limits.maxElementsWithoutBytes + (source.offset - begun) * Layout.ValuesPerByte
      if values > most then
        throw new PickleException.LimitExceeded(s"$values values in ${source.offset - begun} bytes (limits.maxElementsWithoutBytes)")

    private def readEnd(footerBytes: Int): Unit =
      val length = source.getInt()
      val magic = source.getShort()
      if length != footerBytes || magic != Layout.EndMagic.toShort then
        throw new PickleException.Malformed("a graph does not end as it should").atOffset(source.offset - Layout.TrailerBytes)

    /** So many things follow, each of a byte or more. */
    private def counted(from: ByteSource, what: String): Int =
      val claimed = from.getVarint()
      if claimed < 0 || claimed > from.remaining then
        throw new PickleException.Malformed(s"${Integer.toUnsignedString(claimed)} ${what}s in ${from.remaining} bytes")
      claimed

    private def hex(magic: Int): String = f"${magic & 0xff}%02x ${(magic >>> 8) & 0xff}%02x"
