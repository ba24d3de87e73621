package brine.json.writing.parts

import brine.json.dialects.JsonDialect
import brine.json.looks.{DialectValues, JsonKinds}
import brine.json.text.JsonTags
import java.nio.charset.StandardCharsets.US_ASCII
import brine.{PickleException, Pickler}
import brine.wire.ShortestDecimal
import JsonDialect.*

/** Writes scalars, standard types and keys in the forms of a dialect. */
private[json] final class DialectScalarOutput(output: JsonOutput, rules: DialectWriteRules, rests: RestOutput)
    extends ScalarOutput(output, rules, rests):
  import JsonOutput.Wrapped
  import output.*
  import rules.dialect

  override def writeKeyText(key: String): Unit = writeKey(rules.escapedKey(key))

  override def utf16(value: String): Unit =
    if !rules.isMarked then JsonTags.notUnicode("a text")
    super.utf16(value)

  override def writeLong(value: Long): Unit =
    if dialect.longs == NumberForm.Text || dialect.longs == NumberForm.Safe && !DialectValues.isSafe(value) then
      writeText(value.toString)
    else super.writeLong(value)

  override def putLong(value: Long): Unit = if isKey() then writeKey(value.toString) else writeLong(value)

  /** Refuses a number that would be written as null inside a value that may be null itself. */
  private def checkNull(value: Double): Unit =
    if (state & Wrapped) != 0 && !java.lang.Double.isFinite(value) && dialect.notFinite == NotFinite.Null then
      throw new PickleException.RuleNotObeyed(
        s"$value would be a null in an option or another value, and come back as that value's null"
      )

  override def putDouble(value: Double): Unit =
    checkNull(value)
    if isKey() then writeKey(numberKey(value, ShortestDecimal.text(value, rules.forms.isEcma))) else writeDouble(value)

  override def putFloat(value: Float): Unit =
    checkNull(value)
    if isKey() then writeKey(numberKey(value, ShortestDecimal.text(value, rules.forms.isEcma))) else writeFloat(value)

  private def numberKey(value: Double, shortest: => String): String =
    if !java.lang.Double.isFinite(value) then
      throw new PickleException.RuleNotObeyed(s"a key is $value, which the dialect does not write")
    shortest

  override def notANumber(value: Double): Unit = dialect.notFinite match
    case NotFinite.Texts => super.notANumber(value)
    case NotFinite.Null if value != value =>
      checkKind(JsonKinds.Null, value)
      out.ready().nul()
    case _ =>
      throw new PickleException.RuleNotObeyed(s"$value is not a number in JSON, and the dialect has no form for it")

  /** Puts a value whose form the format has itself: see [[brine.PickleBuilder.putByHand]]. */
  def putByHand(pickler: Pickler[Any], value: Any): Boolean =
    val form = rules.forms.formOf(pickler.shape)
    val text = if form == null then null else form.nn.textOf(value)
    if form != null && text == null then checkKind(JsonKinds.Text, value)
    text != null && {
      if isKey() then writeKey(text)
      else if form.nn.isNumber then out.raw(text.getBytes(US_ASCII))
      else writeText(text)
      true
    }
