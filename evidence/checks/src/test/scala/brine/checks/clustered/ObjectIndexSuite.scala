package brine.checks.clustered

import java.nio.file.{Files, Path}
import scala.util.{Random, Using}
import brine.*
import brine.combine.imap
import brine.checks.graphs.{GraphGenerator, Hashing, Vertex}
import brine.graph.{Graph, GraphEdge, GraphFormat, GraphInspection, GraphPickle, GraphVertex, IndexTwin, OutsideGraph}
import brine.plan.Plan
import brine.shape.Shape
import brine.testkit.{Allocation, Laws, Patient}
import brine.testkit.corpus.Corpus

/** A graph's index has the objects and edges that a walk over all values meets, and those of the objects that are read.
  */
class ObjectIndexSuite extends munit.FunSuite, Patient:
  import ObjectIndexSuite.*

  private val seeds = Integer.getInteger("brine.graphs.seeds", 150)

  private def inspected[A: Pickler](value: A): GraphInspection =
    Graph.inspect(GraphFormat.pickled(Laws.write(value, GraphFormat)))

  private def checkTwin[A](value: A, name: String)(using pickler: Pickler[A]): Unit =
    val twin = new IndexTwin(inspected(value), Plan.of(pickler))
    assertEquals(twin.differences, Nil, name)

  test("the classes, rows, owners and edges of random graphs are those that a walk meets") {
    for seed <- 1 to seeds do
      checkTwin[Vertex](new GraphGenerator(seed).vertex(), s"vertices $seed")
      checkTwin[Hashing](new GraphGenerator(seed).hashing(), s"hashing $seed")
  }

  test("the classes, rows, owners and edges of every sample of the corpus are those that a walk meets") {
    for sample <- Corpus.all do checkTwin(sample.value, sample.name)(using sample.pickler)
  }

  test("the fields of each vertex are those of the columns, in random graphs and in every sample of the corpus") {
    var met = 0
    def check(graph: GraphInspection, name: String): Unit =
      try
        for t <- graph.types if t.isClass; f <- t.fields if !f.isUnit do
          for (value, row) <- f.values.zipWithIndex do
            val field = t.vertex(row.toLong)(f.name)
            met += 1
            assert(same(value, field), s"$name: ${t.name}.${f.name}: $value, $field")
      catch case _: PickleException.IncompatibleShape => () // a pickler by hand
    for sample <- Corpus.all do check(inspected(sample.value)(using sample.pickler), sample.name)
    for seed <- 1 to seeds do check(inspected[Vertex](new GraphGenerator(seed).vertex()), s"$seed")
    assert(met > 1000, met)
  }

  private def same(a: Any, b: Any): Boolean =
    a == b || (a match
      case a: Array[Byte] => java.util.Arrays.equals(a, b.asInstanceOf[Array[Byte]])
      case GraphEdge.Null => b == null
      case _: GraphEdge   => b.isInstanceOf[GraphVertex] || b == Nil || b.isInstanceOf[OutsideGraph]
      case a: Double      => a.isNaN
      case a: Float       => a.isNaN
      case Some(a)        => b match { case Some(b) => same(a, b); case _ => false }
      case a: Product     => a.productIterator.zip(b.asInstanceOf[Product].productIterator).forall(same(_, _))
      case _              => false
    )

  /** The vertices of objects of classes to which a vertex leads, through collections and options. */
  private def targets(vertex: GraphVertex, graph: GraphInspection): Set[GraphVertex] =
    def through(value: Any, met: Set[GraphVertex]): Set[GraphVertex] = value match
      case v: GraphVertex if isClass(v, graph) => Set(v)
      case v: GraphVertex if met(v)            => Set.empty
      case v: GraphVertex                      => v.elements.flatMap(through(_, met + v)).toSet
      case Some(value)                         => through(value, met)
      case _                                   => Set.empty
    graph(vertex.typeName).fields.flatMap(f => through(vertex(f.name), Set.empty)).toSet

  private def isClass(v: GraphVertex, graph: GraphInspection): Boolean = graph(v.typeName).isClass

  test("referrers are the reverse edges, follow the edges, and retained objects those that no other path leads to") {
    var met = 0
    for seed <- 1 to seeds do
      val graph = inspected[Vertex](new GraphGenerator(seed).vertex())
      val all = graph.types.filter(_.isClass).flatMap(t => (0L until t.count).map(t.vertex(_)))
      val edges = all.map(v => v -> targets(v, graph)).toMap
      for v <- all do
        assertEquals(v.referrers.vertices.toSet, all.filter(edges(_)(v)).toSet, s"$seed: referrers of $v")
        assertEquals(v.selected.follow().vertices.toSet, edges(v), s"$seed: $v")
        def reached(from: Set[GraphVertex]): Set[GraphVertex] =
          val more = from ++ from.flatMap(edges(_)) - v
          if more == from then from else reached(more)
        val root = Set(graph.vertex(0)).filter(_ != v)
        assertEquals(v.retained.vertices.toSet, all.toSet -- reached(root), s"$seed: retained by $v")
        assertEquals(v.selected.within(1).vertices.toSet, edges(v) + v, s"$seed: near $v")
        met += v.referrers.size
    assert(met > 500, met)
  }

  test("a field of a class of the first objects is read in time of one value, wherever the object is") {
    val graph = inspected(links(200_000))
    val link = graph("Link")
    for row <- List(199_999L, 0L, 100_000L, 131_072L) do
      assertEquals(link.vertex(row)("name"), s"link $row")
      assertEquals(link.vertex(row)("weight"), if row % 3 == 0 then None else Some(row * 0.5))
    assertEquals(link.vertex(199_999)("next"), null)
    assertEquals(link.vertex(100)("next"), link.vertex(101))
  }

  test("a chain of a million objects has an index, and its end a path, its referrers and what it retains") {
    val graph = inspected(links(1_000_000))
    val last = graph("Link").vertex(999_999)
    assertEquals(last.referrers.vertices.toList, List(graph("Link").vertex(999_998)))
    assert(last.path.contains("…"), last.path)
    assertEquals(graph("Link").vertex(10).retained.counts, List("Link" -> 999_990L))
  }

  test("loading an object reads only what it leads to, in steps in proportion to that") {
    val hubs = Vector.tabulate(1000)(i => new Hub(i, null))
    val spokes = Vector.tabulate(50_000)(i => new Spoke(s"spoke $i", hubs(i % 1000), List(i, i + 1)))
    onFile(Laws.write(spokes, GraphFormat)) { path =>
      Using.resource(Graph.open(path)) { graph =>
        val spoke = graph.load[Spoke](graph("Spoke").vertices("name")(_ == "spoke 40123").next())
        assertEquals((spoke.name, spoke.hub.number, spoke.numbers), ("spoke 40123", 123, List(40_123, 40_124)))
        assert(graph.steps < 20, graph.steps)
        assert(graph.load[Hub](graph("Hub").vertex(123)) eq spoke.hub)
      }
    }
  }

  test("objects around values of picklers by hand are found by the picklers that read them, and the others before " +
    "them") {
    val inner = new Hub(7, null)
    val value = List(Holder(inner, ByHand(List("a", "b")), inner), Holder(null, ByHand(Nil), new Hub(8, inner)))
    val bytes = Laws.write(value, GraphFormat)
    val inspection = Graph.inspect(GraphFormat.pickled(bytes))
    assertEquals(inspection("Hub").vertex(0)("number"), 7)
    intercept[PickleException.IncompatibleShape](inspection("Hub").vertex(1).number)
    intercept[PickleException.IncompatibleShape](inspection("Hub").vertex(0).referrers)
    onFile(bytes) { path =>
      Using.resource(Graph.open(path)) { graph =>
        intercept[PickleException.IncompatibleShape](graph("Hub").vertex(1).number)
        val all = graph.root[List[Holder]]
        assertEquals(all.map(_.byHand), value.map(_.byHand))
        assert(all(0).first eq all(1).last.next)
        assertEquals(graph("Hub").vertex(1)("number"), 8)
        assertEquals(graph("Hub").vertex(0).referrers.vertices.map(_.typeName).toSet, Set("Holder", "Hub"))
      }
    }
  }

  test("leaves of a family by an imap, open places, and options in options are inspected, loaded and referred to") {
    val one = new Hub(1, null)
    val all = List[Sign](Wrapped(one), Bare(one), Named("n"), Wrapped(new Hub(2, one)), null)
    val bytes = Laws.write(all, GraphFormat)
    val graph = Graph.inspect(GraphFormat.pickled(bytes))
    assertEquals(graph("Hub").vertex(0).referrers.size, 2)
    val elements = graph.vertex(0).elements.toList
    assertEquals(elements(0), graph("Hub").vertex(0))
    assertEquals(elements(2), "n")
    assertEquals(elements.last, null)
    assertEquals(graph("Hub").vertex(1).path, "$[3]")
    onFile(bytes) { path =>
      Using.resource(Graph.open(path)) { open =>
        val hub = open.load[Hub](open("Hub").vertex(1))
        val read = open.root[List[Sign]]
        assertEquals(
          read.map(sign => if sign == null then null else sign.getClass),
          all.map(sign => if sign == null then null else sign.getClass)
        )
        assert(read(3).asInstanceOf[Wrapped].hub eq hub)
        assert(hub.next eq read(1).asInstanceOf[Bare].hub)
      }
    }
    val nested =
      List[Option[Option[Hub]]](Some(Some(one)), Some(None), None, Some(null), null, Some(Some(null)), Some(Some(one)))
    val inspection = Graph.inspect(GraphFormat.pickled(Laws.write(nested, GraphFormat)))
    val hub = inspection("Hub").vertex(0)
    val expected = List(Some(Some(hub)), Some(None), None, Some(null), null, Some(Some(null)), Some(Some(hub)))
    assertEquals(inspection.vertex(0).elements.toList, expected)
    onFile(Laws.write(nested, GraphFormat)) { path =>
      Using.resource(Graph.open(path)) { open =>
        val read = open.root[List[Option[Option[Hub]]]]
        assertEquals(read.map(_ == null), nested.map(_ == null))
        assertEquals(read.slice(1, 4), nested.slice(1, 4))
        assertEquals(read(5), Some(Some(null)))
        assert(read(0).get.get eq read(6).get.get)
      }
    }
  }

  test("any byte of a sample changed without checksums, every question is refused or answered, at the cost of the " +
    "bytes") {
    val options = PickleOptions(checksum = false, limits = Limits(maxElementsWithoutBytes = 1000))
    val random = new Random(1)
    for sample <- Corpus.all do
      val bytes = Laws.write(sample.value, GraphFormat, options)(using sample.pickler)
      for at <- bytes.indices if random.nextInt(Sampled) == 0 do
        val damaged = bytes.clone
        damaged(at) = (damaged(at) ^ (1 << random.nextInt(8))).toByte
        def once(): Unit =
          try ask(Graph.inspect(new GraphPickle(damaged))(using options))
          catch
            case _: (PickleException | NoSuchElementException) => ()
            case e: Throwable => fail(s"${sample.name}, byte $at made ${damaged(at)}", e)
        val most = (4L << 20) + 2000L * damaged.length
        if Allocation.isAlwaysAbove(most, times = 3)(once()) then
          fail(s"${sample.name}, byte $at: more than $most " +
            "bytes")
  }

  private def ask(graph: GraphInspection): Unit =
    for t <- graph.types; row <- 0L until math.min(t.count, 3) do
      val vertex = t.vertex(row)
      if t.isClass then for f <- t.fields do String.valueOf(vertex(f.name))
      else vertex.elements.take(10).foreach(String.valueOf(_))
      if vertex.number >= 0 then
        val _ = (vertex.path, vertex.shortestPath, vertex.referrers.size, vertex.retained.counts, vertex.paths(3))

  test("codes that claim objects that are not there end the pass, with their path") {
    val bytes = Laws.write(new Spoke("a", new Hub(1, null), List(1, 2)), GraphFormat, PickleOptions(checksum = false))
    val path = "Spoke.hub"
    var refused = List.empty[String]
    for at <- bytes.indices; bit <- 0 until 8 do
      val damaged = bytes.clone
      damaged(at) = (damaged(at) ^ (1 << bit)).toByte
      try
        val _ = Graph.inspect(new GraphPickle(damaged)).vertex(0).number
      catch case e: PickleException => refused ::= e.getMessage
    assert(refused.exists(_.contains("$.hub")), refused.mkString("\n"))
  }

  test("sizes that the file's values do not allow are refused before room is made for their elements") {
    val deep = Pickler[Deep].shape
    val size = 900_000
    import ForgedGraph.{codes, root}
    val forged = ForgedGraph(
      deep,
      Seq(size / 10, size / 10),
      size / 5,
      Seq(root, codes(0, 0, size / 10, 0), codes(1, 2, size / 10, size), codes(1, 0, size / 10, 0))
    )
    def once(): Unit =
      val e = intercept[PickleException.Malformed](Graph.inspect(forged).vertex(100).number)
      assert(e.getMessage.contains("claims"), e.getMessage)
    assert(!Allocation.isAlwaysAbove(16L << 20, times = 2)(once()))
  }

  private def onFile(bytes: Array[Byte])(use: Path => Unit): Unit =
    val path = Files.createTempFile("graph", ".brine")
    try
      val ignored = Files.write(path, bytes)
      use(path)
    finally Files.delete(path)

object ObjectIndexSuite:
  final val Sampled = 6

  final class Link(val name: String, val weight: Option[Double], var next: Link) derives Pickler
  def links(size: Int): Link =
    var first: Link = null
    for i <- size - 1 to 0 by -1 do first = new Link(s"link $i", Option.when(i % 3 > 0)(i * 0.5), first)
    first

  final class Hub(val number: Int, val next: Hub) derives Pickler
  final class Spoke(val name: String, val hub: Hub, val numbers: List[Int]) derives Pickler
  sealed trait Sign derives Pickler
  final case class Wrapped(hub: Hub) extends Sign
  object Wrapped:
    given Pickler[Wrapped] = Pickler[Hub].imap(Wrapped(_))(_.hub)
  final case class Bare(hub: Hub) extends Sign derives Pickler
  final case class Named(name: String) extends Sign
  object Named:
    given Pickler[Named] = Pickler[String].imap(Named(_))(_.name)

  final case class Deep(inside: Array[Deep]) derives Pickler

  final case class ByHand(words: List[String])
  object ByHand:
    given Pickler[ByHand] with
      val shape: Shape = Shape.Custom("ByHand", 1)
      def pickle(value: ByHand, builder: PickleBuilder): Unit =
        builder.putInt(value.words.length)
        for word <- value.words do builder.put(word)
      def unpickle(reader: PickleReader): ByHand = ByHand(List.fill(reader.getInt())(reader.get[String]))

  final case class Holder(first: Hub, byHand: ByHand, last: Hub) derives Pickler
