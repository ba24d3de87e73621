package brine.graph.clustered

import java.util.concurrent.{Executor, RejectedExecutionException}
import brine.columns.{ColumnReader, ElementPieces}
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

  def foreach(read: Int => Unit): Unit =
    val turns = new GraphPieces.Turns(count)
    val failures = new Array[Throwable](count)
    def readOne(piece: Int): Unit =
      try read(piece)
      catch case e: Throwable => failures(piece) = e
      turns.end(isLast = failures(piece) != null)
    def help(): Unit =
      var piece = turns.next()
      while piece >= 0 do
        readOne(piece)
        piece = turns.next()
    val first = turns.next()
    val helpers = math.min(count, Runtime.getRuntime.availableProcessors) - 1
    try for _ <- 0 until helpers do executor.execute(() => help())
    catch case _: RejectedExecutionException => () // who helps is welcome, and nobody needed
    readOne(first)
    help()
    turns.await()
    val failure = failures.find(_ != null)
    if failure.isDefined then throw failure.get

private object GraphPieces:
  /** Which piece is read next. A helper that begins when all have been taken does nothing, and nobody waits for it. */
  final class Turns(count: Int):
    private var taken = 0
    private var running = 0

    /** The first of those that nobody has taken; -1 if there is none. */
    def next(): Int = synchronized {
      if taken == count then -1
      else
        taken += 1
        running += 1
        taken - 1
    }

    /** @param isLast a piece could not be read: none is begun any more; those before it have been */
    def end(isLast: Boolean): Unit = synchronized {
      running -= 1
      if isLast then taken = count
      notifyAll()
    }

    /** Until no piece is being read. */
    def await(): Unit = synchronized {
      var interrupted = false
      while running > 0 do
        try wait()
        catch case _: InterruptedException => interrupted = true
      if interrupted then Thread.currentThread.interrupt()
    }
