package brine.json

import java.nio.file.{Files, Path}
import java.time.Instant
import scala.jdk.CollectionConverters.*
import brine.*
import JsonDialect.*

/** The examples of dialects in docs/spec/json.md: each is written, and read back. */
class DialectSpecSuite extends munit.FunSuite:
  private def D = JsonDialect.Default

  private val changes: Map[String, JsonDialect] = Map(
    "names = SnakeCase" -> D.copy(names = NameStyle.SnakeCase),
    "omit = all" -> D.copy(omit = Omit.values.toSet),
    "leafNames = KebabCase" -> D.copy(leafNames = NameStyle.KebabCase),
    """families = Member("type")""" -> D.copy(families = Families.Member("type")),
    "families = Wrapper" -> D.copy(families = Families.Wrapper),
    "families = Untagged" -> D.copy(families = Families.Untagged),
    "singletons = Objects" -> D.copy(singletons = Singletons.Objects),
    "enums = Numbers" -> D.copy(enums = Enums.Numbers),
    "longs = Text" -> D.copy(longs = NumberForm.Text),
    "integers = Number" -> D.copy(integers = NumberForm.Number),
    "decimals = Number" -> D.copy(decimals = NumberForm.Number),
    "doubles = EcmaScript" -> D.copy(doubles = Doubles.EcmaScript),
    "notFinite = Null" -> D.copy(notFinite = NotFinite.Null),
    "keys = Texts" -> D.copy(keys = Keys.Texts),
    "wrapped = Fields" -> D.copy(wrapped = Wrapped.Fields),
    "instants = EpochSeconds" -> D.copy(instants = Instants.EpochSeconds),
    "instants = EpochMilliseconds" -> D.copy(instants = Instants.EpochMilliseconds),
    "longs = Safe" -> D.copy(longs = NumberForm.Safe),
    "keys = Standard" -> D.copy(keys = Keys.Standard),
    "durations = Seconds" -> D.copy(durations = Durations.Seconds),
    "durations = SecondsText" -> D.copy(durations = Durations.SecondsText),
    "tuples = Arrays" -> D.copy(tuples = Tuples.Arrays),
    """eithers = Keyed("l", "r")""" -> D.copy(eithers = Eithers.Keyed("l", "r")),
    "eithers = Numbered" -> D.copy(eithers = Eithers.Numbered),
    "missing = Zeros, omit = all" -> D.copy(missing = Missing.Zeros, omit = Omit.values.toSet),
    "bytes = Base64" -> D.copy(bytes = Bytes.Base64),
    "bytes = Base64Url" -> D.copy(bytes = Bytes.Base64Url),
    "bytes = Hexadecimal" -> D.copy(bytes = Bytes.Hexadecimal),
    "marks = Refused" -> D.copy(marks = Marks.Refused),
    """identity = Marked("@id", "@ref")""" -> D.copy(identity = Identity.Marked("@id", "@ref")),
    "identity = Copied" -> D.copy(identity = Identity.Copied)
  )

  /** Writes a value, and writes again what is read from a text. */
  private final class Value(val write: JsonFormat => String, val again: (JsonFormat, String) => String)
  private def value[A: Pickler](value: A): Value =
    Value(_.write(value), (format, text) => format.write(format.read[A](text)))

  private val cell = Cell("a", null)
  private val values: Map[String, Value] = Map(
    "Account" -> value(Account("jim")),
    "UserCreated" -> value(Event.UserCreated(1, None): Event),
    "Square" -> value(Area.Square(1.5, "a"): Area),
    "Blank" -> value(Figure.Blank: Figure),
    "Blue" -> value(Color.Blue),
    "UserId" -> value(UserId(7)),
    "BigInt" -> value(BigInt(12)),
    "BigDecimal" -> value(BigDecimal("1.50")),
    "Doubles" -> value(List(1, -0.0, 1e21, 1e-6, 1e-7)),
    "NaN" -> value(Double.NaN),
    "Map of Color" -> value(Map(Color.Red -> 1)),
    "Instant" -> value(Instant.ofEpochMilli(1500)),
    "2^53 and one more" -> value(List(1L << 53, (1L << 53) + 1)),
    "Map of BigInt" -> value(Map(BigInt(12) -> 1)),
    "Duration" -> value(java.time.Duration.ofMillis(1500)),
    "tuple" -> value((1, "a")),
    "Right" -> value(Right("a"): Either[Int, String]),
    "zeros" -> value(Zero("", 0, false, Color.Red, None, Nil, 0)),
    "bytes" -> value(Array[Byte](-1, -2, 0, 3)),
    """Map("$a")""" -> value(Map("$a" -> 1)),
    "one cell twice" -> value(List(cell, cell))
  )

  private val rows: List[List[String]] =
    val places = Iterator.iterate(Path.of("").toAbsolutePath)(_.getParent).takeWhile(_ != null)
    val spec = Files.readAllLines(places.map(_.resolve("docs/spec/json.md")).find(Files.exists(_)).get).asScala.toList
    val section =
      spec.dropWhile(_ != "### In a dialect").drop(1).takeWhile(!_.startsWith("#")).filter(_.startsWith("| `"))
    section.map(
      _.stripPrefix("| ").stripSuffix(" |").split(" \\| ").toList.map(_.trim.stripPrefix("`").stripSuffix("`"))
    )

  test("the examples of dialects are written and read") {
    assertEquals(rows.map(_.head).toSet, changes.keySet)
    assertEquals(rows.map(_(1)).toSet, values.keySet)
    for case List(change, name, json) <- rows do
      val format = JsonFormat(changes(change))
      assertEquals(values(name).write(format), json, change)
      assertEquals(values(name).again(format, json), json, change)
  }
