package brine.json.writing.parts

import brine.PickleException
import brine.json.dialects.JsonDialect
import brine.json.looks.ByteTexts
import brine.json.text.JsonTags
import brine.shape.Shape
import JsonDialect.*

/** Writes the beginnings and ends of collections and maps in a dialect. */
private[json] final class DialectCollectionOutput(output: JsonOutput, rules: DialectWriteRules, rests: RestOutput)
    extends CollectionOutput(output, rules, rests):
  import output.*
  import rules.{checkMark, dialect}

  override def putArrayClass(shape: Shape.Sequence, name: String): Unit =
    checkMark(JsonTags.Items)
    if dialect.families.isInstanceOf[Families.Member] then super.putArrayClass(shape, name)
    else throw new PickleException.RuleNotObeyed("an array of another class than declared needs Families.Member")

  override def putsBytes(array: Array[Byte]): Boolean =
    dialect.bytes != Bytes.Numbers && {
      beginCollection(JsonTags.Items)
      writeText(ByteTexts.text(array, dialect.bytes))
      endCollection()
      true
    }
