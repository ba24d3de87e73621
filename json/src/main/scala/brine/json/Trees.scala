package brine.json

import com.github.plokhotnyuk.jsoniter_scala.core.JsonWriter

/** Writes a [[Json]]. */
private[json] object Trees:
  def write(json: Json, level: Int, out: JsonWriter): Unit = json match
    case Json.Null        => out.writeNull()
    case Json.Bool(value) => out.writeVal(value)
    case Json.Num(text)   => out.writeRawVal(JsonTags.number(text))
    case Json.Str(text)   => out.writeVal(JsonTags.unicode(text))
    case Json.Arr(all) =>
      JsonTags.checkLevel(level)
      out.writeArrayStart()
      for element <- all do write(element, level + 1, out)
      out.writeArrayEnd()
    case Json.Obj(all) =>
      JsonTags.checkLevel(level)
      out.writeObjectStart()
      for (name, value) <- all do
        out.writeKey(JsonTags.unicode(name))
        write(value, level + 1, out)
      out.writeObjectEnd()
