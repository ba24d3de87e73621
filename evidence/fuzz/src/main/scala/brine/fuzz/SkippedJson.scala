package brine.fuzz

import java.nio.charset.StandardCharsets.UTF_8
import brine.*
import brine.json.JsonFormat
import brine.testkit.Laws
import brine.testkit.reference.JsonTree
import SkippedJson.*

/** Takes any bytes for the JSON of a field that the reader's class does not have, and for that of a list of strings.
  *
  * [[JsonTree]], a parser of RFC 8259 alone, decides which text is JSON. Three rules must hold:
  *
  *   - a text that is skipped, kept or read is JSON;
  *   - a text that is JSON and valid Unicode is skipped;
  *   - a stream that gives one byte at a time gives the result of an array.
  */
object SkippedJson extends Fuzzed:
  def seeds: Iterable[(String, Array[Byte])] =
    texts.zipWithIndex.map((text, i) => s"text-$i" -> text.getBytes(UTF_8))

  def fuzzerTestOneInput(input: Array[Byte]): Unit =
    val whole = Before ++ input ++ After
    val tree = parsed(whole)
    check("skipped", whole, tree, mustRead = parsed(input).exists(isUnicode))(isRead[Skips](whole, _))
    check("kept", whole, tree, mustRead = false)(isRead[Keeps](whole, _))
    check("read", input, parsed(input), mustRead = false)(isRead[List[String]](input, _))

  private def check(
      how: String,
      text: Array[Byte],
      tree: Option[JsonTree],
      mustRead: Boolean
  )(read: Boolean => Boolean): Unit =
    val accepted = read(false)
    def shown = new String(text, UTF_8)
    if accepted && tree.isEmpty then throw new AssertionError(s"$how, but it is not JSON: $shown")
    if mustRead && !accepted then throw new AssertionError(s"not $how, but it is JSON: $shown")
    if read(true) != accepted then
      throw new AssertionError(s"$how from a stream or from an array, not from both: $shown")

  private def isRead[A: Pickler](text: Array[Byte], fromStream: Boolean): Boolean =
    given PickleFormat = JsonFormat
    try
      val ignored = if fromStream then Pickle.read[A](Laws.trickle(text)) else Laws.read[A](text, JsonFormat)
      true
    catch case _: PickleException => false

  private def parsed(text: Array[Byte]): Option[JsonTree] =
    try Some(JsonTree.parse(text))
    catch case _: JsonTree.Refused => None

  /** Returns true if no text has an unpaired surrogate: Brine's own JSON has another form for these. */
  private def isUnicode(tree: JsonTree): Boolean = tree match
    case JsonTree.Text(text)      => isUnicode(text)
    case JsonTree.Items(values)   => values.forall(isUnicode)
    case JsonTree.Members(values) => values.forall((name, value) => isUnicode(name) && isUnicode(value))
    case _                        => true

  private def isUnicode(text: String): Boolean = UTF_8.newEncoder.canEncode(text)

  final case class Skips(known: Int) derives Pickler
  final case class Keeps(known: Int, rest: Extras) derives Pickler

  private val Before = """{"unknown":""".getBytes(UTF_8)
  private val After = ""","known":1}""".getBytes(UTF_8)

  private val texts: List[String] = List(
    "null",
    "true",
    "false",
    "0",
    "-0.5e+10",
    "\"\"",
    "\"a\\n\\u00e9\\ud83d\\ude00\"",
    "[\"é\",\"塩\"]",
    "[[],{},[{}]]",
    """{"a":{"b":[1,"\"",null]},"":"\\"}""",
    """{"$type":"x","$id":1,"$ref":1}""",
    "[1,2.5,1e400]",
    " [ \t\r\n] ",
    "\"\\ud800\"",
    "\"a\tb\""
  )
