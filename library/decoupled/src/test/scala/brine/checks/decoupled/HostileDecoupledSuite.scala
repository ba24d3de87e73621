package brine.checks.decoupled

import scala.reflect.ClassTag
import brine.*
import brine.graph.decoupled.DecoupledFormat
import brine.testkit.{Allocation, Laws}

/** Attacks by hostile bytes: each is refused, with its place, before anything is made of it. */
class HostileDecoupledSuite extends munit.FunSuite:
  import HostileDecoupledSuite.*

  private val sound = new PlainDecoupled(Laws.write(graph, DecoupledFormat))

  private def refused[E <: PickleException: ClassTag](bytes: Array[Byte], text: String): E =
    val byImage = intercept[E](DecoupledFormat.image(bytes))
    assert(byImage.getMessage.contains(text), byImage.getMessage)
    val threads = intercept[E](Laws.read[Node](bytes, DecoupledFormat.withExecutor(_.run())))
    assert(threads.getMessage.contains(text), threads.getMessage)
    val e = intercept[E](Laws.read[Node](bytes, DecoupledFormat))
    assert(e.getMessage.contains(text), e.getMessage)
    e

  /** Only where objects are to be made: an image may hold it. */
  private def refusedAsObjects[E <: PickleException: ClassTag](bytes: Array[Byte], text: String): E =
    val e = intercept[E](Laws.read[Node](bytes, DecoupledFormat))
    assert(e.getMessage.contains(text), e.getMessage)
    e

  private def changed(slot: Int, to: Long): Array[Byte] = sound.forged(image = sound.image.updated(slot, to))

  test("a pickle without changes is read") {
    assertEquals(Laws.read[Node](sound.forged(), DecoupledFormat).left.left.value, 4)
  }

  test("sizes that do not fit each other, or the bytes") {
    val most = 1L << 40
    refused[PickleException.LimitExceeded](sound.forged(sizes = _.copy(slots = most)), "slots")
    refused[PickleException.LimitExceeded](sound.forged(sizes = _.copy(slots = -1)), "slots")
    refused[PickleException.Malformed](sound.forged(sizes = _.copy(objects = 0)), "objects")
    refused[PickleException.Malformed](sound.forged(sizes = _.copy(objects = most)), "objects")
    refused[PickleException.Malformed](sound.forged(sizes = _.copy(references = 17)), "references")
    refused[PickleException.Malformed](sound.forged(sizes = _.copy(references = -1)), "references")
    refused[PickleException.Malformed](sound.forged(sizes = _.copy(referenceBytes = 7)), "bytes of references")
    refused[PickleException.Malformed](sound.forged(sizes = _.copy(referenceBytes = most)), "bytes of references")
    refused[PickleException.Malformed](sound.forged(sizes = _.copy(layoutBytes = 2)), "bytes of layouts")
    refused[PickleException.Malformed](sound.forged(sizes = _.copy(layoutBytes = most)), "bytes of layouts")
    refused[PickleException.Truncated](
      sound.forged(sizes = _ => PlainDecoupled.Sizes(1 << 30, 1 << 29, 0, 0, 1 << 29)),
      "sections"
    )
  }

  test("a claim of gigabytes allocates nothing, wherever the bytes come from") {
    val bytes = sound.forged(sizes = _ => PlainDecoupled.Sizes(1 << 30, 1 << 20, 1000, 8000, (1 << 27) + (1 << 18)))
    def stream() = new java.io.ByteArrayInputStream(bytes)
    for read <- List(
        () => Laws.read[Node](bytes, DecoupledFormat),
        () => Pickle.read[Node](stream())(using format = DecoupledFormat)
      )
    do
      assert(!Allocation.isAlwaysAbove(4L << 20, times = 5)(intercept[PickleException.Truncated](read())))
  }

  test("layouts, end maps and references that disagree") {
    val more = sound.layouts.updated(3, "00111")
    refused[PickleException.Malformed](sound.forged(layouts = more, sizes = s => s.copy(slots = 16)), "in the layouts")
    refused[PickleException.Malformed](sound.forged(layouts = sound.layouts.init ++ List("0011", "")), "without slots")
    refused[PickleException.Malformed](
      sound.forged(sizes = s => s.copy(slots = 15, references = 7)),
      "expected 15 slots in the layouts, found 16"
    )
    val bytes = sound.forged()
    // Sections from the end: layouts and their end map, 8 bytes each; references, and their end map.
    refused[PickleException.Malformed](flipped(bytes, bytes.length - 8, 0x40), "in the layouts, found")
    refused[PickleException.Malformed](flipped(bytes, bytes.length - 8, 0x10), "end map")
    refused[PickleException.Malformed](flipped(bytes, bytes.length - 1, 0x01), "end map")
    refused[PickleException.Malformed](flipped(bytes, bytes.length - 9, 0x01), "zeros behind")
    refused[PickleException.Malformed](flipped(bytes, bytes.length - 16, 0x38), "without slots")
    refused[PickleException.Malformed](flipped(bytes, bytes.length - 24, 0x80), "packed references, found 7")
    val zeros = refused[PickleException.Malformed](flipped(bytes, bytes.length - 32, 0x80), "zeros before it")
    assertEquals(zeros.offset, bytes.length - 32L)
  }

  test("references to slots where no object begins") {
    refused[PickleException.Malformed](changed(2, 2), "a reference to slot 1, where no object begins")
    refused[PickleException.Malformed](changed(2, 17), "a reference to slot 16")
    refused[PickleException.Malformed](changed(2, Long.MaxValue), "a reference to slot 9223372036854775806")
  }

  test("classes, sizes and layouts that are not those of an object") {
    refused[PickleException.Malformed](changed(0, 99), "an object of class 99")
    refused[PickleException.Malformed](changed(0, 22), "an object of class 22")
    refused[PickleException.Malformed](changed(0, -1), "an object of class -1")
    refused[PickleException.Malformed](changed(4, 1), "a None of 4 slots in place of 1")
    refused[PickleException.Malformed](changed(4, 11), "a String claims 2 elements, and 4 slots are left")
    refused[PickleException.Malformed](
      sound.forged(layouts = sound.layouts.updated(1, "0101"), image = sound.image.updated(5, 0)),
      "a layout that is not that of a Node"
    )
    val e = refused[PickleException.Malformed](
      sound.forged(layouts = sound.layouts.updated(0, "1011"), image = sound.image.updated(0, 1)),
      "a None of 4 slots"
    )
    assert(e.offset > 0, e.getMessage)
  }

  test("objects that come in another order, or that nothing leads to") {
    val swapped = sound.image.clone
    swapped(2) = sound.image(3)
    swapped(3) = sound.image(2)
    refusedAsObjects[PickleException.Malformed](sound.forged(image = swapped), "order of first references")
    refusedAsObjects[PickleException.Malformed](changed(3, 0), "order of first references")
    val island = sound.image ++ Array[Long](32, 5, 17, 0)
    refusedAsObjects[PickleException.Malformed](
      sound.forged(sound.layouts :+ "0011", island),
      "no earlier reference leads to an object"
    )
  }

  test("an object of a type that its place does not allow") {
    val bytes = Laws.write(Pair(Left("x"), Leaf(1)), DecoupledFormat)
    val pair = new PlainDecoupled(bytes)
    val swapped = pair.image.clone
    // The pair's two objects change places.
    swapped(pair.addresses(1)) = pair.image(pair.addresses(2))
    val e = intercept[PickleException](Laws.read[Pair](pair.forged(image = swapped), DecoupledFormat))
    assert(e.getMessage.contains("Malformed") || e.isInstanceOf[PickleException.Malformed], e.getMessage)
  }

  test("two references to a value without identity are refused, and are never read twice") {
    // A tower of options, each with two references to the next, would be 2^30 values.
    val tower = Iterator.iterate(Nest(None, None))(n => Nest(Some(n), Some(Nest(None, None)))).drop(30).next()
    val plain = new PlainDecoupled(Laws.write(tower, DecoupledFormat))
    val image = plain.image.clone
    image(2) = image(1)
    val e = intercept[PickleException](Laws.read[Nest](plain.forged(image = image), DecoupledFormat))
    assert(e.isInstanceOf[PickleException.Malformed] || e.isInstanceOf[PickleException.BadReference], e.getMessage)
    val text = new PlainDecoupled(Laws.write(Texts("x" * 100, "y"), DecoupledFormat))
    assertEquals(Laws.read[Texts](text.forged(image = text.image), DecoupledFormat), Texts("x" * 100, "y"))
  }

  test("values outside of their kind") {
    def kinds(image: Array[Long] => Unit): Unit =
      val plain = new PlainDecoupled(Laws.write(Kinds(true, 1, 2, 'c', 3, 1.5f), DecoupledFormat))
      val changed = plain.image.clone
      image(changed)
      val e = intercept[PickleException.Malformed](Laws.read[Kinds](plain.forged(image = changed), DecoupledFormat))
      assert(e.getMessage.contains("$."), e.getMessage)
      assert(e.offset > 0, e.getMessage)
    kinds(_(1) = 2)
    kinds(_(2) = 128)
    kinds(_(3) = 40_000)
    kinds(_(4) = -1)
    kinds(_(5) = 1L << 32)
    kinds(_(6) = -1)
  }

  test("units are counted, and a million of them are enough") {
    val units = Vector.fill(2000)(())
    val bytes = Laws.write(units, DecoupledFormat)
    assertEquals(Laws.read[Vector[Unit]](bytes, DecoupledFormat), units)
    intercept[PickleException.LimitExceeded](
      Laws.read[Vector[Unit]](bytes, DecoupledFormat, PickleOptions(limits = Limits(maxElementsWithoutBytes = 1999)))
    )
  }

  test("each byte of a pickle without checksums is changed: it is refused, or is a value") {
    val bytes = sound.forged()
    for at <- bytes.indices; to <- List(0, 1, 0x7f, 0x80, 0xff) do
      val changed = bytes.clone
      changed(at) = to.toByte
      try Laws.read[Node](changed, DecoupledFormat)
      catch case _: PickleException => ()
      try DecoupledFormat.image(changed).dump
      catch case _: PickleException => ()
  }

  test("a damaged block is found by its checksum, with both checksums and the offset") {
    val bytes = Laws.write(graph, DecoupledFormat)
    val at = bytes.length - 4
    val written = java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt(at)
    bytes(at) = (bytes(at) ^ 1).toByte
    val e = intercept[PickleException.ChecksumMismatch](Laws.read[Node](bytes, DecoupledFormat))
    assertEquals((e.found, e.expected, e.offset), (written ^ 1, written, at.toLong))
  }

  test("a newer version is refused, with both versions named; other formats are known by their first bytes") {
    val bytes = Laws.write(graph, DecoupledFormat)
    val other = intercept[PickleException.WrongFormat](Laws.read[Node](bytes, brine.binary.BinaryFormat))
    assert(other.getMessage.contains("brine.graph.decoupled"), other.getMessage)
    intercept[PickleException.WrongFormat](Laws.read[Node](Laws.write(graph, brine.graph.GraphFormat), DecoupledFormat))
    bytes(2) = 9
    val e = intercept[PickleException.UnknownVersion](Laws.read[Node](bytes, DecoupledFormat))
    assert(e.getMessage.contains("unknown version 9 of the format: this Brine reads version 0."), e.getMessage)
    bytes(2) = 0
    bytes(3) = 9
    intercept[PickleException.Malformed](Laws.read[Node](bytes, DecoupledFormat))
  }

object HostileDecoupledSuite:
  final case class Node(value: Int, left: Node, right: Node) derives Pickler
  final case class Nest(a: Option[Nest], b: Option[Nest]) derives Pickler
  final case class Texts(a: String, b: String) derives Pickler
  final case class Kinds(b: Boolean, y: Byte, s: Short, c: Char, i: Int, f: Float) derives Pickler
  final case class Left(s: String) derives Pickler
  final case class Leaf(i: Int) derives Pickler
  final case class Pair(left: Left, leaf: Leaf) derives Pickler

  /** The graph of the specification: four objects of four slots, one of them shared. */
  private val graph: Node =
    val d = Node(4, null, null)
    Node(1, Node(2, d, null), Node(3, null, d))

  private def flipped(bytes: Array[Byte], at: Int, bits: Int): Array[Byte] =
    bytes.updated(at, (bytes(at) ^ bits).toByte)
