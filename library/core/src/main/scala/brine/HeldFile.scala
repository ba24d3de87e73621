package brine

import java.nio.file.{FileAlreadyExistsException, FileSystemException, Files, Path}
import java.util.concurrent.TimeUnit.MILLISECONDS

/** One process at a time reads a file, changes it and writes it back. Holding a file means to have created
  * `.<name>.held` beside it; the holder deletes that file in the end. A process that was killed leaves it: the error
  * of the next one names it.
  */
private[brine] object HeldFile:
  /** Waits until no other holds the file, and runs `act` while this process does.
    *
    * @throws java.nio.file.FileSystemException if another holds it for longer than `patience` milliseconds
    */
  def hold[B](path: Path, patience: Long = Patience)(act: => B): B =
    val target = ReplacedFile.at(path).path
    val held = target.resolveSibling(s".${target.getFileName}.held")
    create(held, System.nanoTime + MILLISECONDS.toNanos(patience))
    try act
    finally Files.deleteIfExists(held): Unit

  @annotation.tailrec
  private def create(held: Path, end: Long): Unit =
    val isMine =
      try
        Files.createFile(held)
        true
      catch case _: FileAlreadyExistsException => false
    if !isMine then
      if System.nanoTime - end > 0 then
        throw new FileSystemException(
          held.toString,
          null,
          "another process changes the file beside it. If none does, one was killed: delete this file"
        )
      Thread.sleep(Pause)
      create(held, end)

  private final val Patience = 30_000L
  private final val Pause = 5L
