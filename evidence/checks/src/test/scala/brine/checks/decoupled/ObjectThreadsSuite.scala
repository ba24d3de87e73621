package brine.checks.decoupled

import java.util.concurrent.{Executor, Executors}
import brine.*
import brine.checks.graphs.GraphGenerator
import brine.graph.decoupled.DecoupledFormat
import brine.testkit.{GraphIsomorphism, Laws, Patient}

/** Several threads make the same objects as one: docs/adr/0052. */
class ObjectThreadsSuite extends munit.FunSuite, Patient:
  import ObjectThreadsSuite.*

  private val pool = Executors.newFixedThreadPool(3)
  override def afterAll(): Unit = pool.shutdown()

  private val ways: List[(String, Executor)] =
    List("the caller alone" -> (_.run()), "a pool" -> pool, "nobody" -> (_ => ()))
  private val sharing = PickleOptions(sharing = Sharing.All)

  private def reads[A: Pickler](graph: A, clue: => String = ""): Unit =
    val bytes = Laws.write(graph, DecoupledFormat)
    for (who, executor) <- ways do
      val back = Laws.read[A](bytes, DecoupledFormat.withExecutor(executor).withLeastSlots(0))
      assertEquals(GraphIsomorphism.difference(graph, back, sharing), None, s"$clue, $who")
      assertEquals(Laws.write(back, DecoupledFormat).toSeq, bytes.toSeq, s"$clue, $who")

  test("random graphs with sharing and cycles") {
    for seed <- 1 to 300 do
      val generator = new GraphGenerator(seed)
      reads(List.fill(20)(generator.vertex()), s"seed $seed")
      reads(
        (
          generator.hashing(),
          List.fill(4)(generator.vertex()),
          Some(generator.town()): Option[brine.checks.graphs.Town]
        ),
        s"seed $seed"
      )
  }

  test("a tree is made by several threads") {
    assume(Runtime.getRuntime.availableProcessors > 1, "one processor: nobody helps")
    val another: Executor = task =>
      val thread = new Thread(task, "helper")
      thread.start()
      thread.join()
    val tree = Laws.read[Probe](Laws.write(Probe.tree(12), DecoupledFormat), DecoupledFormat.withExecutor(another))
    assertEquals(threadsOf(tree), Set("helper", Thread.currentThread.getName))
  }

  test("a vector of records with options, maps and strings that several of them share") {
    val shared = List.tabulate(5)(i => s"text $i")
    reads(Vector.tabulate(3000)(i =>
      Record(
        i,
        shared(i % 5),
        Option.when(i % 3 > 0)(Map(s"$i" -> List(i, i + 1))),
        Vector.empty,
        Kind.fromOrdinal(i % 2)
      )
    ))
  }

  test("objects that several parts share, or that lead back to the top, are one object") {
    val common = new Cell(1, null, null)
    reads(Vector.tabulate(600)(i => new Cell(i, if i % 100 == 7 then common else new Cell(-i, null, null), null)))
    val top = new Cell(0, null, null)
    top.others = Vector.tabulate(600)(i => new Cell(i, if i % 150 == 3 then top else null, null))
    reads(top)
    val ring = Vector.tabulate(600)(new Cell(_, null, null))
    for i <- ring.indices do ring(i).next = ring((i + 1) % ring.length)
    reads(ring)
    for i <- ring.indices do ring(i).next = ring(i / 10 * 10 + (i + 1) % 10)
    reads(ring)
  }

  test("a chain has no parts, and is read") {
    reads((1 to 5000).foldLeft(null: Cell)((next, i) => new Cell(i, next, null)))
  }

  test("the failure of a part is the pickle's, with the whole path") {
    val bytes =
      Laws.write(Vector.tabulate(2000)(i => Checked(Some(Limited(if i == 1234 then 666 else i)))), DecoupledFormat)
    Limited.most = 600
    try
      for (who, executor) <- ways do
        val e = intercept[PickleException](Laws.read[Vector[Checked]](
          bytes,
          DecoupledFormat.withExecutor(executor).withLeastSlots(0)
        ))
        val alone = intercept[PickleException](Laws.read[Vector[Checked]](bytes, DecoupledFormat))
        assert(e.path.matches("\\$\\[\\d+\\]\\.limited"), s"$who: ${e.path}")
        assertEquals(e.getClass, alone.getClass)
    finally Limited.most = Int.MaxValue
  }

  test("elements without slots are counted over all parts") {
    val lists = Vector.fill(600)(List.fill(10)(()))
    val bytes = Laws.write(lists, DecoupledFormat)
    val threads = DecoupledFormat.withExecutor(pool).withLeastSlots(0)
    assertEquals(Laws.read[Vector[List[Unit]]](bytes, threads), lists)
    val few = PickleOptions(limits = Limits(maxElementsWithoutBytes = 5999))
    intercept[PickleException.LimitExceeded](Laws.read[Vector[List[Unit]]](bytes, threads, few))
  }

object ObjectThreadsSuite:
  /** The threads that made the parts. */
  private def threadsOf(tree: Probe): Set[String] = tree.parts.flatMap(threadsOf).toSet + tree.thread

  /** Knows which thread made it. */
  final case class Probe(number: Int, parts: List[Probe]) derives Pickler:
    val thread: String = Thread.currentThread.getName

  object Probe:
    def tree(levels: Int): Probe = Probe(levels, if levels == 0 then Nil else List.fill(2)(tree(levels - 1)))

  enum Kind derives Pickler:
    case Small, Large

  final case class Record(
      number: Int,
      text: String,
      more: Option[Map[String, List[Int]]],
      none: Vector[Int],
      kind: Kind
  ) derives Pickler

  final class Cell(val number: Int, var next: Cell, var others: Vector[Cell]) derives Pickler

  final case class Limited(number: Int) derives Pickler:
    if number > Limited.most && number == 666 then throw new IllegalArgumentException(s"$number is too much")

  object Limited:
    @volatile var most: Int = Int.MaxValue

  final case class Checked(limited: Option[Limited]) derives Pickler
