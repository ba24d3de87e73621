package brine.checks

import java.io.ByteArrayInputStream
import java.nio.charset.{Charset, StandardCharsets}
import brine.*
import brine.json.JsonDialect.*
import brine.json.{Json, JsonDialect, JsonFormat, NameStyle}

/** The places that failures of JSON name, and the encodings that it is not in: as whoever sent the text sees them. */
class JsonFailurePlacesSuite extends munit.FunSuite:
  import JsonFailurePlacesSuite.*

  // ---- paths

  private val snake = JsonDialect(names = NameStyle.SnakeCase)
  private val formats = List(
    JsonFormat -> "$.$$value.firstName.$$type",
    JsonFormat.Pretty -> "$.$$value.firstName.$$type",
    JsonFormat(snake) -> "$.$$value.first_name.$$type",
    JsonFormat(snake.copy(marks = Marks.Refused)) -> "$.$value.first_name.$type",
    JsonFormat(JsonDialect(names = NameStyle.ScreamingSnakeCase)) -> "$.$$VALUE.FIRST_NAME.$$TYPE"
  )
  private val options =
    for sharing <- List(Sharing.Tracked, Sharing.All); depth <- List(512, 0, 1)
    yield PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))

  test("a path has the names of the text, at a read by made code and by the interpreter") {
    for (format, path) <- formats; given PickleOptions <- options; _ <- 1 to 40 do
      val names = path.stripPrefix("$.").split('.')
      val text = s"""{"${names(0)}":{"${names(1)}":{"${names(2)}":"no number"}}}"""
      val e = intercept[PickleException](format.read[Outer](text))
      assertEquals(e.path, path, format.toString)
  }

  test("a path has the names of the text at a write") {
    for (format, path) <- formats; given PickleOptions <- options; _ <- 1 to 40 do
      val e = intercept[PickleException](Outer(Middle(Inner(new Failing))).pickleIn(format)(using failingOuter))
      assertEquals(e.path, path, format.toString)
  }

  test("a path has no names that the text leaves out: of tuples that are arrays, and of objects around one field") {
    val bare = JsonFormat(JsonDialect(tuples = Tuples.Arrays, wrapped = Wrapped.Fields))
    def pathOf[A: Unpickler](text: String) = intercept[PickleException](bare.read[A](text)).path
    assertEquals(pathOf[(Int, List[Int])]("""[1,[2,"x"]]"""), "$[1][1]")
    assertEquals(pathOf[List[Around]]("""["x"]"""), "$[0]")
  }

  test("a pointer has the name of the member that a map's key is, at a read and at a write") {
    def check[K: Pickler](dialect: JsonDialect, keys: K*): Unit = for key <- keys do
      val format = JsonFormat(dialect)
      val text = format.write(Map(key -> List(1)))
      val name = Json.parse(text) match
        case Json.Obj(Vector((name, _))) => name
        case other                       => fail(other.toString)
      val pointer = s"/${name.replace("~", "~0").replace("/", "~1")}"
      for given PickleOptions <- options do
        val e = intercept[PickleException](format.read[Map[K, List[Int]]](text.replace("[1]", "[\"x\"]")))
        assertEquals(e.pointer, s"$pointer/0", e.getMessage)
        given Pickler[Failing] =
          brine.combine.imap(Pickler[Int])(_ => new Failing)(_ => throw new IllegalStateException)
        assertEquals(intercept[PickleException](format.write(Map(key -> new Failing))).pointer, pointer)
    val texts =
      List("line\nbreak", "\u200e", "😀", "k" * 100, "a\"b\\c", "\\\"", "/~1~", "", "[0]", ".keys[0]", "$a", "$$")
    check(JsonDialect.Default, texts*)
    check(JsonDialect.Api, texts*)
    check(JsonDialect.Default, '$', 'x')
    check(JsonDialect.Default, 1L, -1L)
    val api =
      JsonDialect.Api.copy(leafNames = NameStyle.SnakeCase, wrapped = Wrapped.Fields, doubles = Doubles.EcmaScript)
    check(api, Color.DarkRed, Color.Other("x"))
    check(api.copy(keys = Keys.Texts), Code("a\nb"))
    check(api, 1.0, 1e21, 0.1)
    check(api, 1.5f)
    check(api, java.time.LocalTime.NOON)
    check(api, new java.util.UUID(1, 2))
    check(api.copy(integers = NumberForm.Number), BigInt(7))
  }

  // ---- encodings

  private def bytesOf(hex: Int*): Array[Byte] = hex.map(_.toByte).toArray
  private val encodings = List(
    (StandardCharsets.UTF_16LE, bytesOf(0xff, 0xfe)),
    (StandardCharsets.UTF_16BE, bytesOf(0xfe, 0xff)),
    (Charset.forName("UTF-32LE"), bytesOf(0xff, 0xfe, 0, 0)),
    (Charset.forName("UTF-32BE"), bytesOf(0, 0, 0xfe, 0xff))
  )

  private def entrances[A: Unpickler](bytes: Array[Byte]): List[(String, () => Any)] =
    def stream = new ByteArrayInputStream(bytes)
    def channel = java.nio.channels.Channels.newChannel(stream)
    val lenient = JsonFormat(JsonDialect(leniency = Leniency.Configuration))
    for
      (name, format) <- List("JSON" -> JsonFormat, "lenient" -> lenient)
      (way, read) <- List[(String, () => Any)](
        "bytes" -> (() => format.pickled(bytes).unpickle[A]),
        "a buffer" -> (() =>
          Pickle.read[A](java.nio.ByteBuffer.wrap(bytes).asReadOnlyBuffer)(using summon, format, summon)
        ),
        "a stream" -> (() => Pickle.read[A](stream)(using summon, format, summon)),
        "a channel" -> (() => Pickle.read[A](channel)(using summon, format, summon)),
        "lines" -> (() => format.readLines[A](stream).toList),
        "an array" -> (() => format.readArray[A](stream).toList),
        "any JSON" -> (() => format.pickled(bytes).unpickle[json.Json])
      )
    yield (s"$name, $way", read)

  private def isNamed[A: Unpickler](text: String, bytes: Array[Byte], name: String): Unit =
    for (how, read) <- entrances[A](bytes) if how != "an array" || text.trim.startsWith("[") do
      val e = intercept[PickleException](read())
      assert(e.isInstanceOf[PickleException.WrongFormat] && e.getMessage.contains(name), s"$how, $text: $e")

  test("text in UTF-16 or UTF-32, with a mark or without, is named by its encoding at every entrance") {
    for (charset, mark) <- encodings; before <- List(Array.emptyByteArray, mark) do
      val name = s"text in ${charset.name}: encode it in UTF-8"
      def check[A: Unpickler](text: String): Unit = isNamed[A](text, before ++ text.getBytes(charset), name)
      check[List[Int]]("[1,2]")
      check[List[Int]](" [1,2]")
      check[Map[String, Int]]("{\"a\":1}")
      check[String]("\"text\"")
      check[Boolean]("true")
      check[Option[Int]]("null")
  }

  test("a byte order mark is named at every entrance, and without it the text is read") {
    val mark = bytesOf(0xef, 0xbb, 0xbf)
    for text <- List("[1,2]", "[]", " [1]") do
      isNamed[List[Int]](text, mark ++ text.getBytes, "text with a byte order mark: remove the mark")
      assertEquals(
        JsonFormat.readArray[Int](new ByteArrayInputStream(text.getBytes)).toList,
        JsonFormat.read[List[Int]](text)
      )
    val e = intercept[PickleException.WrongFormat](JsonFormat.read[List[Int]]("\ufeff[1]"))
    assert(e.getMessage.contains("byte order mark"), e.getMessage)
  }

  test("JSON that is wrong behind its first bytes is not taken for another encoding") {
    for text <- List("[\u0000", "[1,2\u0000]", "{\"a\u0000\":1}", "[,]", "[1]\u0000", "") do
      val e = intercept[PickleException](JsonFormat.pickled(text.getBytes("UTF-8")).unpickle[List[Int]])
      if text != "[\u0000" then assert(!e.isInstanceOf[PickleException.WrongFormat], s"$text: $e")
  }

object JsonFailurePlacesSuite:
  enum Color derives Pickler:
    case DarkRed, Blue
    @fallback case Other(name: String)
  final case class Code(text: String) derives Pickler
  final class Failing
  final case class Inner(`$type`: Failing)
  final case class Middle(firstName: Inner)
  final case class Outer(`$value`: Middle)
  object Outer:
    given Unpickler[Outer] =
      given Pickler[Failing] = brine.combine.imap(Pickler[Int])(_ => new Failing)(_ => 1)
      given Pickler[Inner] = Pickler.derived
      given Pickler[Middle] = Pickler.derived
      Pickler.derived[Outer]
  val failingOuter: Pickler[Outer] =
    given Pickler[Failing] =
      brine.combine.imap(Pickler[Int])(_ => new Failing)(_ => throw new IllegalStateException("no"))
    given Pickler[Inner] = Pickler.derived
    given Pickler[Middle] = Pickler.derived
    Pickler.derived[Outer]
  final case class Around(n: Int) derives Pickler
