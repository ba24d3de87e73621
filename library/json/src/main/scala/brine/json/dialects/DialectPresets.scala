package brine.json.dialects

import java.time.{LocalDateTime, LocalTime, OffsetDateTime, OffsetTime, Year, ZonedDateTime}
import java.time.format.{DateTimeFormatter, DateTimeFormatterBuilder, SignStyle}
import java.time.temporal.ChronoField
import JsonDialect.*

/** The dialects of other libraries. JsonPresetsSuite compares each with its library. */
private[json] object DialectPresets:
  private val years =
    new DateTimeFormatterBuilder().appendValue(ChronoField.YEAR, 4, 10, SignStyle.EXCEEDS_PAD).toFormatter(
      java.util.Locale.ROOT
    )

  /** Times with their seconds, also if these are zero. */
  private val times: Map[Class[?], DateTimeFormatter] = Map(
    classOf[LocalTime] -> DateTimeFormatter.ISO_LOCAL_TIME,
    classOf[LocalDateTime] -> DateTimeFormatter.ISO_LOCAL_DATE_TIME,
    classOf[OffsetTime] -> DateTimeFormatter.ISO_OFFSET_TIME,
    classOf[OffsetDateTime] -> DateTimeFormatter.ISO_OFFSET_DATE_TIME,
    classOf[ZonedDateTime] -> DateTimeFormatter.ISO_ZONED_DATE_TIME
  )

  /** A name as protobuf has it in JSON: a letter behind `_` is a capital one, and all others stay. */
  private val protoNames = NameStyle.of { name =>
    val parts = name.split("_", -1)
    parts.head + parts.tail.map(part =>
      if part.isEmpty then "" else part.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + part.substring(1)
    ).mkString
  }

  /** The options that all presets share. */
  private val common = JsonDialect(
    integers = NumberForm.Number,
    decimals = NumberForm.Number,
    reading = NumberReading.Lenient,
    keys = Keys.Texts,
    tuples = Tuples.Arrays,
    unknown = Unknown.Skip,
    duplicates = Duplicates.Last,
    marks = Marks.Refused,
    identity = Identity.Copied,
    floats = FloatReading.Nearest
  )

  val Api: JsonDialect = common.copy(
    families = Families.Member("type"),
    omit = Set(Omit.Nones),
    nulls = Nulls.Refused,
    nested = Nested.Nulls,
    reading = NumberReading.Strict,
    notFinite = NotFinite.Refused,
    bytes = Bytes.Base64,
    formatters = times,
    duplicates = Duplicates.Refused
  )

  val Circe: JsonDialect = common.copy(
    families = Families.Wrapper,
    singletons = Singletons.Objects,
    nulls = Nulls.Refused,
    notFinite = NotFinite.Null,
    formatters = times + (classOf[Year] -> years)
  )

  val Jsoniter: JsonDialect = common.copy(
    families = Families.Member("type"),
    singletons = Singletons.Objects,
    omit = Omit.values.toSet,
    reading = NumberReading.Strict,
    notFinite = NotFinite.Refused,
    duplicates = Duplicates.Refused,
    formatters = Map(classOf[Year] -> years)
  )

  val Upickle: JsonDialect = common.copy(
    longs = NumberForm.Safe,
    integers = NumberForm.Text,
    decimals = NumberForm.Text,
    omit = Set(Omit.Defaults),
    keys = Keys.Standard,
    eithers = Eithers.Numbered
  )

  val Play: JsonDialect = common.copy(
    families = Families.Member("_type"),
    leafNames = NameStyle.Qualified,
    singletons = Singletons.Objects,
    omit = Set(Omit.Nones),
    nulls = Nulls.Refused,
    notFinite = NotFinite.Refused,
    formatters = times
  )

  val Jackson: JsonDialect = common.copy(
    families = Families.Member("@type"),
    singletons = Singletons.TextsInEnums,
    bytes = Bytes.Base64,
    instants = Instants.EpochSeconds,
    durations = Durations.Seconds,
    eithers = Eithers.Keyed("l", "r"),
    unknown = Unknown.Refuse
  )

  val ProtobufJson: JsonDialect = common.copy(
    names = protoNames,
    families = Families.Wrapper,
    singletons = Singletons.TextsInEnums,
    missing = Missing.Zeros,
    omit = Omit.values.toSet,
    longs = NumberForm.Text,
    bytes = Bytes.Base64,
    durations = Durations.SecondsText,
    tuples = Tuples.Objects,
    unknown = Unknown.Refuse,
    duplicates = Duplicates.Refused
  )
