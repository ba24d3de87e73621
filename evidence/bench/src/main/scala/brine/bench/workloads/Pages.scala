package brine.bench.workloads

import java.util.SplittableRandom
import brine.Pickler
import brine.bench.workloads.Parts.*
import brine.wire.{ByteSink, ByteSource}

/** Pages with 1 to 19 links each to random pages: a dense graph in which one search in depth meets nearly all pages.
  * The value is the first page; the others are reached from it.
  */
final class Pages(count: Int) extends Workload[LinkedPage]("pages"), Twinned[LinkedPage]:
  def pickler: Pickler[LinkedPage] = summon

  /** A path that meets no page twice goes through most pages. */
  override def depth: Int = 2 * count + 2
  override def isDeep: Boolean = true

  lazy val values: Vector[LinkedPage] =
    val random = new SplittableRandom(1)
    val pages = Vector.tabulate(count)(i => new LinkedPage(s"page $i of $count", Array.empty))
    for (page, i) <- pages.zipWithIndex do
      // The first link makes every page reachable from the first one.
      val others = Array.fill(random.nextInt(Pages.MostLinks))(pages(random.nextInt(count)))
      page.links = pages((i + 1) % count) +: others
    Vector(pages.head)

  override def isSame(value: LinkedPage, back: LinkedPage): Boolean =
    val (expected, found) = (Pages.reached(value), Pages.reached(back))
    def ends(all: IndexedSeq[LinkedPage]) = all.iterator ++ all.iterator.flatMap(_.links)
    def words(all: IndexedSeq[LinkedPage]) = all.map(page => (page.title, page.links.length))
    words(expected) == words(found) && Alike.rows(ends(expected), ends(found))

  object plain extends Twin[LinkedPage]:
    def write(page: LinkedPage, sink: ByteSink): Unit = Pages.put(page, sink)
    def read(source: ByteSource): LinkedPage = Pages.get(false, source)

  object hardened extends Twin[LinkedPage]:
    def write(page: LinkedPage, sink: ByteSink): Unit =
      limit(true, sink)
      Pages.put(page, sink)
    def read(source: ByteSource): LinkedPage = Pages.get(true, source)

object Pages:
  private final val MostLinks = 19

  /** The pages in the order in which a search in breadth meets them. */
  private def reached(first: LinkedPage): IndexedSeq[LinkedPage] =
    val numbers = new IdentityNumbers[LinkedPage](1024)
    var next = numbers(first)
    while next < numbers.size do
      numbers.met(next).links.foreach(numbers(_))
      next += 1
    Vector.tabulate(numbers.size)(numbers.met)

  /** Two passes: the titles and the sizes of all pages in the order of a search in breadth, then the links, by numbers.
    */
  private def put(first: LinkedPage, sink: ByteSink): Unit =
    val numbers = new IdentityNumbers[LinkedPage](1024)
    var next = numbers(first)
    while next < numbers.size do
      val links = numbers.met(next).links
      var i = 0
      while i < links.length do
        numbers(links(i))
        i += 1
      next += 1
    sink.putVarint(numbers.size)
    for i <- 0 until numbers.size do
      val page = numbers.met(i)
      putString(page.title, sink)
      sink.putVarint(page.links.length)
    for i <- 0 until numbers.size do
      val links = numbers.met(i).links
      var at = 0
      while at < links.length do
        sink.putVarint(numbers(links(at)))
        at += 1

  private inline def get(inline isHardened: Boolean, source: ByteSource): LinkedPage =
    val count = inline if isHardened then getSize(source) else source.getVarint()
    val pages = new Array[LinkedPage](count)
    for i <- 0 until count do
      val title = getString(source)
      pages(i) =
        new LinkedPage(title, new Array[LinkedPage](inline if isHardened then getSize(source) else source.getVarint()))
    for i <- 0 until count do
      val links = pages(i).links
      var at = 0
      while at < links.length do
        val link = source.getVarint()
        inline if isHardened then if link < 0 || link >= count then throw new Refused(s"page $link of $count")
        links(at) = pages(link)
        at += 1
    inline if isHardened then if count == 0 then throw new Refused("no page")
    pages(0)
