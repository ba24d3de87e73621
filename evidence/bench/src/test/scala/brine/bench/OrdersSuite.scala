package brine.bench

import brine.bench.workloads.Orders

class OrdersSuite extends munit.FunSuite:
  test("every way gives the sum of all prices, again and again") {
    val orders = Orders.made(70_000) // in more than one segment
    val expected = orders.map(_.price.toLong).sum.toDouble
    for name <- List("column", "columnInFile", "rows", "unpickle", "unpickleGraph") do
      val way = Orders.way(name, orders)
      for _ <- 1 to 2 do assertEquals(way.sum(), expected, name)
  }
