package brine.graph.clustered.file

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.util.zip.CRC32C
import scala.collection.mutable.ArrayDeque
import brine.{FailureBoundary, PickleException, PickleOptions}
import brine.wire.{ByteSource, PackedLongs}

/** Opens graphs in files, and reads only the needed parts. */
private[graph] object GraphFiles:
  /** Opens the first graph of a file: reads its header and its footer. Reads blocks of the segments on request.
    *
    * @param isChecked compares a whole segment with its checksum before its first block is read
    */
  def open(channel: FileChannel, isChecked: Boolean, options: PickleOptions): GraphFile =
    open(
      channel,
      options,
      hasChecksums => (at, length) => new DiskSegment(channel, at, length, isChecked && hasChecksums)
    )

  /** Opens the first graph of a file, to read all of it by at most `threads` threads. Reads each segment once, with its
    * checksum, at the first request for one of its values. Releases a segment after requests for `threads` others.
    */
  def openToRead(channel: FileChannel, threads: Int, options: PickleOptions): GraphFile =
    open(
      channel,
      options,
      hasChecksums =>
        val segments = new Once(channel, hasChecksums, threads)
        (at, length) => new segments.Whole(at, length)
    )

  /** `segmentOf` makes the segment at an offset, with a length, for a file with or without checksums. */
  private def open(
      channel: FileChannel,
      options: PickleOptions,
      segmentOf: Boolean => (Long, Int) => Segment
  ): GraphFile =
    val source = ByteSource.of(channel)
    FailureBoundary.reading(source) {
      val frame = new GraphFile.Frame(source)
      val header = frame.start()
      val checksum = if frame.hasChecksums then 4 else 0
      val first = source.offset
      val lengths = lengthsOfSegments(channel, first, checksum)
      val end = lengths.foldLeft(first)((at, length) => at + 4L + length + checksum)
      val footerBytes = ByteBuffer.wrap(read(channel, end + 4, 4)).order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt
      if footerBytes < 0 || footerBytes > ClusteredLayout.MostBlockBytes || footerBytes > channel.size - end then
        throw new PickleException.Malformed(s"invalid footer length ${Integer.toUnsignedString(footerBytes)}").atOffset(
          end + 4
        )
      val rest = ByteSource.of(read(channel, end + 8, footerBytes + checksum + ClusteredLayout.TrailerBytes))
      val footer =
        try
          val footer = frame.over(rest).block(footerBytes)
          frame.over(rest).end(footerBytes)
          footer
        catch case e: PickleException => throw e.movedBy(end + 8)
      val make = segmentOf(frame.hasChecksums)
      def segments(said: Array[Int]) =
        GraphFile.checkLengths(said, lengths)
        val begins = lengths.scanLeft(first)((at, length) => at + 4L + length + checksum)
        lengths.indices.map(i => make(begins(i) + 4, lengths(i)))
      new GraphFile.Footer(footer, end + 8).read(
        header,
        segments,
        end + 8L + footerBytes + checksum + ClusteredLayout.TrailerBytes,
        options
      )
    }

  /** The offset of the mark for the end of the segments. Goes from length to length: one read per segment. */
  private def lengthsOfSegments(channel: FileChannel, first: Long, checksum: Int): Array[Int] =
    val lengths = Array.newBuilder[Int]
    var at = first
    var length = intAt(channel, at)
    while length != ClusteredLayout.EndOfSegments do
      if length < 0 || length > ClusteredLayout.MostBlockBytes then
        throw new PickleException.Malformed(s"invalid segment length ${Integer.toUnsignedString(length)}").atOffset(at)
      lengths += length
      at += 4L + length + checksum
      length = intAt(channel, at)
    lengths.result()

  /** A checksum of a graph: of its bytes but those of segments that have checksums of their own. */
  def identity(graph: GraphFile, channel: FileChannel): Int =
    val crc = new CRC32C
    val hasChecksums = (read(channel, FlagsAt, 1)(0) & ClusteredLayout.FlagChecksums) != 0
    var at = 0L
    for segment <- if hasChecksums then graph.segments else Nil do
      update(crc, channel, at, segment.at - at)
      at = segment.at + segment.length
    update(crc, channel, at, graph.bytes - at)
    crc.getValue.toInt

  private final val FlagsAt = 3

  private def update(crc: CRC32C, channel: FileChannel, from: Long, count: Long): Unit =
    val piece = new Array[Byte](math.min(count, PieceBytes).toInt)
    var done = 0L
    while done < count do
      val some = math.min(piece.length, count - done).toInt
      readInto(channel, from + done, piece, some)
      crc.update(piece, 0, some)
      done += some

  private def intAt(channel: FileChannel, at: Long): Int =
    ByteBuffer.wrap(read(channel, at, 4)).order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt

  private def read(channel: FileChannel, at: Long, count: Int): Array[Byte] = readPadded(channel, at, count, 0)

  private final val PieceBytes = 1 << 16

  /** Reads `count` bytes, with padding after them. */
  private def readPadded(channel: FileChannel, at: Long, count: Int, padding: Int): Array[Byte] =
    try
      if at < 0 || count > channel.size - at then
        throw new PickleException.Truncated(
          s"expected $count bytes at $at, found a file of ${channel.size} bytes"
        ).atOffset(at)
    catch case e: IOException => throw new PickleException.InputOutput(e)
    val bytes = new Array[Byte](count + padding)
    readInto(channel, at, bytes, count)
    bytes

  private def readInto(channel: FileChannel, at: Long, bytes: Array[Byte], count: Int): Unit =
    try
      val buffer = ByteBuffer.wrap(bytes, 0, count)
      while buffer.hasRemaining do
        if channel.read(buffer, at + buffer.position) < 0 then
          throw new PickleException.Truncated(s"expected $count bytes at $at, found the end of the file").atOffset(at)
    catch case e: IOException => throw new PickleException.InputOutput(e)

  /** Reads only requested blocks. Before the first of them, reads the whole segment in pieces, for its checksum. */
  private final class DiskSegment(channel: FileChannel, at: Long, length: Int, private var mustCheck: Boolean)
      extends Segment(at, at, length):
    def load(offset: Int, count: Int): Loaded =
      checkOnce()
      Loaded(readPadded(channel, at + offset, count, PackedLongs.PADDING), 0)

    private def checkOnce(): Unit = synchronized {
      if mustCheck then
        GraphFile.compare(intAt(channel, at + length), checksum(), at + length)
        mustCheck = false
    }

    private def checksum(): Int =
      val crc = new CRC32C
      update(crc, channel, at, length)
      crc.getValue.toInt

  /** Serves a read of the whole graph, which takes one segment after the other, in every column. Keeps the `most`
    * segments of the latest requests in memory. A forged graph that makes the reader go back pays with its own bytes:
    * none can have the same bytes read again and again.
    */
  private final class Once(channel: FileChannel, hasChecksums: Boolean, most: Int):
    private val inMemory = ArrayDeque.empty[Whole]

    private def keep(segment: Whole): Unit = inMemory.synchronized {
      if inMemory.length == most then inMemory.removeHead().letGo()
      inMemory += segment
    }

    final class Whole(at: Long, length: Int) extends Segment(at, at, length):
      @volatile private var bytes: Array[Byte] | Null = null
      private var wasRead = false

      def load(offset: Int, count: Int): Loaded =
        readOnce()
        val all = bytes
        if all != null then Loaded(all, offset)
        else Loaded(readPadded(channel, at + offset, count, PackedLongs.PADDING), 0)

      def letGo(): Unit = bytes = null

      private def readOnce(): Unit = synchronized {
        if !wasRead then
          val all = readPadded(channel, at, length, PackedLongs.PADDING)
          if hasChecksums then
            GraphFile.check(new PaddedBytes(all, 0, length), intAt(channel, at + length), at + length)
          bytes = all
          wasRead = true
          keep(this)
      }
