package brine

class DerivedPicklersSuite extends munit.FunSuite, RoundTrip:
  test("a case class comes back, with any string in it") {
    comesBack(Person("Jim", 2005))
    comesBack(Person(null, -1))
    comesBack(Person("é\ud800", 3))
    comesBack(Person("日本語", 3))
  }

  test("a sealed family comes back, objects and nulls included") {
    def tree(n: Int): Tree =
      if n == 0 then Tree.Leaf(n, 1.5) else Tree.Node(tree(n - 1), if n % 2 == 0 then Tree.Nil else null)
    comesBack(tree(10))
    comesBack[Tree](Tree.Nil)
    comesBack[Tree](null)
  }

  test("enums come back as the same instances") {
    for c <- Color.values do assert(roundTrip(c) eq c)
    comesBack[Expr[Int]](Expr.Add(Expr.Const(3), Expr.Zero))
  }

  test("an object comes back as itself, alone, in a field and in a collection") {
    assert(roundTrip(Nobody) eq Nobody)
    assert(roundTrip(Pair(Nobody, Outer.Inner)).a eq Nobody)
    assert(roundTrip(Pair(Nobody, Outer.Inner)).b eq Outer.Inner)
    assert(roundTrip(List(Nobody, Nobody)).forall(_ eq Nobody))
  }

  test("generic classes come back, whatever they hold") {
    comesBack(Pair(1, "x"))
    comesBack(Pair(Pair(1, 2), List(Person("a", 1), null)))
  }

  test("a class that is recursive through a collection comes back")(comesBack(Rose(
    1,
    List(Rose(2, Nil), null, Rose(3, null))
  )))

  test("a variable that its constructor changes comes back as it is now") {
    val turnstile = new Turnstile(1)
    assertEquals(turnstile.n, 2)
    assertEquals(roundTrip(turnstile).n, 2)
    val page = new Page("u")
    page.hits = 3
    page.rank = 0.5
    val back = roundTrip(page)
    assertEquals((back.url, back.hits, back.rank), ("u", 3, 0.5))
  }

  test("arrays of units and of nulls come back") {
    val units = roundTrip(Array((), (), ()))
    assertEquals(units.toList, List((), (), ()))
    val holder = roundTrip(Pair(Array(()), Array[String](null, "x")))
    assertEquals(holder.a.toList, List(()))
    assertEquals(holder.b.toList, List(null, "x"))
  }

  test("collections come back") {
    comesBack(scala.collection.immutable.ListMap.from((1 to 20).map(i => (i * 7919 % 23, i))))
    comesBack(List(1, 2))
    comesBack(Map(1 -> List("a")))
    comesBack(Vector(Some(Person("a", 1)), None, null, Some(null)))
  }

  test("a class of fields of every kind comes back") {
    val p = Person("p", 1)
    val a = All(
      (),
      true,
      1,
      2,
      'c',
      4,
      5L,
      6f,
      7d,
      "s",
      Some(1),
      Some("x"),
      Some(p),
      p,
      List(p, null, p),
      Vector(1, 2),
      Set("a"),
      Map("k" -> p),
      Right("r"),
      (1, "2", p),
      Array(1, 2, 3),
      Array("x", null),
      Color.Green,
      Tree.Nil,
      Pair(1, "s")
    )
    val b = roundTrip(a)
    assertEquals(b.copy(a = null, as = null), a.copy(a = null, as = null))
    assertEquals(b.a.toSeq, a.a.toSeq)
    assertEquals(b.as.toSeq, a.as.toSeq)
  }

  test("a class with variables in its body comes back with their values") {
    val c = Counter("c")
    c.count = 3
    c.tag = "x"
    val d = roundTrip(c)
    assertEquals((d.name, d.count, d.tag), ("c", 3, "x"))
  }

  test("a chain of a million goes out and comes back") {
    var c: Chain = null
    for i <- 1 to 1_000_000 do c = Chain(i, c)
    val back = c.pickle.unpickle[Chain]
    assertEquals(Iterator.iterate(back)(_.tail).takeWhile(_ != null).size, 1_000_000)
  }
