package brine.json

import java.time.{Duration, Instant, LocalDate}
import java.time.format.DateTimeFormatter
import java.util.UUID
import brine.*
import JsonDialect.*

/** A null as the key of a map that is an object. */
class NullKeysSuite extends DialectTests:
  private val texts = D.copy(keys = Keys.Texts)
  private val numbers = texts.copy(
    reading = NumberReading.Lenient,
    integers = NumberForm.Number,
    decimals = NumberForm.Number,
    instants = Instants.EpochSeconds,
    durations = Durations.SecondsText,
    formatters = Map(classOf[LocalDate] -> DateTimeFormatter.BASIC_ISO_DATE),
    wrapped = JsonDialect.Wrapped.Fields
  )

  private def comesBack[A >: Null: Pickler](dialects: JsonDialect*)(using munit.Location): Unit =
    for dialect <- dialects do
      check(Map((null: A) -> 1), dialect, """{"$null":1}""")
      intercept[PickleException.NullValue](text(Map((null: A) -> 1), dialect.copy(marks = Marks.Refused)))

  test("a null key of a standard type, an enum, an imap or a wrapped class comes back"):
    val standard = texts.copy(keys = Keys.Standard)
    comesBack[String](D, standard, texts, numbers)
    comesBack[LocalDate](standard, texts, numbers)
    comesBack[UUID](standard, texts, numbers)
    comesBack[Instant](standard, texts, numbers)
    comesBack[Duration](standard, texts, numbers)
    comesBack[BigInt](standard, texts, numbers)
    comesBack[BigDecimal](standard, texts, numbers)
    comesBack[java.math.BigDecimal](standard, texts, numbers)
    comesBack[Email](standard, texts, numbers)
    comesBack[Color](texts, numbers, texts.copy(enums = Enums.Numbers))
    comesBack[UserId](numbers)
    comesBack[Name](numbers)

  test("a null inside of a key has no form"):
    intercept[PickleException.NullValue](text(Map(Email(null) -> 1), texts))
    intercept[PickleException.NullValue](text(Map(Name(null) -> 1), numbers))

  test("without marks, \"$null\" is a text"):
    val plain = numbers.copy(marks = Marks.Refused)
    assertEquals(read[Map[String, Int]]("""{"$null":1}""", plain), Map("$null" -> 1))
    refuses[Map[BigInt, Int]]("""{"$null":1}""", plain, "$null")
    refuses[Map[LocalDate, Int]]("""{"$null":1}""", plain, "$null")
    refuses[Map[Color, Int]]("""{"$null":1}""", plain, "$null")

  test("a key that is not Unicode needs a mark"):
    val plain = texts.copy(marks = Marks.Refused)
    for key <- List("\ud800", "a\udc00") do
      val e = intercept[PickleException.Malformed](text(Map(key -> 1), plain))
      assert(e.getMessage.contains("unpaired surrogate"), e.getMessage)
      intercept[PickleException.Malformed](text(Map(Email(key) -> 1), plain))
      assertEquals(read[Map[String, Int]](text(Map(key -> 1), texts), texts), Map(key -> 1))
    intercept[PickleException.Malformed](text(Map('\ud800' -> 1), plain))

  test("a null is no key of a primitive type"):
    for dialect <- List(texts, numbers) do
      refuses[Map[Int, Int]]("""{"$null":1}""", dialect, "")
      refuses[Map[Double, Int]]("""{"$null":1}""", dialect, "")
