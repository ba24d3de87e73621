package brine.checks

import scala.collection.mutable.ArrayBuffer
import brine.*
import brine.combine.*
import brine.graph.GraphFormat
import brine.testkit.Laws

/** An object whose substitute or stand-in needs the object itself could not be read: the write refuses it, with the
  * place.
  */
class HeldByItselfSuite extends munit.FunSuite:
  import HeldByItselfSuite.*

  private def rule(replace: PartialFunction[AnyRef, AnyRef]): GraphFormat = GraphFormat.withSubstitution(replace)

  private def refused(value: Node, replace: PartialFunction[AnyRef, AnyRef])(place: String)(using
      munit.Location
  ): Unit =
    val e = intercept[PickleException.RuleNotObeyed](value.pickleIn(rule(replace))).getMessage
    assert(e.contains(place) && e.contains("a substitute that holds its object holds itself"), e)

  test("a substitute that holds its object: directly, in a list, an option, another object") {
    val node = Node("a", Nil, None, null)
    val original: PartialFunction[AnyRef, Node] = { case n: Node if n eq node => n }
    refused(node, original.andThen(n => Node("s", List(n), None, null)))("$.below[0]")
    refused(node, original.andThen(n => Node("s", Nil, Some(n), null)))("$.other")
    refused(node, original.andThen(n => Node("s", List(Node("t", Nil, Some(n), null)), None, null)))("$.below[0].other")
    refused(Node("r", List(node), None, null), original.andThen(n => Node("s", List(n), None, null)))(
      "$.below[0].below[0]"
    )
  }

  test("two substitutes that hold each other's objects, and a substitute that holds what is around it") {
    val (a, b) = (Node("a", Nil, None, null), Node("b", Nil, None, null))
    refused(
      Node("r", List(a, b), None, null),
      {
        case n: Node if n eq a => Node("s", List(b), None, null)
        case n: Node if n eq b => Node("t", List(a), None, null)
      }
    )("$.below[0].below[0].below[0]")
    val root = Node("r", List(a), None, null)
    refused(root, { case n: Node if n eq a => Node("s", Nil, Some(root), null) })("$.below[0].other")
  }

  test("a substitute that holds its object by a variable or a mutable collection is written and read") {
    val node = Node("a", Nil, None, null)
    val held = rule { case n: Node if n eq node => Node("s", Nil, None, new Var(n, ArrayBuffer(n))) }
    val back = held.pickled(node.pickleIn(held).bytes).unpickle[Node]
    assert((back.name == "s") && (back.link.node eq back) && (back.link.all(0) eq back))
  }

  test("a stand-in that holds its object is refused, in each format and sharing") {
    for format <- AllFormats.all; sharing <- List(Sharing.Tracked, Sharing.All) do
      given PickleOptions = PickleOptions(sharing = sharing)
      def refuses[A: Pickler](value: A, place: String): Unit =
        val e = intercept[PickleException.CyclicConstruction](Laws.write(value, format, summon)).getMessage
        assert(e.contains(place) && e.contains("which is made from the complete stand-in"), s"$format, $sharing: $e")
      refuses(new Direct(1), "the stand-in of a Direct holds this Direct")
      refuses(new InList(1), "at $")
      refuses(List(new InList(1)), "at $[0]")
      assertEquals(Laws.read[Fine](Laws.write(new Fine(3, null), format, summon), format, summon).n, 3)
  }

object HeldByItselfSuite:
  final class Var(var node: Node, val all: ArrayBuffer[Node]) derives Pickler
  final case class Node(name: String, below: List[Node], other: Option[Node], link: Var) derives Pickler

  final class Direct(val n: Int)
  object Direct:
    final case class Held(it: Direct)
    object Held:
      given Pickler[Held] = Pickler.derived
    given Pickler[Direct] = Pickler[Held].standIn[Direct](_.it)(Held(_))

  final class InList(val n: Int)
  object InList:
    final case class Inner(all: Vector[InList])
    object Inner:
      given Pickler[Inner] = Pickler.derived
    final case class Held(inner: List[Option[Inner]])
    object Held:
      given Pickler[Held] = Pickler.derived
    given Pickler[InList] =
      Pickler[Held].standIn[InList](_.inner.head.get.all.head)(it => Held(List(Some(Inner(Vector(it))))))

  final class Fine(val n: Int, val next: Fine)
  object Fine:
    final case class Held(n: Int, next: Fine)
    object Held:
      given Pickler[Held] = Pickler.derived
    given Pickler[Fine] = Pickler[Held].standIn[Fine](held => new Fine(held.n, held.next))(it => Held(it.n, it.next))
