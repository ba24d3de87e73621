package brine.bench

import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import scala.util.{Random, Using}
import brine.*
import brine.bench.workloads.{Paper, Papers}
import brine.graph.{Graph, GraphFormat, OpenGraph}

/** The times of questions about single objects of a connected graph in a file: `./dev bench index [count]`.
  *
  * Prints the thread's own processor time: of the first round, which a program pays that asks once, and the median of
  * the others.
  */
object IndexTimes:
  private final val Rounds = 9
  private final val Reads = 100_000

  def run(arguments: List[String]): Unit =
    val count = arguments.headOption.fold(1_000_000)(_.toInt)
    val path = Files.createTempFile("papers", ".brine")
    try
      Papers.made(count).pickleTo(path)(using summon, GraphFormat)
      println(s"${Runtime.version}, ${Runtime.getRuntime.availableProcessors} processors, " +
        s"${Graph.inspect(path)(_.toString)}")
      val rounds = Vector.tabulate(Rounds)(round => timesOf(path, new Random(round)))
      println(f"${"thread's time, milliseconds"}%-50s ${"first"}%10s ${"median"}%10s ${"least"}%10s")
      for (question, i) <- rounds.head.map(_._1).zipWithIndex do
        val later = rounds.tail.map(_(i)._2).sorted
        println(f"$question%-50s ${rounds.head(i)._2}%10.3f ${later(later.length / 2)}%10.3f ${later.head}%10.3f")
      val index = path.resolveSibling(s"${path.getFileName}.index")
      try
        Using.resource(Graph.open(path, index))(graph => consume(graph.vertex(0).number))
        val times = Vector.fill(Rounds)(Using.resource(Graph.open(path, index)) { graph =>
          time(consume(graph.vertex(0).number))
        })
        println(f"${"index from its file"}%-50s ${times.head}%10.3f ${times.tail.sorted.apply(Rounds / 2 - 1)}%10.3f " +
          f"${times.tail.min}%10.3f   (${Files.size(index)}%,d bytes)")
      finally Files.deleteIfExists(index): Unit
    finally Files.delete(path)

  private def timesOf(path: Path, random: Random): Vector[(String, Double)] =
    Using.resource(Graph.openUnchecked(path)) { graph =>
      val papers = graph("Paper")
      def any() = papers.vertex(random.between(0L, papers.count))
      def fields(name: String)(graph: OpenGraph) = for _ <- 0 until Reads do consume(any()(name))
      val author = graph("Author").vertex(random.nextInt(1000))
      val paper = any()
      Vector[(String, OpenGraph => Any)](
        "walk over all values (as before the index)" -> (_.types.filter(_.name == "Vector[Paper]").head.find(
          "elements"
        )(_ => false).size),
        "index" -> (_.vertex(0).number),
        s"$Reads titles at random" -> fields("title"),
        s"$Reads years at random" -> fields("year"),
        s"$Reads venues at random" -> fields("venue"),
        "load of one paper's part" -> (_.load[Paper](paper)),
        "load of another" -> (graph => graph.load[Paper](any())),
        "all papers of an author" -> (_ => author.selected.referrers("authors").values("title").size),
        "referrers of an author" -> (_ => author.referrers.size),
        "referrers of a paper" -> (_ => paper.referrers.size),
        "papers of a year" -> (_ => papers.where("year")(_ == 1999).size),
        "papers of a venue, by its name" -> (_ => papers.where("venue", "name")(_ == "Venue 7").size),
        "retained by an author" -> (_ => author.retained.size),
        "shortest path to a paper" -> (_ => paper.shortestPath)
      ).map((name, ask) => name -> time(consume(ask(graph))))
    }

  private var sum = 0L
  private def consume(value: Any): Unit = sum += value.hashCode

  private def time(work: => Unit): Double =
    val threads = ManagementFactory.getThreadMXBean
    val before = threads.getCurrentThreadCpuTime
    work
    (threads.getCurrentThreadCpuTime - before) / 1e6
