package brine.checks.clustered

import java.nio.file.Files
import scala.util.Using
import brine.*
import brine.graph.{Graph, GraphFormat, Lazy, OpenGraph}
import brine.json.JsonFormat
import brine.testkit.Laws

/** Edges whose targets are read on request. */
class LazySuite extends munit.FunSuite:
  import LazySuite.*

  private def opened[V: Pickler, A](value: V)(use: OpenGraph => A): A =
    val path = Files.createTempFile("graph", ".brine")
    try
      val ignored = Files.write(path, Laws.write(value, GraphFormat))
      Using.resource(Graph.open(path))(use)
    finally Files.delete(path)

  private val shared = new Text("shared")
  private val book = Book(
    List(Chapter("one", Lazy(new Text("1"))), Chapter("two", Lazy(shared)), Chapter("three", Lazy(shared))),
    shared,
    null,
    Lazy(List(1, 2))
  )

  test("an open graph reads a target on request, and only that one") {
    opened(book) { graph =>
      val before = Text.made
      val back = graph.root[Book]
      assertEquals(Text.made - before, 1) // the one that is not an edge
      assertEquals(back.chapters.map(_.title), List("one", "two", "three"))
      assertEquals(back.chapters.map(_.text.isLoaded), List(false, false, false))
      assertEquals(back.chapters(0).text.toString, "Lazy(…)")
      assertEquals(back.chapters(0).text.get.content, "1")
      assertEquals(Text.made - before, 2)
      assert(back.chapters(0).text.isLoaded)
      assert(back.chapters(0).text.get eq back.chapters(0).text.get)
      assertEquals(back.none, null)
      assertEquals(back.numbers.get, List(1, 2))
    }
  }

  test("edges to one object lead to one, however else it is met") {
    opened(book) { graph =>
      val back = graph.root[Book]
      val text = back.chapters(1).text.get
      assert(back.chapters(2).text.get eq text)
      assert(back.last eq text)
      assert(graph.load[Text](graph("Text").vertices("content")(_ == "shared").next()) eq text)
    }
  }

  test("a new edge, to the requested object") {
    opened(book) { graph =>
      val vertex = graph("Text").vertices("content")(_ == "shared").next()
      val edge = graph.load[Lazy[Text]](vertex)
      assert(!edge.isLoaded)
      assertEquals(edge.get.content, "shared")
      assert(edge.get eq graph.root[Book].last)
    }
  }

  test("an edge is written as its target, read or not") {
    val bytes = Laws.write(book, GraphFormat)
    opened(book) { graph =>
      val back = graph.root[Book]
      val ignored = back.chapters(1).text.get
      assert(!back.chapters(0).text.isLoaded)
      assertEquals(Laws.write(back, GraphFormat).toSeq, bytes.toSeq)
      assert(back.chapters(0).text.isLoaded)
    }
  }

  test("read as a whole, from a graph or another format, edges have their targets") {
    for format <- List(GraphFormat, brine.binary.BinaryFormat, JsonFormat) do
      val back = Laws.read[Book](Laws.write(book, format), format)
      assertEquals(back.chapters.map(_.text.get.content), List("1", "shared", "shared"))
      assert(back.chapters.forall(_.text.isLoaded))
    assertEquals(
      new String(Laws.write(Chapter("a", Lazy(new Text("b"))), JsonFormat)),
      """{"title":"a","text":{"content":"b"}}"""
    )
  }

  test("cycles through edges come back, of immutable classes, too: at once, or step by step") {
    val ring = Person.ring(4)
    val back = Laws.read[Person](Laws.write(ring, GraphFormat), GraphFormat)
    assertEquals(back.around.map(_.name), List("p0", "p1", "p2", "p3"))
    assert(back.around.last.friends.head.get eq back)
    opened(ring) { graph =>
      val first = graph.root[Person]
      assert(!first.friends.head.isLoaded)
      assertEquals(first.around.map(_.name), List("p0", "p1", "p2", "p3"))
      assert(first.around.last.friends.head.get eq first)
    }
    val long = Person.ring(100_000)
    assertEquals(Laws.read[Person](Laws.write(long, GraphFormat), GraphFormat).around.length, 100_000)
  }

  test("a family's leaf without fields is there at once") {
    opened(List[Lazy[OpenGraphSuite.Colour]](Lazy(OpenGraphSuite.Colour.Red))) { graph =>
      val back = graph.root[List[Lazy[OpenGraphSuite.Colour]]]
      assert(back.head.isLoaded)
      assertEquals(back.head.get, OpenGraphSuite.Colour.Red)
    }
  }

  test("a field that became an edge, or is an edge no more, is read; classes of targets may have changed") {
    val bytes = Laws.write(Before.Page("a", new Before.Body("b")), GraphFormat)
    assertEquals(Laws.read[After.Page](bytes, GraphFormat).body.get.text, "b")
    val edge = Laws.write(After.Page("a", Lazy(After.Body(1, "b"))), GraphFormat)
    assertEquals(Laws.read[Before.Page](edge, GraphFormat).body.text, "b")
    opened(After.Page("a", Lazy(After.Body(1, "b")))) { graph =>
      val back = graph.root[Later.Page]
      assert(!back.body.isLoaded)
      assertEquals(back.body.get, Later.Body("b", 1))
    }
  }

  test("when the graph is closed, an edge that was not read says so; one that was goes on") {
    val (read, unread) = opened(book) { graph =>
      val back = graph.root[Book]
      val ignored = back.chapters(1).text.get
      (back.chapters(1), back.chapters(0))
    }
    assertEquals(read.text.get.content, "shared")
    intercept[PickleException.InputOutput](unread.text.get)
    intercept[PickleException](Laws.write(unread, GraphFormat))
  }

  test("an edge to nothing is refused, with its path") {
    val e = intercept[PickleException.NullValue](Laws.write(List(Chapter("a", Lazy(null))), GraphFormat))
    assertEquals(e.path, "$[0].text")
  }

  test("a constructor that requests a target while the graph is being read is refused") {
    opened(Eager(Lazy(new Text("a")))) { graph =>
      val e = intercept[PickleException.UserCode](graph.root[Eager])
      assert(e.getMessage.contains("the graph is being read"), e.getMessage)
    }
  }

object LazySuite:
  final class Text(val content: String) derives Pickler:
    Text.made += 1
  object Text:
    var made = 0
  final case class Chapter(title: String, text: Lazy[Text]) derives Pickler
  final case class Book(chapters: List[Chapter], last: Text, none: Lazy[Text], numbers: Lazy[List[Int]]) derives Pickler
  final case class Eager(text: Lazy[Text]) derives Pickler:
    val length: Int = text.get.content.length

  final class Person(val name: String, val friends: Array[Lazy[Person]]) derives Pickler:
    /** From friend to friend until one comes again. */
    def around: List[Person] =
      val met = scala.collection.mutable.LinkedHashSet.empty[Person]
      var next = this
      while met.add(next) do next = next.friends.head.get
      met.toList
  object Person:
    def ring(size: Int): Person =
      val people = List.tabulate(size)(i => new Person(s"p$i", new Array[Lazy[Person]](1)))
      for (person, next) <- people.zip(people.tail :+ people.head) do person.friends(0) = Lazy(next)
      people.head

  object Before:
    final class Body(val text: String) derives Pickler
    final case class Page(title: String, body: Body) derives Pickler
  object After:
    final case class Body(number: Int = 7, text: String) derives Pickler
    final case class Page(title: String, body: Lazy[Body]) derives Pickler
  object Later:
    final case class Body(text: String, number: Long) derives Pickler
    final case class Page(body: Lazy[Body], title: String) derives Pickler
