package brine

import brine.wire.ByteSource
import brine.wire.layout.BinaryLayout.*
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.{FileChannel, ReadableByteChannel}
import java.util.zip.CRC32C

/** Bytes of a file of records that no record has: a reader skips them ([[Pickle.readAll]]), and an appender cuts them
  * off if no whole record follows ([[PickleAppender.cut]]).
  *
  * @param offset  the offset at which the first damaged record begins
  * @param length  the number of bytes up to the next whole record, or to the end of the file
  * @param failure the failure of the first damaged record. [[PickleException.Truncated]] at the end of a file mostly
  *                means that its writer was killed, or is still writing
  */
final class Damage private[brine] (val offset: Long, val length: Long, val failure: PickleException):
  override def toString: String = s"$length bytes from byte $offset on are damaged: ${failure.getMessage}"

/** Reads the records of a file in the binary format, and finds the next one behind damage.
  *
  * A record is a pickle with a header and a checksum. The header's first four bytes, at which a record may begin, take
  * few values. Bytes between two such places are a whole record if their checksum is right, even if this program cannot
  * read it.
  *
  *   1. A record that can be read tells its own end.
  *   1. Else the bytes up to one of the next headers may have the right checksum: the record is unreadable, and not
  *      damaged.
  *   1. Else the file is damaged up to the next header at which either holds.
  */
private[brine] final class RecordScan[A](
    channel: FileChannel,
    format: RecordFormat,
    unpickler: Unpickler[A],
    options: PickleOptions
):
  import RecordScan.*

  private val known = options.copy(history = new History.StreamHistory(options.history))
  private val trial = known.copy(limits = known.limits.copy(maxElementsWithoutBytes = MostFreeElements))
  private val input = new BoundedInput(options.limits)
  private val size = checked(channel.size)

  /** The offset of the next record, and of the source's first byte. */
  private var at = 0L
  private var sourceStart = 0L
  private var source = sourceAt(0)

  /** The offset behind the record that came last. */
  def end: Long = at

  def next(): Step[A] =
    if at >= size then Step.End
    else
      input.restart()
      try
        val value = format.readRecord(source, unpickler, known)
        at = sourceStart + source.offset
        Step.Whole(value)
      catch
        case e: PickleException.InputOutput => throw e.ofRecord(at)
        case e: PickleException             => failed(e.movedBy(sourceStart).ofRecord(at))

  private def failed(e: PickleException): Step[A] =
    val start = at
    val isOfData = e.isInstanceOf[PickleException.ChecksumMismatch]
    val behind = sourceStart + source.offset
    if isOfData && (behind == size || isHeader(behind)) && !hasRecordBefore(behind, start) then
      restartAt(behind)
      Step.Damaged(new Damage(start, behind - start, e))
    else
      val wholeEnd = endByChecksum(start, MostHeaders)
      if wholeEnd >= 0 then
        restartAt(wholeEnd)
        Step.Unreadable(e)
      else
        restartAt(nextWhole(start))
        Step.Damaged(new Damage(start, at - start, e))

  private def restartAt(offset: Long): Unit =
    at = offset
    sourceStart = offset
    source = sourceAt(offset)

  /** Returns the offset of the next whole record behind `start`, or the end of the file. */
  private def nextWhole(start: Long): Long =
    var candidate = nextHeader(start + 1)
    while candidate < size && !isWhole(candidate) do candidate = nextHeader(candidate + 1)
    candidate

  private def isWhole(offset: Long): Boolean =
    trials > 0 && canBeRead(offset) || endByChecksum(offset, MostHeaders) >= 0

  // Data may be full of headers that begin no record, each of which costs a trial or a sum over all that follows. These
  // bytes are left for such looks in the whole file. Without trials, checksums alone tell where a record begins.
  private var trials = size + FreeTrials
  private var sums = size * SumsPerByte + FreeTrials

  /** Returns true if a whole record ends at `end`, and begins behind `start`: a damaged length made the reader go over
    * it. Also if there are too many headers to know.
    */
  private def hasRecordBefore(end: Long, start: Long): Boolean =
    var candidate = nextHeader(start + 1)
    while candidate < end && sums > 0 && !new Sum(candidate).endsAt(end) do
      sums -= end - candidate
      candidate = nextHeader(candidate + 1)
    candidate < end

  private def canBeRead(offset: Long): Boolean =
    val probe = new BoundedInput(options.limits)
    val from = ByteSource.of(probe.channel(new OffsetChannel(offset)))
    try
      val ignored =
        format.readRecord(from, unpickler, trial.copy(history = new History.StreamHistory(known.history)))
      true
    catch
      case e: PickleException.InputOutput => throw e
      case _: PickleException             => false
    finally trials -= from.offset + TrialBytes

  /** Returns the end of the record at `start` by its checksum, or -1. Looks at the next `headers` headers, and at the
    * end.
    */
  private def endByChecksum(start: Long, headers: Int): Long =
    val sum = new Sum(start)
    var found = -1L
    var left = headers
    var candidate = nextHeader(start + HEADER_BYTES)
    while found < 0 && left > 0 do
      if sum.endsAt(candidate) then found = candidate
      else if candidate >= size then left = 0
      else
        left -= 1
        candidate = nextHeader(candidate + 1)
    found

  /** Returns the end of the last whole record from `start` on, which is damaged up to the end of the file; `start` if
    * there is none. An unreadable record, which does not tell its end, may precede the first bytes of a header that was
    * cut.
    */
  def lastEnd(start: Long): Long =
    var last = start
    var left = MostHeaders
    var candidate = nextHeader(start)
    while left > 0 && candidate < size do
      last = math.max(last, endWithin(candidate))
      left -= 1
      candidate = nextHeader(math.max(last, candidate + 1))
    last

  private def endWithin(start: Long): Long =
    val sum = new Sum(start)
    var end = start + HEADER_BYTES + CHECKSUM_BYTES
    while end <= size && !sum.endsAt(end) do end += 1
    if end <= size then end else -1

  /** Returns true if a record that was cut, or not yet written to the disk, may begin at `offset`. */
  def isCutAt(offset: Long): Boolean =
    val count = math.min(size - offset, Beginning.length.toLong).toInt
    (0 until count).forall(i => bytes.at(offset + i) == Beginning(i)) ||
    (offset until size).forall(bytes.at(_) == 0)

  /** The checksum of the bytes from `start` on, at ever later places. */
  private final class Sum(start: Long):
    private val crc = new CRC32C
    private var upTo = start

    /** Returns true if the four bytes before `end` are the checksum of those before them. */
    def endsAt(end: Long): Boolean =
      val sumAt = end - CHECKSUM_BYTES
      if sumAt < start + HEADER_BYTES then false
      else
        while upTo < sumAt do
          val count = bytes.load(upTo, sumAt)
          crc.update(bytes.array, bytes.indexOf(upTo), count)
          upTo += count
        crc.getValue.toInt == bytes.int(sumAt)

  /** The first offset from `from` on at which a header begins, or the end of the file. */
  private def nextHeader(from: Long): Long =
    var offset = from
    while offset < size && !isHeader(offset) do offset += 1
    math.min(offset, size)

  private def isHeader(offset: Long): Boolean =
    offset + HEADER_BYTES <= size && bytes.at(offset) == MAGIC_0 && bytes.at(offset + 1) == MAGIC_1 &&
      bytes.at(offset + VERSION_OFFSET) == VERSION && isFlags(bytes.at(offset + FLAGS_OFFSET))

  private def isFlags(flags: Int): Boolean =
    val carriage = flags & CARRIAGE_MASK
    (carriage == CARRIAGE_FINGERPRINT || carriage == CARRIAGE_NAMES) && (flags & FLAGS_RESERVED) == 0 &&
    (!options.checksum || (flags & FLAG_CHECKSUM) != 0)

  private def sourceAt(offset: Long): ByteSource = ByteSource.of(input.channel(new OffsetChannel(offset)))

  private final class OffsetChannel(start: Long) extends ReadableByteChannel:
    private var position = start
    def isOpen: Boolean = true
    def close(): Unit = ()
    def read(into: ByteBuffer): Int =
      if position >= size then -1
      else
        val end = into.limit
        into.limit(into.position + math.min(into.remaining.toLong, size - position).toInt)
        val count =
          try channel.read(into, position)
          finally into.limit(end)
        if count > 0 then position += count
        count

  /** A window of the file, for looks at single bytes. */
  private object bytes:
    val array = new Array[Byte](WindowBytes)
    private var from = 0L
    private var until = 0L

    def at(offset: Long): Int =
      if offset < from || offset >= until then fill(offset)
      array((offset - from).toInt) & 0xff

    def indexOf(offset: Long): Int = (offset - from).toInt

    def int(offset: Long): Int =
      at(offset) | at(offset + 1) << 8 | at(offset + 2) << 16 | at(offset + 3) << 24

    /** Loads bytes from `offset` on. Returns how many of those before `limit` are there. */
    def load(offset: Long, limit: Long): Int =
      if offset < from || offset >= until then fill(offset)
      (math.min(until, limit) - offset).toInt

    private def fill(offset: Long): Unit =
      val buffer = ByteBuffer.wrap(array)
      from = math.max(0, offset - Behind)
      until = from
      var count = 0
      while buffer.hasRemaining && count >= 0 do
        count = checked(channel.read(buffer, until))
        if count > 0 then until += count
      if until <= offset then throw new PickleException.InputOutput(new java.io.EOFException("the file became shorter"))

  /** The values, one by one. Reads one record ahead. */
  def iterator(onDamage: Damage => Unit): Iterator[A] = new Iterator[A]:
    private var step: Step[A] | Null = null

    private def current: Step[A] =
      val known = step
      if known != null then known
      else
        val first = RecordScan.this.next()
        first match
          case Step.Damaged(damage) =>
            onDamage(damage)
            current
          case other =>
            step = other
            other

    def hasNext: Boolean = current != Step.End

    def next(): A = current match
      case Step.Whole(value) =>
        step = null
        value
      case Step.Unreadable(failure) =>
        step = null
        throw failure
      case _ => Iterator.empty.next()

private[brine] object RecordScan:
  /** The next part of a file. */
  enum Step[+A]:
    case Whole(value: A)
    case Unreadable(failure: PickleException)
    case Damaged(damage: Damage)
    case End

  /** The headers at which a record that cannot be read may end: more of them within one record are a disguise. */
  private final val MostHeaders = 16

  private final val WindowBytes = 64 * 1024

  /** Bytes for trials in a file of any length, and the cost of a trial beside the bytes that it reads. */
  private final val FreeTrials = 256L << 10
  private final val TrialBytes = 16L << 10

  /** The limit of [[Limits.maxElementsWithoutBytes]] in a trial. */
  private final val MostFreeElements = 64
  private final val SumsPerByte = 16L

  /** The first bytes of a header, without its flags. */
  private val Beginning = Array[Int](MAGIC_0, MAGIC_1, VERSION)

  /** Bytes that a window keeps before the one that was asked for. */
  private final val Behind = 16

  private inline def checked[B](inline act: B): B =
    try act
    catch case e: IOException => throw new PickleException.InputOutput(e)
