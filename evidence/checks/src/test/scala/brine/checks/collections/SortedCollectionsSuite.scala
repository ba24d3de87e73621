package brine.checks

import java.util as ju
import java.util.concurrent.{ConcurrentSkipListMap, ConcurrentSkipListSet}
import scala.collection.{immutable, mutable}
import scala.jdk.CollectionConverters.*
import org.scalacheck.Gen
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.testkit.{Laws, PicklerLaws}

/** Collections that are sorted: by an order that no pickle holds. */
class SortedCollectionsSuite extends PicklerLaws, RoundTrips:
  override def formats: List[PickleFormat] = List(BinaryFormat, JsonFormat)

  private val words: Gen[List[String]] = Gen.listOf(Gen.alphaStr)
  private val pairs: Gen[List[(String, Int)]] = Gen.listOf(Gen.zip(Gen.alphaStr, Gen.choose(0, 9)))

  obeysLaws("TreeSet", words.map(_.to(immutable.TreeSet)))
  obeysLaws("SortedSet", words.map(w => w.to(immutable.TreeSet): immutable.SortedSet[String]))
  obeysLaws("TreeMap", pairs.map(_.to(immutable.TreeMap)))
  obeysLaws("SortedMap", pairs.map(p => p.to(immutable.TreeMap): immutable.SortedMap[String, Int]))
  obeysLaws("mutable TreeSet", words.map(_.to(mutable.TreeSet)))
  obeysLaws("mutable SortedSet", words.map(w => w.to(mutable.TreeSet): mutable.SortedSet[String]))
  obeysLaws("mutable TreeMap", pairs.map(_.to(mutable.TreeMap)))
  obeysLaws("mutable SortedMap", pairs.map(p => p.to(mutable.TreeMap): mutable.SortedMap[String, Int]))
  obeysLaws("java.util.TreeSet", words.map(w => new ju.TreeSet(w.asJava)))
  obeysLaws("java.util.SortedSet", words.map(w => new ju.TreeSet(w.asJava): ju.SortedSet[String]))
  obeysLaws("java.util.NavigableSet", words.map(w => new ju.TreeSet(w.asJava): ju.NavigableSet[String]))
  obeysLaws("java.util.TreeMap", pairs.map(p => new ju.TreeMap(p.toMap.asJava)))
  obeysLaws("java.util.SortedMap", pairs.map(p => new ju.TreeMap(p.toMap.asJava): ju.SortedMap[String, Int]))
  obeysLaws("java.util.NavigableMap", pairs.map(p => new ju.TreeMap(p.toMap.asJava): ju.NavigableMap[String, Int]))
  obeysLaws("ConcurrentSkipListSet", words.map(w => new ConcurrentSkipListSet(w.asJava)))
  obeysLaws("ConcurrentSkipListMap", pairs.map(p => new ConcurrentSkipListMap(p.toMap.asJava)))
  obeysLaws(
    "in the reverse order",
    words.map(w => Backwards(immutable.TreeSet.from(w)(using Ordering.String.reverse), w.size))
  )
  obeysLaws("by parts of the elements", pairs.map(p => immutable.TreeMap.from(p.map((k, v) => (k, v) -> v))))

  test("priority queues come back in the same order") {
    there(mutable.PriorityQueue(3, 1, 4, 1, 5)) { back =>
      assertEquals(back.clone().dequeueAll.toList, List(5, 4, 3, 1, 1))
    }
    there(new ju.concurrent.PriorityBlockingQueue(List(3, 1, 4, 1, 5).asJava)) { back =>
      assertEquals(List.fill(5)(back.poll()), List(1, 1, 3, 4, 5))
    }
    there(new ju.PriorityQueue(List(3, 1, 4, 1, 5).asJava)) { back =>
      assertEquals(List.fill(5)(back.poll()), List(1, 1, 3, 4, 5))
    }
  }

  test("a sorted collection comes back in its order, and keeps sorting by it") {
    there(Backwards(immutable.TreeSet("a", "b")(using Ordering.String.reverse), 2)) { back =>
      assertEquals((back.words + "c").toList, List("c", "b", "a"))
    }
    there(new ju.TreeSet(List("b", "a").asJava)) { back =>
      assertEquals((back.first, back.comparator), ("a", null))
    }
  }

  test("a given comparator represents the natural order of Java's collections") {
    given ju.Comparator[Ticket] = Ticket.byPrice
    val tickets = new ju.TreeSet[Ticket](Ticket.byPrice)
    tickets.add(Ticket("x", 2))
    tickets.add(Ticket("y", 1))
    there(tickets)(back => assertEquals((back.first, back.comparator), (Ticket("y", 1), Ticket.byPrice)))
  }

  test("a collection that is sorted in another way is refused, by everything that writes") {
    for format <- formats; depth <- List(Limits.Default.emittedDepth, 0) do
      val options = PickleOptions(limits = Limits(emittedDepth = depth))
      def refused[A: Pickler](value: A, texts: String*)(using munit.Location): Unit =
        val e = intercept[PickleException.UnexpectedClass](Laws.write(value, format, options))
        for text <- texts do assert(e.getMessage.contains(text), e.getMessage)
      refused(immutable.TreeSet(1)(using Ordering.Int.reverse), "TreeSet sorted by 'Int'", "sorted by 'Reverse'")
      refused(immutable.TreeMap(1 -> 2)(using Ordering.Int.reverse), "TreeMap sorted by 'Int'", "sorted by 'Reverse'")
      refused(mutable.TreeSet(1)(using Ordering.Int.reverse), "Sort the collection by that one, or give its own")
      refused(mutable.PriorityQueue(1)(using Ordering.Int.reverse), "sorted by 'Reverse'")
      refused[ju.TreeSet[String]](
        new ju.TreeSet(ju.Comparator.reverseOrder[String]),
        "'natural order'",
        "'ReverseComparator'"
      )
      refused[ju.TreeMap[String, Int]](
        new ju.TreeMap(ju.Comparator.reverseOrder[String]),
        "'natural order'",
        "'ReverseComparator'"
      )
      refused(Backwards(immutable.TreeSet("a"), 1), "$.words", "TreeSet sorted by 'Reverse'", "sorted by 'String'")
      refused(List(Backwards(immutable.TreeSet.empty[String], 1)), "$[0].words")
      refused(
        immutable.TreeSet(Ticket("x", 1))(using Ordering.by(_.price)),
        "two orderings with one name",
        "a `given` without parameters"
      )(using summon[Pickler[immutable.TreeSet[Ticket]]])
  }

  test("the order is part of the shape") {
    val up = summon[Pickler[immutable.TreeSet[Int]]].shape
    val down = { given Ordering[Int] = Ordering.Int.reverse; summon[Pickler[immutable.TreeSet[Int]]].shape }
    assertNotEquals(up.fingerprint, down.fingerprint)
    assertEquals(up.fingerprint, summon[Pickler[immutable.TreeSet[Int]]].shape.fingerprint)
  }

  test("elements that are the same by the order are refused") {
    intercept[PickleException.Malformed](Laws.read[immutable.TreeSet[Int]]("[1,2,1]".getBytes, JsonFormat))
    intercept[PickleException.Malformed](Laws.read[ju.TreeMap[String, Int]]("""{"a":1,"a":2}""".getBytes, JsonFormat))
  }

  test("an element that cannot be compared has a separate error") {
    val e = intercept[PickleException](Laws.read[immutable.TreeSet[String]]("""["a",null]""".getBytes, JsonFormat))
    assert(e.getMessage.contains("a TreeSet cannot hold a null"), e.getMessage)
  }

  test("in a cycle, a sorted collection is filled when its elements are complete") {
    val club = new Club("c")
    val members = List.tabulate(4)(i => Member(3 - i, club))
    club.byRank ++= members
    club.ranked = immutable.TreeSet.from(members)
    members.foreach(m => club.rooms.put(m.rank, m))
    there(club) { back =>
      assertEquals(back.byRank.toList.map(_.rank), List(0, 1, 2, 3))
      assertEquals(back.ranked.toList.map(_.rank), List(0, 1, 2, 3))
      assert(back.byRank.forall(_.club eq back))
      assert(back.byRank.contains(back.ranked.head))
      assert(back.rooms.get(2) eq back.byRank.find(_.rank == 2).get)
    }
  }

  test("a generic class may hold itself in a sorted map") {
    val trie = Trie(1, immutable.TreeMap("a" -> Trie(2, immutable.TreeMap.empty[String, Trie[Int]])))
    there(trie)(back => assertEquals(back, trie))
  }

  test("a sorted collection of a type without an order does not compile") {
    val errors = compileErrors("summon[Pickler[immutable.TreeSet[Locked]]]")
    assert(errors.contains("Ordering"), errors)
    assert(compileErrors("final case class Holds(all: immutable.TreeSet[Locked]) derives Pickler").contains(
      "a TreeSet[Locked] is sorted, and the order of Locked is unknown. Give an `Ordering[Locked]`"
    ))
    assert(compileErrors("final case class Holds(all: ju.TreeSet[Locked]) derives Pickler").contains(
      "or make Locked Comparable"
    ))
    assert(compileErrors("summon[Pickler[ju.TreeSet[Locked]]]").nonEmpty)
  }

/** Sorted in reverse where its pickler is derived. */
final case class Backwards(words: immutable.TreeSet[String], count: Int)
object Backwards:
  private given Ordering[String] = Ordering.String.reverse
  given Pickler[Backwards] = Pickler.derived

final case class Ticket(name: String, price: Int) derives Pickler
object Ticket:
  given byPrice: Ordering[Ticket] = Ordering.by(_.price)

final case class Locked(key: String) derives Pickler

final class Club(val name: String) derives Pickler:
  var ranked: immutable.TreeSet[Member] = immutable.TreeSet.empty
  var byRank: mutable.TreeSet[Member] = mutable.TreeSet.empty
  var rooms: ju.TreeMap[Int, Member] = new ju.TreeMap

/** Its rank is there only when it is complete. */
final case class Member(rank: Int, club: Club)
object Member:
  given Ordering[Member] = Ordering.by(_.rank)
  given Pickler[Member] = Pickler.derived

final case class Trie[A](value: A, below: immutable.TreeMap[String, Trie[A]]) derives Pickler
