package brine.checks.clustered

import brine.*
import brine.graph.GraphFormat
import brine.testkit.Laws

/** Attacks by hostile graphs. */
class HostileGraphSuite extends munit.FunSuite:
  import HostileGraphSuite.*

  test("values of no bits are limited by the bytes, and a writer adds as many as are needed") {
    val alike = Array.fill(4_000_000)(7L)
    val bytes = Laws.write(alike, GraphFormat)
    assert(bytes.length >= (alike.length - 1_000_000) / 32, bytes.length)
    assert(bytes.length < alike.length / 16, bytes.length)
    assertEquals(Laws.read[Array[Long]](bytes, GraphFormat).toSeq, alike.toSeq)
    val e = intercept[PickleException.LimitExceeded](
      Laws.read[Array[Long]](bytes, GraphFormat, PickleOptions(limits = Limits(maxElementsWithoutBytes = 1000)))
    )
    assert(e.getMessage.contains("maxElementsWithoutBytes"), e.getMessage)
  }

  test("units are counted, and a million of them are enough") {
    val units = Vector.fill(2000)(())
    val bytes = Laws.write(units, GraphFormat)
    assertEquals(Laws.read[Vector[Unit]](bytes, GraphFormat), units)
    intercept[PickleException.LimitExceeded](
      Laws.read[Vector[Unit]](bytes, GraphFormat, PickleOptions(limits = Limits(maxElementsWithoutBytes = 1999)))
    )
  }

  test("a graph without checksums with any byte changed is refused or a value, within bounded time and memory") {
    val graph = List(Item("a", 1, null), Item("b", 2, Item("c", 3, null)), null)
    val bytes = Laws.write(graph, GraphFormat, PickleOptions(checksum = false))
    for at <- bytes.indices; to <- List(0, 1, 0x7f, 0x80, 0xff) do
      val changed = bytes.clone
      changed(at) = to.toByte
      try
        val back = Laws.read[List[Item]](changed, GraphFormat)
        assert(back.length < 100, s"byte $at made $to")
      catch case _: PickleException => ()
  }

  test("bytes behind a graph, a footer of another, a segment too few") {
    val bytes = Laws.write(List(1, 2, 3), GraphFormat)
    intercept[PickleException.TrailingBytes](Laws.read[List[Int]](bytes :+ 0, GraphFormat))
    intercept[PickleException](Laws.read[List[Int]](
      bytes.dropRight(6) ++ Array[Byte](1, 0, 0, 0, 0x67, 0x1e),
      GraphFormat
    ))
    val other = Laws.write(List.fill(1000)("x"), GraphFormat)
    val (footer, otherFooter) = (footerAt(bytes), footerAt(other))
    intercept[PickleException](Laws.read[List[Int]](bytes.take(footer) ++ other.drop(otherFooter), GraphFormat))
    val e = intercept[PickleException.Malformed](Laws.read[List[Int]](
      bytes.take(FirstSegment) ++ bytes.drop(footer),
      GraphFormat
    ))
    assert(e.getMessage.contains("0 segments"), e.getMessage)
  }

  test("a checksum reports a damaged block, with the expected and the found value") {
    val bytes = Laws.write(List(1, 2, 3), GraphFormat)
    val at = footerAt(bytes) - 4
    val written = java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt(at)
    bytes(at) = (bytes(at) ^ 1).toByte
    val e = intercept[PickleException.ChecksumMismatch](Laws.read[List[Int]](bytes, GraphFormat))
    assertEquals((e.found, e.expected, e.offset), (written ^ 1, written, at.toLong))
  }

  test("a newer version is refused, with both versions named") {
    val bytes = Laws.write(List(1), GraphFormat)
    bytes(2) = 9
    val e = intercept[PickleException.UnknownVersion](Laws.read[List[Int]](bytes, GraphFormat))
    assert(e.getMessage.contains("unknown version 9 of the format: this Brine reads version 1."), e.getMessage)
    intercept[PickleException.WrongFormat](Laws.read[List[Int]](
      Laws.write(List(1), brine.binary.BinaryFormat),
      GraphFormat
    ))
  }

  /** The offset of the zero before the footer, after an empty header and one segment. */
  private def footerAt(graph: Array[Byte]): Int =
    FirstSegment + 4 + java.nio.ByteBuffer.wrap(graph).order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt(FirstSegment) + 4

object HostileGraphSuite:
  /** Magic, version, flags; a header of one byte, between its length and its checksum. */
  private final val FirstSegment = 4 + 4 + 1 + 4

  final case class Item(name: String, n: Int, next: Item) derives Pickler
