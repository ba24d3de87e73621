package brine.accel

import brine.accel.model._
import brine.accel.sim._
import java.nio.file.{Files, Path, Paths}
import scala.jdk.CollectionConverters._

/** Kept pickles that software has written, against the plain model and against the accelerator. */
class GoldenSuite extends AcceleratorTests(AcceleratorSuite.parameters) {
  private val kept: Seq[(String, StoredPickle)] = for (
    folder <- GoldenSuite.folders; file <- GoldenSuite.pickles(folder)
  )
    yield s"${folder.getParent.getFileName}/${file.getFileName}" -> StoredPickle(Files.readAllBytes(file))

  /** Names the pickle that a comparison fails for. */
  private def of(name: String)(body: => Unit): Unit =
    try body
    catch { case e: AssertionError => fail(s"$name: ${e.getMessage}", e) }

  test("the model writes the bytes that software has written") {
    for (folder <- GoldenSuite.folders) assert(GoldenSuite.pickles(folder).nonEmpty, s"$folder has no pickles")
    for ((name, pickle) <- kept) of(name)(same(Decoupled.serialize(pickle.graph, pickle.hasMarks), pickle.arrays))
  }

  check("a serialization unit writes the bytes that software has written") {
    for ((name, pickle) <- kept) {
      prepare()
      val graph = pickle.graph
      val heap = host.place(graph)
      register(graph, heap)
      val areas = host.areasFor(graph, pickle.hasMarks)
      host.serialize(heap.address(graph.root), areas, pickle.hasMarks)
      val outcome = host.await(1)._2.head
      assertEquals(outcome.status, "ok", name)
      of(name)(same(host.arrays(areas, outcome), pickle.arrays))
    }
  }

  check("a deserialization unit rebuilds the image of a pickle, from the place of its sections in it") {
    for ((name, pickle) <- kept) {
      prepare()
      val at = host.allocate(pickle.bytes.length + 64) + pickle.bytes.length % 8
      host.write(at, pickle.bytes)
      def section(i: Int, bytes: Int) = (at + pickle.sections(i), bytes.toLong)
      val a = pickle.arrays
      val areas = Areas(
        section(0, 8 * a.values.length),
        section(1, a.references.buckets.length),
        section(2, a.references.ends.length),
        section(3, a.layouts.buckets.length),
        section(4, a.layouts.ends.length),
        spill = (0L, 0L)
      )
      val image = (host.allocate(8 * a.imageSlots), 8 * a.imageSlots)
      host.deserialize(areas, image, hasMarks = pickle.hasMarks)
      assertEquals(host.await(1)._2.head.status, "ok", name)
      assertEquals(host.readLongs(image._1, a.imageSlots).toSeq, Decoupled.image(a).toSeq, name)
    }
  }
}

object GoldenSuite {

  /** The repository's kept pickles, of the corpus and of the laws' random graphs, from the module's folder or from the
    * root.
    */
  val folders: Seq[Path] =
    for (format <- Seq("decoupled", "decoupled-graphs"))
      yield Seq("../..", ".").map(up => Paths.get(up, "golden", format, "v0")).find(Files.isDirectory(_))
        .getOrElse(throw new IllegalStateException(s"golden/$format/v0 is missing"))

  def pickles(folder: Path): Seq[Path] = {
    val stream = Files.list(folder)
    try stream.iterator.asScala.filter(_.toString.endsWith(".bin")).toVector.sorted
    finally stream.close()
  }
}
