package brine.shape

import brine.*

class ShapeSuite extends munit.FunSuite:
  test("a shape knows whether its values can hold what keeps its identity, however deep or recursive") {
    def holds[A](using pickler: Pickler[A]) = pickler.shape.holdsTracked
    for (holds, type_) <- List(
        holds[Int] -> "Int",
        holds[Person] -> "Person",
        holds[Rose] -> "Rose",
        holds[Tree] -> "Tree",
        holds[Chain] -> "Chain",
        holds[Map[Person, Option[Array[Int]]]] -> "Map",
        holds[Expr[List[Person]]] -> "Expr"
      )
    do assert(!holds, type_)
    for (holds, type_) <- List(
        holds[Cell] -> "Cell",
        holds[Expr[List[Counter]]] -> "Expr",
        holds[Map[Person, Option[Array[String]]]] -> "Map",
        holds[Either[Int, (Int, Owner)]] -> "Either",
        holds[Pair[Int, Friend]] -> "Pair"
      )
    do assert(holds, type_)
    assert(Shape.Custom("Any", version = 1).holdsTracked)
  }

  test("a shape that does not end is taken to hold it") {
    def endless(level: Int): Shape =
      new Shape.Product(s"P$level", Array("next"), false, () => Array(endless(level + 1)))
    assert(endless(0).holdsTracked)
  }
