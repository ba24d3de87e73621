package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.testkit.Laws

/** Migrations by functions of classes whose objects lead back to themselves: in every format, whichever object is the
  * root.
  */
class CyclicMigrationsSuite extends munit.FunSuite:
  import CyclicMigrationsSuite.*

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
      for format <- BinaryFormat.Bare :: AllFormats.telling do
        val pickle = format.pickled(Laws.write(old, format, summon))
        clued(s"$format, by a shape")(pickle.unpickle[New](using Unpickler.from(Pickler[Old].shape)))
      for format <- List[PickleFormat](JsonFormat, GraphFormat) do
        clued(s"$format")(format.pickled(Laws.write(old, format, summon)).unpickle[New])

  private def family: Old.Person =
    val ann = new Old.Person("Ann", "Smith", null, Nil)
    val bob = new Old.Person("Bob", "Smith", ann, Nil)
    val cem = new Old.Person("Cem", "Smith", ann, Nil)
    ann.kids = List(bob, cem)
    ann

  private def isFamily(ann: New.Person): Unit =
    assertEquals(ann.name, "Ann Smith")
    assertEquals(ann.kids.map(_.name), List("Bob Smith", "Cem Smith"))
    assertEquals(ann.parent, null)
    for kid <- ann.kids do
      assert(kid.parent eq ann)
      assertEquals(kid.kids, Nil)

  test("parent and kids come back by a function, whichever of them is the root") {
    evolves[Old.Person, New.Person](family)(isFamily)
    evolves[Old.Person, New.Person](family.kids(0))(bob => isFamily(bob.parent))
    evolves[Old.Person, New.Person](family.kids(1)) { cem =>
      isFamily(cem.parent)
      assert(cem.parent.kids(1) eq cem)
    }
    evolves[List[Old.Person], List[New.Person]](family.kids) { kids =>
      isFamily(kids(0).parent)
      assert(kids(0).parent.kids(1) eq kids(1))
    }
    evolves[Option[Old.Person], Option[New.Person]](Some(family))(ann => isFamily(ann.get))
  }

  test("a ring of a thousand, and a doubly linked list, come back by a function") {
    val all = Vector.tabulate(1000)(i => new Old.Node(s"$i", null, null))
    for i <- all.indices do
      all(i).next = all((i + 1) % 1000)
      all(i).before = all((i + 999) % 1000)
    evolves[Old.Node, New.Node](all(17)) { back =>
      var node = back
      for i <- 0 until 1000 do
        assertEquals(node.number, (17 + i) % 1000)
        assert(node.next.before eq node)
        node = node.next
      assert(node eq back)
    }
  }

  test("a class on a cycle with another that is not migrated") {
    val house = new Old.House("h", Nil)
    house.people = List(new Old.Guest("a b", house), new Old.Guest("c d", house))
    def check(back: New.House): Unit =
      assertEquals(back.people.map(g => (g.first, g.last)), List(("a", "b"), ("c", "d")))
      for guest <- back.people do assert(guest.in eq back)
    evolves[Old.House, New.House](house)(check)
    evolves[Old.Guest, New.Guest](house.people(1))(guest => check(guest.in))
  }

  test("version by version, in a cycle") {
    val a = new Old.Chain(1, null)
    a.next = new Old.Chain(2, a)
    evolves[Old.Chain, New.Chain](a) { back =>
      assertEquals((back.text, back.next.text), ("[1]", "[2]"))
      assert(back.next.next eq back)
    }
  }

  test("leaves of a sealed type, in a cycle") {
    val a = new Old.Spot(1, null)
    val b = new Old.Line(a)
    a.to = b
    evolves[Old.Mark, New.Mark](a) { back =>
      val spot = back.asInstanceOf[New.Spot]
      assertEquals(spot.diameter, 2)
      assert(spot.to.asInstanceOf[New.Line].to eq spot)
    }
    evolves[Old.Mark, New.Mark](b) { back =>
      val spot = back.asInstanceOf[New.Line].to.asInstanceOf[New.Spot]
      assertEquals(spot.diameter, 2)
      assert(spot.to eq back)
    }
    val c = new Old.Spot(3, null)
    c.to = c
    evolves[Old.Mark, New.Mark](c)(back => assert(back.asInstanceOf[New.Spot].to eq back))
  }

  test("a function over an object that leads back gets the complete objects") {
    evolves[Old.Person, Counted.Person](family) { ann =>
      assertEquals(ann.count, 2)
      assertEquals(ann.kids.map(_.isChild), List(true, true))
      assertEquals(ann.isChild, false)
      assertEquals(ann.friends, List("Bob", "Cem"))
    }
    evolves[Old.Person, Counted.Person](family.kids(0)) { bob =>
      assertEquals((bob.isChild, bob.parent.count, bob.parent.friends), (true, 2, List("Bob", "Cem")))
    }
  }

  test("where a function needs a value that no variable holds, the read is refused, and says why") {
    def refused(old: Old.Person) = intercept[PickleException.CyclicConstruction](
      old.pickleIn(BinaryFormat.Bare).unpickle[Computed.Person](using Unpickler.from(Pickler[Old.Person].shape))
    ).getMessage
    for old <- List(family, family.kids(0)) do
      val e = refused(old)
      assert(
        e.contains(
          "a migration made another Person of an object in a cycle when the object was complete: its field " +
            "'isChild', which is not a variable, differs. Let the function store the objects that lead back in " +
            "variables"
        ),
        e
      )
  }

  test("where the older class has no variable that leads back, the read is refused, and says so") {
    val e = intercept[PickleException.CyclicConstruction](
      family.pickleIn(BinaryFormat.Bare).unpickle[Fixed.Person](using Unpickler.from(Pickler[Old.Person].shape))
    ).getMessage
    assert(e.contains("In the older class, make the field that leads back a `var`"), e)
  }

  test("a shape from which no migration leads is refused with the list of attempts") {
    val e =
      intercept[PickleException.IncompatibleShape](Unpickler.from[New.Person](Pickler[Old.Stranger].shape)).getMessage
    assert(
      e.contains("a migration leads from there to Person, and it refused: $.first: expected String, found nothing"),
      e
    )
  }

  test("a function that throws until its object is complete is called again; one that always throws says so") {
    evolves[Old.Person, Late.Person](family)(ann => assertEquals(ann.kids.map(_.family), List("Ann", "Ann")))
    val e = intercept[PickleException.UserCode](
      family.pickleIn(BinaryFormat.Bare).unpickle[Wrong.Person](using Unpickler.from(Pickler[Old.Person].shape))
    ).getMessage
    assert(e.contains("a migration threw java.lang.RuntimeException: never"), e)
  }

  test("case classes whose old collections are immutable, whichever object is the root") {
    val ann = Old.Member("Ann", "Smith", 1900, null, Nil)
    val bob = Old.Member("Bob", "Smith", 1930, ann, Nil)
    val ann2 = Old.Member("Ann", "Smith", 1900, null, List(bob))
    bob.parent = ann2
    evolves[Old.Member, New.Member](ann2) { back =>
      assertEquals((back.fullName, back.born, back.kids.map(_.fullName)), ("Ann Smith", 1900, List("Bob Smith")))
      assert(back.kids.head.parent eq back)
    }
    evolves[Old.Member, New.Member](bob)(back => assert(back.parent.kids.head eq back))
  }

  test("a function that converts all that its object leads to itself gets it complete, whichever object is the root") {
    evolves[Old.Person, Whole.Person](family)(ann => assertEquals(ann.names, List("Ann", "Bob", "Cem")))
    evolves[Old.Person, Whole.Person](family.kids(1))(cem => assertEquals(cem.names, List("Ann", "Bob", "Cem")))
  }

  test("two migrations from one class are refused, and named") {
    for format <- BinaryFormat.Bare :: AllFormats.telling do
      val pickle = format.pickled(Laws.write(new Old.Chain(1, null), format))
      val e = intercept[PickleException.IncompatibleShape](pickle.unpickle[Twice.Chain](using
      Unpickler.from(Pickler[Old.Chain].shape))).getMessage
      assert(
        e.contains(
          "two of its migrations lead from ChainV1(number: Int, next: Chain), and the choice is ambiguous: remove " +
            "one, or give a field another name"
        ),
        e
      )
    intercept[PickleException.IncompatibleShape](
      brine.json.JsonPickle.of("""{"number":1,"next":null}""").unpickle[Twice.Chain]
    )
    intercept[PickleException.IncompatibleShape](brine.run.Resolutions.proved(
      Pickler[Old.Chain].shape,
      brine.plan.Plan.of(Pickler[Twice.Chain])
    ))
  }

object CyclicMigrationsSuite:
  object Old:
    final class Person(val first: String, val last: String, var parent: Person, var kids: List[Person]) derives Pickler

    final case class Member(first: String, last: String, born: Int, var parent: Member, kids: List[Member])
        derives Pickler
    final class Node(val name: String, var next: Node, var before: Node) derives Pickler
    final class House(val name: String, var people: List[Guest]) derives Pickler
    final class Guest(val name: String, var in: House) derives Pickler
    final class Chain(val number: Int, var next: Chain) derives Pickler
    sealed trait Mark derives Pickler
    final class Spot(val radius: Int, var to: Mark) extends Mark
    final class Line(var to: Mark) extends Mark
    final class Stranger(val other: String, val last: String, var parent: Stranger, var kids: List[Stranger])
        derives Pickler

  object New:
    final class Person(val name: String, var parent: Person, var kids: List[Person]) derives Pickler
    object Person:
      given Migrations[Person] =
        Migrations.from[PersonV1](old => new Person(s"${old.first} ${old.last}", old.parent, old.kids))

    /** The class that was: its persons are today's. */
    final class PersonV1(val first: String, val last: String, var parent: Person, var kids: List[Person])
        derives Pickler

    final case class Member(fullName: String, born: Int, var parent: Member, kids: List[Member]) derives Pickler
    object Member:
      given Migrations[Member] =
        Migrations.from[MemberV2](old => Member(s"${old.first} ${old.last}", old.born, old.parent, old.kids))
    final case class MemberV2(first: String, last: String, born: Int, var parent: Member, kids: List[Member])
        derives Pickler

    final class Node(val number: Int, var next: Node, var before: Node) derives Pickler
    object Node:
      given Migrations[Node] = Migrations.from[NodeV1](old => new Node(old.name.toInt, old.next, old.before))
    final class NodeV1(val name: String, var next: Node, var before: Node) derives Pickler

    final class House(val name: String, val people: List[Guest]) derives Pickler
    final class Guest(val first: String, val last: String, var in: House) derives Pickler
    object Guest:
      given Migrations[Guest] = Migrations.from[GuestV1] { old =>
        val Array(first, last) = old.name.split(' '): @unchecked
        new Guest(first, last, old.in)
      }
    final class GuestV1(val name: String, var in: House) derives Pickler

    final class Chain(val text: String, var next: Chain) derives Pickler
    object Chain:
      given Migrations[Chain] = Migrations.from[ChainV2](old => new Chain(s"[${old.digits}]", old.next))
    final class ChainV2(val digits: String, var next: Chain) derives Pickler
    object ChainV2:
      given Migrations[ChainV2] = Migrations.from[ChainV1](old => new ChainV2(old.number.toString, old.next))
    final class ChainV1(val number: Int, var next: Chain) derives Pickler

    sealed trait Mark derives Pickler
    final class Spot(val diameter: Int, var to: Mark) extends Mark derives Pickler
    object Spot:
      given Migrations[Spot] = Migrations.from[SpotV1](old => new Spot(old.radius * 2, old.to))
    final class Line(var to: Mark) extends Mark
    final class SpotV1(val radius: Int, var to: Mark) derives Pickler

  object Counted:
    final class Person(val name: String, var parent: Person, var kids: List[Person]) derives Pickler:
      @ifAbsent(false) var isChild = false
      @ifAbsent(0) var count = 0
      @ifAbsent(Nil) var friends: List[String] = Nil
    object Person:
      given Migrations[Person] = Migrations.from[PersonV1] { old =>
        val person = new Person(old.first, old.parent, old.kids)
        person.isChild = old.parent != null
        person.count = if old.kids == null then 0 else old.kids.length
        person.friends = if old.kids == null then Nil else old.kids.map(_.name)
        person
      }
    final class PersonV1(val first: String, val last: String, var parent: Person, var kids: List[Person])
        derives Pickler

  object Computed:
    final class Person(val name: String, val isChild: Boolean, var parent: Person, var kids: List[Person])
        derives Pickler
    object Person:
      given Migrations[Person] =
        Migrations.from[PersonV1](old => new Person(old.first, old.parent != null, old.parent, old.kids))
    final class PersonV1(val first: String, val last: String, var parent: Person, var kids: List[Person])
        derives Pickler

  object Fixed:
    final class Person(val name: String, var parent: Person, var kids: List[Person]) derives Pickler
    object Person:
      given Migrations[Person] = Migrations.from[PersonV1](old => new Person(old.first, old.parent, old.kids))
    final class PersonV1(val first: String, val last: String, val parent: Person, val kids: List[Person])
        derives Pickler

  object Late:
    final class Person(val name: String, var family: String, var parent: Person, val kids: List[Person]) derives Pickler
    object Person:
      given Migrations[Person] = Migrations.from[PersonV1] { old =>
        new Person(old.first, if old.parent == null then "" else old.parent.name, old.parent, old.kids.map(identity))
      }
    final class PersonV1(val first: String, val last: String, var parent: Person, var kids: List[Person])
        derives Pickler

  object Wrong:
    final class Person(val name: String, var parent: Person, var kids: List[Person]) derives Pickler
    object Person:
      given Migrations[Person] = Migrations.from[PersonV1](old => throw new RuntimeException("never"))
    final class PersonV1(val first: String, val last: String, var parent: Person, var kids: List[Person])
        derives Pickler

  object Whole:
    final class Person(val names: List[String]) derives Pickler
    object Person:
      given Migrations[Person] = Migrations.from[PersonV1] { old =>
        val top = if old.parent == null then old else old.parent
        new Person((top :: top.kids).map(_.first))
      }
    final class PersonV1(val first: String, val last: String, var parent: PersonV1, var kids: List[PersonV1])
        derives Pickler

  object Twice:
    final class Chain(val text: String, var next: Chain) derives Pickler
    object Chain:
      given Migrations[Chain] = Migrations.from[ChainV1](old => new Chain("first", old.next)).orFrom[ChainV1](old =>
        new Chain("second", old.next)
      )
    final class ChainV1(val number: Int, var next: Chain) derives Pickler
