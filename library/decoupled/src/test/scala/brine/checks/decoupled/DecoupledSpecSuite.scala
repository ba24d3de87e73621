package brine.checks.decoupled

import java.nio.file.{Files, Path}
import brine.*
import brine.graph.decoupled.DecoupledFormat
import brine.testkit.Laws
import brine.wire.{ByteSink, PackedItems}

/** The examples of docs/spec/decoupled.md are written, and shown as the page shows them. */
class DecoupledSpecSuite extends munit.FunSuite:
  import DecoupledSpecSuite.*

  private val page: String =
    val places = Iterator.iterate(Path.of("").toAbsolutePath)(_.getParent).takeWhile(_ != null)
    Files.readString(places.map(_.resolve("docs/spec/decoupled.md")).find(Files.exists(_)).get)

  private def isOnPage(text: String): Unit =
    if sys.props.contains("brine.spec.print") then println(text)
    assert(page.contains(s"```\n${text.strip}\n```"), text)

  private def shown[A: Pickler](value: A): String = value.pickleIn(DecoupledFormat).image.dump

  test("packed items are those of the table") {
    val rows = page.linesIterator.collect { case Row(kind, items, buckets, ends) =>
      (kind, items, buckets, ends)
    }.toList
    assertEquals(rows.length, 8)
    for (kind, items, buckets, ends) <- rows do
      val packed = new PackedItems
      for item <- items.split(", ") do
        if kind == "reference" then packed.putNumber(item.toLong)
        else
          packed.putBits(
            if item.isEmpty then 0 else java.lang.Long.parseUnsignedLong(item, 2) << (64 - item.length),
            item.length
          )
      assertEquals(hex(packed.bytes.take(packed.size)), buckets, items)
      assertEquals(hex(packed.ends.take(packed.endBytes)), ends, items)
  }

  test("four objects, one of them shared") {
    val d = Node(4, null, null)
    val a = Node(1, Node(2, d, null), Node(3, null, d))
    isOnPage(shown(a))
    val sections = page.linesIterator.collect { case Section(name, bytes) => name -> bytes }.toMap
    assertEquals(sections.keySet, Set("values", "references", "end map of references", "layouts", "end map of layouts"))
    val bytes = Laws.write(a, DecoupledFormat, PickleOptions(checksum = false))
    val body =
      List("values", "references", "end map of references", "layouts", "end map of layouts").map(sections).mkString(" ")
    assertEquals(hex(bytes.takeRight(body.split(' ').length)), body)
  }

  test("a string, an option, a list and an array") {
    isOnPage(shown(Record("Jim", Some(Node(7, null, null)), None, List(1, 2), Array(1, -2, 3))))
  }

  test("classes have the numbers of the page") {
    def root[A: Pickler](value: A): Int = shown(value).linesIterator.next().split(' ')(1).toInt
    assertEquals(root(()), 2)
    assertEquals(root(true), 3)
    assertEquals(root(1.5), 10)
    assertEquals(root("x"), 11)
    assertEquals(root("日"), 12)
    assertEquals(root(Array(true)), 14)
    assertEquals(root(Array(1.5)), 21)
    assertEquals(root[Option[Int]](None), 1)
    assertEquals(root(Node(1, null, null)), 32)
    assert(shown[Option[Option[String]]](Some(Some(null))).contains("null"))
  }

object DecoupledSpecSuite:
  private val Row = """\| (reference|layout)s? ([01-9, ]*) \| `([0-9a-f ]+)` \| `([0-9a-f ]+)` \|""".r
  private val Section = """\| (values|references|layouts|end map of \w+) \| `([0-9a-f ]+)` \|.*""".r

  private def hex(bytes: Array[Byte]): String = Laws.hex(bytes)

  final case class Node(value: Int, left: Node, right: Node) derives Pickler
  final case class Record(name: String, node: Option[Node], other: Option[Int], all: List[Int], ints: Array[Int])
      derives Pickler
