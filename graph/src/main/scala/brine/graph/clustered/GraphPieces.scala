package brine.graph.clustered

import java.util.concurrent.Executor
import brine.columns.{ColumnReader, ElementPieces}
import brine.graph.trace.Turns
import brine.shape.Shape

/** The pieces of a collection of a graph, each read by a reader of its own, from where the cut before it says. */
private[clustered] final class GraphPieces(whole: ClusteredReader, cuts: Cuts, executor: Executor)
    extends ElementPieces(0 +: cuts.all.map(_.element)):
  /** Those that are reading: one that has ended is let go, with the segment that it holds. */
  private val readers = new Array[ClusteredReader | Null](count)
  readers(0) = whole

  /** How many values of each cluster the other readers have read. */
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

  def foreach(read: Int => Unit): Unit = Turns.run(count, executor)(read)
