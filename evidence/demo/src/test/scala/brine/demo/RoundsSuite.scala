package brine.demo

import munit.FunSuite

class RoundsSuite extends FunSuite:

  private def depth(levels: Int): Int = if levels == 0 then 0 else 1 + depth(levels - 1)

  test("work that fits has the default stack; work that overflows it gets the deep one"):
    assertEquals(Stack.atNeed(depth(10)), (10, Stack.Default))
    assertEquals(Stack.atNeed(depth(1_000_000)), (1_000_000, Stack.Deep))

  test("a failure of the work reaches the caller"):
    intercept[IllegalStateException](Stack.atNeed(throw IllegalStateException("no")))

  test("the median stands between the two in the middle"):
    assertEquals(Rounds.median(Vector(9.0, 1.0, 2.0)), 2.0)
    assertEquals(Rounds.median(Vector(4.0, 1.0, 2.0, 100.0)), 3.0)

  test("the work runs in the warm-up and in the timed rounds"):
    var runs = 0
    val timing = Rounds.time(2):
      runs += 1
      Thread.sleep(500)
    assert(runs >= 5, runs)
    assert(timing.millis >= 500, timing)

  test("the remains of a round are tidied up before the next one"):
    var left = 0
    Rounds.time(2, tidyUp = left = 0):
      left += 1
      assertEquals(left, 1)
