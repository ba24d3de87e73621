package brine.region

import java.io.IOException
import java.nio.{ByteBuffer, ByteOrder}
import java.nio.channels.{FileChannel, ReadableByteChannel, WritableByteChannel}
import java.nio.file.{Path, StandardOpenOption}
import brine.{Pickle, PickleException, PickleOptions, NotNull}
import brine.region.files.{RegionHeader, SpillFile}
import brine.region.layout.ViewEncoding
import brine.wire.Blocks
import brine.wire.layout.RegionLayout.HEADER_BYTES

/** Reads and writes regions in files, buffers and channels. */
private[region] object RegionFiles:
  /** The header and the blocks of a region. */
  final class Opened(val header: RegionHeader, val blocks: Blocks):
    /** @throws PickleException.IncompatibleShape if the region has another shape; the error names both */
    def as[A](compactable: Compactable[A], options: PickleOptions): Region[A] =
      val shape = compactable.pickler.shape
      if shape.fingerprint != header.fingerprint then
        throw new PickleException.IncompatibleShape(
          Seq("a region is read in place, by the field offsets of its writer: read it by `Region.upgrade`"),
          header.shape.describe,
          shape.describe
        )
      trusted(compactable, options)

    /** Returns the region without comparing shapes. */
    def trusted[A](compactable: Compactable[A], options: PickleOptions): Region[A] =
      new Region(blocks, header.root, compactable, options)

  def write(path: Path, header: RegionHeader, blocks: Blocks): Unit =
    Pickle.writeFileChannel(path)(channel => send(channel, header, blocks))

  /** Writes a file of one collection, without keeping its elements in memory. */
  def build[A](path: Path, elements: Iterator[A])(
      element: Compactable[A],
      all: Compactable[?],
      options: PickleOptions,
      nearBytes: Long
  ): Unit =
    Pickle.writeFileChannel(path) { channel =>
      val refs = SpillFile.beside(path)
      try new ElementsFile(channel, refs, element, all, options, nearBytes).write(elements)
      finally refs.close()
    }

  def send(channel: WritableByteChannel, header: RegionHeader, blocks: Blocks): Unit =
    guarded {
      blocks.writeTo(NotNull(channel, "a channel"), header.bytes, 0, header.length)
    }

  /** Maps a file. `headerOf` is [[RegionHeader.read]] or [[RegionHeader.trust]]. */
  def open(path: Path)(headerOf: ByteBuffer => RegionHeader): Opened = guarded {
    val channel = FileChannel.open(NotNull(path, "a path"), StandardOpenOption.READ)
    try
      val start = read(channel, HEADER_BYTES)
      val header = headerOf(read(channel, math.min(RegionHeader.size(start), channel.size).toInt))
      val size = channel.size - header.bodyStart
      checkLength(header, size)
      // Objects do not cross the borders of the writer's blocks, hence not those of larger blocks.
      val block = 1L << Blocks.MOST_BITS
      val maps = Iterator.iterate(0L)(_ + block).takeWhile(_ < size).map { from =>
        channel.map(FileChannel.MapMode.READ_ONLY, header.bodyStart + from, math.min(block, size - from)): ByteBuffer
      }
      new Opened(header, Blocks.of(maps.toArray, Blocks.MOST_BITS, size, Failing))
    finally channel.close()
  }

  private def checkLength(header: RegionHeader, there: Long): Unit =
    if there < header.length then
      throw new PickleException.Truncated(s"expected a region of ${header.length} bytes, found $there").atOffset(
        header.bodyStart + there
      )
    if there > header.length then
      throw new PickleException.TrailingBytes(there - header.length).atOffset(header.bodyStart + header.length)

  /** Reads the first bytes of a file. */
  private def read(channel: FileChannel, count: Int): ByteBuffer =
    val buffer = ByteBuffer.allocate(count)
    var at = 0
    while buffer.hasRemaining && at >= 0 do at = channel.read(buffer, buffer.position)
    buffer.flip()

  def in(buffer: ByteBuffer)(headerOf: ByteBuffer => RegionHeader): Opened =
    val all = NotNull(buffer, "a buffer").slice()
    val size = RegionHeader.size(all)
    val header = headerOf(all.slice(0, math.min(size, all.remaining)))
    val body = all.slice(size, all.remaining - size)
    checkLength(header, body.remaining)
    new Opened(header, blocksOf(body, header))

  private def blocksOf(body: ByteBuffer, header: RegionHeader): Blocks =
    val block = 1 << Blocks.MOST_BITS
    val parts = Iterator.iterate(0L)(_ + block).takeWhile(_ < body.limit).map { from =>
      body.slice(from.toInt, math.min(block.toLong, body.limit - from).toInt)
    }
    Blocks.of(parts.toArray, Blocks.MOST_BITS, header.length, Failing)

  def receive(channel: ReadableByteChannel, options: PickleOptions): Opened = guarded {
    val start = ByteBuffer.allocate(HEADER_BYTES)
    fill(NotNull(channel, "a channel"), start)
    val header = RegionHeader.read(rest(channel, start.flip()))
    if header.length > options.limits.maxInputBytes then
      throw new PickleException.LimitExceeded(s"a region of ${header.length} bytes (limits.maxInputBytes)")
    val blocks = Blocks.growing(header.bits, math.min(header.length, FirstRoom).toInt, Failing)
    take(channel, blocks, header.length)
    new Opened(header, blocks)
  }

  /** Reads the rest of a header, and allocates at most as many bytes as were received. */
  private def rest(channel: ReadableByteChannel, start: ByteBuffer): ByteBuffer =
    val size = RegionHeader.size(start)
    var read = start
    while read.limit < size do
      val more = ByteBuffer.allocate(math.min(size, math.max(2 * read.limit, FirstHeader))).put(read)
      fill(channel, more)
      read = more.flip()
    read

  /** Reads from the channel into the blocks, up to `until`. */
  private def take(channel: ReadableByteChannel, blocks: Blocks, until: Long): Unit =
    val block = 1L << blocks.bits
    while blocks.length < until do
      // At most the bytes received so far, within a block.
      val inBlock = block - (blocks.length & (block - 1))
      val next = math.min(math.min(until - blocks.length, inBlock), math.max(FirstRoom, blocks.length)).toInt
      val at = blocks.allocate(next)
      fill(channel, blocks.room(at, next))

  /** Sends the bytes that were appended at `from` and later, and a view: 24 bytes precede them. */
  def sendSince(channel: WritableByteChannel, from: Long, view: Long, blocks: Blocks): Unit = guarded {
    val until = blocks.length
    val start =
      ByteBuffer.allocate(SinceBytes).order(ByteOrder.LITTLE_ENDIAN).putLong(from).putLong(until).putLong(view).flip()
    blocks.writeTo(channel, start, from, until)
  }

  /** Appends the bytes from [[sendSince]], and returns the view. */
  def receiveMore(channel: ReadableByteChannel, blocks: Blocks, options: PickleOptions): Long = guarded {
    val start = ByteBuffer.allocate(SinceBytes).order(ByteOrder.LITTLE_ENDIAN)
    fill(channel, start)
    val (from, until, view) = (start.getLong(0), start.getLong(8), start.getLong(16))
    if from != blocks.length then
      throw new PickleException.Malformed(s"expected an addition to ${blocks.length} bytes, found one to $from")
    if until < from then
      throw new PickleException.Malformed(s"expected an addition to $from bytes, found a length of $until")
    if until > options.limits.maxInputBytes then
      throw new PickleException.LimitExceeded(s"a region of $until bytes (limits.maxInputBytes)")
    if !RegionHeader.isRoot(ViewEncoding.ref(view), until) then
      throw new PickleException.BadReference(f"the view $view%016x is not in a region of $until bytes")
    try take(channel, blocks, until)
    catch
      case e: Throwable =>
        blocks.cut(from)
        throw e
    view
  }

  private final val SinceBytes = 24

  /** The most consecutive reads without a byte. */
  private final val MostIdle = 1000
  private final val FirstRoom = 1L << 16
  private final val FirstHeader = 1024

  private def fill(channel: ReadableByteChannel, buffer: ByteBuffer): Unit =
    var idle = 0
    val end = buffer.limit
    while buffer.position < end do
      val count = channel.read(buffer.limit(math.min(end, buffer.position + Blocks.PIECE)))
      if count < 0 then throw new PickleException.Truncated(s"${end - buffer.position} bytes are missing")
      idle = if count == 0 then idle + 1 else 0
      if idle == MostIdle then throw new IOException("the channel gives no bytes: use one in blocking mode")

  private inline def guarded[B](inline act: B): B =
    try act
    catch
      case e: IOException                             => throw new PickleException.InputOutput(e)
      case e: InternalError if Blocks.isLostMemory(e) => throw Failing.lost(e)
