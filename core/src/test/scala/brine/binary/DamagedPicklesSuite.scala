package brine.binary

import brine.*

class DamagedPicklesSuite extends munit.FunSuite:
  private type Sample = Pair[Person, Tree]
  private val whole = Pair[Person, Tree](Person("Jim", 3), Tree.Node(Tree.Leaf(1, 2), Tree.Nil)).pickle.bytes

  test("a pickle cut at any byte is refused") {
    for n <- whole.indices do intercept[PickleException](new BinaryPickle(whole.take(n)).unpickle[Sample])
  }

  test("a pickle with any bit flipped is refused") {
    for i <- whole.indices; bit <- 0 until 8 do
      val flipped = whole.clone
      flipped(i) = (flipped(i) ^ (1 << bit)).toByte
      intercept[PickleException](new BinaryPickle(flipped).unpickle[Sample])
  }
