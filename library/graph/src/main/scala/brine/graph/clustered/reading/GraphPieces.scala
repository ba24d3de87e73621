package brine.graph.clustered.reading

import java.util.concurrent.Executor
import brine.graph.clustered.columns.{ColumnReader, ElementPieces}
import brine.graph.clustered.file.CollectionCuts
import brine.graph.threads.WorkQueue
import brine.shape.Shape

/** Reads the pieces of a collection, each by a separate reader, which starts at a cut. */
private[clustered] final class GraphPieces(whole: ClusteredReader, cuts: CollectionCuts, executor: Executor)
    extends ElementPieces(0 +: cuts.all.map(_.element)):
  /** The active readers; a reader that has ended is released, with the segment that it holds. */
  private val readers = new Array[ClusteredReader | Null](count)
  readers(0) = whole

  /** The numbers of values that the other readers have read, by cluster. */
  private val begun = new Array[Long](whole.clusters.size)

  def readerOf(piece: Int, shape: Shape.Sequence): ColumnReader =
    if piece == 0 then whole
    else
      val reader = whole.piece(cuts.all(piece - 1))
      reader.enter(shape)
      readers(piece) = reader
      reader

  def end(piece: Int): Unit =
    val reader = readers(piece).nn
    reader.checkAt(cuts.all(piece))
    readers(piece) = null
    if piece > 0 then begun.synchronized(reader.addBegun(begun))

  def leave(): Unit = whole.leave(cuts, begun)

  def foreach(read: Int => Unit): Unit = WorkQueue.run(count, executor)(read)
