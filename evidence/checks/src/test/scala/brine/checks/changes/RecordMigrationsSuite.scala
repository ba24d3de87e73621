package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.combine.*
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.testkit.Laws

/** Migrations from a record: its parts are objects of today's classes, and the result is compared with its pickler. */
class RecordMigrationsSuite extends munit.FunSuite:
  import RecordMigrationsSuite.*

  private def formats: List[PickleFormat] = BinaryFormat.Bare :: AllFormats.telling

  private def evolves[Old: Pickler, New: Pickler](old: Old)(verify: New => Unit)(using munit.Location): Unit =
    for sharing <- List(Sharing.Tracked, Sharing.All); depth <- List(512, 0) do
      given PickleOptions =
        PickleOptions(sharing = sharing, carriage = Carriage.Names, limits = Limits(emittedDepth = depth))
      def clued(format: String)(read: => New): Unit =
        val back =
          try read
          catch case e: PickleException => fail(s"$format, $sharing, $depth: ${e.getMessage}", e)
        verify(back)
      clued("binary")(old.pickle.unpickle[New])
      for format <- formats do
        val pickle = format.pickled(Laws.write(old, format, summon))
        clued(s"$format, by a shape")(pickle.unpickle[New](using Unpickler.from(Pickler[Old].shape)))
      for format <- List[PickleFormat](JsonFormat, GraphFormat) do
        clued(s"$format")(format.pickled(Laws.write(old, format, summon)).unpickle[New])

  private def refused[Old: Pickler, New: Pickler](old: Old)(texts: String*)(using munit.Location): Unit =
    for sharing <- List(Sharing.Tracked, Sharing.All); format <- formats do
      given PickleOptions = PickleOptions(sharing = sharing)
      val pickle = format.pickled(Laws.write(old, format, summon))
      val failure =
        try
          val back = pickle.unpickle[New](using Unpickler.from(Pickler[Old].shape))
          fail(s"$format, $sharing: $back")
        catch case e: PickleException => e
      for text <- texts do assert(failure.getMessage.contains(text), s"$format, $sharing: ${failure.getMessage}")

  test(
    "parts whose classes exist are objects of these classes: at any depth, of families, enums, objects and type " +
      "arguments"
  ) {
    val written = V1.Person(
      "Ada",
      V1.Address("High Street", 5),
      List(V1.Address("a", 1), V1.Address("b", 2)),
      Map("x" -> Some(V1.Address("c", 3))),
      V1.Shape.Round(2),
      V1.Colour.Green,
      V1.Box(7),
      List(V1.Shape.Flat)
    )
    evolves[V1.Person, V2.Person](written) { back =>
      assertEquals(back.home, V2.Home(V2.Address("High Street", 5)))
      assertEquals(back.others, List(V2.Address("a", 1), V2.Address("b", 2)))
      assertEquals(back.byName, Map("x" -> Option(V2.Address("c", 3))))
      assertEquals(back.shapes, List[V2.Shape](V2.Shape.Round(2), V2.Shape.Flat))
      assertEquals(back.colour, V2.Colour.Green)
      assertEquals(back.box, V2.Box(7))
    }
  }

  test("parts whose classes have changed are read by the rules and by their own migrations") {
    evolves[V1.Team, V2.Team](V1.Team("t", V1.Address("s", 1), V1.Old(3))) { back =>
      assertEquals(back.inner, V2.Inner(V2.Longer("s", 1, "nowhere"), V2.New("3")))
    }
  }

  test("tuples and Either are themselves") {
    evolves[V1.Pairs, V2.Pairs](V1.Pairs((1, "a"), List(Left("x"), Right(2)), (1.5, 2L, true))) { back =>
      assertEquals(back, V2.Pairs("1a", "x,2", "1.5,2,true"))
    }
  }

  test("leaves that are gone are records, beside leaves that exist") {
    evolves[V1.Plan, V2.Plan](V1.Plan(List(V1.Part.Kept(1), V1.Part.Gone(2), V1.Part.Kept(3)))) { back =>
      assertEquals(back.parts, List[V2.Part](V2.Part.Kept(1), V2.Part.Kept(20), V2.Part.Kept(3)))
    }
  }

  test("a class of another shape with the name of a part is not taken: the part is a record") {
    evolves[V1.Named, V2.Named](V1.Named(V1.Tag("a"))) { back =>
      assertEquals(back.tag, V2.Tag(1))
    }
  }

  test("objects that keep their identity stay shared, as parts of records too") {
    val spot = new V1.Spot(1)
    evolves[List[V1.Spots], List[V2.Spots]](List(V1.Spots(spot, spot), V1.Spots(spot, new V1.Spot(2)))) { back =>
      assert((back(0).pair.a eq back(0).pair.b) && (back(0).pair.a eq back(1).pair.a))
      assert(back(1).pair.b ne back(1).pair.a)
    }
  }

  test("a record that leads to its own class has objects of today's class, in cycles too") {
    evolves[V1.Tree, V2.Tree](V1.Tree(1, List(V1.Tree(2, Nil), V1.Tree(3, List(V1.Tree(4, Nil)))))) { back =>
      assertEquals(back, V2.Tree("1", List(V2.Tree("2", Nil), V2.Tree("3", List(V2.Tree("4", Nil))))))
    }
    val a = new V1.Node("a", null)
    val b = new V1.Node("b", a)
    a.next = b
    evolves[V1.Node, V2.Node](a) { back =>
      assertEquals((back.label, back.next.label), ("<a>", "<b>"))
      assert(back.next.next eq back)
    }
    evolves[List[V1.Node], List[V2.Node]](List(b, a, b)) { back =>
      assert((back(0) eq back(2)) && (back(0).next eq back(1)) && (back(1).next eq back(0)))
    }
  }

  test("the result of a migration is compared with its pickler: class by class, below collections, options and maps") {
    refused[V1.Loose, V2.InList](V1.Loose(V1.Other(1)))("$.values[0] of the InList", "expected Int, found a Record")
    refused[V1.Loose, V2.InOption](V1.Loose(V1.Other(1)))("$.value of the InOption", "a Record", "Address")
    refused[V1.Loose, V2.InMap](V1.Loose(V1.Other(1)))("$.byName.values of the InMap", "a Record", "Address")
    refused[V1.Loose, V2.InBox](V1.Loose(V1.Other(1)))("$.box.value of the InBox", "a Record", "Address")
    refused[V1.Loose, V2.InDates](V1.Loose(V1.Other(1)))("$.dates[0] of the InDates", "a String", "expected LocalDate")
    refused[V1.Loose, V2.InIds](V1.Loose(V1.Other(1)))("$.ids[0] of the InIds", "a String")
    refused[List[V1.Loose], List[V2.InList]](List(V1.Loose(V1.Other(1))))("[0]", "$.values[0] of the InList")
    refused[V1.Loose, V2.Open](V1.Loose(V1.Other(1)))("the Open that a migration made", "Open")
  }

  test("the result of a migration from an older class is compared, too; in a cycle when it is complete") {
    refused[V1.Address, V2.Erased](V1.Address("s", 1))("$.values[0] of the Erased", "expected String, found a Integer")
    val ring = new V1.Node("a", null)
    ring.next = ring
    refused[V1.Node, V2.Ring](ring)("$.notes[0] of the Ring", "Int")
  }

object RecordMigrationsSuite:
  object V1:
    final case class Address(street: String, number: Int) derives Pickler
    enum Shape derives Pickler:
      case Round(radius: Int)
      case Flat
    enum Colour derives Pickler:
      case Red, Green
    final case class Box[A](value: A) derives Pickler
    final case class Person(
        name: String,
        address: Address,
        others: List[Address],
        byName: Map[String, Option[Address]],
        shape: Shape,
        colour: Colour,
        box: Box[Int],
        shapes: List[Shape]
    ) derives Pickler
    final case class Old(n: Int) derives Pickler
    final case class Team(name: String, longer: Address, old: Old) derives Pickler
    final case class Pairs(pair: (Int, String), sides: List[Either[String, Int]], three: (Double, Long, Boolean))
        derives Pickler
    enum Part derives Pickler:
      case Kept(n: Int)
      case Gone(n: Int)
    final case class Plan(parts: List[Part]) derives Pickler
    final case class Tag(text: String) derives Pickler
    final case class Named(tag: Tag) derives Pickler
    final class Spot(var n: Int) derives Pickler
    final case class Spots(a: Spot, b: Spot) derives Pickler
    final case class Tree(value: Int, below: List[Tree]) derives Pickler
    final class Node(val name: String, var next: Node) derives Pickler
    final case class Other(n: Int) derives Pickler
    final case class Loose(other: Other) derives Pickler

  object V2:
    final case class Address(street: String, number: Int) derives Pickler
    final case class Home(address: Address) derives Pickler
    enum Shape derives Pickler:
      case Round(radius: Int)
      case Flat
    enum Colour derives Pickler:
      case Red, Green
    final case class Box[A](value: A) derives Pickler
    final case class Person(
        home: Home,
        others: List[Address],
        byName: Map[String, Option[Address]],
        shapes: List[Shape],
        colour: Colour,
        box: Box[Int]
    ) derives Pickler
    object Person:
      given Migrations[Person] = Migrations.fromRecord(Pickler[V1.Person].shape) { old =>
        Person(
          Home(old("address")),
          old[collection.Seq[Address]]("others").toList,
          old[collection.Map[String, Option[Address]]]("byName").toMap,
          old[Shape]("shape") :: old[collection.Seq[Shape]]("shapes").toList,
          old("colour"),
          old("box")
        )
      }
    final case class Longer(street: String, number: Long, city: String = "nowhere") derives Pickler
    final case class New(text: String) derives Pickler
    object New:
      given Migrations[New] = Migrations.from[V1.Old](old => New(old.n.toString))
    final case class Inner(longer: Longer, added: New) derives Pickler
    final case class Team(inner: Inner) derives Pickler
    object Team:
      given Migrations[Team] = Migrations.fromRecord(
        "Team{name: String, longer: Longer{street: String, number: Int}, old: New{n: Int}}"
      )(old => Team(Inner(old("longer"), old("old"))))
    final case class Pairs(pair: String, sides: String, three: String) derives Pickler
    object Pairs:
      given Migrations[Pairs] = Migrations.fromRecord(Pickler[V1.Pairs].shape) { old =>
        val (n, text) = old[(Int, String)]("pair")
        val sides = old[collection.Seq[Either[String, Int]]]("sides").map(_.fold(identity, _.toString)).mkString(",")
        Pairs(s"$n$text", sides, old[(Double, Long, Boolean)]("three").toList.mkString(","))
      }
    enum Part derives Pickler:
      case Kept(n: Int)
    final case class Plan(parts: List[Part], count: Int) derives Pickler
    object Plan:
      given Migrations[Plan] = Migrations.fromRecord(Pickler[V1.Plan].shape) { old =>
        val parts = old[collection.Seq[Any]]("parts").toList.map {
          case part: Part   => part
          case gone: Record => Part.Kept(10 * gone[Int]("n"))
          case other        => throw new IllegalStateException(s"$other")
        }
        Plan(parts, parts.length)
      }
    final case class Tag(number: Int) derives Pickler
    final case class Named(tag: Tag, more: Int) derives Pickler
    object Named:
      given Migrations[Named] =
        Migrations.fromRecord(Pickler[V1.Named].shape)(old => Named(Tag(old[Record]("tag")[String]("text").length), 1))
    final class Spot(var n: Int) derives Pickler
    final case class Pair(a: Spot, b: Spot) derives Pickler
    final case class Spots(pair: Pair) derives Pickler
    object Spots:
      given Migrations[Spots] =
        Migrations.fromRecord(Pickler[V1.Spots].shape)(old => Spots(Pair(old("a"), old("b"))))
    final case class Tree(label: String, children: List[Tree]) derives Pickler
    object Tree:
      given Migrations[Tree] = Migrations.fromRecord(Pickler[V1.Tree].shape) { old =>
        Tree(old[Int]("value").toString, old[collection.Seq[Tree]]("below").toList)
      }
    final class Node(val label: String, var next: Node) derives Pickler
    object Node:
      given Migrations[Node] =
        Migrations.fromRecord(Pickler[V1.Node].shape)(old => new Node(s"<${old[String]("name")}>", old("next")))

    private def loose[A](make: Any => A): Migrations[A] =
      Migrations.fromRecord(Pickler[V1.Loose].shape)(old => make(old[Any]("other")))
    final case class InList(values: List[Int]) derives Pickler
    object InList:
      given Migrations[InList] = loose(part => InList(List(part).asInstanceOf[List[Int]]))
    final case class InOption(value: Option[Address]) derives Pickler
    object InOption:
      given Migrations[InOption] = loose(part => InOption(Option(part).asInstanceOf[Option[Address]]))
    final case class InMap(byName: Map[String, Address]) derives Pickler
    object InMap:
      given Migrations[InMap] = loose(part => InMap(Map("x" -> part).asInstanceOf[Map[String, Address]]))
    final case class InBox(box: Box[Address]) derives Pickler
    object InBox:
      given Migrations[InBox] = loose(part => InBox(Box(part).asInstanceOf[Box[Address]]))
    final case class InDates(dates: List[java.time.LocalDate]) derives Pickler
    object InDates:
      given Migrations[InDates] = loose(_ => InDates(List("x").asInstanceOf[List[java.time.LocalDate]]))
    final case class Id(n: Int)
    object Id:
      given Pickler[Id] = Pickler[Int].imap(Id(_))(_.n)
    final case class InIds(ids: List[Id]) derives Pickler
    object InIds:
      given Migrations[InIds] = loose(_ => InIds(List("x").asInstanceOf[List[Id]]))
    sealed class Open(val n: Int) derives Pickler
    object Open:
      given Migrations[Open] = loose(_ => new Open(1) {})
    final case class Erased(values: List[String]) derives Pickler
    object Erased:
      given Migrations[Erased] = Migrations.from[V1.Address](old => Erased(List(old.number).asInstanceOf[List[String]]))
    final class Ring(val notes: List[Int], var next: Ring) derives Pickler
    object Ring:
      given Migrations[Ring] =
        Migrations.fromRecord(Pickler[V1.Node].shape)(old =>
          new Ring(List(old[String]("name")).asInstanceOf[List[Int]], old("next"))
        )
