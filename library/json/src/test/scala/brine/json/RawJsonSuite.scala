package brine.json

import brine.*

final case class Hook(
    event: String,
    payload: Json,
    raw: RawJson,
    next: Option[Json] = None,
    others: List[RawJson] = Nil
) derives Pickler
final case class Passing(raw: Option[RawJson]) derives Pickler

/** Fields that hold any JSON. */
class RawJsonSuite extends munit.FunSuite, RoundTrip:
  private def hook(payload: Json, raw: String) = Hook("e", payload, RawJson(raw))

  test("a tree and raw bytes come back as they were") {
    val text =
      """{"event":"e","payload":{"a":[1.50,null,true,"x\n",{}],"a":-0},"raw":{ "b" : [ 1e5 ] },""" +
        """"next":null,"others":[]}"""
    val tree = Json.Obj(Vector(
      "a" -> Json.Arr(Vector(Json.Num("1.50"), Json.Null, Json.Bool(true), Json.Str("x\n"), Json.Obj(Vector()))),
      "a" -> Json.Num("-0")
    ))
    val value = hook(tree, """{ "b" : [ 1e5 ] }""")
    assertEquals(JsonFormat.write(value), text)
    assertEquals(read[Hook](text), value)
    assertEquals(readStream[Hook](trickle(text.getBytes("UTF-8"))), value)
    assertEquals(
      tree.get("a"),
      Some(Json.Arr(Vector(Json.Num("1.50"), Json.Null, Json.Bool(true), Json.Str("x\n"), Json.Obj(Vector()))))
    )
    assertEquals(Json.parse(tree.render), tree)
  }

  test("null is a JSON value, and an option's None") {
    val nulls = Hook("e", Json.Null, RawJson("null"), None, List(RawJson("null"), RawJson("1")))
    val text = """{"event":"e","payload":null,"raw":null,"next":null,"others":[null,1]}"""
    assertEquals(JsonFormat.write(nulls), text)
    assertEquals(read[Hook](text), nulls)
    check(nulls.copy(next = Some(Json.Null)))
    assertEquals(JsonFormat.write(Passing(Some(RawJson("null")))), """{"raw":{"$some":{"$value":null}}}""")
    check(Passing(Some(RawJson("null"))))
    check(Passing(Some(RawJson("""{"a" :1}"""))))
    assertEquals(read[Passing]("""{"raw": {  "$other":1} }""").raw.get.text, """{  "$other":1}""")
    intercept[PickleException.NullValue](JsonFormat.write(hook(null, "1")))
    intercept[PickleException.RuleNotObeyed](
      JsonFormat(JsonDialect.Default.copy(marks = JsonDialect.Marks.Refused)).write(Passing(Some(RawJson("null"))))
    )
  }

  test("other formats hold the text") {
    val value = Hook("e", Json.Arr(Vector(Json.Num("1"))), RawJson("[ 1 ]"), Some(Json.Str("x")), List(RawJson("{}")))
    assertEquals(value.pickle.unpickle[Hook], value)
  }

  test("only JSON is raw JSON") {
    for text <- List("", "{", "1 2", "{\"a\":}", "nul", "\"\u0001\"", "[1,]", "01", "\"\\ud800\"") do
      intercept[PickleException](RawJson(text))
      intercept[PickleException](read[RawJson](text))
      intercept[PickleException](Json.parse(text))
    for number <- List("", " 1", "1 ", "+1", "NaN", "1,2", ".5") do
      intercept[PickleException.Malformed](Json.Num(number).render)
    intercept[PickleException.Malformed](Json.Str("\ud800").render)
    intercept[PickleException.Malformed](Json.Obj(Vector("\udc00" -> Json.Null)).render)
    assertEquals(RawJson(" 1\n").text, " 1\n")
  }

  test("a tree has a limit of levels, raw bytes have none") {
    val deep = "[" * 100_000 + "]" * 100_000
    assertEquals(read[RawJson](deep).text, deep)
    intercept[PickleException.LimitExceeded](Json.parse(deep))
    val most = "[" * Json.MostLevels + "]" * Json.MostLevels
    assertEquals(Json.parse(most).render, most)
    intercept[PickleException.LimitExceeded](Json.Arr(Vector(Json.parse(most))).render)
  }

  test("a whole number with a point is refused in words that help") {
    val e = intercept[PickleException.Malformed](read[Person]("""{"name":"a","since":1.0}"""))
    assert(e.getMessage.contains("expected a whole number, found one with a point or an exponent"), e.getMessage)
  }
