package brine.testkit

import brine.testkit.corpus.Cell

class SameSuite extends munit.FunSuite:
  test("arrays are the same by their elements, floats by their bits") {
    assert(Same(List(Array(1, 2)), List(Array(1, 2))))
    assert(!Same(Array(1, 2), Array(1, 3)))
    assert(!Same(Array(1), Array(1L)))
    assert(Same(Some(Double.NaN), Some(Double.NaN)))
    assert(!Same(Vector(0.0f), Vector(-0.0f)))
  }

  test("the same object twice is compared twice") {
    val a = List(1)
    assert(!Same(List(a, a), List(List(1), List(2))))
  }

  test("objects without equals are the same as any of their class") {
    assert(Same(new Cell("a", null), new Cell("a", null)))
    assert(!Same(new Cell("a", null), "a"))
  }
