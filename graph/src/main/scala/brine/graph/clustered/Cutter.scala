package brine.graph.clustered

import scala.collection.mutable.ArrayBuffer
import brine.columns.ColumnBuilder

/** Finds the cuts of the large collections that are inside no other, as a graph is written: at times a segment ends between two
  * elements, which is a cut until something refers across it.
  */
private[clustered] final class Cutter(to: Serialization):
  /** Of the collection that may be cut: how many clusters are around its elements; 0 if there is none. */
  private var depth = 0

  /** The number of its object, and how many objects had begun before its elements. */
  private var collection = 0
  private var first = 0
  private var size = 0

  /** After so many elements a cut is thought of again. */
  private var step = 0
  private var nextStep = 0

  /** Its cuts so far, across which nothing has referred; and how many there were more. */
  private val open = ArrayBuffer.empty[Cut]
  private var struck = 0

  /** Where its last segment began, a cut or not. */
  private var lastElement = 0
  private var lastObjects = 0

  private val ended = ArrayBuffer.empty[Cuts]

  /** A reference to an object before this one may go across a cut. */
  var bound: Int = 0

  /** What has been found; the graph has ended. */
  def result: scala.collection.Seq[Cuts] = ended

  /** A collection begins, of the object that has begun last. */
  def begin(size: Int, objects: Int, depth: Int): Unit =
    if this.depth == 0 && size >= (if objects == 1 then Cutter.LeastOfWhole else ColumnBuilder.Large) then
      this.depth = depth
      this.size = size
      collection = objects - 1
      first = objects
      lastElement = 0
      lastObjects = objects
      struck = 0
      step = Cutter.stepOf(size)
      nextStep = step

  /** So many elements may be put between two calls of [[cutsBefore]]. */
  def elementsAtOnce(depth: Int): Int = if depth == this.depth then step else Int.MaxValue

  /** Whether a cut is made before this element of the collection that is open. */
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

  /** A quarter of the collection, as far as can be told of what has come of it. */
  private def weightOfPiece(element: Int, objects: Int): Long =
    val whole = ((objects - first).toLong + element) * size / element
    math.max(Cutter.LeastWeight, math.min(whole / Cutter.FewPieces, Cutter.MostWeight))

  private def add(element: Int, objects: Int): Unit =
    to.closeSegment()
    open += new Cut(element, to.segmentCount, objects)
    bound = objects

  /** A collection has ended. */
  def end(objects: Int, depth: Int): Unit =
    if depth == this.depth then
      if open.nonEmpty then
        add(size, objects)
        ended += new Cuts(collection, open.toArray)
        open.clear()
      this.depth = 0

  /** What comes refers to this object, which began before [[bound]]. */
  def refer(number: Int): Unit =
    while open.nonEmpty && number < open.last.objects do
      open.remove(open.length - 1)
      struck += 1
    if struck > open.length + Cutter.Vain then nextStep = Int.MaxValue // its elements hang together
    val index = Ascending.first(ended.length)(ended(_).end.objects > number) // they are in the order of their objects
    if index < ended.length && ended(index).hold(number) then ended.remove(index)
    bound = if open.nonEmpty then open.last.objects else if ended.nonEmpty then ended.last.end.objects else 0

private[clustered] object Cutter:
  /** Elements of a collection that may be cut, if it is the graph's value; else [[ColumnBuilder.Large]]. */
  private final val LeastOfWhole = 32

  /** Elements between two questions whether to cut, of which there are about so many in a collection that is not very large. Those of
    * a large one are some of `Aligned`: the pieces of a `Vector` are then whole arrays of it, and put together without being copied.
    */
  private def stepOf(size: Int): Int =
    val step = math.min(size / Questions, MostStep)
    if step >= Aligned then step & -Aligned else math.max(step, 1)

  private final val Questions = 64
  private final val MostStep = 4096
  private final val Aligned = 32

  /** Elements and objects of a piece, at least: for fewer, another thread costs more than it gives. */
  private final val LeastWeight = 4096L

  /** Those of a large collection: not many fewer than a segment would have anyway. */
  private final val MostWeight = Layout.SegmentObjects * 3L / 2

  private final val FewPieces = 4

  /** So many cuts more than are left may have been made for nothing, before no more are made. */
  private final val Vain = 1
