package brine.region.files

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Path, StandardOpenOption}
import brine.{Pickle, ReplacedFile}

/** A queue of numbers in a temporary file, for more numbers than fit into memory. [[close]] deletes the file. */
private[region] final class SpillFile(channel: FileChannel) extends AutoCloseable:
  private val buffer = ByteBuffer.allocate(1 << 16)
  private var count = 0L

  def length: Long = count

  def add(number: Long): Unit =
    if !buffer.hasRemaining then drain()
    buffer.putLong(number)
    count += 1

  private def drain(): Unit =
    buffer.flip()
    while buffer.hasRemaining do channel.write(buffer)
    buffer.clear()

  /** Reads all numbers in their order. Called once, after the last [[add]]. */
  def foreach(act: Long => Unit): Unit =
    drain()
    channel.position(0)
    var left = count
    buffer.flip()
    while left > 0 do
      if buffer.remaining < 8 then refill()
      act(buffer.getLong())
      left -= 1

  private def refill(): Unit =
    buffer.compact()
    if channel.read(buffer) < 0 then throw new java.io.EOFException("the bytes that were written are missing")
    buffer.flip()

  def close(): Unit = channel.close()

private[region] object SpillFile:
  private val Options =
    import StandardOpenOption.*
    java.util.Set.of(READ, WRITE, CREATE_NEW, DELETE_ON_CLOSE)

  /** Creates the file in the folder of another file. Only its owner may read it. */
  def beside(path: Path): SpillFile =
    new SpillFile(FileChannel.open(Pickle.beside(path, "rows"), Options, ReplacedFile.onlyOwner(path)*))
