package brine.checks.schema

import java.time.{LocalDate, YearMonth}
import java.time.format.DateTimeFormatter
import brine.json.{JsonDialect, NameStyle}
import brine.json.JsonDialect.*

/** Dialects by their options: each alone, and each pair. */
object Dialects:
  type Change = JsonDialect => JsonDialect

  /** For each option, its values but the default. Options that only readers have are those that a schema shows, and
    * lenient reading, with which the format prepares other forms of standard types.
    */
  val options: List[List[(String, Change)]] = List(
    List("snake" -> (_.copy(names = NameStyle.SnakeCase)), "prefixed" -> (_.copy(names = NameStyle.of("é." + _)))),
    List(
      "kebab leaves" -> (_.copy(leafNames = NameStyle.KebabCase)),
      "qualified" -> (_.copy(leafNames = NameStyle.Qualified))
    ),
    List(
      "member" -> (_.copy(families = Families.Member("@class"))),
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
    List(
      "fields" -> (_.copy(wrapped = Wrapped.Fields)),
      "some fields" -> (_.copy(wrapped = Wrapped.FieldsOf(Set(classOf[OrderId], classOf[Nest]))))
    ),
    List("arrays" -> (_.copy(tuples = Tuples.Arrays))),
    List(
      "keyed" -> (_.copy(eithers = Eithers.Keyed("l", "r"))),
      "numbered eithers" -> (_.copy(eithers = Eithers.Numbered))
    ),
    List(
      "duration numbers" -> (_.copy(durations = Durations.Seconds)),
      "duration texts" -> (_.copy(durations = Durations.SecondsText))
    ),
    List(
      "seconds" -> (_.copy(instants = Instants.EpochSeconds)),
      "milliseconds" -> (_.copy(instants = Instants.EpochMilliseconds))
    ),
    List("formatter" -> (_.copy(formatters =
      Map(
        classOf[LocalDate] -> DateTimeFormatter.BASIC_ISO_DATE,
        classOf[YearMonth] -> DateTimeFormatter.ofPattern("MM/uuuu")
      )
    ))),
    List(
      "base64" -> (_.copy(bytes = Bytes.Base64)),
      "base64url" -> (_.copy(bytes = Bytes.Base64Url)),
      "hex" -> (_.copy(bytes = Bytes.Hexadecimal))
    ),
    List("skip" -> (_.copy(unknown = Unknown.Skip)), "refuse" -> (_.copy(unknown = Unknown.Refuse))),
    List("no marks" -> (_.copy(marks = Marks.Refused))),
    List("@id" -> (_.copy(identity = Identity.Marked("@id", "@ref"))), "copied" -> (_.copy(identity = Identity.Copied)))
  )

  val single: List[(String, JsonDialect)] =
    ("default" -> JsonDialect.Default) :: options.flatten.map((name, change) => name -> change(JsonDialect.Default))

  val pairs: List[(String, JsonDialect)] =
    for
      i <- options.indices.toList
      (aName, a) <- options(i)
      (bName, b) <- options.drop(i + 1).flatten
    yield s"$aName, $bName" -> b(a(JsonDialect.Default))
