package brine.checks.clustered

import java.io.ByteArrayInputStream
import java.nio.file.{Files, Path}
import scala.util.Using
import brine.*
import brine.graph.{Graph, GraphFormat, GraphPickle}
import brine.testkit.Laws

/** Headers can be read of files that are otherwise broken, and errors give the byte in the file. */
class GraphOffsetsSuite extends munit.FunSuite:
  import GraphOffsetsSuite.*

  private val plain = PickleOptions(checksum = false)
  private val items = List.tabulate(2000)(i => Item(i, if i % 2 == 0 then "even" else s"odd $i", i % 3 == 0))
  private val bytes = Laws.write(items, GraphFormat.withHeader("by" -> "a test"))

  private def onFile[A](bytes: Array[Byte])(use: Path => A): A =
    val path = Files.createTempFile("graph", ".brine")
    try
      val ignored = Files.write(path, bytes)
      use(path)
    finally Files.delete(path)

  test("a header is read from a file, a stream or a pickle, though all that follows is cut away") {
    val header = Map("by" -> "a test")
    for length <- List(bytes.length, bytes.length / 2, 60) do
      val cut = bytes.take(length)
      assertEquals(onFile(cut)(Graph.header(_)), header)
      assertEquals(Graph.header(new ByteArrayInputStream(cut)), header)
      assertEquals(Graph.header(new GraphPickle(cut)), header)
    val stream = new java.io.BufferedInputStream(new ByteArrayInputStream(bytes ++ bytes))
    stream.mark(1 << 20)
    assertEquals(Graph.header(stream), header)
    stream.reset()
    assertEquals(Pickle.readAll[List[Item]](stream)(using summon, GraphFormat).toList, List(items, items))
  }

  test("a header that is damaged, cut or of another format is refused, at its byte") {
    assertEquals(intercept[PickleException.Truncated](Graph.header(new GraphPickle(bytes.take(9)))).path, "$")
    val e = intercept[PickleException.WrongFormat](onFile("no graph".getBytes)(Graph.header(_)))
    assertEquals(e.offset, 0L)
    val damaged = bytes.clone
    damaged(10) = (damaged(10) ^ 1).toByte
    assert(intercept[PickleException.ChecksumMismatch](onFile(damaged)(Graph.header(_))).offset > 10)
  }

  test("a value that is invalid in its column is refused at its block, in a file, in memory and behind another graph") {
    val written = Laws.write(items, GraphFormat, plain)
    val at = blockOf("Item.flag: 2000 Boolean", written)
    val damaged = written.clone
    damaged(at + 1) = 1 // numbers are shifted, and no booleans any more
    def check(failure: PickleException, before: Int = 0) =
      assertEquals(failure.offset, before + at.toLong, failure.getMessage)
    onFile(damaged) { path =>
      check(intercept[PickleException.Malformed](Pickle.read[List[Item]](path)(using summon, GraphFormat)))
      check(intercept[PickleException.Malformed](Using.resource(Graph.open(path))(_.root[List[Item]])))
      check(intercept[PickleException.Malformed](Graph.records(path)))
    }
    check(intercept[PickleException.Malformed](Laws.read[List[Item]](damaged, GraphFormat)))
    val two = new ByteArrayInputStream(written ++ damaged)
    check(
      intercept[PickleException.Malformed](Pickle.readAll[List[Item]](two)(using summon, GraphFormat).toList),
      written.length
    )
  }

  test("an invalid block is refused at its beginning, when a file is inspected") {
    val written = Laws.write(items, GraphFormat, plain)
    val at = blockOf("Item.n: 2000 Int", written)
    val damaged = written.clone
    damaged(at) = 60 // no width that there is
    onFile(damaged) { path =>
      for look <- List[brine.graph.GraphInspection => Any](
          _("Item")("n").sum,
          _("Item")("n").values.toList,
          _("Item").vertex(1)("n")
        )
      do assertEquals(intercept[PickleException.Malformed](Graph.inspect(path)(look)).offset, at.toLong)
    }
  }

  test("a damaged footer is refused at a byte of the footer, in a file as in memory") {
    val written = Laws.write(items, GraphFormat, plain)
    val length = java.nio.ByteBuffer.wrap(written).order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt(written.length - 6)
    val footer = written.length - 6 - length
    for at <- footer until written.length - 6 by 3 do
      val damaged = written.clone
      damaged(at) = (damaged(at) ^ 0x55).toByte
      onFile(damaged) { path =>
        try Graph.inspect(path)(_.types.size)
        catch
          case e: PickleException =>
            assert(e.offset >= footer && e.offset <= written.length, s"byte $at of ${written.length}: $e")
        try Graph.inspect(new GraphPickle(damaged)).types.size
        catch
          case e: PickleException =>
            assert(e.offset >= footer && e.offset <= written.length, s"byte $at of ${written.length}: $e")
      }
    val checked = bytes.clone
    checked(checked.length - 20) = (checked(checked.length - 20) ^ 1).toByte
    val e = intercept[PickleException.ChecksumMismatch](onFile(checked)(Graph.inspect(_)(_.types)))
    assertEquals(e.offset, checked.length - 10L)
  }

  /** The offset of the block in this line of a dump. */
  private def blockOf(text: String, graph: Array[Byte]): Int =
    Graph.inspect(new GraphPickle(graph)).dump.linesIterator.find(_.contains(text)).get.trim.takeWhile(_.isDigit).toInt

object GraphOffsetsSuite:
  final case class Item(n: Int, name: String, flag: Boolean) derives Pickler
