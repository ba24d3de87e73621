package brine.checks

import scala.compiletime.testing.typeCheckErrors
import brine.*

/** The texts of compile errors: each names the fault, the place and the cure. */
class CompileErrorsSuite extends munit.FunSuite:
  private inline def message(inline code: String): String = typeCheckErrors(code).map(_.message).mkString("\n")

  private def says(message: String, expected: String)(using munit.Location): Unit =
    assertEquals(message.trim, expected.stripMargin.trim)

  // ---- every Problem

  test("a field's type without a pickler") {
    says(
      message("final case class Employee(name: String, office: Mistakes.Office) derives Pickler"),
      "cannot derive Pickler[Employee]:\n" +
        "  Employee.office: there is no pickler for Office. Add `derives Pickler` to it, or " +
        "`given Pickler[Office] = Pickler.derived` if it is not yours, or `import brine.auto.given` to derive " +
        "missing picklers."
    )
  }

  test("a field whose type is an enum's case, or a class of Scala's library") {
    says(
      message("final case class Sight(light: Mistakes.Light.Mixed, at: scala.util.Random) derives Pickler"),
      "cannot derive Pickler[Sight]:\n" +
        "  Sight.light: there is no pickler for Mixed. Declare the enum, Light, in its place, and add " +
        "`derives Pickler` to the enum; or write `given Pickler[Mixed] = Pickler.derived`, or " +
        "`import brine.auto.given` to derive missing picklers.\n" +
        "  Sight.at: there is no pickler for Random, and none can be derived because of Random.self. Instead, go by " +
        "a type that has a pickler: `given Pickler[Random] = Pickler[…].imap(…)(…)` (`import brine.combine.imap`)."
    )
    assertEquals(
      message("import brine.auto.given; final case class Sight(light: List[Mistakes.Light.Mixed]) derives Pickler"),
      ""
    )
  }

  test("a type parameter without evidence") {
    says(
      message("def some[A]: Pickler[Mistakes.Holding[A]] = Pickler.derived"),
      """cannot derive Pickler[Holding[A]]:
        |  Holding.a: A is a type parameter without a pickler. Add `(using Pickler[A])` to the given."""
    )
  }

  test("an open trait and an abstract class") {
    says(
      message("final case class Zoo(animal: Mistakes.Open, thing: Mistakes.Half) derives Pickler"),
      "cannot derive Pickler[Zoo]:\n" +
        "  Zoo.animal: Open is neither sealed nor a class with instances of its own, so its subclasses are unknown " +
        "here. Make it sealed if it is yours, or go by a type that has a pickler: " +
        "`given Pickler[Open] = Pickler[…].imap(…)(…)` (`import brine.combine.imap`).\n" +
        "  Zoo.thing: Half is neither sealed nor a class with instances of its own, so its subclasses are unknown " +
        "here. Make it sealed if it is yours, or go by a type that has a pickler: " +
        "`given Pickler[Half] = Pickler[…].imap(…)(…)` (`import brine.combine.imap`)."
    )
  }

  test("a function") {
    says(
      message("final case class Job(run: Int => String) derives Pickler"),
      "cannot derive Pickler[Job]:\n" +
        "  Job.run: Function1[Int, String] is a function, and functions are not data. Keep the function's inputs as " +
        "fields instead."
    )
  }

  test("wrong declarations of a class about its evolution") {
    says(
      message(
        "final case class P(@rename(\"b\") a: Int, @alias(\"c\", \"d\") b: Int, @alias(\"d\") e: Int) derives Pickler"
      ),
      """cannot derive Pickler[P]:
        |  P: in P, `@rename` and `@alias` give the name 'b' to two members. Give each its own name.
        |  P: in P, `@rename` and `@alias` give the name 'd' to two members. Give each its own name."""
    )
    says(
      message(
        "final case class P(@ifAbsent(\"x\") a: Int, @alias(System.lineSeparator) b: Int, @rename(Mistakes.name) c: " +
          "Int) derives Pickler"
      ),
      """cannot derive Pickler[P]:
        |  P.b: the arguments of `@alias` must be constants, which the derivation can read. Write them out.
        |  P.c: the arguments of `@rename` must be constants, which the derivation can read. Write them out.
        |  P.a: `@ifAbsent` expects a value of the field's type Int, found String. Give a value of type Int."""
    )
    says(
      message("enum E derives Pickler { case A; @fallback case B; @fallback case C(x: Int, y: List[Int]) }"),
      """cannot derive Pickler[E]:
        |  E: E has 2 leaves with `@fallback`, B and C. Leave one.
        |  E: C replaces unknown leaves (`@fallback`), but its constructor needs 'x'. Give 'x' a default."""
    )
    assertEquals(
      message(
        "final case class P(@ifAbsent(7) a: Long, @ifAbsent(null) b: String, @ifAbsent(1) c: Byte, @rename(\"b\") d: " +
          "Int) derives Pickler"
      ),
      "cannot derive Pickler[P]:\n  P: in P, `@rename` and `@alias` give the name 'b' to two members. Give each its " +
        "own name."
    )
  }

  test("a structural type") {
    val text = message("final case class Thing(x: AnyRef { def size: Int }) derives Pickler")
    assert(text.contains("Thing.x: "), text)
    assert(
      text.contains("is a structural type, and its members are unknown at run time. Name it as a trait or class."),
      text
    )
  }

  test("a union, an intersection") {
    val text = message(
      "final case class Thing(v: List[Int] | List[String], w: Int | Mistakes.Open, x: Int | String, y: Mistakes.Open " +
        "& Mistakes.Half) derives Pickler"
    )
    def isUnion(of: String, reason: String): Unit = assert(
      text.contains(
        s"$of is a union, of which each type needs a pickler and a class of its own: $reason. Write a `given " +
          s"Pickler[$of]` by hand."
      ),
      text
    )
    isUnion("List[Int] | List[String]", "List[String] and List[Int] are of one class")
    isUnion("Int | Open", "there is no pickler for Open")
    assert(!text.contains("Thing.x"), text)
    assert(text.contains("Thing.y: Open & Half is not a class. Write a `given Pickler[Open & Half]` by hand."), text)
  }

  test("a constructor parameter that is not a field") {
    says(
      message("final class Lock(secret: String, val name: String) derives Pickler"),
      "cannot derive Pickler[Lock]:\n" +
        "  Lock: Lock's constructor takes 'secret', which is not a field that can be read. Make it a `val`, or go by " +
        "a type that has a pickler: `given Pickler[Lock] = Pickler[…].imap(…)(…)` (`import brine.combine.imap`), or " +
        "make a pickler at run time, which reads the real fields (`brine.runtime`)."
    )
    val text = message("final case class Shed(a: Mistakes.Shutter) derives Pickler")
    assert(
      text.contains(
        "Shed.a: Shutter's constructor takes 'width' and 'height', which are not fields that can be read. Make them " +
          "`val`s, or go by"
      ),
      text
    )
  }

  test("a class of Java, or of Scala's library with variables: not even where all constructors are empty") {
    def expected(field: String, shown: String) =
      s"  Diary.$field: $shown does not show its fields, like other classes of Java and some of Scala's library. " +
        "Instead, go by a type that has a pickler: " +
        s"`given Pickler[$shown] = Pickler[…].imap(…)(…)` (`import brine.combine.imap`)."
    val text = message(
      """
      final case class Diary(
          id: java.io.File, day: java.lang.StringBuilder,
          notes: scala.collection.mutable.CollisionProofHashMap[Int, Int]
      ) derives Pickler"""
    )
    assertEquals(
      text.linesIterator.drop(1).toList,
      List(
        expected("id", "File"),
        expected("day", "StringBuilder"),
        expected("notes", "CollisionProofHashMap[Int, Int]")
      )
    )
    assertEquals(
      message(
        "import brine.auto.given; final case class Diary(day: java.lang.StringBuilder); val p: Pickler[Diary] = " +
          "Pickler.automatic"
      ).linesIterator.drop(1).toList,
      List(expected("day", "StringBuilder"))
    )
    assert(message("def day: Pickler[java.lang.StringBuilder] = Pickler.derived").contains(
      "StringBuilder does not show its fields"
    ))
  }

  test("an opaque type, be it over a primitive") {
    val text = message("final case class Letter(to: Mistakes.Email, number: Mistakes.Number) derives Pickler")
    for (field, shown) <- List("to" -> "Email", "number" -> "Number") do
      val expected =
        s"  Letter.$field: $shown is an opaque type, whose underlying type is known only where it is defined. Give " +
          "it a pickler in its " +
          s"companion: if the underlying type is String, `given Pickler[$shown] = Pickler.string.imap(…)(…)` by " +
          "`brine.combine.imap` (not " +
          "`Pickler[String]`, which would find itself there)."
      assert(text.contains(expected), text)
  }

  test("a variable that a superclass or trait hides") {
    says(
      message("final class Visits(val url: String) extends Mistakes.Counted derives Pickler"),
      "cannot derive Pickler[Visits]:\n" +
        "  Visits: Visits's 'Counted.n' can be neither read nor assigned from here, being private or protected. Make " +
        "it public, or go by a type that has a pickler: `given Pickler[Visits] = Pickler[…].imap(…)(…)` " +
        "(`import brine.combine.imap`), or make a pickler at run time, which reads the real fields (`brine.runtime`)."
    )
    val text = message("final class Log(val url: String) extends Mistakes.Base derives Pickler")
    assert(text.contains("Log's 'Base.a' and 'Base.b' can be neither"), text)
  }

  test("a private field of a class whose pickler is derived elsewhere") {
    val text = message(
      "final case class Door(key: Mistakes.Key); import brine.auto.given; val p: Pickler[Door] = Pickler.automatic"
    )
    val start =
      "  Door.key: Key's 'Key.number' and 'Key.turns' can be neither read nor assigned from here, being private or " +
        "protected. " +
        "Make them public, add `derives Pickler` to Key itself, or go by a type that has a pickler"
    assert(text.contains(start), text)
  }

  test("a value whose type is a leaf of an option") {
    assert(compileErrors("Some(1).pickle").contains("Some"))
  }

  test("a private constructor of another class") {
    says(
      message(
        "final case class Safe(lock: Mistakes.Shut); import brine.auto.given; val p: Pickler[Safe] = Pickler.automatic"
      ),
      "cannot derive Pickler[Safe]:\n" +
        "  Safe.lock: Shut's constructor cannot be called from here. Add `derives Pickler` to Shut itself, where it " +
        "can."
    )
  }

  test("a sealed type without subclasses") {
    says(
      message("def none: Pickler[Mistakes.Empty] = Pickler.derived"),
      """cannot derive Pickler[Empty]:
        |  Empty: Empty is sealed and has no subclasses, so it has no values to pickle."""
    )
  }

  test("two leaves of one name") {
    says(
      message("def twice: Pickler[Mistakes.Twice] = Pickler.derived"),
      """cannot derive Pickler[Twice]:
        |  Twice: Twice has two leaves named Leaf, which a pickle could not tell apart. Rename one."""
    )
  }

  test("a type that contains itself with ever larger arguments, be they one more or twice as many each time") {
    val expected =
      "contains itself with ever larger type arguments, so its derivation would not end. Write a `given Pickler["
    val doubling = message("import brine.auto.given; val p: Pickler[Mistakes.Growing[Int]] = Pickler.automatic")
    assert(
      doubling.startsWith("cannot derive Pickler[Growing[Int]]:\n") && doubling.contains(s"Growing[Int] $expected"),
      doubling.take(400)
    )
    val longer = message("import brine.auto.given; val p: Pickler[Mistakes.Longer[Int]] = Pickler.automatic")
    assert(longer.contains(s"Longer[Int] $expected"), longer.take(400))
  }

  test("all problems are reported at once, each once") {
    val text = message(
      "final case class Bad(f: Int => Int, o: Mistakes.Open, n: Mistakes.Office, m: List[Mistakes.Office]) derives " +
        "Pickler"
    )
    assertEquals(text.linesIterator.size, 5, text)
    for field <- List("Bad.f", "Bad.o", "Bad.n", "Bad.m") do assert(text.contains(s"  $field: "), text)
  }

  // ---- at the use site

  test("no pickler at x.pickle: the cure") {
    val text = message("Mistakes.Office(1).pickle")
    val expected =
      "there is no pickler for brine.checks.Mistakes.Office. If the type is yours, add `derives Pickler` to it; if " +
        "not, write " +
        "`given Pickler[brine.checks.Mistakes.Office] = Pickler.derived`, or `import brine.auto.given` to derive on " +
        "the spot. If a pickler " +
        "exists only for a supertype (for List and Either, not for Nil and Right; for an enum, not for its cases), " +
        "pickle by that one: " +
        "`x.pickleAs[Supertype]`, `json.write[Supertype](x)`. For a collection or tuple, the missing pickler is that " +
        "of the last type named"
    assert(text.contains(expected), text)
  }

  test("no pickler: the type that lacks it is named last, and no import of Brine's internals is suggested") {
    for (text, missing) <- List(
        message("List(Mistakes.Office(1)).pickle") -> "brine.checks.Mistakes.Office",
        message("(1, Right(1)).pickle") -> "Right[Nothing, Int]",
        message("Nil.pickle") -> "scala.collection.immutable.Nil.type"
      )
    do
      assert(text.split("Pickler.automatic\\[").last.startsWith(s"$missing]("), text)
      assert(!text.contains("The following import"), text)
    assertEquals(
      message("Nil.pickleAs[List[Int]]; Right(1).pickleAs[Either[String, Int]]; None.pickleAs[Option[Int]]"),
      ""
    )
  }

  test("a subtype of a type with a pickler: pickleAs") {
    val text = message("Mistakes.Circle(1).pickle")
    assert(text.contains("pickle by that one: `x.pickleAs[Supertype]`"), text)
    assertEquals(message("Mistakes.Circle(1).pickleAs[Mistakes.Figure]"), "")
  }

  test("unpickle without a type") {
    val expected = "the type to read is unknown. Name it, `pickle.unpickle[Person]`, `json.read[Person](text)` or " +
      "`Pickle.read[Person](path)`, or declare the result's type: `val person: Person = pickle.unpickle`"
    says(message("val p: brine.binary.BinaryPickle = 1.pickle; p.unpickle"), expected)
    says(message("val p: brine.binary.BinaryPickle = 1.pickle; val x: AnyRef = p.unpickle; println(x)"), expected)
    says(message("println(Pickle.read(java.nio.file.Path.of(\"x\")))"), expected)
    assertEquals(message("val p: brine.binary.BinaryPickle = 1.pickle; val n: Int = p.unpickle; p.unpickle[Int]"), "")
  }

  test("a JSON pickle is not a binary pickle") {
    val text = message("""val p: brine.binary.BinaryPickle = brine.json.JsonPickle.of("1")""")
    assert(text.contains("Required: brine.binary.BinaryPickle"), text)
    val format = message("import brine.json.given; val p: brine.binary.BinaryPickle = 1.pickle")
    assert(format.contains("Required: brine.binary.BinaryPickle"), format)
    assertEquals(message("import brine.json.given; val p: brine.json.JsonPickle = 1.pickle"), "")
  }

  test("picklers are invariant") {
    assert(message(
      "val p: Pickler[Mistakes.Figure] = Pickler[Mistakes.Figure]; val q: Pickler[Mistakes.Circle] = p"
    ).nonEmpty)
  }

object Mistakes:
  def name: String = "n"
  trait Counted:
    private var n = 0
    def hit(): Int =
      n += 1
      n
  abstract class Base:
    protected var a = 1
    private[this] var b = 2
    var c = a + b
  final case class Office(number: Int)
  final case class Holding[A](a: A)
  enum Light:
    case Red
    case Mixed(parts: List[Int])
  trait Open
  abstract class Half
  final class Shut private (val n: Int)
  final class Shutter(width: Int, height: Int)
  final class Key(private val number: Int, protected var turns: Int)
  opaque type Email = String
  opaque type Number <: Long = Long
  sealed trait Empty
  sealed trait Twice
  object One:
    final case class Leaf(a: Int) extends Twice
  object Two:
    final case class Leaf(a: Int) extends Twice
  final case class Growing[A](next: Growing[(A, A)])
  final case class Longer[A](next: Longer[List[A]])
  sealed trait Figure derives Pickler
  final case class Circle(radius: Double) extends Figure
