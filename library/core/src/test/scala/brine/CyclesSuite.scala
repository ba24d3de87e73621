package brine

class CyclesSuite extends munit.FunSuite, RoundTrip:
  test("a ring of three comes back as the same ring") {
    val a = Cell("a", null)
    a.next = Cell("c", Cell("b", a))
    val x = roundTrip(a)
    assertEquals(List(x.name, x.next.name, x.next.next.name), List("a", "c", "b"))
    assert(x.next.next.next eq x)
  }

  test("an immutable object in a cycle comes back in it, whichever end is the root") {
    val t = Thing(null, "t")
    val o = Owner(t)
    t.owner = o
    val x = roundTrip(o)
    assert(x.thing.owner eq x)
    assertEquals(x.thing.label, "t")
    val y = roundTrip(t)
    assert(y.owner.thing eq y)
  }

  test("a cycle through lists comes back") {
    val a = Friend("a", Nil)
    a.friends = List(Friend("b", List(a)), a)
    val x = roundTrip(a)
    assert(x.friends(1) eq x)
    assert(x.friends(0).friends(0) eq x)
  }

  test("an array that contains its owner comes back") {
    val items = new Array[Arr](2)
    items(0) = Arr(items)
    val x = roundTrip(items(0))
    assert(x.items(0) eq x)
    assert(x.items(1) == null)
  }
