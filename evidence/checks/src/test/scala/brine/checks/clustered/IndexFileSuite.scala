package brine.checks.clustered

import java.nio.{ByteBuffer, ByteOrder}
import java.nio.file.{Files, Path}
import java.nio.file.attribute.BasicFileAttributes
import java.util.zip.CRC32C
import scala.util.{Random, Using}
import brine.*
import brine.checks.graphs.{GraphGenerator, Vertex}
import brine.graph.{Graph, GraphFormat, OpenGraph}
import brine.testkit.corpus.Corpus
import brine.testkit.{Laws, Patient, Temporary}

/** The index of a graph in a file beside it: it answers as the index of a pass does, and is never believed of another
  * graph.
  */
class IndexFileSuite extends munit.FunSuite, Temporary, Patient:
  import IndexFileSuite.*

  /** A folder with a graph. */
  private def graphOf[A: Pickler](value: A, options: PickleOptions = PickleOptions.Default): (Path, Path) =
    val folder = newFolder()
    Files.write(folder.resolve("graph"), Laws.write(value, GraphFormat, options))
    (folder.resolve("graph"), folder.resolve("index"))

  /** The answers to questions about all of a graph, in one text. */
  private def answers(graph: OpenGraph): String =
    val all =
      for t <- graph.types if t.isClass; v <- t.objects.vertices yield
        val fields = for f <- t.fields if !f.isUnit yield s"${f.name}=${shown(v(f.name))}"
        s"${v.typeName} ${v.number} ${v.path} ${fields.mkString(",")} ${v.referrers.size} ${v.selected.retained.counts}"
    val places = for i <- 0L until graph.objects yield s"$i ${graph.vertex(i).typeName} ${graph.vertex(i).path}"
    (all ++ places).mkString("\n")

  private def shown(value: Any): String = value match
    case a: Array[Byte] => a.mkString(" ")
    case other          => String.valueOf(other)

  private def ask(graph: Path, index: Option[Path]): String =
    try
      val opened = index.fold(Graph.open(graph))(Graph.open(graph, _))
      Using.resource(opened)(answers)
    catch case e: PickleException.IncompatibleShape => "refused" // a pickler by hand

  /** Changes when the file is replaced. */
  private def identity(index: Path): AnyRef = Files.readAttributes(index, classOf[BasicFileAttributes]).fileKey

  private def check[A: Pickler](value: A, name: String): Boolean =
    val (graph, index) = graphOf(value)
    val usual = ask(graph, None)
    assertEquals(ask(graph, Some(index)), usual, name)
    val isThere = Files.exists(index)
    if isThere then
      val before = identity(index)
      assertEquals(ask(graph, Some(index)), usual, name)
      assertEquals(identity(index), before, s"$name: it was made again")
    isThere

  test("every sample of the corpus and random graphs answer as without the file") {
    val ofSamples = Corpus.all.count(sample => check(sample.value, sample.name)(using sample.pickler))
    assert(ofSamples > Corpus.all.length / 2, s"$ofSamples of ${Corpus.all.length}")
    for seed <- 1 to 40 do check[Vertex](new GraphGenerator(seed).vertex(), s"$seed")
  }

  test("a file that is damaged, cut or of another graph is replaced, whichever byte differs") {
    val (graph, index) = graphOf(someParts(3))
    val usual = ask(graph, Some(index))
    val bytes = Files.readAllBytes(index)
    val begin = "BrineIx1".length
    for at <- begin until bytes.length do
      val other = bytes.clone()
      other(at) = (other(at) ^ (1 << at % 8)).toByte
      Files.write(index, other)
      assertEquals(ask(graph, Some(index)), usual, s"byte $at")
      assert(Files.readAllBytes(index).sameElements(bytes), s"byte $at")
    for length <- begin until bytes.length do
      Files.write(index, bytes.take(length))
      assertEquals(ask(graph, Some(index)), usual, s"$length bytes")
    Files.write(index, bytes :+ 0.toByte)
    assertEquals(ask(graph, Some(index)), usual)
    assert(Files.readAllBytes(index).sameElements(bytes))
  }

  test(
    "whatever number a file has, with a right checksum: each question ends, with an answer or a documented failure"
  ) {
    val (graph, index) = graphOf(someParts(3))
    val usual = ask(graph, Some(index))
    val bytes = Files.readAllBytes(index)
    for at <- "BrineIx1".length until bytes.length - 4; number <- List(1, 2, 3, 5, 1 << 20, Int.MaxValue, Int.MinValue)
    do
      val other = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN)
      if at + 4 <= bytes.length - 4 then other.putInt(at, number)
      val crc = new CRC32C
      crc.update(other.array, 0, bytes.length - 4)
      other.putInt(bytes.length - 4, crc.getValue.toInt)
      Files.write(index, other.array)
      try ask(graph, Some(index)): Unit
      catch case _: (PickleException | NoSuchElementException) => ()
    Files.write(index, bytes)
    assertEquals(ask(graph, Some(index)), usual)
  }

  test("a graph of the same length and other content makes the file anew, with checksums and without") {
    for options <- List(PickleOptions.Default, PickleOptions(checksum = false)) do
      val (graph, index) = graphOf(someParts(3), options)
      val first = ask(graph, Some(index))
      val Vector(a, _, c) = someParts(3): @unchecked
      a.next = new Part("part X", c)
      val size = Files.size(graph)
      Files.write(graph, Laws.write(Vector(a, a.next, c), GraphFormat, options))
      assertEquals(Files.size(graph), size)
      assertEquals(ask(graph, Some(index)), ask(graph, None))
      assertNotEquals(ask(graph, Some(index)), first)
  }

  test("any other file is refused, and stays") {
    val (graph, index) = graphOf(someParts(3))
    for content <- List("notes of a user", "", "Brine") do
      Files.writeString(index, content)
      val e = intercept[PickleException.Malformed](ask(graph, Some(index)))
      assert(e.getMessage.contains("is not an index of a graph. It is not replaced"), e.getMessage)
      assertEquals(Files.readString(index), content)
    val e = intercept[PickleException.Malformed](ask(graph, Some(graph)))
    assert(e.getMessage.contains("is not an index"), e.getMessage)
  }

  test("the first question that needs the index fails if the file's folder is not there") {
    val (graph, _) = graphOf(someParts(3))
    val missing = graph.resolveSibling("missing").resolve("index")
    Using.resource(Graph.open(graph, missing)) { graph =>
      assertEquals(graph("Part").count, 3L)
      intercept[PickleException.InputOutput](graph("Part").vertex(0).path)
    }
  }

  test("parts of a large graph are loaded by the file") {
    val (graph, index) = graphOf(someParts(100_000))
    for _ <- 1 to 2; seed <- 1 to 3 do
      Using.resource(Graph.open(graph, index)) { graph =>
        val row = new Random(seed).nextInt(100_000)
        assertEquals(graph("Part").vertex(row)("name"), s"part $row")
        assertEquals(graph.load[Part](graph("Part").vertex(row)).next.name, s"part ${(row + 1) % 100_000}")
      }
  }

object IndexFileSuite:
  final class Part(val name: String, var next: Part) derives Pickler

  /** A ring. */
  def someParts(count: Int): Vector[Part] =
    val all = Vector.tabulate(count)(i => new Part(s"part $i", null))
    for i <- all.indices do all(i).next = all((i + 1) % count)
    all
