package brine.testkit

import brine.{PickleOptions, Pickler, Sharing, Subtype, Subtypes}
import brine.testkit.corpus.*

class GraphIsomorphismSuite extends munit.FunSuite:
  test("a ring of three is a ring of three, and no ring of four, nor a longer one unrolled") {
    assert(GraphIsomorphism.areIsomorphic(Corpus.ring(3), Corpus.ring(3)))
    assert(!GraphIsomorphism.areIsomorphic(Corpus.ring(3), Corpus.ring(4)))
    val a = new Cell("0", null)
    val b = new Cell("0", a)
    a.next = b
    val c = new Cell("0", null)
    c.next = c
    assert(!GraphIsomorphism.areIsomorphic(a, c))
  }

  test("one cell twice is not two equal cells") {
    val c = new Cell("c", null)
    val difference = GraphIsomorphism.difference(List(c, c), List(c, new Cell("c", null)))
    assertEquals(difference, Some("at $[1]: Reference(0,1), but Identity(1)"))
  }

  test("shared immutable objects differ from equal ones only when asked") {
    val p = Person("p", 1)
    val twice = List(p, p)
    val equal = List(p, p.copy())
    assert(GraphIsomorphism.areIsomorphic(twice, equal))
    assert(!GraphIsomorphism.areIsomorphic(twice, equal, PickleOptions(sharing = Sharing.All)))
  }

  test("strings and numbers at open places are values if subtypes have numbers") {
    given Pickler[Any] = Pickler.open
    val named = Subtypes(Subtype[String], Subtype[Cell])
    val numbered = named.numberedBy(named.names)
    val (text, cell) = (new String("a"), new Cell("c", null))
    val twice = List[Any](text, text, cell, cell)
    def differs(other: List[Any], subtypes: Subtypes) =
      GraphIsomorphism.difference(twice, other, PickleOptions(subtypes = subtypes)).nonEmpty
    assert(!differs(twice, named) && !differs(twice, numbered))
    val equal = List[Any](text, new String("a"), cell, cell)
    assert(differs(equal, named) && !differs(equal, numbered))
    assert(differs(List[Any](text, text, cell, new Cell("c", null)), numbered))
    assert(differs(List[Any](text, "b", cell, cell), numbered))
  }

  test("a difference is reported with its path") {
    val d = GraphIsomorphism.difference(List(Person("a", 1)), List(Person("a", 2)))
    assertEquals(d, Some("at $[0].since: Scalar(Int,1), but Scalar(Int,2)"))
  }
