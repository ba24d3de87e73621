package brine.checks.clustered

import brine.checks.AcceptedCode
import java.math.BigInteger
import java.time.{Instant, LocalDate, Year, ZoneId}
import java.util.{BitSet, UUID}
import java.util.concurrent.TimeUnit
import scala.collection.mutable.ArrayBuffer
import brine.*
import brine.emitted.DerivedPickler
import brine.graph.GraphFormat
import brine.graph.clustered.code.ColumnsMaker
import brine.plan.Plan
import brine.testkit.{GraphIsomorphism, Laws, Patient, Same}
import brine.testkit.corpus.*

/** Code for columns gives the same bytes and values as the interpreter, and refuses the same input. */
class ColumnsSuite extends munit.FunSuite, AcceptedCode, Patient:
  import ColumnsSuite.*

  private def alike[A](name: String, pickler: Pickler[A])(values: => Seq[A]): Unit =
    given Pickler[A] = pickler
    test(s"$name: one form, whichever code writes it, and each reads it") {
      assert(hasCode(pickler), "there is no code")
      for value <- values do
        val bytes = Laws.write(value, GraphFormat, PickleOptions.Default)
        for options <- Seq(PickleOptions.Default, Laws.interpreted) do
          assertEquals(Laws.write(value, GraphFormat, options).toSeq, bytes.toSeq, s"bytes of $value")
          val back = Laws.read[A](bytes, GraphFormat, options)
          assert(Same(back, value), s"$value came back as $back")
          assertEquals(Laws.write(back, GraphFormat, options).toSeq, bytes.toSeq, s"identity in $value")
    }
    test(s"$name: of damaged bytes both make the same value, or both refuse them") {
      for value <- values do
        val bytes = Laws.write(value, GraphFormat, Unchecked)
        for at <- bytes.indices; to <- List(bytes(at) ^ 1, bytes(at) ^ 0x80, bytes(at) + 1, 0) do
          val damaged = bytes.updated(at, to.toByte)
          def outcome(options: PickleOptions): Option[A] =
            try Some(Laws.read[A](damaged, GraphFormat, options))
            catch case _: PickleException => None
          (outcome(Unchecked), outcome(interpreted)) match
            case (Some(a), Some(b)) => assert(Same(a, b), s"byte $at made $to: $a with code, and $b without")
            case (None, None)       => ()
            case (a, b)             => fail(s"byte $at made $to: ${told(a)} with code, ${told(b)} without")
    }

  alike("a class of scalars", summon[Pickler[Person]])(Seq(
    Person("Jim", 2005),
    Person(null, -1)
  ))

  alike("a sealed family", summon[Pickler[Tree]]) {
    val shared = Leaf(7, 0.5)
    Seq(Nil, shared, Node(shared, Node(null, shared)), Node(Node(Nil, Leaf(Int.MinValue, Double.NaN)), Nil))
  }

  alike("a generic enum", summon[Pickler[Expr[Int]]]) {
    val one = Expr.Const(1)
    Seq(Expr.Zero, one, Expr.Add(one, Expr.Add(Expr.Zero, one)))
  }

  alike("a list of itself", summon[Pickler[Rose]]) {
    val leaf = Rose(1, List.empty)
    Seq(leaf, Rose(2, List(leaf, null, leaf)), Rose(3, null))
  }

  alike("a chain deeper than emitted code goes", summon[Pickler[Chain]]) {
    Seq((1 to 700).foldLeft(null: Chain)((tail, i) => Chain(i, tail)))
  }

  alike("every kind of field", summon[Pickler[Everything]]) {
    for sample <- Corpus.structures if sample.name == "everything" yield sample.value.asInstanceOf[Everything]
  }

  test("fields with separate picklers: values come before objects, in any order of the class's fields") {
    val ann = Person("Ann", 31)
    val orders = (0 until 20).map(i =>
      Order(ann, new UUID(i, -i), List(Person(s"$i", i), ann), Some(i), Array(1.5 * i, -i), Map(s"$i" -> ann))
    )
    val back = orders.toList.pickleIn(GraphFormat).unpickle[List[Order]]
    assert(back.zip(orders).forall((a, b) =>
      a.id == b.id && a.lines == b.lines && a.note == b.note && a.rates.sameElements(b.rates) && a.by == b.by
    ))
    assert(back.forall(_.buyer eq back.head.buyer) && back.forall(o => o.lines.last eq o.buyer))
  }

  test("where only the run knows which fields are values, the interpreter puts the same bytes") {
    val ann = Person("Ann", 31)
    Laws.backEndsAgree(Weather(ann, Some(Celsius(21.5)), Celsius(-3), None, 5, Email("a@b.c")), GraphFormat)
    Laws.backEndsAgree(
      List(Weather(null, None, Celsius(0), Some(Some(Celsius(1))), 0, null), Weather(ann, null, null, null, 1, null)),
      GraphFormat
    )
  }

  test("collections of values that are put as others: the interpreter puts and reads the same bytes") {
    val days = Vector.tabulate(300)(i => if i % 50 == 7 then null else LocalDate.ofEpochDay(i * 1000L - 100_000))
    Laws.backEndsAgree(days, GraphFormat)
    val large = Vector.tabulate(300)(i => if i % 40 == 3 then null else BigInteger.valueOf(i - 150).pow(i % 19))
    Laws.backEndsAgree(large, GraphFormat)
    Laws.backEndsAgree((large.toList, new Part(1), List(new Part(2)), large.take(5)), GraphFormat)
    Laws.backEndsAgree(List(BitSet.valueOf(Array(5L)), new BitSet, null), GraphFormat)
    Laws.backEndsAgree(List(ZoneId.of("Europe/Berlin"), null, ZoneId.of("Z")), GraphFormat)
    Laws.backEndsAgree(List(Year.of(2005), Year.of(-1)), GraphFormat)
  }

  test(
    "enum constants, with and without bodies, among objects and nulls: the interpreter puts and reads the same bytes"
  ) {
    val shapes = List(Figure.Point, Figure.Disc(1), Figure.Line, null, Figure.Point, Figure.Disc(2), Figure.Line)
    Laws.backEndsAgree(shapes ++ shapes, GraphFormat)
    Laws.backEndsAgree(List.fill(3)(TimeUnit.values.toList).flatten :+ null, GraphFormat)
  }

  test("columns of numbers that are alike until some value: the interpreter puts and reads the same bytes") {
    for count <- List(1, 15, 16, 17, 1023, 1024, 5000); other <- List(0, count / 2, count - 1) do
      Laws.backEndsAgree(Vector.tabulate(count)(i => if i == other then 8 else 7), GraphFormat)
      Laws.backEndsAgree(Vector.fill(count)(-1.5).updated(other, Double.NaN), GraphFormat)
      Laws.backEndsAgree(Array.fill(count)(3.toByte).updated(other, 4.toByte).toVector, GraphFormat)
      Laws.backEndsAgree(
        List(Array.fill(count)(3.toByte), Array.fill(count)(3.toByte).updated(other, -128.toByte)),
        GraphFormat
      )
  }

  test("a null among numbers is reported with its index") {
    val ints = Vector.fill[Any](300)(1).updated(200, null).asInstanceOf[Vector[Int]]
    val refused = intercept[PickleException](ints.pickleIn(GraphFormat))
    assert(refused.getMessage.contains("[200]"), refused.getMessage)
  }

  test("arrays of final classes, also in cycles: the interpreter puts and reads the same bytes") {
    val (a, b, c) = (new Vertex(1, null), new Vertex(2, Array()), new Vertex(3, null))
    a.edges = Array(b, null, c, a)
    c.edges = a.edges
    c.names = Array("x", null, "x")
    assert(hasCode(summon[Pickler[Vertex]]))
    Laws.backEndsAgree(a, GraphFormat)
    val bytes = a.pickleIn(GraphFormat).bytes
    for options <- List(PickleOptions.Default, Laws.interpreted) do
      val back = Laws.read[Vertex](bytes, GraphFormat, options)
      assertEquals(GraphIsomorphism.difference(a, back, PickleOptions(sharing = Sharing.All)), None)
      assert((back.edges(3) eq back) && (back.edges(2).edges eq back.edges))
    val complete = Array.tabulate(100)(new Vertex(_, null))
    for vertex <- complete do vertex.edges = complete.filter(_ ne vertex)
    Laws.backEndsAgree(complete, GraphFormat)
    val back = complete.pickleIn(GraphFormat).unpickle[Array[Vertex]]
    assertEquals(GraphIsomorphism.difference(complete, back, PickleOptions(sharing = Sharing.All)), None)
  }

  test("of damaged bytes of a cycle code and interpreter make the same graph, or both refuse them") {
    val (a, b) = (new Vertex(1, null), new Vertex(2, Array()))
    a.edges = Array(b, null, a, b)
    b.names = Array("x", null, "x")
    damagedAlike(a)
  }

  test("fields and elements of a sealed type of another family: the interpreter puts and reads the same bytes") {
    val panel = somePanel
    assert(hasCode(summon[Pickler[Panel]]) && hasCode(summon[Pickler[Signal]]))
    Laws.backEndsAgree(panel, GraphFormat)
    val bytes = panel.pickleIn(GraphFormat).bytes
    for options <- List(PickleOptions.Default, Laws.interpreted) do
      val back = Laws.read[Panel](bytes, GraphFormat, options)
      assertEquals(GraphIsomorphism.difference(panel, back, PickleOptions(sharing = Sharing.All)), None)
      assert((back.main eq back.all.head) && (back.all(4).asInstanceOf[Signal.Loop].next eq back.all(4)))
    val deep = (1 to 700).foldLeft(panel.main)((inside, _) => Signal.Inner(inside))
    Laws.backEndsAgree(panel.copy(spare = deep, all = List(deep)), GraphFormat)
  }

  test("a cycle through a sealed type of another family: the interpreter puts and reads the same bytes") {
    val hub = new Hub(1, null)
    hub.cable = new Cable.Plug(hub, new Hub(2, new Cable.Plug(hub, hub)))
    assert(hasCode(summon[Pickler[Hub]]))
    Laws.backEndsAgree(hub, GraphFormat)
    val back = hub.pickleIn(GraphFormat).unpickle[Hub]
    assertEquals(GraphIsomorphism.difference(hub, back, PickleOptions(sharing = Sharing.All)), None)
    damagedAlike(hub)
  }

  test(
    "of damaged bytes of a sealed type of another family code and interpreter make the same graph, or both refuse them"
  ) {
    damagedAlike(somePanel)
  }

  test(
    "of damaged bytes of values that are put as others code and interpreter make the same graph, or both refuse them"
  ) {
    val large = List(BigInteger.ONE.shiftLeft(70), null, BigInteger.TEN, BigInteger.ONE.shiftLeft(71).negate)
    damagedAlike((
      large,
      List(LocalDate.EPOCH, null, LocalDate.of(2005, 1, 1)),
      List(Figure.Line, Figure.Disc(1), Figure.Line)
    ))
  }

  /** Code and interpreter make the same graph of each damaged form of a value, or both refuse it. */
  private def damagedAlike[A <: AnyRef: Pickler](value: A): Unit =
    val bytes = Laws.write(value, GraphFormat, Unchecked)
    var read = 0
    for at <- bytes.indices; to <- List(bytes(at) ^ 1, bytes(at) ^ 2, bytes(at) ^ 0x80, bytes(at) + 1, 0) do
      val damaged = bytes.updated(at, to.toByte)
      def outcome(options: PickleOptions): Option[A] =
        try Some(Laws.read[A](damaged, GraphFormat, options))
        catch case _: PickleException => None
      (outcome(Unchecked), outcome(interpreted)) match
        case (Some(x), Some(y)) =>
          assertEquals(
            GraphIsomorphism.difference(x, y, PickleOptions(sharing = Sharing.All)),
            None,
            s"byte $at made $to"
          )
          read += 1
        case (None, None) => ()
        case (x, y)       => fail(s"byte $at made $to: ${told(x)} by code, ${told(y)} by the interpreter")
    assert(read > 10, s"$read")

  test("collections at fields, of any size: the interpreter puts and reads the same bytes") {
    assert(hasCode(summon[Pickler[Shelf]]))
    for size <- List(1, 31, 32, 255, 256, 5000) do Laws.backEndsAgree(shelfOf(size), GraphFormat)
    val none = Shelf(null, null, null, null, null, null, null)
    Laws.backEndsAgree(none, GraphFormat)
    val empty = new ArrayBuffer[Shelf]
    val back = List(none.copy(inner = empty), none.copy(inner = empty), none.copy(names = Vector.empty))
      .pickleIn(GraphFormat)
      .unpickle[List[Shelf]]
    assert((back(0).inner eq back(1).inner) && back(0).inner.isEmpty && back(2).names.isEmpty)
  }

  test("a collection in two fields, and one that holds its owner, come back as one") {
    val shelf = shelfOf(3)
    val back = shelf.copy(again = shelf.counts).pickleIn(GraphFormat).unpickle[Shelf]
    assert(back.again eq back.counts)
    val holder = shelf.copy(inner = new ArrayBuffer[Shelf])
    holder.inner += holder += shelf += holder
    Laws.backEndsAgree(holder, GraphFormat)
    val held = holder.pickleIn(GraphFormat).unpickle[Shelf]
    assert((held.inner(0) eq held) && (held.inner(2) eq held) && held.inner(1).counts == shelf.counts)
  }

  test("cycles through collections at fields: the interpreter puts and reads the same bytes") {
    val (a, b) = (new Knot(1, Vector.empty), new Knot(2, null))
    a.others = Vector(b, a, null, b)
    b.others = Vector(a)
    assert(hasCode(summon[Pickler[Knot]]))
    Laws.backEndsAgree(a, GraphFormat)
    val back = a.pickleIn(GraphFormat).unpickle[Knot]
    assertEquals(GraphIsomorphism.difference(a, back, PickleOptions(sharing = Sharing.All)), None)
    damagedAlike(a)
  }

  test("of damaged bytes of collections at fields code and interpreter make the same graph, or both refuse them") {
    damagedAlike(shelfOf(3))
  }

  test(
    "collections at fields inside each other, deeper than code goes: the interpreter puts and reads the same bytes"
  ) {
    val deep = (1 to 20).foldLeft(shelfOf(2))((inside, _) => shelfOf(1).copy(inner = ArrayBuffer(inside, null)))
    val bytes = Laws.write(deep, GraphFormat, PickleOptions.Default)
    for levels <- 0 to 40 do
      val options = PickleOptions(limits = Limits(emittedDepth = levels))
      assertEquals(Laws.write(deep, GraphFormat, options).toSeq, bytes.toSeq, s"$levels levels")
      assert(Same(Laws.read[Shelf](bytes, GraphFormat, options), deep), s"$levels levels")
  }

  test(
    "values that are put as arrays bring their type with the first one: the interpreter puts and reads the same bytes"
  ) {
    val (some, none) = (List(new UUID(1, 2), null), List.empty[UUID])
    for ids <- List(null, none, some) do
      val values = List(Ids(Instant.EPOCH, ids, 1), Ids(null, ids, 2))
      for value <- values do Laws.backEndsAgree(value, GraphFormat)
      Laws.backEndsAgree(values, GraphFormat)
      Laws.backEndsAgree((ids, BigInteger.TEN), GraphFormat)
      for
        value <- values; writer <- List(PickleOptions.Default, Laws.interpreted);
        reader <- List(PickleOptions.Default, Laws.interpreted)
      do assertEquals(Laws.read[Ids](Laws.write(value, GraphFormat, writer), GraphFormat, reader), value)
  }

  test("a failure inside collections at fields names the way to the element, as the interpreter's does") {
    val bad = shelfOf(1).copy(counts = List[Any](1, 2, null).asInstanceOf[List[Int]])
    val inner = shelfOf(1).copy(inner = ArrayBuffer(shelfOf(2), shelfOf(3)))
    for (value, path) <- List(bad -> ".counts[2]", inner.copy(inner = inner.inner :+ bad) -> ".inner[2].counts[2]") do
      val messages =
        for options <- List(PickleOptions.Default, Laws.interpreted)
        yield intercept[PickleException](Laws.write(value, GraphFormat, options)).getMessage
      assert(messages.head.contains(path), messages.head)
      assertEquals(messages.distinct.length, 1, messages.toString)
  }

  test("a chain of a million, at the default depth of the stack") {
    val chain = (1 to 1_000_000).foldLeft(null: Link)((tail, i) => Link(tail, i))
    var back = chain.pickleIn(GraphFormat).unpickle[Link]
    var expected = 1_000_000
    while back != null do
      assertEquals(back.number, expected)
      expected -= 1
      back = back.next
    assertEquals(expected, 0)
  }

object ColumnsSuite:
  def hasCode(pickler: Pickler[?]): Boolean = pickler match
    case derived: DerivedPickler[?] => objectsOf(derived.plan).exists(ColumnsMaker.of(_) != null)
    case _                          => false

  private def objectsOf(plan: Plan): Seq[Plan.Product] = plan match
    case p: Plan.Product => Seq(p)
    case s: Plan.Sum     => s.leaves.toSeq.map(_.get).collect { case p: Plan.Product => p }
    case _               => Seq.empty

  /** Without a checksum, so that damage reaches the columns. */
  val Unchecked: PickleOptions = PickleOptions(checksum = false, limits = Limits(maxElementsWithoutBytes = 1000))

  private val interpreted: PickleOptions = Unchecked.copy(limits = Unchecked.limits.copy(emittedDepth = 0))

  def told(outcome: Option[?]): String = if outcome.isEmpty then "refused" else "read"

  final case class Order(
      buyer: Person,
      id: UUID,
      lines: List[Person],
      note: Option[Int],
      rates: Array[Double],
      by: Map[String, Person]
  ) derives Pickler

  /** Temperatures and addresses are numbers and strings by separate picklers. */
  final case class Weather(
      by: Person,
      felt: Option[Celsius],
      measured: Celsius,
      other: Option[Option[Celsius]],
      station: Int,
      email: Email
  ) derives Pickler

  final class Part(val number: Int) derives Pickler

  enum Figure derives Pickler:
    case Point, Line
    case Disc(radius: Int)

  final class Vertex(val id: Int, var edges: Array[Vertex]) derives Pickler:
    var names: Array[String] = null

  final case class Ids(at: Instant, all: List[UUID], number: Int) derives Pickler

  final case class Shelf(
      counts: List[Int],
      names: Vector[String],
      ids: Set[Long],
      trees: List[Tree],
      days: Vector[LocalDate],
      inner: ArrayBuffer[Shelf],
      again: List[Int]
  ) derives Pickler

  /** A shelf with collections of `size` elements. */
  def shelfOf(size: Int): Shelf =
    val leaf = Leaf(size, 0.5)
    Shelf(
      List.tabulate(size)(_ % 300),
      Vector.tabulate(size)(i => if i % 7 == 3 then null else s"name $i"),
      Set.from((0 until size).map(_.toLong * 1000)),
      List.tabulate(size)(i => if i % 5 == 1 then null else if i % 5 == 2 then Nil else Node(leaf, Leaf(i, -1.5))),
      Vector.tabulate(size)(i => if i % 9 == 8 then null else LocalDate.ofEpochDay(i)),
      ArrayBuffer.empty,
      null
    )

  final class Knot(val id: Int, var others: Vector[Knot]) derives Pickler

  final case class Link(next: Link, number: Int) derives Pickler

  /** `Dim` has no fields, and therefore no code. */
  sealed trait Signal derives Pickler
  object Signal:
    case object Off extends Signal
    final case class Dim() extends Signal
    final case class Level(value: Int, name: String) extends Signal
    final case class Inner(signal: Signal) extends Signal
    final class Loop(var next: Signal) extends Signal

  final case class Panel(main: Signal, spare: Signal, all: List[Signal], count: Int) derives Pickler

  def somePanel: Panel =
    val level = Signal.Level(7, "x")
    val loop = new Signal.Loop(null)
    loop.next = loop
    Panel(level, null, List(level, Signal.Off, Signal.Dim(), null, loop, Signal.Inner(Signal.Inner(loop))), 2)

  sealed trait Cable derives Pickler
  object Cable:
    final class Plug(val from: Hub, var to: Hub) extends Cable

  final class Hub(val id: Int, var cable: Cable) derives Pickler
