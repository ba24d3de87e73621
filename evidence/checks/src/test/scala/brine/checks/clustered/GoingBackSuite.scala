package brine.checks.clustered

import java.nio.file.Files
import scala.util.Using
import brine.*
import brine.graph.{Graph, GraphFormat, OpenGraph}
import brine.testkit.{Laws, Patient}

/** Loading an object with references to earlier objects takes steps in proportion to the loaded objects. */
class GoingBackSuite extends munit.FunSuite, Patient:
  import GoingBackSuite.*

  private def opened[V: Pickler, A](value: V)(use: OpenGraph => A): A =
    val path = Files.createTempFile("graph", ".brine")
    try
      val ignored = Files.write(path, Laws.write(value, GraphFormat))
      Using.resource(Graph.open(path))(use)
    finally Files.delete(path)

  private val size = 20_000

  /** Fields and elements of all objects: the steps of a walk over all. */
  private def checkSteps(graph: OpenGraph, all: Long): Unit =
    assert(graph.steps <= 5 * all, s"${graph.steps} steps, and all of the graph has $all")

  for (order, first) <- List("forward" -> forward(size), "backward" -> backward(size), "with names" -> named(size)) do
    test(s"the middle of a doubly linked list is loaded in steps in proportion to its length, its links $order") {
      opened(first) { graph =>
        val middle = graph.load[Link](graph.types.find(_.isClass).get.vertices("n")(_ == size / 2).next())
        checkSteps(graph, size * 4L)
        var ahead = middle
        for i <- size / 2 until size do
          assertEquals(ahead.number, i)
          if i + 1 < size then
            assert(ahead.after.before eq ahead)
            ahead = ahead.after
        var back = middle
        for i <- size / 2 to 0 by -1 do
          assertEquals(back.number, i)
          back = back.before
        assert(graph.root[Link].after.after eq middle.before(size / 2 - 2))
      }
    }

  test("the end of a doubly linked list, and a leaf of a deep tree whose nodes know their parents") {
    opened(forward(size)) { graph =>
      assertEquals(graph.load[Link](graph("Forward").vertex(size - 1)).before(size - 1).number, 0)
      checkSteps(graph, size * 4L)
    }
    opened(tree(null, 12)) { graph =>
      var node = graph.load[Node](graph("Node").vertex(4000))
      while node.parent != null do node = node.parent
      assertEquals(count(node), 8191)
      checkSteps(graph, 8191 * 6L)
    }
  }

  test("parts that are loaded in any order, from the end on, are those of one graph") {
    val first = forward(300)
    opened(first) { graph =>
      for row <- List(299, 17, 18, 150, 0, 16, 298) do
        assertEquals(graph.load[Link](graph("Forward").vertex(row)).number, row)
      assertEquals(Laws.write[Link](graph.root[Link], GraphFormat).toSeq, Laws.write(first, GraphFormat).toSeq)
    }
  }

object GoingBackSuite:
  sealed trait Link derives Pickler:
    def number: Int
    def before: Link
    def after: Link
    def before(steps: Int): Link = Iterator.iterate(this)(_.before).drop(steps).next()

  final class Forward(val n: Int, var next: Link, var previous: Link) extends Link derives Pickler:
    def number = n
    def before = previous
    def after = next
  final class Backward(val n: Int, var previous: Link, var next: Link) extends Link derives Pickler:
    def number = n
    def before = previous
    def after = next
  final class Named(val n: Int, val name: String, var next: Link, var previous: Link) extends Link derives Pickler:
    def number = n
    def before = previous
    def after = next

  private def linked[A <: Link](all: IndexedSeq[A])(link: (A, A, A) => Unit): Link =
    for i <- all.indices do
      link(all(i), all.lift(i - 1).getOrElse(null.asInstanceOf[A]), all.lift(i + 1).getOrElse(null.asInstanceOf[A]))
    all(0)

  def forward(size: Int): Link = linked(Vector.tabulate(size)(i => new Forward(i, null, null))) { (a, before, after) =>
    a.previous = before
    a.next = after
  }
  def backward(size: Int): Link =
    linked(Vector.tabulate(size)(i => new Backward(i, null, null))) { (a, before, after) =>
      a.previous = before
      a.next = after
    }
  def named(size: Int): Link =
    linked(Vector.tabulate(size)(i => new Named(i, s"link $i", null, null))) { (a, before, after) =>
      a.previous = before
      a.next = after
    }

  final class Node(val parent: Node, var children: List[Node]) derives Pickler
  def tree(parent: Node, levels: Int): Node =
    val node = new Node(parent, Nil)
    if levels > 0 then node.children = List(tree(node, levels - 1), tree(node, levels - 1))
    node
  def count(node: Node): Int = 1 + node.children.map(count).sum
