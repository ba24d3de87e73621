package brine.accel

import brine.accel.fuzz.Fuzz
import brine.accel.sim.AcceleratorTop

/** A few of the random streams and requests that `./dev accel fuzz` sends. `-Dbrine.accel.fuzz` gives another number.
  */
class FuzzSuite extends SimulationSuite(new AcceleratorTop(Fuzz.parameters)) {
  check("random streams and requests end as the models say, and nothing is written outside") {
    val counts = Fuzz.run(s, Integer.getInteger("brine.accel.fuzz", 100), seed = 1)
    for (status <- Seq("in ok", "in malformed", "in unknownClass", "out ok", "out badRequest"))
      assert(counts.contains(status), s"no request ended as $status: $counts")
  }
}
