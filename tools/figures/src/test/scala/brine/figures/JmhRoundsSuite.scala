package brine.figures

import com.fasterxml.jackson.databind.ObjectMapper

class JmhRoundsSuite extends munit.FunSuite:
  private def round(contender: String, micros: Double*) = new ObjectMapper().readTree(s"""[
    {"benchmark": "brine.bench.PickleBenchmark.in", "forks": 0, "jvmArgs": ["-Xmx1g", "-Xmx1g"],
     "params": {"workload": "tree:64", "contender": "$contender"},
     "primaryMetric": {"score": 7, "scoreError": 1, "scoreUnit": "us/op", "rawData": [[${micros.mkString(", ")}]]},
     "secondaryMetrics": {"bytes": {"score": 7, "rawData": [[5.0]]}}}]""")

  private val merged = JmhRounds.merged(Vector(round("java", 1, 2), round("brine", 9), round("java", 3, 4)))

  test("the iterations of one contender's JVMs come together, in the order of the rounds"):
    val measured = Measurement.read("raw", merged, "PickleBenchmark").map(m => m.contender -> m.micros)
    assertEquals(measured.toMap, Map("brine" -> Vector(9.0), "java" -> Vector(1.0, 2.0, 3.0, 4.0)))
    assertEquals(merged.get(1).at("/primaryMetric/rawData").toString, "[[1.0,2.0],[3.0,4.0]]")

  test("the summary of one JVM is not kept as that of all"):
    val java = merged.get(1)
    assert(!java.at("/primaryMetric").has("score") && !java.at("/primaryMetric").has("scoreError"))
    assertEquals(java.at("/secondaryMetrics/bytes/rawData").toString, "[[5.0],[5.0]]")
    assert(!java.at("/secondaryMetrics/bytes").has("score"))
    assertEquals(java.path("forks").asInt, 2)
    assertEquals(java.path("jvmArgs").toString, """["-Xmx1g"]""")
