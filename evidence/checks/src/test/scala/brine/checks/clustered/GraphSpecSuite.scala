package brine.checks.clustered

import java.nio.file.Files
import brine.*
import brine.checks.Repository
import brine.graph.{Graph, GraphFormat}

/** The examples of docs/spec/clustered.md are written, and shown as the page shows them. */
class GraphSpecSuite extends munit.FunSuite:
  import GraphSpecSuite.*

  private val page: String = Files.readString(Repository.root.resolve("docs/spec/clustered.md"))

  private def shown[A: Pickler](value: A): String = Graph.inspect(value.pickleIn(GraphFormat)).dump

  private def isOnPage(dump: String): Unit =
    if sys.props.contains("brine.spec.print") then println(dump)
    assert(page.contains(s"```\n${dump.strip}\n```"), dump)

  test("a list with one person twice") {
    val ann = Person("Ann", 31)
    isOnPage(shown(List(ann, Person("Bob", 35), ann)))
  }

  test("ages that rise, a cycle") {
    val a = new Node("a", 20, null)
    a.next = new Node("b", 22, new Node("c", 24, a))
    isOnPage(shown(a))
  }

  test("ten thousand ints in three pieces") {
    isOnPage(shown(Vector.range(0, 10_000)))
    val footer = page.linesIterator.find(_.startsWith("cuts, the last bytes of the footer: ")).get.split(": ")(1)
    val bytes = Vector.range(0, 10_000).pickleIn(GraphFormat).bytes
    val cuts = bytes.dropRight(6 + 4) // the trailer, the footer's checksum
      .takeRight(footer.split(' ').length)
    assertEquals(cuts.map(b => f"$b%02x").mkString(" "), footer)
  }

  test("the codes of the values at a place are those of the page") {
    val ann = Person("Ann", 31)
    assertEquals(codeOf(Wrapped(ann)), 0L)
    assertEquals(codeOf(Wrapped[Person](null)), 1L)
    assertEquals(codeOf(Wrapped[Option[String]](None)), 2L)
    assertEquals(codeOf(Wrapped[Option[Person]](Some(null))), 3L)
    assertEquals(codeOf(Wrapped[Option[String]](Some("x"))), 0L)
    assertEquals(codeOf(Wrapped(ann), GraphFormat.withExternal("ann", ann)), -1L)
    // The object itself began last: none has begun since.
    val self = new Node("self", 1, null)
    self.next = self
    assertEquals(codeOf(self), 4L)
  }

  private def codeOf[A: Pickler](value: A, format: GraphFormat = GraphFormat): Long =
    val dump = Graph.inspect(value.pickleIn(format)).dump
    dump.linesIterator.collectFirst { case Code(code) => code.toLong }.getOrElse(fail(dump))

object GraphSpecSuite:
  private val Code = """.*(?:Wrapped\.of|Node\.next): 1 codes = (-?\d+).*""".r

  final case class Person(name: String, age: Int) derives Pickler
  final case class Wrapped[A](of: A) derives Pickler
  final class Node(val name: String, val age: Int, var next: Node) derives Pickler
