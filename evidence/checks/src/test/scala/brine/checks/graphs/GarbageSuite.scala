package brine.checks.graphs

import scala.util.Random
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.testkit.{Allocation, Laws, Patient}

/** The bytes that a read allocates, to those that code allocates which makes the same objects. */
class GarbageSuite extends munit.FunSuite, Patient:
  import GarbageSuite.*

  private val formats = List("binary" -> BinaryFormat, "graph" -> GraphFormat)

  /** The least of some runs: the first ones load classes, and make code. */
  private def least(work: => Any): Long = Iterator.continually(Allocation.of(work)).take(30).min

  /** @param most the greatest ratio in each format, in its order */
  private def check[A: Pickler](name: String, most: Double*)(make: () => A): Unit =
    test(s"$name: at most ${most.mkString(" and ")} times the bytes of the result"):
      val value = make()
      val ofResult = least(make())
      for ((format, in), limit) <- formats.zip(most) do
        val bytes = Laws.write(value, in)
        val ratio = least(Laws.read[A](bytes, in)).toDouble / ofResult
        assert(ratio <= limit, f"$format: $ratio%.2f")

  check("a tree", 1.1, 1.25)(() => tree(12))
  check("lists of links to few objects", 0.95, 0.95)(() => hubs(2000, 6))
  check("rings of three", 1.0, 1.1)(() => rings(2000))
  check("a dense graph", 0.9, 1.3)(() => dense(200))
  check("a graph in which one path meets nearly all objects", 0.8, 0.9)(() => deep(5000))
  check("a chain", 1.65, 1.9)(() => chain(20_000))

object GarbageSuite:
  enum Tree derives Pickler:
    case Leaf(value: Int)
    case Node(left: Tree, right: Tree)

  def tree(depth: Int): Tree =
    if depth == 0 then Tree.Leaf(7) else Tree.Node(tree(depth - 1), tree(depth - 1))

  final class Hub(var next: List[Hub], val number: Int) derives Pickler

  def hubs(count: Int, links: Int): Vector[Hub] =
    val random = new Random(1)
    val all = Vector.tabulate(count)(new Hub(Nil, _))
    for hub <- all do hub.next = List.fill(links)(all(random.nextInt(20)))
    all

  final class Vertex(val number: Int, var edges: Array[Vertex]) derives Pickler

  def rings(count: Int): Vector[Vertex] = Vector.tabulate(count) { i =>
    val (a, b, c) = (new Vertex(i, toOne), new Vertex(i + 1, toOne), new Vertex(i + 2, toOne))
    a.edges(0) = b
    b.edges(0) = c
    c.edges(0) = a
    a
  }

  private def toOne = new Array[Vertex](1)

  def dense(count: Int): Vertex =
    val all = Array.tabulate(count)(new Vertex(_, null))
    for (v, i) <- all.zipWithIndex do v.edges = Array.tabulate(count - 1)(j => all(if j < i then j else j + 1))
    all(0)

  def deep(count: Int): Vertex =
    val random = new Random(1)
    val all = Array.tabulate(count)(new Vertex(_, null))
    for (v, i) <- all.zipWithIndex do
      v.edges = Array.fill(8)(all(random.nextInt(count)))
      v.edges(0) = all((i + 1) % count)
    all(0)

  final case class Link(value: Int, next: Option[Link]) derives Pickler

  def chain(count: Int): Option[Link] =
    (0 until count).foldLeft(Option.empty[Link])((next, i) => Some(Link(i + 1000, next)))
