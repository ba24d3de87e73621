package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.combine.*
import brine.graph.GraphFormat
import brine.testkit.Laws

/** Types that go by another one (`imap`), and stand-ins, where objects lead back to themselves. */
class MappedCyclesSuite extends munit.FunSuite:
  import MappedCyclesSuite.*

  private def backs[A: Pickler](value: A)(verify: A => Unit)(using munit.Location): Unit =
    for
      format <- BinaryFormat :: AllFormats.telling
      sharing <- List(Sharing.Tracked, Sharing.All)
      depth <- List(512, 0)
    do
      val options = PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))
      val back =
        try Laws.read[A](Laws.write(value, format, options), format, options)
        catch case e: PickleException => fail(s"$format, $sharing, $depth: ${e.getMessage}", e)
      verify(back)

  test("an object that becomes its content can be part of a cycle: a sealed type by imap") {
    val a = new Node("a", null)
    val b = new Node("b", null)
    a.next = new Proxy(b)
    b.next = new Proxy(a)
    backs[Thing](a) { back =>
      val node = back.asInstanceOf[Node]
      val other = node.next.asInstanceOf[Node]
      assertEquals((node.name, other.name), ("a", "b"))
      assert(other.next eq node)
    }
    backs[Thing](new Proxy(a))(back => assert(back.asInstanceOf[Node].next.asInstanceOf[Node].next eq back))
    val self = new Node("s", null)
    self.next = self
    backs[Thing](self)(back => assert(back.asInstanceOf[Node].next eq back))
    backs[List[Thing]](List(a, b))(back => assert(back(0).asInstanceOf[Node].next eq back(1)))
    backs[Node](a)(back => assert(back.next.asInstanceOf[Node].next eq back))
  }

  test("a derived sealed type, all of whose fields are variables, by imap") {
    val a = new Derived.Node("a", null)
    val b = new Derived.Node("b", null)
    a.next = new Derived.Proxy(b)
    b.next = new Derived.Proxy(a)
    backs[Derived](a)(back => assert(back.asInstanceOf[Derived.Node].next.asInstanceOf[Derived.Node].next eq back))
    backs[Derived](new Derived.Proxy(a))(back =>
      assert(back.asInstanceOf[Derived.Node].next.asInstanceOf[Derived.Node].next eq back)
    )
    backs[List[Derived]](List(a, b))(back => assert(back(0).asInstanceOf[Derived.Node].next eq back(1)))
  }

  test("classes without parameters, in all kinds of places") {
    import Plain.*
    val node = new Node
    val proxy = new Proxy
    proxy.content = node
    node.next = proxy
    backs[Plain](node)(back => assert(back.asInstanceOf[Node].next eq back))
    backs[Plain](proxy)(back => assert(back.asInstanceOf[Node].next eq back))
    val many = new Many
    def to = { val p = new Proxy; p.content = many; p }
    many.all = List(to, many)
    many.one = Some(to)
    many.both = (to, many)
    many.array = Array(to, many)
    many.map = Map("a" -> to)
    backs[Plain](many) { back =>
      val m = back.asInstanceOf[Many]
      for x <- m.all ++ m.one ++ List(m.both._1, m.both._2) ++ m.array ++ m.map.values do assert(x eq m)
    }
    backs[Many](many) { m =>
      for x <- m.all ++ m.one ++ List(m.both._1, m.both._2) ++ m.array ++ m.map.values do assert(x eq m)
    }
  }

  test("a class that wraps a sealed type by imap, in a cycle") {
    val fork = new Fork(null, null)
    fork.left = Box(fork)
    fork.right = Box(new Fork(Box(fork), null))
    backs[Box](Box(fork)) { back =>
      val root = back.tree.asInstanceOf[Fork]
      assert(root.left.tree eq root)
      assert(root.right.tree.asInstanceOf[Fork].left.tree eq root)
    }
    backs[Tree](fork)(back => assert(back.asInstanceOf[Fork].left.tree eq back))
    backs[List[Box]](List(Box(fork)))(back => assert(back(0).tree.asInstanceOf[Fork].left.tree eq back(0).tree))
    backs[Held](Held(Box(fork)))(back => assert(back.box.tree.asInstanceOf[Fork].left.tree eq back.box.tree))
  }

  test("a leaf that is written as its content, in a cycle") {
    val car = new Car(null)
    car.wheel = new Wheel(car)
    backs[Part](car)(back => assert(back.asInstanceOf[Car].wheel.asInstanceOf[Wheel].car eq back))
    backs[List[Part]](List(car))(back => assert(back(0).asInstanceOf[Car].wheel.asInstanceOf[Wheel].car eq back(0)))
    backs[Part](car.wheel)(back =>
      assert(
        back.asInstanceOf[Wheel].car.asInstanceOf[Car].wheel.asInstanceOf[Wheel].car eq back.asInstanceOf[Wheel].car
      )
    )
    backs[Wheel](car.wheel.asInstanceOf[Wheel])(back =>
      assert(back.car.asInstanceOf[Car].wheel.asInstanceOf[Wheel].car eq back.car)
    )
  }

  test("a collection that is written as its content, in a cycle") {
    val bag = new Bag(Nil)
    bag.items = List(new Coin(bag), new Key(bag))
    backs[Bag](bag) { back =>
      val coin = back.items(0).asInstanceOf[Coin]
      assert(coin.in.items(0) eq coin)
    }
    backs[Item](bag.items(0))(back => assert(back.asInstanceOf[Coin].in.items(0) eq back))
  }

  test("a fallback for all takes objects of subclasses; one shared object comes back as one") {
    val (euro, franc) = (Currency.of("EUR"), Currency.of("CHF"))
    val dues = List(new Due(euro, null), new Due(franc, null))
    dues(0).other = dues(1)
    dues(1).other = dues(0)
    backs[List[Due]](dues) { back =>
      assert((back(0).in eq euro) && (back(1).in eq franc))
      assert(back(0).other.other eq back(0))
    }
    backs[Currency](euro)(back => assert(back eq euro))
    backs[Array[Currency]](Array(euro, franc))(back => assertEquals(back.toList, List(euro, franc)))
    given PickleOptions = PickleOptions(carriage = Carriage.Names)
    assert(dues.pickleIn(GraphFormat).unpickle[List[NewDue]].head.in eq euro)
  }

  test("a stand-in for one class refuses objects of subclasses, and names the way out") {
    val e = intercept[PickleException.UnexpectedClass](List[Base](new Sub).pickle).getMessage
    assert(
      e.contains(
        "`standIn` takes objects of exactly the class Base. If its functions do not lose what subclasses add, use " +
          "`standInForAll`"
      ),
      e
    )
    assertEquals(List(new Base).pickle.unpickle[List[Base]].map(_.getClass), List(classOf[Base]))
  }

object MappedCyclesSuite:
  abstract class Currency(val code: String)
  object Currency:
    private object Euro extends Currency("EUR")
    private final class Other(code: String) extends Currency(code)
    private val all = List(Euro, new Other("CHF")).map(c => c.code -> c).toMap
    def of(code: String): Currency = all(code)
    given Pickler[Currency] = Pickler[String].standInForAll[Currency](Currency.of(_))(_.code)
  final class Due(val in: Currency, var other: Due) derives Pickler
  final case class NewDue(in: Currency, note: Option[String]) derives Pickler

  class Base
  final class Sub extends Base
  object Base:
    given Pickler[Base] = Pickler[String].standIn[Base](_ => new Base)(_ => "")

  sealed trait Part derives Pickler
  final class Car(var wheel: Part) extends Part
  final class Wheel(var car: Part) extends Part
  object Wheel:
    given Pickler[Wheel] = recursive(Pickler[Part]).imap(new Wheel(_))(_.car)

  final class Bag(var items: List[Item])
  object Bag:
    given Pickler[Bag] = recursive(Pickler[List[Item]]).imap(new Bag(_))(_.items)
  sealed trait Item derives Pickler
  final class Coin(var in: Bag) extends Item
  final class Key(var in: Bag) extends Item

  sealed trait Derived
  object Derived:
    final class Node(var name: String, var next: Derived) extends Derived derives Pickler
    final class Proxy(var content: Derived) extends Derived derives Pickler
    given Pickler[Derived] = Pickler.derived[Derived].imap[Derived](identity) {
      case p: Proxy => p.content
      case other    => other
    }

  sealed trait Plain
  object Plain:
    final class Node extends Plain derives Pickler:
      var next: Plain = null
    final class Many extends Plain derives Pickler:
      var all: List[Plain] = Nil
      var one: Option[Plain] = None
      var both: (Plain, Plain) = null
      var array: Array[Plain] = Array()
      var map: Map[String, Plain] = Map.empty
    final class Proxy extends Plain derives Pickler:
      var content: Plain = null
    given Pickler[Plain] = Pickler.derived[Plain].imap[Plain](identity) {
      case p: Proxy => p.content
      case other    => other
    }

  final case class Box(tree: Tree)
  object Box:
    given Pickler[Box] = recursive(Pickler[Tree]).imap(Box(_))(_.tree)
  sealed trait Tree derives Pickler
  final class Fork(var left: Box, var right: Box) extends Tree
  final case class Held(var box: Box) derives Pickler

  sealed trait Thing
  final class Node(val name: String, var next: Thing) extends Thing derives Pickler
  final class Proxy(var content: Thing) extends Thing derives Pickler
  object Thing:
    private val leaves: Pickler[Thing] = choice[Thing]("Thing").leaf[Node]("Node").build
    given Pickler[Thing] = leaves.imap[Thing](identity) {
      case p: Proxy => p.content
      case other    => other
    }
