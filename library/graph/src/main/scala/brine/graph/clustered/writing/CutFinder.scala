package brine.graph.clustered.writing

import scala.collection.mutable.ArrayBuffer
import brine.graph.clustered.BinarySearch
import brine.graph.clustered.file.{ClusteredLayout, CollectionCuts, CutPoint}

/** Finds the cuts of large collections that are not inside others, while a graph is written. At intervals, it ends a
  * segment between two elements. This position is a cut until an object refers across it.
  */
private[clustered] final class CutFinder(to: Serialization):
  /** The number of clusters around the elements of the collection that may be cut; 0 if there is none. */
  private var depth = 0

  /** The number of its object, and the number of objects before its elements. */
  private var collection = 0
  private var first = 0
  private var size = 0

  /** The number of elements between two attempts to cut. */
  private var step = 0
  private var nextStep = 0

  /** Its cuts so far, without references across them; and the number of cuts that references removed. */
  private val open = ArrayBuffer.empty[CutPoint]
  private var struck = 0

  /** The beginning of its last segment, a cut or not. */
  private var lastElement = 0
  private var lastObjects = 0

  private val ended = ArrayBuffer.empty[CollectionCuts]

  /** A reference to an object before this number may go across a cut. */
  var bound: Int = 0

  /** All cuts, after the end of the graph. */
  def result: scala.collection.Seq[CollectionCuts] = ended

  /** Begins a collection, which is the latest object. */
  def begin(size: Int, objects: Int, depth: Int): Unit =
    if this.depth == 0 && size >= (if objects == 1 then CutFinder.LeastOfWhole else CutFinder.Least) then
      this.depth = depth
      this.size = size
      collection = objects - 1
      first = objects
      lastElement = 0
      lastObjects = objects
      struck = 0
      step = CutFinder.stepOf(size)
      nextStep = step

  /** The number of elements that may be put between two calls of [[cutsBefore]]. */
  def elementsAtOnce(depth: Int): Int = if depth == this.depth then step else Int.MaxValue

  /** Decides whether to cut before this element of the open collection. */
  def cutsBefore(element: Int, objects: Int, depth: Int): Boolean =
    if depth != this.depth || element < nextStep then false
    else
      nextStep = element + step
      val weight = (element - lastElement).toLong + (objects - lastObjects)
      val cuts = weight >= weightOfPiece(element, objects)
      if cuts then
        lastElement = element
        lastObjects = objects
        add(element, objects)
      cuts

  /** The size of a piece: a quarter of the collection, estimated from its elements so far. */
  private def weightOfPiece(element: Int, objects: Int): Long =
    val whole = ((objects - first).toLong + element) * size / element
    math.max(CutFinder.LeastWeight, math.min(whole / CutFinder.FewPieces, CutFinder.MostWeight))

  private def add(element: Int, objects: Int): Unit =
    to.closeSegment()
    open += new CutPoint(element, to.segmentCount, objects)
    bound = objects

  /** Ends a collection. */
  def end(objects: Int, depth: Int): Unit =
    if depth == this.depth then
      if open.nonEmpty then
        add(size, objects)
        ended += new CollectionCuts(collection, open.toArray)
        open.clear()
      this.depth = 0

  /** Removes cuts that the next reference crosses: it leads to this object, which began before [[bound]]. */
  def refer(number: Int): Unit =
    while open.nonEmpty && number < open.last.objects do
      open.remove(open.length - 1)
      struck += 1
    if struck > open.length + CutFinder.Vain then nextStep = Int.MaxValue // its elements refer to each other
    val index = BinarySearch.firstIndex(ended.length)(ended(_).end.objects > number) // sorted by their objects
    if index < ended.length && ended(index).hold(number) then ended.remove(index)
    bound = if open.nonEmpty then open.last.objects else if ended.nonEmpty then ended.last.end.objects else 0

private[clustered] object CutFinder:
  /** The least size of a collection that may be cut. */
  private final val Least = 256

  /** The least size if the collection is the graph's value. */
  final val LeastOfWhole = 32

  /** The number of elements between two attempts to cut, and the approximate number of attempts in a collection that is
    * not very large. In a large collection, the step is a multiple of `Aligned`: the pieces of a `Vector` are then
    * whole arrays of it, and are joined without copying.
    */
  private def stepOf(size: Int): Int =
    val step = math.min(size / Questions, MostStep)
    if step >= Aligned then step & -Aligned else math.max(step, 1)

  private final val Questions = 64
  private final val MostStep = 4096
  private final val Aligned = 32

  /** The least elements and objects of a piece: a smaller piece is not worth another thread. */
  private final val LeastWeight = 4096L

  /** The elements and objects of a piece of a large collection: not much less than a segment has without cuts. */
  private final val MostWeight = ClusteredLayout.SegmentObjects * 3L / 2

  private final val FewPieces = 4

  /** The most removed cuts, beyond the number of remaining ones, before the collection gets no more. */
  private final val Vain = 1
