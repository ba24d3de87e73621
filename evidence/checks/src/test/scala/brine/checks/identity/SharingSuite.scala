package brine.checks

import scala.collection.mutable
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.testkit.{Allocation, GraphIsomorphism, Laws}
import brine.testkit.corpus.*

/** A shared object comes back as one object, in every format and by every back end. */
class SharingSuite extends munit.FunSuite:
  private val formats = List(BinaryFormat, BinaryFormat.Bare, JsonFormat)

  /** The results, by each way of reading. */
  private def everyWay[A: Pickler](value: A, sharing: Sharing = Sharing.Tracked)(check: A => Unit): Unit =
    for format <- formats; depth <- List(Limits.Default.emittedDepth, 0, 2) do
      val options = PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))
      val back = Laws.read[A](Laws.write(value, format, options), format, options)
      try check(back)
      catch case e: Throwable => throw new AssertionError(s"$format, emittedDepth = $depth: ${e.getMessage}", e)

  test("a ring of three comes back as the same ring") {
    everyWay(Corpus.ring(3)) { a =>
      assertEquals(List(a.name, a.next.name, a.next.next.name), List("0", "1", "2"))
      assert(a.next.next.next eq a)
    }
  }

  test("an immutable object in a cycle comes back in it, whichever end is the root") {
    val thing = new Thing(null, "t")
    thing.owner = Owner(thing)
    everyWay(thing.owner) { o =>
      assert(o.thing.owner eq o)
      assertEquals(o.thing.label, "t")
    }
    everyWay(thing)(t => assert(t.owner.thing eq t))
  }

  test("an array that two objects share is shared again, and can be changed through either") {
    val array = Array("x", null)
    everyWay(Pair(array, array)) { p =>
      assert(p.a eq p.b)
      p.a(1) = "y"
      assertEquals(p.b(1), "y")
    }
  }

  test("two collections of different types cost their content, not a table for thousands") {
    val value = Buffers(mutable.ArrayBuffer(1), mutable.ArrayBuffer("a"))
    for format <- List(BinaryFormat, JsonFormat) do
      val bytes = Laws.write(value, format)
      def read(): Buffers = Laws.read[Buffers](bytes, format)
      for _ <- 1 to 100 do assertEquals(read(), value)
      assert(!Allocation.isAlwaysAbove(4000, 100)(read()), Allocation.of(read()).toString)
  }

  test("thousands of collections, each of its type, are known again by a second reference") {
    for count <- List(1, 8, 63, 513, 4097); plain <- List(0, 600) do
      val numbers = List.tabulate(count)(mutable.ArrayBuffer(_))
      val texts = List.tabulate(count)(i => mutable.ArrayBuffer(s"$i"))
      everyWay((List.fill(plain)(mutable.ArrayBuffer(0)), numbers.zip(texts), numbers, texts)) {
        (_, pairs, numbersAgain, textsAgain) =>
          assertEquals(pairs, numbers.zip(texts))
          assert(pairs.map(_._1).corresponds(numbersAgain)(_ eq _))
          assert(pairs.map(_._2).corresponds(textsAgain)(_ eq _))
      }
  }

  test("equal arrays are not made one") {
    everyWay(Pair(Array("x"), Array("x")))(p => assert(p.a ne p.b))
  }

  test("an array that contains itself comes back so") {
    val items = new Array[Arr](3)
    items(0) = new Arr(items)
    items(2) = new Arr(Array(items(0), null))
    everyWay(items(0)) { a =>
      assert(a.items(0) eq a)
      assert(a.items(1) == null)
      assert(a.items(2).items(0) eq a)
    }
  }

  test("a cycle through a list comes back") {
    val a = new Friend("a", List())
    a.friends = List(new Friend("b", List(a)), a)
    everyWay(a) { x =>
      assert(x.friends(1) eq x)
      assert(x.friends(0).friends(0) eq x)
    }
  }

  test("a set or map is put together after the fields that its elements are hashed by") {
    val a = new Ranked("a", Set(), Map(), 7)
    a.peers = Set(a, new Ranked("b", Set(a), Map(a -> 2), 1), new Ranked("c", Set(), Map(), 2))
    a.scores = Map(a -> 1)
    everyWay(a) { x =>
      assert(x.peers(x))
      assertEquals(x.scores(x), 1)
      val b = x.peers.find(_.name == "b").get
      assert(b.peers(x))
      assertEquals(b.scores(x), 2)
    }
  }

  test("elements of sets and keys of maps in cycles are found again by their hashes") {
    val a = new Club("a", Set(), Map())
    val b = new Club("b", Set(a), Map(a -> 1))
    a.members = Set(a, b)
    a.ranks = Map(a -> 1, b -> 2)
    everyWay(a) { x =>
      assert(x.members(x))
      val y = x.members.find(_ ne x).get
      assert(y.members(x) && y.members.size == 1)
      assertEquals(x.ranks(x), 1)
      assertEquals(x.ranks(y), 2)
      assertEquals(y.ranks(x), 1)
    }
  }

  test("keys that hash by their contents are hashed when those are complete") {
    val node = new Keyed(null)
    val keys = (1 to 20).map(i => Key(i, node)).toSet
    node.keys = keys
    everyWay(node) { n =>
      assertEquals(n.keys.size, 20)
      for i <- 1 to 20 do assert(n.keys.contains(Key(i, n)), i)
    }
  }

  test("immutable objects are values by default and come back shared with Sharing.All") {
    val p = Person("p", 1)
    val list = List(p, p)
    everyWay(Pair(list, list))(x => assert(x == Pair(list, list)))
    everyWay(Pair(list, list), Sharing.All) { x =>
      assert(x.a eq x.b)
      assert(x.a(0) eq x.a(1))
    }
    val leaf = Leaf(1, 2.0)
    everyWay[Tree](Node(leaf, Node(leaf, Nil)), Sharing.All) {
      case Node(l, Node(m, Nil)) => assert(l eq m)
      case other                 => fail(other.toString)
    }
    val ints = Array(1, 2)
    everyWay(List(ints, ints), Sharing.All)(x => assert(x(0) eq x(1)))
    val some = Map("k" -> p)
    everyWay(Vector(some, some), Sharing.All)(x => assert(x(0) eq x(1)))
  }

  test("equal strings are written once with Sharing.All, and come back as one") {
    val text = "x" * 100
    val values = List(text, new String(text), text)
    val options = PickleOptions(sharing = Sharing.All)
    val bytes = Laws.write(values, BinaryFormat, options)
    assert(bytes.length < 150, bytes.length)
    val back = Laws.read[List[String]](bytes, BinaryFormat, options)
    assertEquals(back, values)
    assert((back(0) eq back(1)) && (back(1) eq back(2)))
  }

  test("the header says that a pickle shares, so the reader needs no option") {
    val p = Person("p", 1)
    val pickle = List(p, p).pickle(using summon, summon[PickleFormat], PickleOptions(sharing = Sharing.All))
    val back = Laws.read[List[Person]](pickle.bytes, BinaryFormat)
    assert(back(0) eq back(1))
  }

  test("with sharing off, a shared object is written twice and comes back as two") {
    val c = new Cell("c", null)
    everyWay(List(c, c), Sharing.Off)(x => assert(x(0) ne x(1)))
  }

  test("with sharing off, a cycle is refused soon and by name, on every path through it") {
    val thing = new Thing(null, "t")
    thing.owner = Owner(thing)
    val friend = new Friend("a", List())
    friend.friends = List(new Friend("b", List()), new Friend("c", List(new Friend("d", List()), friend)), friend)
    val vectors = new Vectors(Vector(), List(), null)
    vectors.vector = Vector.fill(10)(new Vectors(Vector(), List(new Vectors(Vector(), null, null)), null)) :+ vectors
    def refused[A: Pickler](value: A)(names: String*): Unit =
      for format <- formats; depth <- List(Limits.Default.emittedDepth, 0, 2) do
        val options = PickleOptions(sharing = Sharing.Off, limits = Limits(emittedDepth = depth))
        var e: PickleException.LimitExceeded = null
        val bytes = Allocation.of { e = intercept[PickleException.LimitExceeded](Laws.write(value, format, options)) }
        assert(bytes < (32 << 20), s"$bytes bytes were allocated")
        assert(names.exists(name => e.reason.contains(s"this $name contains itself")), e.reason)
        assert(e.reason.contains("the value has a cycle") && e.reason.contains("`sharing = Sharing.Tracked`"), e.reason)
    refused(Corpus.ring(1))("Cell")
    refused(Corpus.ring(3))("Cell")
    refused(Corpus.ring(10_000))("Cell")
    refused(thing)("Thing", "Owner")
    refused(friend)("Friend", "List[Friend]")
    refused(vectors)("Vectors", "Vector[Vectors]")
  }

  test("with sharing off, a deep value, or one that repeats an object at every level, is not a cycle") {
    val options = PickleOptions(sharing = Sharing.Off)
    val deep = Laws.write(Corpus.chain(3_000_000), BinaryFormat, options)
    var back = Laws.read[Chain](deep, BinaryFormat, options)
    var length = 0
    while back != null do
      length += 1
      back = back.tail
    assertEquals(length, 3_000_000)
    val leaf = Leaf(1, 2.0)
    var tree: Tree = leaf
    for _ <- 1 to 5000 do tree = Node(leaf, tree)
    for format <- formats; depth <- List(Limits.Default.emittedDepth, 0) do
      assert(Laws.write(tree, format, options.copy(limits = Limits(emittedDepth = depth))).nonEmpty)
  }

  test("with sharing off, a cycle also ends at the limits, whose errors name the switch") {
    for format <- formats do
      val deep = PickleOptions(sharing = Sharing.Off, limits = Limits(maxDepth = 10_000))
      val e = intercept[PickleException.LimitExceeded](Laws.write(Corpus.ring(20_000), format, deep))
      assert(e.getMessage.contains("maxDepth") && e.getMessage.contains("sharing"), e.getMessage)
      val long = PickleOptions(sharing = Sharing.Off, limits = Limits(maxOutputBytes = 10_000))
      val f = intercept[PickleException.LimitExceeded](Laws.write(Corpus.ring(20_000), format, long))
      assert(f.getMessage.contains("maxOutputBytes") && f.getMessage.contains("sharing"), f.getMessage)
  }

  /** 2 ^ depth paths to one leaf. */
  private def doubled(depth: Int): Tree =
    var tree: Tree = Leaf(1, 2.0)
    for _ <- 1 to depth do tree = Node(tree, tree)
    tree

  test(
    "a value shared exponentially often ends in an output limit whose error names the switch, and with it is small"
  ) {
    for format <- formats do
      val limited = PickleOptions(limits = Limits(maxOutputBytes = 1 << 20))
      val e = intercept[PickleException.LimitExceeded](Laws.write(doubled(60), format, limited))
      assert(e.getMessage.contains("maxOutputBytes") && e.getMessage.contains("sharing"), e.getMessage)
      val all = PickleOptions(sharing = Sharing.All)
      val bytes = Laws.write(doubled(60), format, all)
      assert(bytes.length < 5_000, bytes.length)
      val back = Laws.read[Tree](bytes, format, all)
      assert(Iterator.iterate(back) { case n: Node if n.left eq n.right => n.left; case _ => null }.take(61).forall(
        _ != null
      ))
  }

  test("a cycle that no constructor can rebuild is refused, with its path") {
    val e = intercept[PickleException.CyclicConstruction] {
      val bytes = Laws.write(new Computing(null), BinaryFormat)
      assert(bytes.nonEmpty)
      val c = new Computing(null)
      c.self = c
      Laws.read[Computing](Laws.write(c, BinaryFormat), BinaryFormat)
    }
    assert(e.getMessage.contains("Computing"), e.getMessage)
  }

  test("a constructor that computes from an object in its cycle gets the whole object") {
    val account = new Account("a", null, List(), null, 7)
    account.summary = new Summary(account)
    account.history = List(new Summary(account), account.summary)
    account.parent = new Office(account.summary, Array(account.summary))
    everyWay(account) { a =>
      assertEquals(a.summary.label, "a of 7")
      assertEquals(a.history.map(_.label), List("a of 7", "a of 7"))
      assert(a.history(1) eq a.summary)
      assert(a.parent.main eq a.summary)
      assert(a.parent.all(0) eq a.summary)
      assert(a.summary.account eq a)
    }
    everyWay(account.summary)(s => assertEquals(s.account.history.map(_.label), List("a of 7", "a of 7")))
    everyWay(List(account, account.summary.account))(as => assert((as(0) eq as(1)) && as(1).summary.label == "a of 7"))
  }

  test("cycles come back as above where each class is derived separately") {
    val account = new Ledger("a", null, 7)
    account.audit = new Audit(account)
    everyWay(account)(a => assertEquals(a.audit.label, "a of 7"))
    everyWay(account.audit)(a => assertEquals(a.label, "a of 7"))
  }

  test("a function that computes gets the whole object, too") {
    val plot = new Plot("p", null, 9)
    plot.deed = Deed.of(plot)
    everyWay(plot)(p => assertEquals(p.deed.label, "p of 9"))
  }

  test("a constructor that computes is called when its arguments are complete, also by a mutable field") {
    val desk = new Desk(null, "d")
    desk.lamp = new Lamp(desk)
    everyWay(desk) { d =>
      assertEquals(d.lamp.label, "on d")
      assert(d.lamp.desk eq d)
    }
  }

  test("a ring of 20,000 objects that wait for each other's sets and maps") {
    val clubs = Array.tabulate(20_000)(i => new Club(i.toString, Set(), Map()))
    for i <- clubs.indices do
      val next = clubs((i + 1) % clubs.length)
      clubs(i).members = Set(next)
      clubs(i).ranks = Map(next -> i)
    everyWay(clubs(0)) { back =>
      val round = Iterator.iterate(back)(_.members.head).slice(1, clubs.length + 1).toVector
      assert(round.last eq back)
      assertEquals(round.map(_.name), clubs.indices.tail.map(_.toString).toVector :+ "0")
      assert(round.forall(c => c.ranks.contains(c.members.head)))
    }
  }

  test("66,000 distinct objects keep their identities") {
    val cells = List.tabulate(66_000)(i => new Cell(null, null))
    for c <- cells do c.next = cells.head
    for format <- formats do
      val back = Laws.read[List[Cell]](Laws.write(cells, format), format)
      assert(back.forall(_.next eq back.head))
      assertEquals(back.length, cells.length)
  }

  test("the result of a random graph is isomorphic to it") {
    val random = new scala.util.Random(3)
    for size <- List(1, 2, 10, 300, 3000) do
      val all = Array.tabulate(size)(i => new Friend(i.toString, List()))
      for f <- all do f.friends = List.fill(random.nextInt(4))(all(random.nextInt(size)))
      everyWay(all(0))(back => assertEquals(GraphIsomorphism.difference(all(0), back), None))
  }

  test("a list in a cycle that two objects share is shared again") {
    val a = new Friend("a", List())
    val shared = List(new Friend("c", List()), a)
    a.friends = shared
    shared.head.friends = shared
    everyWay(a)(x => assert(x.friends.head.friends eq x.friends))
  }

  test("the same of a vector, a seq, a set and a map") {
    val v = new Vectors(Vector(), Seq(), null)
    v.vector = Vector(v, new Vectors(null, null, null))
    v.seq = Seq(v, null)
    v.other = new Vectors(v.vector, v.seq, null)
    everyWay(v) { x =>
      assert(x.vector(0) eq x)
      assert(x.seq(0) eq x)
      assert(x.other.seq eq x.seq, "seq")
      assert(x.other.vector eq x.vector, "vector")
    }
    val wider = new Widening(null, null)
    wider.vector = Vector(wider)
    wider.indexed = wider.vector
    everyWay(wider)(x => assert(x.indexed eq x.vector, "a vector at a wider place"))
    val club = new Club("a", Set(), Map())
    club.members = Set(club)
    club.ranks = Map(club -> 1)
    val other = new Club("b", club.members, club.ranks)
    everyWay(Pair(club, other)) { p =>
      assert(p.b.members eq p.a.members, "set")
      assert(p.b.ranks eq p.a.ranks, "map")
    }
  }

final class Vectors(var vector: Vector[Vectors], var seq: Seq[Vectors], var other: Vectors) derives Pickler

final case class Key(number: Int, node: Keyed) derives Pickler
final class Keyed(var keys: Set[Key]) derives Pickler

final class Widening(var vector: Vector[Widening], var indexed: IndexedSeq[Widening]) derives Pickler

/** Computes in its constructor, so that its field cannot be filled afterwards. */
final class Computing(var self: Computing) derives Pickler:
  val known: Boolean = self != null

/** An account's summaries compute their texts when they are made. */
final class Account(
    val name: String,
    var summary: Summary,
    var history: List[Summary],
    var parent: Office,
    var size: Int
) derives Pickler
final class Summary(val account: Account) derives Pickler:
  val label: String = s"${account.name} of ${account.size}"
final class Office(var main: Summary, val all: Array[Summary]) derives Pickler:
  val count: Int = all.length

final class Ledger(val name: String, var audit: Audit, var size: Int) derives Pickler
final class Audit(val ledger: Ledger) derives Pickler:
  val label: String = s"${ledger.name} of ${ledger.size}"

final class Plot(val name: String, var deed: Deed, var size: Int) derives Pickler
final class Deed private (val plot: Plot, val label: String)
object Deed:
  import brine.combine.imap
  def of(plot: Plot): Deed = new Deed(plot, s"${plot.name} of ${plot.size}")
  final case class Form(plot: Plot) derives Pickler
  given Pickler[Deed] = Pickler[Form].imap(form => of(form.plot))(deed => Form(deed.plot))

/** The lamp is read before the object that the desk's constructor needs. */
final class Desk(var lamp: Lamp, val name: String) derives Pickler
final class Lamp(var desk: Desk) derives Pickler:
  val label: String = s"on ${if desk == null then "nothing" else desk.name}"

/** Its hash depends on a field that is read after the collections that hash it. */
final class Ranked(val name: String, var peers: Set[Ranked], var scores: Map[Ranked, Int], var rank: Int)
    derives Pickler:
  override def hashCode: Int = rank
  override def equals(other: Any): Boolean = other match
    case that: Ranked => that.rank == rank && that.name == name
    case _            => false

final case class Buffers(numbers: mutable.ArrayBuffer[Int], texts: mutable.ArrayBuffer[String]) derives Pickler
