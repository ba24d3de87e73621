package brine.checks.clustered

import java.nio.file.{Files, Path}
import brine.*
import brine.checks.Repository
import brine.graph.{Graph, GraphFormat, GraphPickle}
import brine.testkit.{Allocation, Laws, Patient}
import brine.testkit.corpus.{Corpus, Sample}
import scala.util.Using

/** Changes every byte of every kept graph: each change is reported or harmless, and the cost is bounded by the bytes.
  */
class DamagedGraphsSuite extends munit.FunSuite, Patient:
  import DamagedGraphsSuite.*

  /** Thousands of graphs each: munit's half a minute would be a question of how busy the machine is. */
  private val folder: Path = Repository.root.resolve("golden/clustered/v1")

  /** Every third place; with `-Dbrine.giants=true` all. */
  private def some(bytes: Array[Byte]): Range =
    bytes.indices by (if java.lang.Boolean.getBoolean("brine.giants") then 1 else 3)

  test("any byte of a kept graph changed, it is refused") {
    for sample <- Corpus.all do
      val kept = Files.readAllBytes(folder.resolve(s"${sample.name}.bin"))
      for at <- some(kept); to <- changes(kept(at)) do
        intercept[PickleException](read(sample, changed(kept, at, to), PickleOptions.Default))
  }

  test("without checksums, it is refused or a value, whether it is read, read without its classes or looked into") {
    val options = PickleOptions(checksum = false, limits = Limits(maxElementsWithoutBytes = 1000))
    for sample <- Corpus.all do
      val bytes = Laws.write(sample.value, GraphFormat, options)(using sample.pickler)
      for at <- some(bytes); to <- changes(bytes(at)) do
        val damaged = changed(bytes, at, to)
        def look(what: String)(work: => Any): Unit =
          def once(): Unit =
            try work
            catch
              case _: PickleException => ()
              case e: Throwable       => fail(s"${sample.name}, byte $at made $to, $what", e)
          val most = FreeBytes + BytesPerByte * damaged.length
          if Allocation.isAlwaysAbove(most, times = 3)(once()) then
            fail(s"${sample.name}, byte $at made $to: $what allocates more than $most bytes")
        look("reading it")(read(sample, damaged, options))
        look("reading it without classes")(Graph.records(new GraphPickle(damaged))(using options).pickle)
        look("looking into it")(Graph.inspect(new GraphPickle(damaged))(using options).dump)
  }

  test("a Some of null is refused if the content type encodes its own null") {
    val bytes = Laws.write(List(Some(1), None), GraphFormat, PickleOptions(checksum = false))
    // Rising by two from -2, and by three from -3.
    val at = bytes.indexOfSlice(List[Byte](0x80.toByte, 0, 4, 3))
    val damaged = bytes.patch(at, List[Byte](0x80.toByte, 0, 6, 5), 4)
    assert(Graph.inspect(new GraphPickle(damaged)).dump.contains("elements: 2 codes = 0, 3"))
    val e = intercept[PickleException.Malformed](Laws.read[List[Option[Int]]](damaged, GraphFormat))
    assert(e.getMessage.contains("invalid option code 3 (Some of null)"), e.getMessage)
  }

  test("any byte of a kept graph changed in a file, it is refused") {
    onFile { path =>
      for sample <- Corpus.all do
        val kept = Files.readAllBytes(folder.resolve(s"${sample.name}.bin"))
        for at <- some(kept) do
          val ignored = Files.write(path, changed(kept, at, (kept(at) ^ 0x11).toByte))
          intercept[PickleException](readFile(path)(using sample.pickler))
    }
  }

  test("any byte of a kept graph changed in a file, looking into it is refused") {
    onFile { path =>
      for sample <- Corpus.all do
        val kept = Files.readAllBytes(folder.resolve(s"${sample.name}.bin"))
        val sound = Files.write(path, kept)
        assertEquals(Graph.inspectUnchecked(path)(_.dump), Graph.inspect(path)(_.dump))
        for at <- some(kept) do
          val ignored = Files.write(path, changed(kept, at, (kept(at) ^ 0x11).toByte))
          intercept[PickleException](Graph.inspect(path)(_.dump))
    }
  }

  test("any bit of a graph flipped in a file, each value that is looked up is refused or the one that was written") {
    val links = Vector.tabulate(300)(i => Link(i, s"rail $i", i * 0.25))
    for i <- links.indices do links(i).next = links((i + 1) % links.length)
    def looked(path: Path): List[Any] = Graph.inspect(path) { graph =>
      val link = graph("Link")
      List(link("id").sum, link("label").values.toList, link("weight").sum)
    }
    def opened(path: Path): List[Any] =
      Using.resource(Graph.open(path)) { graph =>
        val found = graph("Link").vertices("id")(_ == 150).toList
        found.map(v => (v.number, v("label"), v("weight"), v.path)) ++ found.map(graph.load[Link](_).next.label)
      }
    onFile { path =>
      links.pickleTo(path)(using summon, GraphFormat)
      val sound = Files.readAllBytes(path)
      val (seen, met) = (looked(path), opened(path))
      for at <- sound.indices do
        val ignored = Files.write(path, changed(sound, at, (sound(at) ^ (1 << at % 8)).toByte))
        for (look, expected) <- List((() => looked(path), seen), (() => opened(path), met)) do
          try assertEquals(look(), expected, s"byte $at")
          catch case _: PickleException => ()
    }
  }

  test("each segment of a file is checked when its values are needed, and no bytes may follow the graph") {
    val numbers = List.tabulate(3_000_000)(i => Option.when(i % 3 > 0)(i * i))
    onFile { path =>
      numbers.pickleTo(path)(using summon, GraphFormat)
      assertEquals(readFile[List[Option[Int]]](path), numbers)
      val bytes = Files.readAllBytes(path)
      val (first, length) = (13, java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt(13))
      assert(length < bytes.length / 2, "there is a second segment")
      val second = first + 4 + length + 4
      val ignored = Files.write(path, changed(bytes, second + 100, (bytes(second + 100) ^ 1).toByte))
      val e = intercept[PickleException.ChecksumMismatch](readFile[List[Option[Int]]](path))
      assert(e.offset > second, e.getMessage)
      val more = Files.write(path, bytes :+ 0.toByte)
      assertEquals(intercept[PickleException.TrailingBytes](readFile[List[Option[Int]]](path)).count, 1L)
    }
  }

  private def onFile(use: Path => Unit): Unit =
    val path = Files.createTempFile("graph", ".brine")
    try use(path)
    finally Files.delete(path)

  private def readFile[A: Pickler](path: Path): A = Pickle.read[A](path)(using summon, GraphFormat)

  private def read[A](sample: Sample[A], bytes: Array[Byte], options: PickleOptions): A =
    Laws.read[A](bytes, GraphFormat, options)(using sample.pickler)

  /** One bit, all of them, and the sign. */
  private def changes(byte: Byte): List[Byte] = List(byte ^ 1, byte ^ 0xff, byte ^ 0x80).map(_.toByte)

  private def changed(bytes: Array[Byte], at: Int, to: Byte): Array[Byte] =
    val changed = bytes.clone
    changed(at) = to
    changed

private object DamagedGraphsSuite:
  final class Link(val id: Int, val label: String, val weight: Double) derives Pickler:
    var next: Link = null

  /** The memory that a small graph may take: the reader, its tables, an exception with its path. */
  final val FreeBytes = 1L << 20
  final val BytesPerByte = 1000L
