package brine.json.samples

import brine.json.dialects.JsonDialect
import brine.json.looks.{ByteTexts, DialectValues}
import brine.json.text.JsonTags
import brine.wire.ShortestDecimal
import brine.json.trees.Json
import java.time.*
import java.time.format.DateTimeFormatter
import java.util.Locale
import scala.util.Try
import brine.shape.{ScalarKind, Shape}
import JsonDialect.Bytes

/** Notes the forms of numbers, times and bytes. */
private[json] final class SampleScalars(evidence: SampleEvidence):
  import SampleScalars.*

  def scalar(kind: ScalarKind, json: Json, at: Sampled): Unit = (kind, json) match
    case (ScalarKind.Long, Json.Str(_)) => evidence.longs.add("NumberForm.Text", at)
    case (ScalarKind.Long, Json.Num(text)) =>
      evidence.longs.add("NumberForm.Number", at)
      whole(text, at)
    case (ScalarKind.Int | ScalarKind.Short | ScalarKind.Byte, Json.Num(text)) => whole(text, at)
    case (ScalarKind.Int | ScalarKind.Short | ScalarKind.Byte, Json.Str(_)) =>
      evidence.reading.add("NumberReading.Lenient", at)
    case (ScalarKind.Double | ScalarKind.Float, Json.Num(text)) => layout(text, at)
    case (ScalarKind.Double | ScalarKind.Float, Json.Null)      => evidence.notFinite.add("NotFinite.Null", at)
    case (ScalarKind.Double | ScalarKind.Float, Json.Str(text)) =>
      if Set(JsonTags.NaN, JsonTags.Infinity, JsonTags.MinusInfinity)(text) then
        evidence.notFinite.add("NotFinite.Texts", at)
      else evidence.reading.add("NumberReading.Lenient", at)
    case _ => ()

  private def whole(text: String, at: Sampled): Unit =
    if text.exists(c => c == '.' || c == 'e' || c == 'E') then evidence.reading.add("NumberReading.Lenient", at)

  /** Only numbers that the two layouts write in two ways tell one. */
  private def layout(text: String, at: Sampled): Unit =
    for value <- text.toDoubleOption if value != 0 do
      val java = JsonTags.shortest(value)
      val ecma = ShortestDecimal.text(value, true)
      if java != ecma then
        if text == java then evidence.doubles.add("Doubles.Java", at)
        else if text == ecma then evidence.doubles.add("Doubles.EcmaScript", at)

  def bytes(json: Json, at: Sampled): Unit = json match
    case Json.Arr(_) => evidence.bytes.narrow(Seq("Bytes.Numbers"), at)
    case Json.Str(text) if text.nonEmpty =>
      evidence.bytes.narrow(
        texts.filter((_, form) => Option(ByteTexts.bytes(text, form)).exists(ByteTexts.text(_, form) == text)).map(
          _._1
        ),
        at
      )
    case _ => ()

  def standard(shape: Shape.Standard, json: Json, at: Sampled): Unit = (shape.name, json) match
    case ("BigInteger", Json.Num(_))                      => evidence.integers.add("NumberForm.Number", at)
    case ("BigInteger", Json.Str(_))                      => evidence.integers.add("NumberForm.Text", at)
    case ("BigDecimal" | "JavaBigDecimal", Json.Num(_))   => evidence.decimals.add("NumberForm.Number", at)
    case ("BigDecimal" | "JavaBigDecimal", Json.Str(_))   => evidence.decimals.add("NumberForm.Text", at)
    case ("Instant" | "Date", Json.Num(text))             => evidence.instants.add(epoch(text), at)
    case ("Date", Json.Str(_))                            => evidence.instants.add("Instants.Iso", at)
    case ("Duration", Json.Num(_))                        => evidence.durations.add("Durations.Seconds", at)
    case ("Duration", Json.Str(text))                     => duration(text, at)
    case (name, Json.Str(text)) if classes.contains(name) => time(name, text, at)
    case _                                                => ()

  private def duration(text: String, at: Sampled): Unit =
    if text.endsWith("s") && JsonTags.isNumber(text.init) then evidence.durations.add("Durations.SecondsText", at)
    else if Try(Duration.parse(text)).isSuccess then evidence.durations.add("Durations.Iso", at)

  /** Milliseconds of 1973 and later have twelve digits, which as seconds lie beyond the year 5000. */
  private def epoch(text: String): String =
    if text.toDoubleOption.exists(n => math.abs(n) >= 1e11) then "Instants.EpochMilliseconds"
    else "Instants.EpochSeconds"

  private def time(name: String, text: String, at: Sampled): Unit =
    val c = classes(name)
    val isIso = Try(c.getMethod("parse", classOf[CharSequence]).invoke(null, text)).isSuccess
    if isIso then { if name == "Instant" then evidence.instants.add("Instants.Iso", at) }
    val others = formats(name).filter((_, format) =>
      Try(
        format.format(DialectValues.readers(c)(format.parse(text)).asInstanceOf[temporal.TemporalAccessor])
      ).toOption.contains(text)
    )
    val all = (if isIso then Seq(Iso) else Nil) ++ others.map(_._1)
    evidence.formatters.getOrElseUpdate(name, new SampleCandidates).narrow(all, at)

private[json] object SampleScalars:
  final val Iso = "ISO 8601"

  val texts: Seq[(String, Bytes)] =
    Seq("Bytes.Hexadecimal" -> Bytes.Hexadecimal, "Bytes.Base64" -> Bytes.Base64, "Bytes.Base64Url" -> Bytes.Base64Url)

  val classes: Map[String, Class[?]] = DialectValues.readers.keys.map(c => c.getSimpleName -> c).toMap

  private val constants: Seq[(String, DateTimeFormatter)] = Seq(
    "java.time.format.DateTimeFormatter.BASIC_ISO_DATE" -> DateTimeFormatter.BASIC_ISO_DATE,
    "java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME" -> DateTimeFormatter.RFC_1123_DATE_TIME,
    "java.time.format.DateTimeFormatter.ISO_OFFSET_DATE_TIME" -> DateTimeFormatter.ISO_OFFSET_DATE_TIME
  )

  private val dates = Seq(
    "uuuu-MM-dd",
    "uuuu/MM/dd",
    "dd.MM.uuuu",
    "d.M.uuuu",
    "dd/MM/uuuu",
    "MM/dd/uuuu",
    "M/d/uuuu",
    "dd-MM-uuuu",
    "dd MMM uuuu",
    "MMM d, uuuu",
    "MM/uuuu"
  )
  private val times = Seq("HH:mm", "HH:mm:ss", "HH:mm:ss.SSS", "HHmmss")
  private val zones = Seq("", "X", "XX", "XXX", " X", " XX", " XXX")

  private val patterns: Seq[String] =
    dates ++ times ++ (for d <- dates; separator <- Seq(" ", "'T'"); t <- times; z <- zones
    yield s"$d$separator$t$z") :+ "EEE MMM dd HH:mm:ss XX uuuu"

  /** Formats that interfaces have, with their source. An instant needs a zone where its text has none. */
  def formats(name: String): Seq[(String, DateTimeFormatter)] =
    val isInstant = name == "Instant"
    def zoned(source: String, format: DateTimeFormatter) =
      if isInstant then (s"$source.withZone(java.time.ZoneOffset.UTC)", format.withZone(ZoneOffset.UTC))
      else (source, format)
    (constants ++ patterns.map(p =>
      s"java.time.format.DateTimeFormatter.ofPattern(${ScalaText.quoted(p)}, java.util.Locale.ROOT)" ->
        DateTimeFormatter.ofPattern(p, Locale.ROOT)
    ))
      .map(zoned)
