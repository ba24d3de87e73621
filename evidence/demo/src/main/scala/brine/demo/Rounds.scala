package brine.demo

/** Times a piece of work by one rule for every contender: at least three rounds and three seconds of warm-up, then the
  * median of the timed rounds.
  *
  * The median, and neither the mean nor the best. A round that a collection or another process has disturbed does not
  * count, and neither does the luckiest one. No collection is forced in between: the first rounds after one would
  * measure the operating system, which hands out the heap's pages anew.
  */
object Rounds:
  private val warmUpRounds = 3
  private val warmUpNanos = 3_000_000_000L

  /** The rule in words, for the output. */
  def rule(rounds: Int): String =
    s"median of $rounds rounds after at least $warmUpRounds rounds and ${warmUpNanos / 1_000_000_000} s of warm-up"

  /** @param millis the median round */
  final case class Timing(millis: Double, stack: Stack)

  /** @param tidyUp called before each round, outside its time: removes the remains of the last round */
  def time(rounds: Int, tidyUp: => Any = ())(work: => Any): Timing =
    def round(): Double =
      tidyUp
      millisOf(work)
    val (millis, stack) = Stack.atNeed {
      warmUp(round())
      median(Vector.fill(rounds)(round()))
    }
    Timing(millis, stack)

  private def warmUp(round: => Any): Unit =
    val start = System.nanoTime()
    var done = 0
    while done < warmUpRounds || System.nanoTime() - start < warmUpNanos do
      round
      done += 1

  private def millisOf(work: => Any): Double =
    val start = System.nanoTime()
    work
    (System.nanoTime() - start) / 1e6

  private[demo] def median(values: Vector[Double]): Double =
    val sorted = values.sorted
    (sorted((sorted.size - 1) / 2) + sorted(sorted.size / 2)) / 2
