package brine.checks.clustered

import scala.collection.mutable.ArrayBuffer
import brine.*
import brine.graph.*
import brine.testkit.{Laws, Temporary}

/** Settings of one run: names of external objects, objects that are left out or replaced, hooks, rules, progress. */
class GraphSettingsSuite extends munit.FunSuite, Temporary:
  import GraphSettingsSuite.*

  private def there[A: Pickler](value: A, writing: GraphFormat, reading: GraphFormat = GraphFormat): A =
    Laws.read[A](Laws.write(value, writing), reading)

  private val desk = new Desk("desk", null, null)

  test("an object outside of the graph comes back as the reader's object of that name, wherever it stands") {
    val house = House(List(desk, new Desk("b", desk, null)), Some(desk), desk)
    val other = new Desk("mine", null, null)
    val back = there(house, GraphFormat.withExternal("the desk", desk), GraphFormat.withExternal("the desk", other))
    assert(back.desks.head eq other)
    assert(back.desks(1).next eq other)
    assert(back.first.get eq other)
    assert(back.last eq other)
    assertEquals(back.desks(1).name, "b")
  }

  test("the value itself can be outside") {
    assert(there[Desk](desk, GraphFormat.withExternal("d", desk), GraphFormat.withExternal("d", desk)) eq desk)
    assert(there[Thing](desk, GraphFormat.withExternal("d", desk), GraphFormat.withExternal("d", desk)) eq desk)
  }

  test("it can be made when it is needed, once for each graph") {
    var made = 0
    val reading = GraphFormat.withExternalMadeBy("d") { made += 1; new Desk(s"made $made", null, null) }
    val bytes = Laws.write(List(desk, desk), GraphFormat.withExternal("d", desk))
    val back = Laws.read[List[Desk]](bytes, reading)
    assertEquals(back.map(_.name), List("made 1", "made 1"))
    assert(back(0) eq back(1))
    assertEquals(there(List(new Desk("a", null, null)), GraphFormat, reading).map(_.name), List("a"))
    assertEquals(made, 1)
  }

  test("collections, arrays and objects of generic classes can be outside, where their class fits") {
    val things = Things(List(1, 2), Map("a" -> 1), Array(1, 2), Generic("x"))
    val outside = List[AnyRef](things.list, things.map, things.array, things.generic)
    def format(values: List[AnyRef]) =
      values.zipWithIndex.foldLeft(GraphFormat: GraphFormat)((f, v) => f.withExternal(s"${v._2}", v._1))
    val others = List[AnyRef](List(3), Map("b" -> 2), Array(3), Generic("y"))
    val bytes = Laws.write(things, format(outside))
    val back = Laws.read[Things](bytes, format(others))
    for (found, expected) <- List[AnyRef](back.list, back.map, back.array, back.generic).zip(others) do
      assert(found eq expected)
    for wrong <- others.indices do
      intercept[PickleException.WrongType](Laws.read[Things](bytes, format(others.updated(wrong, "text"))))
  }

  test("a name that the reader does not know is refused, and named") {
    val bytes = Laws.write(List(desk), GraphFormat.withExternal("the desk", desk))
    val e =
      intercept[PickleException.UnknownExternal](Laws.read[List[Desk]](bytes, GraphFormat.withExternal("chair", desk)))
    assert(e.getMessage.contains("'the desk'") && e.getMessage.contains("only chair"), e.getMessage)
  }

  test("an object of another class under that name is refused") {
    val bytes = Laws.write(List(desk), GraphFormat.withExternal("d", desk))
    for wrong <- List[AnyRef]("text", Lamp(1), List(desk)) do
      intercept[PickleException.WrongType](Laws.read[List[Desk]](bytes, GraphFormat.withExternal("d", wrong)))
  }

  test("transient objects come back as null: by class, by predicate, by identity") {
    val things = List[Thing](desk, Lamp(1), desk, Lamp(2))
    assertEquals(there(things, GraphFormat.withTransient[Desk]), List(null, Lamp(1), null, Lamp(2)))
    assertEquals(there(things, GraphFormat.withTransients { case Lamp(n) => n > 1; case _ => false }).last, null)
    assertEquals(there(things, GraphFormat.withTransients(_ eq desk)), List(null, Lamp(1), null, Lamp(2)))
    assertEquals(there(List(new Desk("a", desk, null)), GraphFormat.withTransients(_ eq desk)).head.next, null)
  }

  test("an object's substitute is written once, and not substituted again; the originals stay") {
    var calls = 0
    val format = GraphFormat.withSubstitution {
      case Lamp(n)                     => calls += 1; Lamp(n + 1)
      case d: Desk if d.name == "desk" => new Desk("another", d.next, null)
    }
    val lamp = Lamp(1)
    val original = List[Thing](lamp, desk, lamp, desk)
    val back = there(original, format)
    assertEquals(back.collect { case Lamp(n) => n }, List(2, 2))
    assert(back(0) eq back(2))
    assert(back(1) eq back(3))
    assertEquals(calls, 1)
    assertEquals(original, List[Thing](lamp, desk, lamp, desk))
    assertEquals(desk.name, "desk")
  }

  test("a substitute of another type than its place is refused, with the path") {
    val e = intercept[PickleException.UnexpectedClass](Laws.write(
      List(Lamp(1)),
      GraphFormat.withSubstitution { case _: Lamp => desk }
    ))
    assert(e.getMessage.contains("$[0]"), e.getMessage)
  }

  test("substitution inside of cycles reaches every referrer") {
    val a = new Desk("a", null, null)
    val b = new Desk("b", a, null)
    a.next = b
    val replacement = new Desk("B", a, null)
    val back = there(a, GraphFormat.withSubstitution { case d if d eq b => replacement })
    assertEquals(back.next.name, "B")
    assert(back.next.next eq back)
  }

  test("hooks before writing see each object once, before its fields are read") {
    val seen = ArrayBuffer.empty[String]
    val format = GraphFormat.beforeWriting[Desk] { d =>
      seen += d.name; d.label = s"label of ${d.name}"
    }
    val a = new Desk("a", null, null)
    val back = there(List(a, new Desk("b", a, null), a), format)
    assertEquals(seen.toList, List("a", "b"))
    assertEquals(back.map(_.label), List("label of a", "label of b", "label of a"))
  }

  test("hooks after reading run when all is there, parts first; a failing one undoes the earlier effects") {
    val seen = ArrayBuffer.empty[String]
    val chain = new Desk("a", new Desk("b", new Desk("c", null, null), null), null)
    val bytes = Laws.write(chain, GraphFormat)
    assertEquals(Laws.read[Desk](bytes, GraphFormat.afterReading[Desk]((d, _) => seen += d.name)).name, "a")
    assertEquals(seen.toList, List("c", "b", "a"))
    val undone = ArrayBuffer.empty[String]
    val failing = GraphFormat.afterReading[Desk] { (d, load) =>
      if d.name == "a" then throw new IllegalStateException("no a")
      load.onFailure(() => undone += d.name)
    }
    val e = intercept[PickleException.UserCode](Laws.read[Desk](bytes, failing))
    assert(e.getMessage.contains("no a"), e.getMessage)
    assertEquals(undone.toList, List("b", "c"))
  }

  test("no hook runs when the graph cannot be read") {
    var calls = 0
    val bytes =
      Laws.write(List.tabulate(100)(i => new Desk(s"$i", null, null)), GraphFormat, PickleOptions(checksum = false))
    val counting = GraphFormat.afterReading[Desk]((_, _) => calls += 1)
    for at <- 5 until bytes.length do
      val broken = bytes.clone
      broken(at) = (broken(at) ^ 0x40).toByte
      calls = 0
      try Laws.read[List[Desk]](broken, counting)
      catch case _: PickleException => assertEquals(calls, 0, s"byte $at")
  }

  test("actions that run once come before and after everything else") {
    val done = ArrayBuffer.empty[String]
    val format = GraphFormat
      .before(GraphStep.Written)(done += "before writing").after(GraphStep.Written)(done += "after writing")
      .before(GraphStep.Read)(done += "before reading").after(GraphStep.Read)(done += "after reading")
      .beforeWriting[Desk](d => done += s"${d.name} goes").afterReading[Desk]((d, _) => done += s"${d.name} is there")
    val bytes = Laws.write(new Desk("a", null, null), format)
    assertEquals(done.toList, List("before writing", "a goes", "after writing"))
    done.clear()
    val back = Laws.read[Desk](bytes, format)
    assertEquals((back.name, done.toList), ("a", List("before reading", "a is there", "after reading")))
  }

  test("a last action that fails undoes the effects of hooks, and leaves no file") {
    val bytes = Laws.write(new Desk("a", null, null), GraphFormat)
    val undone = ArrayBuffer.empty[String]
    val failing = GraphFormat.afterReading[Desk]((d, load) => load.onFailure(() => undone += d.name)).after(
      GraphStep.Read
    )(sys.error("no"))
    val e = intercept[PickleException.UserCode](Laws.read[Desk](bytes, failing))
    assert(e.getMessage.contains("an action after a graph threw"), e.getMessage)
    assertEquals(undone.toList, List("a"))
    val path = newFolder().resolve("graph")
    intercept[PickleException.UserCode](desk.pickleTo(path)(using
      summon,
      GraphFormat.after(GraphStep.Written)(sys.error("no"))
    ))
    assert(!java.nio.file.Files.exists(path))
  }

  test("rules are checked before any object exists") {
    val before = Made.count
    val bytes = Laws.write(List.fill(3)(new Made), GraphFormat)
    val written = Made.count
    assertEquals(written - before, 3)
    for
      (rule, reason) <- List(
        GraphFormat.withMostObjects(3) -> "4 objects, and 3 may be read",
        GraphFormat.withClasses("Desk", "Lamp") -> "objects of Made",
        GraphFormat.withRule(g => Option.when(g("Made").count > 2)("too many")) -> "too many"
      )
    do
      val e = intercept[PickleException.RefusedByRule](Laws.read[List[Made]](bytes, rule))
      assert(e.getMessage.contains(reason), e.getMessage)
    assertEquals(Made.count, written)
    assertEquals(Laws.read[List[Made]](bytes, GraphFormat.withMostObjects(4).withClasses("Made")).length, 3)
  }

  test("a listener receives the progress") {
    val told = ArrayBuffer.empty[(GraphStep, Long, Long)]
    val format = GraphFormat.withListener((step, done, total) => told += ((step, done, total)))
    val many = List.tabulate(100_000)(Lamp(_))
    assertEquals(there(many, format, format), many)
    assertEquals(
      told.toList,
      List(
        (GraphStep.Written, 65_536L, -1L),
        (GraphStep.Written, 100_001L, 100_001L),
        (GraphStep.Read, 65_536L, 100_001L),
        (GraphStep.Read, 100_001L, 100_001L)
      )
    )
  }

object GraphSettingsSuite:
  sealed trait Thing derives Pickler
  final class Desk(val name: String, var next: Desk, var label: String) extends Thing derives Pickler
  final case class Lamp(watts: Int) extends Thing derives Pickler

  final case class House(desks: List[Desk], first: Option[Desk], last: Thing) derives Pickler

  final case class Generic[A](of: A) derives Pickler
  final case class Things(list: List[Int], map: Map[String, Int], array: Array[Int], generic: Generic[String])
      derives Pickler

  final case class Made() derives Pickler:
    Made.count += 1
  object Made:
    var count = 0
