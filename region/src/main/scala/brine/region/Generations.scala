package brine.region

import java.io.IOException
import java.nio.file.{Files, Path}
import java.nio.file.attribute.BasicFileAttributes
import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}
import brine.{PickleException, PickleOptions}

/** The latest of regions that replace each other while others are still read.
  *
  * {{{
  * val libraries = Generations(Region.compact(library))
  * libraries.use(region => region.root(_.books.size))   // of the latest, which stays whole meanwhile
  * libraries.publish(Region.compact(changed))           // whoever asks from now on has this one
  * }}}
  * Readers move over when they like: each has what was the latest when it asked. A region is closed when it has been replaced and
  * its last reader has left. Another root of the same memory ([[Region.rooted]]) can be published, too; that memory is closed with
  * the last of them. Any number of threads may read and publish.
  */
class Generations[A] private[region] (first: Region[A]) extends AutoCloseable:
  private val current = new AtomicReference[Region[A] | Null](first)
  enter(first)

  private def enter(region: Region[A]): Unit = if region.isClosed || !region.memory.enter() then throw new PickleException.Closed()

  /** The latest, which is not closed before the lease is.
    *
    * @throws PickleException.Closed if all of this was closed
    */
  @annotation.tailrec
  final def acquire(): Lease[A] =
    val latest = current.get
    if latest == null then throw new PickleException.Closed()
    // If not, it was replaced and left by all since.
    if latest.memory.enter() then new Lease(latest) else acquire()

  /** Reads the latest, [[Region.guarded]]. */
  final def use[B](read: Region[A] => B): B =
    val lease = acquire()
    try lease.region.guarded(read(lease.region))
    finally lease.close()

  /** Makes a region the latest, in one step, and closes it in due time.
    *
    * @throws PickleException.Closed if the region was closed, as it is when it had been replaced before; or all of this
    */
  final def publish(next: Region[A]): Unit =
    enter(next)
    replace(next)

  @annotation.tailrec
  private def replace(next: Region[A]): Unit =
    val old = current.get
    if old == null then
      next.memory.leave()
      throw new PickleException.Closed()
    if current.compareAndSet(old, next) then old.memory.leave() else replace(next)

  /** No one can ask for the latest any more, which is closed when its last reader has left. */
  final def close(): Unit =
    val last = current.getAndSet(null)
    if last != null then last.memory.leave()

object Generations:
  /** Begins with a region of this process. */
  def apply[A](first: Region[A]): Generations[A] = new Generations(first)

  /** Begins with a file, which any process may replace by [[Region.writeTo]] or [[Region.build]]. */
  def open[A](path: Path)(using compactable: Compactable[A], options: PickleOptions): FileGenerations[A] =
    val mark = FileGenerations.markOf(path)
    new FileGenerations(path, Region.open(path), mark)

/** Those of one file, which is replaced as a whole, by this process or another. */
final class FileGenerations[A] private[region] (path: Path, first: Region[A], firstMark: FileGenerations.Mark)(using
    Compactable[A], PickleOptions
) extends Generations[A](first):
  private var mark = firstMark

  /** Looks for another file than the one that was opened last, and publishes it; whether there was one. If it cannot be opened, the
    * latest remains what it was.
    */
  def refresh(): Boolean = synchronized {
    // Taken before: if the file is replaced in between, it is only opened once more.
    val there = FileGenerations.markOf(path)
    val isOther = there != mark
    if isOther then
      publish(Region.open(path))
      mark = there
    isOther
  }

private[region] object FileGenerations:
  /** What tells one file from another that has taken its place. */
  final case class Mark(key: AnyRef | Null, modified: Long, size: Long)

  def markOf(path: Path): Mark =
    try
      val found = Files.readAttributes(path, classOf[BasicFileAttributes])
      Mark(found.fileKey, found.lastModifiedTime.to(java.util.concurrent.TimeUnit.NANOSECONDS), found.size)
    catch case e: IOException => throw new PickleException.InputOutput(e)

/** A region that is not closed before this is. */
final class Lease[A] private[region] (val region: Region[A]) extends AutoCloseable:
  private val isOver = new AtomicBoolean

  def close(): Unit = if isOver.compareAndSet(false, true) then region.memory.leave()
