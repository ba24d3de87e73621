package brine.json

import java.time.*
import brine.*
import JsonDialect.*

/** Dialects that samples show. */
class JsonInferenceSuite extends munit.FunSuite:
  private def proposal[A: Pickler](texts: String*): JsonInference = JsonDialect.infer[A](texts)

  private def options(inference: JsonInference): List[String] =
    inference.source.linesIterator.map(_.trim.stripSuffix(",")).filter(_.contains(" = ")).toList

  private def verify[A: Pickler](expected: String*)(texts: String*): JsonInference =
    val inference = proposal[A](texts*)
    assertEquals(inference.contradictions.toList, Nil, inference.source)
    assertEquals(options(inference), expected.toList)
    for text <- texts do assert(JsonFormat(inference.dialect).readEither[A](text).isRight, text)
    inference

  test("names of fields, fields that are left out, and unknown members") {
    verify[Account](
      "names = NameStyle.SnakeCase",
      "omit = Set(Omit.Nones, Omit.Empties, Omit.Defaults)",
      "unknown = Unknown.Skip"
    )(
      """{"user_name":"jim","login_count":3,"id":7}""",
      """{"user_name":"joe","is_active":false}"""
    )
    verify[Account]("names = NameStyle.KebabCase", "omit = Set(Omit.Empties, Omit.Defaults)")(
      """{"user-name":"jim","nick-name":null}"""
    )
    verify[Account]("omit = Set(Omit.Nones, Omit.Empties, Omit.Defaults)")("""{"userName":"jim"}""")
  }

  test("the way to tell leaves: a member, a wrapper, the fields alone") {
    verify[List[Event]]("leafNames = NameStyle.KebabCase", """families = Families.Member("type")""")(
      """[{"userId":1,"userName":"a","type":"user-created"},""" +
        """{"type":"user-created","userId":2,"userName":null},"tick"]"""
    )
    verify[Event]("leafNames = NameStyle.SnakeCase", "families = Families.Wrapper")(
      """{"user_created":{"userId":1,"userName":null}}"""
    )
    verify[Area]("families = Families.Untagged")("""{"radius":1.5,"name":"a"}""", """{"side":1.5,"name":"b"}""")
    verify[Figure]("""families = Families.Member("kind")""", "singletons = Singletons.Objects")(
      """{"kind":"Group","members":[{"kind":"Blank"},{"radius":1.5,"kind":"Circle"}]}"""
    )
  }

  test("a name that no style explains is mapped") {
    val inference =
      verify[Renamed]("""names = NameStyle.mapped(Map("newName" -> "NEW-name"))""")("""{"$$ID":1,"NEW-name":"a"}""")
    assertEquals(JsonFormat(inference.dialect).write(Renamed(1, "a")), """{"$$ID":1,"NEW-name":"a"}""")
  }

  test("numbers, times, bytes, keys and wrapped classes") {
    verify[Amounts]("longs = NumberForm.Text", "integers = NumberForm.Number", "decimals = NumberForm.Number")(
      """{"whole":12,"price":1.50,"exact":2.5,"count":"7","part":null,"all":["1","2"]}"""
    )
    verify[Moments](
      "instants = Instants.EpochMilliseconds",
      "formatters = Map(classOf[java.time.LocalDate] -> " +
        """java.time.format.DateTimeFormatter.ofPattern("dd.MM.uuuu", java.util.Locale.ROOT))"""
    )(
      """{"at":1600000000123,"date":1600000000000,"day":"29.02.2024","time":null}"""
    )
    verify[Blob]("bytes = Bytes.Base64Url")("""{"bytes":"__4AAw","name":"a"}""")
    verify[Trip]("keys = Keys.Texts", "wrapped = Wrapped.Fields")(
      """{"id":7,"name":"n","way":{"1":2.5},"stops":3.5,"last":["m"]}"""
    )
    verify[(UserId, Name)]("wrapped = Wrapped.FieldsOf(Set(classOf[brine.json.UserId]))")(
      """{"_1":7,"_2":{"text":"n"}}"""
    )
    verify[Color]("enums = Enums.Numbers")("2")
    verify[Doubled]("doubles = Doubles.EcmaScript", "notFinite = NotFinite.Null")(
      """{"d":102,"f":2.5,"some":null,"all":[null,1e+22]}"""
    )
  }

  test("tuples, eithers and durations") {
    verify[(Int, String)]("tuples = Tuples.Arrays")("""[1,"a"]""")
    verify[(Int, String)]()("""{"_1":1,"_2":"a"}""")
    verify[List[Either[Int, String]]]("eithers = Eithers.Numbered")("""[[0,1],[1,"a"]]""")
    verify[List[Either[Int, String]]]("""eithers = Eithers.Keyed("l", "r")""")("""[{"l":1},{"r":"a"}]""")
    val one = verify[List[Either[Int, String]]]("""eithers = Eithers.Keyed("Left", "Right")""")("""[{"Right":"a"}]""")
    assertEquals(one.open.head, "eithers: only 'Right' is shown")
    verify[Either[Int, String]]("families = Families.Wrapper")("""{"Left":{"value":1}}""")
    verify[Either[Int, String]]()("""{"$type":"Left","value":1}""")
    verify[List[Duration]]("durations = Durations.Seconds")("[1.5,-2]")
    verify[List[Duration]]("durations = Durations.SecondsText")("""["1.500s","-2s"]""")
    verify[List[Duration]]()("""["PT1.5S"]""")
    assertEquals(
      proposal[(Int, List[Either[Int, Duration]])]("null").open.toList,
      List("names", "leafNames", "families", "omit = Empties", "durations", "tuples", "eithers", "unknown").map(
        _ + ": no sample shows it"
      )
    )
  }

  test("tuples, eithers and durations that contradict each other are named") {
    def first[A: Pickler](texts: String*): String = proposal[A](texts*).contradictions.head
    assertEquals(
      first[List[(Int, String)]]("""[[1,"a"],{"_1":1,"_2":"b"}]"""),
      "tuples: Tuples.Arrays (text 0, $[0]) and Tuples.Objects (text 0, $[1])"
    )
    assertEquals(first[(Int, String)]("[1]"), "text 0, $: expected an array of 2 elements, found 1")
    assertEquals(
      first[List[Either[Int, String]]]("""[[0,1],{"r":"a"}]"""),
      "eithers: Eithers.Numbered (text 0, $[0]) and Eithers.Keyed (text 0, $[1])"
    )
    assertEquals(
      first[List[Either[Int, String]]]("""[{"l":1},{"left":1}]"""),
      "eithers: the names l (text 0, $[0]) and left (text 0, $[1])"
    )
    assertEquals(
      first[List[Duration]]("""[1,"PT1S"]"""),
      "durations: Durations.Seconds (text 0, $[0]) and Durations.Iso (text 0, $[1])"
    )
  }

  test("what a preset writes is written by the dialect that its samples show, except for safe numbers") {
    val presets = List(
      "circe" -> JsonDialect.likeCirce,
      "jsoniter" -> JsonDialect.likeJsoniter,
      "upickle" -> JsonDialect.likeUpickle,
      "play" -> JsonDialect.likePlay,
      "jackson" -> JsonDialect.likeJackson,
      "protobuf" -> JsonDialect.likeProtobufJson
    )
    val booking = Booking(
      Leg("a", 7),
      Some("n"),
      List((1, "b"), (2, "c")),
      Right(3),
      Left("l"),
      Duration.ofMillis(1500),
      List(Event.UserCreated(1, Some("u")), Event.Tick),
      Color.Blue,
      BigInt(12),
      BigDecimal("1.50"),
      9,
      Map(Color.Red -> 1),
      0.5
    )
    for (name, dialect) <- presets do
      val text = JsonFormat(dialect).write(booking)
      val inference = JsonDialect.infer[Booking](Seq(text))
      val clue = s"$name: $text\n${inference.source}"
      assertEquals(inference.contradictions.toList, Nil, clue)
      val format = JsonFormat(inference.dialect)
      assertEquals(format.read[Booking](text), booking, clue)
      assertEquals(format.write(booking), text, clue)
      assertEquals(inference.dialect.tuples, dialect.tuples, clue)
      assertEquals(inference.dialect.eithers, dialect.eithers, clue)
      assertEquals(inference.dialect.durations, dialect.durations, clue)
  }

  test("options that the samples leave open are listed") {
    val inference = proposal[Amounts]("""{"whole":"1","price":"1.5","exact":"2","count":1,"part":null,"all":[]}""")
    assertEquals(inference.source, "JsonDialect.Default")
    assertEquals(inference.open.toList, List("unknown: no sample shows it"))
    assert(proposal[Account]("""{"userName":"a"}""").open.contains("doubles: no sample shows it"))
    assertEquals(
      proposal[Blob]("""{"bytes":"cafe","name":"a"}""").open.head,
      "bytes: samples fit Bytes.Hexadecimal and Bytes.Base64 and Bytes.Base64Url"
    )
  }

  test("texts that contradict each other are named") {
    assertEquals(
      proposal[Account]("""{"user_name":"a","is_active":true}""", """{"userName":"b"}""").contradictions.head,
      "names: the field userName has the names 'user_name' (text 0, $.user_name) and 'userName' (text 1, $.userName)"
    )
    val families = proposal[Event](
      """{"type":"UserDeleted2","userId":1}""",
      """{"UserCreated":{"userId":1,"userName":null}}"""
    ).contradictions
    assert(families.nonEmpty)
    assertEquals(
      proposal[Color]("1", "\"Red\"").contradictions.head,
      "enums: Enums.Numbers (text 0, $), and names: enum as text (text 1, $)"
    )
    assertEquals(
      proposal[Person]("""{"name":"a"}""").contradictions.head,
      "text 0, $.since: the field is missing, and Person has no default for it"
    )
    assert(proposal[Person]("{").contradictions.head.startsWith("text 0 is not JSON"))
    assert(proposal[Moments](
      """{"at":1,"date":1,"day":"2024-02-29"}""",
      """{"at":1,"date":1,"day":"29.2.2024"}"""
    ).contradictions.exists(_.startsWith("formatters of LocalDate")))
  }

  test("names that begin with '$' show whether they are marks") {
    verify[Renamed]()("""{"$$ID":1,"newName":"a"}""")
    verify[Renamed]("marks = Marks.Refused")("""{"$ID":1,"newName":"a"}""")
  }

  test("comments, duplicate members and references") {
    verify[Person]("leniency = Leniency.Configuration")("{\"name\":\"a\",/* b */\"since\":1,}")
    verify[Person]("duplicates = Duplicates.Last")("""{"name":"a","name":"b","since":1}""")
    verify[List[Cell]]("""identity = Identity.Marked("@id", "@ref")""")(
      """[{"@id":1,"name":"a","next":null},{"@ref":1}]"""
    )
  }

  test("what a dialect writes is read by the dialect that its samples show") {
    val account = Account("jim", Some("j"), 7, List("a"), false, 1e22, Color.Red, Some(1), "n")
    val trip = Trip(UserId(1), Name("n"), Map(UserId(2) -> Meters(1.5)), Some(Meters(2)), List(Name("m")))
    val event: Event = Event.UserCreated(1, Some("b"))
    var count = 0
    for
      names <- List(
        NameStyle.AsIs,
        NameStyle.SnakeCase,
        NameStyle.KebabCase,
        NameStyle.PascalCase,
        NameStyle.ScreamingSnakeCase
      )
      families <- List(Families.Member("$type"), Families.Member("kind"), Families.Wrapper)
      longs <- NumberForm.values
      wrapped <- List(JsonDialect.Wrapped.Objects, JsonDialect.Wrapped.Fields)
      doubles <- Doubles.values
    do
      val dialect = JsonDialect.Default.copy(
        names = names,
        leafNames = names,
        families = families,
        longs = longs,
        wrapped = wrapped,
        doubles = doubles,
        keys = Keys.Texts
      )
      def back[A: Pickler](value: A): Unit =
        val text = JsonFormat(dialect).write(value)
        val inference = JsonDialect.infer[A](Seq(text))
        assertEquals(inference.contradictions.toList, Nil, text)
        assertEquals(JsonFormat(inference.dialect).read[A](text), value, s"$text\n${inference.source}")
        assertEquals(
          JsonFormat(inference.dialect).write(JsonFormat(inference.dialect).read[A](text)),
          text,
          inference.source
        )
        count += 1
      back(account)
      if wrapped == JsonDialect.Wrapped.Fields then back(trip)
      back(event)
    assert(count >= 300, count)
  }
