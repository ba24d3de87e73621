package brine.checks

import scala.util.Random
import brine.*
import brine.binary.{Deflated, ShapeTable}
import brine.graph.GraphFormat
import brine.graph.decoupled.DecoupledFormat
import brine.shape.{Fingerprint, ScalarKind, Shape}
import brine.testkit.{Allocation, Laws, Patient}
import brine.wire.ByteSink

/** The types of a pickle cost no more than a multiple of the bytes of their tables, whatever they are. */
class HostileTablesSuite extends munit.FunSuite, Patient:
  import HostileTablesSuite.*

  private def shapes = List(
    "a chain" -> chain(1200),
    "a long chain" -> chain(9900),
    "a ring with one other class" -> ring(3000),
    "a family of chains" -> family(1500),
    "a class of many fields" -> wide(20_000)
  )

  for (format, forge) <- List[(PickleFormat, Seq[Array[Byte]] => Array[Byte])](
      GraphFormat -> graph,
      DecoupledFormat -> decoupled
    )
  do
    test(s"tables of any types, once and many times, allocate no more than they may: $format") {
      for (name, shape) <- shapes; times <- List(1, 20, 200) do
        val bytes = forge(Seq.fill(times)(ShapeTable.write(shape)))
        def read() = PickleException.either(Laws.read[Int](bytes, format))
        val most = MostBytes + bytes.length.toLong * BytesPerByte
        assert(!Allocation.isAlwaysAbove(most, 3)(read()), s"$name, $times times: ${Allocation.of(read())} bytes")
    }

    test(s"tables that inflate to much are refused before they do, each and all: $format") {
      for times <- List(1, 20, 200) do
        val bytes = forge(Seq.tabulate(times)(i => inflating(200 << 10, i)))
        def read() = PickleException.either(Laws.read[Int](bytes, format))
        assert(!Allocation.isAlwaysAbove(MostBytes + bytes.length * 32L, 3)(read()))
        if times > 1 then
          assert(read().left.exists(_.getMessage.contains("the inflated bytes of tables")), read().toString)
    }

  test("types are told apart in few steps, however far their difference is") {
    for (name, shape) <- shapes do
      val begun = System.nanoTime
      ShapeTable.read(ShapeTable.write(shape)).fingerprint
      assert(System.nanoTime - begun < 5_000_000_000L, name)
  }

  test("for any graph of types, equal nodes are those that refinement by rounds finds") {
    val random = new Random(7)
    for _ <- 0 until 2000 do
      val all = drawn(random)
      ShapeTable.read(ShapeTable.write(all(0))).fingerprint
      val rounds = refinedByRounds(all.toIndexedSeq)
      for i <- all.indices; k <- all.indices do
        val same = all(i).fingerprint == all(k).fingerprint
        assertEquals(same, rounds(i) == rounds(k), s"$i and $k")
      for (one, other) <- reached(all(0)).zip(reached(ShapeTable.read(ShapeTable.write(all(0))))) do
        assertEquals(other.fingerprint, one.fingerprint)
  }

object HostileTablesSuite:
  /** The bytes that any read may allocate, and more for each byte of the pickle. */
  private final val MostBytes = 24L << 20
  private final val BytesPerByte = 400

  private val int: Shape = Shape.Scalar(ScalarKind.Int)

  private def linked(count: Int, after: Int => Shape): Array[Shape] =
    Array.tabulate[Shape](count)(i => new Shape.Product("C", Array("n"), false, () => Array(after(i))))

  private def chain(count: Int): Shape =
    lazy val all: Array[Shape] = linked(count, i => if i == count - 1 then int else all(i + 1))
    all(0)

  private def ring(count: Int): Shape =
    lazy val other: Shape = new Shape.Product("C", Array("m"), false, () => Array(all(0)))
    lazy val all: Array[Shape] = linked(count, i => if i == count - 1 then other else all(i + 1))
    all(0)

  /** A class with a field for each link of a chain. */
  private def family(count: Int): Shape =
    lazy val all: Array[Shape] = linked(count, i => if i == count - 1 then int else all(i + 1))
    new Shape.Product("R", Array.tabulate(count)(i => s"f$i"), false, () => all)

  private def wide(count: Int): Shape =
    new Shape.Product("W", Array.tabulate(count)(i => s"f$i"), false, () => Array.fill(count)(int))

  /** A table of a class with long names. */
  private def inflating(bytes: Int, salt: Int): Array[Byte] =
    val count = bytes / 905
    val sink = ByteSink.growing(bytes)
    sink.putVarint(count + 1)
    def text(text: String): Unit =
      sink.putVarint(1 + (text.length << 1))
      for c <- text do sink.putByte(c)
    text("T")
    for i <- 0 until count do text(f"$salt%05d$i%05d" + "x" * 890)
    for n <- Seq(10, 0, 0, count) ++ Seq.fill(count)(Seq(0, 5)).flatten do sink.putVarint(n)
    Deflated.write(sink.toByteArray)

  private def drawn(random: Random): Array[Shape] =
    val count = 2 + random.nextInt(12)
    val edges = Array.fill(count)(Array.fill(random.nextInt(3))(random.nextInt(count)))
    lazy val all: Array[Shape] = Array.tabulate[Shape](count)(i =>
      new Shape.Product("C", Array.tabulate(edges(i).length)(k => s"f$k"), false, () => edges(i).map(all(_)))
    )
    all

  /** The plain twin: nodes are split by the classes of their children until no round splits any. */
  private def refinedByRounds(all: IndexedSeq[Shape]): IndexedSeq[Int] =
    def numbered(keys: IndexedSeq[Any]) =
      val numbers = keys.distinct.zipWithIndex.toMap
      keys.map(numbers)
    def round(classes: IndexedSeq[Int]) = numbered(all.indices.map(i =>
      (classes(i), Fingerprint.childrenOf(all(i)).map(child => classes(all.indexWhere(_ eq child))))
    ))
    Iterator.iterate(numbered(all.map(Fingerprint.label(_))))(round).sliding(2).collectFirst {
      case Seq(before, now) if before.distinct.length == now.distinct.length => now
    }.get

  private def reached(root: Shape): List[Shape] =
    val met = scala.collection.mutable.ArrayBuffer(root)
    var next = 0
    while next < met.length do
      for child <- Fingerprint.childrenOf(met(next)) do if !met.exists(_ eq child) then met += child
      next += 1
    met.toList

  private val rootTable = ShapeTable.write(int)

  private def tables(sink: ByteSink, all: Seq[Array[Byte]]): Unit =
    sink.putVarint(1 + all.length)
    sink.putByte(0)
    put(sink, rootTable)
    for table <- all do
      sink.putByte(1)
      sink.putVarint(3)
      sink.putByte('S')
      put(sink, table)

  private def put(sink: ByteSink, bytes: Array[Byte]): Unit =
    sink.putVarint(bytes.length)
    sink.putBytes(bytes, 0, bytes.length)

  private def graph(more: Seq[Array[Byte]]): Array[Byte] = forged(more, Nil, Nil)

  /** A graph whose value is the Int 7, with more tables, with keys of the header and members of columns without values.
    */
  private[checks] def forged(more: Seq[Array[Byte]], header: Seq[String], columns: Seq[(Int, Int)]): Array[Byte] =
    val footer = ByteSink.growing(64)
    tables(footer, more)
    for n <- Seq(0, 0, 0, 0) do footer.putByte(n)
    footer.putVarint(1 + columns.length)
    for n <- Seq(0, 0, 0, 5) do footer.putByte(n)
    for (member, level) <- columns; n <- Seq(4, member, level, 5) do footer.putVarint(n)
    for n <- Seq(1, 3, 1, 1, 1, 3) do footer.putByte(n)
    val texts = ByteSink.growing(64)
    texts.putVarint(header.length)
    for key <- header; text <- Seq(key, "") do
      texts.putVarint(1 + (text.length << 1))
      for c <- text do texts.putByte(c)
    val out = ByteSink.growing(64)
    out.putInt(0x000167b2)
    out.putInt(texts.written.toInt)
    out.putBytes(texts.toByteArray, 0, texts.written.toInt)
    out.putInt(3)
    for n <- Seq(0, 0, 14) do out.putByte(n)
    out.putInt(0)
    out.putInt(footer.written.toInt)
    val bytes = footer.toByteArray
    out.putBytes(bytes, 0, bytes.length)
    out.putInt(bytes.length)
    out.putShort(0x1e67)
    out.toByteArray

  /** A decoupled pickle whose value is the Int 7, with more tables. */
  private def decoupled(more: Seq[Array[Byte]]): Array[Byte] =
    val head = ByteSink.growing(64)
    tables(head, more)
    for n <- Seq(0, 2, 1, 0, 0, 1) do head.putVarint(n)
    val bytes = head.toByteArray
    val out = ByteSink.growing(64)
    out.putShort(0x64b2)
    out.putShort(0)
    out.putInt(bytes.length)
    out.putBytes(bytes, 0, bytes.length)
    while out.written % 8 != 0 do out.putByte(0)
    for word <- Seq(7L, 7L, 0x20L, 0x80L) do out.putLong(word)
    out.toByteArray
