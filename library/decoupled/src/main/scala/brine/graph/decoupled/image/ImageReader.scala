package brine.graph.decoupled.image

import java.util.concurrent.Executor
import java.util.zip.CRC32C
import scala.collection.mutable.ArrayBuffer
import brine.{FirstBytes, PickleException, ReadBudget, WireFailure}
import brine.graph.threads.WorkQueue
import brine.wire.{ByteSource, PackedItems, PackedSection, SlotValues, WireException}
import brine.wire.layout.DecoupledLayout

/** The content of a pickle: its head and its image.
  *
  * @param places the offsets of values and references in the pickle, for errors
  */
private[decoupled] final class Unpacked[M <: SlotMemory](
    val head: Head,
    val hasMarkWords: Boolean,
    val bits: ImageBits,
    val memory: M,
    val places: Places
)

/** The offsets of an image's slots in the pickle. */
private[decoupled] final class Places(image: ImageBits, valuesAt: Long, references: PackedSection):
  /** The offset of the value or the reference that is in a slot. */
  def offsetOf(slot: Int): Long =
    import brine.wire.ImageKernel
    val before = ImageKernel.count(image.layout, 0, slot)
    if ImageKernel.isSet(image.layout, slot) then references.offsetOf(references.find(before))
    else valuesAt + 8L * (slot - before)

/** Reads a pickle up to the image, which [[ImageWriter]] wrote.
  *
  * @param budget of the read; the bytes of the pickle pay for it
  */
private[decoupled] final class ImageReader(source: ByteSource, executor: Executor | Null, budget: ReadBudget):
  private val begun = source.offset
  private var hasChecksums = false
  private var hasMarkWords = false
  private var isImage = false

  /** Reads a pickle, with the image in an array. */
  def read(): Unpacked[ArrayMemory] = readInto((_, _) => slots => new ArrayMemory(new Array[Long](slots)))

  /** Reads a pickle.
    *
    * @param memoryOf makes the memory of an image, by its head and whether it has mark words
    */
  def readInto[M <: SlotMemory](memoryOf: (Head, Boolean) => Int => M): Unpacked[M] =
    val head = readStart()
    if isImage then
      throw new PickleException.Malformed("a file with an image in place of a pickle: open it by Image.open").atOffset(
        begun + DecoupledLayout.FLAGS_OFFSET
      )
    val body = if source.bounded && source.view().hasArray then readInPlace(head) else readCopy(head)
    budget.pay(source.offset - begun)
    val (bits, memory) = body.unpack(head, memoryOf(head, hasMarkWords))
    new Unpacked(head, hasMarkWords, bits, memory, new Places(bits, body.valuesAt, body.references))

  /** Reads the start of a file with an image in place of the sections: the head, and whether there are mark words. */
  def readImageStart(): (Head, Boolean) =
    val head = readStart()
    if !isImage then
      throw new PickleException.Malformed("a pickle in place of a file with an image: read it").atOffset(
        begun + DecoupledLayout.FLAGS_OFFSET
      )
    (head, hasMarkWords)

  /** Reads up to the sections. */
  private def readStart(): Head =
    val head = readHead()
    padTo(DecoupledLayout.SECTION_ALIGNMENT)
    head

  private def readHead(): Head =
    if !source.skipShort(DecoupledLayout.MAGIC_1 << 8 | DecoupledLayout.MAGIC_0) then
      throw FirstBytes
        .wrongFormat(
          f"${DecoupledLayout.MAGIC_0}%02x ${DecoupledLayout.MAGIC_1}%02x (Brine decoupled)",
          source.getShort()
        )
        .atOffset(begun)
    val version = source.getByte() & 0xff
    if version != DecoupledLayout.VERSION then
      throw new PickleException.UnknownVersion(version, DecoupledLayout.VERSION).atOffset(
        begun + DecoupledLayout.VERSION_OFFSET
      )
    val flags = source.getByte() & 0xff
    if (flags & DecoupledLayout.FLAGS_RESERVED) != 0 then
      throw new PickleException.Malformed(f"flags $flags%02x have no meaning in version $version").atOffset(
        begun + DecoupledLayout.FLAGS_OFFSET
      )
    hasChecksums = (flags & DecoupledLayout.FLAG_CHECKSUMS) != 0
    hasMarkWords = (flags & DecoupledLayout.FLAG_MARK_WORDS) != 0
    isImage = (flags & DecoupledLayout.FLAG_IMAGE) != 0
    val length = source.getInt()
    if length < 0 then
      throw new PickleException.Malformed(s"invalid head length ${Integer.toUnsignedString(length)}").atOffset(
        begun + DecoupledLayout.HEAD_LENGTH_OFFSET
      )
    val at = source.offset
    val bytes = source.getBytes(length)
    if hasChecksums then compare(source.getInt(), bytes, 0, length, at + length)
    parse(bytes, at)

  private def parse(bytes: Array[Byte], at: Long): Head =
    val head = ByteSource.of(bytes)
    try Head.get(head, 0, budget)
    catch
      case e: WireException   => throw WireFailure(e).movedBy(at)
      case e: PickleException => throw e.movedBy(at).atOffset(at + head.offset)

  /** @param found the checksum at `at` */
  private def compare(found: Int, bytes: Array[Byte], from: Int, length: Int, at: Long): Unit =
    val crc = new CRC32C
    crc.update(bytes, from, length)
    if found != crc.getValue.toInt then
      throw new PickleException.ChecksumMismatch(found, crc.getValue.toInt).atOffset(at)

  private def padTo(alignment: Int): Unit =
    while (source.offset - begun) % alignment != 0 do
      if source.getByte() != 0 then
        throw new PickleException.Malformed("expected zeros between a head and the values").atOffset(source.offset - 1)

  private def checksumBytes(head: Head): Long =
    if hasChecksums then (head.bodyBytes + DecoupledLayout.CHECKED_BYTES - 1) / DecoupledLayout.CHECKED_BYTES * 4 else 0

  private def checkRemaining(head: Head): Unit =
    val needed = head.bodyBytes + checksumBytes(head)
    if source.remaining < needed then
      throw new PickleException.Truncated(
        s"the sections claim $needed bytes, and ${source.remaining} are left"
      ).atOffset(source.offset)

  /** The sections of a pickle. */
  private final class Body(
      val valuesAt: Long,
      values: SlotValues,
      val references: PackedSection,
      layouts: PackedSection
  ):
    def unpack[M <: SlotMemory](head: Head, memoryOf: Int => M): (ImageBits, M) =
      try new Unpacking(head, values, references, layouts, executor, memoryOf).run()
      catch
        case e: WireException   => throw WireFailure(e)
        case e: PickleException => throw e.atOffset(layouts.offsetOf(0))

  /** The body of packed sections that begin at `at` of an array, whose first byte is at `offset` in the pickle. */
  private def bodyOf(head: Head, valuesAt: Long, values: SlotValues, bytes: Array[Byte], at: Int, offset: Long): Body =
    def padded(size: Long): Int = (size + 7 & -8L).toInt
    val references = head.referenceBytes.toInt
    val layouts = head.layoutBytes.toInt
    val layoutsAt = at + PackedItems.paddedBytes(references).toInt
    new Body(
      valuesAt,
      values,
      new PackedSection(bytes, at, references, at + padded(references), offset),
      new PackedSection(bytes, layoutsAt, layouts, layoutsAt + padded(layouts), offset)
    )

  // ---- in an array: in place

  private def readInPlace(head: Head): Body =
    checkRemaining(head)
    val at = source.offset
    val view = source.view()
    val from = view.arrayOffset + view.position()
    source.skip(head.bodyBytes)
    if hasChecksums then checkInPlace(view.array, from, head.bodyBytes.toInt, at)
    bodyOf(head, at, new SlotValues(view.array, from), view.array, from + (head.values * 8).toInt, at - from)

  private def checkInPlace(bytes: Array[Byte], from: Int, length: Int, at: Long): Unit =
    val blocks = (length + DecoupledLayout.CHECKED_BYTES.toLong - 1) / DecoupledLayout.CHECKED_BYTES
    val checksums = Array.fill(blocks.toInt)(source.getInt())
    def check(block: Int): Unit =
      val done = block * DecoupledLayout.CHECKED_BYTES
      compare(
        checksums(block),
        bytes,
        from + done,
        math.min(DecoupledLayout.CHECKED_BYTES, length - done),
        at + length + 4L * block
      )
    if executor == null || blocks < 2 then for block <- checksums.indices do check(block)
    else WorkQueue.run(checksums.length, executor.nn)(check)

  // ---- from any other source: bytes that have arrived are copied

  private def readCopy(head: Head): Body =
    if source.bounded then checkRemaining(head)
    val at = source.offset
    val checked = new Checked
    val values = new ArrayBuffer[Array[Byte]]
    var left = head.values * 8
    while left > 0 do
      val length = math.min(left, DecoupledLayout.CHECKED_BYTES).toInt
      values += checked.get(length)
      left -= length
    val packed = checked.get(head.packedBytes.toInt)
    checked.end()
    val offset = at + head.values * 8
    bodyOf(head, at, new SlotValues(values.toArray, ImageReader.ChunkBits), packed, 0, offset)

  /** Reads the body and computes its checksums. */
  private final class Checked:
    private val checksums = new ArrayBuffer[Int]
    private var unchecked = DecoupledLayout.CHECKED_BYTES
    source.startChecksum()

    /** Allocates room for bytes that are there, or for a block. */
    def get(length: Int): Array[Byte] =
      if source.bounded || length <= DecoupledLayout.CHECKED_BYTES then
        val bytes = new Array[Byte](length)
        fill(bytes)
        bytes
      else
        val pieces = new ArrayBuffer[Array[Byte]]
        var left = length
        while left > 0 do
          val piece = new Array[Byte](math.min(left, DecoupledLayout.CHECKED_BYTES))
          fill(piece)
          pieces += piece
          left -= piece.length
        Array.concat(pieces.toSeq*)

    private def fill(bytes: Array[Byte]): Unit =
      var done = 0
      while done < bytes.length do
        val here = math.min(bytes.length - done, unchecked)
        source.getBytes(bytes, done, here)
        done += here
        unchecked -= here
        if unchecked == 0 then take()

    private def take(): Unit =
      checksums += source.checksum()
      source.startChecksum()
      unchecked = DecoupledLayout.CHECKED_BYTES

    def end(): Unit = if hasChecksums then
      if unchecked < DecoupledLayout.CHECKED_BYTES then take()
      for checksum <- checksums do
        val at = source.offset
        val found = source.getInt()
        if found != checksum then throw new PickleException.ChecksumMismatch(found, checksum).atOffset(at)

private object ImageReader:
  /** A chunk of values is a block that has a checksum. */
  private final val ChunkBits = Integer.numberOfTrailingZeros(DecoupledLayout.CHECKED_BYTES / 8)
