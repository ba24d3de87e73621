package brine.checks

import scala.util.Random
import brine.*
import brine.evolve.Lock
import brine.testkit.Laws

/** A text that is no lock is an `IllegalArgumentException`, whatever the text is. */
class HostileLockSuite extends munit.FunSuite:
  import HostileLockSuite.*

  private val line = Lock.empty.released("1.0", Seq("a.P" -> Pickler[P].shape, "a.T" -> Pickler[T].shape)).text

  private def isRefused(text: String): Boolean =
    try
      val lock = Lock.parse(text)
      for entry <- lock.entries do entry.shape.describe
      lock.history
      false
    catch case e: IllegalArgumentException => e.getMessage.startsWith("brine.lock")

  private def withShape(shape: String) = s"a.P 1.0 0001 0000000000000001 $shape\n"

  test("types inside each other to any depth, and types that need themselves") {
    for levels <- List(501, 2000, 100_000) do
      for (begin, end) <-
          List("?[" -> "]", "List[" -> "]", "P{a: " -> "}", "via " -> "", "T<a: " -> ">", "@1 ?[" -> "]")
      do
        Laws.onSmallStack(assert(isRefused(withShape(begin * levels + "Int" + end * levels)), s"$levels of $begin"))
    for shape <- List(
        "@1 ^1",
        "@1 Tr<Nd{l: ^1} | ^1>",
        "@1 ?[^1]",
        "@1 List[^1]",
        "@1 Tr<^1>",
        "@1 via ^1",
        "@1 via via ^1",
        "@1 ?[via ^1]",
        "P{a: Int, a: Int}",
        "T<a: Int | a: Int>",
        "^1",
        "@1 @1 Int",
        "custom x 99999999999",
        "\"",
        "\"\\u12"
      )
    do assert(isRefused(withShape(shape)), shape)
  }

  test("any character of a lock changed, removed or doubled") {
    val random = new Random(3)
    for i <- line.indices; c <- List('^', '@', '<', '[', '{', '"', ' ', '1', '\n', line(random.nextInt(line.length))) do
      for changed <- List(line.updated(i, c), line.patch(i, "", 1), line.patch(i, c.toString, 0)) do
        val ignored = isRefused(changed)
    assert(!isRefused(line))
  }

object HostileLockSuite:
  final case class P(name: String, since: Int) derives Pickler
  enum T derives Pickler:
    case Node(left: T, right: T)
    case Leaf(value: Int, list: List[T])
