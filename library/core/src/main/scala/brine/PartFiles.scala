package brine

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.{FileChannel, OverlappingFileLockException}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, StandardCopyOption, StandardOpenOption}
import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** Temporary files beside a file while it is written: `.<name>.<8 hex digits>.part`. The writer of each locks it
  * until it has its final name. A file without a lock therefore comes from a writer that was killed. The next writer
  * in the directory deletes those files.
  */
private[brine] object PartFiles:
  /** Writes a file beside the old one and renames it: there is the old file or the new one, never a half. The file can
    * be mapped while it is written. See [[ReplacedFile]] for links, rights and owners.
    */
  def replace(path: Path)(write: FileChannel => Unit): Unit =
    val target = ReplacedFile.at(path)
    clean(target.path.getParent)
    val part = create(target)
    try
      target.giveRights(part.path)
      write(part.channel)
      // While it is locked: nobody takes it for one that was left.
      move(part.path, target.path)
    finally part.close()

  /** Replaces a file of text. */
  def replaceText(path: Path, text: String): Unit = replace(path) { channel =>
    val bytes = ByteBuffer.wrap(text.getBytes(UTF_8))
    while bytes.hasRemaining do channel.write(bytes)
  }

  /** A locked file, which is deleted when it is closed, unless it has been renamed. */
  private final class Part(val path: Path, val channel: FileChannel) extends AutoCloseable:
    def close(): Unit =
      try
        try Files.deleteIfExists(path): Unit
        finally channel.close()
      finally live.remove(path): Unit

  /** Those of this process. They are not opened once more: a file that is closed loses all locks that the process has
    * on it.
    */
  private val live = ConcurrentHashMap.newKeySet[Path]

  /** The next time at which each directory may be cleaned. */
  private val cleanings = new ConcurrentHashMap[Path, java.lang.Long]

  private val Options =
    java.util.Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)

  private final val Name = "\\..+\\.[0-9a-f]{8}\\.part"

  /** The wait before the next cleaning: `Patience` times the duration of the last one, and at most `MostWait`
    * nanoseconds.
    */
  private final val Patience = 100
  private final val MostWait = 10_000_000_000L

  @annotation.tailrec
  private def create(target: ReplacedFile): Part =
    val path = Pickle.beside(target.path, "part")
    live.add(path)
    val part =
      try
        new Part(
          path,
          FileChannel.open(path, Options, target.creation*)
        )
      catch
        case e: Throwable =>
          live.remove(path)
          throw e
    // Another process may have taken it for one that was left before it was locked.
    if isLocked(part.channel) && Files.exists(path) then part
    else
      part.close()
      create(target)

  /** Returns true if this process can lock the file. A file system without locks has no cleaning either. */
  private def isLocked(channel: FileChannel): Boolean =
    try channel.tryLock() != null
    catch case _: IOException => true

  private def move(from: Path, to: Path): Unit =
    try Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING): Unit
    catch
      case _: java.nio.file.AtomicMoveNotSupportedException =>
        Files.move(from, to, StandardCopyOption.REPLACE_EXISTING): Unit

  /** Deletes the files of killed writers, as far as possible. */
  private def clean(directory: Path): Unit =
    val begin = System.nanoTime
    val next = cleanings.get(directory)
    if next == null || begin - next > 0 then
      try
        val files = Files.newDirectoryStream(directory, (path: Path) => path.getFileName.toString.matches(Name))
        try files.asScala.foreach(deleteIfLeft)
        finally files.close()
      catch case _: (IOException | java.nio.file.DirectoryIteratorException | SecurityException) => ()
      val end = System.nanoTime
      if cleanings.size > MostDirectories then cleanings.clear()
      cleanings.put(directory, end + math.min((end - begin) * Patience, MostWait)): Unit

  private def deleteIfLeft(path: Path): Unit =
    if !live.contains(path) && Files.isRegularFile(path, java.nio.file.LinkOption.NOFOLLOW_LINKS) then
      try
        val channel = FileChannel.open(path, StandardOpenOption.WRITE)
        try if channel.tryLock() != null then Files.deleteIfExists(path): Unit
        finally channel.close()
      catch case _: (IOException | OverlappingFileLockException) => ()

  private final val MostDirectories = 1000
