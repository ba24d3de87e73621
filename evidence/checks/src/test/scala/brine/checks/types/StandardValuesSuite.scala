package brine.checks

import java.math.{BigDecimal as JavaBigDecimal, BigInteger, MathContext}
import java.net.URI
import java.nio.{ByteBuffer, ByteOrder}
import java.time.*
import java.util.{BitSet, Currency, Date, Locale, UUID}
import java.util.concurrent.TimeUnit.{DAYS, NANOSECONDS, SECONDS}
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration}
import org.scalacheck.{Arbitrary, Gen}
import brine.*
import brine.binary.BinaryFormat
import brine.combine.imap
import brine.json.{JsonFormat, JsonPickle}
import brine.testkit.{Generators, Laws, PicklerLaws}
import brine.testkit.ValueGenerators.given
import brine.wire.{Utf8, Varint}

/** The standard types that are a word in text and numbers elsewhere. */
class StandardValuesSuite extends PicklerLaws:
  override def formats: List[PickleFormat] = List(BinaryFormat, JsonFormat)

  obeysLaws[BigInteger]("BigInteger")
  obeysLaws[BigInt]("BigInt")
  obeysLaws[JavaBigDecimal]("java.math.BigDecimal")
  obeysLaws[BigDecimal]("BigDecimal")
  obeysLaws[Instant]("Instant")
  obeysLaws[Duration]("Duration")
  obeysLaws[LocalDate]("LocalDate")
  obeysLaws[LocalTime]("LocalTime")
  obeysLaws[LocalDateTime]("LocalDateTime")
  obeysLaws[OffsetTime]("OffsetTime")
  obeysLaws[OffsetDateTime]("OffsetDateTime")
  obeysLaws[ZonedDateTime]("ZonedDateTime")
  obeysLaws[ZoneOffset]("ZoneOffset")
  obeysLaws[ZoneId]("ZoneId")
  obeysLaws[Year]("Year")
  obeysLaws[YearMonth]("YearMonth")
  obeysLaws[MonthDay]("MonthDay")
  obeysLaws[Period]("Period")
  obeysLaws[FiniteDuration]("FiniteDuration")
  obeysLaws[ScalaDuration]("scala Duration")
  obeysLaws[UUID]("UUID")
  obeysLaws[URI]("URI")
  obeysLaws[Locale]("Locale")
  obeysLaws[Currency]("Currency")
  obeysLaws[Symbol]("Symbol")
  obeysLaws[Date]("Date")
  obeysLaws[BitSet]("BitSet")
  obeysLaws[ByteBuffer]("ByteBuffer")
  obeysLaws("a class of such fields", StandardValuesSuite.appointments)

  private def inUtf16(text: String): Long = 1L + Varint.size(text.length) + 2 * text.length

  private def inUtf8(text: String): Long = Utf8.size(text) match
    case -1 => Long.MaxValue
    case n  => Varint.size(1 + (n << 1 | 1)) + n

  private def json[A: Pickler](value: A): String = new String(Laws.write(value, JsonFormat), "UTF-8")
  private def ofJson[A: Pickler](text: String): A = Laws.read[A](JsonPickle.of(text).bytes, JsonFormat)
  private def ofBytes[A: Pickler](bytes: Int*): A = Laws.read[A](bytes.map(_.toByte).toArray, BinaryFormat.Bare)

  test("in JSON they look as a person would write them") {
    assertEquals(json(Instant.ofEpochSecond(0)), "\"1970-01-01T00:00:00Z\"")
    assertEquals(json(BigDecimal("1.50")), "\"1.50\"")
    assertEquals(json(Map("due" -> LocalDate.of(2024, 2, 29))), """{"due":"2024-02-29"}""")
    assertEquals(ofJson[Option[Locale]]("\"de-CH\""), Some(Locale.forLanguageTag("de-CH")))
  }

  test("of decimals the scale and the context come back, of Undefined itself") {
    for format <- formats do
      val decimal = new BigDecimal(new JavaBigDecimal("1.00"), new MathContext(3, java.math.RoundingMode.DOWN))
      val back = Laws.read[BigDecimal](Laws.write(decimal, format), format)
      assertEquals((back.bigDecimal, back.mc), (decimal.bigDecimal, decimal.mc))
      assert(Laws.read[ScalaDuration](
        Laws.write[ScalaDuration](ScalaDuration.Undefined, format),
        format
      ) eq ScalaDuration.Undefined)
  }

  test("a buffer keeps only the bytes between position and limit, and the order of bytes") {
    for format <- formats do
      val buffer = ByteBuffer.allocateDirect(8).order(ByteOrder.LITTLE_ENDIAN).putInt(7)
      buffer.flip().position(1)
      val back = Laws.read[ByteBuffer](Laws.write(buffer, format), format)
      assertEquals((back.position, back.capacity, back.order), (0, 3, ByteOrder.LITTLE_ENDIAN))
      assertEquals(buffer.position, 1)
  }

  test("a date's subclass means something else") {
    val e = intercept[PickleException.UnexpectedClass](Laws.write[Date](new java.sql.Timestamp(1), BinaryFormat))
    assert(e.getMessage.contains("java.sql.Timestamp"), e.getMessage)
  }

  test("texts and numbers that are not values of the type are refused, with the value found") {
    def refused[A: Pickler](text: String)(using munit.Location): Unit =
      val e = intercept[PickleException.Malformed](ofJson[A](text))
      assert(e.getMessage.contains(text.drop(1).dropRight(1).take(30)), e.getMessage)
    refused[Instant]("\"yesterday\"")
    refused[LocalDate]("\"2023-02-29\"")
    refused[UUID]("\"1-2-3-4-5\"")
    refused[UUID]("\"12345678-1234-1234-12345-6789012345a\"") // 36 characters, in other groups
    refused[Date]("\"1970-01-01T00:00:00.0001Z\"") // would lose a tenth of a millisecond
    refused[JavaBigDecimal]("\"0x7f\"")
    refused[JavaBigDecimal]("\"0x7fE2147483649\"")
    refused[BigInteger]("\"0x\"")
    refused[URI]("\"http://[\"")
    refused[Currency]("\"EURO\"")
    refused[Locale]("\"not a language\"")
    refused[ZoneId]("\"Atlantis/Capital\"")
    refused[BigInteger]("\"1.5\"")
    refused[BitSet]("\"0\"")
    refused[FiniteDuration]("\"Duration.Inf\"")
    intercept[PickleException.Malformed](ofBytes[YearMonth](2, 13))
    intercept[PickleException.Malformed](ofBytes[FiniteDuration](2, 77))
    intercept[PickleException.Malformed](ofBytes[BigInteger](1))
    val likeNull = intercept[PickleException.Malformed](ofBytes[UUID]((0x80 +: Array.fill(15)(0))*))
    assert(likeNull.getMessage.contains("a UUID begins with a null's bytes"), likeNull.getMessage)
    val escaped = intercept[PickleException.Malformed](ofBytes[UUID]((Array(0x80, 1) ++ Array.fill(16)(1))*))
    assert(escaped.getMessage.contains("a UUID begins with an escape that it does not need"), escaped.getMessage)
    val nothing = intercept[PickleException.Malformed](ofJson[Instant]("null"))
    assert(nothing.getMessage.contains("expected Instant, found null"), nothing.getMessage)
    val hostile = intercept[PickleException.Malformed](ofJson[FiniteDuration]("\"" + "x" * 500 + "\""))
    assert(hostile.getMessage.length < 200, hostile.getMessage)
  }

  test("a locale without a text form is not written, rather than read back as another") {
    val odd = new Locale("en", "a_b", "c")
    val e = intercept[PickleException.Malformed](Laws.write(odd, BinaryFormat))
    assert(e.getMessage.contains("has no text from which it can be read"), e.getMessage)
  }

  test("numbers of many digits take time in proportion: decimal ones have a limit, hexadecimal ones need none") {
    val digits = "9" * 10_000
    assertEquals(ofJson[BigInteger](s"\"$digits\""), new BigInteger(digits))
    val e = intercept[PickleException.LimitExceeded](ofJson[BigInteger]("\"" + "9" * 1_000_000 + "\""))
    assert(
      e.getMessage.contains("a number has 1000000 characters; more than 10000 digits are read as 0x"),
      e.getMessage
    )
    val large = BigInteger.ONE.shiftLeft(8_000_000).subtract(BigInteger.ONE)
    for format <- formats do assertEquals(Laws.read[BigInteger](Laws.write(large, format), format), large)
  }

  test("a decimal's digits and scale cannot be a bomb where it is hashed") {
    val many = new JavaBigDecimal(BigInteger.TEN.pow(10_050), 5)
    for format <- formats do
      intercept[PickleException.LimitExceeded](Laws.write(many, format))
      val generous = PickleOptions(limits = Limits(maxDecimalDigits = 20_000))
      val bytes = Laws.write(many, format, generous)
      assertEquals(Laws.read[JavaBigDecimal](bytes, format, generous), many)
      val e = intercept[PickleException.LimitExceeded](Laws.read[JavaBigDecimal](bytes, format))
      assert(e.getMessage.contains("limits.maxDecimalDigits"), e.getMessage)
    assertEquals(ofJson[Set[BigDecimal]]("[\"1E+2147483647\",\"1E-2147483647\"]").size, 2)
  }

  test("the limit of a decimal's digits is the same in each format, in writing and reading") {
    for digits <- 1 to 40; limit <- List(1, 5, 17, 19, 30); sign <- List(1, -1) do
      val value =
        new JavaBigDecimal(BigInteger.TEN.pow(digits).subtract(BigInteger.ONE).multiply(BigInteger.valueOf(sign)), 3)
      val few = PickleOptions(limits = Limits(maxDecimalDigits = limit))
      def isTaken(format: PickleFormat, inContext: Boolean): Seq[Boolean] =
        def both[A: Pickler](value: A): Seq[Boolean] = Seq(
          PickleException.either(Laws.write(value, format, few)).isRight,
          PickleException.either(Laws.read[A](Laws.write(value, format), format, few)).isRight
        )
        if inContext then both(BigDecimal(value)) else both(value)
      val all = for format <- formats; inContext <- Seq(true, false); is <- isTaken(format, inContext) yield is
      assertEquals(all.distinct.size, 1, s"$digits digits, at most $limit: $all")
      // The number of bits tells the number of digits but for one.
      if digits <= limit then assert(all.head) else if digits > limit + 1 then assert(!all.head)
  }

  test("the extremes of scale come back, and units of durations stay") {
    for
      format <- formats
      scale <- List(Int.MinValue, Int.MinValue + 1, Int.MinValue + 20_000, Int.MaxValue)
      digits <- List("1", "-123", "0", "9" * 9999)
    do
      val decimal = new JavaBigDecimal(new BigInteger(digits), scale)
      val back = Laws.read[JavaBigDecimal](Laws.write(decimal, format), format)
      assertEquals((back.unscaledValue, back.scale), (decimal.unscaledValue, decimal.scale))
    for
      format <- formats;
      (length, unit) <- List((60L, SECONDS), (Long.MaxValue, NANOSECONDS), (-Long.MaxValue, NANOSECONDS), (1L, DAYS))
    do
      val back = Laws.read[FiniteDuration](Laws.write(FiniteDuration(length, unit), format), format)
      assertEquals((back.length, back.unit), (length, unit))
    for format <- formats; millis <- List(Long.MinValue, Long.MaxValue) do
      assertEquals(Laws.read[Date](Laws.write(new Date(millis), format), format).getTime, millis)
  }

  test("UUIDs of every beginning, and nulls among them") {
    for start <- 0 to 0xffff do
      val uuid = new UUID(0x0123456789ab0000L | start, start)
      assertEquals(ofBytes[UUID](Laws.write(uuid, BinaryFormat.Bare).map(_.toInt).toSeq*), uuid)
      val all = List(uuid, null, uuid)
      assertEquals(Laws.read[List[UUID]](Laws.write(all, BinaryFormat.Bare), BinaryFormat.Bare), all)
  }

  test("boxed numbers and strings by imap, and nulls among them, with and without sharing") {
    val numbers =
      List[java.lang.Long](0L, 1L, -1L, 63L, 64L, -64L, -65L, 127L, 128L, 8192L, Long.MaxValue, Long.MinValue)
    given Pickler[StringBuilder] = Pickler[String].imap(text => new StringBuilder(text))(_.toString)
    type Numbers = (java.lang.Long, Option[java.lang.Long], Option[java.lang.Long])
    for sharing <- Sharing.values; number <- numbers do
      val options = PickleOptions(sharing = sharing)
      for all <- List(List(number), List(number, null), List[java.lang.Long](null, null, number)) do
        assertEquals(
          Laws.read[List[java.lang.Long]](Laws.write(all, BinaryFormat, options), BinaryFormat, options),
          all
        )
      val pair = (null, Some(number), Some(null))
      assertEquals(Laws.read[Numbers](Laws.write[Numbers](pair, BinaryFormat, options), BinaryFormat, options), pair)
      val texts = List(
        new StringBuilder("a"),
        null,
        new StringBuilder("a"),
        new StringBuilder("\u0080" * number.intValue.min(200).max(0))
      )
      val back = Laws.read[List[StringBuilder]](Laws.write(texts, BinaryFormat, options), BinaryFormat, options)
      assertEquals(back.map(String.valueOf), texts.map(String.valueOf))
  }

  test("a pickler by hand that has a UUID's shape cannot lose its value for a null") {
    final case class Holding(id: UUID)
    given Pickler[Holding] with
      def shape = Pickler[UUID].shape
      def pickle(h: Holding, builder: PickleBuilder) = builder.put(h.id)
      def unpickle(reader: PickleReader) = Holding(reader.get[UUID])
    assertEquals(
      Laws.read[List[Option[Holding]]](Laws.write(List(Option(Holding(new UUID(1, 2)))), BinaryFormat), BinaryFormat),
      List(Option(Holding(new UUID(1, 2))))
    )
    intercept[PickleException.NullValue](Laws.write((Holding(null), 1), BinaryFormat))
  }

  test("a text of any alphabet comes back, in no more bytes than UTF-8 or UTF-16 takes") {
    val words = List(
      "дом",
      "Γειά σου",
      "שלום",
      "नमस्ते",
      "it’s",
      "żółw",
      "日本語",
      "한글",
      "😀",
      "é",
      "€",
      "a\ud800",
      "façon — дом",
      "翻" * 5000,
      "я" * 5000
    )
    for a <- words; b <- words; sharing <- Sharing.values do
      val (options, all) = (PickleOptions(sharing = sharing), List(a, b, a + b, b + a + b))
      val bytes = Laws.write(all, BinaryFormat.Bare, options)
      assertEquals(Laws.read[List[String]](bytes, BinaryFormat.Bare, options), all)
      if sharing == Sharing.Off then
        val most = 1 + all.map(text => Math.min(inUtf16(text), inUtf8(text))).sum
        assert(bytes.length <= most, s"$a and $b: ${bytes.length} bytes, not $most")
  }

  test("a set of bits claims no more than its bytes") {
    intercept[PickleException](ofBytes[BitSet](0xff, 0xff, 0xff, 0xff, 0x0f))
  }

final case class Appointment(
    id: UUID,
    at: Instant,
    day: LocalDate,
    lasts: FiniteDuration,
    price: BigDecimal,
    in: Currency,
    zone: ZoneId,
    cancelled: Option[Date]
) derives Pickler

object StandardValuesSuite:
  import Generators.orNull
  private def some[A >: Null](using a: Arbitrary[A]): Gen[A] = orNull(a.arbitrary)

  def appointments: Gen[Appointment] =
    for
      (id, at, day) <- Gen.zip(some[UUID], some[Instant], some[LocalDate])
      (lasts, price, currency) <- Gen.zip(some[FiniteDuration], some[BigDecimal], some[Currency])
      (zone, cancelled) <- Gen.zip(some[ZoneId], Gen.option(some[Date]))
    yield Appointment(id, at, day, lasts, price, currency, zone, cancelled)
