package brine.shape

class FingerprintSuite extends munit.FunSuite:
  private val int = Shape.Scalar(ScalarKind.Int)
  private val long = Shape.Scalar(ScalarKind.Long)

  private def product(name: String, fields: (String, Shape)*): Shape =
    new Shape.Product(name, fields.map(_._1).toArray, false, () => fields.map(_._2).toArray)

  /** `levels` products inside each other, around `inner`; each with a field name of its own. */
  private def nest(levels: Int, inner: Shape): Shape =
    (1 to levels).foldLeft(inner)((shape, i) => product(s"P$i", s"f$i" -> shape))

  test("a change at any depth is heard at the root") {
    for levels <- 0 to 20 do
      assertNotEquals(nest(levels, int).fingerprint, nest(levels, long).fingerprint, s"$levels levels up")
    for levels <- 0 to 10; at <- 0 to 10 do
      val one = nest(levels, product("Q", "x" -> nest(at, int)))
      val other = nest(levels, product("Q", "y" -> nest(at, int)))
      assertNotEquals(one.fingerprint, other.fingerprint)
  }

  test("the order of fields, their names and their number count; the names of classes do not") {
    val shape = product("A", "a" -> int, "b" -> long)
    assertEquals(product("B", "a" -> int, "b" -> long).fingerprint, shape.fingerprint)
    for other <- List(
        product("A", "b" -> long, "a" -> int),
        product("A", "a" -> int),
        product("A", "a" -> long, "b" -> int),
        product("A", "ab" -> int, "" -> long)
      )
    do
      assertNotEquals(other.fingerprint, shape.fingerprint)
  }

  test("names of leaves, tracking, kinds of collections, and custom picklers' names and versions count") {
    def sum(names: String*) = new Shape.Sum("S", names.toArray, false, () => names.map(n => product(n)).toArray)
    val shapes = List(
      sum("A", "B"),
      sum("B", "A"),
      sum("A"),
      sum("A", "C"),
      new Shape.Product("P", Array("a"), true, () => Array(int)),
      product("P", "a" -> int),
      new Shape.Sequence("List", false, () => int),
      new Shape.Sequence("List", true, () => int),
      new Shape.Sequence("Vector", false, () => int),
      new Shape.Sequence("List", false, () => long),
      new Shape.Mapping("Map", false, () => int, () => long),
      new Shape.Mapping("Map", false, () => long, () => int),
      new Shape.Optional(() => int),
      new Shape.Optional(() => new Shape.Optional(() => int)),
      new Shape.Mapped(() => int),
      int,
      Shape.Custom("C", 1),
      Shape.Custom("C", 2),
      Shape.Custom("D", 1),
      new Shape.Singleton("O")
    )
    assertEquals(shapes.map(_.fingerprint).distinct.length, shapes.length)
  }

  test("it does not matter how often a node occurs, or how far a recursive type is unfolded") {
    val shared = product("A", "x" -> int)
    val once = product("P", "a" -> shared, "b" -> shared)
    val twice = product("P", "a" -> product("A", "x" -> int), "b" -> product("A", "x" -> int))
    assertEquals(once.fingerprint, twice.fingerprint)
    assertEquals(recursive(1).fingerprint, recursive(7).fingerprint)
    assertNotEquals(recursive(1).fingerprint, recursive(1, long).fingerprint)
  }

  /** A list cell, its cycle `length` nodes long. */
  private def recursive(length: Int, head: Shape = int): Shape =
    lazy val nodes: IndexedSeq[Shape] =
      (0 until length).map(i =>
        new Shape.Product("Cons", Array("head", "tail"), false, () => Array(head, nodes((i + 1) % length)))
      )
    nodes(0)

  test("a family of a thousand types takes little time") {
    val leaves = (1 to 1000).map(i => product(s"L$i", s"x$i" -> nest(3, int)))
    val family = new Shape.Sum("S", leaves.map(_.name).toArray, false, () => leaves.toArray)
    val start = System.nanoTime
    family.fingerprint
    assert(System.nanoTime - start < 2e9)
  }
