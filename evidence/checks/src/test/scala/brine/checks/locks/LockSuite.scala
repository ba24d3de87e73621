package brine.checks

import java.nio.file.{Files, Path}
import scala.compiletime.testing.typeCheckErrors
import brine.*
import brine.binary.BinaryFormat
import brine.checks.LockSuite.*
import brine.evolve.Lock
import brine.shape.Shape

/** The lock: its text, and the messages of the compiler about it. This module is compiled with `src/test/brine.lock`.
  */
class LockSuite extends munit.FunSuite:
  private inline def message(inline code: String): String = typeCheckErrors(code).map(_.message).mkString("\n")

  private def person = Pickler[V1.Person].shape
  private def lock = Lock.empty.released("1.0", Seq("acme.Person" -> person, "acme.Color" -> Pickler[V1.Color].shape))

  test("the lock of this module has the former shapes of these types") {
    val path = Repository.root.resolve("evidence/checks/src/test/brine.lock")
    val expected = Lock.empty
      .released(
        "1.0",
        Seq(Here + "Person" -> person, Here + "Color" -> Pickler[V1.Color].shape, "gone.Person" -> person)
      )
      .released("1.1", Seq(Here + "Person" -> Pickler[V2.Person].shape))
      .moved("gone.Person", Here + "Moved")
      .released("1.1", Seq(Here + "Givens#theirs" -> Pickler[V1.Theirs].shape))
    if sys.props.contains("brine.golden.accept") then Files.writeString(path, expected.text)
    assertEquals(Files.readString(path), expected.text)
  }

  // ---- text

  test("a lock is read as it was written") {
    val two = lock.released(
      "1.1",
      Seq("acme.Person" -> Pickler[V2.Person].shape, "acme.Color" -> Pickler[V1.Color].shape)
    ).moved("a.B", "acme.C")
    assertEquals(two.entries.length, 3)
    val back = Lock.parse(two.text)
    assertEquals(back.text, two.text)
    assertEquals(
      back.of("acme.Person").map(e => (e.release, e.fingerprint)),
      two.of("acme.Person").map(e => (e.release, e.fingerprint))
    )
    assertEquals(
      back.of("acme.Person").map(_.shape.describe).toList,
      List("Person(name: String, age: Int)", "Person(name: String, age: Long, mail: Option[String])")
    )
    assertEquals(
      two.text.linesIterator.drop(2).map(_.takeWhile(_ != ' ')).toList,
      List("a.B", "acme.Color", "acme.Person", "acme.Person")
    )
  }

  test("two branches are merged by keeping both sides' lines, in any order and with repetitions") {
    val a = lock.released("1.1", Seq("acme.Person" -> Pickler[V2.Person].shape))
    val b = lock.released("1.1", Seq("acme.Site" -> Pickler[brine.testkit.komanov.Site].shape))
    val lines = (a.text + b.text).linesIterator.toList
    for merged <- List(lines, lines.reverse) do
      val both = Lock.parse(merged.mkString("\n"))
      assertEquals(both.entries.map(_.typeName).toSet, Set("acme.Person", "acme.Color", "acme.Site"))
      assertEquals(both.entries.length, 4)
      assertEquals(both.text.linesIterator.toSet, lines.toSet)
  }

  test("a lock states its version; without one it is of version 1, and the next text states it") {
    assertEquals(Lock.empty.text.linesIterator.drop(1).toList, List("version 1"))
    val without = lock.text.replace("version 1\n", "")
    assert(!without.contains("version"), without)
    assertEquals(Lock.parse(without).text, lock.text)
    assertEquals(Lock.parse("").text, Lock.empty.text)
    // A type may have this name: its lines have more words.
    val named = Lock.empty.released("1.0", Seq("version" -> person))
    assertEquals(Lock.parse(named.text).of("version").map(_.release).toList, List("1.0"))
  }

  test("a lock of another version is refused, also behind a line of this one, as after a merge") {
    for version <- List("0", "2", "10", "2147483648", "one") do
      for (text, line) <-
          List(s"version $version\nacme.Person 2 a b c d e f" -> 1, s"${lock.text}version $version" -> 5)
      do
        val e = intercept[IllegalArgumentException](Lock.parse(text))
        assertEquals(
          e.getMessage,
          s"brine.lock, line $line: unknown version '$version' of the lock: this Brine reads version 1. Use the " +
            "Brine that wrote it"
        )
  }

  test("a released shape is not repeated, also under its old name") {
    assertEquals(lock.released("1.1", Seq("acme.Person" -> person)).text, lock.text)
    assertEquals(lock.moved("acme.Person", "acme.Human").released("1.1", Seq("acme.Human" -> person)).entries.length, 2)
  }

  test("moved, more than once, and in a circle") {
    val moved = lock.moved("acme.Person", "b.Person").moved("b.Person", "c.Person")
    assertEquals(moved.of("c.Person").length, 1)
    assertEquals(moved.of("b.Person").length, 0)
    moved.moved("c.Person", "acme.Person").of("acme.Person")
  }

  test("keys: a shape's own, another if that is taken; the same in every history") {
    val shape = Pickler[V1.Color].shape
    assertEquals(lock.of("acme.Color").map(_.key).toList, List(History.usualKey(shape)))
    val taken =
      Lock.parse(f"x.X 1.0 ${History.usualKey(shape)}%04x ${person.fingerprint}%016x Person{name: String, age: Int}")
    val key = taken.released("1.1", Seq("acme.Color" -> shape)).of("acme.Color").head.key
    assertEquals(key, (History.usualKey(shape) + 1) & 0x7fff)
    val clash = s"${taken.text}\n${lock.text}"
    val e = intercept[IllegalArgumentException](Lock.parse(clash))
    assert(
      e.getMessage.contains("x.X 1.0 and acme.Color 1.0") || e.getMessage.contains("acme.Color 1.0 and x.X 1.0"),
      e.getMessage
    )
  }

  test("a text that is not a lock is refused with the line; an edited shape on lookup") {
    def refused(line: String, message: String)(using munit.Location) =
      val e = intercept[IllegalArgumentException](Lock.parse(s"# a lock\n\n$line").entries.foreach(_.shape))
      assert(e.getMessage.contains("line 3") && e.getMessage.contains(message), e.getMessage)
    refused("acme.Person 1.0", "expected a type, a release")
    refused("acme.Person 1.0 zz 00 Int", "expected a key from 0 to 7fff, found 'zz'")
    refused("acme.Person 1.0 8000 00 Int", "expected a key from 0 to 7fff, found '8000'")
    refused("acme.Person 1.0 0001 xyz Int", "expected a fingerprint of 16 hexadecimal digits, found 'xyz'")
    refused("acme.Person 1.0 0001 00 Int Int", "column 5")
    refused("acme.Person 1.0 0001 00 Int", "released shapes must not be edited")
    intercept[IllegalArgumentException](Lock.empty.released("1 0", Nil))
    intercept[IllegalArgumentException](Lock.empty.released("", Nil))
  }

  test("a lock is a history: by fingerprint, by key") {
    given PickleOptions =
      PickleOptions(history = lock.released("1.1", Seq("acme.Person" -> Pickler[V2.Person].shape)).history)
    val old = V1.Person("Jim", 42)
    val today = V2.Person("Jim", 42L, None)
    assertEquals(old.pickle.unpickle[V2.Person], today)
    val keyed = old.pickleIn(BinaryFormat.Keyed)
    assertEquals(keyed.bytes.length, old.pickleIn(BinaryFormat.Bare).bytes.length + 2)
    assertEquals(keyed.unpickle[V2.Person], today)
  }

  test("names, as the compiler and the JVM have them") {
    for name <- List("acme.Person", "acme.In$Person", "acme.In$.Person", "acme.In$Person$") do
      assert(Set("acme.Person", "acme.In.Person")(Lock.typeName(name)), name)
  }

  // ---- the compiler

  test("a class that can read all released data compiles") {
    assertEquals(message("final case class Person(name: String, age: Long, mail: Option[String]) derives Pickler"), "")
    assertEquals(
      message(
        "final case class Person(@alias(\"name\") called: String, age: Long = 0, more: List[Int]) derives Pickler"
      ),
      ""
    )
    assertEquals(message("enum Color derives Pickler { case Mixed(value: Long); case Red, Green }"), "")
    assertEquals(message("enum Color derives Pickler { case Mixed(value: Long); @fallback case Other }"), "")
    assertEquals(message("final case class Other(name: Int) derives Pickler"), "") // nothing was released of it
  }

  test("a class that cannot read all is refused: the release, the field and the cure are named, all at once") {
    assertEquals(
      message("final case class Person(name: Int, age: Int, mail: String) derives Pickler"),
      "Person can no longer read its released shapes (brine.lock):\n" +
        "  release 1.0 wrote another shape:\n" +
        "    $.name: expected Int, found String; keep the old type, or give the new field another name and a " +
        "default.\n" +
        "    $.mail: expected String, found nothing; give it a default argument or @ifAbsent, or make it an Option: " +
        "pickles of Person(name: String, age: Int) have no such field.\n" +
        "  release 1.1 wrote another shape:\n" +
        "    $.name: expected Int, found String; keep the old type, or give the new field another name and a " +
        "default.\n" +
        "    $.age: expected Int, found Long; Int does not hold every Long: keep it Long, or read that and convert " +
        "it yourself.\n" +
        "    $.mail: expected String, found Option[String]; keep the old type, or give the new field another name " +
        "and a default."
    )
    assertEquals(
      message("enum Color derives Pickler { case Mixed(value: Long); case Red }"),
      "Color can no longer read its released shapes (brine.lock):\n" +
        "  release 1.0 wrote another shape:\n" +
        "    $.Green: expected Color = Mixed | Red, found the leaf Green; keep it, name its successor's old name by " +
        "`@alias`, or mark a leaf with `@fallback` to replace unknown leaves."
    )
  }

  test("a renamed field: the cure that keeps its data is named first, and holds") {
    assert(
      message("final case class Person(label: String, years: Long) derives Pickler").contains(
        "$.label: expected String, found nothing; if its name was 'name' or 'age', add `@alias`, which keeps those " +
          "data; " +
          "else give it a default argument or @ifAbsent"
      )
    )
    assertEquals(
      message("final case class Person(@alias(\"name\") label: String, @alias(\"age\") years: Long) derives Pickler"),
      ""
    )
  }

  test("a given for another's class is checked against its releases at its place") {
    assert(
      message("final case class Theirs(age: String); object Givens { given theirs: Pickler[Theirs] = Pickler.derived }")
        .contains("$.age: expected String, found Int")
    )
    assertEquals(
      message("final case class Theirs(age: Int); object Givens { given theirs: Pickler[Theirs] = Pickler.derived }"),
      ""
    )
  }

  test("migrations are taken at their word") {
    assertEquals(
      message(
        "final case class Person(full: Int) derives Pickler; object Person { given Migrations[Person] = " +
          "Migrations.from[V1.Person](p => Person(1)) }"
      ),
      ""
    )
  }

  test("a type that has moved is checked against the releases of its old name") {
    assertEquals(message("final case class Moved(name: String, age: Int) derives Pickler"), "")
    assert(message("final case class Moved(name: String, age: String) derives Pickler").contains("release 1.0"))
  }

  test("other classes' picklers are looked into, standard ones too; of those by hand nothing is known") {
    assert(message("final case class Person(name: V1.Color, age: java.util.UUID) derives Pickler").contains(
      "$.name: expected Color"
    ))
    assert(message("final case class Person(name: V1.Color, age: java.util.UUID) derives Pickler").contains(
      "$.age: expected UUID, found Int"
    ))
    assertEquals(message("final case class Person(name: LockSuite.ByHand, age: Long) derives Pickler"), "")
  }

object LockSuite:
  /** The compiler's name for a class inside a test of this suite. */
  val Here = "brine.checks.LockSuite._."

  object V1:
    final case class Person(name: String, age: Int) derives Pickler
    enum Color derives Pickler:
      case Red, Green
      case Mixed(value: Int)
    final case class Theirs(age: Int) derives Pickler
  object V2:
    final case class Person(name: String, age: Long, mail: Option[String]) derives Pickler

  final class ByHand
  given Pickler[ByHand] with
    def shape = Shape.Custom("ByHand", 1)
    def pickle(value: ByHand, builder: PickleBuilder) = builder.putInt(1)
    def unpickle(reader: PickleReader) =
      reader.getInt()
      new ByHand
