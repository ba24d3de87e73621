package brine.graph.clustered

import brine.PickleOptions
import brine.shape.Shape

/** A reader that can look at codes before they are read: what comes decides what is to be done. */
private[graph] abstract class LookingAhead(
    file: GraphFile, root: Shape, externals: IndexedSeq[AnyRef], whenRead: ((Long, Long) => Unit) | Null, isWatched: Boolean,
    options: PickleOptions
) extends ClusteredReader(file, root, externals, whenRead, isWatched, options, takesCode = false):
  // Which row an object is has to be known.
  file.countOf(clusters.iterator) { (cluster, count) =>
    cluster.isCounted = false
    cluster.count = count
  }

  /** Codes that have been looked at, from `nextAhead` to `endAhead`. */
  private var ahead = new Array[Long](8)
  private var nextAhead = 0
  private var endAhead = 0

  /** What a read that failed has left behind. */
  private[graph] final def forget(): Unit =
    size = ClusteredReader.NotRead
    isTagged = false
    depth = 0
    nextAhead = 0
    endAhead = 0

  /** Some codes have been looked at and not been read. */
  private[graph] final def isAhead: Boolean = nextAhead < endAhead

  private[graph] override final def code(): Long =
    if nextAhead == endAhead then super.code()
    else
      val code = ahead(nextAhead)
      nextAhead += 1
      if nextAhead == endAhead then
        nextAhead = 0
        endAhead = 0
      code

  private def keep(code: Long): Unit =
    if endAhead == ahead.length then ahead = java.util.Arrays.copyOf(ahead, endAhead * 2)
    ahead(endAhead) = code
    endAhead += 1

  /** Looks by [[nextCode]]; all is then read as if nothing had been looked at. */
  private[graph] final inline def lookAhead[A](inline look: A): A =
    val before = place
    val seen = look
    place = before
    seen

  /** The code at the place, which is to be read again. */
  private[graph] final def nextCode(): Long =
    val code = super.code()
    keep(code)
    code

  /** These are read as if they stood here. */
  private[graph] final def pretend(codes: Seq[Long]): Unit = codes.foreach(keep)
