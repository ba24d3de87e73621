package brine.checks.clustered

import java.time.{Instant, LocalDate}
import java.util.UUID
import brine.*
import brine.graph.{Graph, GraphEdge, GraphFormat, GraphInspection, GraphVertex}
import brine.testkit.Laws

/** A graph that is looked into gives one value for each object, as a value that can be compared, at the row of its
  * object.
  */
class GraphValuesSuite extends munit.FunSuite:
  import GraphValuesSuite.*

  private def inspected[A: Pickler](value: A, options: PickleOptions = PickleOptions.Default): GraphInspection =
    Graph.inspect(GraphFormat.pickled(Laws.write(value, GraphFormat, options)))

  private val events = List.tabulate(300) { i =>
    Event(
      i,
      UUID(i, i * 7),
      Instant.ofEpochSecond(i, i),
      Option.when(i % 3 == 0)(Instant.ofEpochSecond(-i)),
      LocalDate.ofEpochDay(i),
      BigDecimal(i) / 4,
      Colour.fromOrdinal(i % 2),
      (i, s"t$i"),
      Some(Colour.Green),
      if i % 5 == 0 then null else (i / 10, Colour.Red)
    )
  }

  test("dates, UUIDs, amounts, enums and tuples are one value for each object") {
    val event = inspected(events).apply("Event")
    assertEquals(event("id").values.toList, events.map(_.id))
    assertEquals(event("at").values.toList, events.map(_.at))
    assertEquals(event("until").values.toList, events.map(_.until))
    assertEquals(event("day").values.toList, events.map(_.day))
    assertEquals(event("price").values.toList, events.map(_.price))
    assertEquals(event("colour").values.toList, events.map(_.colour.toString))
    assertEquals(event("pair").values.toList, events.map(_.pair))
    assertEquals(event("best").values.toList, events.map(_ => Some("Green")))
    assertEquals(event("other").values.toList, events.map(e => if e.other == null then null else (e.other._1, "Red")))
    for f <- event.fields do assertEquals((f.name, f.values.size.toLong, f.count), (f.name, 300L, 300L))
  }

  test("objects are found by such values, and are the right ones") {
    val graph = inspected(events)
    val event = graph("Event")
    def numbers(field: String)(is: Any => Boolean) = event.vertices(field)(is).map(_("n")).toList
    assertEquals(numbers("id")(_ == events(77).id), List(77))
    assertEquals(numbers("at")(_ == events(201).at), List(201))
    assertEquals(numbers("until") { case Some(i: Instant) => i.getEpochSecond == -21; case _ => false }, List(21))
    assertEquals(numbers("price")(_ == BigDecimal("2.5")), List(10))
    assertEquals(numbers("colour")(_ == "Green").take(3), List(1, 3, 5))
    assertEquals(numbers("pair")(_ == (42, "t42")), List(42))
    assertEquals(numbers("other")(_ == (7, "Red")), List(71, 72, 73, 74, 76, 77, 78, 79))
    assertEquals(event.find("day")(_ == LocalDate.ofEpochDay(5)).toList, List(5L))
  }

  test("a vertex gives the same values as its fields' columns") {
    val graph = inspected(events)
    for row <- List(0L, 5L, 299L); f <- graph("Event").fields do
      assertEquals(graph("Event").vertex(row)(f.name), f.values.drop(row.toInt).next(), f.name)
  }

  test("a tuple that is one object at several places is a value at each") {
    val pair = (1, "a")
    val graph = inspected(List(Holder(1, pair, null), Holder(2, (2, "b"), pair), Holder(3, pair, pair)))
    assertEquals(graph("Holder")("pair").values.toList, List((1, "a"), (2, "b"), (1, "a")))
    assertEquals(graph("Holder")("other").values.toList, List(null, (1, "a"), (1, "a")))
    assertEquals(graph("Holder").vertex(2)("other"), (1, "a"))
  }

  test("a mutable value is a value at each of its places, and none of its objects replaces another") {
    val (day, bits) = (new java.util.Date(7), java.util.BitSet.valueOf(Array(5L)))
    val all =
      List(Dated(1, day, None, bits), Dated(2, new java.util.Date(8), Some(day), bits), Dated(3, null, Some(day), null))
    val dated = inspected(all).apply("Dated")
    assertEquals(dated("on").values.toList, all.map(_.on))
    assertEquals(dated("until").values.toList, all.map(_.until))
    assertEquals(dated("bits").values.toList, all.map(_.bits))
    assertEquals(dated.vertices("on")(_ == new java.util.Date(8)).map(_("n")).toList, List(2))
    for (d, row) <- all.zipWithIndex; (name, value) <- List("on" -> d.on, "until" -> d.until, "bits" -> d.bits) do
      assertEquals(dated.vertex(row)(name), value, name)
  }

  test("objects behind values that hold arrays have the numbers that references to them have") {
    val big = BigInt(2).pow(200)
    val bob = Named("Bob")
    val all = List(Sized(big, Named("Ann")), Sized(big + 1, bob), Sized(big + 2, bob), Sized(0, Named("Cid")))
    val graph = inspected(all)
    assertEquals(
      (0 to 3).map(row => graph("Sized").vertex(row)("who").asInstanceOf[GraphVertex]("name")).toList,
      List("Ann", "Bob", "Bob", "Cid")
    )
    assertEquals(graph("Sized")("size").values.toList, all.map(_.size.bigInteger))
    val number = graph("Sized").vertex(1)("who").asInstanceOf[GraphVertex].number
    assertEquals(graph.vertex(number)("name"), "Bob")
  }

  test("a field after objects of the same class has the values of its objects, in the order of the objects") {
    val tree = Node(
      1,
      Node(2, Node(3, null, day(3), null), day(2), null),
      day(1),
      Node(4, null, day(4), Node(5, null, day(5), null))
    )
    val graph = inspected(tree)
    val node = graph("Node")
    assertEquals(node("n").values.toList, List(1, 2, 3, 4, 5))
    assertEquals(node("day").values.toList, List(1, 2, 3, 4, 5).map(day))
    assertEquals(node.vertices("day")(_ == day(4)).map(_("n")).toList, List(4))
    assertEquals(node("right").values.toList.map(_ == GraphEdge.New), List(true, false, false, true, false))
    assertEquals(node.vertices("right")(_ == GraphEdge.New).map(_("n")).toList, List(1, 4))
  }

  test("of a long chain each value is found, at no depth of the stack") {
    var chain: Node = null
    for i <- 20_000 to 1 by -1 do chain = Node(i, chain, day(i), null)
    val node = inspected(chain).apply("Node")
    assertEquals(node.find("day")(_ == day(15_000)).toList, List(14_999L))
    assertEquals(node.find("right")(_ == GraphEdge.New).toList, Nil)
  }

  test("a collection is found by its elements, and a map by its keys and values") {
    val lists = inspected(List(List(1, 2), Nil, List(3), List(2, 2)))
    assertEquals(lists("List[Int]").find("elements")(_ == 2).toList, List(0L, 3L))
    assertEquals(lists("List[Int]").vertices("elements")(_ == 3).map(_.elements.toList).toList, List(List(3)))
    val maps = inspected(List(Map("a" -> Instant.EPOCH), Map("b" -> Instant.MAX, "c" -> Instant.EPOCH)))
    val map = maps.types.find(_.name.startsWith("Map")).get
    assertEquals(map.find("keys")(_ == "c").toList, List(1L))
    assertEquals(map.find("values")(_ == Instant.EPOCH).toList, List(0L, 1L))
    val trees = inspected(Tree("r", List(Tree("a", List(Tree("x", Nil))), Tree("b", Nil))))
    val children = trees("List[Tree]")
    assertEquals(children("elements").values.toList, List(GraphEdge.New, GraphEdge.New, GraphEdge.New))
    assertEquals(children.find("elements")(_ == GraphEdge.New).toList, List(0L, 1L))
  }

  test("an enum's cases without fields are names, and those with fields are edges") {
    val shapes = List(Drawn(1, Form.Empty), Drawn(2, Form.Circle(3)), Drawn(3, null), Drawn(4, Form.Empty))
    assertEquals(
      inspected(shapes).apply("Drawn")("form").values.toList,
      List("Empty", GraphEdge.New, GraphEdge.Null, "Empty")
    )
  }

  test("options of objects, and of nothing, are options") {
    val found = inspected(List(Maybe(Some(()), Some(Line(1))), Maybe(None, None), Maybe(Some(()), null))).apply("Maybe")
    assertEquals(found("nothing").values.toList, List(Some(()), None, Some(())))
    assertEquals(found("line").values.toList, List(Some(GraphEdge.New), None, null))
  }

  test("names of code are values") {
    val isEven: Int => Boolean = _ % 2 == 0
    import GraphRecordsSuite.*
    val options = PickleOptions(code = rules("even" -> isEven))
    val rule = inspected(List(Rule("a", isEven, null, 1), Rule("b", null, null, 2)), options).apply("Rule")
    assertEquals(rule("test").values.toList, List("even", null))
    assertEquals(rule.vertices("test")(_ == "even").map(_("name")).toList, List("a"))
  }

  test("a field of a pickler by hand is refused, with the pickler's name, and not shown wrongly") {
    val hidden = inspected(List(Hidden(1, GraphRecordsSuite.Secret(2)))).apply("Hidden")
    assertEquals(hidden("n").values.toList, List(1))
    val e = intercept[PickleException.IncompatibleShape](hidden("secret").values.toList)
    assert(e.getMessage.contains("a pickler by hand wrote Secret"), e.getMessage)
  }

  test("sums of Long are exact") {
    val longs = List(Long.MaxValue, 1L, Long.MaxValue, -3L, Long.MinValue, 7L)
    val field = inspected(longs.map(Amount(_, 1))).apply("Amount")("of")
    assertEquals(field.exactSum, longs.map(BigInt(_)).sum)
    val few =
      inspected(List(Amount((1L << 53) + 1, 1), Amount(1L << 53, 1), Amount(-(1L << 54), 1))).apply("Amount")("of")
    assertEquals(few.sum, 1.0)
    intercept[UnsupportedOperationException](
      inspected(List(Line(1)).map(_ => Weight(1.5))).apply("Weight")("kilos").exactSum
    )
  }

  test("options of numbers and boxed numbers have sums and ranges") {
    val values = List.tabulate(3000)(i =>
      Boxes(
        Option.when(i % 2 == 0)(i - 5),
        if i == 7 then null else Integer.valueOf(i),
        java.util.OptionalLong.of(i * 2L)
      )
    )
    val boxes = inspected(values).apply("Boxes")
    assertEquals(boxes("option").range, Some((-5.0, 2993.0)))
    assertEquals(boxes("option").sum, values.flatMap(_.option).sum.toDouble)
    assertEquals(boxes("box").range, Some((0.0, 2999.0)))
    assertEquals(boxes("box").exactSum, BigInt(2999L * 3000 / 2 - 7))
    assertEquals(boxes("optional").range, Some((0.0, 5998.0)))
    assertEquals(inspected(List(Boxes(None, null, null))).apply("Boxes")("option").range, None)
    intercept[UnsupportedOperationException](inspected(events).apply("Event")("at").range)
  }

object GraphValuesSuite:
  final class Named(val name: String) derives Pickler
  final case class Sized(size: BigInt, who: Named) derives Pickler
  final case class Dated(n: Int, on: java.util.Date, until: Option[java.util.Date], bits: java.util.BitSet)
      derives Pickler
  enum Colour derives Pickler:
    case Red, Green
  final case class Event(
      n: Int,
      id: UUID,
      at: Instant,
      until: Option[Instant],
      day: LocalDate,
      price: BigDecimal,
      colour: Colour,
      pair: (Int, String),
      best: Option[Colour],
      other: (Int, Colour)
  ) derives Pickler
  final case class Holder(n: Int, pair: (Int, String), other: (Int, String)) derives Pickler
  final case class Node(n: Int, left: Node, day: LocalDate, right: Node) derives Pickler
  def day(n: Int): LocalDate = LocalDate.ofEpochDay(n)
  final case class Tree(name: String, children: List[Tree]) derives Pickler
  enum Form derives Pickler:
    case Empty
    case Circle(radius: Int)
  final case class Drawn(n: Int, form: Form) derives Pickler
  final case class Line(n: Int) derives Pickler
  final case class Maybe(nothing: Option[Unit], line: Option[Line]) derives Pickler
  final case class Hidden(n: Int, secret: GraphRecordsSuite.Secret) derives Pickler
  final case class Amount(of: Long, n: Int) derives Pickler
  final case class Weight(kilos: Double) derives Pickler
  final case class Boxes(option: Option[Int], box: Integer, optional: java.util.OptionalLong) derives Pickler
