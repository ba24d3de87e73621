package brine.checks

import java.util as ju
import java.util.Comparator
import java.util.concurrent.{ConcurrentSkipListMap, ConcurrentSkipListSet, PriorityBlockingQueue}
import scala.compiletime.testing.typeCheckErrors
import brine.*

/** The order that is given counts for Java's sorted collections wherever a pickler is found: at the root, inside
  * another collection, in a class. Compilers differ in the order in which they try candidates, so this runs with each
  * (`CompilersSuite`).
  */
class GivenOrdersSuite extends munit.FunSuite, RoundTrips:
  override def formats: List[PickleFormat] = AllFormats.all

  private def filled[C <: ju.Collection[String]](c: C): C =
    c.addAll(ju.List.of("a", "b", "c")): Unit
    c

  private def mapped[M <: ju.Map[String, Int]](m: M): M =
    m.put("a", 1): Unit
    m.put("b", 2): Unit
    m

  private def kept[C <: AnyRef: Pickler](value: C)(order: C => Comparator[?] | Null): Unit =
    there(value)(back => assertEquals(order(back), order(value)))
    there(List(value))(back => assertEquals(order(back.head), order(value)))
    there(Option(value))(back => assertEquals(order(back.get), order(value)))

  test("a given Comparator at the root, inside collections, and for each class and interface") {
    given reverse: Comparator[String] = Comparator.reverseOrder[String]
    kept(filled(new ju.TreeSet[String](reverse)))(_.comparator)
    kept(filled(new ConcurrentSkipListSet[String](reverse)))(_.comparator)
    kept(filled(new ju.TreeSet[String](reverse)): ju.SortedSet[String])(_.comparator)
    kept(filled(new ju.TreeSet[String](reverse)): ju.NavigableSet[String])(_.comparator)
    kept(mapped(new ju.TreeMap[String, Int](reverse)))(_.comparator)
    kept(mapped(new ConcurrentSkipListMap[String, Int](reverse)))(_.comparator)
    kept(mapped(new ju.TreeMap[String, Int](reverse)): ju.SortedMap[String, Int])(_.comparator)
    kept(mapped(new ju.TreeMap[String, Int](reverse)): ju.NavigableMap[String, Int])(_.comparator)
    assertEquals(filled(new ju.PriorityQueue[String](reverse)).pickle.unpickle[ju.PriorityQueue[String]].peek, "c")
    val blocking = filled(new PriorityBlockingQueue[String](11, reverse))
    assertEquals(blocking.pickle.unpickle[PriorityBlockingQueue[String]].peek, "c")
  }

  test("a given Ordering, which is a Comparator; of numbers, too") {
    given reverse: Ordering[String] = Ordering.String.reverse
    given down: Ordering[Int] = Ordering.Int.reverse
    kept(filled(new ju.TreeSet[String](reverse)))(_.comparator)
    val numbers = new ju.TreeSet[Int](down)
    numbers.addAll(ju.List.of(1, 2)): Unit
    kept(numbers)(_.comparator)
  }

  test("the natural order where none is given, and a collection in another order is refused") {
    kept(filled(new ju.TreeSet[String]))(_.comparator)
    val other = filled(new ju.TreeSet[String](Comparator.reverseOrder[String]))
    intercept[PickleException.UnexpectedClass](other.pickle)
  }

  test("two orders are ambiguous, and none is chosen") {
    val alone = typeCheckErrors("""
      given one: Comparator[String] = Comparator.reverseOrder[String]
      given two: Comparator[String] = String.CASE_INSENSITIVE_ORDER
      Pickler[ju.TreeSet[String]]""")
    val inside = typeCheckErrors("""
      given one: Comparator[String] = Comparator.reverseOrder[String]
      given two: Comparator[String] = String.CASE_INSENSITIVE_ORDER
      Pickler.derived[GivenOrdersSuite.Dict]""")
    assert(alone.exists(_.message.contains("mbiguous")), alone.map(_.message))
    assert(inside.exists(_.message.contains("the order of String is unknown")), inside.map(_.message))
  }

object GivenOrdersSuite:
  final case class Dict(words: ju.TreeSet[String])
