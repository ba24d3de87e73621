package brine.graph.clustered.file

import scala.collection.mutable.ArrayBuffer
import brine.PickleException
import brine.wire.{ByteSink, ByteSource}

/** A position between two elements of a collection at which a segment begins.
  *
  * @param element the number of the next element
  * @param segment the number of the segment that begins
  * @param objects the number of objects that have begun earlier
  */
private[clustered] final class CutPoint(val element: Int, val segment: Int, val objects: Int)

/** The cuts of one collection, whose object has this number; the last cut is its end. The elements between two cuts
  * refer to no earlier object. No object after the end refers to an object between the first cut and the last:
  * docs/spec/clustered.md, "Cuts".
  */
private[clustered] final class CollectionCuts(val collection: Int, val all: Array[CutPoint]):
  def end: CutPoint = all.last

  /** True for an object between the first cut and the last. */
  def hold(number: Int): Boolean = number >= all(0).objects && number < end.objects

private[clustered] object CollectionCuts:
  /** Puts the cuts of all collections, or nothing if there are none. Each number is relative to the previous one. */
  def put(groups: collection.Seq[CollectionCuts], footer: ByteSink): Unit =
    if groups.nonEmpty then
      footer.putVarint(groups.length)
      var before = new CutPoint(0, 0, 0)
      for cuts <- groups do
        footer.putVarint(cuts.collection - before.objects)
        footer.putVarint(cuts.all.length)
        before = new CutPoint(0, before.segment, cuts.collection)
        for cut <- cuts.all do
          footer.putVarint(cut.element - before.element)
          footer.putVarint(cut.segment - before.segment)
          footer.putVarint(cut.objects - before.objects)
          before = cut

  /** Reads the cuts from a footer, which may end before them, of a graph with this number of objects and segments. */
  def get(footer: ByteSource, objects: Long, segments: Int): IndexedSeq[CollectionCuts] =
    if footer.remaining == 0 then Vector.empty
    else
      val groups = Vector.newBuilder[CollectionCuts]
      var before = new CutPoint(0, 0, 0)
      for _ <- 0 until counted(footer) do
        val collection = more(footer, before.objects, objects - 1)
        before = new CutPoint(0, before.segment, collection)
        val cuts = ArrayBuffer.empty[CutPoint]
        for _ <- 0 until counted(footer) do
          before = new CutPoint(
            more(footer, before.element, Int.MaxValue),
            more(footer, before.segment, segments),
            more(footer, before.objects, objects)
          )
          cuts += before
        if cuts.length < 2 || cuts.head.objects <= collection then
          throw new PickleException.Malformed("a collection with cuts has no pieces")
        groups += new CollectionCuts(collection, cuts.toArray)
      groups.result()

  private def more(footer: ByteSource, before: Int, most: Long): Int =
    val step = footer.getVarint()
    if step < 0 || step > most - before then
      throw new PickleException.Malformed(s"invalid cut: ${Integer.toUnsignedString(step)} after $before exceeds $most")
    before + step

  private def counted(footer: ByteSource): Int =
    val claimed = footer.getVarint()
    if claimed < 0 || claimed > footer.remaining then
      throw new PickleException.Malformed(
        s"the footer claims ${Integer.toUnsignedString(claimed)} cuts, and ${footer.remaining} bytes are left"
      )
    claimed
