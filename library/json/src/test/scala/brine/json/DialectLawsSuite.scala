package brine.json

import brine.json.text.JsonInput
import java.io.ByteArrayInputStream
import java.time.*
import java.time.format.DateTimeFormatter
import java.util.{Date, UUID}
import scala.util.Try
import brine.*
import JsonDialect.*

/** Laws of dialects, with each pair of options: values are written as JSON and read
  * back, in all ways, or refused with a reason.
  */
class DialectLawsSuite extends munit.FunSuite, RoundTrip:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private type Change = JsonDialect => JsonDialect

  /** For each option, its values but the default. */
  private val options: List[List[(String, Change)]] = List(
    List("snake" -> (_.copy(names = NameStyle.SnakeCase)), "prefixed" -> (_.copy(names = NameStyle.of("é\"" + _)))),
    List(
      "kebab leaves" -> (_.copy(leafNames = NameStyle.KebabCase)),
      "qualified" -> (_.copy(leafNames = NameStyle.Qualified))
    ),
    List(
      "member" -> (_.copy(families = Families.Member("kind"))),
      "wrapper" -> (_.copy(families = Families.Wrapper)),
      "untagged" -> (_.copy(families = Families.Untagged))
    ),
    List(
      "objects" -> (_.copy(singletons = Singletons.Objects)),
      "enum texts" -> (_.copy(singletons = Singletons.TextsInEnums))
    ),
    List("numbered" -> (_.copy(enums = Enums.Numbers))),
    List("omit none" -> (_.copy(omit = Set(Omit.Nones))), "omit all" -> (_.copy(omit = Omit.values.toSet))),
    List("required" -> (_.copy(missing = Missing.Refused)), "zeros" -> (_.copy(missing = Missing.Zeros))),
    List("nulls" -> (_.copy(nulls = Nulls.AsMissing))),
    List("long texts" -> (_.copy(longs = NumberForm.Text)), "safe longs" -> (_.copy(longs = NumberForm.Safe))),
    List("integers" -> (_.copy(integers = NumberForm.Number)), "safe integers" -> (_.copy(integers = NumberForm.Safe))),
    List("decimals" -> (_.copy(decimals = NumberForm.Number))),
    List("lenient" -> (_.copy(reading = NumberReading.Lenient))),
    List("ecma" -> (_.copy(doubles = Doubles.EcmaScript))),
    List("nan null" -> (_.copy(notFinite = NotFinite.Null)), "nan refused" -> (_.copy(notFinite = NotFinite.Refused))),
    List("keys" -> (_.copy(keys = Keys.Texts)), "standard keys" -> (_.copy(keys = Keys.Standard))),
    List("arrays" -> (_.copy(tuples = Tuples.Arrays))),
    List(
      "keyed" -> (_.copy(eithers = Eithers.Keyed("l", "r"))),
      "numbered eithers" -> (_.copy(eithers = Eithers.Numbered))
    ),
    List(
      "duration numbers" -> (_.copy(durations = Durations.Seconds)),
      "duration texts" -> (_.copy(durations = Durations.SecondsText))
    ),
    List("fields" -> (_.copy(wrapped = JsonDialect.Wrapped.Fields))),
    List(
      "seconds" -> (_.copy(instants = Instants.EpochSeconds)),
      "milliseconds" -> (_.copy(instants = Instants.EpochMilliseconds))
    ),
    List("formatter" -> (_.copy(formatters = Map(classOf[LocalDate] -> DateTimeFormatter.BASIC_ISO_DATE)))),
    List(
      "base64" -> (_.copy(bytes = Bytes.Base64)),
      "base64url" -> (_.copy(bytes = Bytes.Base64Url)),
      "hex" -> (_.copy(bytes = Bytes.Hexadecimal))
    ),
    List(
      "skip" -> (_.copy(unknown = JsonDialect.Unknown.Skip)),
      "refuse" -> (_.copy(unknown = JsonDialect.Unknown.Refuse))
    ),
    List("first" -> (_.copy(duplicates = Duplicates.First)), "last" -> (_.copy(duplicates = Duplicates.Last))),
    List("no marks" -> (_.copy(marks = Marks.Refused))),
    List(
      "@id" -> (_.copy(identity = Identity.Marked("@id", "@ref"))),
      "copied" -> (_.copy(identity = Identity.Copied)),
      "no identity" -> (_.copy(identity = Identity.Refused))
    ),
    List("comments" -> (_.copy(leniency = Leniency.Configuration)))
  )

  private val pairs: List[(String, JsonDialect)] =
    val none: (String, Change) = "default" -> identity
    for
      i <- options.indices.toList
      (aName, a) <- options(i)
      (bName, b) <- none :: options.drop(i + 1).flatten
    yield s"$aName, $bName" -> b(a(JsonDialect.Default))

  private final class Sample[A](val name: String, val values: List[A], val isEqual: (A, A) => Boolean)(using
      val pickler: Pickler[A]
  )

  private def sample[A: Pickler](name: String)(values: A*): Sample[A] = new Sample(name, values.toList, _ == _)

  private val jim = Account("jim")
  private val date = LocalDate.of(2024, 2, 29)
  private val shared = { val c = Cell("c", null); Cell("a", Cell("b", c)).next.next = c; List(c, Cell("d", c)) }
  private val ring = { val c = Cell("c", null); c.next = c; c }

  private val samples: List[Sample[?]] = List(
    sample("accounts")(
      jim,
      jim.copy(nickName = Some("j"), limit = None, loginCount = 7, roles = List("a", "b"), note = null, color = null)
    ),
    sample("trips")(
      Trip(UserId(1), Name("n"), Map(UserId(2) -> Meters(1.5)), Some(Meters(2)), List(Name("m"), null)),
      Trip(null, Name(null), Map(), None, Nil)
    ),
    sample("amounts")(
      Amounts(BigInt(-12), BigDecimal("1.50"), new java.math.BigDecimal("1E+3"), Long.MinValue, None, List(1, 2)),
      Amounts(BigInt(10).pow(10_100), BigDecimal("-1e-300"), new java.math.BigDecimal("0E-9"), 0, Some(3), Nil)
    ),
    sample("moments")(
      Moments(Instant.ofEpochMilli(1500), new Date(-2500), date, Some(LocalDateTime.of(2024, 1, 2, 3, 4, 5, 6))),
      Moments(Instant.ofEpochSecond(-1, 1), new Date(0), date, None)
    ),
    sample("keyed")(
      Keyed(
        Map(Color.Red -> 1, Color.Blue -> 2),
        Map(new UUID(1, 2) -> "a"),
        Map(date -> 1),
        Map(BigInt(12) -> 1),
        Map(Email("a") -> 1),
        Map(1.5 -> 1),
        Map("$a" -> 1, "" -> 2, "kind" -> 3)
      ),
      Keyed(Map((null: Color) -> 1), Map(), null, Map(), Map(Email(null) -> 2), Map(), Map((null: String) -> 1))
    ),
    new Sample[Blob](
      "blobs",
      List(Blob(Array[Byte](-1, 0, 7), "b"), Blob(Array[Byte](), null), Blob(null, "")),
      (a, b) => java.util.Arrays.equals(a.bytes, b.bytes) && a.name == b.name
    ),
    sample("doubles")(
      Doubled(1.5, 2.5f, Some(1e22), List(-0.0, 5e-324)),
      Doubled(Double.PositiveInfinity, 0, Some(Double.NegativeInfinity), Nil)
    ),
    sample[Figure]("figures")(Figure.Group(List(Figure.Circle(1), null, Figure.Blank, Figure.Group(Nil)))),
    sample("areas")(Areas(
      Area.Round(1, "a"),
      List(Area.Nowhere, Area.Square(2, null), null),
      Map("b" -> Area.Square(3, "c"))
    )),
    sample[Event]("events")(
      Event.UserCreated(1, None),
      Event.UserCreated(2, Some("b")),
      Event.UserDeleted(3),
      Event.Tick
    ),
    sample[Reading]("readings")(Reading.Text("x"), Reading.Temperature(2)),
    sample[List[Option[Option[Int]]]]("options")(List(Some(Some(1)), None), List(Some(None), Some(null), null)),
    sample[List[Option[Maybe]]]("maybes")(List(Some(Maybe(Some(1))), None), List(Some(Maybe(None)), Some(null), null)),
    sample("texts")(Person("é\"\\\n😀", 1), Person("\ud800", 2), Person(null, 3)),
    sample("dollars")(Dollar(1, 2, 3, 4)),
    sample("renamed")(Renamed(1, "a")),
    sample("tuples")((1, "a", Right("b"): Either[Int, String], Tree.Node(Tree.Nil, Tree.Leaf(1, 2)): Tree)),
    sample("tuples of one")(Tuple1("a"), Tuple1(null: String)),
    new Sample[Composed](
      "composed", {
        val c = Cell("c", null);
        List(
          Composed(
            (1, "a"),
            Left(1),
            List((UserId(1), None), (null, Some(2)), null),
            Map("a" -> Left((1, 2)), "b" -> Right(Color.Red)),
            Left(c),
            Duration.ofMillis(-1500)
          ),
          Composed((1, null), Right("r"), Nil, Map("c" -> null, "d" -> Right(null)), Right((c, c)), Duration.ZERO),
          Composed(null, null, null, null, null, null)
        )
      },
      (a, b) =>
        a.copy(cells = null) == b.copy(cells = null) && (b.cells match
          case Right((c, d)) => a.cells.isRight
          case Left(c)       => a.cells.isLeft
          case null          => a.cells == null
        )
    ),
    sample("zeros")(
      Zero("", 0, false, Color.Red, None, Nil, 0),
      Zero("a", 1, true, Color.Blue, Some(0), List(0), 7),
      Zero(null, 0, false, null, null, null, 0)
    ),
    new Sample[List[Cell]]("cells", List(shared), (a, b) => a.map(_.name) == b.map(_.name)),
    new Sample[Cell]("ring", List(ring), (a, b) => a.name == b.name && (b.next eq b))
  )

  /** One case in this number of cases is tried. With `-Dbrine.giants=true`, all are. */
  private val share = if java.lang.Boolean.getBoolean("brine.giants") then 1 else 5

  private var written = 0
  private var refused = 0

  private def verify[A](sample: Sample[A], dialect: JsonDialect, name: String): Unit =
    given Pickler[A] = sample.pickler
    val format = JsonFormat(dialect)
    val reasons = JsonDialect.check[A](dialect)
    for value <- sample.values do
      val clue = s"${sample.name} in $name: $value"
      PickleException.either(format.write(value)) match
        case Left(e: PickleException.UnsupportedType) =>
          refused += 1
          assertEquals(e.reasons.toList, reasons.toList, clue)
          assert(reasons.nonEmpty, clue)
        case Left(e) =>
          refused += 1
          assert(isOfValue(e, dialect), s"$clue: ${e.getMessage}")
        case Right(text) =>
          written += 1
          assertEquals(reasons, Nil, clue)
          verify(value, text, sample, format, clue)

  /** A value that a dialect cannot hold, though it can hold others of its type. */
  private def isOfValue(e: PickleException, dialect: JsonDialect): Boolean = e match
    case _: PickleException.RuleNotObeyed | _: PickleException.NullValue => true
    case _: PickleException.Malformed                                    => dialect.marks == Marks.Refused
    case _: PickleException.LimitExceeded                                => dialect.identity == Identity.Copied
    case _                                                               => false

  private def verify[A](value: A, text: String, sample: Sample[A], format: JsonFormat, clue: String)(using
      Pickler[A]
  ): Unit =
    def same(back: A, way: String): Unit = assert(sample.isEqual(value, back), s"$clue, $way: $text gave $back")
    val bytes = text.getBytes("UTF-8")
    new JsonInput(bytes, 0, bytes.length, null, 0).skip()
    same(format.read[A](text), "array")
    same(Pickle.read[A](trickle(bytes))(using summon, format, summon), "byte by byte")
    val interpreted = PickleOptions(limits = Limits(emittedDepth = 0))
    assertEquals(format.write(value)(using options = interpreted), text, s"$clue, interpreter")
    same(format.read[A](text)(using options = interpreted), "interpreter")
    same(JsonFormat(format.dialect, 2).read[A](JsonFormat(format.dialect, 2).write(value)), "indented")

  test("values are written as JSON and read back, with every pair of options") {
    for ((name, dialect), i) <- pairs.zipWithIndex; (sample, k) <- samples.zipWithIndex do
      if (i + k) % share == 0 then verify(sample, dialect, name)
    assert(written > 20_000 / share, s"$written written, $refused refused")
    assert(refused > 500 / share, s"$written written, $refused refused")
  }

  test("values come back with each style of names, of fields and of leaves") {
    val styles = List(
      (NameStyle.KebabCase, "\"user-name\":", "\"user-created\""),
      (NameStyle.CamelCase, "\"userName\":", "\"userCreated\""),
      (NameStyle.PascalCase, "\"UserName\":", "\"UserCreated\""),
      (NameStyle.ScreamingSnakeCase, "\"USER_NAME\":", "\"USER_CREATED\""),
      (
        NameStyle.mapped(Map("userName" -> "login", "UserCreated" -> "made"), NameStyle.SnakeCase),
        "\"login\":",
        "\"made\""
      )
    )
    val partners = ("default" -> identity[JsonDialect]) :: options.flatten.filter((name, _) =>
      Set("member", "wrapper", "untagged", "omit all", "no marks", "first", "zeros", "fields").contains(name)
    )
    assertEquals(partners.length, 9)
    val before = written
    for
      (style, field, leaf) <- styles
      (name, both) <- List[(String, Change)](
        "fields" -> (_.copy(names = style)),
        "leaves" -> (_.copy(leafNames = style)),
        "both" -> (_.copy(names = style, leafNames = style))
      )
    do
      val plain = both(JsonDialect.Default)
      assertEquals(JsonFormat(plain).write(jim).contains(field), name != "leaves" || field == "\"userName\":")
      assertEquals(
        JsonFormat(plain).write[Event](Event.UserCreated(1, None)).contains(leaf),
        name != "fields" || leaf == "\"UserCreated\""
      )
      for (partner, change) <- partners; sample <- samples do verify(sample, change(plain), s"$style, $name, $partner")
    assert(written - before > 2_000, s"${written - before} written")
  }

  test("two leaves of one name are refused, when they are written, read and checked") {
    val same = JsonDialect.Default.copy(leafNames = NameStyle.mapped(Map("Round" -> "shape", "Square" -> "shape")))
    val reason = "the leaves Round and Square would both be 'shape'. Rename one by @rename"
    for families <- List(Families.Member("$type"), Families.Wrapper, Families.Untagged) do
      val dialect = same.copy(families = families)
      val reasons = JsonDialect.check[Area](dialect)
      assertEquals(reasons.count(_.endsWith(reason)), 1, reasons.toString)
      val format = JsonFormat(dialect)
      val out = intercept[PickleException.UnsupportedType](format.write[Area](Area.Nowhere))
      assertEquals(out.reasons.toList, reasons.toList)
      val in = intercept[PickleException.UnsupportedType](format.read[List[Area]]("[]"))
      assertEquals(in.reasons.toList, reasons.toList)
    assertEquals(JsonDialect.check[Area](same.copy(leafNames = NameStyle.mapped(Map("Round" -> "shape")))), Nil)
  }

  test("a dialect that changes nothing writes the bytes of the default format") {
    val same = JsonFormat(JsonDialect.Default.copy(names = NameStyle.of(identity)))
    for sample <- samples do
      def compare[A](sample: Sample[A]): Unit =
        given Pickler[A] = sample.pickler
        for value <- sample.values; options <- List(PickleOptions(), PickleOptions(sharing = Sharing.All)) do
          assertEquals(same.write(value)(using options = options), JsonFormat.write(value)(using options = options))
      compare(sample)
  }

  test("a text that is cut anywhere, or has a byte changed, is refused or read, and nothing else happens") {
    val random = new scala.util.Random(1)
    for (name, dialect) <- random.shuffle(pairs).take(60); sample <- samples do
      def mutate[A](sample: Sample[A]): Unit =
        given Pickler[A] = sample.pickler
        val format = JsonFormat(dialect)
        for value <- sample.values; text <- Try(format.writeBytes(value)).toOption do
          for _ <- 1 to 20 do
            val mutated = text.clone
            for _ <- 1 to random.between(1, 3) do
              mutated(random.nextInt(text.length)) = "{}[],:\"\\0n$x".charAt(random.nextInt(12)).toByte
            val ignored = format.readEither[A](mutated)
            val cut = format.readEither[A](text.take(random.nextInt(text.length)))
            assert(cut.isLeft || text(0) != '{' && text(0) != '[', s"${sample.name} in $name")
      mutate(sample)
  }

  test("a member that comes late costs time in proportion to the text, however deep objects are nested") {
    val typed = JsonFormat(JsonDialect.Default.copy(families = Families.Member("type")))
    val depth = 20_000
    val text = "{\"members\":[" * depth + "\"Blank\"" + "],\"type\":\"Group\"}" * depth
    var figure = typed.read[Figure](text)
    var levels = 0
    while figure != Figure.Blank do
      figure = figure.asInstanceOf[Figure.Group].members.head
      levels += 1
    assertEquals(levels, depth)
    val last = JsonFormat(JsonDialect.Default.copy(duplicates = Duplicates.Last))
    val nested = "{\"value\":0,\"value\":1,\"children\":[" * depth + "]}" * depth
    assertEquals(last.read[Rose](nested).value, 1)
  }
