package brine.json

import java.time.*
import java.time.format.DateTimeFormatter
import java.util.{Date, UUID}
import brine.*
import JsonDialect.*

/** Each option of a dialect: output, input, and refusals. */
class DialectSuite extends DialectTests:
  private val jim = Account("jim")

  test("names of fields, of leaves, and those that annotations give") {
    check(Person("Jim", 1), D.copy(names = NameStyle.ScreamingSnakeCase), """{"NAME":"Jim","SINCE":1}""")
    check(UserId(1), D.copy(names = NameStyle.of("x-" + _)), """{"x-value":1}""")
    val snake = D.copy(names = NameStyle.SnakeCase, leafNames = NameStyle.KebabCase)
    check(Event.UserCreated(1, Some("a")): Event, snake, """{"$type":"user-created","user_id":1,"user_name":"a"}""")
    check(Event.UserDeleted(1): Event, snake, """{"$type":"gone","user_id":1}""")
    check(Event.Tick: Event, snake, "\"tick\"")
    check(Renamed(1, "n"), snake, """{"$$ID":1,"new_name":"n"}""")
    check(Renamed(1, "n"), snake.copy(marks = Marks.Refused), """{"$ID":1,"new_name":"n"}""")
    assertEquals(read[Renamed]("""{"$$ID":1,"old_name":"n"}""", snake), Renamed(1, "n"))
    check(Person("a", 1), D.copy(names = NameStyle.of(_ + "\"é")), """{"name\"é":"a","since\"é":1}""")
  }

  test("styles of names") {
    import NameStyle.*
    for (name, snake, camel) <- List(
        ("firstName", "first_name", "firstName"),
        ("HTTPServer", "http_server", "httpServer"),
        ("userID", "user_id", "userId"),
        ("a", "a", "a"),
        ("A", "a", "a"),
        ("first_name", "first_name", "firstName"),
        ("_1", "_1", "_1"),
        ("x2Y", "x2_y", "x2Y"),
        ("_", "_", "_")
      )
    do
      assertEquals(SnakeCase(name), snake)
      assertEquals(CamelCase(name), camel)
    assertEquals(PascalCase("first_name"), "FirstName")
    assertEquals(KebabCase("firstName"), "first-name")
    assertEquals(mapped(Map("a" -> "b"), SnakeCase)("a"), "b")
    assertEquals(mapped(Map("a" -> "b"), SnakeCase)("aB"), "a_b")
  }

  test("a leaf's name by a member of any name, anywhere in the object on reading") {
    val typed = D.copy(families = Families.Member("type"))
    check(Figure.Circle(1.5): Figure, typed, """{"type":"Circle","radius":1.5}""")
    assertEquals(read[Figure]("""{"radius":1.5,"type":"Circle"}""", typed), Figure.Circle(1.5))
    val nested = """{"members":[{"members":["Blank",{"radius":2.0,"type":"Circle"}],"type":"Group"}],"type":"Group"}"""
    assertEquals(read[Figure](nested, typed), Figure.Group(List(Figure.Group(List(Figure.Blank, Figure.Circle(2))))))
    val unknown = """{"x":{"type":"y"},"radius":1.5,"z":[],"type":"Circle","w":1}"""
    assertEquals(read[Figure](unknown, typed), Figure.Circle(1.5))
    refuses[Figure](unknown, typed.copy(unknown = Unknown.Refuse), "no field 'x'")
    assertEquals(
      read[Figure]("""{"radius":1.5,"type":"Circle"}""", typed.copy(unknown = Unknown.Refuse)),
      Figure.Circle(1.5)
    )
    assertEquals(read[Figure]("""{"a":1,"type":"Blank"}""", typed), Figure.Blank)
    refuses[Figure]("""{"radius":1.5}""", typed, "\"type\"")
    refuses[Figure]("""{"radius":1.5,"type":"Ellipse"}""", typed, "no leaf 'Ellipse'")
    refuses[Figure]("""{"radius":1.5,"type":3}""", typed, "expected a string")
  }

  test("a leaf's name as the only member of an object around it") {
    val wrapper = D.copy(families = Families.Wrapper)
    check(Figure.Circle(1.5): Figure, wrapper, """{"Circle":{"radius":1.5}}""")
    check(Figure.Group(List(Figure.Blank, null)): Figure, wrapper, """{"Group":{"members":["Blank",null]}}""")
    check(Figure.Blank: Figure, wrapper.copy(singletons = Singletons.Objects), """{"Blank":{}}""")
    assertEquals(read[Figure]("""{"Blank":null}""", wrapper), Figure.Blank)
    check(Reading.Temperature(2): Reading, wrapper, """{"Temperature":2.0}""")
    check(Right("r"): Either[Int, String], wrapper, """{"Right":{"value":"r"}}""")
    refuses[Figure]("""{"Circle":{"radius":1.5},"x":1}""", wrapper, "expected '}'")
    refuses[Figure]("{}", wrapper, "name of a leaf")
    refuses[Figure]("""{"Ring":{}}""", wrapper, "no leaf 'Ring'")
  }

  test("a leaf told by its fields, and families that fields cannot tell") {
    val untagged = D.copy(families = Families.Untagged)
    check(Area.Square(1.5, "a"): Area, untagged, """{"side":1.5,"name":"a"}""")
    check(Area.Nowhere: Area, untagged, "\"Nowhere\"")
    assertEquals(read[Area]("""{"name":"a","x":{"radius":1},"radius":2.0}""", untagged), Area.Round(2, "a"))
    refuses[Area]("""{"name":"a"}""", untagged, "the fields of a leaf")
    refuses[Area]("""{"name":"a","radius":1.0,"side":2.0}""", untagged, "not of Round and Square")
    val reasons = JsonDialect.check[Tree](untagged)
    assertEquals(reasons, Nil)
    assert(JsonDialect.check[Either[Int, String]](untagged).head.contains("Left and of Right"))
    intercept[PickleException.UnsupportedType](text(Right("r"): Either[Int, String], untagged))
    intercept[PickleException.UnsupportedType](read[Either[Int, String]]("{}", untagged))
  }

  test("singletons and enums") {
    val objects = D.copy(families = Families.Member("type"), singletons = Singletons.Objects)
    check(Color.Red, objects, """{"type":"Red"}""")
    check(List[Figure](Figure.Blank), objects, """[{"type":"Blank"}]""")
    val mixed = objects.copy(singletons = Singletons.TextsInEnums)
    check(Color.Red, mixed, "\"Red\"")
    check(Figure.Blank: Figure, mixed, """{"type":"Blank"}""")
    assertEquals(read[Figure]("\"Blank\"", mixed), Figure.Blank)
    check(List(Color.Blue, Color.Red), D.copy(enums = Enums.Numbers), "[2,0]")
    refuses[Color]("3", D.copy(enums = Enums.Numbers), "no leaf number 3")
    check(Map(Color.Blue -> 1), D.copy(enums = Enums.Numbers, keys = Keys.Texts), """{"2":1}""")
    check(
      Figure.Circle(1): Figure,
      D.copy(leafNames = NameStyle.Qualified),
      """{"$type":"brine.json.Figure.Circle","radius":1.0}"""
    )
    check(Figure.Blank: Figure, D.copy(leafNames = NameStyle.Qualified), "\"brine.json.Figure.Blank\"")
    check(Tree.Nil: Tree, D.copy(leafNames = NameStyle.Qualified), "\"brine.json.Tree.Nil\"")
  }

  test("fields that are left out are those that a reader finds again") {
    check(
      jim,
      D.copy(omit = Set(Omit.Nones)),
      """{"userName":"jim","loginCount":0,"roles":[],"isActive":true,"score":0.5,""" +
        """"color":"Green","limit":3,"note":"none"}"""
    )
    check(jim, D.copy(omit = Omit.values.toSet), """{"userName":"jim"}""")
    check(
      jim.copy(limit = None, nickName = Some("j")),
      D.copy(omit = Omit.values.toSet),
      """{"userName":"jim","nickName":"j","limit":null}"""
    )
    check(
      jim.copy(score = -0.5, note = null),
      D.copy(omit = Omit.values.toSet),
      """{"userName":"jim","score":-0.5,"note":null}"""
    )
    check(List(jim.copy(roles = List("a"))), D.copy(omit = Omit.values.toSet), """[{"userName":"jim","roles":["a"]}]""")
    assertEquals(JsonFormat(D.copy(omit = Set(Omit.Nones))).read[Account](JsonFormat.write(jim)), jim)
  }

  test("missing fields that are required, and nulls for defaults") {
    val strict = D.copy(missing = Missing.Refused)
    refuses[Account]("""{"userName":"a"}""", strict, "field 'nickName' of Account is missing")
    refuses[Account](
      """{"userName":"a"}""",
      strict.copy(omit = Set(Omit.Nones)),
      "field 'loginCount' of Account is missing"
    )
    assertEquals(read[Account]("""{"userName":"a"}""", strict.copy(omit = Omit.values.toSet)), Account("a"))
    val nulls = D.copy(nulls = Nulls.AsMissing)
    assertEquals(
      read[Account](
        """{"loginCount":null,"userName":"a","roles":null,"score":null,"color":null,"note":null,"limit":null}""",
        nulls
      ),
      Account("a", limit = None)
    )
    refuses[Account]("""{"userName":"a","loginCount":null}""", D, "expected a whole number")
  }

  test("numbers as numbers and as strings") {
    val numbers = D.copy(integers = NumberForm.Number, decimals = NumberForm.Number)
    val a = Amounts(
      BigInt("123456789012345678901"),
      BigDecimal("1.50"),
      new java.math.BigDecimal("1E+3"),
      Long.MaxValue,
      Some(2),
      List(1, -1)
    )
    check(
      a,
      numbers,
      """{"whole":123456789012345678901,"price":1.50,"exact":1E+3,"count":9223372036854775807,"part":2,"all":[1,-1]}"""
    )
    assertEquals(read[Amounts](JsonFormat.write(a), numbers), a)
    val texts = D.copy(longs = NumberForm.Text)
    check(
      a,
      texts,
      """{"whole":"123456789012345678901","price":"1.50","exact":"1E+3",""" +
        """"count":"9223372036854775807","part":"2","all":["1","-1"]}"""
    )
    refuses[UserId]("""{"value":1}""", texts, "in a string")
    refuses[UserId]("""{"value":" 1"}""", texts, "a number in a string")
    refuses[UserId]("""{"value":"1 "}""", texts, "a number, not '1 '")
    refuses[UserId]("""{"value":"x"}""", texts, "whole number")
    check(Map(1L -> 2L), texts, """{"1":"2"}""")
    val lenient = numbers.copy(reading = NumberReading.Lenient)
    assertEquals(
      read[Amounts](
        """{"whole":1e3,"price":"1.50","exact":"1E+3","count":1.0,"part":null,"all":["7",2e2,-0.0]}""",
        lenient
      ),
      Amounts(BigInt(1000), BigDecimal("1.50"), new java.math.BigDecimal("1E+3"), 1, None, List(7, 200, 0))
    )
    refuses[UserId]("""{"value":1.5}""", lenient, "expected a whole number")
    refuses[UserId]("""{"value":1e19}""", lenient, "a number between")
    refuses[UserId]("""{"value":1e999999999}""", lenient, "a number between")
    refuses[Person]("""{"name":"a","since":3000000000}""", lenient, "between -2147483648 and 2147483647")
    assertEquals(read[Doubled]("""{"d":"1.5","f":"NaN","some":"-0.0","all":[1e3]}""", lenient).d, 1.5)
    refuses[UserId]("""{"value":1e3}""", D, "found one with a point or an exponent")
  }

  test("floating point numbers as ECMAScript has them, and those that JSON has not") {
    val ecma = D.copy(doubles = Doubles.EcmaScript)
    for (value, text) <- List(
        1.0 -> "1",
        0.0 -> "0",
        -0.0 -> "-0",
        1e21 -> "1e+21",
        1e20 -> "100000000000000000000",
        1e-6 -> "0.000001",
        1e-7 -> "1e-7",
        123.456 -> "123.456",
        5e-324 -> "5e-324",
        1.7976931348623157e308 -> "1.7976931348623157e+308",
        -1.5e-10 -> "-1.5e-10"
      )
    do check(value, ecma, text)
    check(1.5f, ecma, "1.5")
    check(Map(0.5 -> 1, 1e22 -> 2), ecma.copy(keys = Keys.Texts), """{"0.5":1,"1e+22":2}""")
    val nulls = D.copy(notFinite = NotFinite.Null)
    assertEquals(text(List(Double.NaN, 1), nulls), "[null,1.0]")
    assert(read[List[Double]]("[null]", nulls).head.isNaN)
    intercept[PickleException.RuleNotObeyed](text(Double.PositiveInfinity, nulls))
    intercept[PickleException.RuleNotObeyed](text(Option(Double.NaN), nulls))
    intercept[PickleException.RuleNotObeyed](text(Float.NaN, D.copy(notFinite = NotFinite.Refused)))
    refuses[Double]("\"NaN\"", nulls, "a number")
  }

  test("keys of all types that are one text") {
    val keyed = Keyed(
      Map(Color.Red -> 1),
      Map(new UUID(1, 2) -> "a"),
      Map(LocalDate.of(2024, 2, 29) -> 1),
      Map(BigInt(12) -> 1),
      Map(Email("a") -> 1),
      Map(1.5 -> 1),
      Map("$a" -> 1)
    )
    check(
      keyed,
      D.copy(keys = Keys.Texts),
      """{"colors":{"Red":1},"ids":{"00000000-0000-0001-0000-000000000002":"a"},""" +
        """"days":{"2024-02-29":1},"sums":{"12":1},"mails":{"a":1},"doubles":{"1.5":1},"texts":{"$$a":1}}"""
    )
    check(Map(Solo -> 1), D.copy(keys = Keys.Texts), """{"Solo":1}""")
    check(Map(UserId(3) -> Name("n")), D.copy(keys = Keys.Texts, wrapped = Wrapped.Fields), """{"3":"n"}""")
    intercept[PickleException.NullValue](text(Map(Email(null) -> 1), D.copy(keys = Keys.Texts)))
    intercept[PickleException.NullValue](text(
      Map((null: Color) -> 1),
      D.copy(keys = Keys.Texts, marks = Marks.Refused)
    ))
    refuses[Map[Color, Int]]("""{"Pink":1}""", D.copy(keys = Keys.Texts), "no leaf 'Pink'")
    refuses[Map[BigInt, Int]]("""{"1x":1}""", D.copy(keys = Keys.Texts), "BigInteger")
    check(Map(1.5 -> 1), D, "[[1.5,1]]")
  }

  test("classes of one field as that field") {
    val fields = D.copy(wrapped = Wrapped.Fields, keys = Keys.Texts)
    val trip = Trip(UserId(1), Name("n"), Map(UserId(2) -> Meters(1.5)), Some(Meters(2)), List(Name("m"), null))
    check(trip, fields, """{"id":1,"name":"n","way":{"2":1.5},"stops":2.0,"last":["m",null]}""")
    check(
      Trip(null, Name(null), Map(), None, Nil),
      fields,
      """{"id":null,"name":{"$value":null},"way":{},"stops":null,"last":[]}"""
    )
    check(Figure.Circle(1): Figure, fields, """{"$type":"Circle","radius":1.0}""")
    check(Figure.Circle(1): Figure, fields.copy(families = Families.Wrapper), """{"Circle":{"radius":1.0}}""")
    check(Name("n"), fields, "\"n\"")
    check(
      List(Some(Name("n")), Some(Name(null)), Some(null), None),
      fields,
      """["n",{"$some":{"$value":null}},{"$some":null},null]"""
    )
    check(
      trip,
      D.copy(wrapped = Wrapped.FieldsOf(Set(classOf[Name], classOf[Meters]))),
      """{"id":{"value":1},"name":"n","way":[[{"value":2},1.5]],"stops":2.0,"last":["m",null]}"""
    )
    assert(
      JsonDialect.check[Person](D.copy(wrapped = Wrapped.FieldsOf(Set(classOf[Person])))).head.contains("exactly one")
    )
    intercept[PickleException.RuleNotObeyed](text(List(Name(null)), fields.copy(marks = Marks.Refused)))
    given PickleOptions = PickleOptions(sharing = Sharing.All)
    val id = UserId(1)
    assertEquals(JsonFormat(fields).write(List(id, id)), """[{"$id":1,"$value":1},{"$ref":1}]""")
    assertEquals(JsonFormat(fields).read[List[UserId]]("""[{"$id":1,"$value":1},{"$ref":1}]"""), List(id, id))
  }

  test("instants, and other dates by a formatter") {
    val m = Moments(Instant.ofEpochMilli(1500), new Date(-2500), LocalDate.of(2024, 2, 29), None)
    check(m, D.copy(instants = Instants.EpochSeconds), """{"at":1.5,"date":-2.5,"day":"2024-02-29","time":null}""")
    check(
      m,
      D.copy(instants = Instants.EpochMilliseconds),
      """{"at":1500,"date":-2500,"day":"2024-02-29","time":null}"""
    )
    val seconds = D.copy(instants = Instants.EpochSeconds)
    for i <- List(
        Instant.EPOCH,
        Instant.MIN,
        Instant.MAX,
        Instant.ofEpochSecond(-1, 999_999_999),
        Instant.ofEpochSecond(1 << 30)
      )
    do
      assertEquals(read[Instant](text(i, seconds), seconds), i)
    assertEquals(text(Instant.ofEpochSecond(-1, 999_999_999), seconds), "-0.000000001")
    assertEquals(text(Instant.ofEpochSecond(3), seconds), "3")
    intercept[PickleException.RuleNotObeyed](text(
      Instant.ofEpochSecond(0, 1),
      D.copy(instants = Instants.EpochMilliseconds)
    ))
    refuses[Instant]("0.0000000001", seconds, "no instant")
    refuses[Instant]("1e400", seconds, "out of range")
    assertEquals(read[Instant]("\"1970-01-01T00:00:03Z\"", seconds), Instant.ofEpochSecond(3))
    val swiss = D.copy(formatters = Map(classOf[LocalDate] -> DateTimeFormatter.ofPattern("dd.MM.uuuu")))
    check(m.day, swiss, "\"29.02.2024\"")
    check(Map(m.day -> 1), swiss.copy(keys = Keys.Texts), """{"29.02.2024":1}""")
    refuses[LocalDate]("\"2024-02-29\"", swiss, "unexpected text")
    val year = D.copy(formatters = Map(classOf[LocalDateTime] -> DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm")))
    intercept[PickleException.RuleNotObeyed](text(LocalDateTime.of(2024, 1, 1, 1, 1, 1), year))
    assert(JsonDialect.check[Int](
      D.copy(formatters = Map(classOf[String] -> DateTimeFormatter.ISO_DATE))
    ).head.contains("java.lang.String"))
  }

  test("bytes as text") {
    val bytes = Array[Byte](-1, -2, 0, 3)
    for (form, text) <- List(Bytes.Base64 -> "//4AAw==", Bytes.Base64Url -> "__4AAw", Bytes.Hexadecimal -> "fffe0003")
    do
      val dialect = D.copy(bytes = form)
      assertEquals(this.text(Blob(bytes, "b"), dialect), s"""{"bytes":"$text","name":"b"}""")
      for t <- List(s"\"$text\"", "[-1,-2,0,3]", "[ -1 , -2 , 0 , 3 ]") do
        assertEquals(read[Array[Byte]](t, dialect).toSeq, bytes.toSeq)
      refuses[Array[Byte]]("\"a!\"", dialect, "bytes in the form")
      assertEquals(read[Blob]("""{"bytes":null,"name":"b"}""", dialect).bytes, null)
    refuses[Array[Byte]]("\"//4AAx==\"", D.copy(bytes = Bytes.Base64), "bytes in the form")
    assertEquals(read[Array[Byte]]("\"__4AAw==\"", D.copy(bytes = Bytes.Base64Url)).toSeq, bytes.toSeq)
  }

  test("unknown members are skipped, refused or kept") {
    val text = """{"x":[1],"name":"a","since":1,"y":2}"""
    assertEquals(read[Person](text, D), Person("a", 1))
    refuses[Person](text, D.copy(unknown = Unknown.Refuse), "no field 'x'")
    refuses[Account]("""{"x":1}""", D, "no field 'x'")
    refuses[Account]("""{"x":1}""", D.copy(unknown = Unknown.Skip), "'userName' of Account is missing")
    val kept = """{"known":1,"an_Extra":{"a":[1]}}"""
    check(read[Open](kept, D.copy(names = NameStyle.SnakeCase)), D.copy(names = NameStyle.SnakeCase), kept)
    check(
      read[Open]("""{"known":1,"$type":2}""", D.copy(marks = Marks.Refused)),
      D.copy(marks = Marks.Refused),
      """{"known":1,"$type":2}"""
    )
  }

  test("duplicates are refused, or the first or last one is taken") {
    val text = """{"name":"a","since":1,"name":"b","name":"c"}"""
    refuses[Person](text, D, "appears twice")
    assertEquals(read[Person](text, D.copy(duplicates = Duplicates.First)), Person("a", 1))
    assertEquals(read[Person](text, D.copy(duplicates = Duplicates.Last)), Person("c", 1))
    val nested = s"""{"a":$text,"b":[1],"a":{"name":"z","since":2},"b":[2]}"""
    assertEquals(
      read[Pair[Person, List[Int]]](nested, D.copy(duplicates = Duplicates.First)),
      Pair(Person("a", 1), List(1))
    )
    assertEquals(
      read[Pair[Person, List[Int]]](nested, D.copy(duplicates = Duplicates.Last)),
      Pair(Person("z", 2), List(2))
    )
  }

  test("a key that a map has twice is refused, or its first or last value is taken") {
    val text = """{"a":1,"b":2,"a":3}"""
    refuses[Map[String, Int]](text, D, "a key twice")
    for keep <- List(Duplicates.First -> 1, Duplicates.Last -> 3) do
      val dialect = D.copy(duplicates = keep._1)
      assertEquals(read[Map[String, Int]](text, dialect), Map("a" -> keep._2, "b" -> 2))
      assertEquals(
        read[scala.collection.immutable.ListMap[String, Int]](text, dialect).toList,
        List("a" -> keep._2, "b" -> 2)
      )
      assertEquals(
        read[Map[List[Int], Int]]("[[[1],1],[[2],2],[[1],3]]", dialect),
        Map(List(1) -> keep._2, List(2) -> 2)
      )
      val deep = PickleOptions(limits = Limits(emittedDepth = 0))
      assertEquals(JsonFormat(dialect).read[Map[String, Int]](text)(using summon, deep), Map("a" -> keep._2, "b" -> 2))
  }

  test("without marks, names that begin with $ are names, and what would need a mark is refused") {
    val plain = D.copy(marks = Marks.Refused, families = Families.Member("kind"))
    check(Map("$id" -> 1, "$null" -> 2), plain, """{"$id":1,"$null":2}""")
    intercept[PickleException.RuleNotObeyed](text(Some(None): Option[Option[Int]], plain))
    intercept[PickleException.Malformed](text("\ud800", plain))
    assert(JsonDialect.check[Reading](plain).head.contains("Temperature is not written as an object"))
    check(Some(Some(1)): Option[Option[Int]], plain, "1")
  }

  test("identity: other names, copies, or refused") {
    val cell = Cell("a", null)
    val marked = D.copy(identity = Identity.Marked("@id", "@ref"))
    assertEquals(text(List(cell, cell), marked), """[{"@id":1,"name":"a","next":null},{"@ref":1}]""")
    val back = read[List[Cell]](text(List(cell, cell), marked), marked)
    assert(back(0) eq back(1))
    val copied = D.copy(identity = Identity.Copied)
    assertEquals(text(List(cell, cell), copied), """[{"name":"a","next":null},{"name":"a","next":null}]""")
    cell.next = cell
    intercept[PickleException.LimitExceeded](text(cell, copied))
    assert(JsonDialect.check[List[Cell]](D.copy(identity = Identity.Refused)).head.contains("can be referred to"))
    assertEquals(JsonDialect.check[Person](D.copy(identity = Identity.Refused)), Nil)
    assertEquals(JsonDialect.check[Cell](D.copy(identity = Identity.Marked("name", "@ref"))).length, 1)
  }

  test("open types by a member of any name, or by an object around them") {
    given PickleOptions = PickleOptions(subtypes = Subtypes(Subtype[Card], Subtype[Cash.type]))
    val all = List[Payment](Card("1"), Cash)
    for (families, expected) <- List(
        Families.Member("kind") -> """[{"kind":"brine.json.Card","number":"1"},{"kind":"brine.json.Cash"}]""",
        Families.Wrapper -> """[{"brine.json.Card":{"number":"1"}},{"brine.json.Cash":{}}]"""
      )
    do
      val format = JsonFormat(D.copy(families = families))
      assertEquals(format.write(all), expected)
      assertEquals(format.read[List[Payment]](expected), all)
    val late = """[{"number":"1","kind":"brine.json.Card"}]"""
    assertEquals(JsonFormat(D.copy(families = Families.Member("kind"))).read[List[Payment]](late), List(Card("1")))
    assert(JsonDialect.check[Payment](D.copy(families = Families.Untagged)).nonEmpty)
  }

  test("comments and commas at ends, for configuration") {
    val config = D.copy(leniency = Leniency.Configuration)
    val text = "// who\n{ /* \" } */ \"name\": \"a//b,]\\\"\", // since\n \"since\": 1, }/**/ // end"
    assertEquals(read[Person](text, config), Person("a//b,]\"", 1))
    val bytes = text.getBytes("UTF-8")
    given JsonFormat = JsonFormat(config)
    assertEquals(Pickle.read[Person](new java.io.ByteArrayInputStream(bytes)), Person("a//b,]\"", 1))
    assertEquals(Pickle.read[Person](java.nio.ByteBuffer.wrap(bytes).asReadOnlyBuffer), Person("a//b,]\"", 1))
    assertEquals(read[List[Int]]("[1, /* x */ ]", config), List(1))
    for wrong <- List("[,]", "[1,,]", "[1 /]", "[1] /* open", "[1, 2", "/", "[1] x") do
      intercept[PickleException](read[List[Int]](wrong, config))
    val e = intercept[PickleException](read[Person]("{ /* a */ \"name\": 1 }", config))
    assertEquals(e.offset, 18L)
    intercept[PickleException](read[Person](text, D))
  }

  test("a dialect is refused with every reason at once") {
    val same = D.copy(names = NameStyle.of(_ => "x"), families = Families.Member("x"))
    val e = intercept[PickleException.UnsupportedType](text(Event.Tick: Event, same))
    assertEquals(e.reasons.toList, JsonDialect.check[Event](same).toList)
    assert(e.reasons.exists(_.contains("the fields userId and userName would both be 'x'")), e.getMessage)
    assert(e.reasons.exists(_.contains("the leaf gone has a field 'x'")), e.getMessage)
    assert(e.reasons.exists(_.contains("which is the dialect's member for the leaf's name")), e.getMessage)
    assert(JsonDialect.check[Int](D.copy(families = Families.Member("$id"))).nonEmpty)
    assertEquals(
      JsonDialect.check[Renamed](D.copy(names = NameStyle.of(_ => "old_name"))),
      Nil,
      "a name that is given stays"
    )
    assert(JsonDialect.check[Person](D.copy(names = NameStyle.of(_ => "x"))).head.contains("name and since"))
  }

  test("the pickle of a dialect is read in the dialect") {
    val format = JsonFormat(D.copy(names = NameStyle.ScreamingSnakeCase))
    val pickle = Person("a", 1).pickleIn(format)
    assertEquals(pickle.unpickle[Person], Person("a", 1))
    assertEquals(format.dialect.names, NameStyle.ScreamingSnakeCase)
    assertEquals(JsonFormat.dialect, JsonDialect.Default)
    assertEquals(
      JsonFormat(format.dialect, indentation = 1).write(Person("a", 1)),
      "{\n \"NAME\": \"a\",\n \"SINCE\": 1\n}"
    )
  }

  test("a BigInt in a string may have an exponent or a point, if numbers are read leniently and it is whole") {
    for form <- NumberForm.values do
      val lenient = D.copy(integers = form, reading = NumberReading.Lenient)
      assertEquals(
        read[List[BigInt]]("""["1e3", 2.0, "-30", 4, "0x0a"]""", lenient),
        List(BigInt(1000), BigInt(2), BigInt(-30), BigInt(4), BigInt(10))
      )
      refuses[BigInt]("\"1.5\"", lenient, "expected a whole number")
      refuses[BigInt]("\"1e999999999\"", lenient, "too large")
    refuses[BigInt]("\"1e3\"", D.copy(integers = NumberForm.Number), "1e3")
  }
