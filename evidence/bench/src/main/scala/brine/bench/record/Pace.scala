package brine.bench.record

import scala.concurrent.duration.*

/** How long the record measures a contender with a workload.
  *
  * @param rounds the JVMs of each contender; the contenders take turns in each round
  * @param limit the longest time of one JVM, which is then ended
  */
final case class Pace(rounds: Int, warmups: Int, iterations: Int, iteration: FiniteDuration, limit: FiniteDuration):
  /** The expected time of a contender with a workload, in both directions. */
  def expected: FiniteDuration = rounds * (Pace.Start + 2 * (warmups + iterations) * iteration)

object Pace:
  /** The time of a JVM beside its iterations: its start, the workload, the check that values come back. */
  private final val Start = 1400.millis

  val Hour: Pace = Pace(rounds = 2, warmups = 4, iterations = 3, iteration = 220.millis, limit = 1.minute)
  val Night: Pace = Pace(rounds = 3, warmups = 5, iterations = 5, iteration = 400.millis, limit = 10.minutes)
