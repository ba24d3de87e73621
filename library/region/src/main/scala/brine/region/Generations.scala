package brine.region

import java.io.IOException
import java.nio.file.{Files, Path}
import java.nio.file.attribute.BasicFileAttributes
import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}
import brine.{PickleException, PickleOptions}

/** The latest of several regions that replace each other while readers still use earlier ones.
  * {{{
  * val libraries = Generations(Region.compact(library))
  * libraries.use(region => region.root(_.books.size))   // reads the latest, which stays open meanwhile
  * libraries.publish(Region.compact(changed))           // later readers get this one
  * }}}
  * Each reader keeps the region that was the latest when it called [[acquire]]. A region is closed when it has been
  * replaced and its last reader has left. A region with another root in the same memory ([[Region.rooted]]) can be
  * published, too; the memory is closed with the last of them. Any number of threads may read and publish.
  */
class Generations[A] private[region] (first: Region[A]) extends AutoCloseable:
  private val current = new AtomicReference[Region[A] | Null](first)
  enter(first)

  private def enter(region: Region[A]): Unit =
    if region.isClosed || !region.memory.enter() then throw new PickleException.Closed()

  /** Returns the latest region, which stays open at least until the lease is closed.
    *
    * @throws PickleException.Closed if this object was closed
    */
  @annotation.tailrec
  final def acquire(): Lease[A] =
    val latest = current.get
    if latest == null then throw new PickleException.Closed()
    // If false, another thread replaced it, and all its readers have left.
    if latest.memory.enter() then new Lease(latest) else acquire()

  /** Reads the latest region, [[Region.guarded]]. */
  final def use[B](read: Region[A] => B): B =
    val lease = acquire()
    try lease.region.guarded(read(lease.region))
    finally lease.close()

  /** Makes a region the latest, atomically. Closes the previous one after its last reader.
    *
    * @throws PickleException.Closed if the region was closed, as a replaced one is; or if this object was closed
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

  /** Refuses further calls of [[acquire]]. The latest region is closed after its last reader. */
  final def close(): Unit =
    val last = current.getAndSet(null)
    if last != null then last.memory.leave()

object Generations:
  /** Starts with a region of this process. */
  def apply[A](first: Region[A]): Generations[A] = new Generations(first)

  /** Starts with a file, which any process may replace by [[Region.writeTo]] or [[Region.build]]. */
  def open[A](path: Path)(using compactable: Compactable[A], options: PickleOptions): FileGenerations[A] =
    val mark = FileGenerations.markOf(path)
    new FileGenerations(path, Region.open(path), mark)

/** Generations of one file, which this process or another one replaces as a whole. */
final class FileGenerations[A] private[region] (path: Path, first: Region[A], firstMark: FileGenerations.Mark)(using
    Compactable[A],
    PickleOptions
) extends Generations[A](first):
  private var mark = firstMark

  /** Publishes the file if it is not the one that was opened last, and returns true then. If opening fails, the latest
    * region stays.
    */
  def refresh(): Boolean = synchronized {
    // Read first: if the file is replaced in between, it is only opened once more.
    val there = FileGenerations.markOf(path)
    val isOther = there != mark
    if isOther then
      publish(Region.open(path))
      mark = there
    isOther
  }

private[region] object FileGenerations:
  /** Distinguishes a file from another file of the same name. */
  final case class Mark(key: AnyRef | Null, modified: Long, size: Long)

  def markOf(path: Path): Mark =
    try
      val found = Files.readAttributes(path, classOf[BasicFileAttributes])
      Mark(found.fileKey, found.lastModifiedTime.to(java.util.concurrent.TimeUnit.NANOSECONDS), found.size)
    catch case e: IOException => throw new PickleException.InputOutput(e)

/** A region that stays open until this lease is closed. */
final class Lease[A] private[region] (val region: Region[A]) extends AutoCloseable:
  private val isOver = new AtomicBoolean

  def close(): Unit = if isOver.compareAndSet(false, true) then region.memory.leave()
