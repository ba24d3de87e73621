package brine.checks.dialects

import scala.jdk.CollectionConverters.*
import scala.util.Random
import brine.*
import brine.checks.AllFormats
import brine.json.*
import brine.json.JsonDialect.*
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.{Laws, Patient}
import com.fasterxml.jackson.databind.ObjectMapper
import com.networknt.schema.{JsonSchemaFactory, SpecVersion}

/** Maps with `jsonRest` have the members of an object for which the class has no other field. */
class JsonRestSuite extends munit.FunSuite, Patient:
  import JsonRestSuite.*

  private val count = Integer.getInteger("brine.rests", 60).intValue

  private val dialects = Seq(
    JsonDialect.Default,
    JsonDialect.Api,
    JsonDialect.Api.copy(unknown = Unknown.Refuse, names = NameStyle.SnakeCase, missing = Missing.Zeros),
    JsonDialect.Api.copy(families = Families.Member("kind"), omit = Omit.values.toSet, duplicates = Duplicates.Last),
    JsonDialect.Api.copy(families = Families.Wrapper, duplicates = Duplicates.First),
    JsonDialect.Api.at[Leaf.Branch]("extensions")(_.copy(longs = NumberForm.Text)).forType[Leaf](
      _.copy(names = NameStyle.KebabCase)
    ),
    JsonDialect.likeJackson,
    JsonDialect.likeCirce
  )

  test("members come back typed, in any order, in each dialect and by each back end") {
    for dialect <- dialects do
      assertEquals(JsonDialect.check[Leaf](dialect).toList, Nil)
      val format = JsonFormat(dialect)
      val random = new Random(1)
      val schema = JsonSchema.of[Leaf](dialect)
      val validator = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema.text)
      for _ <- 1 to count do
        val value = leaf(random, 3)
        val text = format.write(value)
        for options <- List(PickleOptions.Default, Laws.interpreted) do
          assertEquals(new String(Laws.write(value, format, options), "UTF-8"), text)
        assertEquals(validator.validate(new ObjectMapper().readTree(text)).asScala.toList, Nil, s"$text ${schema.text}")
        assertEquals(JsonSchema.breaks(schema, schema).toList, Nil)
        val isFirst = dialect == JsonDialect.Default // there the name of a leaf is the first member
        val moved = shuffled(Json.parse(text), random, isFirst).render
        for text <- List(text, moved) do
          assertEquals(format.read[Leaf](text), value, s"$dialect $text")
          assertEquals(Laws.read[Leaf](text.getBytes("UTF-8"), format, Laws.interpreted), value, text)
          assertEquals(Pickle.read[Leaf](Laws.trickle(text.getBytes("UTF-8")))(using summon, format), value, text)
  }

  test("in other formats the map is a field") {
    val random = new Random(2)
    for _ <- 1 to 20; format <- AllFormats.all do
      val value = leaf(random, 2)
      assertEquals(Laws.read[Leaf](Laws.write(value, format), format), value, format.toString)
    assertEquals(Pickler[Open].shape.fingerprint, Pickler[PlainOpen.Open].shape.fingerprint)
  }

  test("members with a prefix are those of its map, and others are as the dialect has it") {
    val text = """{"x-a":1,"other":true,"name":"n","y-b":2}"""
    val tagged = Tagged("n", Map("x-a" -> 1, "y-b" -> 2))
    assertEquals(JsonFormat.read[Tagged](text), tagged)
    assertEquals(JsonFormat.write(tagged), """{"name":"n","x-a":1,"y-b":2}""")
    val strict = JsonFormat(JsonDialect.Api.copy(unknown = Unknown.Refuse))
    assertEquals(intercept[PickleException.UnknownField](strict.read[Tagged](text)).path, "$")
    val kept = JsonFormat.read[KeptToo](text)
    assertEquals(kept.tags, Map("x-a" -> 1))
    assertEquals(kept.extras.names, Set("other", "y-b"))
    assertEquals(Json.parse(JsonFormat.write(kept)).get("other"), Some(Json.Bool(true)))
    assertEquals(JsonFormat.read[KeptToo](JsonFormat.write(kept)), kept)
  }

  test("an object has the maps that its members are, whatever the default") {
    assertEquals(JsonFormat.read[WithDefault]("""{"name":"a"}"""), WithDefault("a", Map()))
    for omit <- Seq(Set.empty[Omit], Omit.values.toSet); rest <- Seq(Map(), Map("a" -> 1), Map("b" -> 2)) do
      val format = JsonFormat(JsonDialect.Api.copy(omit = omit))
      val value = WithDefault("n", rest)
      assertEquals(format.read[WithDefault](format.write(value)), value)
  }

  test("a name that would come back elsewhere is refused when it is written") {
    def refused(value: Open, dialect: JsonDialect = JsonDialect.Default): String =
      intercept[PickleException](JsonFormat(dialect).write(value)).getMessage
    assert(refused(Open("n", Map("name" -> 1))).contains("name"))
    assert(refused(Open("n", Map("old" -> 1))).contains("old"))
    assert(refused(Open("n", Map("NAME" -> 1)), JsonDialect(lenient = Set(Lenient.AnyCase))).contains("NAME"))
    assert(refused(Open("n", Map("\ud800" -> 1))).contains("not Unicode"))
    assert(refused(Open("n", Map((null: String) -> 1))).contains("null"))
    assert(refused(Open("n", null)).contains("empty map"))
    assertEquals(
      intercept[PickleException.RuleNotObeyed](JsonFormat.write(Tagged("n", Map("z" -> 1)))).getMessage,
      "at $.keys[0]: the key 'z' of Tagged.tags: a name in this map begins with 'x-' or 'y-'"
    )
    assert(
      intercept[PickleException](JsonFormat.write(Two(Map(), Map("x-a" -> "v")))).getMessage.contains("Two.others")
    )
    val member = JsonDialect.Api.copy(families = Families.Member("kind"))
    intercept[PickleException](JsonFormat(member).write[Leaf](Leaf.Branch(
      "a",
      Map(),
      scala.collection.immutable.SortedMap("kind" -> Leaf.End)
    )))
    val extras = JsonFormat.read[KeptToo]("""{"name":"n","z":1}""").extras + ("x-a" -> Json.Num("1"))
    assert(intercept[PickleException](JsonFormat.write(KeptToo("n", Map(), extras))).getMessage.contains("tags"))
    val shared = Map("a" -> 1)
    val all = PickleOptions(sharing = Sharing.All)
    assert(intercept[PickleException](JsonFormat.write((Open("n", shared), shared))(using summon, all)).getMessage
      .contains("refers to the map"))
  }

  test("names that begin with a dollar sign, and that of the field itself, are names") {
    val value = Open("n", Map("$id" -> 1, "$type" -> 2, "rest" -> 3, "" -> 4))
    for dialect <- dialects.take(3) do
      val format = JsonFormat(dialect)
      assertEquals(format.read[Open](format.write(value)), value)
  }

  test("a failure has the path and the offset of the member") {
    val text = """{"x-a":1,"name":"n","y-b":"x"}"""
    val e = intercept[PickleException](JsonFormat.read[Tagged](text))
    assertEquals((e.path, e.offset), ("$[\"y-b\"]", text.indexOf("\"x\"").toLong))
    assertEquals(e.pointer, "/y-b")
    val written = intercept[PickleException](JsonFormat.write(Deep(Map("a" -> Deep(null)))))
    assertEquals(written.path, "$[\"a\"]")
    val all = JsonFormat.readAccumulating[Tagged]("""{"x-a":"x","name":"n","y-b":"x"}""").left.toOption.get
    assertEquals(all.all.map(_.pointer).toList.sorted, List("/x-a", "/y-b"))
    intercept[PickleException](JsonFormat.read[Open]("""{"name":"n","a":1,"a":2}"""))
    intercept[PickleException](JsonFormat.read[Open]("""{"name":"n","$id":1,"a":2}"""))
  }

  test("maps inside each other take time in proportion to the text, at any depth") {
    val depth = 20_000
    val text = "{\"a\":" * depth + "{}" + "}" * depth
    val start = System.nanoTime
    val deep = JsonFormat.read[Deep](text)
    assertEquals(JsonFormat.write(deep), text)
    assert(System.nanoTime - start < 20_000_000_000L)
  }

  test("a map that cannot have the members is refused with the reason") {
    def reasons[A: Pickler]: List[String] =
      val all = JsonDialect.check[A](JsonDialect.Api).toList
      val one = intercept[PickleException.UnsupportedType](JsonFormat.read[A]("{}"))
      assertEquals(one.reasons.toList, all)
      all
    assertEquals(reasons[NoMap], List("NoMap: @jsonRest all needs an immutable Map with String keys, found List[Int]"))
    assertEquals(
      reasons[IntKeys],
      List("IntKeys: @jsonRest all needs an immutable Map with String keys, found Map[Int, Int]")
    )
    assertEquals(
      reasons[Changing],
      List("Changing: @jsonRest all is a map that can be referred to. Use an immutable Map")
    )
    assertEquals(
      reasons[Overlap],
      List("Overlap: @jsonRest a and @jsonRest b would both have members that begin with 'x-b'")
    )
    assertEquals(reasons[TwoRests], List("TwoRests: @jsonRest a and @jsonRest b would both have all other members"))
    assertEquals(
      reasons[WithExtras],
      List("WithExtras: @jsonRest all and the extras extras would both have all other members")
    )
    assert(
      compileErrors("final case class C(@jsonRest(String.valueOf(1)) a: Map[String, Int]) derives Pickler").contains(
        "jsonRest"
      )
    )
  }

  test("a schema has the members of maps, and compares them") {
    val plain = JsonSchema.Rules(values = JsonSchema.Values.Plain)
    def members[A: Pickler](name: String, dialect: JsonDialect = JsonDialect.Api) =
      JsonSchema.of[A](dialect, plain).document.get("$defs").flatMap(_.get(name)).get
    val int = """{"type":"integer","minimum":-2147483648,"maximum":2147483647}"""
    assertEquals(members[Tagged]("Tagged").get("patternProperties").get.render, s"""{"^(x-|y-)":$int}""")
    assertEquals(members[Two]("Two").get("additionalProperties").get.render, """{"type":"string"}""")
    assertEquals(members[Named]("Named").get("patternProperties").get.render, s"""{"^(?!(x-own)$$)x-":$int}""")
    val closed = JsonDialect.Api.copy(unknown = Unknown.Refuse)
    assertEquals(members[Tagged]("Tagged", closed).get("additionalProperties"), Some(Json.Bool(false)))
    def breaks[A: Pickler, B: Pickler] =
      JsonSchema.breaks(reader = JsonSchema.of[A](closed, plain), writer = JsonSchema.of[B](closed, plain)).toList
    assertEquals(breaks[Tagged, Tagged], Nil)
    assert(breaks[Two, Tagged].nonEmpty)
    assert(breaks[Tagged, Two].nonEmpty)
    assert(breaks[Texts, Tagged].nonEmpty)
    assert(breaks[Tagged, Texts].nonEmpty)
  }

  test("runtime picklers read the annotation") {
    val runtime = RuntimePicklers(AllowList.where(_.getName.startsWith("brine.checks.dialects.JsonRestSuite$")))
    runtime.usesDerived = false
    given Pickler[Texts] = runtime.pickler[Texts]
    val texts = Texts(Map("x-a" -> "b"), "n")
    assertEquals(JsonFormat.write(texts), """{"x-a":"b","name":"n"}""")
    assertEquals(JsonFormat.read[Texts]("""{"name":"n","x-a":"b"}"""), texts)
    val two = runtime.pickler[Strings]
    assertEquals(JsonFormat.write(Strings("n", Map("a" -> "b")))(using two), """{"name":"n","a":"b"}""")
  }

  test("samples of members tell the types of values") {
    val inferred = JsonDialect.infer[Dated](Seq("""{"name":"a","x":1600000000}""", """{"name":"b","y":1.5}"""))
    assert(inferred.source.contains("Instants.EpochSeconds"), inferred.source)
  }

object JsonRestSuite:
  final case class Open(@alias("old") name: String, @jsonRest rest: Map[String, Int]) derives Pickler
  object PlainOpen:
    final case class Open(name: String, rest: Map[String, Int]) derives Pickler
  final case class Tagged(name: String, @jsonRest("x-", "y-") tags: Map[String, Int] = Map()) derives Pickler
  final case class KeptToo(name: String, @jsonRest("x-") tags: Map[String, Int], extras: Extras = Extras.none)
      derives Pickler
  final case class WithDefault(name: String, @jsonRest rest: Map[String, Int] = Map("a" -> 1)) derives Pickler
  final case class Two(@jsonRest("x-") tags: Map[String, Int], @jsonRest others: Map[String, String]) derives Pickler
  final case class Texts(@jsonRest("x-", "y-") tags: Map[String, String], name: String) derives Pickler
  final case class Strings(name: String, @jsonRest rest: Map[String, String]) derives Pickler
  final case class Named(@rename("x-own") own: String, @jsonRest("x-") tags: Map[String, Int]) derives Pickler
  final case class Deep(@jsonRest rest: Map[String, Deep]) derives Pickler
  final case class Dated(name: String, @jsonRest times: Map[String, java.time.Instant]) derives Pickler

  final case class NoMap(@jsonRest all: List[Int]) derives Pickler
  final case class IntKeys(@jsonRest all: Map[Int, Int]) derives Pickler
  final case class Changing(@jsonRest all: scala.collection.mutable.Map[String, Int]) derives Pickler
  final case class Overlap(@jsonRest("x-") a: Map[String, Int], @jsonRest("y", "x-b") b: Map[String, Int])
      derives Pickler
  final case class TwoRests(@jsonRest a: Map[String, Int], @jsonRest b: Map[String, Int]) derives Pickler
  final case class WithExtras(@jsonRest all: Map[String, Int], extras: Extras = Extras.none) derives Pickler

  enum Leaf derives Pickler:
    case Branch(
        userName: String,
        @jsonRest("x-", "$") extensions: Map[String, Option[Long]],
        @jsonRest leaves: scala.collection.immutable.SortedMap[String, Leaf],
        next: Option[Leaf] = None
    )
    case End

  def leaf(random: Random, depth: Int): Leaf =
    if depth == 0 then Leaf.End
    else
      Leaf.Branch(
        "n" * random.nextInt(3),
        Map.from(Vector.fill(random.nextInt(3))(
          Seq("x-", "$", "$$")(random.nextInt(3)) + random.nextInt(3) -> Option.when(random.nextBoolean())(
            random.nextLong()
          )
        )),
        scala.collection.immutable.SortedMap.from(Vector.fill(random.nextInt(3))(
          Seq("a", "é", "x", "")(random.nextInt(4)) + random.nextInt(3) -> leaf(random, depth - 1)
        )),
        Option.when(random.nextBoolean())(leaf(random, depth - 1))
      )

  /** The members of all objects in another order. */
  def shuffled(json: Json, random: Random, isFirstKept: Boolean): Json = json match
    case Json.Obj(all) =>
      val (first, others) = all.splitAt(if isFirstKept && all.headOption.exists(_._1.startsWith("$t")) then 1 else 0)
      Json.Obj((first ++ random.shuffle(others)).map((name, value) => name -> shuffled(value, random, isFirstKept)))
    case Json.Arr(all) => Json.Arr(all.map(shuffled(_, random, isFirstKept)))
    case other         => other
