package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.checks.AdviceSuite.*
import brine.graph.GraphFormat
import brine.region.Region
import brine.testkit.{Laws, Temporary}

/** The advice of an error is followed, word by word, and helps. Advice that a suite of its subject follows is not here.
  */
class AdviceSuite extends munit.FunSuite, Temporary:
  private def advised[E <: PickleException: scala.reflect.ClassTag](advice: String)(fails: => Any)(using
      munit.Location
  ): Unit =
    val e = intercept[E](fails)
    assert(e.getMessage.endsWith(advice), e.getMessage)

  test("a keyed pickle that no history explains: the writer's shape is added") {
    val writers = PickleOptions(history = History(Pickler[Before.Person].shape))
    val pickle = Before.Person("Jim", 42).pickleIn(BinaryFormat.Keyed)(using summon, writers)
    advised[PickleException.UnknownKey](
      "add the writer's shape to `PickleOptions(history = …)`, or check that this is a keyed pickle"
    ) {
      pickle.unpickle[After.Person](using summon, PickleOptions(history = History(Pickler[After.Person].shape)))
    }
    assertEquals(pickle.unpickle[After.Person](using summon, writers), After.Person(42L, "Jim"))
  }

  test("a keyed pickle of a shape without a key: it is added, and the readers need it, too") {
    val person = Before.Person("Jim", 42)
    advised[PickleException.UnknownKey]("add it to `PickleOptions(history = …)`, which the readers need, too") {
      person.pickleIn(BinaryFormat.Keyed)(using summon, PickleOptions.Default)
    }
    val known = PickleOptions(history = History(Pickler[Before.Person].shape))
    assertEquals(
      person.pickleIn(BinaryFormat.Keyed)(using summon, known).unpickle[Before.Person](using summon, known),
      person
    )
  }

  test("another shape: the old one is named in the history") {
    val pickle = Before.Person("Jim", 42).pickle
    advised[PickleException.OtherShape](
      "`PickleOptions(history = Lock.onClassPath().history)`. If you have the old shape, name it: " +
        "`PickleOptions(history = History(…))`"
    )(
      pickle.unpickle[After.Person]
    )
    val known = PickleOptions(history = History(Pickler[Before.Person].shape))
    assertEquals(pickle.unpickle[After.Person](using summon, known), After.Person(42L, "Jim"))
  }

  test("another shape at a place of an open type: a history does not help, and a class with the old shape does") {
    val pickle = Held(Before.Pet("Rex")).pickle(using summon, summon, subtypes(Subtype[Before.Pet].named("Pet")))
    val today = subtypes(Subtype[After.Pet].named("Pet"))
    for history <- List(History(), History(Pickler[Before.Pet].shape)) do
      advised[PickleException.OtherShape](
        "At a place of an open type the shape must be the one that was written. To read it, name a class that still " +
          "has the old " +
          "shape: `Subtypes(Subtype[Old].named(\"Pet\"))`"
      )(pickle.unpickle[Held](using summon, today.copy(history = history)))
    assertEquals(
      pickle.unpickle[Held](using summon, subtypes(Subtype[Before.Pet].named("Pet"))).animal,
      Before.Pet("Rex")
    )
  }

  test("a closed region: it is opened again, and has views again") {
    val file = newFolder().resolve("people.region")
    Region.compact(Before.Person("Jim", 42)).writeTo(file)
    val region = Region.open[Before.Person](file)
    val view = region.root
    region.close()
    advised[PickleException.Closed]("the region is closed, and its views are invalid: open it again")(
      view(_.name).toString
    )
    val again = Region.open[Before.Person](file)
    assertEquals(again.root(_.name).toString, "Jim")
    again.close()
  }

  test("a header's key that is null or comes twice: it gets a text, or another key") {
    val person = Before.Person("Jim", 42)
    def headers(entries: (String, String)*) = Laws.write(person, GraphFormat.withHeader(entries*))
    advised[PickleException.NullValue](": give it a text")(headers((null, "v")))
    advised[PickleException.NullValue](": give it a text, or leave it out")(headers("k" -> null))
    advised[PickleException.RuleNotObeyed](": a reader gets one value of each key. Use two keys")(headers(
      "k" -> "1",
      "k" -> "2"
    ))
    assertEquals(Laws.read[Before.Person](headers("k" -> "1", "l" -> "2"), GraphFormat), person)
  }

  test("a map with a default: the underlying map is written, and the default added after reading") {
    val map = Map("a" -> 1)
    advised[PickleException]("Write the underlying map, and add the default after reading")(
      map.withDefaultValue(7).pickle
    )
    assertEquals(map.pickle.unpickle[Map[String, Int]].withDefaultValue(7)("b"), 7)
  }

object AdviceSuite:
  object Before:
    final case class Person(name: String, age: Int) derives Pickler
    final case class Pet(name: String) extends Animal derives Pickler

  object After:
    final case class Person(age: Long, name: String) derives Pickler
    final case class Pet(name: String, age: Int = 0) extends Animal derives Pickler

  trait Animal
  object Animal:
    given Pickler[Animal] = Pickler.open
  final case class Held(animal: Animal) derives Pickler

  private def subtypes(all: Subtype[?]*) = PickleOptions(subtypes = Subtypes(all*))
