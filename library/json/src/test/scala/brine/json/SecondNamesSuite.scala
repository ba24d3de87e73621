package brine.json

import brine.*
import JsonDialect.*

/** Objects in which two members name the leaf. */
class SecondNamesSuite extends DialectTests:
  import SecondNamesSuite.*

  private val typed = D.copy(families = Families.Member("type"))
  private val interpreted = PickleOptions(limits = Limits(emittedDepth = 0))

  /** Each object, and the offset behind the second name or its value. */
  private val twice: List[String] = List(
    """{"type":"Circle","radius":1.5,"type":"Circle"}""",
    """{"type":"Circle","type":"Circle","radius":1.5}""",
    """{"radius":1.5,"type":"Circle","type":"Circle"}""",
    """{"type":"Circle","radius":1.5,"type":"Group"}""",
    """{"type":"Circle","radius":1.5,"x":{"type":1},"\u0074ype":null}""",
    """{"type":"Blank","type":"Blank"}""",
    """{"x":1,"type":"Blank","y":{"type":2},"type":"Blank"}"""
  )

  private def refusal[A: Pickler](text: String, dialect: JsonDialect, options: PickleOptions = PickleOptions())(using
      munit.Location
  ): PickleException.DuplicateField =
    intercept[PickleException.DuplicateField](JsonFormat(dialect).read[A](text)(using options = options))

  test("a second member with the leaf's name is a duplicate, refused with path and offset"):
    for object_ <- twice; options <- List(PickleOptions(), interpreted) do
      val text = s"""{"type":"Group","members":["Blank",$object_]}"""
      for unknown <- Unknown.values.toList.filter(_ != Unknown.Refuse) do
        val e = refusal[Figure](text, typed.copy(unknown = unknown), options)
        assert(e.getMessage.contains("field 'type' of "), e.getMessage)
        assert(e.getMessage.contains("appears twice"), e.getMessage)
        assert(e.path.startsWith("$.members[1]"), e.getMessage)
        val second = text.lastIndexOf("ype\"", text.length)
        assert(e.offset >= second && e.offset <= second + 6, s"${e.offset} in $text")

  test("the members of the objects around and inside do not count"):
    val nested = """{"members":[{"radius":2.0,"type":"Circle"},{"type":"Group","members":[]}],"type":"Group"}"""
    assertEquals(
      read[Figure](nested, typed),
      Figure.Group(List(Figure.Circle(2), Figure.Group(Nil)))
    )
    assertEquals(read[Plain]("""{"n":1,"type":2,"type":3}""", typed), Plain(1))
    refuses[Figure](
      s"""{"members":[{"radius":2.0,"type":"Circle"}],"type":"Group","type":"Group"}""",
      typed,
      "appears twice"
    )

  test("the first or last member names the leaf, as the dialect chooses"):
    val text = """{"type":"Circle","radius":1.5,"members":["Blank"],"type":"Group"}"""
    val late = """{"radius":1.5,"type":"Circle","members":["Blank"],"type":"Group"}"""
    val early = """{"type":"Circle","type":"Group","radius":1.5,"members":["Blank"]}"""
    for text <- List(text, late, early); options <- List(PickleOptions(), interpreted) do
      def figure(duplicates: Duplicates) =
        JsonFormat(typed.copy(duplicates = duplicates)).read[Figure](text)(using options = options)
      assertEquals(figure(Duplicates.First), Figure.Circle(1.5))
      assertEquals(figure(Duplicates.Last), Figure.Group(List(Figure.Blank)))
    val blank = """{"type":"Circle","type":"Blank"}"""
    assertEquals(read[Figure](blank, typed.copy(duplicates = Duplicates.Last)), Figure.Blank)
    val last = typed.copy(duplicates = Duplicates.Last, unknown = Unknown.Refuse)
    assertEquals(read[Figure](blank, last), Figure.Blank)

  test("an object that can be referred to has its number behind the name that counts"):
    val text = """[{"type":"Inner","type":"Inner","$id":1,"name":"v","next":{"$ref":1}},{"$ref":1}]"""
    for duplicates <- List(Duplicates.First, Duplicates.Last) do
      val dialect = typed.copy(duplicates = duplicates)
      val plain = read[List[Vertex]](text.replaceFirst("\"type\":\"Inner\",", ""), dialect)
      assert(plain(0) eq plain(1))
    val last = read[List[Vertex]](text, typed.copy(duplicates = Duplicates.Last))
    assert(last(0) eq last(1))
    refusal[List[Vertex]](text.replace("""{"$ref":1}}""", "null}"), typed)

  test("a leaf that is not an object has its name before or behind its value, once"):
    for options <- List(PickleOptions(), interpreted) do
      def reading(text: String, dialect: JsonDialect = typed) =
        JsonFormat(dialect).read[Reading](text)(using options = options)
      assertEquals(reading("""{"type":"Temperature","$value":2.5}"""), Reading.Temperature(2.5))
      assertEquals(reading("""{"$value":2.5,"type":"Temperature"}"""), Reading.Temperature(2.5))
      val second = """{"type":"Temperature","$value":2.5,"type":"Temperature"}"""
      assert(refusal[Reading](second, typed, options).getMessage.contains("appears twice"))
      assertEquals(reading(second, typed.copy(duplicates = Duplicates.First)), Reading.Temperature(2.5))
      assertEquals(reading(second, typed.copy(duplicates = Duplicates.Last)), Reading.Temperature(2.5))
    refuses[Reading]("""{"$value":2.5,"x":1,"type":"Temperature"}""", typed, "'}'")

  test("a member that names the leaf is not kept as an extra"):
    refusal[Kept]("""{"type":"Known","n":1,"type":"Known"}""", typed)
    for duplicates <- List(Duplicates.First, Duplicates.Last) do
      val dialect = typed.copy(duplicates = duplicates)
      val kept = read[Kept]("""{"n":1,"type":"Known","other":2,"type":"Known"}""", dialect)
      assertEquals(text(kept, dialect), """{"type":"Known","n":1,"other":2}""")

  test("an extra has the name of the member only where no member names the leaf"):
    val json = """{"firstName":"Ann","type":"a"}"""
    val styled = read[Styled](json, typed)
    assertEquals(text(styled, typed), json)
    val kept: Kept = Kept.Known(1, styled.rest)
    def refused(write: => Any) =
      val e = intercept[PickleException.DuplicateField](write)
      assert(e.getMessage.contains("'type'"), e.getMessage)
    refused(text(kept, typed))
    given PickleOptions = PickleOptions(subtypes = Subtypes(Subtype[Paid]))
    refused(JsonFormat(typed).write[Payment](Paid(styled.rest)))
    val around = Around(styled, Kept.Known(1, Extras.none), styled)
    assertEquals(
      text(around, typed),
      s"""{"before":$json,"kept":{"type":"Known","n":1},"after":$json}"""
    )
    val wrapped = typed.copy(families = Families.Wrapper)
    assertEquals(text(kept, wrapped), """{"Known":{"n":1,"type":"a"}}""")

  test("an extra has no name that the dialect gives a field, and may have a field's name in the class"):
    val snake = D.copy(names = NameStyle.SnakeCase)
    val kept = read[Styled]("""{"first_name":"Ann","firstName":1,"other":2}""", snake)
    assertEquals(text(kept, snake), """{"first_name":"Ann","firstName":1,"other":2}""")
    val taken = Styled("Ann", read[Styled]("""{"firstName":"x","first_name":1}""", D).rest)
    val e = intercept[PickleException.DuplicateField](text(taken, snake))
    assert(e.getMessage.contains("first_name"), e.getMessage)

  test("an object of an open type names its class once"):
    given PickleOptions = PickleOptions(subtypes = Subtypes(Subtype[Card], Subtype[Cash.type], Subtype[Sum]))
    val card = "\"type\":\"brine.json.Card\""
    val cash = "\"type\":\"brine.json.Cash\""
    val sum = s"\"type\":\"${Subtype[Sum].name}\""
    val both = List(
      s"""{$card,"number":"1",$card}""",
      s"""{"number":"1",$card,$card}""",
      s"""{$sum,"$$value":"1",$sum}"""
    )
    for text <- both do
      val e = intercept[PickleException.DuplicateField](JsonFormat(typed).read[List[Payment]](s"[$text]"))
      assert(e.path.startsWith("$[0]"), e.getMessage)
    val format = JsonFormat(typed)
    assertEquals(format.read[Payment](s"""{"$$value":"1",$sum}"""), Sum(1))
    intercept[PickleException](format.read[Payment](s"{$cash,$cash}"))
    val last = JsonFormat(typed.copy(duplicates = Duplicates.Last))
    assertEquals(last.read[Payment](s"""{$cash,"number":"1",$card}"""), Card("1"))
    assertEquals(last.read[Payment](s"{$card,$cash}"), Cash)
    assertEquals(
      JsonFormat(typed.copy(duplicates = Duplicates.First)).read[Payment](s"""{$card,$cash,"number":"1"}"""),
      Card("1")
    )

  test("a field or an alias cannot have the name of the member"):
    val reasons = JsonDialect.check[Aliased](typed)
    assertEquals(
      reasons.toList,
      List("Aliased: the leaf One has a field with the alias 'type', which is the dialect's member for the leaf's name")
    )
    assertEquals(JsonDialect.check[Aliased](D), Nil)
    given PickleOptions = PickleOptions(subtypes = Subtypes(Subtype[Typed]))
    val format = JsonFormat(typed)
    val reason = "Typed: it has a field 'type', which is the dialect's member for the leaf's name"
    for
      e <- List(
        intercept[PickleException.UnsupportedType](format.write[Payment](Typed("a"))),
        intercept[PickleException.UnsupportedType](
          format.read[Payment](s"""{"type":"${Subtype[Typed].name}","type":"a"}""")
        )
      )
    do assertEquals(e.reasons.toList, List(reason))
    assertEquals(JsonFormat(D).read[Payment](JsonFormat(D).write[Payment](Typed("a"))), Typed("a"))

object SecondNamesSuite:
  final case class Plain(n: Int) derives Pickler
  final case class Styled(firstName: String, rest: Extras) derives Pickler
  final case class Around(before: Styled, kept: Kept, after: Styled) derives Pickler
  final case class Paid(rest: Extras) extends Payment derives Pickler
  enum Kept derives Pickler:
    case Known(n: Int, rest: Extras)
    case Other
  enum Aliased derives Pickler:
    case One(@alias("type") category: String)
    case Two(size: Int)
  final case class Typed(`type`: String) extends Payment derives Pickler
  final case class Sum(value: BigInt) extends Payment
  object Sum:
    import brine.combine.imap
    given Pickler[Sum] = Pickler[BigInt].imap(Sum(_))(_.value)
