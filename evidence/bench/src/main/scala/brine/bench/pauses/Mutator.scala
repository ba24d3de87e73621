package brine.bench.pauses

import java.lang.management.ManagementFactory
import com.sun.management.OperatingSystemMXBean

/** Lets lists grow in a separate process, and then collects everything. Prints, in milliseconds since the JVM's
  * start, when the lists began, when they were complete and when everything was collected. Also prints the nanoseconds
  * for the lists, the processor time of their threads and of the whole process, and the sum of all values.
  *
  * Its arguments are the form, the number of threads, the number of values in all lists together, and the bytes of
  * garbage for each value. Each thread has a list.
  */
object Mutator:
  /** Grown first and dropped, so that HotSpot has compiled the timed code. */
  private final val WarmValues = 1 << 19

  private val runtime = ManagementFactory.getRuntimeMXBean
  private val threads = ManagementFactory.getThreadMXBean
  private val process = ManagementFactory.getOperatingSystemMXBean.asInstanceOf[OperatingSystemMXBean]

  /** The JVM gives its uptime in whole milliseconds: some pass before and after, so that no pause is taken for another.
    */
  private def collect(): Unit =
    Thread.sleep(ApartMillis)
    System.gc()
    Thread.sleep(ApartMillis)

  private final val ApartMillis = 5

  private def threadNanos: Long = threads.getCurrentThreadCpuTime

  def main(arguments: Array[String]): Unit =
    val form = arguments(0)
    val Array(threadCount, values, garbageBytes) = arguments.tail.map(_.toInt)
    new Mutator(form, threadCount, WarmValues, garbageBytes).run(): Unit
    collect()
    val measured = new Mutator(form, threadCount, values, garbageBytes)
    val start = runtime.getUptime
    val startNanos = System.nanoTime
    val processBefore = process.getProcessCpuTime
    val threadNanos = measured.run()
    val processNanos = process.getProcessCpuTime - processBefore
    val nanos = System.nanoTime - startNanos
    val end = runtime.getUptime + 1
    collect()
    println(s"$start $end ${runtime.getUptime} $nanos $threadNanos $processNanos ${measured.sum}")

private final class Mutator(form: String, threadCount: Int, values: Int, garbageBytes: Int):
  private val workers = Vector.tabulate(threadCount)(new Worker(_))

  /** The processor time of the threads that made lists. */
  def run(): Long =
    workers.foreach(_.start())
    workers.foreach(_.join())
    workers.map(_.processorNanos).sum

  /** The sum of all values, which have to be there still. */
  def sum: Long = workers.map(_.list.sum).sum

  private final class Worker(number: Int) extends Thread:
    val list: Growing = Growing(form)
    var processorNanos = 0L

    /** The garbage of each value: ordinary work makes garbage of about this size. */
    private var latest = Array.emptyByteArray

    override def run(): Unit =
      var value = number
      while value < values do
        list.add(worked(value))
        value += threadCount
      processorNanos = Mutator.threadNanos

    private def worked(value: Int): Long =
      latest = new Array[Byte](garbageBytes)
      latest(value % garbageBytes) = 1
      value.toLong
