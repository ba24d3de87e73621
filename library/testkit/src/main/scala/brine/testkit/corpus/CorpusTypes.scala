package brine.testkit.corpus

import brine.{PickleBuilder, PickleReader, Pickler}
import brine.combine.imap
import brine.shape.Shape

final case class Person(name: String, since: Int) derives Pickler

final case class Pair[A, B](a: A, b: B) derives Pickler

/** A product without fields, hence without bytes. */
final case class Nothing0() derives Pickler

case object Solo derives Pickler

enum Color derives Pickler:
  case Red, Green, Blue

/** A sealed family of values. */
sealed trait Tree derives Pickler
final case class Node(left: Tree, right: Tree) extends Tree
final case class Leaf(value: Int, weight: Double) extends Tree
case object Nil extends Tree

/** A generic enum. */
enum Expr[+A] derives Pickler:
  case Const(value: A)
  case Add(a: Expr[A], b: Expr[A])
  case Zero extends Expr[Nothing]

/** Recursive through a collection. */
final case class Rose(value: Int, children: List[Rose]) derives Pickler

/** Recursive through a field: depth. */
final case class Chain(head: Int, tail: Chain) derives Pickler

/** Mutable, so its objects keep their identity: rings. */
final class Cell(val name: String, var next: Cell) derives Pickler

/** A sealed family whose leaves keep their identity. */
sealed trait Vertex derives Pickler
final class Inner(val name: String, var next: Vertex) extends Vertex
case object End extends Vertex

/** A `var` in the body, which no constructor sets. */
final class Counter(val name: String):
  var count: Int = 0
  var tag: String = null

object Counter:
  given Pickler[Counter] = Pickler.derived

/** Immutable, in a cycle through a mutable one. */
final case class Owner(thing: Thing) derives Pickler
final class Thing(var owner: Owner, val label: String) derives Pickler

/** Cycles through a collection in a mutable field. */
final class Friend(val name: String, var friends: List[Friend]) derives Pickler

/** Cycles through hashed collections. */
final class Club(val name: String, var members: Set[Club], var ranks: Map[Club, Int]) derives Pickler

/** Cycles through an array's elements. */
final class Arr(val items: Array[Arr]) derives Pickler

/** Another type's bytes. */
final case class Email(address: String)

object Email:
  given Pickler[Email] = Pickler[String].imap(Email(_))(_.address)

/** A pickler by hand. */
final case class Celsius(degrees: Double)

object Celsius:
  given Pickler[Celsius] with
    def shape: Shape = Shape.Custom("Celsius", version = 1)
    def pickle(value: Celsius, builder: PickleBuilder): Unit = builder.putDouble(value.degrees)
    def unpickle(reader: PickleReader): Celsius = Celsius(reader.getDouble())

/** A field of nearly every kind. */
final case class Everything(
    u: Unit,
    z: Boolean,
    b: Byte,
    s: Short,
    c: Char,
    i: Int,
    l: Long,
    f: Float,
    d: Double,
    text: String,
    option: Option[Int],
    options: Option[Option[String]],
    person: Person,
    someone: Option[Person],
    people: List[Person],
    numbers: Vector[Int],
    names: Set[String],
    register: Map[String, Person],
    either: Either[Int, String],
    triple: (Int, String, Person),
    ints: Array[Int],
    texts: Array[String],
    color: Color,
    tree: Tree,
    pair: Pair[Int, String],
    email: Email,
    celsius: Celsius
) derives Pickler
