package brine.checks.clustered

import java.nio.file.{Files, Path}
import scala.util.{Random, Using}
import brine.*
import brine.checks.graphs.{GraphGenerator, Hashing, Vertex}
import brine.graph.{Graph, GraphFormat, GraphVertex, OpenGraph, OutsideGraph}
import brine.testkit.Laws
import brine.testkit.corpus.Corpus

/** Parts of a graph in a file are loaded from their beginnings, and inspected without their classes. */
class OpenGraphSuite extends munit.FunSuite:
  import OpenGraphSuite.*

  private def withFile[A](bytes: Array[Byte])(use: Path => A): A =
    val path = Files.createTempFile("graph", ".brine")
    try
      val ignored = Files.write(path, bytes)
      use(path)
    finally Files.delete(path)

  private def opened[V: Pickler, A](value: V, format: GraphFormat = GraphFormat)(use: OpenGraph => A): A =
    withFile(Laws.write(value, GraphFormat))(path => Using.resource(format.open(path))(use))

  private val tree = branch("root", branch("left", leaf("a"), leaf("b")), branch("right", leaf("c"), null))

  test("a subgraph is loaded from its vertex, and shares its objects with later loads") {
    opened(tree) { graph =>
      val vertex = graph("Branch").vertices("name")(_ == "left").next()
      val left = graph.load[Branch](vertex)
      assertEquals(names(left), List("left", "a", "b"))
      assert(graph.load[Branch](vertex) eq left)
      assert(graph.load[Tree](vertex) eq left)
      val leaf = graph.load[Tree](graph("Leaf").vertex(1))
      assert(leaf eq left.right)
      val root = graph.root[Tree]
      assertEquals(names(root), names(tree))
      assert(root.asInstanceOf[Branch].left eq left)
      assert(graph.root[Tree] eq root)
    }
  }

  test("only constructors of loaded objects run") {
    opened(List.tabulate(1000)(i => new Counted(i))) { graph =>
      val before = Counted.made
      assertEquals(graph.load[Counted](graph("Counted").vertex(777)).number, 777)
      assertEquals(Counted.made - before, 1)
    }
  }

  test("objects that began earlier are loaded by references, too: an object beside it, and an enclosing one") {
    val author = Author("Verne")
    val shelf = new Shelf("s", Nil, null)
    val first = new Volume("first", author, shelf)
    val second = new Volume("second", author, shelf)
    shelf.volumes = List(first, second)
    opened(shelf) { graph =>
      val volume = graph.load[Volume](graph("Volume").vertices("title")(_ == "second").next())
      assertEquals(volume.author, author)
      assertEquals(volume.shelf.volumes.map(_.title), List("first", "second"))
      assert(volume.shelf.volumes(1) eq volume)
      assert(volume.shelf.volumes(0).author eq volume.author)
      assert(graph.root[Shelf] eq volume.shelf)
    }
  }

  test("random graphs that are loaded piece by piece in any order are equal to the originals") {
    var loaded = 0
    for seed <- 1 to 300 do
      loaded += piecewise[Vertex](new GraphGenerator(seed).vertex(), new Random(seed))
      loaded += piecewise[Hashing](new GraphGenerator(seed).hashing(), new Random(seed))
    assert(loaded > 1000, loaded)
  }

  /** How many pieces. */
  private def piecewise[A: Pickler](value: A, random: Random): Int =
    val bytes = Laws.write(value, GraphFormat)
    withFile(bytes)(path =>
      Using.resource(Graph.open(path)) { graph =>
        val leaves = summon[Pickler[A]].shape match
          case s: brine.shape.Shape.Sum => s.leafNames.toSet
          case other                    => Set(other.name)
        val vertices = for t <- graph.types if leaves(t.name); row <- 0L until t.count yield t.vertex(row)
        val parts = random.shuffle(vertices).take(5).map(v => v -> graph.load[A](v))
        val root = graph.root[A]
        assertEquals(Laws.write(root, GraphFormat).toSeq, bytes.toSeq)
        for (v, part) <- parts do assert(graph.load[A](v).asInstanceOf[AnyRef] eq part.asInstanceOf[AnyRef])
        parts.length
      }
    )

  test("vertices report their fields, their targets and their paths") {
    val author = Author("Verne")
    val library = Books(
      List(Book("one", 1.5, author, Some(2), Colour.Red), Book("two", 2.5, author, None, Colour.Green)),
      Map("x" -> author),
      Nil,
      BigDecimal("1.5")
    )
    opened(library) { graph =>
      val root = graph.vertex(0)
      assertEquals((root.typeName, root.path, root.number, root.row), ("Books", "$", 0L, 0L))
      val books = root("books").asInstanceOf[GraphVertex].elements.toList.map(_.asInstanceOf[GraphVertex])
      assertEquals(books.map(_("title")), List("one", "two"))
      assertEquals(books.map(_("price")), List(1.5, 2.5))
      assertEquals(books.map(_("pages")), List(Some(2), None))
      assertEquals(books.map(_("colour")), List("Red", "Green"))
      assertEquals(books(0)("author"), books(1)("author"))
      assertEquals(books(0)("author").asInstanceOf[GraphVertex]("name"), "Verne")
      assertEquals(books.map(_.path), List("$.books[0]", "$.books[1]"))
      val map = root("byName").asInstanceOf[GraphVertex]
      assertEquals(map.elements.toList, List("x", books(0)("author")))
      assertEquals(root("none"), Nil)
      assertEquals(root("size"), BigDecimal("1.5"))
      assertEquals(
        books(0)("author").asInstanceOf[GraphVertex].paths().toList,
        List("$.books[0].author", "$.books[1].author", "$.byName.values[0]")
      )
      intercept[NoSuchElementException](root("weight"))
      intercept[NoSuchElementException](root.elements)
      intercept[NoSuchElementException](graph.vertex(99).number)
      intercept[NoSuchElementException](graph("Book").vertex(2).number)
    }
  }

  test("every vertex of the corpus is found by its number and by its row; fields are those of the columns") {
    var met = 0
    for sample <- Corpus.all do
      val bytes = Laws.write(sample.value, GraphFormat)(using sample.pickler)
      val graph = Graph.inspect(GraphFormat.pickled(bytes))
      try
        for t <- graph.types; row <- 0L until t.count do
          val vertex = t.vertex(row)
          assertEquals((vertex.typeName, vertex.row), (t.name, row), sample.name)
          if vertex.number >= 0 then
            assertEquals(graph.vertex(vertex.number), vertex, sample.name)
            met += 1
          if t.isClass then
            for f <- t.fields if f.typeName == "Int" || f.typeName == "String" do
              assertEquals(vertex(f.name), f.values.drop(row.toInt).next(), sample.name)
      catch case _: PickleException.IncompatibleShape => () // a pickler by hand
    assert(met > 120, met)
  }

  test("objects in the middle of a long list and of a deep chain are found, the last one first") {
    val size = 200_000
    opened(List.tabulate(size)(i => Author(s"a$i"))) { graph =>
      for row <- List(size - 1, 0, 77_777, 150_000, 4095, 4096) do
        assertEquals(graph.load[Author](graph("Author").vertex(row)), Author(s"a$row"))
        assertEquals(graph("Author").vertex(row).path, s"$$[$row]")
    }
    opened(PartialGraphSuite.chain(size)) { graph =>
      for row <- List(size - 3, 100_000, size - 1) do
        assertEquals(
          PartialGraphSuite.names(graph.load[PartialGraphSuite.Link](graph("Link").vertex(row))).length,
          size - row
        )
      assert(graph("Link").vertex(100_000).path.contains("…"))
    }
  }

  test("a class may have changed since; its objects are loaded as its family or by themselves") {
    opened(List[Before.Animal](Before.Dog("a", 1), Before.Cat("b"))) { graph =>
      val dog = graph("Dog").vertex(0)
      assertEquals(graph.load[After.Dog](dog), After.Dog(1, "a", Nil))
      assertEquals(graph.load[After.Animal](graph("Cat").vertex(0)), After.Cat("b"))
    }
  }

  test("an object of another type is refused") {
    opened(tree)(graph => intercept[PickleException](graph.load[Volume](graph("Leaf").vertex(0))))
    opened(List(Author("a")))(graph => intercept[PickleException](graph.load[Tree](graph("Author").vertex(0))))
  }

  test("objects outside of the graph, hooks and rules are those of the format that opens it") {
    val author = Author("Verne")
    val bytes = Laws.write(List(Book("one", 1, author, None, Colour.Red)), GraphFormat.withExternal("v", author))
    withFile(bytes) { path =>
      var met = List.empty[String]
      val format = GraphFormat.withExternal("v", Author("J. V.")).afterReading[Book]((b, _) => met ::= b.title)
      Using.resource(format.open(path)) { graph =>
        assertEquals(graph("Book").vertex(0)("author").asInstanceOf[OutsideGraph].name, "v")
        assertEquals(graph.load[Book](graph("Book").vertex(0)).author.name, "J. V.")
        assertEquals(met, List("one"))
      }
      intercept[PickleException.RefusedByRule](GraphFormat.withMostObjects(1).open(path))
      intercept[UnsupportedOperationException](GraphFormat.withDepth(1).open(path))
    }
  }

  test("objects of open types are loaded as these, and by themselves") {
    given PickleOptions =
      PickleOptions(subtypes = Subtypes(Subtype[PartialGraphSuite.Dog], Subtype[PartialGraphSuite.Cage]))
    import PartialGraphSuite.*
    val dog = Dog("a")
    val bytes = Laws.write(List[Animal](Cage(dog), dog, Cage(null)), GraphFormat, summon[PickleOptions])
    withFile(bytes)(path =>
      Using.resource(Graph.open(path)) { graph =>
        val cage = graph.load[Animal](graph("Cage").vertex(0))
        assertEquals(cage, Cage(dog))
        assert(graph.load[Dog](graph("Dog").vertex(0)) eq cage.asInstanceOf[Cage].inside)
        assertEquals(graph("Cage").vertex(0)("inside").asInstanceOf[GraphVertex]("name"), "a")
        assertEquals(graph.root[List[Animal]], List[Animal](Cage(dog), dog, Cage(null)))
      }
    )
  }

  test("after the graph is closed, or where the file is damaged, a read is refused") {
    val graph = withFile(Laws.write(tree, GraphFormat))(Graph.open)
    graph.close()
    intercept[PickleException.InputOutput](graph.root[Tree])
    val bytes = Laws.write(List(tree, tree), GraphFormat, PickleOptions(checksum = false))
    for at <- bytes.indices do
      val broken = bytes.clone
      broken(at) = (broken(at) ^ 4).toByte
      withFile(broken) { path =>
        try
          Using.resource(Graph.open(path)) { graph =>
            for t <- graph.types; row <- 0L until math.min(t.count, 5) do
              val vertex = t.vertex(row)
              val seen = vertex.paths()
              if t.name == "Leaf" then { val ignored = graph.load[Tree](vertex) }
          }
        catch case _: (PickleException | NoSuchElementException) => ()
      }
  }

object OpenGraphSuite:
  sealed trait Tree derives Pickler
  final case class Leaf(name: String) extends Tree derives Pickler
  final case class Branch(name: String, left: Tree, right: Tree) extends Tree derives Pickler

  def leaf(name: String): Tree = Leaf(name)
  def branch(name: String, left: Tree, right: Tree): Tree = Branch(name, left, right)
  def names(tree: Tree): List[String] = tree match
    case null                      => Nil
    case Leaf(name)                => List(name)
    case Branch(name, left, right) => name :: names(left) ::: names(right)

  final class Counted(val number: Int) derives Pickler:
    Counted.made += 1
  object Counted:
    var made = 0

  final case class Author(name: String) derives Pickler
  final class Volume(val title: String, val author: Author, val shelf: Shelf) derives Pickler
  final class Shelf(val name: String, var volumes: List[Volume], var next: Shelf) derives Pickler

  enum Colour derives Pickler:
    case Red, Green
  final case class Book(title: String, price: Double, author: Author, pages: Option[Int], colour: Colour)
      derives Pickler
  final case class Books(books: List[Book], byName: Map[String, Author], none: List[Book], size: BigDecimal)
      derives Pickler

  object Before:
    sealed trait Animal derives Pickler
    final case class Dog(name: String, age: Int) extends Animal derives Pickler
    final case class Cat(name: String) extends Animal derives Pickler
  object After:
    sealed trait Animal derives Pickler
    final case class Cat(name: String) extends Animal derives Pickler
    final case class Dog(age: Long, name: String, tricks: List[String]) extends Animal derives Pickler
