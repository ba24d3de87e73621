package brine.testkit

import java.lang.management.ManagementFactory

/** What a thread allocates, as HotSpot counts it. */
object Allocation:
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]

  /** The bytes that this thread allocates for the work: classes that it loads and caches that it fills among them, the first time. */
  def of(work: => Any): Long =
    val before = threads.getCurrentThreadAllocatedBytes
    work
    threads.getCurrentThreadAllocatedBytes - before

  /** Whether it is more than so many bytes each of so many times: so what is there for the first time only does not count. */
  def isAlwaysAbove(most: Long, times: Int)(work: => Any): Boolean = Iterator.continually(of(work)).take(times).forall(_ > most)
