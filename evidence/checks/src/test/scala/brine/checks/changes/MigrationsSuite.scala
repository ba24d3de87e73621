package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.checks.MigrationsSuite.*
import brine.evolve.Lock
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.plan.Plan
import brine.run.Resolutions
import brine.testkit.Laws

/** Migrations: declarations of a class's author about older shapes. */
class MigrationsSuite extends munit.FunSuite:
  private def becomes[Old: Pickler, New: Pickler](old: Old, expected: New)(using munit.Location): Unit =
    evolves[Old, New](old)(back => assertEquals(back, expected))

  private def evolves[Old: Pickler, New: Pickler](old: Old)(verify: New => Unit)(using munit.Location): Unit =
    for sharing <- List(Sharing.Tracked, Sharing.All); depth <- List(512, 0) do
      given PickleOptions =
        PickleOptions(sharing = sharing, carriage = Carriage.Names, limits = Limits(emittedDepth = depth))
      verify(old.pickle.unpickle[New])
      for format <- BinaryFormat.Bare :: AllFormats.telling do
        val pickle = format.pickled(Laws.write(old, format, summon))
        verify(pickle.unpickle[New](using Unpickler.from(Pickler[Old].shape)))
      for format <- List[PickleFormat](JsonFormat, GraphFormat) do
        verify(format.pickled(Laws.write(old, format, summon)).unpickle[New])

  test("by the class that was") {
    becomes(V2.Person("Ada", "Lovelace", 1815), V3.Person("Ada Lovelace", 1815, Nil))
    becomes(
      List(V2.Person("A", "B", 1), V2.Person("C", "D", 2)),
      Vector(V3.Person("A B", 1, Nil), V3.Person("C D", 2, Nil))
    )
    becomes(Map("x" -> Option(V2.Person("A", "B", 1))), Map("x" -> Option(V3.Person("A B", 1, Nil))))
  }

  test("version by version: the older class has migrations itself") {
    becomes(V1.Person("Ada Lovelace", 36), V3.Person("Ada Lovelace", 1990, Nil))
    becomes(V1.Person("Ada Lovelace", 36), V2.Person("Ada", "Lovelace", 1990))
  }

  test("by a record, where the class is gone") {
    becomes(
      V0.Person("Lovelace, Ada", V0.Date(1815, 12), List("x"), V0.Mood.Glad(3)),
      V3.Person("Lovelace, Ada", 1815, List("x", "Glad 3"))
    )
    becomes(V0.Person("L", V0.Date(1, 2), Nil, V0.Mood.Sad), V3.Person("L", 1, List("Sad")))
  }

  test("by the rules where they do; equal shapes by nothing at all") {
    becomes(Near.Person("Ada", 1815L, Nil), Near.Longer("Ada", 1815L, Nil, None))
    becomes(V3.Person("Ada", 1, Nil), V3.Person("Ada", 1, Nil))
    becomes(
      V2b.Person(1815, "Lovelace", "Ada"),
      V3.Person("Ada Lovelace", 1815, Nil)
    ) // to the class that was, by the rules
  }

  test("inside other classes, of families, of leaves") {
    becomes(
      V2.Team("t", List(V2.Person("A", "B", 1)), V2.Shape.Square(2)),
      V3.Team("t", List(V3.Person("A B", 1, Nil)), V3.Shape.Box(2, 2))
    )
    becomes[V2.Shape, V3.Shape](V2.Shape.Circle(1.5), V3.Shape.Round(3))
  }

  test("shared objects stay shared") {
    val node = new V2.Node("a", null)
    val twice = V2.Pair(node, node)
    evolves[V2.Pair, V3.Pair](twice) { back =>
      assertEquals(back.a.name, "a!")
      assert(back.a eq back.b)
    }
    evolves[V2.Pair, V3.Pair](V2.Pair(node, new V2.Node("a", null)))(back => assert(back.a ne back.b))
  }

  test("leaves that keep their identity stay shared, at every place of the family") {
    val leaf = new V2.Mark.Spot(3)
    evolves[List[V2.Mark], List[V3.Mark]](List(leaf, leaf, V2.Mark.Line("x"), new V2.Mark.Spot(3))) { back =>
      assert((back(0) eq back(1)) && (back(0) ne back(3)))
      for spot <- List(back(0), back(3)) do assertEquals(spot.asInstanceOf[V3.Mark.Spot].diameter, 6)
      assertEquals(back(2), V3.Mark.Line("x"))
    }
  }

  test("a shape that is today's is not migrated, wherever it stands") {
    becomes(Same.Old(5), Same.New(5))
    becomes(List(Same.Old(5)), Vector(Same.New(5)))
    becomes(Same.In(Same.Old(5), 1), Same.Out(Same.New(5)))
  }

  test("recursive types with migrations of themselves") {
    becomes(
      V2.Tree(1, List(V2.Tree(2, Nil), V2.Tree(3, List(V2.Tree(4, Nil))))),
      V3.Tree("1", List(V3.Tree("2", Nil), V3.Tree("3", List(V3.Tree("4", Nil)))))
    )
  }

  test("a migration that throws says so; a shape that none of them takes is refused by the rules") {
    val e =
      intercept[PickleException.UserCode](V2.Person("", "", 0).pickleIn(BinaryFormat.Bare).unpickle[V3.Person](using
      Unpickler.from(Pickler[V2.Person].shape)))
    assert(e.getMessage.contains("a migration threw java.lang.IllegalArgumentException: nobody"), e.getMessage)
    val refused = intercept[PickleException.IncompatibleShape](Unpickler.from[V3.Person](Pickler[V2.Team].shape))
    assert(refused.getMessage.contains("no field in common"), refused.getMessage)
    val wrong = intercept[PickleException.UserCode](Wrong.Old(1).pickleIn(BinaryFormat.Bare).unpickle[Wrong.New](using
    Unpickler.from(Pickler[Wrong.Old].shape)))
    assert(wrong.getMessage.contains("Old had no field 'b'; it had a"), wrong.getMessage)
  }

  test("a release is proved with them") {
    val lock =
      Lock.empty.released("1", Seq("P" -> Pickler[V1.Person].shape)).released("2", Seq("P" -> Pickler[V2.Person].shape))
    for entry <- lock.entries do Resolutions.proved(entry.shape, Plan.of(Pickler[V3.Person]))
    intercept[PickleException.IncompatibleShape](Resolutions.proved(
      Pickler[V2.Team].shape,
      Plan.of(Pickler[V3.Person])
    ))
  }

object MigrationsSuite:
  object V0:
    final case class Date(year: Int, month: Int) derives Pickler
    enum Mood derives Pickler:
      case Sad
      case Glad(much: Int)
    final case class Person(name: String, birth: Date, notes: List[String], mood: Mood) derives Pickler

  object V1:
    final case class Person(name: String, age: Int) derives Pickler

  object V2:
    final case class Person(first: String, last: String, born: Int) derives Pickler
    object Person:
      given Migrations[Person] = Migrations.from[V1.Person] { old =>
        val Array(first, last) = old.name.split(' '): @unchecked
        Person(first, last, 2026 - old.age)
      }
    final case class Team(name: String, people: List[Person], shape: Shape) derives Pickler
    enum Shape derives Pickler:
      case Square(side: Int)
      case Circle(radius: Double)
    final class Node(var name: String, var next: Node) derives Pickler
    final case class Pair(a: Node, b: Node) derives Pickler
    sealed trait Mark derives Pickler
    object Mark:
      final class Spot(var radius: Int) extends Mark derives Pickler
      final case class Line(name: String) extends Mark
    final case class Tree(value: Int, below: List[Tree]) derives Pickler

  object V2b:
    final case class Person(born: Int, last: String, first: String) derives Pickler

  object V3:
    final case class Person(fullName: String, born: Int, notes: List[String]) derives Pickler
    object Person:
      given Migrations[Person] = Migrations
        .from[V2.Person] { old =>
          if old.first.isEmpty then throw new IllegalArgumentException("nobody")
          Person(s"${old.first} ${old.last}", old.born, Nil)
        }
        .orFromRecord(
          "Person{name: String, birth: Date{year: Int, month: Int}, notes: List[String], mood: Mood<object Sad | " +
            "Glad{much: Int}>}"
        ) { old =>
          val mood = old[Record]("mood")
          val notes = old[collection.Seq[String]]("notes").toList
          Person(
            old("name"),
            old[Record]("birth")[Int]("year"),
            notes :+ (if mood.name == "Sad" then "Sad" else s"Glad ${mood[Int]("much")}")
          )
        }
    final case class Team(name: String, people: List[Person], shape: Shape) derives Pickler
    enum Shape derives Pickler:
      case Box(width: Int, height: Int)
      case Round(diameter: Int)
    object Shape:
      given Migrations[Shape] = Migrations.from[V2.Shape] {
        case V2.Shape.Square(side)   => Box(side, side)
        case V2.Shape.Circle(radius) => Round((2 * radius).toInt)
      }
    final case class Marked(name: String) derives Pickler
    object Marked:
      given Migrations[Marked] = Migrations.from[V2.Node](old => Marked(old.name + "!"))
    final case class Pair(a: Marked, b: Marked) derives Pickler
    sealed trait Mark derives Pickler
    object Mark:
      final class Spot(var diameter: Int) extends Mark
      final case class Line(name: String) extends Mark
      object Spot:
        given Migrations[Spot] = Migrations.from[V2.Mark.Spot](old => new Spot(2 * old.radius))
    final case class Tree(label: String, below: List[Tree]) derives Pickler
    object Tree:
      given Migrations[Tree] = Migrations.from[V2.Tree](of)
      private def of(old: V2.Tree): Tree = Tree(old.value.toString, old.below.map(of))

  object Same:
    final case class Old(a: Int) derives Pickler
    final case class New(a: Int) derives Pickler
    object New:
      given Migrations[New] = Migrations.from[Old](old => New(old.a + 1))
    final case class In(value: Old, more: Int) derives Pickler
    final case class Out(value: New) derives Pickler

  object Near:
    final case class Person(name: String, born: Long, notes: List[String]) derives Pickler
    final case class Longer(name: String, born: Long, notes: List[String], more: Option[Int]) derives Pickler
    object Longer:
      given Migrations[Longer] = Migrations.from[V1.Person](_ => throw new IllegalStateException)

  object Wrong:
    final case class Old(a: Int) derives Pickler
    final case class New(b: Int) derives Pickler
    object New:
      given Migrations[New] = Migrations.fromRecord("Old{a: Int}")(old => New(old("b")))
