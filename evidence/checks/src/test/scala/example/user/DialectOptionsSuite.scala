package example.user

import java.time.LocalDate
import java.time.format.DateTimeFormatter
import brine.json.*
import brine.json.JsonDialect.*

/** A dialect as a program outside of Brine makes it: by options, by `copy` and by `new`. */
class DialectOptionsSuite extends munit.FunSuite:
  private val default = JsonDialect.Default
  private val formatters: Map[Class[?], DateTimeFormatter] = Map(classOf[LocalDate] -> DateTimeFormatter.BASIC_ISO_DATE)
  private val ofStrings: JsonDialect = default.forType[String](_.copy(longs = NumberForm.Text))

  /** For each option, a dialect with another value than the default: by `apply`, and by `copy`. */
  private val changed: List[(JsonDialect, JsonDialect)] = List(
    JsonDialect(names = NameStyle.SnakeCase) -> default.copy(names = NameStyle.SnakeCase),
    JsonDialect(leafNames = NameStyle.KebabCase) -> default.copy(leafNames = NameStyle.KebabCase),
    JsonDialect(families = Families.Wrapper) -> default.copy(families = Families.Wrapper),
    JsonDialect(singletons = Singletons.Objects) -> default.copy(singletons = Singletons.Objects),
    JsonDialect(enums = Enums.Numbers) -> default.copy(enums = Enums.Numbers),
    JsonDialect(omit = Set(Omit.Nones)) -> default.copy(omit = Set(Omit.Nones)),
    JsonDialect(missing = Missing.Zeros) -> default.copy(missing = Missing.Zeros),
    JsonDialect(nulls = Nulls.AsMissing) -> default.copy(nulls = Nulls.AsMissing),
    JsonDialect(longs = NumberForm.Safe) -> default.copy(longs = NumberForm.Safe),
    JsonDialect(integers = NumberForm.Number) -> default.copy(integers = NumberForm.Number),
    JsonDialect(decimals = NumberForm.Number) -> default.copy(decimals = NumberForm.Number),
    JsonDialect(reading = NumberReading.Lenient) -> default.copy(reading = NumberReading.Lenient),
    JsonDialect(doubles = Doubles.EcmaScript) -> default.copy(doubles = Doubles.EcmaScript),
    JsonDialect(notFinite = NotFinite.Null) -> default.copy(notFinite = NotFinite.Null),
    JsonDialect(keys = Keys.Texts) -> default.copy(keys = Keys.Texts),
    JsonDialect(wrapped = Wrapped.Fields) -> default.copy(wrapped = Wrapped.Fields),
    JsonDialect(instants = Instants.EpochSeconds) -> default.copy(instants = Instants.EpochSeconds),
    JsonDialect(durations = Durations.Seconds) -> default.copy(durations = Durations.Seconds),
    JsonDialect(formatters = formatters) -> default.copy(formatters = formatters),
    JsonDialect(bytes = Bytes.Base64) -> default.copy(bytes = Bytes.Base64),
    JsonDialect(tuples = Tuples.Arrays) -> default.copy(tuples = Tuples.Arrays),
    JsonDialect(eithers = Eithers.Numbered) -> default.copy(eithers = Eithers.Numbered),
    JsonDialect(unknown = Unknown.Skip) -> default.copy(unknown = Unknown.Skip),
    JsonDialect(duplicates = Duplicates.Last) -> default.copy(duplicates = Duplicates.Last),
    JsonDialect(marks = Marks.Refused) -> default.copy(marks = Marks.Refused),
    JsonDialect(identity = Identity.Copied) -> default.copy(identity = Identity.Copied),
    JsonDialect(leniency = Leniency.Configuration) -> default.copy(leniency = Leniency.Configuration),
    JsonDialect(floats = FloatReading.Nearest) -> default.copy(floats = FloatReading.Nearest),
    JsonDialect(nested = Nested.Nulls) -> default.copy(nested = Nested.Nulls),
    JsonDialect(lenient = Set(Lenient.AnyCase)) -> default.copy(lenient = Set(Lenient.AnyCase)),
    JsonDialect(places = ofStrings.places) -> default.copy(places = ofStrings.places)
  )

  test("`JsonDialect(…)` takes every option of the class by its name, with the same default"):
    assertEquals(JsonDialect(), default)
    assertEquals(JsonDialect(), new JsonDialect())
    for (applied, copied) <- changed do
      assertEquals(applied, copied)
      assertNotEquals(applied, default)
    assertEquals(changed.map(_._1).distinct.length, default.productArity, "an option is missing in this test")

  test("`JsonDialect(…)` has the parameters of the class, in its order"):
    def longest(all: Seq[java.lang.reflect.Executable]) = all.map(_.getGenericParameterTypes.toList).maxBy(_.length)
    assertEquals(
      longest(JsonDialect.getClass.getMethods.toSeq.filter(_.getName == "apply")),
      longest(classOf[JsonDialect].getConstructors.toSeq)
    )

  test("a format of a dialect that was made by options writes and reads by it"):
    given JsonFormat = JsonFormat(JsonDialect(names = NameStyle.SnakeCase, omit = Set(Omit.Nones)))
    val order = Order("a", None, List(Order("b", Some(1.5), Nil)))
    val text = summon[JsonFormat].write(order)
    assertEquals(text, """{"item":"a","more":[{"item":"b","price":1.5,"more":[]}]}""")
    assertEquals(summon[JsonFormat].read[Order](text), order)
