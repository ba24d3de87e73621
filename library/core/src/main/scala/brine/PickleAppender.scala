package brine

import brine.wire.ByteSink
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.{FileChannel, OverlappingFileLockException}
import java.nio.file.{FileSystemException, Files, Path, StandardOpenOption}

/** How far a record has gone when [[PickleAppender.append]] returns. */
enum Durability:
  /** In the memory of this program, up to 64 KiB of records: they are lost if the program is killed before `flush`. */
  case Buffered

  /** In the memory of the operating system: it survives the end of this program, however that comes, but not a loss of
    * power before `force`.
    */
  case Flushed

  /** On the disk, as far as the disk tells the truth: it survives a loss of power. */
  case Forced

/** Appends records of one type to a log, a file that [[Pickle.readAll]] reads. Made by [[Pickle.appender]].
  *
  *   1. A record is in the log whole, or [[append]] has thrown and the log does not have it. If the program is killed,
  *      or the power fails, the end of the file may have a part of a record: [[Pickle.appender]] cuts it.
  *   1. Each log has one appender at a time. The appender holds a lock on the file, and on the empty file
  *      `.<name>.lock` beside it, which stays. (A program loses its locks on a file as soon as it closes the file
  *      anywhere, as after reading it.)
  *   1. The first record contains the shape of `A`, so that later releases can read the log.
  *
  * Threads may share an appender. An interrupt during a call closes the file, as with every file channel of Java: open
  * the log again.
  */
final class PickleAppender[A] private (
    path: Path,
    channel: FileChannel,
    guard: FileChannel,
    val durability: Durability,
    pickler: Pickler[A],
    format: RecordFormat,
    options: PickleOptions,
    scanned: PickleAppender.Scanned
) extends AutoCloseable:
  import PickleAppender.*

  /** The bytes at the end of the file that were cut when the log was opened. */
  val cut: Option[Damage] = scanned.cut

  /** Damage in the middle of the file, which was left as it is. */
  val damage: List[Damage] = scanned.damage

  /** Records that are not in the file yet. */
  private val pending = ByteSink.growing(FirstBytes)
  private var end = scanned.end
  private var nextOptions = Pickle.atRest(options)
  private var state = State.Open

  /** The number of bytes of the log, those that are not flushed included. */
  def length: Long = synchronized(end + pending.written)

  /** Appends a record.
    *
    * @throws PickleException as `x.pickle` does, and [[PickleException.InputOutput]] if the file cannot be written, as
    *                         when the disk is full. The log then does not have the record, and takes others as soon as
    *                         there is room
    * @throws java.lang.IllegalStateException after [[close]], and after a failure that left the file in a state that is
    *                                         not known
    */
  def append(value: A): Unit = synchronized {
    checkOpen()
    val before = pending.written
    try
      write(value, before)
      durability match
        case Durability.Buffered => if pending.written >= MostPending then flush()
        case Durability.Flushed  => flush()
        case Durability.Forced   => force()
      nextOptions =
        if options.carriage == Carriage.Usual then options.copy(carriage = Carriage.Fingerprint) else options
    catch
      case e: Throwable =>
        if pending.written > before then takeBack(before)
        throw e
  }

  private def write(value: A, before: Long): Unit =
    val limit = options.limits.maxOutputBytes
    pending.maxBytes(if limit > Long.MaxValue - before then Long.MaxValue else before + limit)
    format.write(value, pickler, pending, nextOptions)
    FailureBoundary.writing(pending.flush()) // checks the limit exactly

  /** (A sink does not take back bytes that a checksum has seen.) */
  private def takeBack(before: Long): Unit =
    pending.maxBytes(Long.MaxValue)
    val kept = pending.toByteArray.take(before.toInt)
    pending.reset()
    pending.putBytes(kept, 0, kept.length)

  /** Hands all records to the operating system. If that fails, the records stay here for another attempt.
    *
    * @throws PickleException.InputOutput if the file cannot be written
    */
  def flush(): Unit = synchronized {
    checkOpen()
    if pending.written > 0 then
      val bytes = ByteBuffer.wrap(pending.toByteArray)
      try
        var at = end
        while bytes.hasRemaining do at += channel.write(bytes, at)
        end = at
        pending.reset()
      catch case e: IOException => throw undone(e)
  }

  /** Removes the part that was written. */
  private def undone(e: IOException): PickleException =
    try if channel.size > end then channel.truncate(end): Unit
    catch
      case again: IOException =>
        state = State.Unknown
        e.addSuppressed(again)
    new PickleException.InputOutput(e)

  /** Flushes, and waits until the disk has all records.
    *
    * @throws PickleException.InputOutput if the disk reports a failure. What the disk has is not known then, and the
    *                                     appender takes no more records: open the log again
    */
  def force(): Unit = synchronized {
    flush()
    try channel.force(false)
    catch
      case e: IOException =>
        state = State.Unknown
        throw new PickleException.InputOutput(e)
  }

  private def checkOpen(): Unit = state match
    case State.Open   => ()
    case State.Closed => throw new IllegalStateException("the log is closed")
    case State.Unknown =>
      throw new IllegalStateException("a write failed, and what the file has is not known: open the log again")

  /** Flushes, by [[force]] if the durability is [[Durability.Forced]], closes the file, and lets another appender open
    * it. Without effect on a second call.
    *
    * @throws PickleException.InputOutput if records cannot be written; they are lost
    */
  def close(): Unit = synchronized {
    if state != State.Closed then
      try
        if state == State.Open then if durability == Durability.Forced then force() else flush()
      finally
        state = State.Closed
        release()
  }

  private def release(): Unit =
    try
      try channel.close()
      finally guard.close()
    catch case e: IOException => throw new PickleException.InputOutput(e)
    finally live.remove(path): Unit

private[brine] object PickleAppender:
  private enum State:
    case Open, Closed, Unknown

  private final val FirstBytes = 1024
  private final val MostPending = 64 * 1024

  /** What an appender finds in its file. */
  private final class Scanned(val end: Long, val cut: Option[Damage], val damage: List[Damage])

  def open[A](
      path: Path,
      durability: Durability,
      pickler: Pickler[A],
      format: RecordFormat,
      options: PickleOptions
  ): PickleAppender[A] =
    try
      val place = ReplacedFile.at(path).path
      // Not opened once more: a file that is closed loses all locks that the process has on it.
      if !live.add(place) then throw taken(place)
      try opened(place, durability, pickler, format, options)
      catch
        case e: Throwable =>
          live.remove(place)
          throw e
    catch case e: IOException => throw new PickleException.InputOutput(e)

  private def opened[A](
      place: Path,
      durability: Durability,
      pickler: Pickler[A],
      format: RecordFormat,
      options: PickleOptions
  ): PickleAppender[A] =
    val isNew = !Files.exists(place)
    val guard = lock(place.resolveSibling(s".${place.getFileName}.lock"), place)
    try
      val channel = lock(place, place)
      try
        if isNew then forceFolder(place)
        val scanned = scan(channel, place, new RecordScan(channel, format, pickler, options))
        new PickleAppender(place, channel, guard, durability, pickler, format, options, scanned)
      catch case e: Throwable => throw closing(channel, e)
    catch case e: Throwable => throw closing(guard, e)

  /** The logs of this process. */
  private val live = java.util.concurrent.ConcurrentHashMap.newKeySet[Path]

  private def closing(channel: FileChannel, e: Throwable): Throwable =
    channel.close()
    e

  private def taken(log: Path) =
    new FileSystemException(log.toString, null, "another appender has this log: close it, or write another file")

  private def lock(file: Path, log: Path): FileChannel =
    val channel =
      FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)
    try
      val lock =
        try channel.tryLock()
        catch case _: OverlappingFileLockException => null
      if lock == null then throw taken(log)
      channel
    catch case e: Throwable => throw closing(channel, e)

  /** A new file is on the disk when its folder is. Some systems cannot open a folder. */
  private def forceFolder(file: Path): Unit =
    try
      val folder = FileChannel.open(file.getParent, StandardOpenOption.READ)
      try folder.force(true)
      finally folder.close()
    catch case _: IOException => ()

  private def scan(channel: FileChannel, path: Path, scan: RecordScan[?]): Scanned =
    var damage = List.empty[Damage]
    var isAtEnd = false
    while !isAtEnd do
      scan.next() match
        case RecordScan.Step.Damaged(more) => damage = more :: damage
        case RecordScan.Step.End           => isAtEnd = true
        case _                             => ()
    damage match
      case last :: before if last.offset + last.length == channel.size =>
        val cut = cutEnd(channel, path, scan, last)
        new Scanned(cut.offset, Some(cut), before.reverse)
      case _ => new Scanned(channel.size, None, damage.reverse)

  private def cutEnd(channel: FileChannel, path: Path, scan: RecordScan[?], last: Damage): Damage =
    val size = channel.size
    val start = last.failure match
      case _: PickleException.Truncated => last.offset
      case _                            => scan.lastEnd(last.offset)
    if !scan.isCutAt(start) then
      throw last.failure.advised(
        s"Behind byte $start, $path has bytes that no unfinished write of this log left there, and nothing was cut. " +
          "Append to " +
          "another file, or to a copy of the first bytes"
      )
    channel.truncate(start)
    channel.force(true)
    val cut = new Damage(start, size - start, last.failure)
    System.getLogger("brine").log(
      System.Logger.Level.WARNING,
      s"the last record of $path was not written whole and was cut: $cut"
    )
    cut
