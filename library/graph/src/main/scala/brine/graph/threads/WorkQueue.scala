package brine.graph.threads

import java.util.concurrent.{Executor, RejectedExecutionException}

/** Deals out pieces of work to threads. A helper that begins after all pieces have been taken does nothing, and no
  * thread waits for it.
  */
private[graph] final class WorkQueue private (count: Int):
  private var taken = 0
  private var running = 0

  /** Takes the next piece; -1 if all have been taken. */
  private def next(): Int = synchronized {
    if taken == count then -1
    else
      taken += 1
      running += 1
      taken - 1
  }

  /** Ends a piece. @param isLast the piece failed, so that no other begins */
  private def end(isLast: Boolean): Unit = synchronized {
    running -= 1
    if isLast then taken = count
    notifyAll()
  }

  /** Waits until no thread works on a piece. */
  private def await(): Unit = synchronized {
    var interrupted = false
    while running > 0 do
      try wait()
      catch case _: InterruptedException => interrupted = true
    if interrupted then Thread.currentThread.interrupt()
  }

private[graph] object WorkQueue:
  /** Works on pieces 0 until `count`, together with tasks of `executor`, as many threads as there are processors. The
    * caller does the first piece. The caller sees the results of all threads. If pieces fail, this throws the failure
    * of the first one.
    */
  def run(count: Int, executor: Executor)(work: Int => Unit): Unit =
    val turns = new WorkQueue(count)
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
    catch case _: RejectedExecutionException => () // the caller does all pieces
    if first >= 0 then one(first)
    help()
    turns.await()
    val failure = failures.find(_ != null)
    if failure.isDefined then throw failure.get
