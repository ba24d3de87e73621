package brine.checks.schema

import brine.*
import brine.json.{JsonDialect, JsonFormat, JsonSchema}
import brine.json.JsonSchema.{Direction, Rules, Values}
import JsonDialect.*

/** A class that becomes a map, and a map that becomes a class: both are objects in JSON. */
class SchemaMapsSuite extends munit.FunSuite:
  import SchemaMapsSuite.*

  private val skipping = JsonDialect.Default.copy(unknown = Unknown.Skip, keys = Keys.Texts)
  private val strict = skipping.copy(unknown = Unknown.Refuse)
  private val byOptions = skipping.copy(unknown = Unknown.ByOptions)

  /** A released client reads today's answers. */
  private def answers[Released: Pickler, Today: Pickler](dialect: JsonDialect = skipping): List[String] =
    breaks[Released, Today](dialect, Direction.Responses, Direction.Responses)

  /** Today's server reads the calls of a released client. */
  private def calls[Today: Pickler, Released: Pickler](dialect: JsonDialect = skipping): List[String] =
    breaks[Today, Released](dialect, Direction.Requests, Direction.Requests)

  private def breaks[Reader: Pickler, Writer: Pickler](
      dialect: JsonDialect,
      read: Direction,
      written: Direction,
      values: Values = Values.Plain
  ): List[String] =
    JsonSchema.breaks(
      JsonSchema.of[Reader](dialect, Rules(read, values)),
      JsonSchema.of[Writer](dialect, Rules(written, values))
    ).toList

  test("a class is read as a map if the map has such keys and values"):
    assertEquals(answers[Map[String, Int], Point](), Nil)
    assertEquals(answers[Map[String, Int], Mixed](), List("$.name: string is written, integer is read"))
    assertEquals(answers[Map[String, Point], Map[String, Point]](), Nil)
    val name = "it is written, but a reader refuses its name"
    assertEquals(answers[Map[Int, Int], Point](), List(s"$$.x: $name", s"$$.y: $name"))
    assertEquals(answers[Map[Shade, Int], Shades](), Nil)
    assertEquals(answers[Map[Shade, Int], Point](), List(s"$$.x: $name", s"$$.y: $name"))
    assertEquals(calls[Map[String, Int], Point](), Nil)
    assertEquals(calls[Map[String, Int], Mixed]().length, 1)

  test("a map is read as a class if no key that it may have contradicts a field"):
    val leftOut = "a reader needs it, but it may be left out"
    assertEquals(answers[Point, Map[String, Int]](), List(s"$$.x: $leftOut", s"$$.y: $leftOut"))
    assertEquals(calls[Point, Map[String, Int]](), List(s"$$.x: $leftOut", s"$$.y: $leftOut"))
    assertEquals(calls[Filled, Map[String, Int]](), Nil)
    assertEquals(
      calls[Filled, Map[String, String]](),
      List("$.x: string is written, integer is read", "$.y: string is written, integer is read")
    )
    assertEquals(calls[Filled, Map[Int, String]](), Nil) // no key is x or y

  test("a map is not read as a class that refuses members which it does not know"):
    assertEquals(
      calls[Filled, Map[String, Int]](strict),
      List("${}: any key is written, but a reader refuses members that it does not know")
    )
    assertEquals(calls[Filled, Map[String, Int]](byOptions), List("$: a reader needs one of the members x, y"))
    assertEquals(calls[FilledShades, Map[Shade, Int]](strict), Nil)
    assertEquals(calls[FilledShades, Map[Shade, Int]](byOptions), Nil)
    assertEquals(
      calls[Filled, Map[Shade, Int]](strict),
      List("Dark", "Light").map(key =>
        s"$$.$key: it is written, but a reader refuses members that it does not know"
      )
    )

  test("keys that are listed are keys of a map with any keys, and not the other way round"):
    assertEquals(answers[Map[String, Int], Map[Shade, Int]](), Nil)
    assertEquals(answers[Map[Shade, Int], Map[String, Int]]().length, 1)
    assertEquals(answers[Map[String, Int], Map[Shade, String]]().length, 2)

  test("a class inside another that becomes a map is found, too"):
    assertEquals(answers[Pair[Map[String, Int]], Pair[Point]](), Nil)
    assertEquals(
      answers[Pair[Map[String, Int]], Pair[Mixed]](),
      List("Pair.b.name: string is written, integer is read")
    )

  test("a class that has maps of itself is compared with such a map, and the comparison ends"):
    assertEquals(calls[Guild, Guild](), Nil)
    // The key `members` may have a guild. Its own `head` may be null, and the reader expects a guild there.
    assertEquals(calls[Guild, Map[String, Guild]](), List("$.members.head: null is written, object is read"))
    assert(calls[Map[String, Guild], Guild]().nonEmpty)

  test("wherever no break is found, a reader takes all samples of the writer"):
    var (fits, broken) = (0, 0)
    for
      dialect <- List(skipping, strict, byOptions)
      values <- Values.values
      reader <- all
      writer <- all
    do
      val reasons =
        breaks(dialect, Direction.Requests, Direction.Responses, values)(using reader.pickler, writer.pickler)
      val refusals = refused(reader, writer, dialect)
      if reasons.isEmpty then
        fits += 1
        assertEquals(refusals, Nil, s"$writer read as $reader, ${dialect.unknown}")
      else if refusals.nonEmpty then broken += 1
    assert(fits >= 60 && broken >= 150, s"$fits fit, $broken do not")

  private def refused[A, B](reader: Type[A], writer: Type[B], dialect: JsonDialect): List[String] =
    val format = JsonFormat(dialect)
    for
      value <- writer.samples
      text = format.write(value)(using writer.pickler)
      e <- format.readEither[A](text)(using reader.pickler).left.toOption
    yield s"$text: ${e.getMessage}"

private object SchemaMapsSuite:
  final case class Point(x: Int, y: Int) derives Pickler
  final case class Filled(x: Int = 0, y: Int = 0) derives Pickler
  final case class Mixed(name: String, x: Int) derives Pickler
  final case class Pair[B](a: Int, b: B) derives Pickler
  final case class Guild(members: Map[String, Guild] = Map(), head: Option[Guild] = None) derives Pickler
  enum Shade derives Pickler:
    case Dark, Light
  final case class Shades(Dark: Int, Light: Int) derives Pickler
  final case class FilledShades(Dark: Int = 0, Light: Int = 0) derives Pickler

  final class Type[A](name: String, val samples: List[A])(using val pickler: Pickler[A]):
    override def toString: String = name

  private def ofType[A: Pickler](name: String)(samples: A*): Type[A] = new Type(name, samples.toList)

  /** The keys of maps are names of fields, and others. */
  val all: List[Type[?]] = List(
    ofType("Point")(Point(1, 2)),
    ofType("Filled")(Filled(1, 2), Filled()),
    ofType("Mixed")(Mixed("a", 1)),
    ofType("Shades")(Shades(1, 2)),
    ofType("FilledShades")(FilledShades(1), FilledShades()),
    ofType("Map[String, Int]")(Map(), Map("x" -> 1), Map("y" -> 1, "x" -> 2), Map("z" -> 1), Map("Dark" -> 1)),
    ofType("Map[String, String]")(Map(), Map("x" -> "a"), Map("name" -> "b"), Map("Light" -> "1", "12" -> "c")),
    ofType("Map[Int, Int]")(Map(), Map(1 -> 2, -3 -> 4)),
    ofType("Map[Shade, Int]")(Map(), Map(Shade.Dark -> 1), Map(Shade.Dark -> 1, Shade.Light -> 2)),
    ofType("Map[Shade, String]")(Map(), Map(Shade.Light -> "a"))
  )
