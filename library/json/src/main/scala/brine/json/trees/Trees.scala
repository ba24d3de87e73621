package brine.json.trees

import brine.json.text.{JsonInput, JsonTags}
import brine.{FailureBoundary, PickleException}
import com.github.plokhotnyuk.jsoniter_scala.core.{
  JsonReader as Jsoniter,
  JsonValueCodec,
  JsonWriter,
  writeToStringReentrant
}

/** Writes and reads a [[Json]]. */
private[json] object Trees:
  /** The text of a tree. */
  def text(json: Json): String = FailureBoundary.writing(writeToStringReentrant(json)(using TreeCodec))

  private object TreeCodec extends JsonValueCodec[Json]:
    def nullValue: Json = Json.Null
    def encodeValue(json: Json, out: JsonWriter): Unit = write(json, 0, out)
    def decodeValue(in: Jsoniter, default: Json): Json = throw new IllegalStateException("for writing only")

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

  /** Reads the value that is next. */
  def read(in: JsonInput): Json = read(in, 0)

  private def read(in: JsonInput, level: Int): Json = in.peek() match
    case '{' =>
      checkLevel(level)
      in.take()
      val members = Vector.newBuilder[(String, Json)]
      if !in.takes('}') then
        while
          val name = in.readKey()
          members += name -> read(in, level + 1)
          in.takes(',')
        do ()
        if !in.takes('}') then in.expected("',' or '}'")
      Json.Obj(members.result())
    case '[' =>
      checkLevel(level)
      in.take()
      val elements = Vector.newBuilder[Json]
      if !in.takes(']') then
        while
          elements += read(in, level + 1)
          in.takes(',')
        do ()
        if !in.takes(']') then in.expected("',' or ']'")
      Json.Arr(elements.result())
    case '"'       => Json.Str(in.readText())
    case 't' | 'f' => Json.Bool(in.readBoolean())
    case 'n' =>
      in.readNull()
      Json.Null
    case _ => Json.Num(in.readNumber())

  private def checkLevel(level: Int): Unit =
    if level >= Json.MostLevels then
      throw new PickleException.LimitExceeded(
        s"a JSON tree is nested deeper than ${Json.MostLevels} levels: use RawJson"
      )
