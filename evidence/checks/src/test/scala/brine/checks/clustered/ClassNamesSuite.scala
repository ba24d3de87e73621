package brine.checks.clustered

import java.nio.file.Files
import scala.util.Using
import brine.*
import brine.graph.{Graph, GraphEdge, GraphFormat, GraphPickle}
import brine.testkit.Laws

/** Classes of one simple name are distinguished, whatever their packages. */
class ClassNamesSuite extends munit.FunSuite:
  import ClassNamesSuite.*

  private val mixed = Both(
    List(left.Person("a", 1), left.Person("b", 2)),
    List(right.Person("x", 10)),
    left.Person("c", 3),
    right.Person("y", 20),
    Holder(Foo(1)),
    Holder(Bar(2)),
    (Foo(3), 1),
    (Bar(4), 2)
  )
  private val pickle = new GraphPickle(Laws.write(mixed, GraphFormat))
  private def nameIn(owner: String) = s"brine.checks.clustered.ClassNamesSuite$$$owner$$Person"

  test("two classes of one simple name and equal fields are two types, each with its own objects") {
    val graph = Graph.inspect(pickle)
    assertEquals(
      graph.types.filter(_.name == "Person").map(t => (t.fullName, t.count)),
      Seq((nameIn("left"), 3L), (nameIn("right"), 2L))
    )
    assertEquals(graph(nameIn("left"))("name").values.toList, List("a", "b", "c"))
    assertEquals(graph(nameIn("right"))("name").values.toList, List("x", "y"))
    assertEquals(graph(s"List[${nameIn("right")}]")("size").values.toList, List(1L))
    assertEquals(
      graph(nameIn("right")).vertices("age")(_ == 20).map(v => (v("name"), v.path)).toList,
      List(("y", "$.y"))
    )
  }

  test("a query by a simple name that two types have is refused, with both names") {
    val e = intercept[NoSuchElementException](Graph.inspect(pickle)("Person"))
    assertEquals(
      e.getMessage,
      s"2 types are named Person: ${nameIn("left")}, ${nameIn("right")}. Ask for one of these names"
    )
    assertEquals(Graph.inspect(pickle)("Foo").count, 2L)
  }

  test("a query by a name that nothing tells apart is refused, and the places that the error names give the types") {
    val station = new Station("a")
    station.links = List(station)
    val graph = Graph.inspect(List(station).pickleIn(GraphFormat))
    val e = intercept[NoSuchElementException](graph("List[Station]"))
    val places = "types\\((\\d+)\\)".r.findAllMatchIn(e.getMessage).map(_.group(1).toInt).toList
    assertEquals(places.map(graph.types(_).name), List("List[Station]", "List[Station]"), e.getMessage)
    assertEquals(places.distinct.length, 2)
  }

  test("a rule lets in the classes that it names, and no others of their simple name") {
    def read(names: String*) = Laws.read[Both](
      pickle.bytes,
      GraphFormat.withClasses(("Both" +: "Holder" +: "Foo" +: "Bar" +: "Tuple2" +: names)*)
    )
    assertEquals(read(nameIn("left"), nameIn("right")), mixed)
    val one = intercept[PickleException.RefusedByRule](read(nameIn("left")))
    assert(one.getMessage.contains("objects of Person"), one.getMessage)
    val unclear = intercept[PickleException.RefusedByRule](read("Person"))
    assert(
      unclear.reason.contains("Person is brine.checks.clustered.ClassNamesSuite$left$Person and brine.checks"),
      unclear.reason
    )
  }

  test("if simple names are distinct, full names work as well, and the bytes have none") {
    val bytes = Laws.write(List(left.Person("a", 1)), GraphFormat)
    assert(!new String(bytes, "ISO-8859-1").contains("ClassNamesSuite"))
    val graph = Graph.inspect(new GraphPickle(bytes))
    assertEquals(graph(nameIn("left")).count, 1L)
    assertEquals(Laws.read[List[left.Person]](bytes, GraphFormat.withClasses(nameIn("left"))).length, 1)
    intercept[PickleException.RefusedByRule](Laws.read[List[left.Person]](bytes, GraphFormat.withClasses("Foo")))
  }

  test(
    "what such a graph holds comes back, in parts, in pieces, from a file, as records, and after its classes have moved"
  ) {
    assertEquals(Laws.read[Both](pickle.bytes, GraphFormat), mixed)
    assertEquals(Laws.read[Both](pickle.bytes, GraphFormat.withDepth(5)), mixed)
    assertEquals(Laws.read[Both](pickle.bytes, GraphFormat.withExecutor(_.run())), mixed)
    assertEquals(Graph.records(pickle).pickle.bytes.toSeq, pickle.bytes.toSeq)
    val path = Files.createTempFile("graph", ".brine")
    try
      val ignored = Files.write(path, pickle.bytes)
      Using.resource(Graph.open(path)) { graph =>
        assertEquals(graph.load[right.Person](graph(nameIn("right")).vertex(1)), mixed.y)
        assertEquals(graph.root[Both], mixed)
      }
    finally Files.delete(path)
    val moved = Laws.read[Moved.Both](pickle.bytes, GraphFormat)
    assertEquals((moved.xs.map(_.name), moved.y.age, moved.second.of.n, moved.fourth._1.n), (List("x"), 20, 2, 4))
  }

  test("generic classes and tuples that hold classes of one form are walked through each by its own") {
    val graph = Graph.inspect(pickle)
    val root = graph.vertex(0)
    def at(field: String, part: String) =
      root(field).asInstanceOf[brine.graph.GraphVertex](part).asInstanceOf[brine.graph.GraphVertex]
    assertEquals(at("second", "of").typeName, "Bar")
    assertEquals(at("second", "of")("n"), 2)
    assertEquals(at("fourth", "_1").typeName, "Bar")
    val holders = graph.types.filter(_.name == "Holder")
    assertEquals(holders.map(_.description), Seq("Holder(of: Foo)", "Holder(of: Bar)"))
    assertEquals(graph("Holder(of: Bar)")("of").values.toList, List(GraphEdge.New))
    val e = intercept[NoSuchElementException](graph("Holder"))
    assert(e.getMessage.contains("Holder(of: Foo), Holder(of: Bar)"), e.getMessage)
  }

  test("classes of one simple name and different fields are found by their full names, too") {
    val graph = Graph.inspect(new GraphPickle(Laws.write((left.Person("a", 1), other.Person(2.5)), GraphFormat)))
    assertEquals(graph(nameIn("other"))("kilos").values.toList, List(2.5))
    intercept[NoSuchElementException](graph("Person"))
  }

object ClassNamesSuite:
  object left:
    final case class Person(name: String, age: Int) derives Pickler
  object right:
    final case class Person(name: String, age: Int) derives Pickler
  object other:
    final case class Person(kilos: Double) derives Pickler
  final class Station(val name: String) derives Pickler:
    var links: List[Station] = Nil
  final case class Foo(n: Int) derives Pickler
  final case class Bar(n: Int) derives Pickler
  final case class Holder[A](of: A) derives Pickler
  final case class Both(
      persons: List[left.Person],
      xs: List[right.Person],
      c: left.Person,
      y: right.Person,
      first: Holder[Foo],
      second: Holder[Bar],
      third: (Foo, Int),
      fourth: (Bar, Int)
  ) derives Pickler

  object Moved:
    final case class Person(name: String, age: Int) derives Pickler
    final case class Foo(n: Int) derives Pickler
    final case class Both(
        persons: List[Person],
        xs: List[Person],
        c: Person,
        y: Person,
        first: Holder[Foo],
        second: Holder[Foo],
        third: (Foo, Int),
        fourth: (Foo, Int)
    ) derives Pickler
