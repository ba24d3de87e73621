package brine.graph.clustered

import scala.collection.mutable.ArrayBuffer
import brine.PickleException
import brine.wire.{ByteSink, ByteSource}

/** A place between two elements of a collection at which a segment begins.
  *
  * @param element the number of the element behind it
  * @param segment that of the segment that begins
  * @param objects how many objects have begun before
  */
private[clustered] final class Cut(val element: Int, val segment: Int, val objects: Int)

/** The cuts of one collection, the object of this number; the last is its end. What stands between two of them refers to nothing
  * before, and nothing behind the end refers to what stands between the first and the last: docs/spec/clustered.md, "Cuts".
  */
private[clustered] final class Cuts(val collection: Int, val all: Array[Cut]):
  def end: Cut = all.last

  /** Whether an object stands between the first cut and the last. */
  def hold(number: Int): Boolean = number >= all(0).objects && number < end.objects

private[clustered] object Cuts:
  /** All collections' cuts; nothing if there are none. Each number is told by what it is more than the one before. */
  def put(groups: collection.Seq[Cuts], footer: ByteSink): Unit =
    if groups.nonEmpty then
      footer.putVarint(groups.length)
      var before = new Cut(0, 0, 0)
      for cuts <- groups do
        footer.putVarint(cuts.collection - before.objects)
        footer.putVarint(cuts.all.length)
        before = new Cut(0, before.segment, cuts.collection)
        for cut <- cuts.all do
          footer.putVarint(cut.element - before.element)
          footer.putVarint(cut.segment - before.segment)
          footer.putVarint(cut.objects - before.objects)
          before = cut

  /** Those of a footer that may end here, of a graph of so many objects and segments. */
  def get(footer: ByteSource, objects: Long, segments: Int): IndexedSeq[Cuts] =
    if footer.remaining == 0 then Vector.empty
    else
      val groups = Vector.newBuilder[Cuts]
      var before = new Cut(0, 0, 0)
      for _ <- 0 until counted(footer) do
        val collection = more(footer, before.objects, objects - 1)
        before = new Cut(0, before.segment, collection)
        val cuts = ArrayBuffer.empty[Cut]
        for _ <- 0 until counted(footer) do
          before = new Cut(
            more(footer, before.element, Int.MaxValue), more(footer, before.segment, segments), more(footer, before.objects, objects)
          )
          cuts += before
        if cuts.length < 2 || cuts.head.objects <= collection then throw new PickleException.Malformed("a collection with cuts but no pieces")
        groups += new Cuts(collection, cuts.toArray)
      groups.result()

  private def more(footer: ByteSource, before: Int, most: Long): Int =
    val step = footer.getVarint()
    if step < 0 || step > most - before then
      throw new PickleException.Malformed(s"a cut ${Integer.toUnsignedString(step)} after $before, of $most")
    before + step

  private def counted(footer: ByteSource): Int =
    val claimed = footer.getVarint()
    if claimed < 0 || claimed > footer.remaining then
      throw new PickleException.Malformed(s"${Integer.toUnsignedString(claimed)} cuts in ${footer.remaining} bytes")
    claimed
