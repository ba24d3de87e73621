package brine.checks

import java.io.{ByteArrayOutputStream, ObjectOutputStream}
import java.nio.ByteBuffer
import java.nio.channels.Channels
import java.nio.file.{Files, Path}
import java.util.zip.{GZIPOutputStream, ZipEntry, ZipOutputStream}
import brine.*
import brine.binary.BinaryFormat
import brine.graph.{Graph, GraphFormat, GraphPickle}
import brine.json.JsonFormat
import brine.region.Region
import brine.testkit.Laws
import WrongFormatSuite.*

/** Bytes that are read as another format than theirs. */
class WrongFormatSuite extends munit.FunSuite:
  private val value = Point(1, 2)

  private def out(write: ByteArrayOutputStream => Unit): Array[Byte] =
    val bytes = new ByteArrayOutputStream
    write(bytes)
    bytes.toByteArray

  private def region: Array[Byte] = out(bytes => Region.compact(value).sendTo(Channels.newChannel(bytes)))

  /** Bytes, and the words that an error about them must contain. */
  private val found: List[(Array[Byte], String)] = List(
    Laws.write(
      value,
      BinaryFormat
    ) ->
      ("b2 1e (Brine binary, the default format: read it by `brine.binary.read`, or " +
        "without importing another format)"),
    Laws.write(
      value,
      GraphFormat
    ) -> "b2 67 (a Brine graph: read it by `brine.graph.read`, or by `import brine.graph.given`)",
    region -> "b2 72 (a Brine region: open it by `Region.open`)",
    Laws.write(
      value,
      JsonFormat
    ) -> "7b 22 (JSON, by its first bytes: read it by `brine.json.read`, or by `import brine.json.given`)",
    " [1]".getBytes ->
      "20 5b (JSON, by its first bytes: read it by `brine.json.read`, or by `import brine.json.given`)",
    "true".getBytes ->
      "74 72 (JSON, by its first bytes: read it by `brine.json.read`, or by `import brine.json.given`)",
    "12".getBytes -> "31 32 (JSON, by its first bytes: read it by `brine.json.read`, or by `import brine.json.given`)",
    "\ufeff{}".getBytes("UTF-8") ->
      ("ef bb (text with a byte order mark: remove the mark, and read it by " +
        "`brine.json.read`, or by `import brine.json.given`)"),
    "<a/>".getBytes -> "3c 61 (XML or HTML, by its first byte)",
    out { bytes =>
      val gzip = new GZIPOutputStream(bytes)
      gzip.write(1)
      gzip.close()
    } -> "1f 8b (gzip: decompress it first)",
    out { bytes =>
      val zip = new ZipOutputStream(bytes)
      zip.putNextEntry(new ZipEntry("a"))
      zip.close()
    } -> "50 4b (a zip or jar file: read one of its entries)",
    Array(0x28, 0xb5, 0x2f, 0xfd, 0).map(_.toByte) -> "28 b5 (zstd: decompress it first)",
    Array(0x04, 0x22, 0x4d, 0x18, 0).map(_.toByte) -> "04 22 (LZ4: decompress it first)",
    out(bytes => new ObjectOutputStream(bytes).writeObject("a")) ->
      "ac ed (Java serialization: read it by an `ObjectInputStream`, if you trust its writer)",
    classOf[Point].getResourceAsStream("WrongFormatSuite.class").nn.readAllBytes() -> "ca fe (a Java class file)",
    Array(1, 2, 3, 4).map(_.toByte) -> "01 02"
  )

  private val padded = new Array[Byte](64)

  /** Ways to read them, the expectation of each, and the bytes above that are its own or, being other JSON, JSON's. */
  private val readers: List[(String, String, Array[Byte] => Any, String => Boolean)] = List(
    ("binary", "b2 1e (Brine binary)", bytes => Laws.read[Point](bytes, BinaryFormat), _.startsWith("b2 1e")),
    ("graph", "b2 67 (Brine graph)", bytes => Laws.read[Point](bytes, GraphFormat), _.startsWith("b2 67")),
    ("inspection", "b2 67 (Brine graph)", bytes => Graph.inspect(new GraphPickle(bytes)), _.startsWith("b2 67")),
    (
      "region",
      "b2 72 (a Brine region)",
      bytes => Region.in[Point](ByteBuffer.wrap(bytes ++ padded)),
      _.startsWith("b2 72")
    ),
    (
      "JSON",
      "JSON text",
      bytes => Laws.read[Point](bytes, JsonFormat),
      text => text.contains("JSON, by") || text == "01 02"
    ),
    (
      "JSON from a stream",
      "JSON text",
      bytes => Pickle.read[Point](Laws.trickle(bytes))(using summon, JsonFormat),
      text => text.contains("JSON, by") || text == "01 02"
    )
  )

  test("bytes of another format are refused by its name, in every direction") {
    for (name, expected, read, isOwn) <- readers; (bytes, text) <- found if !isOwn(text) do
      val e = intercept[PickleException.WrongFormat](read(bytes))
      assertEquals(e.getMessage, s"at $$, byte 0: wrong format: expected $expected, found $text", name)
  }

  test("the advice that the errors give is right") {
    assertEquals(brine.binary.read[Point](found(0)._1), value)
    assertEquals(Pickle.read[Point](ByteBuffer.wrap(found(0)._1)), value)
    assertEquals(brine.graph.read[Point](found(1)._1), value)
    assertEquals(brine.json.read[Point](found(3)._1), value)
    assertEquals(brine.json.read[Map[String, Int]](found(7)._1.drop(3)), Map.empty)
    locally:
      import brine.graph.given
      assertEquals(Pickle.read[Point](ByteBuffer.wrap(found(1)._1)), value)
    val file = Files.createTempFile("brine", ".region")
    try
      Files.write(file, region)
      val opened = Region.open[Point](file)
      assertEquals(opened.toValue, value)
      opened.close()
    finally Files.delete(file)
    locally:
      import brine.json.given
      assertEquals(Pickle.read[Point](ByteBuffer.wrap(found(3)._1)), value)
  }

  test("files of another format are refused by its name, too") {
    val file = Files.createTempFile("brine", ".bin")
    try
      for (bytes, text) <- found do
        Files.write(file, bytes ++ padded)
        def check(isOwn: Boolean)(read: Path => Any): Unit =
          if !isOwn then
            val e = intercept[PickleException.WrongFormat](read(file))
            assert(e.getMessage.endsWith(s"found $text"), e.getMessage)
        check(text.startsWith("b2 1e"))(Pickle.read[Point](_))
        check(text.startsWith("b2 67"))(Graph.inspect(_)(_.bytes))
        check(text.startsWith("b2 72"))(Region.open[Point](_))
        check(text.contains("JSON, by") || text == "01 02")(Pickle.read[Point](_)(using summon, JsonFormat))
    finally Files.delete(file)
  }

  test("a wrong type in JSON stays one: only the first byte makes it another format") {
    for text <- List("[1,<]", "{\"x\":1,\"y\":<}", "<", "P", " <a>") do
      intercept[PickleException.Malformed](Laws.read[Point](text.getBytes, JsonFormat))
  }

object WrongFormatSuite:
  final case class Point(x: Int, y: Int) derives Pickler
