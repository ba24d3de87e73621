package brine.checks.clustered

import java.nio.{ByteBuffer, ByteOrder}
import java.nio.file.Files
import java.util.concurrent.{Executor, RejectedExecutionException}
import scala.collection.mutable
import scala.util.Random
import brine.*
import brine.graph.{Graph, GraphFormat, GraphPickle, GraphStep}
import brine.testkit.{Allocation, Laws, Patient}
import brine.checks.zoo.*
import brine.wire.ByteSink

/** Collections that are read in pieces, by several threads: docs/spec/clustered.md, "Cuts". */
class PiecesSuite extends munit.FunSuite, Patient:
  import PiecesSuite.*

  // ---- values that are cut

  /** It is cut, and every reader returns an equal value. */
  private def inPieces[A: Pickler](name: String)(value: => A): Unit =
    test(s"$name: is cut, and each way of reading gives the same") {
      given PickleOptions = PickleOptions(subtypes = Subtypes(Subtype[Dog], Subtype[Parrot]))
      val bytes = Laws.write(value, GraphFormat, summon)
      assert(cutsOf(bytes).nonEmpty, Graph.inspect(new GraphPickle(bytes)).toString)
      val alone = Laws.read[A](bytes, GraphFormat, summon)
      assertEquals(Laws.write(alone, GraphFormat, summon).toSeq, bytes.toSeq)
      for (who, executor) <- executors do
        val back = Laws.read[A](bytes, GraphFormat.withExecutor(executor), summon)
        assertEquals(back, value, who)
        assertEquals(Laws.write(back, GraphFormat, summon).toSeq, bytes.toSeq, who)
      val path = Files.createTempFile("pieces", ".brine")
      try
        val ignored = Files.write(path, bytes)
        val back = Pickle.read[A](path)(using summon, GraphFormat.withExecutor(another), summon)
        assertEquals(Laws.write(back, GraphFormat, summon).toSeq, bytes.toSeq, "from a file")
      finally Files.delete(path)
    }

  inPieces("a vector of objects")(Vector.tabulate(20_000)(i => Point(i, i * 0.5)))
  inPieces("a list of objects")(List.tabulate(20_000)(i => Point(i, i * 0.5)))
  inPieces("a vector of ints")(Vector.tabulate(30_000)(_ * 7))
  inPieces("a list of doubles")(List.tabulate(30_000)(i => 1.0 / i))
  inPieces("a vector of strings")(Vector.tabulate(30_000)(i => if i % 7 == 0 then null else s"string ${i % 1000}"))
  inPieces("a set of strings")(List.tabulate(30_000)(i => s"string $i").toSet)
  inPieces("a queue of units")(scala.collection.immutable.Queue.fill(30_000)(()))
  inPieces("options, nulls among them")(Vector.tabulate(30_000)(i =>
    if i % 5 == 0 then null else Option.when(i % 3 > 0)(i)
  ))
  inPieces("a sealed family")(Vector.tabulate(20_000)(i =>
    if i % 3 == 0 then Shape.Dot else Shape.Line(Point(i, 1), Point(i, 2))
  ))
  inPieces("collections")(List.tabulate(8000)(i => List.tabulate(i % 50)(j => s"$i $j")))
  inPieces("maps")(Vector.tabulate(8000)(i => Map.from(List.tabulate(i % 20)(j => j -> s"$i"))))
  inPieces("arrays, as a buffer")(mutable.ArrayBuffer.tabulate(10_000)(i => Point(i, -i)))
  inPieces("few elements, each of many objects")(Vector.tabulate(40)(i => Vector.tabulate(1000)(j => Point(i, j))))
  inPieces("two collections of one object")(
    Two(Vector.tabulate(10_000)(i => Point(i, 0)), "between", List.tabulate(10_000)(i => s"$i"), Point(1, 2))
  )
  inPieces("open types")(Vector.tabulate(20_000)(i =>
    if i % 2 == 0 then Dog(s"$i", i) else Parrot(s"$i", Vector.empty)
  ): Vector[Animal])
  inPieces("several hundred thousand")(Vector.tabulate(400_000)(i => Point(i % 1000, i)))

  test("few values are not cut, nor collections inside others") {
    assertEquals(cutsOf(Laws.write(Vector.tabulate(4000)(identity), GraphFormat)), Nil)
    val nested = Vector.fill(40)(Vector.tabulate(10_000)(identity))
    assertEquals(cutsOf(Laws.write(nested, GraphFormat)), Nil)
  }

  test("code for columns cuts where the interpreters do") {
    val points = Vector.tabulate(10_000)(i => Point(i, 0))
    val value = Two(points, "between", List.tabulate(10_000)(i => s"$i"), points(7))
    def bytes(depth: Int) = Laws.write(value, GraphFormat, PickleOptions(limits = Limits(emittedDepth = depth)))
    assertEquals(cutsOf(bytes(0)).length, 2)
    for depth <- List(0, 1, 4, 8) do assertEquals(bytes(depth).toSeq, bytes(512).toSeq, s"depth $depth")
  }

  // ---- references

  private def links(count: Int)(target: Int => Int): Vector[Linked] =
    val all = mutable.ArrayBuffer.empty[Linked]
    for i <- 0 until count do
      val to = target(i)
      all += new Linked(i, if to < 0 then null else all(to))
    all.toVector

  private def checkLinks(bytes: Array[Byte], expected: Vector[Linked]): Unit =
    for format <- Seq(GraphFormat, GraphFormat.withExecutor(another)) do
      val back = Laws.read[Vector[Linked]](bytes, format)
      assertEquals(back.map(_.number), expected.map(_.number))
      for i <- back.indices do
        val to = expected(i).to
        if to == null then assertEquals(back(i).to, null)
        else assert(back(i).to eq back(to.number), s"$i refers to ${to.number}")

  test("references inside a piece do not prevent it") {
    val all = links(20_000)(i => if i % 16 == 0 then -1 else i - 1)
    val bytes = Laws.write(all, GraphFormat)
    assert(cutsOf(bytes).nonEmpty)
    checkLinks(bytes, all)
  }

  test("a reference across a cut takes it away, and those that it goes across with it") {
    def cuts(from: Int, to: Int) =
      val all = links(40_000)(i => if i == from then to else -1)
      val bytes = Laws.write(all, GraphFormat)
      checkLinks(bytes, all)
      cutsOf(bytes).headOption.getOrElse(Nil)
    val all = cuts(0, -1)
    assert(all.length >= 3, all)
    val (first, second, last) = (all(0), all(1), all.last)
    assertEquals(cuts(first, first - 1), all.tail)
    assertEquals(cuts(second + 7, first + 7), all.patch(1, Nil, 1))
    assertEquals(cuts(39_999, last - 1), all.filter(_ != last))
    assertEquals(cuts(39_999, 0), Nil)
  }

  test("a shared object before all, which every element has, leaves nothing to cut") {
    val shared = Point(0, 0)
    val bytes = Laws.write(Vector.tabulate(20_000)(i => Shape.Line(shared, Point(i, 0))), GraphFormat)
    assertEquals(cutsOf(bytes), Nil)
  }

  test(
    "later objects may refer to objects before a collection, and to its first piece, but not to objects of other " +
      "readers"
  ) {
    val points = Vector.tabulate(20_000)(i => Point(i, 0))
    val before = Point(-1, -1)
    def check(last: Point, isCut: Boolean) =
      val value = Around(before, points, last)
      val bytes = Laws.write(value, GraphFormat)
      assertEquals(cutsOf(bytes).nonEmpty, isCut)
      val back = Laws.read[Around](bytes, GraphFormat.withExecutor(another))
      assertEquals(back, value)
      assert((back.last eq back.first) == (last eq before))
      for i <- points.indices do assertEquals(back.last eq back.points(i), last eq points(i))
    check(before, isCut = true)
    check(points(0), isCut = true)
    check(points(19_999), isCut = false)
    check(Point(5, 5), isCut = true)
  }

  test("a cycle through the collection: it is not cut") {
    val ring = new Ring(null)
    ring.all = Vector.tabulate(20_000)(i => new Member(i, ring))
    val bytes = Laws.write(ring, GraphFormat)
    assertEquals(cutsOf(bytes), Nil)
    val back = Laws.read[Ring](bytes, GraphFormat.withExecutor(another))
    assert(back.all.forall(_.ring eq back) && back.all.map(_.number) == ring.all.map(_.number))
  }

  test("identities and cycles inside of elements, at random") {
    for seed <- 0 until 8 do
      val random = new Random(seed)
      val elements = Vector.tabulate(12_000) { i =>
        val loop = new Loop(i, null)
        loop.next = if random.nextBoolean() then loop else new Loop(-i, loop)
        loop
      }
      val bytes = Laws.write(elements, GraphFormat)
      assert(cutsOf(bytes).nonEmpty)
      val back = Laws.read[Vector[Loop]](bytes, GraphFormat.withExecutor(another))
      for (was, is) <- elements.zip(back) do
        assertEquals(is.number, was.number)
        assertEquals(is.next eq is, was.next eq was)
        assert(is.next.next eq is)
      assertEquals(Laws.write(back, GraphFormat).toSeq, bytes.toSeq)
  }

  // ---- who reads

  test("the other thread reads all pieces but the first, if this one waits for it") {
    val all = Vector.tabulate(20_000)(i => Traced(i))
    val bytes = Laws.write(all, GraphFormat)
    val first = cutsOf(bytes).head.head
    val back = Laws.read[Vector[Traced]](bytes, GraphFormat.withExecutor(another))
    val here = Thread.currentThread
    for traced <- back do assertEquals(traced.thread eq here, traced.number < first, s"number ${traced.number}")
  }

  test("an executor that refuses, or never comes to it, only leaves the work to this thread") {
    val all = Vector.tabulate(20_000)(i => Traced(i))
    val bytes = Laws.write(all, GraphFormat)
    val refusing: Executor = _ => throw new RejectedExecutionException("full")
    val idle: Executor = _ => ()
    for executor <- Seq(refusing, idle) do
      val back = Laws.read[Vector[Traced]](bytes, GraphFormat.withExecutor(executor))
      assert(back.map(_.number) == all.map(_.number) && back.forall(_.thread eq Thread.currentThread))
  }

  test("a task that comes when the read has ended does nothing") {
    val late = mutable.ArrayBuffer.empty[Runnable]
    val bytes = Laws.write(Vector.tabulate(20_000)(i => Traced(i)), GraphFormat)
    val back = Laws.read[Vector[Traced]](bytes, GraphFormat.withExecutor(late += _))
    Traced.made.set(0)
    late.foreach(_.run())
    assert(late.nonEmpty && Traced.made.get == 0 && back.length == 20_000)
  }

  test("of several failures, the first one in the collection is reported, with its path") {
    def read(bad: Set[Int], executor: Executor) =
      val bytes = Laws.write(Vector.tabulate(30_000)(i => Positive(if bad(i) then -1 else i)), GraphFormat)
      Positive.refuses.set(true)
      try intercept[PickleException](Laws.read[Vector[Positive]](bytes, GraphFormat.withExecutor(executor)))
      finally Positive.refuses.set(false)
    for (_, executor) <- executors; bad <- Seq(Set(29_999), Set(20_000, 10_000), Set(5, 29_000)) do
      val e = read(bad, executor)
      assert(e.getMessage.contains(s"[${bad.min}]"), e.getMessage)
  }

  test("hooks run as with one thread") {
    val bytes = Laws.write(Vector.tabulate(20_000)(i => Point(i, 0)), GraphFormat)
    val met = mutable.ArrayBuffer.empty[Int]
    val format = GraphFormat.afterReading[Point]((point, _) => met += point.x).withExecutor(another)
    val back = Laws.read[Vector[Point]](bytes, format)
    assertEquals(met.toVector, back.map(_.x))
  }

  test("a listener receives growing numbers, and all objects at the end") {
    val bytes = Laws.write(Vector.tabulate(300_000)(i => Point(i, 0)), GraphFormat)
    val told = mutable.ArrayBuffer.empty[(Long, Long)]
    val format = GraphFormat.withListener((step, done, total) => if step == GraphStep.Read then told += done -> total)
    val ignored = Laws.read[Vector[Point]](bytes, format.withExecutor(another))
    assertEquals(told.map(_._1), told.map(_._1).sorted)
    assertEquals(told.last, 300_001L -> 300_001L)
  }

  test("elements that take no bytes are limited together") {
    val units = Vector.fill(8_000)(List.fill(5)(()))
    val bytes = Laws.write(units, GraphFormat)
    assert(cutsOf(bytes).nonEmpty)
    def read(most: Int) =
      val options = PickleOptions(limits = Limits(maxElementsWithoutBytes = most))
      Laws.read[Vector[List[Unit]]](bytes, GraphFormat.withExecutor(another), options)
    assertEquals(read(40_000), units)
    intercept[PickleException.LimitExceeded](read(39_999))
  }

  test("a class that has changed is read in pieces, too") {
    val bytes = Laws.write(Vector.tabulate(20_000)(i => Before.Item(i, s"$i")), GraphFormat)
    val back = Laws.read[Vector[After.Item]](bytes, GraphFormat.withExecutor(another))
    assertEquals(back, Vector.tabulate(20_000)(i => After.Item(s"$i", i.toLong, "none")))
  }

  // ---- hostile footers

  test("any cuts in a footer are refused, or the value is the one without them") {
    val value = Two(Vector.tabulate(6_000)(i => Point(i, 0)), "between", List.tabulate(6_000)(i => s"$i"), Point(1, 2))
    val bytes = Laws.write(value, GraphFormat, PickleOptions(checksum = false))
    val end = bytes.length - 6
    def read(bytes: Array[Byte], format: GraphFormat): Option[Two] =
      try Some(Laws.read[Two](bytes, format))
      catch case _: PickleException => None
    var onlyInPieces = 0
    for at <- end - 40 until end; to <- 0 until 256 if to.toByte != bytes(at) do
      val damaged = bytes.updated(at, to.toByte)
      val alone = read(damaged, GraphFormat)
      val inPieces = read(damaged, GraphFormat.withExecutor(another))
      if inPieces.isDefined then assertEquals(inPieces, alone, s"byte $at made $to")
      else if alone == Some(value) then onlyInPieces += 1
    assert(onlyInPieces > 100, onlyInPieces)
  }

  test("a footer of very many pieces does not make a reader for each") {
    val options = PickleOptions(checksum = false)
    val bytes = Laws.write(Vector.tabulate(40)(identity), GraphFormat, options)
    val footerBytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 6)
    val footer = bytes.slice(bytes.length - 6 - footerBytes, bytes.length - 6)
    def graph(pieces: Int): Array[Byte] =
      // The first piece has all elements, and ends where the graph does; the others have none.
      val cuts = ByteSink.growing(64)
      for number <- Seq(1, 0, pieces, 40, 1, 1) do cuts.putVarint(number)
      val all = footer ++ cuts.toByteArray ++ new Array[Byte](3 * (pieces - 1))
      val length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(all.length).array
      bytes.dropRight(6 + footerBytes + 4) ++ length ++ all ++ length ++ bytes.takeRight(2)
    def read(graph: Array[Byte]) = Laws.read[Vector[Int]](graph, GraphFormat.withExecutor(_.run()), options)
    assertEquals(cutsOf(graph(3)), List(List(40, 40)))
    assertEquals(read(graph(3)).length, 40)
    val many = graph(100_000)
    assertEquals(read(many).length, 40)
    assert(!Allocation.isAlwaysAbove(200L * many.length, times = 3)(read(many)))
  }

object PiecesSuite:
  /** The elements before which each collection is cut. */
  private def cutsOf(bytes: Array[Byte]): List[List[Int]] =
    val line = raw"collection (\d+) is cut before elements (.*)".r
    Graph.inspect(new GraphPickle(bytes)).dump.linesIterator.collect { case line(_, cuts) =>
      cuts.split(", ").map(_.toInt).toList
    }.toList

  /** Another thread, for which the caller waits before it goes on. */
  private val another: Executor = { task =>
    val thread = new Thread(task, "another")
    thread.start()
    thread.join()
  }

  private val executors: Seq[(String, Executor)] =
    Seq("another thread" -> another, "this thread" -> (_.run()), "threads at once" -> (new Thread(_).start()))

  final case class Point(x: Int, y: Double) derives Pickler

  enum Shape derives Pickler:
    case Dot
    case Line(from: Point, to: Point)

  final case class Two(points: Vector[Point], between: String, names: List[String], last: Point) derives Pickler
  final case class Around(first: Point, points: Vector[Point], last: Point) derives Pickler

  final class Linked(val number: Int, val to: Linked) derives Pickler

  final class Ring(var all: Vector[Member]) derives Pickler
  final class Member(val number: Int, val ring: Ring) derives Pickler

  final class Loop(val number: Int, var next: Loop) derives Pickler

  final case class Traced(number: Int) derives Pickler:
    @transient val thread: Thread = Thread.currentThread
    Traced.made.incrementAndGet()

  object Traced:
    val made: java.util.concurrent.atomic.AtomicInteger = new java.util.concurrent.atomic.AtomicInteger

  final case class Positive(number: Int) derives Pickler:
    if number < 0 && Positive.refuses.get then throw new IllegalArgumentException("negative")

  object Positive:
    val refuses: java.util.concurrent.atomic.AtomicBoolean = new java.util.concurrent.atomic.AtomicBoolean

  object Before:
    final case class Item(number: Int, name: String) derives Pickler
  object After:
    final case class Item(name: String, number: Long, note: String = "none") derives Pickler
