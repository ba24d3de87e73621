package brine.checks

import java.nio.file.Files
import scala.util.Using
import brine.*
import brine.binary.BinaryFormat
import brine.graph.{Graph, GraphFormat, OpenGraph}
import brine.graph.given
import brine.testkit.Laws

/** An object whose class has a migration comes back as one object, whichever places, loads and resolutions lead to it.
  */
class MigratedIdentitySuite extends munit.FunSuite:
  import MigratedIdentitySuite.*

  private val old = Subtypes(
    Subtype[V1.A].named("A"),
    Subtype[V1.B].named("B"),
    Subtype[V1.Pair].named("Pair"),
    Subtype[V1.Both].named("Both")
  )
  private val today =
    Subtypes(Subtype[A].named("A"), Subtype[B].named("B"), Subtype[Pair].named("Pair"), Subtype[Both].named("Both"))

  /** The binary format refuses another shape than today's at a place of an open type. */
  private def formats: List[PickleFormat] = AllFormats.telling.filter(_ != BinaryFormat)

  private def comesBack(value: List[Op])(verify: List[Op] => Unit)(using munit.Location): Unit =
    for
      format <- formats
      sharing <- List(Sharing.Tracked, Sharing.All)
      depth <- List(512, 0)
    do
      def options(subtypes: Subtypes) =
        PickleOptions(
          sharing = sharing,
          carriage = Carriage.Names,
          limits = Limits(emittedDepth = depth),
          subtypes = subtypes
        )
      val pickle = format.pickled(value.pickleIn(format)(using summon, options(old)).bytes)
      val back =
        try pickle.unpickle[List[Op]](using summon, options(today))
        catch case e: PickleException => fail(s"$format, $sharing, $depth: ${e.getMessage}", e)
      try verify(back)
      catch case e: AssertionError => fail(s"$format, $sharing, $depth: ${e.getMessage}", e)

  test("at two places of open types") {
    val p = new V1.P("x", 1)
    comesBack(List(V1.A(p), V1.B(p, p), V1.A(p))) {
      case List(A(a), B(b, c), A(d)) => assert((a eq b) && (b eq c) && (c eq d) && a.label == "*x")
      case other                     => fail(s"$other")
    }
  }

  test("at two places of open types: a leaf of a family, and a generic class") {
    val (leaf, cell) = (new V1.Leaf(3), new V1.Cell[Int](7))
    comesBack(List(V1.Pair(leaf, cell), V1.Both(cell, leaf, leaf), V1.Pair(leaf, cell))) {
      case List(Pair(a, x), Both(y, b, c), Pair(d, z)) =>
        assert((a eq b) && (b eq c) && (c eq d))
        assert((x eq y) && (y eq z))
        assertEquals((a.twice, x.content), (6, 7))
      case other => fail(s"$other")
    }
  }

  private def opened[A](value: A)(use: OpenGraph => Unit)(using Pickler[A]): Unit =
    val file = Files.createTempFile("migrated", ".brine")
    try
      given PickleFormat = GraphFormat
      value.pickleTo(file)
      Using.resource(Graph.open(file))(use)
    finally Files.delete(file)

  test("in an open graph, by loads and by the root, in each order") {
    val value = V1.Root(List(new V1.P("x", 1), new V1.P("y", 2)), new V1.Leaf(4), List(V1.Value(1)))
    def first(g: OpenGraph) = g.load[P](g("P").vertex(0))
    def leaf(g: OpenGraph): Leaf = g.load[Leaf](g("Leaf").vertex(0))
    opened(value) { g =>
      val (p, l) = (first(g), leaf(g))
      val root = g.root[Root]
      assert((p eq root.all(0)) && (l eq root.leaf) && (first(g) eq p))
      assert(g.load[Value](g("Value").vertex(0)) eq root.values(0))
    }
    opened(value) { g =>
      val root = g.root[Root]
      assert((first(g) eq root.all(0)) && (leaf(g) eq root.leaf))
      assert(root.all(1) eq g.root[Root].all(1))
      assert(g.load[Value](g("Value").vertex(0)) eq root.values(0))
    }
  }

  test("in an open graph, in cycles") {
    val a = new V1.Node("a", null)
    val b = new V1.Node("b", a)
    a.next = b
    for number <- List(0, 1) do
      opened(V1.Nodes(List(a, b))) { g =>
        val node = g.load[Node](g("Node").vertex(number))
        assert((node.next.next eq node) && (node.next ne node))
        val root = g.root[Nodes]
        assert((root.all(number) eq node) && (root.all(1 - number) eq node.next))
      }
  }

object MigratedIdentitySuite:
  trait Op
  object Op:
    given Pickler[Op] = Pickler.open

  object V1:
    final class P(val a: String, var n: Int) derives Pickler
    final case class A(p: P) extends Op derives Pickler
    final case class B(p: P, q: P) extends Op derives Pickler
    sealed trait Tree derives Pickler
    final class Leaf(var n: Int) extends Tree derives Pickler
    case object Empty extends Tree
    final class Cell[T](var value: T) derives Pickler
    final case class Pair(tree: Leaf, cell: Cell[Int]) extends Op derives Pickler
    final case class Both(cell: Cell[Int], leaf: Leaf, tree: Tree) extends Op derives Pickler
    final case class Value(n: Int) derives Pickler
    final case class Root(all: List[P], leaf: Leaf, values: List[Value]) derives Pickler
    final class Node(val name: String, var next: Node) derives Pickler
    final case class Nodes(all: List[Node]) derives Pickler

  final class POld(val a: String, var n: Int) derives Pickler
  final class P(val label: String, var n: Int) derives Pickler
  object P:
    given Migrations[P] = Migrations.from[POld](old => new P("*" + old.a, old.n))
  final case class A(p: P) extends Op derives Pickler
  final case class B(p: P, q: P) extends Op derives Pickler
  sealed trait Tree derives Pickler
  final class Leaf(var twice: Int) extends Tree derives Pickler
  object Leaf:
    given Migrations[Leaf] = Migrations.fromRecord(Pickler[V1.Leaf].shape)(old => new Leaf(2 * old[Int]("n")))
  case object Empty extends Tree
  final class CellOld[T](var value: T) derives Pickler
  final class Cell[T](var content: T) derives Pickler
  object Cell:
    given [T](using Pickler[T]): Migrations[Cell[T]] = Migrations.from[CellOld[T]](old => new Cell(old.value))
  final case class Pair(tree: Leaf, cell: Cell[Int]) extends Op derives Pickler
  final case class Both(cell: Cell[Int], leaf: Leaf, tree: Tree) extends Op derives Pickler
  final case class Value(twice: Int) derives Pickler
  object Value:
    given Migrations[Value] = Migrations.fromRecord(Pickler[V1.Value].shape)(old => Value(2 * old[Int]("n")))
  final case class Root(all: List[P], leaf: Leaf, values: List[Value]) derives Pickler
  final class NodeOld(val name: String, var next: Node) derives Pickler
  final class Node(val label: String, var next: Node) derives Pickler
  object Node:
    given Migrations[Node] = Migrations.from[NodeOld](old => new Node(s"<${old.name}>", old.next))
  final case class Nodes(all: List[Node]) derives Pickler
