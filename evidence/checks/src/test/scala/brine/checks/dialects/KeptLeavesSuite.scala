package brine.checks.dialects

import scala.jdk.CollectionConverters.*
import scala.util.Random
import brine.*
import brine.binary.BinaryFormat
import brine.checks.AllFormats
import brine.json.*
import brine.json.JsonDialect.*
import brine.testkit.{Laws, Patient}
import com.fasterxml.jackson.databind.ObjectMapper
import com.networknt.schema.{JsonSchemaFactory, SpecVersion}

/** A fallback that keeps a leaf which its type does not know: JSON writes it as it was, and no format writes it as
  * another leaf.
  */
class KeptLeavesSuite extends munit.FunSuite, Patient:
  import KeptLeavesSuite.{given, *}

  private val count = Integer.getInteger("brine.kept", 40).intValue

  private val dialects = Seq(
    JsonDialect.Default,
    JsonDialect(families = Families.Wrapper, unknown = Unknown.Skip),
    JsonDialect.Api,
    JsonDialect.likeCirce,
    JsonDialect.likeJackson.copy(unknown = Unknown.Skip),
    JsonDialect.Api.copy(singletons = Singletons.Objects, leafNames = NameStyle.SnakeCase, omit = Omit.values.toSet),
    JsonDialect(duplicates = Duplicates.Last, unknown = Unknown.Skip, missing = Missing.Zeros)
  )

  private def values(random: Random, dialect: JsonDialect, ofJson: Boolean): Json =
    def scalar = random.nextInt(4) match
      case 0 => Json.Num(random.nextInt(100).toString)
      case 1 => Json.Str("s" * random.nextInt(3))
      case 2 => Json.Bool(random.nextBoolean())
      case _ => Json.Arr(Vector.fill(random.nextInt(3))(Json.Num("1.5")))
    def members = Vector.tabulate(random.nextInt(4))(i => s"m$i" -> scalar)
    val name = Seq("Comet", "Ring", "Other", "x y", "ünknown")(random.nextInt(if ofJson then 5 else 2))
    if random.nextInt(4) == 0 && name != "Other" then Json.Str(name)
    else
      dialect.families match
        case Families.Member(member, _) =>
          val (before, after) = members.splitAt(if dialect == JsonDialect.Default then 0 else random.nextInt(4))
          Json.Obj((before :+ (member -> Json.Str(name))) ++ after)
        case _ => Json.Obj(Vector(name -> Json.Obj(members)))

  private def sorted(json: Json): Json = json match
    case Json.Obj(all) => Json.Obj(all.map((name, value) => name -> sorted(value)).sortBy(_._1))
    case Json.Arr(all) => Json.Arr(all.map(sorted))
    case other         => other

  private def comesBack[A: Pickler](dialect: JsonDialect, ofJson: Boolean): Unit =
    assertEquals(JsonDialect.check[A](dialect).toList, Nil)
    val format = JsonFormat(dialect)
    val schema = JsonSchema.of[List[A]](dialect)
    val validator = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema.text)
    val random = new Random(7)
    for _ <- 1 to count do
      val document = Json.Arr(Vector.fill(random.nextInt(4))(values(random, dialect, ofJson)))
      val text = document.render
      for options <- List(PickleOptions.Default, Laws.interpreted) do
        val all = Laws.read[List[A]](text.getBytes("UTF-8"), format, options)
        val back = new String(Laws.write(all, format, options), "UTF-8")
        assertEquals(sorted(Json.parse(back)), sorted(document), s"$dialect\n$text\n$back")
        assertEquals(format.read[List[A]](back), all)
      assertEquals(
        Pickle.read[List[A]](Laws.trickle(text.getBytes("UTF-8")))(using summon, format),
        format.read[List[A]](text)
      )
      val complaints = validator.validate(new ObjectMapper().readTree(text)).asScala.toList
      assertEquals(complaints, Nil, s"$text\n${schema.text}")

  for (dialect, i) <- dialects.zipWithIndex do
    test(s"unknown leaves come back as they were, in dialect $i"):
      comesBack[WithJson](dialect, ofJson = true)
      comesBack[WithRaw](dialect, ofJson = true)
      comesBack[WithExtras](dialect, ofJson = false)

  test("known leaves are read and written as without a fallback"):
    for dialect <- dialects do
      val format = JsonFormat(dialect)
      val all = List[WithJson](WithJson.Planet("a", Some(1)), WithJson.Sun)
      assertEquals(format.read[List[WithJson]](format.write(all)), all)
      val both = List[Body](Body.Planet("a"), Body.Sun)
      assertEquals(format.read[List[Body]](format.write(both)), both)

  test("an enum's fallback with a string keeps the text, also as a key"):
    val format = JsonFormat(JsonDialect.Api)
    val colors = "[\"Red\",\"Mauve\",\"Other\",\"\"]"
    for f <- List(format, JsonFormat) do
      assertEquals(
        f.read[List[Color]](colors),
        List(Color.Red, Color.Other("Mauve"), Color.Other("Other"), Color.Other(""))
      )
      assertEquals(f.write(f.read[List[Color]](colors)), colors)
      assertEquals(
        f.read[Paint](f.write(Paint(Color.Other("x"), Some(Color.Other("y")))))(using summon, summon),
        Paint(Color.Other("x"), Some(Color.Other("y")))
      )
    val keys = """{"Red":1,"$x":2}"""
    assertEquals(format.read[Map[Color, Int]](keys), Map(Color.Red -> 1, Color.Other("$x") -> 2))
    assertEquals(format.write(format.read[Map[Color, Int]](keys)), keys)
    intercept[PickleException.UnknownLeaf](JsonFormat.read[Color]("""{"$type":"Mixed","rgb":1}"""))
    assertNotEquals(JsonDialect.check[Color](JsonDialect(enums = Enums.Numbers)).toList, Nil)

  test("a fallback that would come back as another leaf is refused"):
    for dialect <- dialects do
      val format = JsonFormat(dialect)
      intercept[PickleException.RuleNotObeyed](format.write[Color](Color.Other(dialect.leafNames("Red"))))
      intercept[PickleException.NullValue](format.write[Color](Color.Other(null)))
      for json <- List(
          Json.Str(dialect.leafNames("Sun")),
          Json.Num("1"),
          Json.Null,
          Json.parse(format.write[WithJson](WithJson.Sun))
        )
      do
        intercept[PickleException.RuleNotObeyed](format.write[WithJson](WithJson.Other(json)))
      intercept[PickleException.RuleNotObeyed](
        format.write[WithJson](WithJson.Other(Json.parse(format.write[WithJson](WithJson.Planet("a", None)))))
      )

  test("typed fields beside extras are read, and the name stays"):
    val format = JsonFormat(JsonDialect.Api)
    val text = """{"type":"Comet","name":"c","tail":[1,2]}"""
    val body = format.read[Named](text)
    assertEquals(body.name, "c")
    assertEquals(format.write(body), text)
    body match
      case Other(_, extras) =>
        assertEquals(extras.leafName, Some("Comet"))
        assertEquals(format.write[Named](Other("d", extras)), text.replace("\"c\"", "\"d\""))
        intercept[PickleException.RuleNotObeyed](JsonFormat(JsonDialect.Api.copy(leafNames =
          NameStyle.of(name => if name == "Planet" then "Comet" else name)
        )).write[Named](body))
      case other => fail(other.toString)

  test("an untagged fallback takes each value that is of no other leaf"):
    val format = JsonFormat(JsonDialect.Api.copy(families = Families.Untagged))
    for text <- List("""{"name":"a"}""", """{"x":1}""", "{}", "[1,2]", "17", "\"text\"", "true") do
      assertEquals(format.write(format.read[WithJson](text)), text)
    for text <- List("""{"name":"a"}""", """{"x":1}""") do
      assertEquals(format.write(format.read[WithExtras](text)), text)

  test("a union has a family with a fallback beside another class"):
    val format = JsonFormat(JsonDialect.Api)
    def comesBack[A: Pickler](texts: String*): Unit =
      assertEquals(JsonDialect.check[A](format.dialect).toList, Nil)
      for text <- texts :+ """{"author":"a"}""" do assertEquals(format.write(format.read[A](text)), text)
    val unknown = """{"type":"Comet","name":"h","tail":[1]}"""
    comesBack[WithJson | Author](unknown, """{"type":"Planet","name":"a"}""", "\"Sun\"", "\"Ring\"")
    comesBack[WithExtras | Author](unknown, """{"type":"Planet","name":"a"}""", "\"Ring\"")
    comesBack[Color | Author]("\"Red\"", "\"Mauve\"")
    assertEquals(format.read[Body | Author](unknown), Body.Other)

  test("a leaf that a binary format has kept is refused there, or written with its content"):
    for format <- AllFormats.all if format != JsonFormat; depth <- List(512, 0) do
      val options = PickleOptions(carriage = Carriage.Names, limits = Limits(emittedDepth = depth))
      def older[A: Pickler, B: Pickler](value: A): B =
        val reader = if format == BinaryFormat.Bare then Unpickler.from[B](Pickler[A].shape) else summon[Pickler[B]]
        format.pickled(Laws.write(value, format, options)).unpickle[B](using reader, options)
      val comet = older[Newer, WithExtras](Newer.Comet("h", List(1, 2)))
      comet match
        case WithExtras.Other(extras) =>
          assertEquals((extras.leafName, extras.names), (Some("Comet"), Set("name", "tail")))
        case other => fail(other.toString)
      intercept[PickleException.RuleNotObeyed](Laws.write[WithExtras](comet, format, options))
      assertEquals(JsonFormat.write(comet), JsonFormat.write[Newer](Newer.Comet("h", List(1, 2))))
      val ring = older[Newer, WithExtras](Newer.Ring)
      assertEquals(JsonFormat.write(ring), "\"Ring\"")
      intercept[PickleException.RuleNotObeyed](Laws.write[WithExtras](ring, format, options))
      intercept[PickleException.UnknownLeaf](older[Newer, WithJson](Newer.Comet("h", Nil)))
      intercept[PickleException.UnknownLeaf](older[Newer, WithJson](Newer.Ring))
      assertEquals(older[Newer, WithJson](Newer.Planet("a", None)), WithJson.Planet("a", None))
      // An enum's name is kept as a text. A newer program finds its leaf in it.
      val mauve = older[NewerColor, Color](NewerColor.Mauve)
      assertEquals(mauve, Color.Other("Mauve"))
      assertEquals(older[Color, NewerColor](mauve), NewerColor.Mauve)
      assertEquals(older[Color, NewerColor](Color.Other("Lime")), NewerColor.Other("Lime"))
      assertEquals(older[Color, Color](mauve), mauve)
      intercept[PickleException.UnknownLeaf](older[NewerColor, Color](NewerColor.Mixed(1)))

object KeptLeavesSuite:
  final case class Author(author: String) derives Pickler
  given withJson: Pickler[WithJson | Author] = Pickler.derived
  given withExtras: Pickler[WithExtras | Author] = Pickler.derived
  given withColor: Pickler[Color | Author] = Pickler.derived
  given withBody: Pickler[Body | Author] = Pickler.derived

  enum WithJson derives Pickler:
    case Planet(name: String, moons: Option[Int] = None)
    case Sun
    @fallback case Other(json: Json)

  enum WithRaw derives Pickler:
    case Planet(name: String)
    case Sun
    @fallback case Other(json: RawJson)

  enum WithExtras derives Pickler:
    case Planet(name: String)
    case Sun
    @fallback case Other(extras: Extras)

  enum Body derives Pickler:
    case Planet(name: String)
    case Sun
    @fallback case Other

  sealed trait Named derives Pickler:
    def name: String
  final case class Planet(name: String) extends Named
  @fallback final case class Other(name: String = "", extras: Extras = Extras.none) extends Named

  enum Color derives Pickler:
    case Red, Green
    @fallback case Other(name: String)

  final case class Paint(color: Color, other: Option[Color]) derives Pickler

  enum Newer derives Pickler:
    case Planet(name: String, moons: Option[Int] = None)
    case Sun
    case Comet(name: String, tail: List[Int])
    case Ring

  enum NewerColor derives Pickler:
    case Red, Green, Mauve
    case Mixed(rgb: Int)
    @fallback case Other(name: String = "")
