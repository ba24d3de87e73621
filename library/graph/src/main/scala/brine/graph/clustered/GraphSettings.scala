package brine.graph.clustered

import java.util.concurrent.Executor
import java.util.concurrent.atomic.AtomicBoolean
import scala.collection.immutable.VectorMap
import scala.util.control.NonFatal
import brine.PickleException

/** Settings of a graph format: see [[brine.graph.GraphFormat]].
  *
  * @param header        pairs; a write refuses two pairs with one key
  * @param hasReferences open types may hold weak or soft references
  * @param whenUnmet     called with the names of external objects to which a graph does not refer; if empty, a logger
  *                      reports them
  * @param whenWritten   called with the number of objects written and of all objects, -1 while that is unknown;
  *                      `whenRead` likewise
  */
private[graph] final case class GraphSettings(
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
    part: ReadPart = ReadPart(),
    whenLeftOut: Vector[Long => Unit] = Vector.empty,
    executor: Executor | Null = null
):
  /** The number of threads that read a graph together. */
  def threads: Int = if executor == null then 1 else Runtime.getRuntime.availableProcessors

  def replacesObjects: Boolean =
    externals.exists(_._2.value != null) || transients.nonEmpty || substitutions.nonEmpty || beforeWriting.nonEmpty

/** The part of a graph that is read: objects inside a limited number of others, and a limited number of first objects.
  * An object that is left out is a **hole**.
  */
private[graph] final case class ReadPart(depth: Int = Int.MaxValue, firstObjects: Int = Int.MaxValue):
  def isAll: Boolean = depth == Int.MaxValue && firstObjects == Int.MaxValue

/** Actions that run once per write or read, before and after everything else. */
private[graph] final case class Actions(
    before: Vector[() => Unit] = Vector.empty,
    after: Vector[() => Unit] = Vector.empty
):
  def doBefore(): Unit = all(before, "an action before a graph")
  def doAfter(): Unit = all(after, "an action after a graph")

  private def all(actions: Vector[() => Unit], what: String): Unit =
    try for action <- actions do action()
    catch case NonFatal(e) => throw new PickleException.UserCode(what, e)

/** @param value the object, recognized by its identity while a graph is written */
private[graph] final class External(val make: () => AnyRef, val value: AnyRef | Null):
  private val wasReported = new AtomicBoolean

  /** Returns true once: a format may write many graphs that do not refer to it. */
  def isFirstReport(): Boolean = wasReported.compareAndSet(false, true)

/** A function that is called with the objects of a class, and with a function that registers how to undo its effects.
  */
private[graph] final class Hook(val of: Class[?], val call: (AnyRef, (() => Unit) => Unit) => Unit)
