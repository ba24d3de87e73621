package brine.json

import java.io.ByteArrayInputStream
import scala.reflect.ClassTag
import brine.*

class JsonHostileSuite extends munit.FunSuite, RoundTrip:
  private def fails[E <: PickleException: ClassTag, A: Pickler](text: String, message: String = "")(using
      munit.Location
  ): Unit =
    def one(read: => A): Unit =
      val e = intercept[E](read)
      assert(e.getMessage.contains(message), e.getMessage)
    one(read[A](text, strict))
    one(readStream[A](trickle(text.getBytes("UTF-8")), strict))

  private val strict = PickleOptions(unknownFields = UnknownFields.Refuse)

  private type Sample = Pair[List[Person], (Tree, Map[String, Option[Int]], Couple)]

  private def sample: Sample =
    val v = Vertex.Inner("v", null)
    v.next = v
    Pair(
      List(Person("Jim\ud800", 3), null),
      (Tree.Node(Tree.Leaf(1, 2.5), Tree.Nil), Map("a" -> Some(1), "$b" -> None), Couple(v, Some(v), null))
    )

  test("white space and the order of fields are free") {
    assertEquals(read[Person]("\t{\r\n\"since\" : 2005 ,\"name\":\n\"J\\u0069m\"} "), Person("Jim", 2005))
    assertEquals(read[List[Int]](" [ 1 , 2 ] "), List(1, 2))
    assertEquals(read[Map[Int, String]](""" { "1" : "a" , "2" : null } """), Map(1 -> "a", 2 -> null))
    assertEquals(
      read[Map[Color, Int]](""" [ [ "Red" , 1 ] , [ null , 2 ] ] """),
      Map(Color.Red -> 1, (null: Color) -> 2)
    )
    assertEquals(read[Tree](""" { "$type" : "Leaf" , "weight" : 1 , "value" : 2 } """), Tree.Leaf(2, 1.0))
    val withoutOption = Pair[Int, Option[Int]](1, None)
    assertEquals(read[Pair[Int, Option[Int]]]("""{"a":1}"""), withoutOption, "an option may be left out")
    val wide = (1 to 22).map(i => s""""_$i":$i""").reverse.mkString("{", ",", "}")
    type T =
      (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int)
    assertEquals(read[T](wide).toList, (1 to 22).toList)
  }

  test("an empty object before a scalar is refused") {
    for text <- List("{}1", "{}1.5", "{}\"NaN\"", "{}true", "{} null", "{}\"a\"") do
      fails[PickleException.Malformed, Double](text)
      fails[PickleException.Malformed, Float](text)
      fails[PickleException.Malformed, Option[Double]](text)
      fails[PickleException.Malformed, List[Float]](s"[$text]")
      fails[PickleException.Malformed, Map[String, Double]](s"{\"k\":$text}")
      fails[PickleException.Malformed, Int](text)
      fails[PickleException.Malformed, Boolean](text)
      fails[PickleException.Malformed, String](text)
      fails[PickleException.Malformed, BigDecimal](text)
      fails[PickleException.Malformed, java.util.UUID](text)
      fails[PickleException.Malformed, Tree](s"{\"$$type\":\"Leaf\",\"value\":1,\"weight\":$text}")
  }

  test("fields: missing, twice, unknown") {
    fails[PickleException.MissingField, Person]("""{"name":"a"}""")
    fails[PickleException.DuplicateField, Person]("""{"name":"a","since":1,"name":"b"}""")
    fails[PickleException.UnknownField, Person]("""{"name":"a","sinc\u0065":1,"since2":3}""", "'since2'")
    fails[PickleException.UnknownField, Person]("""{"$type":"Person","name":"a","since":1}""")
    fails[PickleException.UnknownField, Dollar]("""{"$type":1}""")
    fails[PickleException.UnknownField, List[Person]]("""[{"name":"a","since":1},{"nam":1}]""", "$[1]")
  }

  test("unknown fields are skipped, unless the reader refuses them") {
    for depth <- List(512, 0) do
      val skipping = PickleOptions(limits = Limits(emittedDepth = depth))
      def skips[A: Pickler](text: String, value: A)(using munit.Location): Unit =
        assertEquals(read[A](text, skipping), value, text)
        assertEquals(readStream[A](trickle(text.getBytes("UTF-8")), skipping), value, text)
      skips("""{"x":1,"name":"a","y":{"z":["}",{"name":"b"}]},"since":1,"w":"\"}"}""", Person("a", 1))
      skips(""" { "x" : null , "name":"a","since":1 , "x" : -1.5e3 , "\u0078":true } """, Person("a", 1))
      skips("""[{"q":[],"name":"a","since":1},{"name":"b","since":2,"q":{}}]""", List(Person("a", 1), Person("b", 2)))
      skips("""{"$type":"Leaf","x":1,"value":2,"weight":1}""", Tree.Leaf(2, 1.0): Tree)
      skips("""{"$$ref":1,"name":"a","since":1}""", Person("a", 1))
      def refused(text: String)(using munit.Location): Unit = intercept[PickleException](read[Person](text, skipping))
      refused("""{"$id":1,"name":"a","since":1}""")
      refused("""{"$other":1,"name":"a","since":1}""")
      refused("""{"x":1,"name":"a"}""")
      refused("""{"x":1""")
      refused("""{"x":[1,"name":"a","since":1}""")
      val nested = "[" * 100_000 + "]" * 100_000
      skips(s"""{"x":$nested,"name":"a","since":1}""", Person("a", 1))
  }

  test("an unknown field, or a slip between two: the path is their object's, not that of the field before") {
    for options <- List(strict, strict.copy(limits = interpreted.limits)) do
      def failure(text: String) = intercept[PickleException](read[List[Person]](text, options))
      val unknown = failure("""[{"name":"a","since":1},{"name":"b","sinc":1}]""")
      assertEquals((unknown.path, unknown.reason), ("$[1]", "Person has no field 'sinc'"))
      assertEquals(failure("""[{"name":"b" "since":1}]""").path, "$[0]")
      assertEquals(failure("""[{"name":"b","name":"c"}]""").path, "$[0].name")
      assertEquals(failure("""[{"name":"b","since":true}]""").path, "$[0].since")
  }

  test("leaves: unknown, of the wrong form, without a name") {
    fails[PickleException.UnknownLeaf, Color](""""Purple"""", "'Purple'")
    fails[PickleException.UnknownLeaf, Tree]("""{"$type":"Twig"}""")
    fails[PickleException.Malformed, Tree]("""{"value":1,"$type":"Leaf","weight":2}""")
    fails[PickleException.MissingField, Tree](""""Leaf"""")
    fails[PickleException.Malformed, Tree]("""{"$type":"Nil","x":1}""")
    fails[PickleException.MissingField, Tree]("""{"$type":"Leaf"}""")
    fails[PickleException.Malformed, Tree]("{}")
    fails[PickleException.Malformed, Tree]("1")
    fails[PickleException.Malformed, Reading]("""{"$type":"Temperature","degrees":1}""")
  }

  test("references: to nothing, to another type, of no object") {
    fails[PickleException.BadReference, Cell]("""{"$ref":1}""")
    fails[PickleException.BadReference, Cell]("""{"$id":1,"name":"a","next":{"$ref":2}}""")
    fails[PickleException.BadReference, Cell]("""{"$id":1,"name":"a","next":{"$ref":2147483647}}""")
    fails[PickleException.BadReference, Cell]("""{"$id":1,"name":"a","next":{"$ref":-1}}""")
    fails[PickleException.BadReference, Cell]("""{"$id":1,"name":"a","next":{"$ref":0}}""")
    fails[PickleException.BadReference, Person]("""{"$ref":1}""")
    fails[PickleException.BadReference, List[Person]]("""[{"$id":1,"name":"a","since":1}]""")
    fails[PickleException.BadReference, List[List[Int]]]("""[{"$ref":1}]""")
    fails[PickleException.BadReference, List[Map[String, Int]]]("""[{"$ref":1}]""")
    fails[PickleException, Pair[Cell, Vertex]]("""{"a":{"$id":1,"name":"a","next":null},"b":{"$ref":1}}""")
    fails[PickleException.Malformed, Pair[Cell, Cell]](
      """{"a":{"$id":1,"name":"a","next":null},"b":{"$id":1,"name":"a","next":null}}"""
    )
    fails[PickleException.Malformed, Cell]("""{"$id":0,"name":"a","next":null}""")
    fails[PickleException.UnknownField, Cell]("""{"name":"a","next":null,"$id2":1}""")
    val c = read[Cell]("""{"$id":77,"next":{"$id":5,"name":"b","next":{"$ref":77}},"name":"a"}""")
    assert(c.next.next eq c)
  }

  test("numbers that are none, or do not fit") {
    for text <-
        List("1.5", "1e2", "2147483648", "01", "1x", "0.5", "0x1", "-", "+1", "\"1\"", "null", "NaN", "1_0", "0e0")
    do
      fails[PickleException, Int](text)
    fails[PickleException, Byte]("128")
    fails[PickleException, Short]("-32769")
    fails[PickleException, Long]("9223372036854775808")
    fails[PickleException, Double]("1e400")
    fails[PickleException, Double]("-1e400")
    fails[PickleException, Float]("1e39")
    for text <- List("nan", "NaN", "\"nan\"", "\"1.5\"", ".5", "1.", "1.5.5", "1ee5", "null", "[]") do
      fails[PickleException, Double](text)
    assertEquals(read[Double]("12345678901234567890123.0"), 1.2345678901234568e22)
    fails[PickleException, Map[Int, Int]]("""{"1.5":1}""")
    fails[PickleException, Map[Int, Int]]("""{"":1}""")
    fails[PickleException, Map[Int, Int]]("""{"99999999999":1}""")
    fails[PickleException, Map[Boolean, Int]]("""{"yes":1}""")
  }

  test("what is there and is wrong is not said to be cut short, at the text's end either") {
    fails[PickleException.Malformed, Float]("1e39", "expected a number in the range of Float")
    fails[PickleException.Malformed, Double]("-1e400", "expected a number in the range of Double")
    fails[PickleException.Malformed, Double]("\"nan\"", "expected a number")
    fails[PickleException.Malformed, Char]("\"ab\"", "expected a single character")
    fails[PickleException.Malformed, Solo.type]("\"Sol\"", "expected \"Solo\"")
    fails[PickleException.Malformed, Reading]("\"Temperature\"", "expected an object for the leaf Temperature")
    fails[PickleException.Malformed, Int]("2147483648", "a number is not between -2147483648 and 2147483647")
    fails[PickleException.Truncated, Int]("-")
    fails[PickleException.Truncated, Boolean]("tru")
  }

  test("texts that are none") {
    for text <- List(
        "\"\\ud800\"",
        "\"\\x\"",
        "\"a\nb\"",
        "\"\u0000\"",
        "{\"$utf16\":\"d80\"}",
        "{\"$utf16\":\"d80g\"}",
        "{\"$utf16\":1}",
        "{\"$utf16\":null}",
        "{\"$utf16\":\"\",\"a\":1}",
        "{}",
        "[]",
        "1",
        "true",
        "nul",
        "nulll",
        "\"a\"b",
        "'a'"
      )
    do fails[PickleException, String](text)
    for text <- List("\"\"", "\"ab\"", "null", "\"😀\"", "{\"$utf16\":\"d800d800\"}", "{\"$utf16\":\"\"}", "1") do
      fails[PickleException, Char](text)
    for bytes <- List(
        Array(0x22, 0xff, 0x22),
        Array(0x22, 0xc0, 0x80, 0x22),
        Array(0x22, 0xed, 0xa0, 0x80, 0x22),
        Array(0x22, 0xf5, 0x80, 0x80, 0x80, 0x22)
      )
    do
      intercept[PickleException](readPickle[String](new JsonPickle(bytes.map(_.toByte))))
    intercept[PickleException.Malformed](JsonPickle.of("\"\ud800\""))
    fails[PickleException, Map[String, Int]]("""{"$a":1}""")
    fails[PickleException, Map[String, Int]]("""{"$utf16:d8":1}""")
    fails[PickleException, Map[Char, Int]]("""{"ab":1}""")
    fails[PickleException, Map[Char, Int]]("""{"$null":1}""")
  }

  test("code points above U+10FFFF, and surrogates by themselves, are refused in texts and keys, wherever they stand") {
    def bytes(hex: String): Array[Byte] = hex.split(' ').map(Integer.parseInt(_, 16).toByte)
    val escapes = List("\\ud800", "\\udc00", "\\ud800\\ud800", "\\ud800a", "\\udc00\\ud800").map(_.getBytes("US-ASCII"))
    val none = List("f4 90 80 80", "f5 80 80 80", "f7 bf bf bf", "ed a0 80", "ed b0 80", "ed a0 bd ed b8 80").map(
      bytes
    ) ++ escapes
    for before <- List("", "0123456789"); after <- List("", "abc", " " * 100); bad <- none do
      def in(begin: String, end: String): Array[Byte] = (begin + before).getBytes ++ bad ++ (after + end).getBytes
      val text = in("\"", "\"")
      intercept[PickleException](readPickle[String](new JsonPickle(text)))
      intercept[PickleException](readBuffer[String](java.nio.ByteBuffer.wrap(text)))
      intercept[PickleException](readStream[String](trickle(text)))
      intercept[PickleException](readPickle[Map[String, Int]](new JsonPickle(in("{\"", "\":1}"))))
    val last = "\udbff\udfff"
    assertEquals(readPickle[String](new JsonPickle("\"".getBytes ++ bytes("f4 8f bf bf") ++ "\"".getBytes)), last)
    assertEquals(read[Map[String, Int]](s"{\"$last\":1}"), Map(last -> 1))
  }

  test("structures that are none") {
    for text <- List(
        "",
        " ",
        "{",
        "}",
        "{]",
        "[",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1}",
        "{}",
        "[1],",
        "nul",
        "[[1]]",
        "[null]",
        "[1]]"
      )
    do
      fails[PickleException, List[Int]](text)
    for text <- List(
        "{,}",
        "{\"name\":\"a\",}",
        "{\"name\" \"a\"}",
        "{name:1}",
        "{\"name\":\"a\"\"since\":1}",
        "[]",
        "{\"a\":}",
        "{\"name\":\"a\",\"since\":1]"
      )
    do
      fails[PickleException, Person](text)
    for text <- List("[[1]]", "[[1,2,3]]", "[1,2]", "[[1,2],]", "[[1,2] [3,4]]", "{}", "[{}]", "{\"1\":2}") do
      fails[PickleException, Map[Double, Int]](text)
    for text <- List("[]", "{\"a\"}", "{\"a\":1,}", "{1:1}", "{\"a\":null}", "{\"a\":1 \"b\":2}") do
      fails[PickleException, Map[String, Int]](text)
    for text <- List(
        "{\"$some\":1}",
        "{\"$some\":null,\"a\":1}",
        "{\"$null\":false}",
        "{\"$some\":{\"$some\":null}}",
        "{\"$value\":null}"
      )
    do
      fails[PickleException, Option[String]](text)
    for text <- List("null", "{\"a\":1}", "[]", "1") do fails[PickleException, Unit](text)
    for text <- List("{\"$value\":1}", "{\"$value\":{}}", "{\"$value\":null", "[]") do
      fails[PickleException, List[Maybe]](s"[$text]")
    fails[PickleException, Solo.type]("\"Sol\"")
  }

  test("text after the value is refused") {
    fails[PickleException.TrailingBytes, Person]("""{"name":"a","since":1} x""")
    fails[PickleException.TrailingBytes, List[Int]]("[1]]")
    fails[PickleException.TrailingBytes, Int]("1 2")
    assertEquals(intercept[PickleException.TrailingBytes](read[List[Int]]("[] \n [] ")).count, 3L)
    // One value of a buffer: the number must have ended.
    val buffer = java.nio.ByteBuffer.wrap("0.5".getBytes)
    assertEquals(intercept[PickleException.Malformed](readBuffer[Int](buffer)).offset, 1L)
    for between <- List(
        java.nio.ByteBuffer.wrap("  0.5 ".getBytes, 2, 3),
        java.nio.ByteBuffer.wrap("0.5".getBytes).asReadOnlyBuffer
      )
    do
      assertEquals(intercept[PickleException.Malformed](readBuffer[Int](between)).offset, 1L)
    assertEquals(intercept[PickleException.Malformed](read[Int](" 0.5")).offset, 2L)
    assertEquals(intercept[PickleException.TrailingBytes](read[Int](" 1 2")).offset, 3L)
  }

  test("a failure says where") {
    val e = intercept[PickleException](read[List[Person]]("""[{"name":"a","since":1},{"name":"b","since":true}]"""))
    assertEquals(e.path, "$[1].since")
    assertEquals(e.offset, 44L)
    val source = brine.wire.ByteSource.of("xx[1,tr]".getBytes, 2, 6)
    assertEquals(intercept[PickleException](JsonFormat.read(source, Pickler[List[Int]], summon)).offset, 3L)
    val text = """[1] [2,"a"]"""
    val all = readAll[List[Int]](trickle(text.getBytes))
    all.next()
    assertEquals(intercept[PickleException](all.next()).offset, 7L)
    val u = intercept[PickleException](read[List[Person]]("""[{"nama":1}]"""))
    assert(u.offset > 1 && u.offset < 12, u.getMessage)
  }

  test("cut short at any byte: a PickleException; Truncated, as often as the parser can tell") {
    val bytes = write(sample).bytes
    for n <- bytes.indices do
      intercept[PickleException](readPickle[Sample](new JsonPickle(bytes.take(n))))
      intercept[PickleException](readStream[Sample](new ByteArrayInputStream(bytes.take(n))))
    intercept[PickleException.Truncated](readPickle[Sample](new JsonPickle(bytes.take(9))))
    intercept[PickleException.Truncated](readPickle[Sample](new JsonPickle(Array.emptyByteArray)))
  }

  test("any bit flipped: a PickleException or a value") {
    for options <- List[PickleOptions](summon, sharesAll, interpreted) do
      val bytes = write(sample, options = options).bytes
      for i <- bytes.indices; bit <- 0 until 8 do
        val flipped = bytes.clone
        flipped(i) = (flipped(i) ^ (1 << bit)).toByte
        try readPickle[Sample](new JsonPickle(flipped), options)
        catch case _: PickleException => ()
        try readStream[Sample](new ByteArrayInputStream(flipped), options)
        catch case _: PickleException => ()
  }

  test("pieces put together at random: a PickleException or a value") {
    val random = new scala.util.Random(7)
    val pieces = Array(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "\"$type\"",
      "\"$id\"",
      "\"$ref\"",
      "\"$value\"",
      "\"$some\"",
      "\"$null\"",
      "\"$items\"",
      "\"$entries\"",
      "\"$utf16\"",
      "\"d800\"",
      "1",
      "null",
      "true",
      "\"a\"",
      "\"b\"",
      "\"c\"",
      "\"name\"",
      "\"next\"",
      "\"Inner\"",
      "\"End\"",
      "{\"$ref\":1}",
      "{\"$type\":\"Inner\",\"$id\":1,\"name\":\"x\",\"next\":",
      "{\"$some\":null}",
      "{\"$value\":null}",
      " "
    )
    def attempt[A: Pickler](text: String): Unit =
      for options <- List[PickleOptions](summon, sharesAll) do
        try read[A](text, options)
        catch case _: PickleException => ()
    for _ <- 1 to 20_000 do
      val text = Array.fill(1 + random.nextInt(10))(pieces(random.nextInt(pieces.length))).mkString
      attempt[Couple](text)
      attempt[Option[Maybe]](text)
      attempt[Map[String, Option[Cell]]](text)
      attempt[Map[Option[String], Array[Cell]]](text)
      attempt[Boxes](text)
      attempt[Option[Option[Unit]]](text)
      attempt[Reading](text)
      attempt[Char](text)
  }

  test("deep nesting where none belongs costs no stack") {
    for open <- List("[", "{\"a\":", "{\"$some\":", "{\"$value\":", "[[\"x\",") do
      val text = open * 300_000
      intercept[PickleException](read[Person](text))
      intercept[PickleException](read[Maybe](text))
      intercept[PickleException](read[Nest](text))
      intercept[PickleException](read[Map[String, Nest]](text))
      intercept[PickleException](readStream[List[Nest]](new ByteArrayInputStream(text.getBytes)))
  }

  test("a number that would be rounded to one near it is refused, unless its text says no more than that") {
    for text <-
        List("16777217", "-16777217", "0.123456789", "0.12345678901234567", "1e-50", "16777217.0", "9007199254740993")
    do
      val e = intercept[PickleException.Malformed](read[Float](text))
      assert(e.getMessage.contains("a Float does not hold all digits of"), e.getMessage)
    for (text, value) <- List(
        "16777216" -> 16777216f,
        "0.1" -> 0.1f,
        "0.10" -> 0.1f,
        "1e-1" -> 0.1f,
        "0.10000000149011612" -> 0.1f,
        "0.100000001490116119384765625" -> 0.1f,
        "3.4028235E38" -> Float.MaxValue,
        "3.4028234663852886E38" -> Float.MaxValue,
        "1.4E-45" -> Float.MinPositiveValue,
        "-0.0" -> -0f,
        "20000000" -> 2e7f,
        "12345.678" -> 12345.678f,
        "1.2621775E-29" -> 1.2621775e-29f,
        "1.5474251E26" -> 1.5474251e26f,
        "1.2379401E27" -> 1.2379401e27f,
        "6.189700196426902e+26" -> 6.1897002e26f,
        "9.876543E-5" -> 9.876543e-5f
      )
    do assertEquals(read[Float](text), value)
    for text <- List("9007199254740993", "-9007199254740993", "9223372036854775807", "12345678901234567890123") do
      val e = intercept[PickleException.Malformed](read[Double](text))
      assert(e.getMessage.contains("a Double does not hold all digits of"), e.getMessage)
    for (text, value) <- List(
        "9007199254740992" -> 9007199254740992.0,
        "123456789012345680000" -> 123456789012345680000.0,
        "-9223372036854775808" -> -9.223372036854775808e18,
        "9007199254740993.0" -> 9007199254740992.0,
        "9007199254740993e0" -> 9007199254740992.0,
        "0.1234567890123456789" -> 0.12345678901234568
      )
    do assertEquals(read[Double](text), value)
    assertEquals(
      read[List[Double]](" [ 9007199254740992 , 9007199254740994 ] "),
      List(9007199254740992.0, 9007199254740994.0)
    )
    intercept[PickleException.Malformed](
      readStream[List[Float]](new ByteArrayInputStream(("[" + "0.1 ," * 50_000 + "16777217]").getBytes))
    )
  }

  test("a long key that no field has, or long digits, cost no more than reading them") {
    fails[PickleException.UnknownField, Person](s"""{"${"x" * 100_000}":1}""")
    val digits = "1" * 1_000_000
    fails[PickleException, Int](digits)
    fails[PickleException, Double](digits)
    assertEquals(read[Double]("0." + digits), 0.1111111111111111)
    fails[PickleException, Double]("1e" + digits)
  }
