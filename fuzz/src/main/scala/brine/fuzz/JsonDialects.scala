package brine.fuzz

import java.nio.charset.StandardCharsets.UTF_8
import brine.*
import brine.json.{Json, JsonDialect, JsonFormat, NameStyle, RawJson}
import brine.json.JsonDialect.*
import brine.testkit.Laws
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
      check(input.drop(1), dialect, JsonFormat(dialect))

  private def check(text: Array[Byte], dialect: JsonDialect, format: JsonFormat): Unit =
    def shown = s"${new String(text, UTF_8)} in $dialect"
    val read = format.readEither[Order](text)
    val streamed = PickleException.either(Pickle.read[Order](Laws.trickle(text))(using summon, format, summon))
    if read.toOption != streamed.toOption then
      throw new AssertionError(s"$read from an array, $streamed from a stream: $shown")
    for order <- read do
      if dialect.leniency == Leniency.None && !isJson(text) then
        throw new AssertionError(s"read, but it is not JSON: $shown")
      for written <- PickleException.either(format.writeBytes(order)) do
        if format.readEither[Order](written) != Right(order) then
          throw new AssertionError(
            s"$order is written as ${new String(written, UTF_8)}, which is read as another: $shown"
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
      families = Families.Member("kind"),
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
    )
  )

  private val texts: List[String] = List(
    """{"orderId":{"value":1},"lines":[{"$type":"Item","article":"a","count":2,"price":"1.50"},"Empty"],"states":[["Open",{"value":2}]],"note":{"a":[1]}}""",
    """{"order_id":{"value":1},"lines":[{"article":"a","x":{"y":[]},"type":"Item"},{"type":"Gift"}],"raw":{ "b" : null }}""",
    """{"orderId":"1","lines":[{"Item":{"article":"a","count":"2","price":1.5}},{"Gift":{"text":null}}],"states":{"Open":"2"}}""",
    """{"orderId":{"value":1e3},"lines":[{"article":"a"},{"text":"b"}],"note":null,"bytes":["1",2.0]}""",
    """{"orderId":{"value":1,"value":2},"orderId":{"value":3},"lines":[],"states":{"0":{"value":1}},"note":null,"raw":1,"bytes":[]}""",
    """{ // c
       "orderId": {"value": 1,}, "lines": [{"$type": "Empty"},], /* d */ }"""
  )
