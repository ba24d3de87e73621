package brine.graph.clustered.reading

import brine.PickleOptions
import brine.graph.clustered.file.GraphFile
import brine.shape.Shape

/** A reader that can peek at codes: the next code decides how to read. */
private[graph] abstract class PeekingReader(
    file: GraphFile,
    root: Shape,
    externals: IndexedSeq[AnyRef],
    whenRead: ((Long, Long) => Unit) | Null,
    isWatched: Boolean,
    options: PickleOptions
) extends ClusteredReader(file, root, externals, whenRead, isWatched, options, takesCode = false):
  // The rows of objects must be known.
  file.countOf(clusters.iterator) { (cluster, count) =>
    cluster.isCounted = false
    cluster.count = count
  }

  /** The codes that were peeked at, from `nextAhead` to `endAhead`. */
  private var ahead = new Array[Long](8)
  private var nextAhead = 0
  private var endAhead = 0

  /** Clears the state that a failed read has left. */
  private[graph] final def forget(): Unit =
    size = ClusteredReader.NotRead
    isTagged = false
    depth = 0
    nextAhead = 0
    endAhead = 0

  /** True if peeked codes have not been read yet. */
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

  /** Peeks by [[nextCode]]; the next read begins with the same codes. */
  private[graph] final inline def lookAhead[A](inline look: A): A =
    val before = place
    val seen = look
    place = before
    seen

  /** The code at the place, which will be read again. */
  private[graph] final def nextCode(): Long =
    val code = super.code()
    keep(code)
    code

  /** Inserts codes before the next code. */
  private[graph] final def pretend(codes: Seq[Long]): Unit = codes.foreach(keep)
