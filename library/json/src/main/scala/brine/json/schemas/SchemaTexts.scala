package brine.json.schemas

import brine.json.dialects.JsonDialect
import brine.json.looks.{DialectValues, ValueForm}
import brine.json.trees.Json
import brine.shape.Shape
import JsonDialect.*
import JsonSchema.Direction
import SchemaJson.*

/** The schemas of values that are one string or number: standard types, bytes, and keys. */
private[json] final class SchemaTexts(dialect: JsonDialect, direction: Direction):
  import SchemaTexts.*

  private val forms = DialectValues.forms(dialect)

  /** The forms of a standard type's values; none for an unknown type. */
  def of(shape: Shape.Standard): List[Json] = shape.name match
    case "brine.json.Json" | "brine.json.RawJson" => List(Any)
    case name =>
      val form = forms.get(name)
      if form == null then standard.get(name).toList else formed(name, form)

  /** The forms of a type to which the dialect gives a form of its own. */
  private def formed(name: String, form: ValueForm): List[Json] = name match
    case "BigInteger" => dialect.integers match
        case NumberForm.Number => List(ofType("integer"), text(LargeInteger))
        case NumberForm.Text   => standard.get(name).toList // a reader takes numbers, too
        case NumberForm.Safe   => safe :: standard.get(name).toList
    case "JavaBigDecimal" | "BigDecimal" => List(ofType("number"), text(LargeDecimal))
    case "Duration" =>
      if form.isNumber then List(number("-9223372036854775808", "9223372036854775807.999999999"))
      else List(text(SecondsText))
    case _ if !form.isNumber                                 => List(ofType("string")) // by a formatter
    case _ if dialect.instants == Instants.EpochMilliseconds => List(integer(num(Long.MinValue), num(Long.MaxValue)))
    case "Date" => List(number("-9223372036854775.808", "9223372036854775.807"))
    case _      => List(number("-31557014167219200", "31556889864403199.999999999"))

  def longs: List[Json] = dialect.longs match
    case NumberForm.Number => List(integer(num(Long.MinValue), num(Long.MaxValue)))
    case NumberForm.Text   => List(text(whole(19)))
    case NumberForm.Safe if direction == Direction.Requests =>
      List(integer(num(Long.MinValue), num(Long.MaxValue)), text(whole(19)))
    case NumberForm.Safe => List(safe, text(whole(19)))

  /** The whole numbers that [[NumberForm.Safe]] writes as numbers. A reader takes all of them. */
  private def safe: Json =
    if direction == Direction.Requests then ofType("integer") else integer(num(-(1L << 53)), num(1L << 53))

  /** The text of a value as a key; null if any text may be one. */
  def keyOf(shape: Shape.Standard): Json | Null =
    val form = forms.get(shape.name)
    if form == null then standard.getOrElse(shape.name, null)
    else if form.isNumber then NumberKey
    else formed(shape.name, form).head

  def bytes: Json = dialect.bytes match
    case Bytes.Base64      => encoded("^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$", "base64")
    case Bytes.Base64Url   => encoded("^([A-Za-z0-9_-]{4})*([A-Za-z0-9_-]{2}(==)?|[A-Za-z0-9_-]{3}=?)?$", "base64url")
    case Bytes.Hexadecimal => encoded("^([0-9a-fA-F]{2})*$", "base16")
    case Bytes.Numbers     => array(integer(num(Byte.MinValue), num(Byte.MaxValue)))

  private def number(least: String, most: String): Json =
    obj("type" -> str("number"), "minimum" -> Json.Num(least), "maximum" -> Json.Num(most))

  private def encoded(pattern: String, encoding: String): Json =
    obj("type" -> str("string"), "pattern" -> str(pattern), "contentEncoding" -> str(encoding))

private[json] object SchemaTexts:
  final val Whole = "-?(0|[1-9][0-9]*)"

  /** Returns the pattern of this text alone. */
  def quoted(text: String): String =
    text.flatMap(c => if "^$\\.*+?()[]{}|/".indexOf(c.toInt) >= 0 then s"\\$c" else s"$c")

  /** Without bounds of the type, which a pattern can only approximate by digits. */
  def whole(digits: Int): String = s"^-?(0|[1-9][0-9]{0,${digits - 1}})$$"

  /** Numbers with more digits than are read as a number. */
  private final val LargeInteger = "^0x([0-9a-fA-F]{2})+$"
  private final val LargeDecimal = "^(0x[0-9a-fA-F]+E-?[0-9]+|-?[0-9].*)$"
  private final val SecondsText = "^-?(0|[1-9][0-9]{0,18})(\\.[0-9]{1,9})?s$"
  private final val NumberText = "^-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?$"
  val NumberKey: Json = text(NumberText)
  private final val Decimal = "-?[0-9]+(\\.[0-9]+)?(E[+-]?[0-9]+)?|0x[0-9a-fA-F]+E-?[0-9]+"

  private final val Day = "[+-]?[0-9]{4,10}-[0-9]{2}-[0-9]{2}"
  private final val Time = "[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?"
  private final val Offset = "(Z|[+-][0-9]{2}:[0-9]{2}(:[0-9]{2})?)"
  private final val Hex = "([0-9a-fA-F]{2})*"

  /** By the names of their shapes. */
  private val standard: Map[String, Json] = Map(
    "UUID" -> text("^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$", "uuid"),
    "URI" -> text("^[^ ]*$", "uri-reference"),
    "Currency" -> text("^[A-Z]{3}$"),
    "Locale" -> ofType("string"),
    "Symbol" -> ofType("string"),
    "ByteBuffer" -> text(s"^$Hex( little-endian)?$$"),
    "BitSet" -> text(s"^$Hex$$"),
    "java.util.BitSet" -> text(s"^$Hex$$"),
    "mutable.BitSet" -> text(s"^$Hex$$"),
    "BigInteger" -> text(s"^($Whole|0x([0-9a-fA-F]{2})+)$$"),
    "JavaBigDecimal" -> text(s"^($Decimal)$$"),
    "BigDecimal" -> text(s"^($Decimal)( precision=[0-9]+ roundingMode=[A-Z_]+)?$$"),
    "Instant" -> text(s"^${Day}T$Time$Offset$$", "date-time"),
    "Date" -> text(s"^${Day}T$Time$Offset$$", "date-time"),
    "LocalDate" -> text(s"^$Day$$", "date"),
    "LocalTime" -> text(s"^$Time$$"),
    "LocalDateTime" -> text(s"^${Day}T$Time$$"),
    "OffsetTime" -> text(s"^$Time$Offset$$"),
    "OffsetDateTime" -> text(s"^${Day}T$Time$Offset$$"),
    "ZonedDateTime" -> text(s"^${Day}T$Time$Offset(\\[[^\\]]+\\])?$$"),
    "ZoneOffset" -> text(s"^$Offset$$"),
    "ZoneId" -> text("^[A-Za-z].*|[+-].*$"),
    "Year" -> text("^[+-]?[0-9]{1,10}$"),
    "YearMonth" -> text("^[+-]?[0-9]{4,10}-[0-9]{2}$"),
    "MonthDay" -> text("^--[0-9]{2}-[0-9]{2}$"),
    "Period" -> text("^[+-]?P([+-]?[0-9]+[YMWD])+$"),
    "Duration" -> text("^[+-]?P([+-]?[0-9]+D)?(T([+-]?[0-9]+[HM])*([+-]?[0-9]+(\\.[0-9]+)?S)?)?$"),
    "FiniteDuration" -> text("^-?[0-9]+ [a-z]+$"),
    "ScalaDuration" -> text("^(-?[0-9]+ [a-z]+|Duration\\.[A-Za-z]+)$")
  )
