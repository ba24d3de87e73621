package brine.graph.decoupled.reading

import java.util.concurrent.Executor
import scala.collection.mutable.ArrayBuffer
import brine.{PickleException, Unpickler}
import brine.assembly.ReaderAssembly.*
import brine.graph.decoupled.image.SlotMemory
import brine.graph.threads.WorkQueue
import brine.plan.Plan
import brine.run.{PlannedPickler, ResolvedUnpickler}

/** Makes the objects of an image by several threads, where the graph allows it: ADR 52.
  *
  *   1. [[PartitionRoots]] searches the upper levels for objects that lead to the rest of the graph, and deals them out
  *      to groups.
  *   1. [[ObjectHeaders.prepare]] joins groups whose objects refer to each other, or to the upper levels.
  *   1. [[makeGroups]]: each group is made by one thread, with a separate reader.
  *   1. The reading thread makes the upper levels. References to the roots find them made.
  *
  * @param newReader a reader from a place, with numbers from the one given on
  */
private[decoupled] final class ObjectThreads(
    memory: SlotMemory,
    headers: ObjectHeaders,
    types: ReaderTypes,
    newReader: ObjectNumbers => DecoupledReader,
    executor: Executor
):
  /** Prepares the headers, makes what threads can make, and returns the reader of the rest. */
  def read(unpickler: Unpickler[?]): DecoupledReader =
    val roots = new PartitionRoots(memory, types).find(ObjectThreads.planOf(unpickler))
    if roots.length < 2 then
      headers.prepare(memory)
      newReader(new HeaderNumbers(headers, 0))
    else
      val groups = new SharedGroups(SharedGroups.Most)
      for (root, i) <- roots.zipWithIndex do headers.setRoot(root.address, groupOf(i, roots.length))
      headers.prepare(groups)
      makeGroups(
        roots.indices.groupBy(i => groups.find(groupOf(i, roots.length))).removed(SharedGroups.Rest).values.map(
          _.map(roots(_))
        ).toIndexedSeq
      )

  /** Neighbours are in one group: their objects are neighbours, too. */
  private def groupOf(root: Int, count: Int): Int = 1 + (root.toLong * math.min(count, SharedGroups.Most) / count).toInt

  private def makeGroups(groups: IndexedSeq[IndexedSeq[Root]]): DecoupledReader =
    val made = groups.map(roots => new Array[AnyRef](roots.length))
    if groups.nonEmpty then WorkQueue.run(groups.length, executor)(i => make(groups(i), made(i)))
    val reader = newReader(new HeaderNumbers(headers, groups.map(_.length).sum))
    for (roots, values) <- groups.zip(made); (root, value) <- roots.zip(values) do
      val number = reader.assembly.openNext()
      reader.assembly.complete(number, value, root.own)
      headers.setNumber(root.address, number)
    reader

  private def make(roots: IndexedSeq[Root], into: Array[AnyRef]): Unit =
    val reader = newReader(new HeaderNumbers(headers, 0))
    for i <- roots.indices do into(i) = ObjectThreads.make(roots(i), reader)

private object ObjectThreads:
  private def make(root: Root, reader: DecoupledReader): AnyRef =
    reader.goToObject(root.address + 1L)
    reader.depth = root.depth
    try reader.get(using new PlannedPickler.MadePickler[AnyRef](root.place))
    catch
      case e: PickleException =>
        e.atOffset(reader.offset)
        var at: Root | Null = root
        while at != null do
          if at.segment.nonEmpty then e.prepend(at.segment)
          at = at.above
        throw e

  private def planOf(unpickler: Unpickler[?]): Plan = unpickler match
    case resolved: ResolvedUnpickler[?] => resolved.resolved.plan
    case other                          => Plan.of(other)
