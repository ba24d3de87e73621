package brine.bench

import brine.bench.workloads.Workload

/** What is compared is comparable. */
class ContendersSuite extends munit.FunSuite:
  for name <- Workload.names do
    test(s"the $name twin writes the bytes of Brine's bare form") {
      check(Workload(name))
    }

    test(s"the $name value comes back from every contender, and from the formats of the company") {
      thereAndBack(Workload(name))
    }

  private def check[A](workload: Workload[A]): Unit =
    val bytes = List("hand", "bare").map(Contender(_, workload).write(workload.value).toVector)
    assert(bytes.distinct.length == 1)

  private def thereAndBack[A](workload: Workload[A]): Unit =
    val value = workload.value
    for name <- Contender.names do
      val contender = Contender(name, workload)
      assert(contender.read(contender.write(value)) == value, name)
    for builder <- List(new RecordingBuilder, new HashingBuilder) do
      assert(TokenFormat.there(value, builder)(using workload.pickler) == value)

  test("the company's other value comes back from the formats of the company") {
    val value = Mixed.value
    val back = TokenFormat.there(value, new HashingBuilder)
    assertEquals(back.array.toList, value.array.toList)
    assertEquals(back.copy(array = value.array), value)
  }
