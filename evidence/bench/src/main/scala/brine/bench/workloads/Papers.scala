package brine.bench.workloads

import java.util.SplittableRandom
import brine.*
import brine.graph.Lazy

/** A connected graph for questions about single objects: papers with their venues and authors, and edges to cited
  * papers that an open graph reads later.
  */
final class Paper(
    val title: String,
    val year: Int,
    val pages: Int,
    val venue: Venue,
    val authors: Vector[Author],
    var cites: Vector[Lazy[Paper]]
) derives Pickler
final case class Venue(name: String, country: String) derives Pickler
final case class Author(name: String, born: Int) derives Pickler
final case class Papers(all: Vector[Paper]) derives Pickler

object Papers:
  /** `count` papers, authors and venues: about 2.3 times as many objects, with the vectors of authors and of cited
    * papers.
    */
  def made(count: Int): Papers =
    val random = new SplittableRandom(1)
    def one[A](from: IndexedSeq[A]): A = from(random.nextInt(from.length))
    val venues = Vector.tabulate(math.max(1, count / 100))(i => Venue(s"Venue $i", s"Country ${i % 90}"))
    val authors = Vector.tabulate(math.max(1, count / 4))(i => Author(s"Author number $i", 1900 + i % 100))
    val papers = Vector.tabulate(math.max(1, count - venues.length - authors.length)) { i =>
      val title = s"On the theory of ${random.nextInt(100_000)} and $i"
      val (year, pages) = (1950 + random.nextInt(75), random.nextInt(40))
      new Paper(title, year, pages, one(venues), Vector.fill(1 + random.nextInt(4))(one(authors)), Vector.empty)
    }
    for paper <- papers.drop(1) do paper.cites = Vector.fill(random.nextInt(5))(Lazy(one(papers)))
    Papers(papers)
