package brine.checks

import java.io.{InputStream, OutputStream}
import java.nio.ByteBuffer
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import java.nio.file.{Files, Path}
import brine.*
import brine.binary.{BinaryFormat, RecordReader, ShapeTable}
import brine.evolve.Lock
import brine.graph.{Graph, GraphFormat, GraphPickle}
import brine.graph.decoupled.{DecoupledFormat, Image}
import brine.json.{JsonDialect, JsonFormat, JsonPickle}
import brine.json.dialects.*
import brine.json.schemas.JsonSchema
import brine.json.trees.{Json, RawJson}
import brine.region.Region
import brine.shape.Shape

/** A null in place of an argument, or among the elements of one, is refused by a message that names it. */
class NullArgumentsSuite extends munit.FunSuite:
  private def none[A]: A = null.asInstanceOf[A]
  private val path = Files.createTempFile("null", ".bin")
  path.toFile.deleteOnExit()

  private def formats: List[PickleFormat] =
    List(BinaryFormat, BinaryFormat.Bare, BinaryFormat.Keyed, JsonFormat, GraphFormat, DecoupledFormat)

  private def reads(format: PickleFormat): List[(String, () => Any)] =
    given PickleFormat = format
    val all = List[(String, () => Any)](
      "bytes" -> (() => Pickle.read[String](none[Array[Byte]])),
      "a stream" -> (() => Pickle.read[String](none[InputStream])),
      "a channel" -> (() => Pickle.read[String](none[ReadableByteChannel])),
      "a buffer" -> (() => Pickle.read[String](none[ByteBuffer])),
      "a path" -> (() => Pickle.read[String](none[Path])),
      "a stream of values" -> (() => Pickle.readAll[String](none[InputStream])),
      "a channel of values" -> (() => Pickle.readAll[String](none[ReadableByteChannel])),
      "a path of values" -> (() => Pickle.readAll[String, Int](none[Path])(_.length)),
      "values" -> (() => Pickle.writeAll[String](none[List[String]], path)),
      "a path to write" -> (() => Pickle.writeAll(List("a"), none[Path])),
      "a stream to write" -> (() => Pickle.writer[String](none[OutputStream])),
      "a channel to write" -> (() => Pickle.writer[String](none[WritableByteChannel])),
      "a path of a pickle" -> (() => "a".pickleTo(none[Path])),
      "a pickle's bytes" -> (() => format.pickled(none[Array[Byte]]).unpickle[String])
    )
    all.map((name, call) => s"$format, $name" -> call)

  private val others = List[(String, () => Any)](
    "JSON, a text" -> (() => JsonFormat.read[String](none[String])),
    "JSON, a tree" -> (() => Json.parse(none[String])),
    "JSON, a raw text" -> (() => RawJson(none[String])),
    "JSON, raw bytes" -> (() => RawJson(none[Array[Byte]])),
    "JSON, a pickle" -> (() => JsonPickle.of(none[String])),
    "JSON, lines" -> (() => JsonFormat.readLines[String](none[InputStream]).toList),
    "JSON, an array" -> (() => JsonFormat.readArray[String](none[InputStream]).toList),
    "JSON, texts to infer from" -> (() => JsonDialect.infer[List[Int]](none[Seq[String]])),
    "JSON, one of the texts to infer from" -> (() => JsonDialect.infer[List[Int]](Seq("[1]", none[String]))),
    "JSON, a schema" -> (() => JsonSchema.parse(none[String])),
    "JSON, a dialect" -> (() => JsonFormat(none[JsonDialect])),
    "graph, a header" -> (() => Graph.header(none[GraphPickle])),
    "graph, a header of a path" -> (() => Graph.header(none[Path])),
    "graph, a header of a stream" -> (() => Graph.header(none[InputStream])),
    "graph, inspect" -> (() => Graph.inspect(none[GraphPickle])),
    "graph, inspect a path" -> (() => Graph.inspect(none[Path])(_.dump)),
    "graph, records" -> (() => Graph.records(none[GraphPickle])),
    "graph, records of a path" -> (() => Graph.records(none[Path])),
    "graph, open" -> (() => Graph.open(none[Path])),
    "decoupled, an image" -> (() => DecoupledFormat.image(none[Array[Byte]])),
    "decoupled, an image in a buffer" -> (() =>
      DecoupledFormat.image(DecoupledFormat.write("a"), none[ByteBuffer])
    ),
    "decoupled, an image in a path" -> (() => DecoupledFormat.image(DecoupledFormat.write("a"), none[Path])),
    "decoupled, an image's path" -> (() => Image.open(none[Path])),
    "region, a buffer" -> (() => Region.in[List[Int]](none[ByteBuffer])),
    "region, a trusted buffer" -> (() => Region.inUnchecked[List[Int]](none[ByteBuffer])),
    "region, a channel" -> (() => Region.receive[List[Int]](none[ReadableByteChannel])),
    "region, a path" -> (() => Region.open[List[Int]](none[Path])),
    "region, a path to upgrade" -> (() => Region.upgrade[List[Int]](none[Path])),
    "region, a path to write" -> (() => Region.compact(List(1)).writeTo(none[Path])),
    "region, a channel to write" -> (() => Region.compact(List(1)).sendTo(none[WritableByteChannel])),
    "a shape" -> (() => ShapeTable.read(none[Array[Byte]])),
    "a shape to write" -> (() => ShapeTable.write(none[Shape])),
    "the shape of a writer" -> (() => Unpickler.from[String](none[Shape])),
    "a lock" -> (() => Lock.parse(none[String])),
    "records" -> (() => RecordReader.over(none[InputStream])),
    "a history" -> (() => History(none[Shape]))
  )

  test("a null in place of an argument is refused by a PickleException that names it, at every entrance") {
    val found = scala.collection.mutable.ListBuffer.empty[String]
    for (name, call) <- formats.flatMap(reads) ++ others do
      try
        call()
        found += s"$name: accepted"
      catch
        case e: PickleException.NullValue if e.getMessage.contains("null") => ()
        case e: Throwable                                                  => found += s"$name: $e"
    assert(found.isEmpty, found.mkString("\n"))
  }
