package brine.checks

import java.nio.file.Files
import brine.testkit.Patient
import brine.testkit.entrances.{CostSearch, Entrance}
import CostSearch.*

/** Inputs that a search finds cost no more memory and time than the guide allows. The property `brine.bounds` has the
  * number of inputs for each entrance; `./dev fuzz bounds` searches longer.
  */
class BoundsSuite extends munit.FunSuite, Patient:
  private val inputs: Int = Integer.getInteger("brine.bounds", 10)

  test("no input that is found by a search costs an entrance more than the guide allows for its length"):
    for (entrance, i) <- Entrance.all.zipWithIndex do
      val most = if entrance.isSlow then inputs / 20 + 1 else inputs
      new CostSearch(entrance, i).run(_ < most)

  test("the guide states the limits"):
    val guide = Files.readString(Repository.root.resolve("docs/guide/security.md"))
    assert(guide.contains(s"| memory | ${FreeBytes >> 20} MiB | $BytesPerByte bytes |".replace("1500", "1,500")))
    assert(guide.contains(s"| time on one core | ${FreeNanos / 1_000_000} ms | ${NanosPerByte / 1000} µs |"))
