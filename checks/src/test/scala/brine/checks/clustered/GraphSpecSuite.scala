package brine.checks.clustered

import java.nio.file.Files
import brine.*
import brine.checks.Repository
import brine.graph.{Graph, GraphFormat}

/** docs/spec/clustered.md says what the graph format does: its examples are written, and shown as the page shows them. */
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

  test("the rows about values are so") {
    // A value that is looked at, and the codes or scalars of its first field.
    val rows = List[(Any, Pickler[?])](
      (Wrapped(None), Pickler[Wrapped[Option[String]]]), (Wrapped(Some("x")), Pickler[Wrapped[Option[String]]])
    )
    val found = rows.map((value, pickler) => firstCodes(value, pickler.asInstanceOf[Pickler[Any]]))
    assertEquals(found, List(List(2L), List(0L)))
    assertEquals(firstCodes(Wrapped[Person](null), Pickler[Wrapped[Person]].asInstanceOf[Pickler[Any]]), List(1L))
  }

  private def firstCodes(value: Any, pickler: Pickler[Any]): List[Long] =
    val dump = Graph.inspect(GraphFormat.pickleOf(value, pickler, PickleOptions.Default)).dump
    dump.linesIterator.collectFirst { case Code(code) => code.toLong }.toList

object GraphSpecSuite:
  private val Code = """.*Wrapped\.of: 1 codes = (-?\d+).*""".r

  final case class Person(name: String, age: Int) derives Pickler
  final case class Wrapped[A](of: A) derives Pickler
  final class Node(val name: String, val age: Int, var next: Node) derives Pickler
