package brine.checks.dialects

import scala.jdk.CollectionConverters.*
import scala.util.Random
import brine.*
import brine.checks.AllFormats
import brine.json.*
import brine.json.JsonDialect.*
import brine.testkit.{Laws, Patient}
import com.fasterxml.jackson.databind.ObjectMapper
import com.networknt.schema.{JsonSchemaFactory, SpecVersion}

/** Documents that look like those of public interfaces come back as they were, through types as a program would declare
  * them.
  */
class IrregularJsonSuite extends munit.FunSuite, Patient:
  import IrregularJsonSuite.{given, *}
  import IrregularTypes.{given, *}

  private val count = Integer.getInteger("brine.irregular", 40).intValue

  for kind <- kinds do
    test(s"${kind.name} come back as they were, and their schema accepts them"):
      check(kind)

  private def check[A](kind: Kind[A]): Unit =
    given Pickler[A] = kind.pickler
    assertEquals(JsonDialect.check[A](kind.dialect).toList, Nil)
    val format = JsonFormat(kind.dialect)
    val schema = JsonSchema.of[A](kind.dialect)
    val validator = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema.text)
    val random = new Random(kind.name.hashCode)
    for _ <- 1 to count do
      val document = kind.document(random)
      val text = document.render
      val value = format.read[A](text)
      assertEquals(Laws.read[A](text.getBytes("UTF-8"), format, Laws.interpreted), value, text)
      assertEquals(Pickle.read[A](Laws.trickle(text.getBytes("UTF-8")))(using summon, format), value, text)
      for options <- List(PickleOptions.Default, Laws.interpreted) do
        val back = new String(Laws.write(value, format, options), "UTF-8")
        assertEquals(sorted(Json.parse(back)), sorted(document), s"$text\n$back")
      val complaints = validator.validate(new ObjectMapper().readTree(text)).asScala.toList
      assertEquals(complaints, Nil, s"$text\n${schema.text}")
      for other <- AllFormats.all; options <- List(PickleOptions.Default, shared, Laws.interpreted) do
        assertEquals(Laws.read[A](Laws.write(value, other, options), other, options), value, s"$other $text")

  test("a union is told by the kind of a value, and refused where two types have one kind"):
    assertEquals(JsonFormat.read[Loose]("\"a\""), "a")
    assertEquals(JsonFormat.read[Loose]("1"), 1)
    assertEquals(JsonFormat.read[Loose]("[1,\"b\"]"), List[Int | String](1, "b"))
    assertEquals(JsonFormat.write[Loose](List[Int | String](1, "b")), "[1,\"b\"]")
    intercept[PickleException](JsonFormat.read[Loose]("true"))
    val problems = JsonDialect.check[Int | Double](JsonDialect.Default)
    assertEquals(problems.toList, List("Double | Int: a number could be of the leaf Double and of Int"))
    intercept[PickleException.UnsupportedType](JsonFormat.write[Int | Double](1))
    intercept[PickleException.UnsupportedType](JsonFormat.read[Int | Double]("1"))
    // In a dialect where longs are strings, they are no strings of their own any more.
    assertEquals(JsonDialect.check[Long | String](JsonDialect.Default).toList, Nil)
    assertNotEquals(JsonDialect.check[Long | String](JsonDialect(longs = NumberForm.Text)).toList, Nil)

  test("objects of a union are told by the members that they need"):
    given Pickler[Both | One | Other] = Pickler.derived
    val format = JsonFormat(JsonDialect.Api)
    for text <- List("""{"a":1,"b":2}""", """{"b":2,"c":3}""") do
      assertEquals(format.write(format.read[Both | Other](text)), text)
    assertEquals(
      JsonDialect.check[Both | One | Other](JsonDialect.Api).toList,
      List("Both | One | Other: objects could be of the leaf Both and of One, by their fields")
    )

  test("a number that JSON does not have is refused where it would be a string of the union"):
    given Pickler[Double | String] = Pickler.derived
    assertEquals(JsonFormat.read[Double | String](JsonFormat.write[Double | String]("NaN")), "NaN")
    intercept[PickleException.RuleNotObeyed](JsonFormat.write[Double | String](Double.NaN))
    assertEquals(JsonFormat.write[Loose | Boolean](true)(using Pickler.derived, summon), "true")
    intercept[PickleException.RuleNotObeyed](
      JsonFormat(JsonDialect(notFinite = NotFinite.Null)).write[Double | String](Double.NaN)
    )

  test("the types of a union that is written in another order are the same"):
    assertEquals(
      (Pickler.derived[Int | String]: Pickler[Int | String]).shape.fingerprint,
      (Pickler.derived[String | Int]: Pickler[String | Int]).shape.fingerprint
    )

  test("a patch tells a member that is not there, a null and a value apart"):
    val format = JsonFormat
    for text <- List("{}", """{"cpu":null}""", """{"cpu":1,"memory":null}""") do
      assertEquals(format.write(format.read[Limits](text)), text)
    assertEquals(format.read[Limits]("""{"cpu":null,"memory":"a"}"""), Limits(Patch.Null, Patch.Set("a")))
    intercept[PickleException.RuleNotObeyed](format.write[List[Patch[Int]]](List(Patch.Absent)))
    assertEquals(format.write[List[Patch[Int]]](List(Patch.Null, Patch.Set(1))), "[null,1]")
    assertNotEquals(JsonDialect.check[Patch[Option[Int]]](JsonDialect.Default).toList, Nil)
    intercept[PickleException.RuleNotObeyed](format.write[List[Patch[Json]]](List(Patch.Set(Json.Null))))
    assertEquals(Patch.Set(1).applyTo(Some(2)), Some(1))
    assertEquals(Patch.Null.applyTo(Some(2)), None)
    assertEquals(Patch.Absent.applyTo(Some(2)), Some(2))

  test("a union needs no given, at a call, within generic types and within itself"):
    val format = JsonFormat
    assertEquals(format.read[String | Int]("1"), 1)
    assertEquals(format.read[List[String | Int]]("""[1,"a"]"""), List[String | Int](1, "a"))
    assertEquals(format.write[Map[String, Boolean | Double]](Map("a" -> 1.5)), """{"a":1.5}""")
    assertEquals(format.read[Array[Int | String]]("[1]").toList, List[Int | String](1))
    assertEquals(List[String | Int]("a").pickle.unpickle[List[String | Int]], List[String | Int]("a"))
    val text = """{"name":"a","all":[1,"b"],"within":{"within":1}}"""
    assertEquals(format.read[Renamed](text).within, Patch.Set(Renamed(within = Patch.Set(1))))
    assertEquals(format.write(format.read[Renamed](text)), text)
    def found = summon[Pickler[String | Int | List[String | Int]]]
    assert(found eq found, "each call makes another pickler")

  test("an option of an option has a null inside, where the dialect says so"):
    val format = JsonFormat(JsonDialect(nested = Nested.Nulls))
    for (value, text) <- List(
        Nick(None) -> "{}",
        Nick(Some(None)) -> """{"nick":null}""",
        Nick(Some(Some("a"))) -> """{"nick":"a"}"""
      )
    do
      assertEquals(format.write(value), text)
      assertEquals(format.read[Nick](text), value)
    assertEquals(
      JsonDialect.check[Named](JsonDialect(nested = Nested.Nulls, marks = Marks.Refused)).toList,
      List("Named: the field 'nick' is an option of an option, whose default has to be None with Nested.Nulls")
    )

  test("a null is refused where the type has none, in reading and writing"):
    val format = JsonFormat(JsonDialect(nulls = Nulls.Refused))
    for
      text <- List(
        """{"name":null,"tags":[],"next":null,"loud":null}""",
        """{"name":"a","tags":[null],"next":null,"loud":null}""",
        """{"name":"a","tags":null,"next":null,"loud":null}"""
      );
      options <- List(PickleOptions.Default, Laws.interpreted)
    do
      val e = intercept[PickleException](Laws.read[Strict](text.getBytes, format, options))
      assert(e.getMessage.contains("not null"), e.getMessage)
    val good = Strict("a", List("b"), None, null)
    assertEquals(format.read[Strict](format.write(good)), good)
    for
      bad <- List(
        good.copy(name = null),
        good.copy(tags = null),
        good.copy(tags = List(null)),
        good.copy(next = Some(null))
      );
      options <- List(PickleOptions.Default, Laws.interpreted)
    do intercept[PickleException.NullValue](Laws.write(bad, format, options))
    intercept[PickleException](format.read[List[Plain]]("""[{"a":null,"b":1}]"""))
    intercept[PickleException](format.read[List[Plain]]("[null]"))
    intercept[PickleException.NullValue](format.write(List(Plain(null, 1))))
    intercept[PickleException.NullValue](format.write(List[Plain](null)))

  test("a float takes the nearest number, where the dialect says so"):
    val format = JsonFormat(JsonDialect(floats = FloatReading.Nearest))
    assertEquals(format.read[Float]("0.8980392156862745"), 0.8980392156862745.toFloat)
    assertEquals(format.read[List[Float]]("[16777217, 1e-50, 3.4028234e38]"), List(16777216f, 0f, Float.MaxValue))
    assertEquals(format.read[Double]("9007199254740993"), 9007199254740992.0)
    intercept[PickleException](format.read[Float]("1e39"))
    intercept[PickleException](format.read[Double]("1e999"))
    intercept[PickleException](JsonFormat.read[Float]("0.8980392156862745"))
    val lenient = JsonFormat(JsonDialect(floats = FloatReading.Nearest, reading = NumberReading.Lenient))
    assertEquals(lenient.read[Float]("\"0.8980392156862745\""), 0.8980392156862745.toFloat)

  test("leaves that are lists, maps or scalars need no tag"):
    val format = JsonFormat(JsonDialect(
      families = Families.Untagged,
      wrapped = Wrapped.FieldsOf(Set(classOf[Content.Text], classOf[Content.Parts], classOf[Content.Sizes]))
    ))
    for (value, text) <- List[(Content, String)](
        Content.Text("a") -> "\"a\"",
        Content.Parts(List("b")) -> "[\"b\"]",
        Content.Sizes(Map("c" -> 1)) -> """{"c":1}"""
      )
    do
      assertEquals(format.write[Content](value), text)
      assertEquals(format.read[Content](text), value)

  test("a leaf is the value of the member with its name, where the dialect names its class"):
    val format = JsonFormat(JsonDialect(
      families = Families.Wrapper,
      wrapped = Wrapped.FieldsOf(Set(classOf[Content.Text], classOf[Content.Parts], classOf[Content.Sizes]))
    ))
    for (value, text) <- List[(Content, String)](
        Content.Text("a") -> """{"Text":"a"}""",
        Content.Parts(List("b")) -> """{"Parts":["b"]}""",
        Content.Sizes(Map("c" -> 1)) -> """{"Sizes":{"c":1}}"""
      )
    do
      assertEquals(format.write[Content](value), text)
      assertEquals(format.read[Content](text), value)
      assertEquals(format.read[List[Content]](s"[$text]"), List(value))

  test("a merge patch changes a value by its JSON"):
    // The examples of RFC 7386, appendix A.
    for case Array(target, patch, result) <- List(
        """{"a":"b"} | {"a":"c"} | {"a":"c"}""",
        """{"a":"b"} | {"b":"c"} | {"a":"b","b":"c"}""",
        """{"a":"b"} | {"a":null} | {}""",
        """{"a":"b","b":"c"} | {"a":null} | {"b":"c"}""",
        """{"a":["b"]} | {"a":"c"} | {"a":"c"}""",
        """{"a":"c"} | {"a":["b"]} | {"a":["b"]}""",
        """{"a":{"b":"c"}} | {"a":{"b":"d","c":null}} | {"a":{"b":"d"}}""",
        """{"a":[{"b":"c"}]} | {"a":[1]} | {"a":[1]}""",
        """["a","b"] | ["c","d"] | ["c","d"]""",
        """{"a":"b"} | ["c"] | ["c"]""",
        """{"a":"foo"} | null | null""",
        """{"a":"foo"} | "bar" | "bar"""",
        """{"e":null} | {"a":1} | {"e":null,"a":1}""",
        """[1,2] | {"a":"b","c":null} | {"a":"b"}""",
        """{} | {"a":{"bb":{"ccc":null}}} | {"a":{"bb":{}}}"""
      ).map(_.split(" \\| "))
    do assertEquals(JsonMergePatch(Json.parse(target), Json.parse(patch)).render, result)
    assertEquals(JsonFormat.patched(Plain("a", 1), Json.parse("""{"b":2}""")), Plain("a", 2))
    intercept[PickleException.MissingField](JsonFormat.patched(Plain("a", 1), Json.parse("""{"b":null}""")))
    val random = new Random(1)
    for _ <- 1 to count do
      val (from, to) = (kinds.head.document(random), kinds.head.document(random))
      for patch <- JsonMergePatch.between(from, to) do assertEquals(sorted(JsonMergePatch(from, patch)), sorted(to))
      assertEquals(JsonMergePatch.between(from, from), Some(Json.Obj(Vector.empty)))

  test("extras are read, set and typed"):
    val kept = JsonFormat.read[Kept]("""{"name":"a","x":[1,2],"y":{"a":"b","b":3}}""")
    assertEquals(kept.extras.get("x"), Some(Json.parse("[1,2]")))
    assertEquals(kept.extras.get("z"), None)
    assertEquals(kept.extras.as[List[Int]]("x"), Some(List(1, 2)))
    assertEquals(kept.extras.as[Plain]("y"), Some(Plain("b", 3)))
    intercept[PickleException](kept.extras.as[Int]("x"))
    val more = kept.copy(extras = kept.extras + ("x" -> Json.Num("7")) + ("z" -> Json.Null))
    assertEquals(JsonFormat.write(more), """{"name":"a","x":7,"y":{"a":"b","b":3},"z":null}""")
    assertEquals(JsonFormat.read[Kept](JsonFormat.write(more)), more)
    val newer = binary.BinaryFormat.pickleOf(Plain("b", 3), Pickler[Plain], PickleOptions.Default)
    val older = newer.unpickle[KeptPlain](using Unpickler.from(Pickler[Plain].shape))
    assertEquals(older.extras.get("b"), Some(Json.Num("3")))
    assertEquals(older.extras.as[Int]("b"), Some(3))
    intercept[PickleException.DuplicateField](JsonFormat.write(kept.copy(extras = kept.extras + ("name" -> Json.Null))))

  test("collections of a union keep their identity, and empty ones are values"):
    type Many = Array[String] | Map[String, Int]
    given Pickler[Many] = Pickler.derived
    val (array, map) = (Array("a"), Map("b" -> 2))
    val all = List[Many](array, map, array, map, Map.empty, Array.empty[String], Map.empty)
    for format <- AllFormats.all; options <- List(PickleOptions.Default, shared) do
      val back = Laws.read[List[Many]](Laws.write(all, format, options), format, options)
      assert(back(0) eq back(2), format.toString)
      assertEquals(back.map(asText), all.map(asText))
      if options.sharing == Sharing.All then assert(back(1) eq back(3), format.toString)

  private def asText(any: Any): String = any match
    case a: Array[?] => a.mkString("Array(", ",", ")")
    case other       => other.toString

  private val shared = PickleOptions(sharing = Sharing.All)

  private def sorted(json: Json): Json = json match
    case Json.Obj(members) => Json.Obj(members.map((name, value) => name -> sorted(value)).sortBy(_._1))
    case Json.Arr(all)     => Json.Arr(all.map(sorted))
    case other             => other

object IrregularJsonSuite:
  final case class Renamed(
      name: Patch[String | Int] = Patch.Absent,
      all: Patch[List[String | Int]] = Patch.Absent,
      within: Patch[Renamed | Int] = Patch.Absent
  ) derives Pickler

  type Loose = Int | String | List[Int | String]
  given Pickler[Loose] = Pickler.derived
  given numbers: Pickler[Int | Double] = Pickler.derived
  given identifiers: Pickler[Long | String] = Pickler.derived
  final case class Both(a: Int, b: Int) derives Pickler
  final case class One(a: Int, b: Option[Int]) derives Pickler
  final case class Other(b: Int, c: Int) derives Pickler
  given objects: Pickler[Both | Other] = Pickler.derived
  final case class Nick(nick: Option[Option[String]]) derives Pickler
  final case class Named(nick: Option[Option[String]] = Some(None)) derives Pickler
  final case class Plain(a: String, b: Int) derives Pickler
  final case class Kept(name: String, extras: Extras = Extras.none) derives Pickler
  final case class KeptPlain(a: String, extras: Extras = Extras.none) derives Pickler
  final case class Strict(name: String, tags: List[String], next: Option[String], loud: String | Null) derives Pickler
  enum Content derives Pickler:
    case Text(text: String)
    case Parts(parts: List[String])
    case Sizes(sizes: Map[String, Int])
