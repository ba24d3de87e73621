package brine.testkit.corpus

import scala.collection.immutable.{ListMap, Queue}
import brine.Pickler

/** A named value with its pickler. Made anew each time, since it may be mutable. */
final class Sample[A](val name: String, make: () => A)(using val pickler: Pickler[A]):
  type Value = A
  def value: A = make()
  override def toString: String = name

object Sample:
  def apply[A: Pickler](name: String)(make: => A): Sample[A] = new Sample(name, () => make)

/** Values of every kind of type, small enough to read: the input of laws, golden files and attacks. */
object Corpus:
  private given Pickler[Either[Int, String]] = Pickler.derived
  private given Pickler[(Int, String, Person)] = Pickler.derived

  private val jim = Person("Jim", 2005)

  val scalars: List[Sample[?]] = List(
    Sample("unit")(()),
    Sample("boolean")(true),
    Sample("byte")((-128).toByte),
    Sample("char")('\ud800'),
    Sample("int")(-65),
    Sample("long")(Long.MinValue),
    Sample("float")(-0.0f),
    Sample("double")(Double.NaN),
    Sample("string-ascii")("Jim"),
    Sample("string-utf8")("é\u0000日本😀"),
    Sample("string-lone-surrogate")("a\udc00"),
    Sample[String]("string-null")(null)
  )

  val structures: List[Sample[?]] = List(
    Sample("person")(jim),
    Sample("person-null-name")(Person(null, -1)),
    Sample("nothing")(Nothing0()),
    Sample("singleton")(Solo),
    Sample[Color]("enum")(Color.Blue),
    Sample[Tree]("tree")(Node(Leaf(1, 0.5), Node(Nil, null))),
    Sample[Expr[Int]]("generic-enum")(Expr.Add(Expr.Const(3), Expr.Zero)),
    Sample("generic")(Pair(Pair(1, "x"), List(jim, null))),
    Sample[Either[Int, String]]("either")(Right("r")),
    Sample("tuple")((1, "2", jim)),
    Sample("counter")(counter),
    Sample("email")(Email("j@x.org")),
    Sample("celsius")(Celsius(21.5)),
    Sample("everything")(everything)
  )

  val collections: List[Sample[?]] = List(
    Sample("list-empty")(List.empty[Int]),
    Sample("list")(List(1, -1, 300)),
    Sample("list-marked")(List(jim, null, jim)),
    Sample("vector-of-options")(Vector(Some(jim), None, null, Some(null))),
    Sample("queue")(Queue("a", null, "")),
    Sample("set")(Set("a", "b")),
    Sample[Map[String, List[Int]]]("map")(ListMap("a" -> List(1), "b" -> null)),
    Sample[ListMap[Color, Person]]("map-by-enum")(ListMap(Color.Red -> jim, Color.Blue -> null)),
    Sample[List[Option[Option[Int]]]]("nested-options")(List(null, None, Some(null), Some(None), Some(Some(1)))),
    Sample("ints")(Array(1, -1, Int.MaxValue)),
    Sample("doubles")(Array(Double.NaN, -0.0, Double.MinPositiveValue)),
    Sample("booleans")(Array(true, false)),
    Sample("strings")(Array("x", null, "x")),
    Sample("trees")(Array[Tree](Leaf(1, 0.5), Nil, null)),
    Sample("arrays-of-arrays")(Array(Array(1), null, Array.empty[Int]))
  )

  val graphs: List[Sample[?]] = List(
    Sample("cell")(new Cell("a", null)),
    Sample("ring")(ring(3)),
    Sample("shared-cells")(sharedCells),
    Sample("shared-list")(sharedList),
    Sample[Vertex]("vertices")(vertices),
    Sample("owner")(owner),
    Sample("thing")(owner.thing),
    Sample("friends")(friends),
    Sample("self-array")(selfArray),
    Sample("shared-array")(sharedArray),
    Sample("rose")(Rose(1, List(Rose(2, List()), null, Rose(3, null)))),
    Sample("chain")(chain(5))
  )

  val all: List[Sample[?]] =
    scalars ++ structures ++ collections ++ graphs ++ MutableSamples.all ++ MoreSamples.all ++ ValueSamples.all

  def counter: Counter =
    val c = new Counter("c")
    c.count = 3
    c.tag = "x"
    c

  def everything: Everything = Everything(
    (),
    true,
    -1,
    2,
    'c',
    4,
    5L,
    6.5f,
    7.25,
    "text",
    Some(1),
    Some(None),
    jim,
    Some(jim),
    List(jim, null),
    Vector(1, 2),
    Set("a"),
    Map("k" -> jim),
    Left(1),
    (1, "2", jim),
    Array(1, 2, 3),
    Array("x", null),
    Color.Green,
    Leaf(1, 2.0),
    Pair(1, "s"),
    Email("j@x.org"),
    Celsius(21.5)
  )

  /** `size` cells, each next to the one before, the last next to the first. */
  def ring(size: Int): Cell =
    val first = new Cell("0", null)
    var next = first
    for i <- size - 1 to 1 by -1 do next = new Cell(i.toString, next)
    first.next = next
    first

  def chain(length: Int): Chain =
    var c: Chain = null
    for i <- 1 to length do c = Chain(i, c)
    c

  /** A rose tree of single branches. */
  def rose(depth: Int): Rose =
    var r = Rose(0, List())
    for i <- 1 to depth do r = Rose(i, List(r))
    r

  private def sharedCells: List[Cell] =
    val a = new Cell("a", null)
    List(a, a, new Cell("b", a), null)

  private def sharedList: Pair[Friend, List[Friend]] =
    val list = List(new Friend("x", List()))
    Pair(new Friend("y", list), list)

  private def vertices: Vertex =
    val v = new Inner("v", null)
    val w = new Inner("w", v)
    v.next = w
    new Inner("u", w)

  private def owner: Owner =
    val thing = new Thing(null, "t")
    thing.owner = Owner(thing)
    thing.owner

  private def friends: Friend =
    val a = new Friend("a", List())
    a.friends = List(new Friend("b", List(a)), a)
    a

  private def selfArray: Arr =
    val items = new Array[Arr](2)
    items(0) = new Arr(items)
    items(0)

  private def sharedArray: Pair[Array[String], Array[String]] =
    val a = Array("x", null)
    Pair(a, a)
