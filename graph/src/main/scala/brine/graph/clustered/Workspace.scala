package brine.graph.clustered

import java.lang.ref.SoftReference
import scala.collection.mutable.ArrayDeque
import brine.wire.{ByteSink, IdentityIndex}

/** What a thread uses again for each graph that it writes, rather than make it anew: half of the time that a graph of numbers
  * takes. As [[brine.Scratch]] does for pickles: one run at a time has it, a run within it gets another; a run that fails
  * drops it; no more is held than [[Workspace.MostKept]] bytes of each kind, and softly; virtual threads keep none.
  */
private[clustered] final class Workspace private ():
  private var isTaken = true

  val segment: ByteSink = ByteSink.growing(1024)
  val blocks: ByteSink = ByteSink.growing(256)
  val lengths: ByteSink = ByteSink.growing(64)
  val range: ByteSink = ByteSink.growing(32)

  val strings: StringBlockWriter = new StringBlockWriter(this)

  /** With room for as many objects as the graph before had: likely as many as this one has. */
  val identities: IdentityIndex = new IdentityIndex

  /** Free arrays, by the power of two that their length is. */
  private val free = Array.fill(Workspace.Powers)(new ArrayDeque[Array[Long]](0))
  private var kept = 0L

  /** An array of this length, a power of two, with anything in it. */
  def numbers(length: Int): Array[Long] =
    val known = free(powerOf(length))
    if known.isEmpty then new Array[Long](length)
    else
      kept -= length * 8L
      known.removeLast()

  /** An array of this length at least. */
  def numbersFor(count: Int): Array[Long] = numbers(if count <= 1 then 1 else Integer.highestOneBit(count - 1) << 1)

  def release(array: Array[Long]): Unit =
    if kept + array.length * 8L <= Workspace.MostKept then
      kept += array.length * 8L
      free(powerOf(array.length)) += array

  private def powerOf(length: Int): Int = Integer.numberOfTrailingZeros(length)

  /** Bytes of the longest segment, for which [[segment]] has room. */
  private var longest = 0L

  /** A segment has been written. */
  def endSegment(): Unit =
    longest = math.max(longest, segment.written)
    segment.reset()

  /** After a run that went well. */
  def release(): Unit =
    if longest > Workspace.MostKept then Workspace.drop()
    strings.release(Workspace.MostKept)
    identities.clear()
    for sink <- Seq(segment, blocks, lengths, range) do sink.reset()
    isTaken = false

private[clustered] object Workspace:
  private final val Powers = 32
  private final val MostKept = 8L * 1024 * 1024

  private val own = new ThreadLocal[SoftReference[Workspace]]

  /** This thread's, or a new one where that is taken. */
  def take(): Workspace =
    val known = own.get()
    val workspace = if known == null then null else known.get()
    if workspace == null || workspace.isTaken then
      val made = new Workspace
      if !brine.Scratch.isVirtual(Thread.currentThread) then own.set(new SoftReference(made))
      made
    else
      workspace.isTaken = true
      workspace

  /** After a run that failed. */
  def drop(): Unit = own.remove()
