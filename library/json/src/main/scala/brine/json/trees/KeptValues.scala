package brine.json.trees

import brine.PickleException
import brine.json.reading.JsonReaders
import brine.json.text.JsonInput
import brine.json.writing.JsonBuilder

/** Checks the JSON of a fallback: it must come back as the fallback, and not as a leaf that its type knows. */
private[json] object KeptValues:
  def check(bytes: => Array[Byte], builder: JsonBuilder): Unit =
    val sum = builder.keptOf
    if sum != null then
      val json = bytes
      val in = new JsonInput(json, 0, json.length, null, 0)
      val reader = JsonReaders(in, builder.formsOfDialect, builder.options)
      val isTaken =
        try reader.getTag(sum, sum.leafNames.length) == sum.fallback && reader.keepsValue
        catch case _: PickleException => false
      if !isTaken then
        throw new PickleException.RuleNotObeyed(
          s"the fallback of ${sum.name} has JSON that would not come back as the fallback: " +
            s"expected the value of a leaf that ${sum.name} does not know"
        )
