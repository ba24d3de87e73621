package brine.json

import brine.*
import brine.combine.{imap, recursive}
import brine.shape.Shape

final case class Person(name: String, since: Int) derives Pickler
final case class Nothing0() derives Pickler
final case class Dollar($type: Int, $$id: Int, `a"b`: Int, `é\ud800`: Int) derives Pickler

enum Color derives Pickler:
  case Red, Green, Blue

/** More leaves than are compared one by one. */
enum Month derives Pickler:
  case Jan, Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov, Dec
  case Other(days: Int)

enum Figure derives Pickler:
  case Circle(radius: Double)
  case Group(members: List[Figure])
  case Blank

case object Solo:
  given Pickler[Solo.type] = Pickler.derived

sealed trait Reading derives Pickler
object Reading:
  final case class Text(text: String) extends Reading
  final case class Temperature(degrees: Double) extends Reading
  object Temperature:
    given Pickler[Temperature] with
      def shape: Shape = Shape.Custom("Temperature", 1)
      def pickle(t: Temperature, builder: PickleBuilder): Unit = builder.putDouble(t.degrees)
      def unpickle(reader: PickleReader): Temperature = Temperature(reader.getDouble())

/** A payment, in one of several ways that nobody lists. */
trait Payment
object Payment:
  given Pickler[Payment] = Pickler.open

final case class Card(number: String) extends Payment derives Pickler
case object Cash extends Payment derives Pickler

/** Another type's value by two functions. */
final case class Email(address: String)
object Email:
  given Pickler[Email] = Pickler[String].imap(Email(_))(_.address)

/** The same over a type whose values include one that is written as null. */
final case class Maybe(value: Option[Int])
object Maybe:
  given Pickler[Maybe] = Pickler[Option[Int]].imap(Maybe(_))(_.value)

/** Options in options, as deep as one likes. */
final case class Nest(inner: Option[Nest])
object Nest:
  given Pickler[Nest] = brine.combine.recursive(Pickler.option[Nest]).imap(Nest(_))(_.inner)

/** A hand-written pickler that puts its own parts. */
final class Handle(val cell: Cell, val count: Option[Int])
object Handle:
  given Pickler[Handle] with
    def shape: Shape = pair
    def pickle(h: Handle, builder: PickleBuilder): Unit =
      builder.beginProduct(pair)
      builder.beginField(pair, 0)
      builder.put(h.cell)
      builder.beginField(pair, 1)
      builder.put(h.count)
      builder.endProduct(pair)
    def unpickle(reader: PickleReader): Handle =
      reader.beginProduct(pair)
      var cell: Cell = null
      var count: Option[Int] = null
      var at = reader.nextField(pair, -1)
      while at >= 0 do
        if at == 0 then cell = reader.get[Cell] else count = reader.get(using Pickler[Option[Int]])
        at = reader.nextField(pair, at)
      reader.endProduct(pair)
      new Handle(cell, count)
  private val pair: Shape.Product =
    new Shape.Product(
      "Handle",
      Array("cell", "count"),
      false,
      () => Array(Pickler[Cell].shape, Pickler[Option[Int]].shape)
    )

/** One whose whole value is an object that keeps its identity. */
final class Box(val cell: Cell)
object Box:
  given Pickler[Box] with
    def shape: Shape = Shape.Custom("Box", 1)
    def pickle(b: Box, builder: PickleBuilder): Unit = builder.put(b.cell)
    def unpickle(reader: PickleReader): Box = new Box(reader.get[Cell])
final case class Boxes(a: Box, b: Box, c: Cell) derives Pickler

final case class Scalars(
    u: Unit,
    z: Boolean,
    b: Byte,
    s: Short,
    c: Char,
    i: Int,
    l: Long,
    f: Float,
    d: Double,
    text: String
) derives Pickler

sealed trait Tree derives Pickler
object Tree:
  final case class Node(left: Tree, right: Tree) extends Tree
  final case class Leaf(value: Int, weight: Double) extends Tree
  case object Nil extends Tree

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
final case class Owner(thing: Thing) derives Pickler
final class Thing(var owner: Owner, val label: String) derives Pickler
final class Friend(val name: String, var friends: List[Friend]) derives Pickler
final class Arr(val items: Array[Arr]) derives Pickler
final case class Chain(head: Int, tail: Chain) derives Pickler

/** A node of a graph: a sealed family whose leaves keep their identity. */
sealed trait Vertex derives Pickler
object Vertex:
  final class Inner(val name: String, var next: Vertex) extends Vertex
  case object End extends Vertex
final case class Couple(a: Vertex, b: Option[Vertex], c: Vertex) derives Pickler

type Four[A] = Vector[List[Vector[List[A]]]]
final case class Levels(of: Four[Four[Four[Four[Four[Int]]]]]) derives Pickler

/** Its form is a list of itself. */
final case class Bunch(all: List[Bunch])
object Bunch:
  given Pickler[Bunch] = recursive(Pickler[List[Bunch]]).imap(Bunch(_))(_.all)
