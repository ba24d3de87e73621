package brine.checks.clustered

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.Files
import scala.util.Random
import brine.*
import brine.combine.imap
import brine.graph.{Graph, GraphFormat, GraphStep}
import brine.testkit.{Laws, Patient}
import brine.testkit.corpus.Cell

/** Many edges, big files, and their cost; with `-Dbrine.giants=true` the biggest. Depth and ten million objects:
  * `DepthSuite` and `SizeSuite`, which go by all formats.
  */
class GiantGraphsSuite extends munit.FunSuite, Patient:
  import GiantGraphsSuite.*

  private val isGiant = java.lang.Boolean.getBoolean("brine.giants")
  private val vertices = if isGiant then 4096 else 512

  test(s"a complete graph of $vertices vertices comes back with each edge where it was") {
    Laws.onSmallStack {
      val graph = Array.tabulate(vertices)(new Vertex(_, null))
      for vertex <- graph do vertex.neighbours = graph.filter(_ ne vertex)
      val back = Laws.read[Array[Vertex]](Laws.write(graph, GraphFormat), GraphFormat)
      assertEquals(back.length, vertices)
      for i <- back.indices do
        assertEquals(back(i).number, i)
        assertEquals(back(i).neighbours.length, vertices - 1)
        for (neighbour, j) <- back(i).neighbours.zipWithIndex do
          if neighbour ne back(if j < i then j else j + 1) then fail(s"$i, $j")
    }
  }

  private val megabytes = if isGiant then 2200 else 64

  test(
    s"a file of more than $megabytes megabytes is written, looked into and read, with one segment at a time in memory"
  ) {
    val path = Files.createTempFile("giant", ".brine")
    try
      val blocks = List.range(0, megabytes).map(Block(_))
      val before = usedBytes()
      blocks.pickleTo(path)(using summon, GraphFormat)
      assert(Files.size(path) > (megabytes.toLong << 20))
      Graph.inspect(path) { graph =>
        assertEquals(graph.bytes, Files.size(path))
        val texts = graph.types.head("elements")
        assertEquals(texts.count, megabytes.toLong)
        assert(texts.bytes > (megabytes.toLong << 20), texts.bytes)
      }
      Block.mostUsed = 0
      assertEquals(Pickle.read[List[Block]](path)(using summon, GraphFormat), blocks)
      assert(Block.mostUsed - before < (48L << 20), s"${Block.mostUsed - before} bytes beside the value")
    finally Files.delete(path)
  }

  test("while a graph is written, an object takes 12 to 20 bytes beside itself, and the open segment a few megabytes") {
    val count = if isGiant then 10_000_000 else 1_000_000
    val cells = Array.fill(count)(new Cell("", null))
    val before = usedBytes()
    var met = 0
    val listening = GraphFormat.withListener { (step, done, _) =>
      // Before and after the table of identities grows, and somewhere between.
      if step == GraphStep.Written && done % (1 << 18) == 0 then
        met += 1
        val used = usedBytes() - before
        if java.lang.Boolean.getBoolean("brine.spec.print") then
          println(f"$done%,d objects: ${used.toDouble / done}%.1f bytes each")
        assert(used > 10 * done && used < 20 * done + OpenSegmentBytes, s"$used bytes for $done objects")
    }
    cells.pickleTo(java.io.OutputStream.nullOutputStream)(using summon, listening)
    assertEquals(met, count >> 18)
    assertEquals(cells.length, count)
  }

private object GiantGraphsSuite:
  final class Vertex(val number: Int, var neighbours: Array[Vertex]) derives Pickler

  /** The bytes of an open segment of these objects, and of the thread's buffers. */
  final val OpenSegmentBytes = 6L << 20

  def usedBytes(): Long =
    System.gc()
    Runtime.getRuntime.totalMemory - Runtime.getRuntime.freeMemory

  /** A megabyte, of which only the seed is kept: as a text, since an object would have an identity, by which a writer
    * holds it to the end. The text begins with the seed.
    */
  final case class Block(seed: Int):
    def text: String =
      val all = new Array[Byte](1 << 20)
      new Random(seed).nextBytes(all)
      f"$seed%08d" + new String(all, ISO_8859_1)

  object Block:
    /** The heap in use while blocks were made. */
    var mostUsed = 0L

    private def of(text: String): Block =
      val seed = text.take(8).toInt
      if seed % 50 == 49 then mostUsed = math.max(mostUsed, usedBytes())
      val block = Block(seed)
      if text != block.text then throw new IllegalArgumentException(s"not the text of block $seed")
      block

    given Pickler[Block] = Pickler[String].imap(of(_))(_.text)
