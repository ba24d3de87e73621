package brine

import scala.util.Random

final case class Person(name: String, since: Int) derives Pickler

sealed trait Tree derives Pickler
object Tree:
  final case class Node(left: Tree, right: Tree) extends Tree
  final case class Leaf(value: Int, weight: Double) extends Tree
  case object Nil extends Tree

enum Color derives Pickler:
  case Red, Green, Blue

enum Expr[+A] derives Pickler:
  case Const(value: A)
  case Add(a: Expr[A], b: Expr[A])
  case Zero extends Expr[Nothing]

final case class Pair[A, B](a: A, b: B) derives Pickler

final class Cell(val name: String, var next: Cell) derives Pickler
final class Counter(val name: String):
  var count: Int = 0
  var tag: String = null
object Counter:
  given Pickler[Counter] = Pickler.derived

final case class Rose(value: Int, children: List[Rose]) derives Pickler

final case class All(
    u: Unit, z: Boolean, b: Byte, s: Short, c: Char, i: Int, l: Long, f: Float, d: Double, str: String,
    o: Option[Int], os: Option[String], op: Option[Person], p: Person, ps: List[Person], v: Vector[Int], set: Set[String],
    m: Map[String, Person], e: Either[Int, String], t: (Int, String, Person), a: Array[Int], as: Array[String],
    col: Color, tree: Tree, pair: Pair[Int, String]
) derives Pickler

final case class Owner(val thing: Thing) derives Pickler
final class Thing(var owner: Owner, val label: String) derives Pickler
final class Friend(val name: String, var friends: List[Friend]) derives Pickler
final class Arr(val items: Array[Arr]) derives Pickler
final case class Chain(head: Int, tail: Chain) derives Pickler

class FirstSuite extends munit.FunSuite:
  def roundTrip[A: Pickler](a: A): A =
    val bare = a.pickle(using summon, BinaryFormat_, summon)
    val back = bare.unpickle[A]
    val deep = PickleOptions(limits = Limits(emittedDepth = 0))
    val slow = a.pickle(using summon, BinaryFormat_, deep)
    assertEquals(bare.bytes.toSeq, slow.bytes.toSeq, "back ends agree")
    val back2 = bare.unpickle[A](using summon, deep)
    assertEquals(bare.bytes.toSeq, back2.pickle(using summon, BinaryFormat_, summon).bytes.toSeq)
    val all = PickleOptions(sharing = Sharing.All)
    val shared = a.pickle(using summon, BinaryFormat_, all).unpickle[A]
    assertEquals(bare.bytes.toSeq, shared.pickle(using summon, BinaryFormat_, summon).bytes.toSeq)
    back
  def BinaryFormat_ = brine.binary.BinaryFormat
  def check[A: Pickler](a: A): Unit = assertEquals(roundTrip(a), a)

  test("simple") { check(Person("Jim", 2005)); check(Person(null, -1)); check(Person("é\ud800", 3)); check(Person("日本語", 3)) }
  test("tree") {
    def tree(n: Int): Tree = if n == 0 then Tree.Leaf(n, 1.5) else Tree.Node(tree(n - 1), if n % 2 == 0 then Tree.Nil else null)
    check(tree(10)); check[Tree](Tree.Nil)
  }
  test("enum") { for c <- Color.values do check(c); check[Expr[Int]](Expr.Add(Expr.Const(3), Expr.Zero)) }
  test("generic") { check(Pair(1, "x")); check(Pair(Pair(1, 2), List(Person("a", 1), null))) }
  test("rose") { check(Rose(1, List(Rose(2, Nil), null, Rose(3, null)))) }
  test("collections") { check(List(1, 2)); check(Map(1 -> List("a"))); check(Vector(Some(Person("a", 1)), None, null, Some(null))) }
  test("all") {
    val p = Person("p", 1)
    val a = All((), true, 1, 2, 'c', 4, 5L, 6f, 7d, "s", Some(1), Some("x"), Some(p), p, List(p, null, p), Vector(1, 2), Set("a"),
      Map("k" -> p), Right("r"), (1, "2", p), Array(1, 2, 3), Array("x", null), Color.Green, Tree.Nil, Pair(1, "s"))
    val b = roundTrip(a)
    assertEquals(b.copy(a = null, as = null), a.copy(a = null, as = null))
    assertEquals(b.a.toSeq, a.a.toSeq)
    assertEquals(b.as.toSeq, a.as.toSeq)
  }
  test("ring") {
    val a = Cell("a", null); val b = Cell("b", a); val c = Cell("c", b); a.next = c
    val x = roundTrip(a)
    assertEquals(x.name, "a"); assertEquals(x.next.name, "c"); assert(x.next.next.next eq x)
  }
  test("immutable in a cycle") {
    val t = Thing(null, "t"); val o = Owner(t); t.owner = o
    val x = roundTrip(o); assert(x.thing.owner eq x); assertEquals(x.thing.label, "t")
    val y = roundTrip(t); assert(y.owner.thing eq y)
  }
  test("friends") {
    val a = Friend("a", Nil); val b = Friend("b", List(a)); a.friends = List(b, a); 
    val x = roundTrip(a); assert(x.friends(1) eq x); assert(x.friends(0).friends(0) eq x)
  }
  test("self array") {
    val items = new Array[Arr](2); val a = Arr(items); items(0) = a
    val x = roundTrip(a); assert(x.items(0) eq x); assert(x.items(1) == null)
  }
  test("counter") { val c = Counter("c"); c.count = 3; c.tag = "x"; val d = roundTrip(c); assertEquals((d.name, d.count, d.tag), ("c", 3, "x")) }
  test("deep") {
    var c: Chain = null; for i <- 1 to 1000000 do c = Chain(i, c)
    val back = c.pickle.unpickle[Chain]
    var x = back; var n = 0; while x != null do { n += 1; x = x.tail }; assertEquals(n, 1000000)
  }
  test("truncation") {
    val p = Pair(Person("Jim", 3), Tree.Node(Tree.Leaf(1, 2), Tree.Nil): Tree).pickle.bytes
    for n <- 0 until p.length do intercept[PickleException](brine.binary.BinaryPickle(p.take(n)).unpickle[Pair[Person, Tree]])
    for i <- 0 until p.length; bit <- 0 until 8 do
      val q = p.clone; q(i) = (q(i) ^ (1 << bit)).toByte
      intercept[PickleException](brine.binary.BinaryPickle(q).unpickle[Pair[Person, Tree]])
  }
