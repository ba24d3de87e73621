package brine.figures

import com.fasterxml.jackson.databind.ObjectMapper

class MeasurementSuite extends munit.FunSuite:
  private def of(contender: String, micros: Double*) =
    Measurement("run", "tree:64", "out", contender, "alone", "memory", micros.toVector)

  test("the interval is Student's t's at 99 %"):
    // Mean 3, standard deviation 1.5811; the quantile 0.995 with 4 degrees of freedom is 4.6041.
    val (low, high) = of("x", 1, 2, 3, 4, 5).interval
    assertEqualsDouble(high - 3, 4.604095 * 1.5811388 / math.sqrt(5), 1e-5)
    assertEqualsDouble(3 - low, high - 3, 1e-9)

  test("with three iterations the quantile is 9.925"):
    val (_, high) = of("x", 1, 2, 3).interval
    assertEqualsDouble(high - 2, 9.924843 / math.sqrt(3), 1e-5)

  test("one or two iterations have no interval but their mean"):
    assertEquals(of("x", 7).interval, (7.0, 7.0))
    assertEquals(of("x", 6, 8).interval, (7.0, 7.0))

  test("a ratio's range is that of both intervals"):
    val twin = of("hand-plain", 9.9, 10, 10.1)
    val (low, high) = twin.interval
    val ratio = of("kryo-fast", 20).times(twin)
    assertEqualsDouble(ratio.value, 2, 1e-9)
    assertEqualsDouble(ratio.low, 20 / high, 1e-9)
    assertEqualsDouble(ratio.high, 20 / low, 1e-9)
    assertEquals(twin.times(twin), Measurement.Ratio(1, 1, 1))

  test("a workload has a kind and, in newer files, a size"):
    assertEquals((of("x", 1).kind, of("x", 1).size), ("tree", Some(64)))
    assertEquals(
      (of("x", 1).copy(workload = "events").kind, of("x", 1).copy(workload = "events").size),
      ("events", None)
    )

  test("all iterations of all JVMs are read, in microseconds; other benchmarks are left out"):
    val json = s"""[
      {"benchmark": "brine.bench.PickleBenchmark.in",
       "params": {"workload": "tree:64", "contender": "java", "among": "company"},
       "primaryMetric": {"score": 2000, "scoreUnit": "ns/op", "rawData": [[1000, 2000], [3000]]}},
      {"benchmark": "brine.bench.EvolutionBenchmark.in", "params": {"way": "bare"},
       "primaryMetric": {"score": 1, "scoreUnit": "ns/op", "rawData": [[1]]}}]"""
    val expected = Measurement("raw", "tree:64", "in", "java", "company", "memory", Vector(1.0, 2.0, 3.0))
    assertEquals(Measurement.read("raw", new ObjectMapper().readTree(json), "PickleBenchmark"), Vector(expected))

  test("a file that is not a list of results has none"):
    assertEquals(
      Measurement.read("derivation", new ObjectMapper().readTree("""{"results": []}"""), "PickleBenchmark"),
      Vector.empty
    )
