package brine.graph.clustered

import scala.collection.mutable.ArrayDeque
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

  private val ahead = ArrayDeque.empty[Long]

  /** What a read that failed has left behind. */
  private[graph] final def forget(): Unit =
    size = ClusteredReader.NotRead
    isTagged = false
    depth = 0
    ahead.clear()

  /** Some codes have been looked at and not been read. */
  private[graph] final def isAhead: Boolean = ahead.nonEmpty

  private[graph] override final def code(): Long = if ahead.isEmpty then super.code() else ahead.removeHead()

  /** Looks by [[nextCode]]; all is then read as if nothing had been looked at. */
  private[graph] final inline def lookAhead[A](inline look: A): A =
    val before = place
    val seen = look
    place = before
    seen

  /** The code at the place, which is to be read again. */
  private[graph] final def nextCode(): Long =
    val code = super.code()
    ahead += code
    code

  /** These are read as if they stood here. */
  private[graph] final def pretend(codes: Seq[Long]): Unit = ahead ++= codes
