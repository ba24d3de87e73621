package brine.checks.clustered

import java.nio.file.Files
import brine.*
import brine.graph.{Graph, GraphEdge, GraphFormat, GraphInspection}
import brine.testkit.{Laws, Patient, Same}
import brine.testkit.corpus.*

/** Graphs are looked into, and read and written back, without their classes. */
class GraphInspectionSuite extends munit.FunSuite, Patient:
  import GraphInspectionSuite.*

  private val orders = List.tabulate(5000) { i =>
    Order(
      i,
      i * 0.25,
      s"customer ${i % 10}",
      Option.when(i % 3 == 0)(i * 2),
      if i % 2 == 0 then Line(i.toShort) else null
    )
  }
  private val pickle = GraphFormat.pickled(Laws.write(orders, GraphFormat.withHeader("by" -> "a test", "at" -> "noon")))

  private def everyWay(look: GraphInspection => Unit): Unit =
    look(Graph.inspect(pickle))
    val path = Files.createTempFile("graph", ".brine")
    try
      val ignored = Files.write(path, pickle.bytes)
      Graph.inspect(path)(look)
      // Others may follow in the file.
      val more = Files.write(path, pickle.bytes ++ pickle.bytes)
      Graph.inspect(more)(look)
    finally Files.delete(path)

  test("header, types, counts") {
    everyWay { graph =>
      assertEquals(graph.header, Map("by" -> "a test", "at" -> "noon"))
      assertEquals(graph.objects, 1L + 5000 + 2500)
      assertEquals(graph.types.map(t => (t.name, t.count)), Seq(("Order", 5000L), ("Line", 2500L), ("List[Order]", 1L)))
      assertEquals(graph("Order").fields.map(_.name), Seq("id", "price", "customer", "discount", "line"))
      assertEquals(graph.bytes, pickle.bytes.length.toLong)
      assert(graph.types.map(_.bytes).sum < graph.bytes)
      assert(graph.toString.contains("5,000"), graph.toString)
    }
  }

  test("a field's values, their sum and range") {
    everyWay { graph =>
      val order = graph("Order")
      assertEquals(order("price").sum, orders.map(_.price).sum)
      assertEquals(order("id").range, Some((0.0, 4999.0)))
      assertEquals(order("price").range, Some((0.0, 4999 * 0.25)))
      assertEquals(order("id").values.toList, orders.map(_.id))
      assertEquals(order("customer").values.toList, orders.map(_.customer))
      assertEquals(order("discount").values.toList, orders.map(_.discount))
      assertEquals(
        order("line").values.take(4).toList,
        List(GraphEdge.New, GraphEdge.Null, GraphEdge.New, GraphEdge.Null)
      )
      assertEquals(graph("Line")("number").sum, orders.flatMap(o => Option(o.line)).map(_.number.toDouble).sum)
      assertEquals(graph("List[Order]")("size").values.toList, List(5000L))
      assertEquals(order.find("customer")(_ == "customer 7").take(3).toList, List(7L, 17L, 27L))
      intercept[UnsupportedOperationException](order("customer").sum)
      intercept[NoSuchElementException](order("weight"))
      intercept[NoSuchElementException](graph("Customer"))
    }
  }

  test("rows of a class are its objects, for every order of its fields") {
    val nested = Nested(Nested(Nested(null, 1, null), 2, Nested(null, 3, null)), 4, null)
    val graph = Graph.inspect(GraphFormat.pickled(Laws.write(nested, GraphFormat)))
    assertEquals(graph("Nested")("value").values.toList, List(4, 2, 1, 3))
  }

  test("a type that is mapped to options of itself can be inspected, to 500 levels") {
    def values(depth: Int) =
      val nested = Iterator.iterate(Inside(None))(inside => Inside(Some(inside))).drop(depth).next()
      Graph.inspect(GraphFormat.pickled(Laws.write(List(nested, Inside(None)), GraphFormat))).types.head(
        "elements"
      ).values
    assertEquals(values(2).toList, List(Some(Some(None)), None))
    assertEquals(values(400).length, 2)
    intercept[PickleException.LimitExceeded](values(600).length)
  }

  test("everything in the corpus can be inspected") {
    for sample <- Corpus.all do
      val bytes = Laws.write(sample.value, GraphFormat)(using sample.pickler)
      val graph = Graph.inspect(GraphFormat.pickled(bytes))
      for t <- graph.types; f <- t.fields do
        assertEquals(f.values.size.toLong, f.count, s"${sample.name}: ${t.name}.${f.name}")
  }

  test("records write the same graph back, except values of picklers by hand") {
    var read = 0
    for sample <- Corpus.all do
      val bytes = Laws.write(sample.value, GraphFormat)(using sample.pickler)
      try
        val records = Graph.records(GraphFormat.pickled(bytes))
        val back = records.pickle
        assert(Same(Laws.read(back.bytes, GraphFormat)(using sample.pickler), sample.value), sample.name)
        read += 1
      catch case _: PickleException.IncompatibleShape => () // a pickler by hand
    assert(read > Corpus.all.length * 3 / 4, s"$read of ${Corpus.all.length}")
  }

  test("records know external objects by their names, and write these") {
    val line = Line(3)
    val format = GraphFormat.withExternal("the line", line).withHeader("a" -> "b")
    val bytes = Laws.write(List(Order(1, 2, "a", None, line), Order(2, 3, "b", Some(1), line)), format)
    val records = Graph.records(GraphFormat.pickled(bytes))
    val list = records.root.asInstanceOf[collection.Seq[brine.Record]]
    assertEquals(list(1)[AnyRef]("line").toString, "the line")
    assertEquals(records.pickle.bytes.toSeq, bytes.toSeq)
    val back = Laws.read[List[Order]](records.pickle.bytes, GraphFormat.withExternal("the line", Line(4)))
    assertEquals(back.map(_.line.number.toInt), List(4, 4))
  }

  test("records keep the identity of objects") {
    val line = Line(3)
    val bytes = Laws.write(List(Order(1, 2, "a", None, line), Order(2, 3, "b", Some(1), line)), GraphFormat)
    val records = Graph.records(GraphFormat.pickled(bytes))
    assertEquals(records.pickle.bytes.toSeq, bytes.toSeq)
    val list = records.root.asInstanceOf[collection.Seq[brine.Record]]
    assertEquals(list.map(_[String]("customer")).toList, List("a", "b"))
    assert(list(0)[AnyRef]("line") eq list(1)[AnyRef]("line"))
  }

  test("a truncated file is refused; a changed file is refused, or read as its bytes say") {
    val path = Files.createTempFile("graph", ".brine")
    try
      for cut <- 0 until pickle.bytes.length - 1 by 97 do
        val ignored = Files.write(path, pickle.bytes.take(cut))
        intercept[PickleException](Graph.inspect(path)(_.types.flatMap(_.fields).map(_.values.size)))
      for at <- 0 until pickle.bytes.length by 13 do
        val changed = pickle.bytes.clone
        changed(at) = (changed(at) ^ 1).toByte
        val ignored = Files.write(path, changed)
        try Graph.inspect(path)(_.types.flatMap(_.fields).map(_.values.size))
        catch case _: PickleException => ()
    finally Files.delete(path)
  }

object GraphInspectionSuite:
  final case class Order(id: Int, price: Double, customer: String, discount: Option[Int], line: Line) derives Pickler
  final case class Line(number: Short) derives Pickler
  final case class Inside(of: Option[Inside])
  object Inside:
    import brine.combine.*
    given Pickler[Inside] = recursive(Pickler[Option[Inside]]).imap(Inside(_))(_.of)

  final case class Nested(left: Nested, value: Int, right: Nested) derives Pickler
