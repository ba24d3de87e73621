package brine.testkit

import java.lang.management.ManagementFactory

/** The allocation of a thread, as HotSpot counts it. */
object Allocation:
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]

  /** The bytes that this thread allocates for the work: classes that it loads and caches that it fills among them, the
    * first time.
    */
  def of(work: => Any): Long =
    val before = threads.getCurrentThreadAllocatedBytes
    work
    threads.getCurrentThreadAllocatedBytes - before

  /** Returns true if each of `times` runs allocates more than `most` bytes, so that the allocations of a first run do
    * not count.
    */
  def isAlwaysAbove(most: Long, times: Int)(work: => Any): Boolean =
    Iterator.continually(of(work)).take(times).forall(_ > most)
