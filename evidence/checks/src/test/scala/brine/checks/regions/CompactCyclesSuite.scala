package brine.checks.regions

import java.nio.file.Files
import scala.collection.immutable.ArraySeq
import brine.*
import brine.region.*
import brine.testkit.Allocation

/** Values of immutable types that lead back to themselves all the same: no region can hold them. */
class CompactCyclesSuite extends munit.FunSuite:
  import CompactCyclesSuite.*

  /** A chain of enclosing objects, with others before them. */
  private def ring(size: Int, before: Int = 0, payload: Array[Byte] = Array()): Ring =
    val last = new Array[Ring](1)
    val end = Ring("end", payload, ArraySeq.unsafeWrapArray(last))
    val start = (1 until size).foldLeft(end)((ring, i) => Ring(s"$i", payload, ArraySeq(ring)))
    last(0) = start
    (1 to before).foldLeft(start)((ring, i) => Ring(s"before $i", payload, ArraySeq(ring)))

  private def refused(first: String, again: String)(write: => Any)(using munit.Location): Unit =
    val error = intercept[PickleException.NotCompact](write)
    val expected = s"at $again: a region holds immutable values of known types; the object at $first refers to " +
      s"itself, by $again. An object of a region lies before all that refer to it: leave that reference out"
    assertEquals(error.getMessage, expected)

  test("a value that refers to itself is refused with the path of the cycle, by every way into a region") {
    val file = Files.createTempFile("ring", ".region")
    val region = Region.compact("")
    val shared = Region.compactSharing("")
    try
      refused("$", "$.next[0]")(Region.compact(ring(1)))
      refused("$.next[0]", "$.next[0].next[0].next[0].next[0]")(Region.compact(ring(3, before = 1)))
      refused("$[1]", "$[1].next[0]")(Region.compact(Vector(null, ring(1))))
      refused("$.next[0]", "$.next[0].next[0]")(Region.compactSharing(ring(1, before = 1)))
      refused("$", "$.next[0].next[0]")(region.append(ring(2)))
      refused("$", "$.next[0].next[0]")(shared.append(ring(2)))
      refused("$", "$.next[0]")(Region.build(file)(Iterator(ring(1))))
      lazy val cyclic: Lazily = Lazily(1, Some(cyclic #:: LazyList.empty))
      refused("$", "$.next[0]")(Region.compact(cyclic))
    finally Files.delete(file)
  }

  test("a long cycle and one far from the root are refused, and the path is cut in its middle") {
    val error = intercept[PickleException.NotCompact](Region.compact(ring(100_000, before = 1000)))
    val start = "the object at $" + ".next[0]" * 4 + ".…" + ".next[0]" * 4
    assert(error.getMessage.contains(start), error.getMessage)
    intercept[PickleException.NotCompact](Region.compactSharing(ring(100_000, before = 1000))): Unit
  }

  test("a cycle is refused early: its objects are laid out some times, not until the memory is full") {
    val large = ring(1, payload = new Array[Byte](1 << 20))
    val bytes = Allocation.of(intercept[PickleException.NotCompact](Region.compact(large)))
    assert(bytes < (256L << 20), s"$bytes")
  }

  test("after a cycle was refused, a region takes other values, and shared objects do not count as a cycle") {
    val region = Region.compact("first")
    intercept[PickleException.NotCompact](region.append(ring(2)))
    val twice = Ring("twice", Array(), ArraySeq.empty)
    val view = region.append(Ring("a", Array(), ArraySeq(twice, twice)))
    assertEquals(view(_.next(1).name), "twice")
    // As deep as cycles are searched for, with objects that are met again.
    val deep = (1 to 300).foldLeft(twice)((ring, i) => Ring(s"$i", Array(), ArraySeq(twice, ring, twice)))
    assertEquals(region.append(deep)(_.next(1).next(1).next(2).name), "twice")
    val shared = Region.compactSharing(deep)
    assertEquals(shared.root(_.next(1).name), "299")
  }

private object CompactCyclesSuite:
  final case class Ring(name: String, payload: Array[Byte], next: ArraySeq[Ring]) derives Pickler
  final case class Lazily(value: Int, next: Option[LazyList[Lazily]]) derives Pickler
