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

  test("an option whose content says itself that it is null has no code for it") {
    def refused[A: Pickler](bytes: Int*): Unit =
      for depth <- List(Limits.Default.emittedDepth, 0) do
        given PickleOptions = PickleOptions(limits = Limits(emittedDepth = depth))
        intercept[PickleException.Malformed](new BarePickle(bytes.map(_.toByte).toArray).unpickle[A])
    refused[Option[Int]](3)
    refused[Option[String]](3)
    refused[Pair[Option[Boolean], Int]](3, 0)
    refused[Pair[Option[String], Int]](3, 0)
    refused[Pair[Option[List[Int]], Int]](3, 0)
    refused[Pair[Option[Tree], Int]](3, 0)
  }
