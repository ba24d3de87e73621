package brine.spark

import com.codahale.metrics.MetricRegistry

class MeterSuite extends munit.FunSuite:
  private def total(name: String): Long = Meters.total(Meter.names.indexOf(name))

  /** Runs in a new thread, which has ended when this returns. */
  private def inThread(body: Meter => Unit): Unit =
    val thread = new Thread(() => body(Meters.ofThread))
    thread.start()
    thread.join()

  test("records and bytes are counted exactly, times of the first 256 records, and of one in 64 from then on") {
    val before = Meter.names.map(total)
    var timed = IndexedSeq.empty[Boolean]
    inThread { meter =>
      timed = (1 to 1000).map { _ =>
        val began = meter.begin()
        meter.written(Phase.Shuffle, began, 3)
        began != 0L
      }
      meter.read(Phase.Buffer, 0, 5)
    }
    assert(timed.take(Meter.All).forall(identity))
    assertEquals(timed.drop(Meter.All).sliding(Meter.Sampled).map(_.count(identity)).toSet, Set(1))
    val after = Meter.names.map(total).zip(before).map(_ - _)
    val counted = Meter.names.zip(after).filter(_._2 != 0).toMap
    assertEquals(
      counted - "shuffle.written.nanoseconds",
      Map(
        "shuffle.written.records" -> 1000L,
        "shuffle.written.bytes" -> 3000L,
        "buffer.read.records" -> 1L,
        "buffer.read.bytes" -> 5L
      )
    )
    assert(counted("shuffle.written.nanoseconds") > 0)
  }

  test("the time of a few records is their own, not a multiple") {
    val before = total("stored.written.nanoseconds")
    var measured = 0L
    inThread { meter =>
      val start = System.nanoTime
      for _ <- 1 to 3 do
        val began = meter.begin()
        Thread.sleep(2)
        meter.written(Phase.Stored, began, 1)
      measured = System.nanoTime - start
    }
    val counted = total("stored.written.nanoseconds") - before
    assert(counted > 0 && counted <= measured, s"$counted of $measured")
  }

  test("the counts of threads are kept when the threads have ended") {
    val before = total("stored.read.records")
    for _ <- 1 to 100 do inThread(_.read(Phase.Stored, 0, 1))
    assertEquals(total("stored.read.records") - before, 100L)
    System.gc()
    for _ <- 1 to 100 do inThread(_.read(Phase.Stored, 0, 1))
    assertEquals(total("stored.read.records") - before, 200L)
  }

  test("a registry has a gauge for each count") {
    val registry = new MetricRegistry
    Meters.register(registry)
    assertEquals(registry.getGauges.size, 27)
    assertEquals(registry.getGauges.get("stream.read.bytes").getValue: Any, total("stream.read.bytes"))
    assertEquals(registry.getGauges.get("code.made").getValue: Any, brine.bytecode.MadeClass.made.sum)
  }
