package brine.fuzz

import java.nio.charset.StandardCharsets.UTF_8
import brine.*
import brine.json.{Json, JsonDialect, JsonFormat, NameStyle, RawJson}
import brine.json.JsonDialect.*
import brine.testkit.Laws
import java.time.{Duration, Instant, LocalDate, LocalTime}
import java.time.format.DateTimeFormatter
import java.util.{Arrays, Date, Locale}
import brine.testkit.reference.JsonTree
import JsonDialects.*

/** Takes any bytes for JSON in each of several dialects. The first byte chooses the dialect.
  *
  * - Text that a dialect without leniency reads is JSON by RFC 8259.
  * - A stream that gives one byte at a time gives the result of an array.
  * - A value that is read is written and read again as an equal value, or refused when it is written.
  */
object JsonDialects extends Fuzzed:
  def seeds: Iterable[(String, Array[Byte])] =
    for (text, i) <- texts.zipWithIndex; dialect <- dialects.indices
    yield s"text-$i-$dialect" -> (dialect.toByte +: text.getBytes(UTF_8))

  def fuzzerTestOneInput(input: Array[Byte]): Unit =
    if input.nonEmpty then
      val dialect = dialects((input(0) & 0xff) % dialects.length)
      val (text, format) = (input.drop(1), JsonFormat(dialect))
      check[Order](text, dialect, format)
      check[Values](text, dialect, format)
      check[Kept](text, dialect, format)
      check[Labels](text, dialect, format)

  private def check[A: Pickler](text: Array[Byte], dialect: JsonDialect, format: JsonFormat): Unit =
    def shown = s"${new String(text, UTF_8)} in $dialect"
    val read = format.readEither[A](text)
    val streamed = PickleException.either(Pickle.read[A](Laws.trickle(text))(using summon, format, summon))
    if read.toOption != streamed.toOption then
      throw new AssertionError(s"$read from an array, $streamed from a stream: $shown")
    for value <- read do
      if dialect.leniency == Leniency.None && !isJson(text) then
        throw new AssertionError(s"read, but it is not JSON: $shown")
      for written <- PickleException.either(format.writeBytes(value)) do
        if format.readEither[A](written) != Right(value) then
          throw new AssertionError(
            s"$value is written as ${new String(written, UTF_8)}, which is read as another: $shown"
          )

  private def isJson(text: Array[Byte]): Boolean =
    try
      val ignored = JsonTree.parse(text)
      true
    catch case _: JsonTree.Refused => false

  final case class Key(value: Long) derives Pickler
  enum Line derives Pickler:
    case Item(article: String, count: Long = 1, price: BigDecimal = 0)
    case Gift(text: Option[String])
    case Empty
  enum State derives Pickler:
    case Open, Closed
  final case class Order(
      orderId: Key,
      lines: List[Line] = Nil,
      states: Map[State, Key] = Map(),
      note: Option[Json] = None,
      raw: Option[RawJson] = None,
      bytes: List[Int] = Nil
  ) derives Pickler

  /** Compared by their contents, as no array is. */
  final case class Data(bytes: Array[Byte]) derives Pickler:
    override def hashCode: Int = Arrays.hashCode(bytes)
    override def equals(other: Any): Boolean = other match
      case that: Data => Arrays.equals(bytes, that.bytes)
      case _          => false

  /** Compared by its bits, which tell the zeros apart, and NaN is equal to itself. */
  final case class Weight(value: Double) derives Pickler:
    override def hashCode: Int = java.lang.Double.hashCode(value)
    override def equals(other: Any): Boolean = other match
      case that: Weight => java.lang.Double.compare(value, that.value) == 0
      case _            => false

  /** A value of each type that an option has a form for. Dates keep their identity. */
  final case class Values(
      pair: (Int, Option[String]) = (0, None),
      either: Either[Int, String] = Left(0),
      duration: Duration = Duration.ZERO,
      at: Instant = Instant.EPOCH,
      dates: List[Date] = Nil,
      data: Data = Data(Array()),
      total: BigInt = 0,
      totals: Map[BigInt, Long] = Map(),
      weights: List[Weight] = Nil,
      day: LocalDate = LocalDate.EPOCH,
      time: Option[LocalTime] = None
  ) derives Pickler
  final case class Labels(
      known: Int = 0,
      @jsonRest("x-", "a") some: Map[String, Option[Int]] = Map(),
      @jsonRest others: Map[String, Labels] = Map()
  ) derives Pickler
  final case class Kept(known: Int = 0, rest: Extras = Extras.none) derives Pickler

  private val base = JsonDialect.Default.copy(identity = Identity.Copied)
  private val dialects: Vector[JsonDialect] = Vector(
    base,
    base.copy(
      names = NameStyle.SnakeCase,
      families = Families.Member("type"),
      omit = Omit.values.toSet,
      unknown = Unknown.Skip
    ),
    base.copy(
      families = Families.Wrapper,
      keys = Keys.Texts,
      wrapped = Wrapped.Fields,
      longs = NumberForm.Text,
      decimals = NumberForm.Number
    ),
    base.copy(
      families = Families.Untagged,
      reading = NumberReading.Lenient,
      marks = Marks.Refused,
      nulls = Nulls.AsMissing
    ),
    base.copy(
      families = Families.Member("kind", literals = true),
      duplicates = Duplicates.Last,
      missing = Missing.Refused,
      enums = Enums.Numbers,
      keys = Keys.Texts
    ),
    base.copy(
      duplicates = Duplicates.First,
      singletons = Singletons.Objects,
      leniency = Leniency.Configuration,
      unknown = Unknown.Refuse
    ),
    base.copy(
      reading = NumberReading.Lenient,
      tuples = Tuples.Arrays,
      eithers = Eithers.Keyed("l", "r"),
      durations = Durations.Seconds,
      instants = Instants.EpochSeconds,
      bytes = Bytes.Base64,
      integers = NumberForm.Number,
      doubles = Doubles.EcmaScript,
      notFinite = NotFinite.Null,
      keys = Keys.Standard,
      duplicates = Duplicates.Last
    ),
    base.copy(
      tuples = Tuples.Arrays,
      eithers = Eithers.Numbered,
      durations = Durations.SecondsText,
      instants = Instants.EpochMilliseconds,
      bytes = Bytes.Hexadecimal,
      longs = NumberForm.Safe,
      integers = NumberForm.Safe,
      doubles = Doubles.EcmaScript,
      notFinite = NotFinite.Refused,
      formatters = formatters,
      wrapped = Wrapped.Fields
    ),
    JsonDialect.Default.copy(
      identity = Identity.Marked("@id", "@ref"),
      reading = NumberReading.Lenient,
      durations = Durations.SecondsText,
      bytes = Bytes.Base64Url,
      keys = Keys.Texts,
      duplicates = Duplicates.First
    )
  )

  private def formatters: Map[Class[?], DateTimeFormatter] = Map(
    classOf[LocalDate] -> DateTimeFormatter.ofPattern("dd.MM.uuuu", Locale.ROOT),
    classOf[LocalTime] -> DateTimeFormatter.ISO_LOCAL_TIME
  )

  private val texts: List[String] = List(
    """{"orderId":{"value":1},"lines":[{"$type":"Item","article":"a","count":2,"price":"1.50"},"Empty"],""" +
      """"states":[["Open",{"value":2}]],"note":{"a":[1]}}""",
    """{"order_id":{"value":1},"lines":[{"article":"a","x":{"y":[]},"type":"Item"},{"type":"Gift"}],""" +
      """"raw":{ "b" : null }}""",
    """{"orderId":"1","lines":[{"Item":{"article":"a","count":"2","price":1.5}},{"Gift":{"text":null}}],""" +
      """"states":{"Open":"2"}}""",
    """{"orderId":{"value":1e3},"lines":[{"article":"a"},{"text":"b"}],"note":null,"bytes":["1",2.0]}""",
    """{"orderId":{"value":1,"value":2},"orderId":{"value":3},"lines":[],"states":{"0":{"value":1}},""" +
      """"note":null,"raw":1,"bytes":[]}""",
    """{ // c
       "orderId": {"value": 1,}, "lines": [{"$type": "Empty"},], /* d */ }""",
    """{"pair":[1,"a"],"either":{"l":1},"duration":1.5,"at":-0.5,"dates":[0,1.25],"data":{"bytes":"//4AAw=="},""" +
      """"total":1e3,"totals":{"12":1,"12":2.0},"weights":[{"value":-0},{"value":null},{"value":1e+22}],""" +
      """"day":"2024-02-29","time":"12:00"}""",
    """{"pair":[1,null],"either":[1,"a"],"duration":"1.500s","at":1500,"dates":[-1],"data":"fffe0003",""" +
      """"total":"9007199254740993","totals":[["1","2"]],"weights":[1,1e-7],""" +
      """"day":"29.02.2024","time":"12:00:00"}""",
    """{"pair":{"_1":1,"_2":"a"},"either":{"$type":"Left","value":1},"duration":"-0.001s",""" +
      """"at":"2024-02-29T12:00:00Z","dates":[{"@id":1,"$value":"1970-01-01T00:00:00Z"},{"@ref":1}],""" +
      """"data":{"bytes":"__4AAw"},"total":"1e3","weights":[{"value":"NaN"},{"value":-0.0}],"time":"12:00"}""",
    """{"known":1,"a":1,"b":[{"c":null},-0.0],"a":{"a":1},"\u0061":"x"}"""
  )
