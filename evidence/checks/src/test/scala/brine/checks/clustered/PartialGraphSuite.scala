package brine.checks.clustered

import scala.collection.mutable
import brine.*
import brine.combine.*
import brine.graph.GraphFormat
import brine.testkit.{Laws, Patient, Same}
import brine.testkit.corpus.Corpus

/** Graphs are read in part: the holes, the other values, the number of objects that were left out. */
class PartialGraphSuite extends munit.FunSuite, Patient:
  import PartialGraphSuite.*

  private var leftOut = -1L
  private def part(format: GraphFormat): GraphFormat = format.whenLeftOut(leftOut = _)
  private def depth[A: Pickler](value: A, levels: Int): A =
    Laws.read[A](Laws.write(value, GraphFormat), part(GraphFormat.withDepth(levels)))
  private def first[A: Pickler](value: A, count: Int): A =
    Laws.read[A](Laws.write(value, GraphFormat), part(GraphFormat.withFirstObjects(count)))

  test("a chain is cut at its depth: null where the next one stands") {
    val back = depth(chain(1000), 3)
    assertEquals(names(back), List("n1000", "n999", "n998"))
    assertEquals(leftOut, 997L)
    assertEquals(names(depth(chain(3), 3)), List("n3", "n2", "n1"))
    assertEquals(leftOut, 0L)
  }

  test("a chain of a million objects is skipped, and a deep one read, without using the stack") {
    val bytes = Laws.write(chain(1_000_000), GraphFormat)
    assertEquals(names(Laws.read[Link](bytes, part(GraphFormat.withDepth(2)))).length, 2)
    assertEquals(leftOut, 999_998L)
    assertEquals(names(Laws.read[Link](bytes, part(GraphFormat.withDepth(700_000)))).length, 700_000)
    assertEquals(leftOut, 300_000L)
  }

  test("scalars, strings, enum values and collections of them belong to the object that holds them") {
    val whole = Whole(
      1,
      "text",
      Colour.Green,
      List(1, 2),
      Map("a" -> 1.5),
      Array(3, 4),
      Some("x"),
      BigDecimal("12.5"),
      List(Colour.Red)
    )
    assert(Same(depth(whole, 1), whole))
    assertEquals(leftOut, 0L)
  }

  test(
    "scalars, strings, dates, collections and enum values belong to the object that holds them at open places, too"
  ) {
    given Pickler[Any] = Pickler.open
    given PickleOptions = PickleOptions(subtypes =
      Subtypes(
        Subtype[String],
        Subtype[Integer],
        Subtype[Point],
        Subtype[BigDecimal],
        Subtype[java.time.LocalDate],
        Subtype[Blank.type]
      )
    )
    def read(values: List[Any], format: GraphFormat): List[Any] =
      Laws.read[Tuple1[List[Any]]](Laws.write(Tuple1(values), GraphFormat, summon), part(format), summon)._1
    val values = List[Any]("text", 1, BigDecimal("2.5"), java.time.LocalDate.EPOCH, Blank)
    assertEquals(read(values, GraphFormat.withDepth(1)), values)
    assertEquals(leftOut, 0L)
    assertEquals(read(values, GraphFormat.withFirstObjects(2)), values)
    val p = Point(1, 2)
    val some = List[Any]("a", p, "b", "a", p, Point(3, 4), 7)
    assertEquals(read(some, GraphFormat.withDepth(1)), List[Any]("a", "b", "a", 7))
    assertEquals(leftOut, 2L)
    assertEquals(read(some, GraphFormat.withDepth(2)), some)
  }

  test("a hole is null in a field, None in an option, and left out of collections; arrays keep their length") {
    val p = Point(1, 2)
    val all = Places(
      p,
      Some(p),
      List(p, p),
      Set(p),
      Array(p, p),
      Map("a" -> p),
      Map(p -> "a"),
      List(List(p)),
      Some(List(p)),
      List(Some(p))
    )
    val back = depth(all, 1)
    assertEquals(back.field, null)
    assertEquals(back.option, None)
    assertEquals(back.list, Nil)
    assertEquals(back.set, Set.empty)
    assertEquals(back.array.toList, List(null, null))
    assertEquals(back.values, Map.empty)
    assertEquals(back.keys, Map.empty)
    assertEquals(back.lists, List(Nil))
    assertEquals(back.inOption, Some(Nil))
    assertEquals(back.options, List(None))
    assertEquals(leftOut, 1L)
    assert(Same(depth(all, 2), all))
  }

  test("a value of another type that is written as an object is left out as a whole: its function sees no null") {
    val all = Metres(Length(3), Some(Length(4)), List(Length(5)))
    assertEquals(depth(all, 1), Metres(null, None, Nil))
    assertEquals(depth(all, 2), all)
  }

  test("leaves of a sealed type are objects, except those without fields") {
    val many = List(Figure.Empty, Figure.Circle(2), Figure.Empty)
    val shapes = Shapes(Figure.Empty, Figure.Circle(1), many, Some(Figure.Empty), Some(Figure.Circle(3)))
    assertEquals(
      depth(shapes, 1),
      Shapes(Figure.Empty, null, List(Figure.Empty, Figure.Empty), Some(Figure.Empty), None)
    )
    assertEquals(leftOut, 3L)
  }

  test("references to objects inside a hole are holes; those to objects that are there lead to them") {
    val shared = new Link("shared", null)
    val root = Pair(new Link("a", shared), shared)
    assertEquals(depth(root, 2).right, null)
    assertEquals(leftOut, 1L)
    val straight = depth(Pair(shared, new Link("a", shared)), 3)
    assert(straight.right.next eq straight.left)
    val behind = depth(Pair(shared, new Link("a", shared)), 2)
    assert(behind.right.next eq behind.left)
    assertEquals(leftOut, 0L)
    val ring = new Link("a", new Link("b", null))
    ring.next.next = ring
    assertEquals(names(depth(ring, 1)), List("a"))
    assert(depth(ring, 2).next.next.next != null)
  }

  test("a collection inside a hole is empty where it is referred to from elsewhere") {
    val list = List(1, 2)
    val buffer = mutable.ArrayBuffer(1, 2)
    val array = Array(1, 2)
    val map = Map("a" -> 1)
    val deep = Deep(Holder(list, buffer, array, map), list, buffer, array, map)
    val back = depth(deep, 1)
    assertEquals(
      (back.holder, back.list, back.buffer.toList, back.array.toList, back.map),
      (null, Nil, Nil, Nil, Map.empty)
    )
    assertEquals(leftOut, 5L)
    assert(Same(depth(deep, 2), deep))
  }

  test("only a given number of first objects and of list elements is read") {
    val people = List.tabulate(1000)(i => Point(i, i))
    assertEquals(first(people, 11), people.take(10))
    assertEquals(leftOut, 990L)
    assertEquals(first(people, 1), Nil)
    assertEquals(leftOut, 1000L)
    assertEquals(first(people, 1001), people)
    assertEquals(leftOut, 0L)
    assertEquals(names(first(chain(1000), 10)).length, 10)
    assertEquals(first(people.map(p => p.x.toString -> p).toMap, 1), Map.empty)
  }

  test("collections that begin after the first objects are empty, with any content") {
    val all = Deep(null, List(1, 2), mutable.ArrayBuffer(1), Array(3, 4), Map("a" -> 1))
    val back = first(all, 3)
    assertEquals((back.list, back.buffer.toList, back.array.toList, back.map), (List(1, 2), List(1), Nil, Map.empty))
    assertEquals(leftOut, 2L)
    val mutables = first(List(mutable.ArrayBuffer("a"), mutable.ArrayBuffer("b")), 1)
    assertEquals(mutables.map(_.toList), List(Nil, Nil))
  }

  test("a mutable collection that comes empty is still one object") {
    val buffer = mutable.ArrayBuffer("a")
    val back = first((buffer, buffer), 1)
    assertEquals(back._1.toList, Nil)
    assert(back._1 eq back._2)
  }

  test("values of a pickler by hand are skipped by that pickler") {
    val all = List.tabulate(3)(i => Measured(Degrees(i), Point(i, i)))
    assertEquals(depth(all, 1), all.map(_.copy(at = null)))
    assertEquals(first(all, 3), List(all(0)))
    assertEquals(leftOut, 6L) // two lists that picklers by hand put, too
  }

  test("values that a pickler by hand puts after its parts are read alike by code for columns and without it") {
    val all = List.tabulate(3)(i =>
      Numbered(i, List.fill(i)(Point(i, -i)), Point(i, 1), List.fill(i)(Colour.Red), i + 10, Some("s"), i + 20)
    )
    val bytes = Laws.write(all, GraphFormat)
    assertEquals(Laws.read[List[Numbered]](bytes, GraphFormat), all)
    assertEquals(Laws.read[List[Numbered]](bytes, part(GraphFormat.withDepth(100))), all)
    assertEquals(leftOut, 0L)
  }

  test("a value that a pickler by hand puts after a collection is found again, an empty one, too") {
    val all = List.tabulate(3)(i => Measured(Degrees(i), Point(i, i)))
    assertEquals(Laws.read[List[Measured]](Laws.write(all, GraphFormat), GraphFormat), all)
  }

  test("objects of open types are left out, of any class; the next values are read correctly") {
    given PickleOptions = PickleOptions(subtypes = Subtypes(Subtype[Dog], Subtype[Cage]))
    val all = Zoo(Dog("a"), List(Cage(Dog("b")), Dog("c")), Point(1, 2))
    val bytes = Laws.write(all, GraphFormat, summon[PickleOptions])
    val back = Laws.read[Zoo](bytes, part(GraphFormat.withDepth(2)), summon[PickleOptions])
    assertEquals(back, Zoo(Dog("a"), List(Cage(null), Dog("c")), Point(1, 2)))
    assertEquals(leftOut, 1L)
    assertEquals(Laws.read[Zoo](bytes, part(GraphFormat.withDepth(1)), summon[PickleOptions]), Zoo(null, Nil, null))
  }

  test("a constructor that refuses a hole ends the read, and the path leads to the object") {
    val e = intercept[PickleException.UserCode](depth(List(Strict(Point(1, 2))), 1))
    assertEquals(e.path, "$[0]")
    assert(e.getMessage.contains("a point is needed"), e.getMessage)
  }

  test("the classes may have changed since") {
    val bytes = Laws.write(Before.Person("a", Before.Person("b", null, 2), 1), GraphFormat)
    val back = Laws.read[After.Person](bytes, part(GraphFormat.withDepth(1)))
    assertEquals(back, After.Person(1L, "a", null, "none"))
    assertEquals(leftOut, 1L)
  }

  test("everything in the corpus is read in part, and all of it where the part is large enough") {
    var read = 0
    for sample <- Corpus.all do
      val bytes = Laws.write(sample.value, GraphFormat)(using sample.pickler)
      for format <- (1 to 4).map(GraphFormat.withDepth(_)) ++ (1 to 40 by 3).map(GraphFormat.withFirstObjects(_)) do
        try
          val ignored = Laws.read(bytes, format)(using sample.pickler)
          read += 1
        catch case e: (PickleException.UserCode | PickleException.NullValue) => () // a constructor that wants its parts
      assert(Same(Laws.read(bytes, GraphFormat.withDepth(1_000_000))(using sample.pickler), sample.value), sample.name)
      assert(
        Same(Laws.read(bytes, GraphFormat.withFirstObjects(Int.MaxValue - 1))(using sample.pickler), sample.value),
        sample.name
      )
    assert(read > Corpus.all.length * 17, s"$read of ${Corpus.all.length * 18}")
  }

  test("changed bytes are refused, or read as they are") {
    def places(i: Int) =
      Places(Point(i, i), Some(Point(1, 1)), List(Point(2, i)), Set(), Array(), Map(), Map(), Nil, None, Nil)
    val people = List.tabulate(30)(places)
    val bytes = Laws.write(people, GraphFormat, PickleOptions(checksum = false))
    for at <- bytes.indices; bit <- List(1, 64, 128) do
      val broken = bytes.clone
      broken(at) = (broken(at) ^ bit).toByte
      for format <- List(GraphFormat.withDepth(1), GraphFormat.withFirstObjects(20)) do
        try { val ignored = Laws.read[List[Places]](broken, format) }
        catch case _: PickleException => ()
  }

object PartialGraphSuite:
  case object Blank derives Pickler

  final class Link(val name: String, var next: Link) derives Pickler

  def chain(length: Int): Link = (1 to length).foldLeft[Link](null)((next, i) => new Link(s"n$i", next))
  def names(chain: Link): List[String] =
    Iterator.iterate(chain)(_.next).takeWhile(_ != null).map(_.name).take(2_000_000).toList

  enum Colour derives Pickler:
    case Red, Green

  final case class Point(x: Int, y: Int) derives Pickler
  final case class Whole(
      n: Int,
      s: String,
      c: Colour,
      l: List[Int],
      m: Map[String, Double],
      a: Array[Int],
      o: Option[String],
      b: BigDecimal,
      cs: List[Colour]
  ) derives Pickler
  final case class Places(
      field: Point,
      option: Option[Point],
      list: List[Point],
      set: Set[Point],
      array: Array[Point],
      values: Map[String, Point],
      keys: Map[Point, String],
      lists: List[List[Point]],
      inOption: Option[List[Point]],
      options: List[Option[Point]]
  ) derives Pickler

  final case class Pair(left: Link, right: Link) derives Pickler

  final class Length(val metres: Int):
    override def equals(other: Any): Boolean = other match
      case that: Length => that.metres == metres
      case _            => false
    override def hashCode: Int = metres
  object Length:
    given Pickler[Length] = Pickler[Point].imap(p => new Length(p.x))(l => Point(l.metres, 0))
  final case class Metres(one: Length, maybe: Option[Length], many: List[Length]) derives Pickler

  enum Figure derives Pickler:
    case Empty
    case Circle(radius: Int)
  final case class Shapes(a: Figure, b: Figure, many: List[Figure], c: Option[Figure], d: Option[Figure])
      derives Pickler

  final case class Holder(list: List[Int], buffer: mutable.ArrayBuffer[Int], array: Array[Int], map: Map[String, Int])
      derives Pickler
  final case class Deep(
      holder: Holder,
      list: List[Int],
      buffer: mutable.ArrayBuffer[Int],
      array: Array[Int],
      map: Map[String, Int]
  ) derives Pickler

  final case class Degrees(of: Int)
  object Degrees:
    given Pickler[Degrees] with
      val shape = brine.shape.Shape.Custom("Degrees", version = 1)
      def pickle(value: Degrees, builder: PickleBuilder): Unit =
        builder.put(List.fill(value.of)("x"))
        builder.putInt(value.of)
      def unpickle(reader: PickleReader): Degrees =
        val lines = reader.get[List[String]]
        val of = reader.getInt()
        assert(lines.length == of)
        Degrees(of)
  final case class Measured(degrees: Degrees, at: Point) derives Pickler

  final case class Numbered(
      first: Int,
      points: List[Point],
      at: Point,
      colours: List[Colour],
      second: Int,
      name: Option[String],
      third: Int
  )
  object Numbered:
    given Pickler[Numbered] with
      val shape = brine.shape.Shape.Custom("Numbered", version = 1)
      def pickle(value: Numbered, builder: PickleBuilder): Unit =
        builder.putInt(value.first)
        builder.put(value.points)
        builder.putInt(value.second)
        builder.put(value.at)
        builder.put(value.colours)
        builder.putInt(value.third)
        builder.put(value.name)
      def unpickle(reader: PickleReader): Numbered =
        val first = reader.getInt()
        val points = reader.get[List[Point]]
        val second = reader.getInt()
        val at = reader.get[Point]
        val colours = reader.get[List[Colour]]
        val third = reader.getInt()
        Numbered(first, points, at, colours, second, reader.get[Option[String]], third)

  trait Animal
  object Animal:
    given Pickler[Animal] = Pickler.open
  final case class Dog(name: String) extends Animal derives Pickler
  final case class Cage(inside: Animal) extends Animal derives Pickler
  final case class Zoo(one: Animal, many: List[Animal], at: Point) derives Pickler

  final case class Strict(at: Point) derives Pickler:
    if at == null then throw new IllegalArgumentException("a point is needed")

  object Before:
    final case class Person(name: String, friend: Person, age: Int) derives Pickler
  object After:
    final case class Person(age: Long, name: String, friend: Person, mail: String = "none") derives Pickler
