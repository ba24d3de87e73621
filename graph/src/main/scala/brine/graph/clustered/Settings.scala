package brine.graph.clustered

import java.util.concurrent.Executor
import java.util.concurrent.atomic.AtomicBoolean
import scala.collection.immutable.VectorMap
import scala.util.control.NonFatal
import brine.PickleException

/** Settings per call: see [[brine.graph.GraphFormat]].
  *
  * @param header        pairs of one key are refused when they are written
  * @param hasReferences weak or soft references may be met behind open types
  * @param whenUnmet     told of the names of external objects that a graph does not refer to; if there is none, a logger is
  * @param whenWritten   told how many objects have been written, and of how many, -1 while that is not known; `whenRead` as that
  */
private[graph] final case class Settings(
    header: Vector[(String, String)] = Vector.empty,
    externals: Map[String, External] = VectorMap.empty,
    transients: Vector[AnyRef => Boolean] = Vector.empty,
    substitutions: Vector[PartialFunction[AnyRef, AnyRef]] = Vector.empty,
    hasReferences: Boolean = false,
    beforeWriting: Vector[Hook] = Vector.empty,
    afterReading: Vector[Hook] = Vector.empty,
    writing: Actions = Actions(),
    reading: Actions = Actions(),
    whenUnmet: Vector[Seq[String] => Unit] = Vector.empty,
    whenWritten: ((Long, Long) => Unit) | Null = null,
    whenRead: ((Long, Long) => Unit) | Null = null,
    part: Part = Part(),
    whenLeftOut: Vector[Long => Unit] = Vector.empty,
    executor: Executor | Null = null
):
  /** That read a graph together. */
  def threads: Int = if executor == null then 1 else Runtime.getRuntime.availableProcessors

  def replacesObjects: Boolean = externals.exists(_._2.value != null) || transients.nonEmpty || substitutions.nonEmpty || beforeWriting.nonEmpty

/** What is done once in a run, before and after all else. */
private[graph] final case class Actions(before: Vector[() => Unit] = Vector.empty, after: Vector[() => Unit] = Vector.empty):
  def doBefore(): Unit = all(before, "an action before a graph")
  def doAfter(): Unit = all(after, "an action after a graph")

  private def all(actions: Vector[() => Unit], what: String): Unit =
    try for action <- actions do action()
    catch case NonFatal(e) => throw new PickleException.UserCode(what, e)

/** @param value known by its identity when a graph is written */
private[graph] final class External(val make: () => AnyRef, val value: AnyRef | Null):
  private val wasReported = new AtomicBoolean

  /** True once: a format may write many graphs that do not refer to it. */
  def isFirstReport(): Boolean = wasReported.compareAndSet(false, true)

/** Code that is called with the objects of a class, and with what takes note of how its effects are undone. */
private[graph] final class Hook(val of: Class[?], val call: (AnyRef, (() => Unit) => Unit) => Unit)
