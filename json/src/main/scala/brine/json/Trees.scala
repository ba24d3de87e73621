package brine.json

import brine.json.text.JsonTags
import brine.PickleException
import com.github.plokhotnyuk.jsoniter_scala.core.JsonWriter

/** Writes a [[Json]]. */
private[json] object Trees:
  def write(json: Json, level: Int, out: JsonWriter): Unit = json match
    case Json.Null        => out.writeNull()
    case Json.Bool(value) => out.writeVal(value)
    case Json.Num(text)   => out.writeRawVal(JsonTags.number(text))
    case Json.Str(text)   => out.writeVal(JsonTags.unicode(text))
    case Json.Arr(all) =>
      checkLevel(level)
      out.writeArrayStart()
      for element <- all do write(element, level + 1, out)
      out.writeArrayEnd()
    case Json.Obj(all) =>
      checkLevel(level)
      out.writeObjectStart()
      for (name, value) <- all do
        out.writeKey(JsonTags.unicode(name))
        write(value, level + 1, out)
      out.writeObjectEnd()

  def checkLevel(level: Int): Unit =
    if level >= Json.MostLevels then
      throw new PickleException.LimitExceeded(
        s"a JSON tree is nested deeper than ${Json.MostLevels} levels: use RawJson"
      )
