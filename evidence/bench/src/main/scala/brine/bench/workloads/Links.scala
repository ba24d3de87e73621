package brine.bench.workloads

import java.nio.file.{Files, Path}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import brine.Pickler
import brine.bench.workloads.Parts.*
import brine.wire.{ByteSink, ByteSource}

/** Articles of Wikipedia and their links: the paper's own, out of the folder that `BRINE_DATA` names. Without it, they
  * are made up, with the same number of articles and links, and as few links that lead in a circle. The titles are
  * those that the paper's program takes where it has none.
  */
final class Links extends Workload[Vector[Article]]("links"), Twinned[Vector[Article]]:
  def pickler: Pickler[Vector[Article]] = summon

  lazy val values: Vector[Vector[Article]] =
    Vector(Links.graph(sys.env.get("BRINE_DATA").fold(Links.made)(Links.ofFolder)))

  override def depth: Int = 100_000

  override def isSame(value: Vector[Article], back: Vector[Article]): Boolean =
    def ends(all: Vector[Article]) = all.iterator ++ all.iterator.flatMap(_.links)
    def words(all: Vector[Article]) = all.map(a => (a.title, a.links.length))
    words(value) == words(back) && Alike.rows(ends(value), ends(back))

  object plain extends Twin[Vector[Article]]:
    def write(articles: Vector[Article], sink: ByteSink): Unit = Links.put(articles, sink)
    def read(source: ByteSource): Vector[Article] = Links.get(false, source)

  object hardened extends Twin[Vector[Article]]:
    def write(articles: Vector[Article], sink: ByteSink): Unit =
      limit(true, sink)
      Links.put(articles, sink)
    def read(source: ByteSource): Vector[Article] = Links.get(true, source)

object Links:
  final val Articles = 14_672
  final val Count = 34_130

  /** Groups of articles that lead to each other. */
  final val Circles = 23

  /** Each article's links, by numbers. */
  type Adjacency = Seq[(Int, Seq[Int])]

  def ofFolder(root: String): Adjacency =
    Files.readAllLines(Path.of(root).resolve("wikipedia-links/links-sorted.txt")).asScala.toVector.map { line =>
      val Array(from, to) = line.split(": ", 2): @unchecked
      from.toInt -> to.split(' ').toVector.map(_.toInt)
    }

  /** A twentieth of the articles have links, as in the data; they lead on to later articles, except for the circles. */
  def made: Adjacency =
    val random = new scala.util.Random(1)
    val sources = 2000
    val circles = Vector.tabulate(Circles)(c => (c * 80, 2 + c % 3))
    val back = circles.map((first, length) => (first + length - 1) -> first).toMap
    val forced = mutable.HashMap.empty[Int, mutable.LinkedHashSet[Int]]
    def links(from: Int) = forced.getOrElseUpdate(from, mutable.LinkedHashSet.empty)
    for (first, length) <- circles; i <- first until first + length - 1 do links(i) += i + 1
    for (last, first) <- back do links(last) += first
    // Every article is reached or links itself.
    for to <- sources until Articles do links(random.nextInt(sources)) += to
    var left = Count - forced.values.map(_.size).sum
    while left > 0 do
      val from = random.nextInt(sources)
      if links(from).add(from + 1 + random.nextInt(Articles - from - 1)) then left -= 1
    (0 until sources).map(i => i -> links(i).toSeq)

  /** The articles in the order in which they are met. */
  def graph(adjacency: Adjacency): Vector[Article] =
    val articles = mutable.LinkedHashMap.empty[Int, Article]
    def article(id: Int) = articles.getOrElseUpdate(id, new Article(s"no_title[$id]", Nil))
    for (from, to) <- adjacency do article(from).links = to.map(article).toList
    articles.values.toVector

  /** Articles by numbers, in the order in which they are met: first the numbers of those in the vector, then the
    * articles. Links may lead anywhere, so nothing is nested.
    */
  private def put(articles: Vector[Article], sink: ByteSink): Unit =
    val numbers = new IdentityNumbers[Article](articles.length)
    putAll(articles, sink)(article => sink.putVarint(numbers(article)))
    var i = 0
    while i < numbers.size do
      val article = numbers.met(i)
      putString(article.title, sink)
      var links = article.links
      while links.nonEmpty do
        sink.putVarint(1 + numbers(links.head))
        links = links.tail
      sink.putVarint(0)
      i += 1

  private inline def get(inline isHardened: Boolean, source: ByteSource): Vector[Article] =
    val numbers = new Array[Int](inline if isHardened then getSize(source) else source.getVarint())
    var count = 0
    def number(n: Int): Int =
      inline if isHardened then if n < 0 || n > count then throw new Refused(s"article $n")
      if n == count then count += 1
      n
    for i <- numbers.indices do numbers(i) = number(source.getVarint())
    val articles = mutable.ArrayBuffer.empty[Article]
    val links = new mutable.ArrayBuilder.ofInt // of each article, ended by a 0
    while articles.length < count do
      articles += new Article(getString(source), Nil)
      var link = source.getVarint()
      while link != 0 do
        links += 1 + number(link - 1)
        link = source.getVarint()
      links += 0
    val all = links.result()
    var end = all.length - 1
    var i = articles.length - 1
    while i >= 0 do
      var list: List[Article] = Nil
      end -= 1
      while end >= 0 && all(end) != 0 do
        list = articles(all(end) - 1) :: list
        end -= 1
      articles(i).links = list
      i -= 1
    val result = Vector.newBuilder[Article]
    for n <- numbers do result += articles(n)
    result.result()
