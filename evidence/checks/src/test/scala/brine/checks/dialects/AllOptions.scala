package brine.checks.dialects

import java.time.{LocalDate, LocalTime}
import java.time.format.DateTimeFormatter
import brine.json.{JsonDialect, NameStyle}
import brine.json.JsonDialect.*

/** Every option of a dialect, with all of its values. */
private[checks] object AllOptions:
  type Change = JsonDialect => JsonDialect

  /** For each parameter of [[JsonDialect]], in their order, the values except the default. Two values fit no type and
    * are left out: `NumberForm.Safe` for decimals, and `NameStyle.Qualified` for fields.
    */
  val changes: Vector[Vector[(String, Change)]] = Vector(
    each(styles*)((d, v) => d.copy(names = v)),
    each(NameStyle.Qualified +: styles*)((d, v) => d.copy(leafNames = v)),
    each(Families.Member("kind"), Families.Member("kind", true), Families.Wrapper, Families.Untagged)((d, v) =>
      d.copy(families = v)
    ),
    each(others(Singletons.values)*)((d, v) => d.copy(singletons = v)),
    each(others(Enums.values)*)((d, v) => d.copy(enums = v)),
    each(Set(Omit.Nones), Set(Omit.Empties), Set(Omit.Defaults), Omit.values.toSet)((d, v) => d.copy(omit = v)),
    each(others(Missing.values)*)((d, v) => d.copy(missing = v)),
    each(others(Nulls.values)*)((d, v) => d.copy(nulls = v)),
    each(NumberForm.Text, NumberForm.Safe)((d, v) => d.copy(longs = v)),
    each(NumberForm.Number, NumberForm.Safe)((d, v) => d.copy(integers = v)),
    each(NumberForm.Number)((d, v) => d.copy(decimals = v)),
    each(others(NumberReading.values)*)((d, v) => d.copy(reading = v)),
    each(others(Doubles.values)*)((d, v) => d.copy(doubles = v)),
    each(others(NotFinite.values)*)((d, v) => d.copy(notFinite = v)),
    each(others(Keys.values)*)((d, v) => d.copy(keys = v)),
    each(Wrapped.Fields, Wrapped.FieldsOf(Set(classOf[DrawnTypes.Id])))((d, v) => d.copy(wrapped = v)),
    each(others(Instants.values)*)((d, v) => d.copy(instants = v)),
    each(others(Durations.values)*)((d, v) => d.copy(durations = v)),
    each(formatters)((d, v) => d.copy(formatters = v)),
    each(others(Bytes.values)*)((d, v) => d.copy(bytes = v)),
    each(others(Tuples.values)*)((d, v) => d.copy(tuples = v)),
    each(Eithers.Keyed("l", "r"), Eithers.Numbered)((d, v) => d.copy(eithers = v)),
    each(others(Unknown.values)*)((d, v) => d.copy(unknown = v)),
    each(others(Duplicates.values)*)((d, v) => d.copy(duplicates = v)),
    each(others(Marks.values)*)((d, v) => d.copy(marks = v)),
    each(Identity.Marked("@id", "@ref"), Identity.Copied, Identity.Refused)((d, v) => d.copy(identity = v)),
    each(others(Leniency.values)*)((d, v) => d.copy(leniency = v)),
    each(others(FloatReading.values)*)((d, v) => d.copy(floats = v)),
    each(others(Nested.values)*)((d, v) => d.copy(nested = v)),
    each(Lenient.values.toSeq.map(Set(_)) :+ Lenient.values.toSet*)((d, v) => d.copy(lenient = v)),
    // Rules for types and fields: PlaceRulesSuite.
    Vector.empty
  )

  /** For each option, the number of its values with the default. */
  val sizes: Vector[Int] = changes.map(_.length + 1)

  /** The dialect with these values, 0 for the default. */
  def dialect(values: Vector[Int]): JsonDialect =
    values.zip(changes).foldLeft(JsonDialect.Default) { case (made, (value, all)) =>
      if value == 0 then made else all(value - 1)._2(made)
    }

  /** The values of options that are not the default. */
  def describe(values: Vector[Int]): String =
    val names = for (value, i) <- values.zipWithIndex if value > 0 yield s"${nameOf(i)} = ${changes(i)(value - 1)._1}"
    names.mkString(", ")

  def nameOf(option: Int): String = JsonDialect.Default.productElementName(option)

  /** The first value of each of these enums is the default. */
  private def others[V](values: Array[V]): Seq[V] = values.toSeq.tail

  private def each[V](values: V*)(set: (JsonDialect, V) => JsonDialect): Vector[(String, Change)] =
    values.toVector.map(value => value.toString -> (set(_, value)))

  private def styles: Seq[NameStyle] = Seq(
    NameStyle.SnakeCase,
    NameStyle.ScreamingSnakeCase,
    NameStyle.KebabCase,
    NameStyle.PascalCase,
    NameStyle.of("é\"" + _)
  )

  private def formatters: Map[Class[?], DateTimeFormatter] = Map(
    classOf[LocalDate] -> DateTimeFormatter.BASIC_ISO_DATE,
    classOf[LocalTime] -> DateTimeFormatter.ISO_LOCAL_TIME
  )
