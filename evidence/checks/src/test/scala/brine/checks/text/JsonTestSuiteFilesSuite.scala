package brine.checks

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import brine.*
import brine.combine.imap
import brine.json.{Json, JsonDialect, JsonFormat, RawJson}
import brine.json.JsonDialect.*
import brine.testkit.Laws

/** The files of JSONTestSuite, in each way in which a reader can meet them: `y_` is JSON, `n_` is not, `i_` is for each
  * parser to decide. They are read from the folder that `BRINE_DATA` names; without it only the first test runs.
  */
class JsonTestSuiteFilesSuite extends munit.FunSuite:
  import JsonTestSuiteFilesSuite.*

  private def isRead[A: Pickler](text: Array[Byte]): Boolean =
    try
      val ignored = Laws.read[A](text, JsonFormat)
      true
    catch case _: PickleException => false

  private def asField(text: Array[Byte]): Array[Byte] =
    "{\"unknown\":".getBytes(UTF_8) ++ text ++ ",\"known\":1}".getBytes(UTF_8)

  private val skipped: Array[Byte] => Boolean = text => isRead[Skips](asField(text))
  private val kept: Array[Byte] => Boolean = text => isRead[Keeps](asField(text))

  private def isRead[A: Pickler](text: Array[Byte], format: JsonFormat): Boolean = format.readEither[A](text).isRight

  /** Before the member that names the leaf. */
  private def beforeName(text: Array[Byte]): Array[Byte] =
    "{\"unknown\":".getBytes(UTF_8) ++ text ++ ",\"kind\":\"One\",\"known\":1}".getBytes(UTF_8)

  /** As a type that could fit: numbers, strings, a map, or lists of lists. */
  private def isTyped(text: Array[Byte]): Boolean =
    isRead[List[Double]](text) || isRead[List[String]](text) || isRead[Map[String, Double]](text) || isRead[Nested](
      text
    )

  private def asBody(text: Array[Byte]): Array[Byte] = "{\"body\":".getBytes(UTF_8) ++ text ++ "}".getBytes(UTF_8)

  /** The ways in which any JSON can be met. */
  private val modes: List[(String, Array[Byte] => Boolean)] = List(
    "skipped" -> skipped,
    "kept" -> kept,
    "kept, the first of two" -> (text => isRead[Keeps](asField(text), first)),
    "kept, the last of two" -> (text => isRead[Keeps](asField(text), last)),
    "raw" -> (isRead[RawJson](_)),
    "tree" -> (isRead[Json](_)),
    "raw in a field" -> (text => isRead[HoldsRaw](asBody(text))),
    "tree in an option" -> (text => isRead[HoldsTree](asBody(text))),
    "looked over, then skipped" -> (text => isRead[Family](beforeName(text), late)),
    "told by fields" -> (text => isRead[Family](asField(text), untagged)),
    "skipped before the last of two" -> (text => isRead[Skips](asField(text), last)),
    "skipped for configuration" -> (text => isRead[Skips](asField(text), configuration)),
    "from a stream" -> (text =>
      PickleException.either(Pickle.read[RawJson](Laws.trickle(text))(using summon, JsonFormat, summon)).isRight
    )
  )

  test("a string that is skipped is checked as one that is read"):
    val bad = List(
      "\"a\tb\"",
      "\"\u0000\"",
      "\"\\x41\"",
      "\"\\u00g0\"",
      "\"\\u12\"",
      "\"\\ud800\"",
      "\"\\udc00\\ud800\"",
      "\"\\ud800\\u0041\"",
      "\"\\a\"",
      "\"\\\\\\\""
    ).map(_.getBytes(UTF_8)) ++ List(
      Array(0x22, 0xff, 0x22),
      Array(0x22, 0xc0, 0x80, 0x22),
      Array(0x22, 0xed, 0xa0, 0x80, 0x22),
      Array(0x22, 0xe6, 0x97, 0x22),
      Array(0x22, 0xf4, 0x90, 0x80, 0x80, 0x22)
    ).map(_.map(_.toByte))
    for
      text <- bad
      around <- List[Array[Byte] => Array[Byte]](
        t => t,
        t => "[".getBytes ++ t ++ "]".getBytes,
        t => "{".getBytes ++ t ++ ":1}".getBytes,
        t => "{\"a\":{\"b\":[1,".getBytes ++ t ++ "]}}".getBytes
      )
    do
      val shown = new String(around(text), UTF_8)
      for (mode, isRead) <- modes do assert(!isRead(around(text)), s"$mode: $shown")
    for text <- List("\"é\\n\\u00e9\\ud83d\\ude00\"", "\"\\/\"", "\"\"", "\"\u007f\"") do
      for (mode, isRead) <- modes do assert(isRead(text.getBytes(UTF_8)), s"$mode: $text")

  for root <- sys.env.get("BRINE_DATA"); folder = Path.of(root, "jsontestsuite") if Files.isDirectory(folder) do
    val files = Files.list(folder)
    val named =
      try files.iterator.asScala.filter(_.toString.endsWith(".json")).map(f =>
          f.getFileName.toString -> Files.readAllBytes(f)
        ).toList.sortBy(_._1)
      finally files.close()

    test("there are as many files as the suite has"):
      assertEquals(named.length, 318)

    test("files that are JSON are read in all modes"):
      for (name, text) <- named if name.startsWith("y_") do
        for (mode, isRead) <- modes do assert(isRead(text), s"$mode: $name")

    test("the members of all objects can be kept, if the dialect takes one of those that occur twice"):
      for (name, text) <- named if name.startsWith("y_object") do
        assert(isRead[KeepsAll](text, first), s"the first: $name")
        assert(isRead[KeepsAll](text, last), s"the last: $name")
        assertEquals(isRead[KeepsAll](text), !name.contains("duplicated_key"), name)

    test("files that are not JSON are refused, whether they are read, skipped or kept"):
      for (name, text) <- named if name.startsWith("n_") do
        for (mode, isRead) <- modes if !(mode.contains("configuration") && lenient(name)) do
          assert(!isRead(text), s"$mode: $name")
        assert(!isRead[KeepsAll](text), s"members kept: $name")
        assert(!isRead[KeepsAll](text, first), s"the first members kept: $name")
        assert(!isRead[KeepsAll](text, last), s"the last members kept: $name")
        assert(!isRead[List[String]](text), s"read as strings: $name")
        assert(!isRead[List[Double]](text), s"read as numbers: $name")
        assert(!isRead[List[Boolean]](text), s"read as booleans: $name")
        assert(!isRead[Map[String, String]](text), s"read as a map: $name")
        assert(!isRead[Skips](text), s"read as a class: $name")
        assert(!isRead[String](text), s"read as a string: $name")

    test("strings and numbers that are JSON are read"):
      for (name, text) <- named if name.startsWith("y_string") && text.headOption.contains('['.toByte) do
        assert(isRead[List[String]](text), name)
      for (name, text) <- named if name.startsWith("y_number") do assert(isRead[List[Double]](text), name)

    test("the decision on each file that is for the parser to decide is the kept one"):
      for (mode, isRead) <- modes do
        val accepted = named.collect { case (name, text) if name.startsWith("i_") && isRead(text) => name }
        assertEquals(accepted, decided, mode)
      val typed = named.collect { case (name, text) if name.startsWith("i_") && isTyped(text) => name }
      assertEquals(typed, decidedAsTypes)

    test("the specification has the decision on each of these files"):
      val rows =
        brine.checks.docs.Page.lines("docs/spec/json.md").filter(_.startsWith("| `i_")).map(_.split('|').map(_.trim))
      val stated = rows.map(row => row(1).stripPrefix("`").stripSuffix("`") + ".json" -> row(2))
      assertEquals(stated.map(_._1).sorted, named.map(_._1).filter(_.startsWith("i_")).sorted)
      assertEquals(stated.collect { case (name, "accepted") => name }.sorted, decided.sorted)
      val ofTypes =
        rows.collect { case row if row(3) == "accepted" => row(1).stripPrefix("`").stripSuffix("`") + ".json" }
      assertEquals(ofTypes.toSeq.sorted, decidedAsTypes.sorted)

object JsonTestSuiteFilesSuite:
  final case class Skips(known: Int) derives Pickler
  final case class Keeps(known: Int, rest: Extras) derives Pickler
  final case class KeepsAll(rest: Extras) derives Pickler
  final case class Nested(all: List[Nested])
  object Nested:
    given Pickler[Nested] = brine.combine.recursive(Pickler[List[Nested]]).imap(Nested(_))(_.all)
  final case class HoldsRaw(body: RawJson) derives Pickler
  final case class HoldsTree(body: Option[Json]) derives Pickler
  enum Family derives Pickler:
    case One(known: Int)
    case Two(other: Int)

  private val late = JsonFormat(JsonDialect.Default.copy(families = Families.Member("kind")))
  private val untagged = JsonFormat(JsonDialect.Default.copy(families = Families.Untagged))
  private val first = JsonFormat(JsonDialect.Default.copy(duplicates = Duplicates.First))
  private val last = JsonFormat(JsonDialect.Default.copy(duplicates = Duplicates.Last))
  private val configuration = JsonFormat(JsonDialect.Default.copy(leniency = Leniency.Configuration))

  /** Files that are not JSON because of a comment or of a comma after the last element or member. */
  private def lenient(name: String): Boolean =
    name.contains("trailing_comma") || name.contains("trailing_comment") || name.contains(
      "extra_comma"
    ) || name.contains("number_and_comma") || name.contains("with_comment") ||
      name.contains("block_comment")

  /** Those that are accepted: numbers of any size where nobody needs their value, and nesting. */
  private val decided: List[String] = List(
    "i_number_double_huge_neg_exp.json",
    "i_number_huge_exp.json",
    "i_number_neg_int_huge_exp.json",
    "i_number_pos_double_huge_exp.json",
    "i_number_real_neg_overflow.json",
    "i_number_real_pos_overflow.json",
    "i_number_real_underflow.json",
    "i_number_too_big_neg_int.json",
    "i_number_too_big_pos_int.json",
    "i_number_very_big_negative_int.json",
    "i_structure_500_nested_arrays.json"
  )

  /** Those that are accepted as a type: numbers in the range of `Double`, and nesting. */
  private val decidedAsTypes: List[String] = List(
    "i_number_double_huge_neg_exp.json",
    "i_number_real_underflow.json",
    "i_number_too_big_pos_int.json",
    "i_structure_500_nested_arrays.json"
  )
