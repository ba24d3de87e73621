package brine.checks

import scala.collection.immutable.{ListMap, TreeSet}
import scala.collection.mutable
import brine.*
import brine.binary.BinaryFormat
import brine.checks.EvolutionSuite.*
import brine.combine.imap
import brine.testkit.Laws
import brine.testkit.corpus.Celsius

/** Data of one version of a class is read as another version: correctly, or not at all. */
class EvolutionSuite extends munit.FunSuite:
  private val formats = BinaryFormat.Bare :: AllFormats.telling

  /** Goes out as `Old` and comes in as `New`, in every format, with `Sharing.All` and with only tracked objects shared.
    */
  private def evolves[Old: Pickler, New: Pickler](old: Old)(verify: New => Unit)(using munit.Location): Unit =
    for format <- formats; sharing <- List(Sharing.Tracked, Sharing.All) do
      val options = PickleOptions(sharing = sharing)
      val bytes = Laws.write(old, format, options)
      verify(format.pickled(bytes).unpickle[New](using Unpickler.from(Pickler[Old].shape), options))

  private def becomes[Old: Pickler, New: Pickler](old: Old, expected: New)(using munit.Location): Unit =
    evolves[Old, New](old)(back => assertEquals(back, expected))

  private def refused[Old: Pickler, New: Pickler](reasons: String*)(using munit.Location): Unit =
    val e = intercept[PickleException.IncompatibleShape](Unpickler.from[New](Pickler[Old].shape))
    assertEquals(e.reasons.map(_.takeWhile(_ != ';')).toList, reasons.toList)

  test("equal shapes: nothing changes") {
    becomes(One("a", 1), One("a", 1))
    becomes(One("a", 1), Moved.One("a", 1))
  }

  test("fields in another order, added with defaults, removed") {
    becomes(One("a", 1), Reordered(1, "a"))
    becomes(One("a", 1), Added("a", 1, "x", None, Nil, Map.empty, Vector(1)))
    becomes(Added("a", 1, "y", Some(2), List(3), Map("k" -> 4), Vector()), One("a", 1))
    refused[One, Needy]("$.more: expected String, found nothing")
  }

  test("a default argument is computed for each object") {
    evolves[List[One], List[Fresh]](List(One("a", 1), One("b", 2))) { back =>
      assertEquals(back.map(_.buffer.toList), List(List(1), List(1)))
      assert(back(0).buffer ne back(1).buffer)
    }
  }

  test("numbers become wider, in collections and arrays too, and never narrower") {
    becomes(Numbers(1, 2, 3, 4.5f, List(5), Map(6.toShort -> 7)), Wide(1, 2, 3, 4.5, List(5L), Map(6 -> 7.0)))
    evolves[Rows, WideRows](Rows(Array(1, 2), Array(1.5f)))(back =>
      assertEquals((back.ints.toList, back.floats.toList), (List(1L, 2L), List(1.5)))
    )
    refused[Wide, Numbers](
      "$.a: expected Byte, found Short",
      "$.b: expected Int, found Long",
      "$.c: expected Int, found Double",
      "$.d: expected Float, found Double",
      "$.list[]: expected Int, found Long",
      "$.map.keys: expected Short, found Int",
      "$.map.values: expected Int, found Double"
    )
    refused[Of[String], Of[Int]]("$.value: expected Int, found String")
    refused[Of[Int], Of[Float]]("$.value: expected Float, found Int")
    refused[Of[Char], Of[Int]]("$.value: expected Int, found Char")
    refused[Of[Boolean], Of[Int]]("$.value: expected Int, found Boolean")
  }

  test("values become options, but not the other way round") {
    becomes(Of("a"), Of(Option("a")))
    becomes(Of(null: String), Of(None: Option[String]))
    becomes(Of(1), Of(Option(1L)))
    becomes(Of(One("a", 1)), Of(Option(Reordered(1, "a"))))
    becomes(Of(null: One), Of(None: Option[One]))
    becomes(Of(List(One("a", 1), null)), Of(List(Option(One("a", 1)), None)))
    becomes(List(1, 2), List(Option(1), Option(2)))
    refused[Of[Option[Int]], Of[Int]]("$.value: expected Int, found Option[Int]")
  }

  test("collections become others of their sort") {
    becomes(Of(List(1, 2)), Of(Vector(1L, 2L)))
    becomes(Of(Set(1, 2)), Of(TreeSet(1, 2)))
    becomes(Of(Set(1)), Of(List(1)))
    becomes(Of(Map("a" -> 1)), Of(ListMap("a" -> 1)))
    evolves[Of[List[String]], Of[Array[String]]](Of(List("a")))(back => assertEquals(back.value.toList, List("a")))
    evolves[Of[Array[String]], Of[List[String]]](Of(Array("a")))(back => assertEquals(back.value, List("a")))
    becomes(Of(mutable.ArrayBuffer(1)), Of(List(1)))
    becomes(Of(List(1)), Of(mutable.ArrayBuffer(1)))
    refused[Of[List[Int]], Of[Set[Int]]]("$.value: expected Set[Int], found List[Int]")
    refused[Of[Map[Int, Int]], Of[List[Int]]]("$.value: expected List[Int], found Map[Int, Int]")
  }

  test("leaves are matched by name: added, moved, removed") {
    becomes[Shape1, Shape2](Shape1.Circle(1.5), Shape2.Circle(1.5, "red"))
    becomes[Shape1, Shape2](Shape1.Nothing, Shape2.Nothing)
    becomes[Shape2, Shape1](Shape2.Circle(1.5, "blue"), Shape1.Circle(1.5))
    becomes[List[Shape2], List[Shape1]](List(Shape2.Nothing, null), List(Shape1.Nothing, null))
    for format <- formats; square <- List[Shape2](Shape2.Square(1), Shape2.Dot) do
      val bytes = Laws.write[Shape2](square, format)
      val e = intercept[PickleException.UnknownLeaf](format.pickled(bytes).unpickle[Shape1](using
      Unpickler.from(Pickler[Shape2].shape)))
      assert(e.getMessage.contains(s"Shape1 has no leaf ${square.productPrefix}"), e.getMessage)
  }

  test("a type that goes by another, and that other") {
    becomes(Of("a@b"), Of(Mail("a@b")))
    becomes(Of(Mail("a@b")), Of("a@b"))
    becomes(Of(Mail("a@b")), Of(Option(Mail("a@b"))))
    becomes(Of(null: Mail), Of(null: String))
  }

  test("recursive types, shared objects and cycles") {
    becomes(Tree1(1, List(Tree1(2, Nil))), Tree2(1L, Vector(Tree2(2L, Vector(), 0)), 0))
    val node = new Node1("a", null, 7)
    node.next = new Node1("b", node, 8)
    evolves[Node1, Node2](node) { back =>
      assertEquals((back.name, back.next.name, back.note), ("a", "b", "none"))
      assert(back.next.next eq back)
    }
    evolves[Of[List[Node1]], Of[List[Node2]]](Of(List(node, node, node.next))) { back =>
      assert((back.value(0) eq back.value(1)) && (back.value(0).next eq back.value(2)))
    }
  }

  test("skipped data may hold kept data") {
    val node = new Node1("a", null, 7)
    evolves[Both, Kept](Both(node, node, List(Some(One("x", 1)))))(back => assertEquals(back.second.name, "a"))
    node.next = node
    evolves[Both, Kept](Both(node, node, Nil))(back => assert(back.second.next eq back.second))
    val skipping = Skipping(
      Map(1 -> Array(1.5)),
      Some(Shape2.Square(2)),
      (),
      List(List("a", null)),
      java.time.Instant.EPOCH,
      BigDecimal("1.5"),
      new java.util.TreeMap(java.util.Map.of("b", Mail("x"))),
      null,
      5
    )
    evolves[Skipping, Of[Int]](skipping)(back => assertEquals(back.value, 5))
    for format <- formats do
      val bytes = Laws.write(skipping.copy(byHand = Celsius(1)), format)
      val e = intercept[PickleException.IncompatibleShape](format.pickled(bytes).unpickle[Of[Int]](using
      Unpickler.from(Pickler[Skipping].shape)))
      assert(e.getMessage.contains("Celsius, version 1, by a pickler by hand"), e.getMessage)
  }

  test("an array's class is written for that array alone, for every type that reads it") {
    val dog = Plants(Array(Oak(1)).asInstanceOf[Array[Plant]], Array[Plant](Oak(2), Moss))
    evolves[Plants, Listed](dog) { back =>
      assertEquals((back.first, back.second.toList), (List(Oak(1)), List(Oak(2), Moss)))
      assertEquals[Any, Any](back.second.getClass, classOf[Array[Plant]])
    }
    evolves[Plants, Second](dog)(back =>
      assertEquals((back.second.toList, back.second.getClass: Any), (List(Oak(2), Moss), classOf[Array[Plant]]: Any))
    )
  }

  test("nulls and options of types that go by others") {
    becomes(Of(null: Mail), Of(None: Option[Mail]))
    becomes(Of(null: Mail), Of(None: Option[String]))
    becomes(Of(List(null, Mail("a"))), Of(List(None, Option(Mail("a")))))
    becomes(Of(Maybe(None)), Of(Option(Maybe(None))))
    becomes(Of(Maybe(Some(1))), Of(Option(1)))
  }

  test("shared objects stay shared: arrays that become wider, and the content of a removed collection") {
    val array = Array(1, 2)
    for format <- formats do
      val options = PickleOptions(sharing = Sharing.All)
      val bytes = Laws.write(Pairs(array, array), format, options)
      val back = format.pickled(bytes).unpickle[WidePairs](using Unpickler.from(Pickler[Pairs].shape), options)
      assert((back.a eq back.b) && back.a.toList == List(1L, 2L))
    val node = new Node1("a", null, 7)
    evolves[Holding, Kept](Holding(List(node), Some(node), node))(back => assertEquals(back.second.name, "a"))
    val ring = new Node1("a", null, 7)
    ring.next = ring
    evolves[Node1, Alone](ring)(back => assertEquals(back.name, "a"))
  }

  test("a default that throws is the user's code") {
    val e = intercept[PickleException.UserCode](
      BinaryFormat.Bare.pickled(Laws.write(Empty(), BinaryFormat.Bare)).unpickle[Odd](using
      Unpickler.from(Pickler[Empty].shape))
    )
    assert(e.getMessage.contains("no default"), e.getMessage)
  }

  test("all reasons are reported at once, with both shapes") {
    val e = intercept[PickleException.IncompatibleShape](Unpickler.from[Needy2](Pickler[One].shape))
    assertEquals(
      e.getMessage,
      "at $: a pickle written as One(name: String, count: Int) cannot be read as Needy2(count: Byte, more: String, " +
        "name: Boolean):\n" +
        "  $.name: expected Boolean, found String; keep the old type, or give the new field another name and a " +
        "default\n" +
        "  $.count: expected Byte, found Int; Byte does not hold every Int: keep it Int, or read that and convert it " +
        "yourself\n" +
        "  $.more: expected String, found nothing; give it a default argument or @ifAbsent, or make it an Option: " +
        "pickles of One(name: String, count: Int) have no such field"
    )
  }

  test("damage to data of another shape is found, or harmless") {
    val unpickler = Unpickler.from[Added](Pickler[One].shape)
    val bytes = Laws.write(One("a", 1), BinaryFormat.Bare)
    for i <- bytes.indices; bit <- 0 until 8 do
      val flipped = bytes.clone
      flipped(i) = (flipped(i) ^ 1 << bit).toByte
      try BinaryFormat.Bare.pickled(flipped).unpickle[Added](using unpickler)
      catch case _: PickleException => ()
    for n <- bytes.indices do
      intercept[PickleException](BinaryFormat.Bare.pickled(bytes.take(n)).unpickle[Added](using unpickler))
  }

  test("threads share an unpickler, which finds plans for skipped data on demand") {
    val bytes = Laws.write(Holding(List(new Node1("a", null, 1)), None, new Node1("b", null, 2)), BinaryFormat.Bare)
    for _ <- 1 to 50 do
      val reading = Unpickler.from[Of[Int]](Pickler[Skipping].shape)
      val keeping = Unpickler.from[Kept](Pickler[Holding].shape)
      val skipping = Laws.write(
        Skipping(Map(1 -> Array(1.5)), Some(Shape2.Square(2)), (), Nil, null, null, null, null, 5),
        BinaryFormat.Bare
      )
      val found = new java.util.concurrent.ConcurrentLinkedQueue[Any]
      val threads = List.fill(4)(new Thread(() =>
        val read =
          try
            (
              BinaryFormat.Bare.pickled(bytes).unpickle[Kept](using keeping).second.name,
              BinaryFormat.Bare.pickled(skipping).unpickle[Of[Int]](using reading).value
            )
          catch case e: Throwable => e
        val ignored = found.add(read)
      ))
      threads.foreach(_.start())
      threads.foreach(_.join())
      assertEquals(found.toArray.toList, List.fill[AnyRef](4)(("b", 5)))
  }

  test("depth is data here, too") {
    val deep = (1 to 100_000).foldLeft(Tree1(0, Nil))((tree, i) => Tree1(i, List(tree)))
    for format <- formats do
      Laws.onSmallStack {
        var back = format.pickled(Laws.write(deep, format)).unpickle[Tree2](using Unpickler.from(Pickler[Tree1].shape))
        var depth = 0
        while back.below.nonEmpty do
          back = back.below.head
          depth += 1
        assertEquals(depth, 100_000)
      }
  }

object EvolutionSuite:
  final case class One(name: String, count: Int) derives Pickler
  object Moved:
    final case class One(name: String, count: Int) derives Pickler
  final case class Reordered(count: Int, name: String) derives Pickler
  final case class Added(
      name: String,
      count: Int,
      text: String = "x",
      option: Option[Int],
      list: List[Int],
      map: Map[String, Int],
      vector: Vector[Int] = Vector(1)
  ) derives Pickler
  final case class Needy(name: String, more: String) derives Pickler
  final case class Needy2(count: Byte, more: String, name: Boolean) derives Pickler
  final case class Fresh(name: String, buffer: mutable.ArrayBuffer[Int] = mutable.ArrayBuffer(1)) derives Pickler

  final case class Numbers(a: Byte, b: Int, c: Int, d: Float, list: List[Int], map: Map[Short, Int]) derives Pickler
  final case class Wide(a: Short, b: Long, c: Double, d: Double, list: List[Long], map: Map[Int, Double])
      derives Pickler
  final case class Rows(ints: Array[Int], floats: Array[Float]) derives Pickler
  final case class WideRows(ints: Array[Long], floats: Array[Double]) derives Pickler
  final case class Of[A](value: A) derives Pickler

  enum Shape1 derives Pickler:
    case Circle(radius: Double)
    case Nothing
  enum Shape2 derives Pickler:
    case Dot
    case Square(side: Int)
    case Nothing
    case Circle(radius: Double, color: String = "red")

  final case class Mail(address: String)
  given Pickler[Mail] = Pickler[String].imap(Mail(_))(_.address)

  final case class Maybe(value: Option[Int])
  given Pickler[Maybe] = Pickler[Option[Int]].imap(Maybe(_))(_.value)

  sealed trait Plant derives Pickler
  final case class Oak(age: Int) extends Plant
  case object Moss extends Plant
  final case class Plants(first: Array[Plant], second: Array[Plant]) derives Pickler
  final case class Listed(first: List[Plant], second: Array[Plant]) derives Pickler
  final case class Second(second: Array[Plant]) derives Pickler
  final case class Pairs(a: Array[Int], b: Array[Int]) derives Pickler
  final case class WidePairs(a: Array[Long], b: Array[Long]) derives Pickler
  final case class Holding(list: List[Node1], option: Option[Node1], second: Node1) derives Pickler
  final class Alone(val name: String) derives Pickler
  final case class Empty() derives Pickler
  final case class Odd(x: Int = sys.error("no default")) derives Pickler

  final case class Tree1(value: Int, below: List[Tree1]) derives Pickler
  final case class Tree2(value: Long, below: Vector[Tree2], weight: Int = 0) derives Pickler
  final class Node1(val name: String, var next: Node1, var count: Int) derives Pickler
  final class Node2(val note: String = "none", val name: String, var next: Node2) derives Pickler
  final case class Both(first: Node1, second: Node1, rest: List[Option[One]]) derives Pickler
  final case class Kept(second: Node1) derives Pickler
  final case class Skipping(
      map: Map[Int, Array[Double]],
      leaf: Option[Shape2],
      unit: Unit,
      lists: List[List[String]],
      instant: java.time.Instant,
      amount: BigDecimal,
      sorted: java.util.TreeMap[String, Mail],
      byHand: Celsius,
      value: Int
  ) derives Pickler
