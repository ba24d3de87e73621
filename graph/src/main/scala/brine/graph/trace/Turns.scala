package brine.graph.trace

import java.util.concurrent.{Executor, RejectedExecutionException}

/** Which of several pieces of work is next. A helper that begins when all have been taken does nothing, and nobody waits for it. */
private[graph] final class Turns private (count: Int):
  private var taken = 0
  private var running = 0

  /** The first of those that nobody has taken; -1 if there is none. */
  private def next(): Int = synchronized {
    if taken == count then -1
    else
      taken += 1
      running += 1
      taken - 1
  }

  /** @param isLast a piece failed: none is begun any more; those before it have been */
  private def end(isLast: Boolean): Unit = synchronized {
    running -= 1
    if isLast then taken = count
    notifyAll()
  }

  /** Until no piece is being worked on. */
  private def await(): Unit = synchronized {
    var interrupted = false
    while running > 0 do
      try wait()
      catch case _: InterruptedException => interrupted = true
    if interrupted then Thread.currentThread.interrupt()
  }

private[graph] object Turns:
  /** Works on pieces 0 until `count`, together with tasks of `executor`, as many threads as there are processors. The caller does the
    * first piece. What one of them has done can be seen when this returns. If pieces fail, the failure of the first one is thrown.
    */
  def run(count: Int, executor: Executor)(work: Int => Unit): Unit =
    val turns = new Turns(count)
    val failures = new Array[Throwable](count)
    def one(piece: Int): Unit =
      try work(piece)
      catch case e: Throwable => failures(piece) = e
      turns.end(isLast = failures(piece) != null)
    def help(): Unit =
      var piece = turns.next()
      while piece >= 0 do
        one(piece)
        piece = turns.next()
    val first = turns.next()
    val helpers = math.min(count, Runtime.getRuntime.availableProcessors) - 1
    try for _ <- 0 until helpers do executor.execute(() => help())
    catch case _: RejectedExecutionException => () // who helps is welcome, and nobody needed
    if first >= 0 then one(first)
    help()
    turns.await()
    val failure = failures.find(_ != null)
    if failure.isDefined then throw failure.get
