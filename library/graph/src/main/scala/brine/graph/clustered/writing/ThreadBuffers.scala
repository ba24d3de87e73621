package brine.graph.clustered.writing

import java.lang.ref.SoftReference
import scala.collection.mutable.ArrayDeque
import brine.PickleOptions
import brine.wire.{ByteSink, IdentityIndex}

/** The buffers that a thread reuses for each graph that it writes. Allocating them anew would take half of the time for
  * a graph of numbers. Works like [[brine.PickleBuffers]] for pickles. One run at a time has them; a run within it gets
  * others. A failed run drops them. At most twice `options.keptBuffer` bytes of each kind are kept, by a soft
  * reference. Virtual threads keep none.
  */
private[clustered] final class ThreadBuffers private ():
  private var isTaken = true
  private var mostKept = 0L

  val segment: ByteSink = ByteSink.growing(1024)
  val blocks: ByteSink = ByteSink.growing(256)
  val lengths: ByteSink = ByteSink.growing(64)
  val range: ByteSink = ByteSink.growing(32)

  val strings: StringBlockWriter = new StringBlockWriter(this)

  /** Has room for the number of objects in the previous graph, a likely number for the next one. */
  val identities: IdentityIndex = new IdentityIndex

  /** Free arrays, by the binary logarithm of their length. */
  private val free = Array.fill(ThreadBuffers.Powers)(new ArrayDeque[Array[Long]](0))
  private var kept = 0L

  /** An array of this length, a power of two, with arbitrary contents. */
  def numbers(length: Int): Array[Long] =
    val known = free(powerOf(length))
    if known.isEmpty then new Array[Long](length)
    else
      kept -= length * 8L
      known.removeLast()

  /** An array of at least this length. */
  def numbersFor(count: Int): Array[Long] = numbers(if count <= 1 then 1 else Integer.highestOneBit(count - 1) << 1)

  def release(array: Array[Long]): Unit =
    if kept + array.length * 8L <= mostKept then
      kept += array.length * 8L
      free(powerOf(array.length)) += array

  private def powerOf(length: Int): Int = Integer.numberOfTrailingZeros(length)

  /** The bytes of the longest segment, for which [[segment]] has room. */
  private var longest = 0L

  /** Ends a segment. */
  def endSegment(): Unit =
    longest = math.max(longest, segment.written)
    segment.reset()

  /** Returns the buffers after a successful run. */
  def release(): Unit =
    if mostKept == 0 || longest > mostKept then ThreadBuffers.drop()
    strings.release(mostKept)
    identities.clear()
    for sink <- Seq(segment, blocks, lengths, range) do sink.reset()
    isTaken = false

private[clustered] object ThreadBuffers:
  private final val Powers = 32

  private val own = new ThreadLocal[SoftReference[ThreadBuffers]]

  /** The thread's buffers, or new ones if a run has them, or if they hold more than these options allow. */
  def take(options: PickleOptions): ThreadBuffers =
    val mostKept = 2L * math.max(0, options.keptBuffer)
    val known = own.get()
    val workspace = if known == null then null else known.get()
    val taken =
      if workspace == null || workspace.isTaken || workspace.kept > mostKept then made()
      else
        workspace.isTaken = true
        workspace
    taken.mostKept = mostKept
    taken

  private def made(): ThreadBuffers =
    val made = new ThreadBuffers
    if !brine.PickleBuffers.isVirtual(Thread.currentThread) then own.set(new SoftReference(made))
    made

  /** Drops the buffers after a failed run. */
  def drop(): Unit = own.remove()
