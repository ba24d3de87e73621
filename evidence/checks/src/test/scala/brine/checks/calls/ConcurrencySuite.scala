package brine.checks

import java.util.concurrent.{Callable, CyclicBarrier, Executors}
import scala.jdk.CollectionConverters.*
import brine.*
import brine.binary.BinaryFormat
import brine.testkit.{Laws, Patient}
import brine.testkit.corpus.*

/** Picklers and formats are shared freely between threads, from their first use on. */
class ConcurrencySuite extends munit.FunSuite, Patient:
  private val threads = 4

  private def atOnce(task: () => Unit): Unit =
    val pool = Executors.newFixedThreadPool(threads)
    val start = new CyclicBarrier(threads)
    val call: Callable[Unit] = () =>
      start.await()
      task()
    try pool.invokeAll(java.util.Collections.nCopies(threads, call)).asScala.foreach(_.get())
    finally pool.shutdown()

  test("four threads share a pickler that none has used before") {
    for round <- 1 to 50 do
      // Derived anew, so that its plans and slots are found in this round, by all at once.
      val fresh = (new ConcurrencySuite.Derived).pickler
      val value = Corpus.everything
      atOnce { () =>
        for
          format <- BinaryFormat :: AllFormats.telling;
          options <- List(PickleOptions(), Laws.interpreted, Laws.sharesAll)
        do
          Laws.roundTrip(value, format, options)(using fresh)
      }
  }

  test("four threads take the whole corpus through both formats, and write the same bytes") {
    val samples = Corpus.all
    def all(): List[List[Byte]] =
      for sample <- samples; format <- BinaryFormat :: AllFormats.telling yield
        Laws.roundTrip(sample.value, format)(using sample.pickler)
        Laws.write(sample.value, format)(using sample.pickler).toList
    val expected = all()
    atOnce(() => for _ <- 1 to 20 do assert(all() == expected))
  }

object ConcurrencySuite:
  /** Has a separate pickler, unlike a method, which has one for all its calls. */
  final class Derived:
    given pickler: Pickler[Everything] = Pickler.derived
