package brine.checks

import brine.*
import brine.testkit.Laws

/** A lazy list without an end is refused by the limit of the output, and one with an end is written. */
class LazyListsSuite extends munit.FunSuite:
  import LazyListsSuite.*

  private val small = PickleOptions(limits = Limits(maxOutputBytes = 1 << 20))

  private def refused(work: => Any)(using munit.Location): Unit =
    val e = intercept[PickleException.LimitExceeded](work)
    assert(e.getMessage.contains("a lazy list"), e.getMessage)

  for format <- AllFormats.all do
    test(s"$format: lists without an end, at places of each type, by each back end") {
      for depth <- List(512, 0); endless <- List(ones, LazyList.from(1), 7 #:: ones, 1 #:: 2 #:: ring) do
        val options = small.copy(limits = small.limits.copy(emittedDepth = depth))
        refused(Laws.write[LazyList[Int]](endless, format, options))
        refused(Laws.write[Seq[Int]](endless, format, options))
        refused(Laws.write[Iterable[Int]](endless, format, options))
        refused(Laws.write[collection.Seq[Int]](endless, format, options))
        refused(Laws.write(Holder(endless, endless), format, options))
        refused(Laws.write(Option(Holder(LazyList.empty, endless)), format, options))
    }

    test(s"$format: a list that leads back to itself is refused without a limit") {
      refused(Laws.write[Seq[Int]](1 #:: 2 #:: ring, format))
    }

    test(s"$format: lists with an end come back") {
      val lists = Holder(LazyList.from(1).take(1000), LazyList(7, 7, 7))
      assertEquals(Laws.read[Holder](Laws.write(lists, format), format), lists)
    }

object LazyListsSuite:
  final case class Holder(list: LazyList[Int], seq: Seq[Int]) derives Pickler
  private lazy val ones: LazyList[Int] = 1 #:: ones
  private lazy val ring: LazyList[Int] = 1 #:: 2 #:: 3 #:: ring
