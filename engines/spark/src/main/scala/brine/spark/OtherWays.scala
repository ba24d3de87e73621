package brine.spark

import java.util.concurrent.ConcurrentHashMap

/** The classes of this JVM that have no pickler of the first rungs: each is logged once. */
private[spark] object OtherWays:
  private val met = ConcurrentHashMap.newKeySet[String]()

  /** @param way how the class goes, as the end of "it goes by" */
  def note(c: Class[?], way: String): Unit =
    if isOfJob(c) && met.add(c.getName) then
      BrinePlugin.log.warn(
        s"${c.getName} goes by $way: no constructor rebuilds its objects. Derive a pickler for it, or let its " +
          "constructor take all of " +
          "its fields, and it is faster and smaller"
      )

  /** The number of these classes so far. */
  def count: Long = met.size

  /** A job can change its own classes, and no others. */
  private def isOfJob(c: Class[?]): Boolean =
    !List("java.", "javax.", "jdk.", "scala.", "org.apache.spark.").exists(c.getName.startsWith)
