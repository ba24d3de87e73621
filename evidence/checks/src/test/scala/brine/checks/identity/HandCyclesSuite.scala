package brine.checks

import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer
import brine.*
import brine.combine.*
import brine.testkit.Laws

/** Picklers by `product` and `choice` keep the identity of objects in cycles, and write the bytes of derived picklers.
  */
class HandCyclesSuite extends munit.FunSuite:
  import HandCyclesSuite.*

  /** `byHand` and `derived` are equal values of two classes with the same fields; `verify` checks what came back. */
  private def asDerived[H: Pickler, D: Pickler](byHand: H, derived: D)(verify: H => Unit)(using munit.Location): Unit =
    assertEquals(Pickler[H].shape.fingerprint, Pickler[D].shape.fingerprint)
    for
      format <- AllFormats.all
      sharing <- List(Sharing.Tracked, Sharing.All)
      depth <- List(512, 0)
    do
      given PickleOptions = PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth), subtypes = subtypes)
      val bytes = Laws.write(byHand, format, summon)
      assertEquals(Laws.hex(bytes), Laws.hex(Laws.write(derived, format, summon)), s"$format, $sharing, $depth")
      val back =
        try format.pickled(bytes).unpickle[H]
        catch case e: PickleException => fail(s"$format, $sharing, $depth: ${e.getMessage}", e)
      try verify(back)
      catch case e: AssertionError => fail(s"$format, $sharing, $depth: ${e.getMessage}", e)

  test("through a mutable sequence") {
    val h = new Hand.Team("t", ArrayBuffer())
    val d = new Derived.Team("t", ArrayBuffer())
    h.members += h
    d.members += d
    asDerived(h, d)(back => assert(back.members(0) eq back))
  }

  test("through a mutable map in an option, and through an array") {
    val h = new Hand.Index(Some(mutable.Map.empty), new Array(2))
    val d = new Derived.Index(Some(mutable.Map.empty), new Array(2))
    h.byName.get("x") = h
    d.byName.get("x") = d
    h.all(0) = h
    d.all(0) = d
    asDerived(h, d) { back =>
      assert((back.byName.get("x") eq back) && (back.all(0) eq back))
      assertEquals(back.all(1), null)
    }
  }

  test("through another class, immutable collections and a family") {
    val (h, d) = (ArrayBuffer.empty[Hand.Node], ArrayBuffer.empty[Derived.Node])
    val inner = (new Hand.Inner(List(Vector(h))), new Derived.Inner(List(Vector(d))))
    h += inner._1
    h += Hand.End
    d += inner._2
    d += Derived.End
    asDerived(new Hand.Outer(inner._1, h), new Derived.Outer(inner._2, d)) { back =>
      assert((back.all(0) eq back.first) && (back.all(1) eq Hand.End))
      assert(back.first.rows(0)(0) eq back.all)
    }
    asDerived[Hand.Node, Derived.Node](inner._1, inner._2) { back =>
      val first = back.asInstanceOf[Hand.Inner]
      assert(first.rows(0)(0)(0) eq first)
    }
  }

  test("through an open type") {
    val h = new Hand.Holder(null)
    val d = new Derived.Holder(null)
    asDerived(h, d)(back => assertEquals(back.part, null))
    val part = new Part(null)
    val holder = new Hand.Holder(part)
    part.lead = holder
    for format <- AllFormats.all do
      given PickleOptions = PickleOptions(subtypes = subtypes)
      val back = format.pickled(Laws.write(holder, format, summon)).unpickle[Hand.Holder]
      assert(back.part.asInstanceOf[Part].lead eq back, s"$format")
  }

  test("variables, with immutable collections around them") {
    val h = new Hand.Person("p")
    val d = new Derived.Person("p", null, null)
    h.others = List(h)
    h.byName = Map("x" -> Some(List(h)))
    d.others = List(d)
    d.byName = Map("x" -> Some(List(d)))
    asDerived(h, d) { back =>
      assert((back.others(0) eq back) && (back.byName("x").get(0) eq back))
    }
  }

  test("classes that are in no cycle stay values") {
    asDerived(new Hand.Plain(1, List(2), ArrayBuffer(3)), new Derived.Plain(1, List(2), ArrayBuffer(3))) { back =>
      assertEquals((back.n, back.list, back.buffer), (1, List(2), ArrayBuffer(3)))
    }
    assert(!Pickler[Hand.Plain].shape.asInstanceOf[brine.shape.Shape.Product].isTracked)
  }

object HandCyclesSuite:
  trait Open
  object Open:
    given Pickler[Open] = Pickler.open
  final class Part(var lead: Open) extends Open derives Pickler
  def subtypes: Subtypes = Subtypes(Subtype[Part].named("Part"), Subtype[Hand.Holder].named("Holder"))

  object Hand:
    final class Team(val name: String, val members: ArrayBuffer[Team])
    object Team:
      given Pickler[Team] =
        product[Team]("Team").field("name", _.name).field("members", _.members).build(new Team(_, _))

    final class Index(val byName: Option[mutable.Map[String, Index]], val all: Array[Index])
    object Index:
      given Pickler[Index] =
        product[Index]("Index").field("byName", _.byName).field("all", _.all).build(new Index(_, _))

    sealed trait Node
    object Node:
      given Pickler[Node] = choice[Node]("Node").leaf[Inner]("Inner").leaf[End.type]("End").build
    final class Inner(val rows: List[Vector[ArrayBuffer[Node]]]) extends Node
    object Inner:
      given Pickler[Inner] = product[Inner]("Inner").field("rows", _.rows).build { case Tuple1(rows) =>
        new Inner(rows)
      }
    case object End extends Node:
      given Pickler[End.type] = Pickler.derived
    final class Outer(val first: Inner, val all: ArrayBuffer[Node])
    object Outer:
      given Pickler[Outer] = product[Outer]("Outer").field("first", _.first).field("all", _.all).build(new Outer(_, _))

    final class Holder(val part: Open) extends Open
    object Holder:
      given Pickler[Holder] = product[Holder]("Holder").field("part", _.part).build { case Tuple1(p) => new Holder(p) }

    final class Person(val name: String):
      var others: List[Person] = Nil
      var byName: Map[String, Option[List[Person]]] = Map.empty
    object Person:
      given Pickler[Person] = product[Person]("Person")
        .field("name", _.name)
        .variable("others", _.others, _.others = _)
        .variable("byName", _.byName, _.byName = _)
        .build { case Tuple1(name) => new Person(name) }

    final class Plain(val n: Int, val list: List[Int], val buffer: ArrayBuffer[Int])
    object Plain:
      given Pickler[Plain] =
        product[Plain]("Plain").field("n", _.n).field("list", _.list).field("buffer", _.buffer).build(new Plain(
          _,
          _,
          _
        ))

  object Derived:
    final class Team(val name: String, val members: ArrayBuffer[Team]) derives Pickler
    final class Index(val byName: Option[mutable.Map[String, Index]], val all: Array[Index]) derives Pickler
    sealed trait Node derives Pickler
    final class Inner(val rows: List[Vector[ArrayBuffer[Node]]]) extends Node derives Pickler
    case object End extends Node
    final class Outer(val first: Inner, val all: ArrayBuffer[Node]) derives Pickler
    final class Holder(val part: Open) extends Open derives Pickler
    final class Person(
        val name: String,
        var others: List[Person],
        var byName: Map[String, Option[List[Person]]]
    ) derives Pickler
    final class Plain(val n: Int, val list: List[Int], val buffer: ArrayBuffer[Int]) derives Pickler
