package brine.checks.regions

import java.nio.file.Files
import scala.collection.immutable.ListMap
import scala.jdk.CollectionConverters.*
import brine.Pickler
import brine.checks.Repository
import brine.region.*
import brine.testkit.Laws

/** docs/spec/region.md says what lies where: its examples are compacted, and verified. */
class RegionSpecSuite extends munit.FunSuite:
  private def body(region: Region[?]): String =
    region.verify()
    val bytes = region.buffers(0)
    val array = new Array[Byte](bytes.remaining)
    bytes.get(array)
    assertEquals(array.take(8).toList, List.fill(8)(0.toByte))
    Laws.hex(array.drop(8))

  import BinTree.{Leaf, Node}

  private val examples = ListMap(
    "Node(Leaf(7), Leaf(8))" -> body(Region.compact(Node(Leaf(7), Leaf(8)): BinTree)),
    "7" -> body(Region.compact(7)),
    "\"Jim\"" -> body(Region.compact("Jim")),
    "\"☃\"" -> body(Region.compact("☃")),
    "List(1, 2)" -> body(Region.compact(List(1, 2))),
    "Array[Short](1, 2, 3)" -> body(Region.compact(Array[Short](1, 2, 3))),
    "Vector(\"a\", null)" -> body(Region.compact(Vector("a", null))),
    "Option(5)" -> body(Region.compact(Option(5))),
    "Vector(Some(5), None)" -> body(Region.compact(Vector(Some(5), None))),
    "(true, 2.5, \"a\")" -> body(Region.compact((true, 2.5, "a"))),
    "Map(1 -> \"a\")" -> body(Region.compact(Map(1 -> "a")))
  )

  test("the examples are what lies there") {
    val page = Files.readAllLines(Repository.root.resolve("docs/spec/region.md")).asScala.toList
    val rows = page.dropWhile(_ != "## Examples").takeWhile(_ != "## Limits").filter(_.startsWith("| `"))
    val expected = examples.toList.map((value, hex) => s"| `$value` | `$hex` |")
    if sys.props.contains("brine.spec.print") then expected.foreach(println)
    assertEquals(rows, expected)
  }
