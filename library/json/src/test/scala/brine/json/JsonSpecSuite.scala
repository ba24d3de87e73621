package brine.json

import java.math.{BigInteger, MathContext}
import java.nio.{ByteBuffer, ByteOrder}
import java.nio.file.{Files, Path}
import java.time.{Instant, LocalDate, Period, Year, ZonedDateTime}
import java.util.{BitSet, Date, Locale, Optional, UUID}
import java.util.concurrent.TimeUnit.SECONDS
import scala.collection.immutable.ListMap
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration}
import scala.jdk.CollectionConverters.*
import brine.*

/** The examples of docs/spec/json.md, each written and read. */
class JsonSpecSuite extends munit.FunSuite, RoundTrip:
  private final class Example(val write: PickleOptions => String, val readsBack: (String, PickleOptions) => Unit)

  private def example[A: Pickler](value: A): Example =
    new Example(
      options => value.pickle(using summon, JsonFormat, options).text,
      (text, options) =>
        val back = JsonPickle.of(text).unpickle[A](using summon, options)
        assertEquals(back.pickle(using summon, JsonFormat, options).text, text)
    )

  private def ring: Cell =
    val a = new Cell("a", null)
    a.next = new Cell("b", a)
    a

  private def twice: List[Cell] =
    val a = new Cell("a", null)
    List(a, a, new Cell("b", a))

  private def vertices: Couple =
    val v = new Vertex.Inner("v", Vertex.End)
    Couple(v, Some(v), Vertex.End)

  private def selfArray: Arr =
    val items = new Array[Arr](1)
    items(0) = new Arr(items)
    items(0)

  private val payments = PickleOptions(subtypes = Subtypes(Subtype[Card], Subtype[Cash.type]))

  private val jim = Person("Jim", 2005)
  private val one = List(1)

  private val tracked = ListMap[String, Example](
    """()""" -> example(()),
    """true""" -> example(true),
    """-128: Byte""" -> example((-128).toByte),
    """'x'""" -> example('x'),
    """'\ud800'""" -> example('\ud800'),
    """Long.MinValue""" -> example(Long.MinValue),
    """1.0f""" -> example(1.0f),
    """0.1""" -> example(0.1),
    """-0.0""" -> example(-0.0),
    """1e22""" -> example(1e22),
    """Double.NaN""" -> example(Double.NaN),
    """Float.NegativeInfinity""" -> example(Float.NegativeInfinity),
    """"é\n\u0000😀"""" -> example("é\n\u0000😀"),
    """"a\udc00"""" -> example("a\udc00"),
    """null: String""" -> example[String](null),
    """Person("Jim", 2005)""" -> example(jim),
    """Person(null, 0)""" -> example(Person(null, 0)),
    """Nothing0()""" -> example(Nothing0()),
    """Dollar(1, 2, 3, 4)""" -> example(Dollar(1, 2, 3, 4)),
    """Solo""" -> example(Solo),
    """Color.Red""" -> example(Color.Red),
    """Figure.Circle(1.5): Figure""" -> example[Figure](Figure.Circle(1.5)),
    """Figure.Blank: Figure""" -> example[Figure](Figure.Blank),
    """null: Figure""" -> example[Figure](null),
    """Figure.Group(List(Figure.Blank)): Figure""" -> example[Figure](Figure.Group(List(Figure.Blank))),
    """Reading.Text("x"): Reading""" -> example[Reading](Reading.Text("x")),
    """Reading.Temperature(21.5): Reading""" -> example[Reading](Reading.Temperature(21.5)),
    """Right("r"): Either[Int, String]""" -> example[Either[Int, String]](Right("r")),
    """(1, "2")""" -> example((1, "2")),
    """None: Option[Int]""" -> example[Option[Int]](None),
    """Some(1): Option[Int]""" -> example[Option[Int]](Some(1)),
    """null: Option[Int]""" -> example[Option[Int]](null),
    """Some(null): Option[String]""" -> example[Option[String]](Some(null)),
    """Some(null): Option[Person]""" -> example[Option[Person]](Some(null)),
    """Some(Some(1)): Option[Option[Int]]""" -> example[Option[Option[Int]]](Some(Some(1))),
    """Some(None): Option[Option[Int]]""" -> example[Option[Option[Int]]](Some(None)),
    """Some(null): Option[Option[Int]]""" -> example[Option[Option[Int]]](Some(null)),
    """Some(Some(None)): Option[Option[Option[Int]]]""" -> example[Option[Option[Option[Int]]]](Some(Some(None))),
    """Email("j@x.org")""" -> example(Email("j@x.org")),
    """Some(Email("j@x.org")): Option[Email]""" -> example[Option[Email]](Some(Email("j@x.org"))),
    """List(null, Maybe(None), Maybe(null), Maybe(Some(1)))""" -> example(List(
      null,
      Maybe(None),
      Maybe(null),
      Maybe(Some(1))
    )),
    """List(None, Some(null), Some(Maybe(None)), Some(Maybe(Some(1))))""" ->
      example[List[Option[Maybe]]](List(None, Some(null), Some(Maybe(None)), Some(Maybe(Some(1))))),
    """List(Person("Jim", 2005), null)""" -> example(List(jim, null)),
    """null: List[Int]""" -> example[List[Int]](null),
    """Array(1.5f, 2f)""" -> example(Array(1.5f, 2f)),
    """Map("a" -> 1, null -> 2, "$b" -> 3, "\ud800" -> 4)""" -> example(ListMap(
      "a" -> 1,
      (null: String) -> 2,
      "$b" -> 3,
      "\ud800" -> 4
    )),
    """Map(-1 -> "x", 2 -> null)""" -> example(ListMap(-1 -> "x", 2 -> (null: String))),
    """Map('$' -> true)""" -> example(Map('$' -> true)),
    """Map(true -> 1)""" -> example(Map(true -> 1)),
    """Map(Color.Red -> 1, null -> 2)""" -> example[ListMap[Color, Int]](ListMap(Color.Red -> 1, (null: Color) -> 2)),
    """Map.empty[String, Int]""" -> example(Map.empty[String, Int]),
    """Map.empty[Color, Int]""" -> example(Map.empty[Color, Int]),
    """BigInt("12345678901234567890")""" -> example(BigInt("12345678901234567890")),
    """new java.math.BigDecimal("1.50")""" -> example(new java.math.BigDecimal("1.50")),
    """BigDecimal("1.50", new MathContext(7))""" -> example(BigDecimal("1.50", new MathContext(7))),
    """new java.math.BigDecimal(BigInteger.TEN, Int.MinValue)""" ->
      example(new java.math.BigDecimal(BigInteger.TEN, Int.MinValue)),
    """Instant.ofEpochSecond(1, 5)""" -> example(Instant.ofEpochSecond(1, 5)),
    """ZonedDateTime.parse("2024-02-29T12:00+01:00[Europe/Zurich]")""" ->
      example(ZonedDateTime.parse("2024-02-29T12:00+01:00[Europe/Zurich]")),
    """Period.of(1, -1, 0)""" -> example(Period.of(1, -1, 0)),
    """FiniteDuration(60, SECONDS)""" -> example(FiniteDuration(60, SECONDS)),
    """ScalaDuration.MinusInf""" -> example[ScalaDuration](ScalaDuration.MinusInf),
    """new UUID(1, 2)""" -> example(new UUID(1, 2)),
    """new Date(0)""" -> example(new Date(0)),
    """Locale.forLanguageTag("de-CH")""" -> example(Locale.forLanguageTag("de-CH")),
    """BitSet.valueOf(Array[Byte](5))""" -> example(BitSet.valueOf(Array[Byte](5))),
    """ByteBuffer.wrap(Array[Byte](1, 2)).order(LITTLE_ENDIAN)""" ->
      example(ByteBuffer.wrap(Array[Byte](1, 2)).order(ByteOrder.LITTLE_ENDIAN)),
    """List(date, date), date = new Date(0)""" -> example { val date = new Date(0); List(date, date) },
    """Map(LocalDate.of(2024, 2, 29) -> 1)""" -> example(Map(LocalDate.of(2024, 2, 29) -> 1)),
    """List(Year.of(2024), null)""" -> example(List(Year.of(2024), null)),
    """Optional.empty: Optional[Int]""" -> example(Optional.empty[Int]),
    """new Cell("a", null)""" -> example(new Cell("a", null)),
    """a ring of two cells""" -> example(ring),
    """List(a, a, new Cell("b", a))""" -> example(twice),
    """Couple(v, Some(v), Vertex.End)""" -> example(vertices),
    """List(card, card, Cash), of Payment, card = Card("17")""" -> {
      val card = Card("17")
      example(List[Payment](card, card, Cash))
    },
    """an array that holds an Arr of itself""" -> example(selfArray),
    """Array[Circle](Circle(1.0)), of Figure""" -> example(Array(new Figure.Circle(1.0)).asInstanceOf[Array[Figure]])
  )

  private val all = ListMap[String, Example](
    """(jim, jim)""" -> example((jim, jim)),
    """(one, one)""" -> example((one, one)),
    """List("s", "s")""" -> example(List("s", "s")),
    """List(map, map)""" -> {
      val map = Map("a" -> 1)
      example(List(map, map))
    }
  )

  private val spec: List[String] =
    val places = Iterator.iterate(Path.of("").toAbsolutePath)(_.getParent).takeWhile(_ != null)
    val file = places.map(_.resolve("docs/spec/json.md")).find(Files.exists(_)).get
    Files.readAllLines(file).asScala.toList

  private def rows(heading: String): List[(String, String)] =
    val section = spec.dropWhile(_ != heading).drop(1).takeWhile(!_.startsWith("#"))
    val cells = section.filter(_.startsWith("| ")).map(_.split(" \\| ").map(_.stripPrefix("| ").stripSuffix(" |").trim))
    cells.collect { case Array(value, json) if value.startsWith("`") => plain(value) -> plain(json) }

  private def plain(cell: String): String =
    cell.stripPrefix("``").stripPrefix("`").stripSuffix("``").stripSuffix("`").trim

  private def verify(heading: String, examples: ListMap[String, Example], options: PickleOptions): Unit =
    val found = rows(heading)
    assertEquals(found.map(_._1), examples.keys.toList, s"the rows under '$heading' are those of this suite")
    for (value, json) <- found do
      assertEquals(examples(value).write(options), json, value)
      examples(value).readsBack(json, options)

  test("the examples of the specification are written and read")(verify(
    "### With the default options",
    tracked,
    payments
  ))

  test("so are those with `sharing = Sharing.All`")(verify("### With `sharing = Sharing.All`", all, sharesAll))

  test("the page has the headings that every specification has") {
    val headings =
      List("Stability", "Big picture", "Building blocks", "Layout", "Examples", "Limits", "Hostile input", "Changes")
    assertEquals(spec.filter(_.startsWith("## ")), headings.map("## " + _))
  }
