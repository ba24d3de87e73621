package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.checks.DeclarationsSuite.*
import brine.json.{JsonFormat, JsonPickle}
import brine.testkit.Laws

/** Annotations by which a class declares its evolution: `@rename`, `@alias`, `@ifAbsent`, `@fallback`. In binary by the
  * writer's shape, in JSON by the names in the text.
  */
class DeclarationsSuite extends munit.FunSuite:
  /** Written as `Old`, read as `New`: in files, by a given shape, and in JSON; by all back ends. */
  private def evolves[Old: Pickler, New: Pickler](old: Old)(verify: New => Unit)(using munit.Location): Unit =
    for sharing <- List(Sharing.Tracked, Sharing.All); depth <- List(512, 0) do
      given PickleOptions =
        PickleOptions(sharing = sharing, carriage = Carriage.Names, limits = Limits(emittedDepth = depth))
      verify(old.pickle.unpickle[New])
      verify(old.pickleIn(BinaryFormat.Bare).unpickle[New](using Unpickler.from(Pickler[Old].shape)))
      verify(old.pickleIn(JsonFormat).unpickle[New])

  private def becomes[Old: Pickler, New: Pickler](old: Old, expected: New)(using munit.Location): Unit =
    evolves[Old, New](old)(back => assertEquals(back, expected))

  private def json[A: Pickler](text: String): A = JsonPickle.of(text).unpickle[A]

  test("@rename: the data keep the name") {
    assertEquals(V2.Renamed("a", 1).pickleIn(JsonFormat).text, """{"name":"a","count":1}""")
    assertEquals(Pickler[V2.Renamed].shape.fingerprint, Pickler[V1.Person].shape.fingerprint)
    becomes(V1.Person("a", 1), V2.Renamed("a", 1))
    becomes(V2.Renamed("a", 1), V1.Person("a", 1))
    becomes[V1.Color, V2.Paint](V1.Color.Red, V2.Paint.Rouge)
    becomes[V1.Color, V2.Paint](V1.Color.Mixed(5), V2.Paint.Blend(5))
    assertEquals((V2.Paint.Blend(5): V2.Paint).pickleIn(JsonFormat).text, """{"$type":"Mixed","value":5}""")
  }

  test("@alias: older names are read, the present one is written") {
    becomes(V1.Person("a", 1), V2.Aliased("a", 1))
    becomes(V2.Aliased("a", 1), V2.Aliased("a", 1))
    assertEquals(V2.Aliased("a", 1).pickleIn(JsonFormat).text, """{"handle":"a","count":1}""")
    assertEquals(json[V2.Aliased]("""{"count":1,"nick":"b"}"""), V2.Aliased("b", 1))
    intercept[PickleException.DuplicateField](json[V2.Aliased]("""{"name":"a","handle":"b","count":1}"""))
    becomes[V1.Color, V2.Aliases](V1.Color.Red, V2.Aliases.Rouge)
    becomes[V1.Color, V2.Aliases](V1.Color.Mixed(5), V2.Aliases.Blend(5))
    becomes[V1.Color, V2.Aliases](V1.Color.Plain, V2.Aliases.Clear)
  }

  test("a name precedes an alias: a class that has both goes by its name") {
    for format <- List[PickleFormat](BinaryFormat.Bare) do
      val bytes = Laws.write(V1.Both("new", "old"), format)
      assertEquals(
        format.pickled(bytes).unpickle[V2.Moved](using Unpickler.from(Pickler[V1.Both].shape)),
        V2.Moved("new")
      )
    intercept[PickleException.DuplicateField](V1.Both("new", "old").pickleIn(JsonFormat).unpickle[V2.Moved])
  }

  test("@ifAbsent: for data that do not have the field, not for new objects") {
    becomes(V1.Person("a", 1), V2.Absent("a", 1, "unknown", 7L, List("x"), 1.5))
    val v = new V2.Variables("a")
    v.count = 5
    evolves[V1.Person, V2.Variables](V1.Person("b", 2))(back =>
      assertEquals((back.name, back.count, back.note), ("b", 2, "none"))
    )
    evolves[V2.Variables, V2.Variables](v)(back => assertEquals((back.name, back.count, back.note), ("a", 5, "")))
  }

  test("@ifAbsent is computed for each object") {
    evolves[List[V1.Person], List[V2.Fresh]](List.fill(2)(V1.Person("a", 1))) { back =>
      assert(back(0).buffer ne back(1).buffer)
    }
  }

  test("@fallback: an object replaces leaves that are not known") {
    for leaf <- List[V2.Shape](V2.Shape.Square(1), V2.Shape.Dot, V2.Shape.Line(null)) do
      becomes[V2.Shape, V1.Shape](leaf, V1.Shape.Other)
      becomes[List[V2.Shape], List[V1.Shape]](List(leaf, V2.Shape.Circle(2)), List(V1.Shape.Other, V1.Shape.Circle(2)))
      becomes[V2.Drawing, V1.Drawing](V2.Drawing(leaf, "x"), V1.Drawing(V1.Shape.Other, "x"))
    intercept[PickleException.UnknownLeaf](json[V2.Shape]("""{"$type":"Star"}"""))
  }

  test("@fallback: so does a class that needs no fields") {
    for leaf <- List[V2.Shape](V2.Shape.Square(1), V2.Shape.Dot, V2.Shape.Line(null)) do
      becomes[V2.Shape, V1.WithClass](leaf, V1.WithClass.Unknown())
      becomes[V2.Drawing, V1.ClassDrawing](V2.Drawing(leaf, "x"), V1.ClassDrawing(V1.WithClass.Unknown(), "x"))
  }

  test("@fallback among objects that keep their identity: a shared object stays one") {
    val loop = new V2.Loop(null)
    loop.next = loop
    evolves[List[V2.Node], List[V1.Node]](List(loop, loop, new V2.Plain(5), loop)) { back =>
      assert(back(0).isInstanceOf[V1.Unknown] && (back(0) eq back(1)) && (back(0) eq back(3)) && (back(1) ne back(2)))
      assertEquals(back(2).asInstanceOf[V1.Plain].value, 5)
    }
  }

  test("a class becomes an object and an object a class, if it needs no fields") {
    becomes[V1.Color, V2.Changed](V1.Color.Red, V2.Changed.Red(3))
    becomes[V1.Color, V2.Changed](V1.Color.Mixed(5), V2.Changed.Mixed)
    intercept[PickleException.MissingField]((V1.Color.Red: V1.Color).pickleIn(JsonFormat).unpickle[V2.Needy])
    val e = intercept[PickleException.IncompatibleShape](Unpickler.from[V2.Needy](Pickler[V1.Color].shape))
    assertEquals(e.reasons.map(_.takeWhile(_ != ';')).toList, List("$.Red: expected Red(needed: String), found Red"))
  }

  test("JSON: an absent field has its default, an unknown one is skipped unless that is refused") {
    assertEquals(json[V2.Defaults]("""{"name":"a"}"""), V2.Defaults("a", 3, Nil, Map.empty, None))
    assertEquals(
      json[V2.Defaults]("""{"more":[{"a":1}],"name":"a","x":null}"""),
      V2.Defaults("a", 3, Nil, Map.empty, None)
    )
    intercept[PickleException.MissingField](json[V2.Defaults]("""{"count":4}"""))
    val strict = PickleOptions(unknownFields = UnknownFields.Refuse)
    val mistyped = JsonPickle.of("""{"name":"a","cuont":4}""")
    intercept[PickleException.UnknownField](mistyped.unpickle[V2.Defaults](using summon, strict))
    intercept[PickleException](JsonPickle.of("""{"$type":"Plain","x":1}""").unpickle[V1.Color](using summon, strict))
    assertEquals(json[V1.Color]("""{"$type":"Plain","x":1}"""), V1.Color.Plain)
  }

  test("a value of another type is not read as one of defaults") {
    val e = intercept[PickleException.UnknownField](json[V2.AllDefaults]("""{"name":"a","count":4}"""))
    assert(e.getMessage.contains("AllDefaults has no field 'count'"), e.getMessage)
    assertEquals(json[V2.AllDefaults]("{}"), V2.AllDefaults())
    val shape = intercept[PickleException.IncompatibleShape](Unpickler.from[V2.AllDefaults](Pickler[V1.Person].shape))
    assert(shape.getMessage.contains("no field in common"), shape.getMessage)
    Unpickler.from[V2.AllDefaults](Pickler[V2.Nothing].shape)
  }

object DeclarationsSuite:
  object V1:
    final case class Person(name: String, count: Int) derives Pickler
    final case class Both(handle: String, name: String) derives Pickler
    enum Color derives Pickler:
      case Red, Plain
      case Mixed(value: Int)
    enum Shape derives Pickler:
      case Circle(radius: Int)
      @fallback case Other
    final case class Drawing(shape: Shape, name: String) derives Pickler
    enum WithClass derives Pickler:
      case Circle(radius: Int)
      @fallback case Unknown(note: Option[String] = None, tags: List[Int] = Nil)
    final case class ClassDrawing(shape: WithClass, name: String) derives Pickler
    sealed trait Node derives Pickler
    final class Plain(var value: Int) extends Node
    @fallback final class Unknown(var text: String = "?") extends Node

  object V2:
    final case class Renamed(@rename("name") handle: String, count: Int) derives Pickler
    enum Paint derives Pickler:
      @rename("Red") case Rouge
      case Plain
      @rename("Mixed") case Blend(value: Int)
    final case class Aliased(@alias("name", "nick") handle: String, count: Int) derives Pickler
    final case class Moved(@alias("name") handle: String) derives Pickler
    enum Aliases derives Pickler:
      @alias("Red") case Rouge
      @alias("Mixed") case Blend(value: Int)
      @alias("None", "Plain") case Clear
    final case class Absent(
        name: String,
        count: Int,
        @ifAbsent("unknown") customer: String,
        @ifAbsent(7) long: Long,
        @ifAbsent(List("x")) list: List[String],
        @ifAbsent(1.5) double: Double = 2.5
    ) derives Pickler
    final class Variables(val name: String) derives Pickler:
      var count: Int = 0
      @ifAbsent("none") var note: String = ""
    final case class Fresh(name: String, @ifAbsent(new java.util.ArrayList[Int]) buffer: java.util.ArrayList[Int])
        derives Pickler
    enum Shape derives Pickler:
      case Square(side: Int)
      case Dot
      case Line(to: Shape)
      case Circle(radius: Int)
    final case class Drawing(shape: Shape, name: String) derives Pickler
    sealed trait Node derives Pickler
    final class Plain(var value: Int) extends Node
    final class Loop(var next: Node) extends Node
    enum Changed derives Pickler:
      case Red(count: Int = 3)
      case Mixed
      case Plain
    enum Needy derives Pickler:
      case Red(needed: String)
      case Plain, Mixed
    final case class Defaults(name: String, count: Int = 3, list: List[Int], map: Map[String, Int], option: Option[Int])
        derives Pickler
    final case class AllDefaults(a: Int = 1, b: String = "") derives Pickler
    final case class Nothing() derives Pickler
