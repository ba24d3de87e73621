package brine.json.reading.parts

import brine.json.dialects.JsonDialect
import brine.json.looks.{DialectValues, ExactNumbers, ValueForm}
import brine.json.text.{JsonCursor, JsonInput, JsonTags}
import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.nio.charset.StandardCharsets.UTF_8
import brine.{PickleException, PickleReader, Unpickler}
import brine.picklers.values.NumberPicklers
import brine.wire.QuotedText
import JsonDialect.*

/** Reads scalars, standard types and keys in the forms of a dialect. */
private[json] final class DialectScalars(cursor: JsonCursor, rules: DialectRules, reader: PickleReader)
    extends JsonScalars(cursor, rules, reader.options.sharesAll):
  import JsonCursor.*
  import cursor.*
  import reader.options
  import rules.{dialect, forms, isLenient, takes}

  // ---- other forms of values

  override def getBoolean(): Boolean =
    if ahead != Fresh || !takes(Lenient.TextBooleans) || in.peek() != '"' then super.getBoolean()
    else
      in.readText() match
        case "true"  => true
        case "false" => false
        case _       => refuse("true or false")

  override def otherText(): String =
    val first = in.peek()
    if takes(Lenient.NumbersForTexts) && (first == '-' || first >= '0' && first <= '9') then in.readNumber()
    else super.otherText()

  // ---- numbers

  final override def takesNearest: Boolean = dialect.floats == FloatReading.Nearest

  override def getWhole(least: Long, most: Long): Long =
    if isLenient then lenientWhole(least, most) else super.getWhole(least, most)

  override def getLong(): Long =
    if dialect.longs != NumberForm.Number && !isLenient && ahead == Fresh &&
      (in.peek() == '"' || dialect.longs == NumberForm.Text)
    then
      if in.peek() != '"' then expected("a whole number in a string")
      wholeOf(in.readText(), Long.MinValue, Long.MaxValue)
    else super.getLong()

  private def lenientWhole(least: Long, most: Long): Long =
    if isKey() then wholeOf(in.readKey(), least, most)
    else if in.peek() == '"' then wholeOf(in.readText(), least, most)
    else
      val text = in.readNumber()
      wholeOf(text, in.isWhole, least, most)

  private def wholeOf(text: String, isWhole: Boolean, least: Long, most: Long): Long =
    val value =
      if isWhole && text.length <= FewDigits then text.toLong
      else if isWhole && text.length > LongDigits + 1 then outOfRange(least, most)
      else
        val number = ExactNumbers.decimal(text)
        if ExactNumbers.exceeds(number, LongDigits) then outOfRange(least, most)
        val exact = ExactNumbers.whole(number)
        if exact == null then throw DialectValues.notWhole(text)
        if exact.bitLength > 63 then outOfRange(least, most)
        exact.longValue
    if value < least || value > most then outOfRange(least, most)
    value

  private def outOfRange(least: Long, most: Long): Nothing = refuse(s"a number between $least and $most")

  /** The whole number in a text that has nothing else. */
  private def wholeOf(text: String, least: Long, most: Long): Long =
    val number = inText(text)
    if isLenient then
      val digits = number.readNumber()
      atEnd(number, text)
      wholeOf(digits, number.isWhole, least, most)
    else
      val value = number.readWhole(least, most)
      atEnd(number, text)
      value

  /** Digits that always fit into a `Long`, and most digits of one. */
  private final val FewDigits = 18
  private final val LongDigits = 19

  /** Reads another text. Its failures are reported at this offset. */
  private def inText(text: String): JsonInput =
    val bytes = text.getBytes(UTF_8)
    if bytes.length == 0 || QuotedText.isSpace(bytes(0)) then refuse("a number in a string")
    new JsonInput(bytes, 0, bytes.length, null, in.offset - bytes.length)

  private def atEnd(number: JsonInput, text: String): Unit =
    if number.offset != in.offset then refuse(s"a number, not '${PickleException.quote(text)}'")

  override def getDouble(): Double =
    if isKey() then doubleOf(in.readKey())
    else if ahead == Fresh && isMissingNumber() then Double.NaN
    else if ahead == Fresh && isNumberText() then doubleOf(in.readText())
    else super.getDouble()

  override def getFloat(): Float =
    if isKey() then floatOf(in.readKey())
    else if ahead == Fresh && isMissingNumber() then Float.NaN
    else if ahead == Fresh && isNumberText() then floatOf(in.readText())
    else super.getFloat()

  override def notANumber(): Double =
    if dialect.notFinite == NotFinite.Texts then super.notANumber() else expected("a number")

  private def isMissingNumber(): Boolean =
    val isNull = dialect.notFinite == NotFinite.Null && in.peek() == 'n'
    if isNull then takeNull()
    isNull

  private def isNumberText(): Boolean = isLenient && in.peek() == '"'

  private def doubleOf(text: String): Double = sub(text)(_.getDouble())
  private def floatOf(text: String): Float = sub(text)(_.getFloat())

  private def sub[A](text: String)(read: JsonScalars => A): A =
    if text == JsonTags.NaN || text == JsonTags.Infinity || text == JsonTags.MinusInfinity then
      if dialect.notFinite != NotFinite.Texts then refuse("a number")
      read(plain(new JsonInput(s"\"$text\"".getBytes(UTF_8), 0, text.length + 2, null, in.offset - text.length)))
    else
      val number = inText(text)
      val value = read(plain(number))
      atEnd(number, text)
      value

  /** Reads a number within a text by the format's own rules. The dialect decides about its rounding. */
  private def plain(number: JsonInput): JsonScalars =
    new JsonScalars(new JsonCursor(number, tags), ReadRules.of(options), options.sharesAll):
      override def takesNearest: Boolean = DialectScalars.this.takesNearest

  // ---- standard types

  /** See [[brine.PickleReader.getByHand]]. */
  def getByHand(unpickler: Unpickler[?]): Any =
    val form = forms.formOf(unpickler.shape)
    if form == null then null else formed(form)

  private def formed(form: ValueForm): Any =
    if ahead == KeyNext then { if form.isNumber then numberOfText(form) else form.ofText(getString().nn) }
    else if ahead != Fresh then null
    else
      in.peek() match
        case '"' => if form.isNumber && !isLenient then null else ofString(form)
        case b if b == '-' || b >= '0' && b <= '9' =>
          val text = in.readNumber()
          ofNumber(form, text, in.isWhole)
        case _ => null

  private def ofString(form: ValueForm): Any =
    if form.isNumber then numberOfText(form) else form.ofText(in.readText())

  /** A number in a string or key. Another text is left to the type's pickler: the pickler writes the values for which
    * the form has no number.
    */
  private def numberOfText(form: ValueForm): Any =
    val isKey = ahead == KeyNext
    in.mark()
    val text = if isKey then in.readKey() else in.readText()
    val isWhole = text.forall(c => c >= '0' && c <= '9' || c == '-')
    if JsonTags.isNumber(text) && (isKey || isWhole || form.isExact) then
      in.unmark()
      if isKey then ahead = Fresh
      ofNumber(form, text, isWhole)
    else
      in.reset()
      null

  private def ofNumber(form: ValueForm, number: String, isWhole: Boolean): AnyRef =
    ExactNumbers.checkLength(number)
    val value = form.ofNumber(number, isWhole)
    value match
      case d: JavaBigDecimal => NumberPicklers.checkDigits(d, options.limits)
      case d: BigDecimal     => NumberPicklers.checkDigits(d.bigDecimal, options.limits)
      case n: BigInteger     => if !isWhole then countDigits(n, number)
      case _                 => ()
    value

  /** Bounds the memory that exponents cost: `1e9999` has ten thousand digits. */
  private def countDigits(n: BigInteger, text: String): Unit =
    val digits = ExactNumbers.leastDigits(n)
    if digits > options.limits.maxDecimalDigits then
      throw new PickleException.LimitExceeded(
        s"a number with an exponent has more than ${options.limits.maxDecimalDigits} digits (limits.maxDecimalDigits)"
      )
    val added = digits - text.length - FreeDigits
    if added > 0 then reader.budget.takeUnits(added, "digits of numbers that exponents alone express")

  /** Digits of each number that cost less than its object. */
  private final val FreeDigits = 64
