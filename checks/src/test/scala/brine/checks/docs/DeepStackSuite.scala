package brine.checks.docs

import brine.testkit.Patient

/** The guide's deep copy cannot run where the page runs: in an object's initialization, for which the thread would wait. */
class DeepStackSuite extends Patient:
  test("a million levels by the code of the class, on a large stack") {
    val copy = SharingPage.deepCopy(SharingPage.chain)
    assertEquals((copy.head, copy.tail.head, copy.tail.tail.head), (1_000_000, 999_999, 999_998))
  }
