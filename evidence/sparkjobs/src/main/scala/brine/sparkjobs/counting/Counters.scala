package brine.sparkjobs.counting

import java.lang.management.ManagementFactory
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.LongAdder
import scala.jdk.CollectionConverters._

/** All calls of the serializer in one direction, in this JVM. */
private final class Counters {
  private val calls, timedCalls, nanos, bytes = new LongAdder
  private val classes = new ConcurrentHashMap[String, LongAdder]

  def add(calls: Long, timedCalls: Long, nanos: Long, bytes: Long, classes: Iterable[(Class[_], Long)]): Unit = {
    this.calls.add(calls)
    this.timedCalls.add(timedCalls)
    this.nanos.add(nanos)
    this.bytes.add(bytes)
    for ((itsClass, count) <- classes) this.classes.computeIfAbsent(itsClass.getName, _ => new LongAdder).add(count)
  }

  def counts: Counts = Counts(
    calls.sum,
    timedCalls.sum,
    nanos.sum,
    bytes.sum,
    classes.asScala.map { case (name, count) => name -> count.sum }.toMap
  )
}

private object Counters {
  val written, read = new Counters
}

/** Calls of a serializer in one direction.
  *
  * @param timedCalls calls of which the times were estimated.
  * @param nanos      thread CPU, without the streams below.
  * @param bytes      before compression.
  * @param classes    number of values of each class, by its name.
  */
final case class Counts(calls: Long, timedCalls: Long, nanos: Long, bytes: Long, classes: Map[String, Long]) {
  def +(that: Counts): Counts = combine(that)(_ + _)
  def -(that: Counts): Counts = combine(that)(_ - _)

  /** How many values of classes whose names begin like this. */
  def of(className: String): Long = classes.collect { case (name, count) if name.startsWith(className) => count }.sum

  private def combine(that: Counts)(f: (Long, Long) => Long): Counts = {
    val names = classes.keySet ++ that.classes.keySet
    val all = names.iterator.map(name =>
      name -> f(classes.getOrElse(name, 0L), that.classes.getOrElse(name, 0L))
    ).filter(_._2 != 0).toMap
    Counts(f(calls, that.calls), f(timedCalls, that.timedCalls), f(nanos, that.nanos), f(bytes, that.bytes), all)
  }
}

object Counts {
  val none: Counts = Counts(0, 0, 0, 0, Map.empty)
}

/** The counts of a JVM, or of several together.
  *
  * @param gcMillis      in which the garbage collector worked
  * @param jitMillis     in which the JIT compiler worked
  * @param cpuNanos      of all threads
  * @param shuffledBytes that tasks of this application wrote for shuffles, compressed
  */
final case class JvmCounts(
    written: Counts,
    read: Counts,
    gcMillis: Long,
    jitMillis: Long,
    cpuNanos: Long,
    shuffledBytes: Long
) {
  def +(that: JvmCounts): JvmCounts =
    JvmCounts(
      written + that.written,
      read + that.read,
      gcMillis + that.gcMillis,
      jitMillis + that.jitMillis,
      cpuNanos + that.cpuNanos,
      shuffledBytes + that.shuffledBytes
    )

  def -(that: JvmCounts): JvmCounts =
    JvmCounts(
      written - that.written,
      read - that.read,
      gcMillis - that.gcMillis,
      jitMillis - that.jitMillis,
      cpuNanos - that.cpuNanos,
      shuffledBytes - that.shuffledBytes
    )
}

object JvmCounts {
  val none: JvmCounts = JvmCounts(Counts.none, Counts.none, 0, 0, 0, 0)

  def ofThisJvm(): JvmCounts = {
    val gc = ManagementFactory.getGarbageCollectorMXBeans.asScala.map(_.getCollectionTime).sum
    val jit = ManagementFactory.getCompilationMXBean.getTotalCompilationTime
    val cpu = ManagementFactory.getOperatingSystemMXBean match {
      case system: com.sun.management.OperatingSystemMXBean => system.getProcessCpuTime
      case _                                                => 0L
    }
    JvmCounts(Counters.written.counts, Counters.read.counts, gc, jit, cpu, 0)
  }
}
