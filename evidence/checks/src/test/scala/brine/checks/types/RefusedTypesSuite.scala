package brine.checks

import scala.compiletime.testing.typeCheckErrors
import brine.*

/** The texts about types that cannot be derived because of their kind, and the cures that these texts name. */
class RefusedTypesSuite extends munit.FunSuite:
  private inline def message(inline code: String): String = typeCheckErrors(code).map(_.message).mkString("\n")

  private def says(message: String, expected: String)(using munit.Location): Unit =
    assertEquals(message.trim, expected.stripMargin.trim)

  test("a GADT's leaves are not of every type") {
    says(
      message(
        "enum Command[A] derives Pickler { case Ping extends Command[Unit]; case Get(key: String) extends " +
          "Command[String] }"
      ),
      "cannot derive Pickler[Command[A]]:\n" +
        "  Command[A]: Ping and Get extend Command for certain type arguments only, so a pickle could be read as a " +
        "type that it does not have. In place of `derives Pickler`, write " +
        "`given Pickler[Command[?]] = Pickler.derived` in Command's companion and pickle by it, " +
        "`x.pickleAs[Command[?]]`; or write one, with a name of its own, for each type that you use: " +
        "`given one: Pickler[Command[…]] = Pickler.derived`."
    )
    says(
      message("def two[A, B]: Pickler[Refused.Two[A, B]] = Pickler.derived"),
      "cannot derive Pickler[Two[A, B]]:\n" +
        "  Two[A, B]: Ints extends Two for certain type arguments only, so a pickle could be read as a type that it " +
        "does not have. In place of `derives Pickler`, write `given Pickler[Two[?, ?]] = Pickler.derived` in Two's " +
        "companion and pickle by it, `x.pickleAs[Two[?, ?]]`; or write one, with a name of its own, for each type " +
        "that you use: `given one: Pickler[Two[…]] = Pickler.derived`."
    )
    assertEquals(
      message("given Pickler[Refused.Two[?, ?]] = Pickler.derived; Refused.Two.Ints.pickleAs[Refused.Two[?, ?]]"),
      ""
    )
  }

  test("a leaf of a GADT for another type is not read, for it is not there") {
    given units: Pickler[Refused.Command[Unit]] = Pickler.derived
    given texts: Pickler[Refused.Command[String]] = Pickler.derived
    val get = (Refused.Command.Get("a"): Refused.Command[String]).pickleIn(brine.json.JsonFormat)
    assertEquals(get.unpickle[Refused.Command[String]], Refused.Command.Get("a"))
    intercept[PickleException.UnknownLeaf](get.unpickle[Refused.Command[Unit]])
  }

  test("a literal type, and that of one value") {
    says(
      message("final case class Tag(kind: \"a\", n: List[1], of: Refused.text.type) derives Pickler"),
      "cannot derive Pickler[Tag]:\n" +
        "  Tag.kind: \"a\" is the type of one value, and a pickle could hold another. Declare it as String, or write " +
        "a `given Pickler[\"a\"]` by hand.\n" +
        "  Tag.n: 1 is the type of one value, and a pickle could hold another. Declare it as Int, or write a " +
        "`given Pickler[1]` by hand.\n" +
        "  Tag.of: text.type is the type of one value, and a pickle could hold another. Declare it as String, or " +
        "write a `given Pickler[text.type]` by hand."
    )
    val union = message("final case class Tag(kind: \"a\" | \"b\", id: String & Refused.Tagged) derives Pickler")
    assert(
      union.contains("Tag.kind: \"a\" | \"b\" is not a class. Write a `given Pickler[\"a\" | \"b\"]` by hand."),
      union
    )
    assert(
      union.contains("Tag.id: String & Tagged is not a class. Write a `given Pickler[String & Tagged]` by hand."),
      union
    )
  }

  test("a class inside a class") {
    val reason =
      "Key is a class inside the class Database, and its objects refer to an object of Database that is not part of " +
        "the pickle. " +
        "Move Key into an object, or write a `given Pickler[Database#Key]` by hand."
    says(
      message("final case class Row(key: Refused.Database#Key) derives Pickler"),
      s"cannot derive Pickler[Row]:\n  Row.key: $reason"
    )
    says(
      message("val p: Pickler[Refused.Database#Key] = Pickler.derived"),
      s"cannot derive Pickler[Key]:\n  Key: $reason"
    )
    val dependent = message("final class Row(val db: Refused.Database, val key: db.Key) derives Pickler")
    assert(dependent.contains(s"  Row.key: $reason"), dependent)
    val open = message("final class Row(val db: Refused.Database, val key: db.Open) derives Pickler")
    assert(open.contains("  Row.key: Open is a class inside the class Database"), open)
  }

  test("an abstract type") {
    val text = message("final class Held(val t: Refused.Typed#T) derives Pickler")
    says(
      text,
      "cannot derive Pickler[Held]:\n  Held.t: T is an abstract type, so its objects are unknown here. Have a `given " +
        "Pickler[T]` in scope, or make it a type parameter."
    )
    assertEquals(message("final class Held[T](val t: T) derives Pickler"), "")
  }

  test("a `using` parameter that is not a field") {
    says(
      message("final case class Sorted[T: Ordering](x: T) derives Pickler"),
      "cannot derive Pickler[Sorted[T]]:\n" +
        "  Sorted[T]: Sorted[T]'s constructor takes `using` parameters that are not fields: Ordering[T]. Give a " +
        "pickler that takes them from where it is defined: " +
        "`given (using …): Pickler[Sorted[T]] = Pickler[…].imap(…)(…)` (`import brine.combine.imap`)."
    )
    assertEquals(
      message("""final case class Sorted[T: Ordering](x: T)
        import brine.combine.imap
        given [T](using Pickler[T], Ordering[T]): Pickler[Sorted[T]] = Pickler[T].imap(Sorted(_))(_.x)
        Sorted(1).pickle"""),
      ""
    )
  }

  test("a polymorphic function") {
    val text = message("final case class Job(run: [T] => T => T) derives Pickler")
    assert(
      text.contains("is a function, and functions are not data. Keep the function's inputs as fields instead."),
      text
    )
    assertEquals(text.linesIterator.size, 2, text)
  }

object Refused:
  enum Command[A]:
    case Ping extends Command[Unit]
    case Get(key: String) extends Command[String]
  enum Two[A, B]:
    case Ints extends Two[Int, Int]
    case Any2[C, D](n: Int) extends Two[C, D]
  val text: String = "a"
  trait Tagged
  class Database:
    final case class Key(n: Int)
    final case class Open(n: Int) derives Pickler
  trait Typed:
    type T
