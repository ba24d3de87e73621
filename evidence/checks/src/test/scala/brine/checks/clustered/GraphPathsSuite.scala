package brine.checks.clustered

import brine.*
import brine.graph.{Graph, GraphFormat}

/** Why an object is in a graph: the paths that lead to it, in memory and in a file. */
class GraphPathsSuite extends munit.FunSuite:
  import GraphPathsSuite.*

  private val verne = Author("Verne", null)
  private val doyle = Author("Doyle", verne)

  private val library = Library(
    List(Book("a", Some(verne)), Book("b", Some(doyle)), Book("c", None)),
    Map(verne -> "first"),
    Map("x" -> doyle, "y" -> verne),
    Array(verne, null)
  )

  test("every place that leads to an object, in memory") {
    assertEquals(
      Graph.paths(library, verne).toList,
      List("$.books[0].author", "$.books[1].author.teacher", "$.notes.keys[0]", "$.byName.values[1]", "$.all[0]")
    )
    assertEquals(Graph.paths(library, doyle).toList, List("$.books[1].author", "$.byName.values[0]"))
    assertEquals(Graph.paths(library, library).toList, List("$"))
    assertEquals(Graph.paths(library, library.books).toList, List("$.books"))
    assertEquals(Graph.paths(library, Author("Verne", null)).toList, Nil) // equal, and another
    assertEquals(Graph.paths(library, verne, most = 2).toList, List("$.books[0].author", "$.books[1].author.teacher"))
  }

  test("the same in a file: the paths of a vertex are those in memory") {
    val graph = Graph.inspect(library.pickleIn(GraphFormat))
    for author <- List(verne, doyle) do
      val vertex = graph("Author").vertices("name")(_ == author.name).next()
      assertEquals(vertex.paths().toList, Graph.paths(library, author).toList)
      assertEquals(vertex.paths(most = 2).toList, Graph.paths(library, author, most = 2).toList)
    assertEquals(graph.vertex(0).paths().toList, List("$"))
  }

  test("cycles, open types, mutable collections, deep chains") {
    val ring = new PartialGraphSuite.Link("a", new PartialGraphSuite.Link("b", null))
    ring.next.next = ring
    assertEquals(Graph.paths(ring, ring).toList, List("$", "$.next.next"))
    val dog = PartialGraphSuite.Dog("a")
    assertEquals(
      Graph.paths(List[PartialGraphSuite.Animal](PartialGraphSuite.Cage(dog), dog), dog).toList,
      List("$[0].inside", "$[1]")
    )
    val last = new PartialGraphSuite.Link("last", null)
    val deep = (1 to 100_000).foldLeft(last)((next, i) => new PartialGraphSuite.Link(s"$i", next))
    val path = Graph.paths(deep, last).head
    assert(path.startsWith("$.next.next") && path.contains("….next") && path.length < 500, path)
    assertEquals(Graph.inspect(deep.pickleIn(GraphFormat)).vertex(100_000).path, path)
  }

object GraphPathsSuite:
  final case class Author(name: String, teacher: Author) derives Pickler
  final case class Book(title: String, author: Option[Author]) derives Pickler
  final case class Library(
      books: List[Book],
      notes: Map[Author, String],
      byName: Map[String, Author],
      all: Array[Author]
  ) derives Pickler
