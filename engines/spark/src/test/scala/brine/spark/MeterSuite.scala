package brine.spark

import com.codahale.metrics.MetricRegistry

class MeterSuite extends munit.FunSuite:
  private def total(name: String): Long = Meters.total(Meter.names.indexOf(name))

  test("records and bytes are counted exactly, and times of all records are taken from one in 64") {
    val instance = new Object
    val meter = Meters.of(instance)
    val before = Meter.names.map(total)
    val timed = (1 to 1000).map { _ =>
      val began = meter.begin()
      meter.written(Phase.Shuffle, began, 3)
      began != 0L
    }
    assertEquals(timed.sliding(Meter.Sampled).map(_.count(identity)).toSet, Set(1))
    meter.read(Phase.Buffer, 0, 5)
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
    assert(instance != null)
  }

  test("the first record of an instance is timed no more often than others") {
    val timed = (1 to 100_000).count(_ => new Meter().begin() != 0L)
    assert(math.abs(timed - 100_000 / Meter.Sampled) < 300, timed)
  }

  test("the counts of an instance are kept when the instance is gone") {
    val before = total("stored.read.records")
    for _ <- 1 to 100 do Meters.of(new Object).read(Phase.Stored, 0, 1)
    System.gc()
    assertEquals(total("stored.read.records") - before, 100L)
    for _ <- 1 to 100 do Meters.of(new Object).read(Phase.Stored, 0, 1)
    System.gc()
    assertEquals(total("stored.read.records") - before, 200L)
  }

  test("a registry has a gauge for each count") {
    val registry = new MetricRegistry
    Meters.register(registry)
    assertEquals(registry.getGauges.size, 27)
    assertEquals(registry.getGauges.get("stream.read.bytes").getValue: Any, total("stream.read.bytes"))
    assertEquals(registry.getGauges.get("code.made").getValue: Any, brine.bytecode.MadeClass.made.sum)
  }
