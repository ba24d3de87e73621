package brine

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
    u: Unit,
    z: Boolean,
    b: Byte,
    s: Short,
    c: Char,
    i: Int,
    l: Long,
    f: Float,
    d: Double,
    str: String,
    o: Option[Int],
    os: Option[String],
    op: Option[Person],
    p: Person,
    ps: List[Person],
    v: Vector[Int],
    set: Set[String],
    m: Map[String, Person],
    e: Either[Int, String],
    t: (Int, String, Person),
    a: Array[Int],
    as: Array[String],
    col: Color,
    tree: Tree,
    pair: Pair[Int, String]
) derives Pickler

final case class Owner(val thing: Thing) derives Pickler
final class Thing(var owner: Owner, val label: String) derives Pickler
final class Friend(val name: String, var friends: List[Friend]) derives Pickler
final class Arr(val items: Array[Arr]) derives Pickler
final case class Chain(head: Int, tail: Chain) derives Pickler

case object Nobody derives Pickler
object Outer:
  object Inner derives Pickler

/** Its constructor changes what it was given. */
final class Turnstile(var n: Int) derives Pickler:
  n += 1

abstract class Ranked(var rank: Double)
trait Visited:
  var hits: Int = 0

/** Variables of a superclass and of a trait. */
final class Page(val url: String) extends Ranked(1.0), Visited derives Pickler
