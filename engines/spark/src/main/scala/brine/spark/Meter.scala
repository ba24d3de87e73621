package brine.spark

import java.lang.ref.WeakReference
import com.codahale.metrics.{Gauge, MetricRegistry}
import brine.bytecode.MadeClass

/** The current activity of a serializer. Spark's calls report it. */
private[spark] enum Phase(val label: String):
  /** Keys and values of shuffles and spills. */
  case Shuffle extends Phase("shuffle")

  /** Single objects in streams: blocks in memory, broadcasts, results of tasks, parallelised collections. */
  case Stream extends Phase("stream")

  /** Streams that outlive the application or might: blocks on disk, checkpoints. */
  case Stored extends Phase("stored")

  /** Single objects in buffers: zero values of aggregations. */
  case Buffer extends Phase("buffer")

/** Counts the records, the bytes and the time of one thread, with plain fields: another thread that reads them may see
  * values of a moment ago.
  *
  * It times each of the first [[Meter.All]] records, and then one record of [[Meter.Sampled]], which stands for the
  * others: reading a clock takes as long as reading a small record.
  */
private[spark] final class Meter:
  private val counts = new Array[Long](Meter.Size)
  private var calls = 0L

  /** The time at which a record began, or 0 for a record that is not timed. */
  def begin(): Long =
    calls += 1
    if calls <= Meter.All || (calls & (Meter.Sampled - 1)) == 0 then System.nanoTime else 0L

  /** The number of records for which the last one stands, if it was timed. */
  private def weight: Long = if calls <= Meter.All then 1 else Meter.Sampled

  def written(phase: Phase, began: Long, bytes: Long): Unit = record(phase.ordinal * Meter.Columns, began, bytes)

  def read(phase: Phase, began: Long, bytes: Long): Unit =
    record(phase.ordinal * Meter.Columns + Meter.Directions, began, bytes)

  private def record(at: Int, began: Long, bytes: Long): Unit =
    counts(at) += 1
    counts(at + 1) += bytes
    if began != 0L then counts(at + 2) += (System.nanoTime - began) * weight

  private[spark] def count(at: Int): Long = counts(at)

private[spark] object Meter:
  /** A power of two. */
  final val Sampled = 64

  /** A multiple of [[Sampled]]. */
  final val All = 256

  private final val Directions = 3
  private final val Columns = 2 * Directions
  final val Size: Int = Phase.values.length * Columns

  /** `shuffle.written.records` and so on, in the order of the counts. */
  val names: Seq[String] =
    for
      phase <- Phase.values.toSeq
      direction <- Seq("written", "read")
      what <- Seq("records", "bytes", "nanoseconds")
    yield s"${phase.label}.$direction.$what"

/** All meters of a JVM, one for each thread. The counts of threads that have ended are kept. Serializer instances and
  * streams share their thread's meter: Spark makes several for a task, which may write one record each.
  */
private[spark] object Meters:
  private final class Entry(thread: Thread, val meter: Meter) extends WeakReference[Thread](thread)

  private val entries = new java.util.ArrayList[Entry]
  private val past = new Array[Long](Meter.Size)

  private val own = ThreadLocal.withInitial[Meter] { () =>
    val meter = new Meter
    synchronized {
      retire()
      entries.add(new Entry(Thread.currentThread, meter)): Unit
    }
    meter
  }

  /** The meter of this thread. */
  def ofThread: Meter = own.get

  def total(at: Int): Long = synchronized {
    retire()
    var sum = past(at)
    entries.forEach(entry => sum += entry.meter.count(at))
    sum
  }

  /** Takes over the counts of threads that have ended. */
  private def retire(): Unit =
    entries.removeIf { entry =>
      val thread = entry.get
      val hasEnded = thread == null || !thread.isAlive
      if hasEnded then for i <- past.indices do past(i) += entry.meter.count(i)
      hasEnded
    }: Unit

  /** Puts a gauge for each count into a registry; Spark adds the application, the executor and the plugin's class to
    * its name.
    */
  def register(registry: MetricRegistry): Unit =
    def add(name: String, value: => Long): Unit =
      val gauge: Gauge[Long] = () => value
      registry.register(name, gauge): Unit
    for (name, at) <- Meter.names.zipWithIndex do add(name, total(at))
    for (name, count) <- ofClasses do add(name, count())

  /** Counts classes: those with compiled code, those for which the JVM defined none, and the job's own that
    * [[OtherWays]] logs.
    */
  val ofClasses: Seq[(String, () => Long)] = Seq(
    "code.made" -> (() => MadeClass.made.sum),
    "code.refused" -> (() => MadeClass.refused.sum),
    "classes.otherWays" -> (() => OtherWays.count)
  )
