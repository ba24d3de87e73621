package brine.checks

import brine.*
import brine.region.*

/** Views in methods without a result type, which the compiler infers from the code of the view: in generic methods, in
  * methods of the viewed class, of its companion and of its superclasses, and with local classes.
  */
class InferredViewsSuite extends munit.FunSuite:
  import InferredViewsSuite.*

  private val leaf = Leaf(1, "a")
  private val node = Region.compact(Node(leaf, List(leaf), Map("k" -> leaf), Some(leaf)))
  private val tree = Region.compact[Tree](Tree.Fork(Tree.Tip(2), Tree.Tip(3)))
  private val sub = Region.compact(Sub(4, 5))

  test("views in generic methods read what they name") {
    assertEquals(Generic.first(Region.compact((leaf, "x"))), 1)
    assertEquals(Generic.second(Region.compact((leaf, "x"))), "x")
    assertEquals(Generic.at(Region.compact(List("7", "8"))), "7")
    assertEquals(Generic.deep(Region.compact(Map("k" -> Option(("1", leaf))))), 1)
    assertEquals(Generic.boxed(Region.compact(Box("b", List("c", "d")))), ("b", 2))
  }

  test("a generic view of a part that proves to be a number is refused, wherever the part is") {
    def isRefused(read: => Any) =
      val e = intercept[PickleException.NotCompact](read)
      assert(e.getMessage.contains("no reference but a Int, which the code of a view cannot know"), e.getMessage)
    isRefused(Generic.at(Region.compact(List(7, 8))))
    isRefused(Generic.content(Region.compact(Option(7))))
    isRefused(Generic.of(Region.compact(Map("k" -> 7))))
    isRefused(Generic.second(Region.compact((leaf, 7))))
    isRefused(Generic.boxed(Region.compact(Box(7, List(8)))))
    assertEquals(Generic.content(Region.compact(Option("7"))), "7")
    assertEquals(Generic.of(Region.compact(Map("k" -> "7"))), "7")
  }

  test("views in methods of the viewed class, its companion and its superclasses read what they name") {
    assertEquals(leaf.mine(Region.compact(leaf)), 1)
    assertEquals(Leaf.ofNode(node), "a")
    assertEquals(Tree.Tip(0).sumOf(tree), 5)
    assertEquals(List(Sub(0, 0).ofName(sub), Sub(0, 0).ofId(sub), Sub(0, 0).mine(sub)), List(5, 4, 4))
    assertEquals(Kind.A(0).first(Region.compact[Kind](Kind.B(Kind.A(6)))), 6)
  }

  test("views of other parts in methods without a result type, and of local classes") {
    assertEquals(Methods.scalar(node), 1)
    assertEquals(Methods.view(node), "a")
    assertEquals(Methods.nested(node), leaf)
    assertEquals(Methods.many(node), List(1))
    assertEquals(Methods.localClass, (1, "x"))
    assertEquals(new Methods.OfClass(node).both, (1, "a"))
  }

object InferredViewsSuite:
  final case class Leaf(n: Int, name: String) derives Pickler:
    def mine(region: Region[Leaf]) = region.root(_.n)
  object Leaf:
    def ofNode(region: Region[Node]) = region.root(_.left.name)
  final case class Node(left: Leaf, all: List[Leaf], byName: Map[String, Leaf], some: Option[Leaf]) derives Pickler

  sealed trait Tree derives Pickler:
    def sumOf(region: Region[Tree]) = region.root.fold(
      (tip: region.View[Tree.Tip]) => tip(_.value),
      (fork: region.View[Tree.Fork]) => value(region)(fork(_.a)) + value(region)(fork(_.b))
    )
    private def value(region: Region[Tree])(view: region.View[Tree]): Int =
      view.fold((tip: region.View[Tree.Tip]) => tip(_.value), (fork: region.View[Tree.Fork]) => 0)
  object Tree:
    final case class Tip(value: Int) extends Tree
    final case class Fork(a: Tree, b: Tree) extends Tree

  abstract class Named(val name: String):
    def ofName(region: Region[Sub]) = region.root(_.n)
  trait HasId:
    val id: Int
    def ofId(region: Region[Sub]) = region.root(_.id)
  final case class Sub(id: Int, n: Int) extends Named("x"), HasId derives Pickler:
    def mine(region: Region[Sub]) = region.root(_.id)

  enum Kind derives Pickler:
    case A(n: Int)
    case B(k: Kind)
    def first(region: Region[Kind]) = region.root.fold(
      (a: region.View[Kind.A]) => a(_.n),
      (b: region.View[Kind.B]) => b(_.k).fold((a: region.View[Kind.A]) => a(_.n), (b: region.View[Kind.B]) => 0)
    )

  final case class Box[A](a: A, others: List[A]) derives Pickler
  object Generic:
    def first[A: Pickler](region: Region[(Leaf, A)]) = region.root(_._1.n)
    def second[A: Pickler](region: Region[(Leaf, A)]) = region.root(_._2).toValue
    def at[A: Pickler](region: Region[List[A]]) = region.root(_(0)).toValue
    def content[A: Pickler](region: Region[Option[A]]) = region.root(_.get).toValue
    def of[A: Pickler](region: Region[Map[String, A]]) = region.root(_("k")).toValue
    def deep[A: Pickler](region: Region[Map[String, Option[(A, Leaf)]]]) = region.root(_("k").get._2.n)
    def boxed[A: Pickler](region: Region[Box[A]]) = (region.root(_.a).toValue, region.root(_.others.size))

  object Methods:
    def scalar(region: Region[Node]) = region.root(_.left.n)
    def view(region: Region[Node]) =
      def left = region.root(_.left)
      left(_.name)
    def nested(region: Region[Node]) =
      def inner = region.root(_.all(0))
      inner.toValue
    def many(region: Region[Node]) = (0 until region.root(_.all.size)).map(i => region.root(_.all(i).n)).toList
    def localClass =
      final case class Local(n: Int, leaf: Leaf) derives Pickler
      val region = Region.compact(Local(1, Leaf(2, "x")))
      (region.root(_.n), region.root(_.leaf.name))
    final class OfClass(region: Region[Node]):
      def both = (region.root(_.some.get.n), region.root(_.byName("k").name))
