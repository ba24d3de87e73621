package brine.checks.regions

import java.nio.file.{Files, Path}
import scala.collection.immutable.ListMap
import scala.jdk.CollectionConverters.*
import brine.PickleException
import brine.checks.Repository
import brine.region.*
import brine.testkit.Laws
import brine.wire.layout.RegionLayout.*

/** The examples of docs/spec/region.md are compacted, and verified. */
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

  test("the checksum covers the header before it and all bytes from there to the body, and none of the body") {
    val page = Files.readString(Repository.root.resolve("docs/spec/region.md"))
    assert(page.contains(
      "CRC32C of bytes 0 to 35 and of bytes 40 to the body: the table and the zeros after it. The body has none"
    ))
    val regions = List[(Region[?], Path => Region[?])](
      Region.compact("a") -> (Region.open[String](_)),
      Region.compact(List("a")) -> (Region.open[List[String]](_)),
      Region.compact(Trees.bin(2)) -> (Region.open[BinTree](_)),
      Region.compact(1 -> "a") -> (Region.open[(Int, String)](_)),
      Region.compact(Vector(1L, 2L)) -> (Region.open[Vector[Long]](_)),
      Region.compact(Option(1)) -> (Region.open[Option[Int]](_))
    )
    val filled =
      for (region, open) <- regions yield
        val bytes = RegionBytes.of(region)
        val header = RegionBytes.littleEndian(bytes)
        val body = header.getInt(BODY_OFFSET)
        val crc = new java.util.zip.CRC32C
        crc.update(bytes, 0, 36)
        crc.update(bytes, 40, body - 40)
        assertEquals(header.getInt(36), crc.getValue.toInt)
        val zeros = body - HEADER_BYTES - header.getInt(TABLE_LENGTH_OFFSET)
        for at <- List.range(HEADER_BYTES, body) ++ List.range(ROOT_OFFSET, TABLE_LENGTH_OFFSET) do
          val error = intercept[PickleException](opened(open, changed(bytes, at)))
          assert(error.isInstanceOf[PickleException.ChecksumMismatch] || at < HEADER_BYTES, s"$at: $error")
        for at <- body until bytes.length do opened(open, changed(bytes, at)): Unit
        zeros
    assert(filled.exists(_ > 0), "some table is followed by zeros")
  }

  private def changed(bytes: Array[Byte], at: Int): Array[Byte] =
    val copy = bytes.clone
    copy(at) = (copy(at) ^ 1).toByte
    copy

  private def opened(open: Path => Region[?], bytes: Array[Byte]): Region[?] =
    val file = Files.createTempFile("spec", ".region")
    try
      Files.write(file, bytes): Unit
      open(file)
    finally Files.delete(file)

  test("the examples are the bytes of the region") {
    val page = Files.readAllLines(Repository.root.resolve("docs/spec/region.md")).asScala.toList
    val rows = page.dropWhile(_ != "## Examples").takeWhile(_ != "## Limits").filter(_.startsWith("| `"))
    val expected = examples.toList.map((value, hex) => s"| `$value` | `$hex` |")
    if sys.props.contains("brine.spec.print") then expected.foreach(println)
    assertEquals(rows, expected)
  }
