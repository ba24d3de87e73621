package brine.json

import brine.json.text.JsonInput
import java.io.{ByteArrayInputStream, InputStream}
import brine.PickleException

/** The parser alone: what JSON is and what it is not, and that it makes no difference in which pieces a text comes. */
class JsonInputSuite extends munit.FunSuite:
  private def whole(text: Array[Byte]): JsonInput =
    new JsonInput(("x".getBytes ++ text ++ "\"0}]".getBytes), 1, 1 + text.length, null, 0)

  /** So many bytes at a time, into a buffer that has room for one at first. */
  private def pieces(text: Array[Byte], size: Int): JsonInput =
    val stream = new InputStream:
      private val all = new ByteArrayInputStream(text)
      def read(): Int = all.read()
      override def read(into: Array[Byte], offset: Int, count: Int): Int = all.read(into, offset, math.min(size, count))
    new JsonInput(new Array(1), 0, 0, stream, 0)

  /** What a run over a text gives, or how and where it fails. */
  private def outcome[A](in: JsonInput)(run: JsonInput => A): Either[(String, Long), (A, Long)] =
    try
      val value = run(in)
      Right((value, in.offset))
    catch case e: PickleException => Left((e.reason, e.offset))

  /** Everything in a text, one after the other. */
  private def events(in: JsonInput): List[Any] =
    val all = List.newBuilder[Any]
    while !in.isAtEnd do
      all += (in.peek() match
        case '"' => in.readText()
        case b @ ('{' | '}' | '[' | ']' | ',' | ':') =>
          in.take()
          b.toChar
        case 't' | 'f' => in.readBoolean()
        case 'n' =>
          in.readNull()
          null
        case _ => (in.readDouble(), in.number, in.isWhole)
      )
    all.result()

  private def agree[A](text: Array[Byte])(run: JsonInput => A): Either[(String, Long), (A, Long)] =
    val expected = outcome(whole(text))(run)
    for size <- List(1, 2, 3, 5, 7, 16, 1000) do
      assertEquals(outcome(pieces(text, size))(run), expected, s"${new String(text, "UTF-8")} in pieces of $size")
    expected

  private val texts = List(
    """ { "name" : "Jim" , "since" : 2005 , "x" : [ 1 , -0.5e-3 , true , false , null ] } """,
    """["é","😀 and so on, and on","a\"\\\/\b\f\n\r\té😀","",""" +
      """"a long text of nothing but ASCII, of more than one word"]""",
    """[123456789012345678901234567890,0.000001,1E400,-12,3.25e+2,0]""",
    """[1e5,1e,1.,-]""",
    """"\ud800"""",
    """"\u12"""",
    """"\u12G4"""",
    """"\x"""",
    "\"a\u0001b\"",
    "tru",
    "truex",
    "nul",
    "01",
    "1.5.5",
    "--1",
    "\"abc",
    "\"abc\\"
  )

  test("in one piece or in many: the same values, failures and offsets") {
    for text <- texts do
      val bytes = text.getBytes("UTF-8")
      agree(bytes)(events)
      for n <- bytes.indices do agree(bytes.take(n))(events)
  }

  test("passing over a value, in one piece or in many") {
    for text <- texts do
      agree(text.getBytes("UTF-8")) { in =>
        in.skip()
        in.isAtEnd
      }
    for (text, rest) <- List(
        """{"a":[{"b":"]}"},"\"}"],"c":1} 2""" -> " 2",
        "[[],[[]]],3" -> ",3",
        "\"a\\\"b\"4" -> "4",
        "-1.5e3,5" -> ",5",
        "true]" -> "]"
      )
    do
      val in = whole(text.getBytes)
      in.skip()
      assertEquals(text.drop(in.offset.toInt), rest)
    val noValues = List(
      "[}",
      "{]",
      "[[]",
      "{\"a\":[}",
      "",
      "]",
      ",",
      "\"a",
      "abc",
      "[1 2]",
      "[1,]",
      "[,1]",
      "{1:2}",
      "{\"a\"}",
      "{\"a\":}",
      "{\"a\":1,}",
      "{\"a\":1 \"b\":2}",
      "{\"a\",1}",
      "[01]",
      "[1.]",
      "[tru]",
      "[truex]",
      "[1e]",
      "[-]",
      "[\"\n\"]",
      "{,}"
    )
    for text <- noValues do assert(agree(text.getBytes)(_.skip()).isLeft, text)
    val deep = whole(("[" * 1_000_000 + "]" * 1_000_000).getBytes)
    deep.skip()
    assert(deep.isAtEnd)
  }

  test("a mark leads back, however much was brought in between") {
    val text = ("[" + "\"0123456789\"," * 50 + "1]").getBytes
    for size <- List(1, 7, 1000) do
      val in = pieces(text, size)
      assert(in.takes('['))
      in.mark()
      assertEquals(in.readText(), "0123456789")
      for _ <- 1 to 40 do
        assert(in.takes(','))
        assertEquals(in.readText(), "0123456789")
      in.reset()
      assertEquals(in.offset, 1L)
      in.mark()
      in.skip()
      assertEquals(new String(in.sinceMark()), "\"0123456789\"")
      assertEquals(in.peek().toChar, ',')
  }

  test("escapes, and sequences that are not escapes") {
    def text(raw: String): Either[String, String] =
      agree(s"\"$raw\"".getBytes("UTF-8"))(_.readText()).map(_(0)).left.map(_(0))
    for c <- 0 to 0xffff if !Character.isSurrogate(c.toChar) do
      assertEquals(text(f"a\\u$c%04xb"), Right(s"a${c.toChar}b"))
    assertEquals(text("\\uD83D\\uDE00é\\ud83d\\ude00"), Right("😀é😀"))
    for bad <- List(
        "\\ud83d",
        "\\ud83dx",
        "\\ud83d\\n",
        "\\ude00",
        "\\ud83d\\ud83d",
        "\\u",
        "\\u1",
        "\\u123",
        "\\u123g",
        "\\u+123",
        "\\U0041",
        "\\a",
        "\\'",
        "\\0"
      )
    do
      assert(text(bad).isLeft, bad)
    for c <- 0 until 0x20 do assert(text(s"a${c.toChar}").isLeft, c.toString)
    assertEquals(text("\u007f\u0080\u2028"), Right("\u007f\u0080\u2028"))
  }

  test("bytes that are not UTF-8 are refused, and the offset is theirs") {
    for bad <- List("ff", "c0 80", "c3", "e2 82", "ed a0 80", "f4 90 80 80", "f8 80 80 80 80", "80") do
      val text = "\"ab".getBytes ++ bad.split(' ').map(Integer.parseInt(_, 16).toByte) ++ "c\"".getBytes
      for in <- List(whole(text), pieces(text, 1)) do
        val e = intercept[brine.wire.WireException](in.readText())
        assertEquals(e.offset, 3L, bad)
      val behind = "\"\\u0041\\n".getBytes ++ text.drop(1)
      for in <- List(whole(behind), pieces(behind, 1)) do
        assertEquals(intercept[brine.wire.WireException](in.readText()).offset, 11L, s"$bad behind escapes")
  }

  test("whole numbers: every digit counts, and the bounds hold") {
    def number(text: String, least: Long, most: Long): Option[Long] =
      agree(text.getBytes)(_.readWhole(least, most)).toOption.map(_(0))
    val bounds = List(
      (Byte.MinValue.toLong, Byte.MaxValue.toLong),
      (Int.MinValue.toLong, Int.MaxValue.toLong),
      (Long.MinValue, Long.MaxValue)
    )
    val random = new scala.util.Random(3)
    val values = bounds.flatMap((a, b) => List(a, b)).map(BigInt(_)).flatMap(n =>
      List(n - 1, n, n + 1, n * 10, n * 10 + 9)
    ) ++
      List.fill(2000)(BigInt(random.nextInt(90), random)) ++ List(
        BigInt(10).pow(17),
        BigInt(10).pow(18),
        BigInt(10).pow(19)
      )
    for (least, most) <- bounds; n <- values; value <- List(n, -n) do
      assertEquals(
        number(value.toString, least, most),
        Option.when(value >= least && value <= most)(value.toLong),
        value.toString
      )
    assertEquals(number("-0", -1, 1), Some(0L))
    for bad <-
        List("00", "01", "-01", "-", "", "+1", "1.0", "1e0", "1E", "0x1", "1a", " ", "000000000000000000000", "1" * 100)
    do assertEquals(number(bad, Long.MinValue, Long.MaxValue), None, bad)
  }

  test("keys that are numbers or words, in one piece or in many") {
    def key[A](text: String)(read: JsonInput => A): Option[A] = agree(text.getBytes)(read).toOption.map(_(0))
    for text <- List("\"12\":", " \"12\" : ", "\"-0\":") do assert(key(text)(_.readWholeKey(-100, 100)).isDefined, text)
    for text <- List("\" 12\":", "\"12 \":x", "\"12\"", "\"\":", "\"1.5\":", "\"101\":", "12:", "\"12", "\"") do
      assertEquals(key(text)(_.readWholeKey(-100, 100)), None, text)
    assertEquals(key("\"true\":")(_.readBooleanKey()), Some(true))
    assertEquals(key("\"false\" :")(_.readBooleanKey()), Some(false))
    assertEquals(key("\"TRUE\":")(_.readBooleanKey()), None)
  }

  test("a UUID is one as it is usually written, and everything else is left") {
    val id = new java.util.UUID(0x0123456789abcdefL, 0xfedcba9876543210L)
    for text <- List(id.toString, id.toString.toUpperCase) do
      val in = whole(s"  \"$text\",".getBytes)
      assertEquals(in.readUuid(), id)
      assertEquals(in.offset, 40L)
    val text = s"\"$id\""
    for
      i <- text.indices; c <- List('g', '-', '"', '0', '\u0080')
      if c != text.charAt(i) && !(c == '0' && i > 0 && i < 37 && text.charAt(i) != '-')
    do
      val in = whole(text.updated(i, c).getBytes("ISO-8859-1"))
      assertEquals(in.readUuid(), null, text.updated(i, c))
      assertEquals(in.offset, 0L)
  }
