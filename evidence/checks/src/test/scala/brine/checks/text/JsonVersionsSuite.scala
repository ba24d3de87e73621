package brine.checks

import brine.*
import brine.checks.JsonVersionsSuite.*
import brine.combine.*
import brine.json.{JsonFormat, JsonPickle}

/** JSON of older versions finds its migration by the fields that it has. */
class JsonVersionsSuite extends munit.FunSuite:
  private def read[A: Unpickler](json: String)(using PickleOptions): A = JsonPickle.of(json).unpickle[A]

  test("the version whose fields an object has, all of them and no others") {
    assertEquals(read[Person]("""{"name":"Ada Lovelace"}"""), Person("Ada", "Lovelace"))
    assertEquals(read[Person]("""{"last":"Lovelace","first":"Ada"}"""), Person("Ada", "Lovelace"))
    assertEquals(read[Person]("""{"first":"Ada"}"""), Person("Ada", ""))
    assertEquals(read[Person]("""{}"""), Person("", ""))
    assertEquals(read[Person]("""{"born":1815,"first":"Ada"}"""), Person("Ada", ""))
    assertEquals(read[Person]("""{ "full" : "Ada Lovelace" , "title":null}"""), Person("Ada", "Lovelace", "?"))
    intercept[PickleException](read[Person]("null"))
  }

  test("if none fits, today's rules; then the first that can be read from it") {
    assertEquals(read[Strict]("""{"name":"Ada Lovelace","born":1815}"""), Strict("Ada", "Lovelace"))
    val e = intercept[PickleException.MissingField](read[Strict]("""{"first":"Ada","born":1815}"""))
    assert(e.getMessage.contains("Strict"), e.getMessage)
    val strictly = PickleOptions(unknownFields = UnknownFields.Refuse)
    intercept[PickleException.UnknownField](read[Strict]("""{"name":"Ada Lovelace","last":"L","first":"A"}""")(using
      summon,
      strictly
    ))
    intercept[PickleException.UnknownField](read[Strict]("""{"name":"Ada Lovelace","born":1815}""")(using
      summon,
      strictly
    ))
  }

  test("wherever it stands") {
    val both = List(Person("A", "B"), Person("C", "D"))
    assertEquals(read[List[Person]]("""[{"name":"A B"},{"first":"C","last":"D"}]"""), both)
    assertEquals(read[Option[Person]]("""{"name":"A B"}"""), Some(both.head))
    assertEquals(read[Option[Person]]("null"), None)
    assertEquals(read[Map[String, Vector[Person]]]("""{"x":[{"name":"A B"}]}"""), Map("x" -> Vector(both.head)))
    assertEquals(read[(Person, Int)]("""{"_1":{"name":"A B"},"_2":1}"""), (both.head, 1))
    assertEquals(
      read[Team]("""{"lead":{"name":"A B"},"others":[{"first":"C","last":"D"}]}"""),
      Team(both.head, both.tail)
    )
    assertEquals(read[Team]("""{"lead":{"name":"A B"}}"""), Team(both.head, List(Person("x", "y"))))
    assertEquals(read[Wrapped]("""{"name":"A B"}"""), Wrapped(both.head))
    assertEquals(read[Array[Person]]("""[{"name":"A B"}]""").toList, both.take(1))
  }

  test("leaves and families") {
    assertEquals(read[Figure]("""{"$type":"Circle","diameter":4}"""), Figure.Circle(2))
    assertEquals(read[Figure]("""{"$type":"Circle","radius":4}"""), Figure.Circle(4))
    assertEquals(read[Figure]("\"Nothing\""), Figure.Nothing)
    assertEquals(
      read[List[Mood]]("""["Sad",{"$type":"Happy","much":2},{"$type":"Glad","much":3},"Blue"]"""),
      List(Mood.Low(1), Mood.Happy(2), Mood.Happy(30), Mood.Low(9))
    )
  }

  test("an open type's classes") {
    given Pickler[AnyRef] = Pickler.open
    for depth <- List(512, 0) do
      given PickleOptions =
        PickleOptions(subtypes = Subtypes(Subtype[Person].named("person")), limits = Limits(emittedDepth = depth))
      val json = """[{"$type":"person","name":"A B"},{"$type":"person","first":"A","last":"B"}]"""
      assertEquals(read[List[AnyRef]](json), List(Person("A", "B"), Person("A", "B")))
  }

  test("objects that are referred to: one becomes one, and a reference is of the version that its object is") {
    for depth <- List(512, 0) do
      given PickleOptions = PickleOptions(limits = Limits(emittedDepth = depth))
      val nodes = read[List[Node]](
        """[{"$id":1,"name":"a"},{"$ref":1},{"$id":2,"label":"b","next":null},{"$ref":2},{"$ref":1}]"""
      )
      assertEquals(nodes.map(_.label), List("a!", "a!", "b", "b", "a!"))
      assert((nodes(0) eq nodes(1)) && (nodes(2) eq nodes(3)) && (nodes(0) eq nodes(4)))
      val ring = read[Node]("""{"$id":1,"label":"a","next":{"label":"b","next":{"$ref":1}}}""")
      assert(ring.next.next eq ring)
  }

  test("the output of the older class and of today's is read, by all back ends") {
    for
      sharing <- List(Sharing.Off, Sharing.Tracked, Sharing.All)
      depth <- List(512, 0)
      format <- List(JsonFormat, JsonFormat.Pretty)
    do
      given PickleOptions = PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))
      val old = List(Old.Person("A B"), Old.Person("C D"))
      assertEquals(old.pickleIn(format).unpickle[List[Person]], List(Person("A", "B"), Person("C", "D")))
      assertEquals(List(Person("A", "B")).pickleIn(format).unpickle[List[Person]], List(Person("A", "B")))
      val file = new java.io.ByteArrayOutputStream
      file.write(old.pickleIn(format).bytes)
      val source = brine.wire.ByteSource.of(new java.io.ByteArrayInputStream(file.toByteArray))
      assertEquals(
        format.read(source, summon[Unpickler[List[Person]]], summon),
        List(Person("A", "B"), Person("C", "D"))
      )
  }

  test("versions that JSON cannot distinguish are refused until one is named") {
    val today = """{"amount":5}"""
    val e = intercept[PickleException.IncompatibleShape](read[Money](today))
    assert(
      e.getMessage.contains("Money(amount: Long)") && e.getMessage.contains(
        "Money(amount: Double)"
      ) && e.getMessage.contains("Unpickler.from"),
      e.getMessage
    )
    assertEquals(read[Money](today)(using Unpickler.from(Pickler[Money].shape)), Money(5))
    assertEquals(read[Money](today)(using Unpickler.from(Pickler[Old.Money].shape)), Money(500))
  }

  test("fields that a class keeps: those of no version are kept") {
    assertEquals(read[Keeping]("""{"name":"A B"}""").first, "A")
    val kept = read[Keeping]("""{"first":"A","more":[1,2]}""")
    assertEquals(kept.pickleIn(JsonFormat).text, """{"first":"A","more":[1,2]}""")
  }

  test("deeply nested objects are read in bounded time") {
    def chain(length: Int) = """{"label":"x","below":[""" * length + "]}" * length
    def depth(tree: Tree): Int =
      var (t, n) = (tree, 1)
      while t.below.nonEmpty do
        t = t.below.head
        n += 1
      n
    assertEquals(depth(read[Tree](chain(1000))), 1000)
    val e = intercept[PickleException.LimitExceeded](read[Tree](chain(100_000)))
    assert(e.getMessage.contains("Unpickler.from"), e.getMessage)
    assertEquals(depth(read[Tree](chain(100_000))(using Unpickler.from(Pickler[Tree].shape))), 100_000)
  }

  test("text that is not JSON is refused as ever") {
    for bad <- List(
        """{"name":"A B"""",
        """{"name" "A B"}""",
        """{"name":"A B",}""",
        """{"name":}""",
        """{"name":"A B"]""",
        "{",
        "[",
        """{"$id":0,"name":"A B"}""",
        """{"$ref":7}"""
      )
    do
      intercept[PickleException](read[Person](bad))
  }

object JsonVersionsSuite:
  object Old:
    final case class Person(name: String) derives Pickler
    final case class Titled(full: String, title: String) derives Pickler
    final case class Money(amount: Long) derives Pickler
    final class Node(val name: String, var tag: String = "") derives Pickler
    enum Mood derives Pickler:
      case Sad, Blue
      case Glad(much: Int)
    final case class Circle(diameter: Int) derives Pickler

  final case class Person(first: String = "", last: String = "", title: String = "") derives Pickler
  object Person:
    private def of(name: String, title: String = "") =
      val Array(first, last) = name.split(' '): @unchecked
      Person(first, last, title)
    given Migrations[Person] =
      Migrations.from[Old.Person](old => of(old.name)).orFrom[Old.Titled](old => of(old.full, "?"))

  final case class Strict(first: String, last: String) derives Pickler
  object Strict:
    given Migrations[Strict] =
      Migrations.from[Old.Person](old => Strict(old.name.split(' ')(0), old.name.split(' ')(1)))

  final case class Team(lead: Person, others: List[Person] = List(Person("x", "y"))) derives Pickler

  final case class Wrapped(person: Person)
  object Wrapped:
    given Pickler[Wrapped] = Pickler[Person].imap(Wrapped(_))(_.person)

  enum Figure derives Pickler:
    case Nothing
    case Circle(radius: Int)
  object Figure:
    given Migrations[Circle] = Migrations.from[Old.Circle](old => Circle(old.diameter / 2))

  enum Mood derives Pickler:
    case Low(how: Int)
    case Happy(much: Int)
  object Mood:
    given Migrations[Mood] = Migrations.from[Old.Mood] {
      case Old.Mood.Sad        => Low(1)
      case Old.Mood.Blue       => Low(9)
      case Old.Mood.Glad(much) => Happy(10 * much)
    }

  final class Node(val label: String, var next: Node) derives Pickler
  object Node:
    given Migrations[Node] = Migrations.from[Old.Node](old => new Node(old.name + "!", null))

  final case class Money(amount: Double) derives Pickler
  object Money:
    given Migrations[Money] = Migrations.from[Old.Money](old => Money(old.amount * 100.0))

  final case class Keeping(first: String, extras: Extras = Extras.none) derives Pickler
  object Keeping:
    given Migrations[Keeping] = Migrations.from[Old.Person](old => Keeping(old.name.split(' ')(0)))

  final case class Tree(label: String, below: List[Tree]) derives Pickler
  object Tree:
    given Migrations[Tree] = Migrations.from[Old.Person](old => Tree(old.name, Nil))
