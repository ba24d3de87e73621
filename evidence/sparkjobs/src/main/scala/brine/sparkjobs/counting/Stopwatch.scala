package brine.sparkjobs.counting

import java.lang.management.ManagementFactory
import java.util.concurrent.ThreadLocalRandom
import org.apache.spark.TaskContext
import scala.collection.mutable

/** Times the calls of one stream of a serializer, in thread CPU, without the streams below it.
  *
  * Reading the clock of a thread takes 0.4 microseconds, ten times as long as a small record. Therefore only the first
  * calls of a stream are all timed. A later call is timed with a probability of 1 / [[Stopwatch.Interval]], and its
  * time counts that many times. The clock's own time is measured and subtracted. Used by one thread at a time.
  */
private final class Stopwatch(counters: Counters) {
  import Stopwatch._

  private var calls = 0L
  private var timedCalls = 0L
  private var nanos = 0.0
  private var untilNext = 1
  private var started = NotRunning
  private var weight = 1
  private var nanosBelow = 0.0
  private var bytes = 0L
  private var lastClass: Class[_] = null
  private var ofLastClass = 0L
  private val ofOtherClasses = mutable.HashMap.empty[Class[_], Long]

  /** Begins a call, which is timed if its turn has come. */
  def begin(): Unit = {
    calls += 1
    untilNext -= 1
    if (untilNext == 0) {
      val isEarly = calls <= Early
      weight = if (calls > Early + 1) Interval else 1
      untilNext = if (isEarly) 1 else gap()
      start()
    }
  }

  def end(): Unit = if (started != NotRunning) {
    timedCalls += 1
    nanos += weight * stop()
  }

  def sampled[T](call: => T): T = {
    begin()
    try call
    finally end()
  }

  /** Times a call that is rare. */
  def all[T](call: => T): T =
    if (started != NotRunning) call
    else {
      start()
      try call
      finally nanos += stop()
    }

  /** Takes off the time of a call on the stream below. */
  def below[T](call: => T): T =
    if (started == NotRunning) call
    else {
      val from = clock.getCurrentThreadCpuTime
      try call
      finally nanosBelow += clock.getCurrentThreadCpuTime - from + overhead
    }

  /** Counts a value that has been written or read. */
  def count(value: Any): Unit = {
    val itsClass: Class[_] = if (value == null) classOf[Null] else value.getClass
    if (itsClass ne lastClass) {
      keepLast()
      lastClass = itsClass
    }
    ofLastClass += 1
  }

  def addBytes(count: Long): Unit = bytes += count

  /** Adds everything since the last `finish` to the counters. */
  def finish(): Unit = {
    keepLast()
    counters.add(calls, timedCalls, math.round(nanos), bytes, ofOtherClasses)
    nanos = 0
    timedCalls = 0
    calls = 0
    bytes = 0
    untilNext = 1
    ofOtherClasses.clear()
  }

  private def keepLast(): Unit = if (ofLastClass > 0) {
    ofOtherClasses(lastClass) = ofOtherClasses.getOrElse(lastClass, 0L) + ofLastClass
    ofLastClass = 0
  }

  /** Returns how many calls there are to the next that is timed, if each has the same chance. */
  private def gap(): Int = 1 + (math.log(1 - ThreadLocalRandom.current.nextDouble()) / LogOfRest).toInt

  private def start(): Unit = {
    nanosBelow = 0
    started = clock.getCurrentThreadCpuTime
  }

  private def stop(): Double = {
    val taken = clock.getCurrentThreadCpuTime - started - overhead - nanosBelow
    started = NotRunning
    taken
  }
}

private object Stopwatch {

  /** Makes one that finishes with its task: Spark's `UnsafeShuffleWriter` does not close its stream. */
  def ofStream(counters: Counters): Stopwatch = {
    val watch = new Stopwatch(counters)
    for (task <- Option(TaskContext.get())) task.addTaskCompletionListener[Unit](_ => watch.finish())
    watch
  }

  /** The mean distance of calls that are timed. */
  final val Interval = 128

  /** Calls of a stream that are all timed. */
  final val Early = 16

  private val LogOfRest = math.log(1 - 1.0 / Interval)
  private final val NotRunning = Long.MinValue
  private final val Trials = 65
  private val clock = ManagementFactory.getThreadMXBean

  /** Nanoseconds from one reading of the clock to the next. */
  @volatile private var overhead = measured()

  /** Measures the clock again: it gets faster when its code has been compiled. */
  def calibrate(): Unit = overhead = measured()

  private def measured(): Double = {
    val differences = Array.fill(Trials) {
      val from = clock.getCurrentThreadCpuTime
      clock.getCurrentThreadCpuTime - from
    }
    differences.sorted.apply(Trials / 2).toDouble
  }
}
