package brine.json.trees

import brine.json.text.{JsonInput, JsonTags}
import brine.{FailureBoundary, PickleException}
import brine.wire.JsonSink

/** Writes and reads a [[Json]]. */
private[json] object Trees:
  /** The text of a tree. */
  def text(json: Json): String = FailureBoundary.writing {
    val out = JsonSink.inMemory(new Array(0), Long.MaxValue, false)
    write(json, 0, out)
    new String(out.toByteArray, java.nio.charset.StandardCharsets.UTF_8)
  }

  def write(json: Json, level: Int, out: JsonSink): Unit = json match
    case Json.Null        => out.ready().nul()
    case Json.Bool(value) => out.ready().bool(value)
    case Json.Num(text)   => out.raw(JsonTags.number(text))
    case Json.Str(text)   => JsonTags.writeText(text, out)
    case Json.Arr(all) =>
      checkLevel(level)
      out.ready().begin('[')
      for element <- all do write(element, level + 1, out)
      out.end(']')
    case Json.Obj(all) =>
      checkLevel(level)
      out.ready().begin('{')
      for (name, value) <- all do
        JsonTags.writeKey(name, out)
        write(value, level + 1, out)
      out.end('}')

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
