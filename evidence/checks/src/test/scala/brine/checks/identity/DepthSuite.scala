package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.testkit.{Laws, Patient}
import brine.testkit.corpus.*

/** Depth is data, not stack: all of this runs in a thread with a stack of 512 KiB. With `-Dbrine.giants=true` the
  * chain and the ring have ten million nodes and the tree is a million deep.
  */
class DepthSuite extends munit.FunSuite, Patient:
  private val isGiant = java.lang.Boolean.getBoolean("brine.giants")
  private val length = if isGiant then 10_000_000 else 1_000_000
  private val depth = if isGiant then 1_000_000 else 100_000

  private def there[A: Pickler](value: A, format: PickleFormat): A = Laws.read[A](Laws.write(value, format), format)

  private def count[A](first: A)(next: A => A): Int =
    var n = 0
    var at = first
    while at != null do
      n += 1
      at = next(at)
    n

  for format <- BinaryFormat :: AllFormats.telling do
    val name = format.getClass.getSimpleName.stripSuffix("$")

    test(s"a chain of $length goes out and comes back, in $name") {
      Laws.onSmallStack(assertEquals(count(there(Corpus.chain(length), format))(_.tail), length))
    }

    test(s"a list of $length goes out and comes back, in $name") {
      Laws.onSmallStack {
        val list = List.range(0, length)
        assert(there(list, format) == list)
      }
    }

    test(s"a tree nested $depth deep through lists goes out and comes back, in $name") {
      Laws.onSmallStack(assertEquals(count(there(Corpus.rose(depth), format))(_.children.headOption.orNull), depth + 1))
    }

    test(s"a family of five kinds, and a wide class, nested $depth deep go out and come back, in $name") {
      Laws.onSmallStack {
        import DepthSuite.*
        val term = Iterator.iterate[Term](Term.One)(Term.Minus(_)).drop(depth).next()
        val terms = Iterator.iterate(there(term, format)) {
          case Term.Minus(of) => of
          case _              => null
        }
        assertEquals(terms.takeWhile(_ != null).size, depth + 1)
        val some = Some("a")
        var wide: Wide = null
        for _ <- 1 to depth do
          wide = Wide(some, some, some, some, some, some, some, some, some, some, some, some, some, some, some, wide)
        assertEquals(count(there(wide, format))(_.next), depth)
      }
    }

    test(s"a ring of $depth goes out and comes back, in $name") {
      Laws.onSmallStack {
        val back = there(Corpus.ring(depth), format)
        var n = 1
        var at = back.next
        while at ne back do
          n += 1
          at = at.next
        assertEquals(n, depth)
      }
    }

    test(s"a sealed family nested $depth deep on one side goes out and comes back, in $name") {
      Laws.onSmallStack {
        var tree: Tree = Nil
        for i <- 1 to depth do tree = Node(tree, if i % 2 == 0 then Nil else Leaf(i, i))
        val back = there(tree, format)
        assertEquals(count(back) { case n: Node => n.left; case _ => null }, depth + 1)
      }
    }

    test(s"options, generics, imaps, arrays and maps nest as deep, in $name") {
      Laws.onSmallStack {
        var options = Maybe(None, null)
        for _ <- 1 to depth do options = Maybe(Some(options), null)
        assertEquals(count(there(options, format))(_.next.orNull), depth + 1)
        var boxes: Nested = Nested(null, Map(), null)
        for _ <- 1 to depth do boxes = Nested(Pair(boxes, 1), Map(), null)
        assertEquals(count(there(boxes, format))(b => if b.pair == null then null else b.pair.a), depth + 1)
        var maps = Nested(null, Map(), null)
        for _ <- 1 to depth do maps = Nested(null, Map("k" -> maps), null)
        assertEquals(count(there(maps, format))(_.map.getOrElse("k", null)), depth + 1)
        var arrays = Nested(null, Map(), null)
        for _ <- 1 to depth do arrays = Nested(null, Map(), Array(arrays))
        assertEquals(count(there(arrays, format))(b => if b.array == null then null else b.array(0)), depth + 1)
        var mapped = Maybe(None, null)
        for _ <- 1 to depth do mapped = Maybe(None, Wrapped(mapped))
        assertEquals(count(there(mapped, format))(m => if m.wrapped == null then null else m.wrapped.maybe), depth + 1)
      }
    }

    test(s"types that are derived apart and refer to each other nest as deep, in $name") {
      Laws.onSmallStack {
        var pings: Ping = null
        for i <- 1 to depth do pings = Ping(i, Pong("p", pings))
        assertEquals(count(there(pings, format))(_.pong.ping), depth)
        var inner = Item(None)
        for _ <- 1 to depth do inner = Item(Some(Tray(List(inner), null, Map())))
        assertEquals(count(there(inner, format))(_.outer.map(_.list.head).orNull), depth + 1)
        inner = Item(None)
        for _ <- 1 to depth do inner = Item(Some(Tray(List(), Array(inner), Map())))
        assertEquals(count(there(inner, format))(_.outer.map(_.array(0)).orNull), depth + 1)
        inner = Item(None)
        for _ <- 1 to depth do inner = Item(Some(Tray(List(), null, Map("k" -> inner))))
        assertEquals(count(there(inner, format))(_.outer.map(_.map("k")).orNull), depth + 1)
      }
    }

    test(s"a cut pickle that is nested deep is refused without an overflow, in $name") {
      Laws.onSmallStack {
        val bytes = Laws.write(Corpus.rose(depth), format)
        intercept[PickleException](Laws.read[Rose](bytes.take(bytes.length / 2), format))
      }
    }

  test("values side by side are at one depth, however many there are") {
    val count = 10_000
    DepthProbe.depths.clear()
    val value = Vector.fill(count)(Probed(1, DepthProbe("a"), Probed2(DepthProbe("b"), Some(DepthProbe("c")))))
    for format <- BinaryFormat :: AllFormats.telling do assertEquals(there(value, format), value)
    val most = DepthProbe.depths.iterator.max
    assert(most > 0 && most < 50, s"$most levels")
  }

  test("a user's recursion that overflows is a PickleException") {
    Laws.onSmallStack {
      val e = intercept[PickleException.UserCode](Laws.write(Endless(1), BinaryFormat))
      assert(e.getCause.isInstanceOf[StackOverflowError])
    }
  }

final case class Maybe(next: Option[Maybe], wrapped: Wrapped) derives Pickler
final case class Wrapped(maybe: Maybe)
object Wrapped:
  import brine.combine.*
  given Pickler[Wrapped] = recursive(Pickler[Maybe]).imap(Wrapped(_))(_.maybe)

final case class Nested(pair: Pair[Nested, Int], map: Map[String, Nested], array: Array[Nested]) derives Pickler

final case class Ping(number: Int, pong: Pong) derives Pickler
final case class Pong(text: String, ping: Ping) derives Pickler

final case class Item(outer: Option[Tray]) derives Pickler
final case class Tray(list: List[Item], array: Array[Item], map: Map[String, Item]) derives Pickler

final case class Endless(n: Int)
object Endless:
  given Pickler[Endless] with
    def shape = brine.shape.Shape.Custom("Endless", version = 1)
    def pickle(value: Endless, builder: PickleBuilder): Unit = builder.putInt(count(value))
    def unpickle(reader: PickleReader): Endless = Endless(reader.getInt())
  private def count(e: Endless): Int = 1 + count(Endless(e.n + 1))

/** Its pickler notes how deep it is called. */
final case class DepthProbe(name: String)
object DepthProbe:
  val depths = scala.collection.mutable.Set.empty[Int]

  given Pickler[DepthProbe] with
    def shape = brine.shape.Shape.Custom("DepthProbe", version = 1)
    def pickle(value: DepthProbe, builder: PickleBuilder): Unit =
      depths += builder.depth
      builder.putString(value.name)
    def unpickle(reader: PickleReader): DepthProbe =
      depths += reader.depth
      DepthProbe(reader.getString().nn)

final case class Probed(a: Int, probe: DepthProbe, inner: Probed2) derives Pickler
final case class Probed2(probe: DepthProbe, option: Option[DepthProbe]) derives Pickler

object DepthSuite:
  enum Term derives Pickler:
    case One, Two
    case Minus(of: Term)
    case Plus(a: Term, b: Term)
    case Named(name: String, of: Term)

  type Text = Option[String]

  final case class Wide(
      a: Text,
      b: Text,
      c: Text,
      d: Text,
      e: Text,
      f: Text,
      g: Text,
      h: Text,
      i: Text,
      j: Text,
      k: Text,
      l: Text,
      m: Text,
      n: Text,
      o: Text,
      next: Wide
  ) derives Pickler
