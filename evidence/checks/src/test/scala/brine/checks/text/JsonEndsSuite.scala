package brine.checks

import java.nio.charset.StandardCharsets.UTF_8
import brine.*
import brine.json.JsonFormat
import brine.testkit.Laws
import brine.testkit.corpus.Corpus

/** JSON text that ends too early. */
class JsonEndsSuite extends munit.FunSuite:
  import JsonEndsSuite.*

  /** Returns the exception of `read`, or null. */
  private def failure[A: Pickler](text: Array[Byte], isStream: Boolean): PickleException | Null =
    given PickleFormat = JsonFormat
    try
      val ignored = if isStream then Pickle.read[A](Laws.trickle(text)) else Laws.read[A](text, JsonFormat)
      null
    catch case e: PickleException => e

  /** Each cut, in each way of reading; a number may end earlier and be a number. */
  private def endsTooEarly[A: Pickler](name: String, text: Array[Byte]): Unit =
    for length <- 0 until text.length; isStream <- List(false, true) do
      val cut = text.take(length)
      failure[A](cut, isStream) match
        case null =>
          assert(!text(length - 1).toChar.isWhitespace && isWord(text(length)), s"$name: ${shown(cut)} is read")
        case e: PickleException.Truncated => assertEquals(e.offset, length.toLong, s"$name: ${shown(cut)}")
        case e => fail(s"$name: ${shown(cut)} ends in ${e.getClass.getSimpleName}: ${e.getMessage}", e)

  private def isWord(b: Byte): Boolean = "0123456789.eE+-".indexOf(b) >= 0
  private def shown(text: Array[Byte]): String = new String(text, UTF_8)

  test("text that ends in the middle of a value ends too early, wherever it is cut") {
    for sample <- Corpus.all do
      val text = Laws.write(sample.value, JsonFormat)(using sample.pickler)
      if text.length < 600 then endsTooEarly(sample.name, text)(using sample.pickler)
  }

  test(
    "an array, an object or a string that is not closed ends too early, as do an escape and a letter of several bytes"
  ) {
    def ends[A: Pickler](texts: String*): Unit = for text <- texts do
      val e = failure[A](text.getBytes(UTF_8), isStream = false)
      assert(e.isInstanceOf[PickleException.Truncated], s"$text: $e")
    ends[List[Int]]("[", "[1", "[1,", "[1 ,", " [ ")
    ends[List[List[Int]]]("[[", "[[]", "[[],")
    ends[Map[String, Int]]("{", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,")
    ends[Map[Double, Int]]("[", "[[", "[[1.5", "[[1.5,", "[[1.5,2", "[[1.5,2]", "[[1.5,2],")
    ends[String](
      "\"",
      "\"a",
      "\"\\",
      "\"\\u",
      "\"\\u00",
      "\"\\ud83d",
      "\"\\ud83d\\",
      "\"\\ud83d\\ude0",
      "{",
      "{\"$utf16\"",
      "{\"$utf16\":\"d800\""
    )
    ends[Option[Option[Int]]]("{", "{\"$so", "{\"$some\":", "{\"$some\":null")
    ends[Skips](
      "{\"unknown\":[",
      "{\"unknown\":{\"a\"",
      "{\"unknown\":\"\\u",
      "{\"unknown\":tru",
      "{\"unknown\":-",
      "{\"unknown\":1.",
      "{\"unknown\":[1"
    )
    ends[Keeps](
      "{\"unknown\":[",
      "{\"unknown\":{\"a\"",
      "{\"unknown\":\"\\u",
      "{\"unknown\":tru",
      "{\"unknown\":-",
      "{\"unknown\":1.",
      "{\"unknown\":[1"
    )
    for text <- List("\"é", "\"塩", "\"😀"); cut <- 1 until text.getBytes(UTF_8).length do
      ends0(text.getBytes(UTF_8).take(cut))
  }

  private def ends0(text: Array[Byte]): Unit =
    for isStream <- List(false, true) do
      val e = failure[String](text, isStream)
      assert(e.isInstanceOf[PickleException.Truncated], s"${Laws.hex(text)}: $e")

  test("a skipped or kept value that is cut ends too early") {
    val unknown = """{"unknown":{"a":[1,-2.5e+3,"é\né塩",true,null,{}],"b":{"$id":1}},"known":1}""".getBytes(UTF_8)
    endsTooEarly[Skips]("skipped", unknown)
    endsTooEarly[Keeps](
      "kept",
      """{"unknown":{"a":[1,-2.5e+3,"é\né塩",true,null,{}],"b":{}},"known":1}""".getBytes(UTF_8)
    )
  }

object JsonEndsSuite:
  final case class Skips(known: Int) derives Pickler
  final case class Keeps(known: Int, rest: Extras) derives Pickler
