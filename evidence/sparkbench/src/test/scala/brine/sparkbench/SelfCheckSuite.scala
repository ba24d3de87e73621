package brine.sparkbench

import brine.sparkjobs.{Outcome, Settings, TeraSort, Workload}
import brine.sparkjobs.counting.{Counts, JvmCounts}

class SelfCheckSuite extends munit.FunSuite:
  private def counts(written: (String, Long)*)(read: (String, Long)*): JvmCounts =
    JvmCounts(Counts(0, 0, 0, 0, written.toMap), Counts(0, 0, 0, 0, read.toMap), 0, 0, 0, 0)

  private val key = "brine.sparkjobs.TeraKey"
  private val value = "brine.sparkjobs.TeraValue"

  test("every workload is found out if no record passes through the serializer"):
    for workload <- Workload.all do
      assert(workload.bypassed(Settings(workload.testSize), JvmCounts.none).nonEmpty, workload.name)

  test("records that are written and read satisfy the check"):
    assertEquals(TeraSort.bypassed(Settings(10), counts(key -> 10L, value -> 10L)(key -> 10L, value -> 12L)), None)

  test("one record that is not read is an error"):
    val error = TeraSort.bypassed(Settings(10), counts(key -> 10L, value -> 10L)(key -> 10L, value -> 9L))
    val text =
      "terasort read 9 values of brine.sparkjobs.TeraValue through the serializer, expected 10 at least: Spark has " +
        "bypassed it"
    assertEquals(error, Some(text))

  test("results are compared exactly, and sums of doubles within their tolerance"):
    val outcome = Outcome("2 sums", Seq(1.0, 1e9), tolerance = 1e-6)
    assertEquals(outcome.difference(Outcome("2 sums", Seq(1.0000005, 1e9 + 900), 1e-6)), None)
    assertEquals(outcome.difference(outcome.copy(exact = "3 sums")), Some("2 sums is not 3 sums"))
    assertEquals(outcome.difference(outcome.copy(near = Seq(1.0))), Some("2 values are not 1"))
    assertEquals(
      outcome.difference(Outcome("2 sums", Seq(1.00001, 1e9), 1e-6)),
      Some("value 0: 1.0 is not 1.00001 within 1.0E-6")
    )
