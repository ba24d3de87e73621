package brine.spark

import java.util.concurrent.ConcurrentLinkedQueue
import scala.util.control.NonFatal
import org.slf4j.LoggerFactory
import brine.PickleException

/** An executor's copy of the driver's [[NumberTable]], which asks when it lacks a class.
  *
  * Threads that need numbers at the same time share a question. When a question fails, classes are written by name for
  * a while: records then are longer, and all readers understand them.
  *
  * @param ask sends a question to the driver and waits for its answer
  */
private[spark] final class RemoteNumbers(val fixed: FixedNumbers, ask: Array[AnyRef] => Array[AnyRef])
    extends ClassNumbers:
  private val log = LoggerFactory.getLogger(classOf[BrinePlugin])

  @volatile private var known = RemoteNumbers.Known(Vector.empty, Map.empty)
  private val wanted = new ConcurrentLinkedQueue[ClassKey]
  @volatile private var failedAt = 0L
  @volatile private var hasFailed = false

  /** Questions asked so far. */
  @volatile var questions: Int = 0

  def canGrow: Boolean = true

  def numberOf(key: ClassKey): Int =
    val index = known.indexes.getOrElse(key, -1)
    if index >= 0 then fixed.free(index)
    else if isResting then -1
    else
      wanted.add(key)
      try numberAfterAsking(key)
      catch
        case NonFatal(e) =>
          rest(e)
          -1

  private def numberAfterAsking(key: ClassKey): Int =
    synchronized { if !known.indexes.contains(key) then refresh(Seq(key)) }
    fixed.free(known.indexes(key))

  def keyOf(number: Int): ClassKey | Null =
    val index = fixed.freeIndex(number)
    if index < 0 then null
    else
      if index >= known.keys.length then askFor(number, index)
      known.keys.lift(index).orNull

  private def askFor(number: Int, index: Int): Unit =
    try synchronized { if index >= known.keys.length then refresh(Nil) }
    catch
      case NonFatal(e) =>
        val text = s"cannot resolve class number $number of a record: the driver did not answer: ${e.getMessage}"
        throw new PickleException.InputOutput(new java.io.IOException(text, e))

  /** Asks for these classes, for those that other threads want, and for all that this JVM does not know yet. The caller
    * has the lock.
    */
  private def refresh(needed: Seq[ClassKey]): Unit =
    val others = Iterator.continually(wanted.poll()).takeWhile(_ != null).filterNot(known.indexes.contains)
    val keys = (needed ++ others).distinct
    val answer = ask(NumberTable.message(known.keys.length, keys))
    questions += 1
    hasFailed = false
    val all = known.keys.take(NumberTable.countIn(answer)) ++ NumberTable.keysIn(answer)
    known = RemoteNumbers.Known(all, all.zipWithIndex.toMap)

  private def isResting: Boolean = hasFailed && System.nanoTime - failedAt < RemoteNumbers.RestNanos

  private def rest(e: Throwable): Unit =
    failedAt = System.nanoTime
    hasFailed = true
    log.warn("The driver did not answer a request for class numbers. Classes are written by name for some seconds.", e)

private[spark] object RemoteNumbers:
  private final case class Known(keys: Vector[ClassKey], indexes: Map[ClassKey, Int])

  /** How long classes are written by name after a question failed. */
  private final val RestNanos = 10_000_000_000L
