package brine.checks

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import brine.*
import brine.json.JsonFormat
import brine.testkit.Laws

/** The files of JSONTestSuite, in each way in which a reader can meet them: `y_` is JSON, `n_` is none, `i_` is for each parser to
  * decide. They are read from the folder that `BRINE_DATA` names; without it only the first test runs.
  */
class JsonTestSuiteFilesSuite extends munit.FunSuite:
  import JsonTestSuiteFilesSuite.*

  private def isRead[A: Pickler](text: Array[Byte]): Boolean =
    try
      val ignored = Laws.read[A](text, JsonFormat)
      true
    catch case _: PickleException => false

  private def asField(text: Array[Byte]): Array[Byte] = "{\"unknown\":".getBytes(UTF_8) ++ text ++ ",\"known\":1}".getBytes(UTF_8)

  private val skipped: Array[Byte] => Boolean = text => isRead[Skips](asField(text))
  private val kept: Array[Byte] => Boolean = text => isRead[Keeps](asField(text))

  test("a string that is skipped is checked as one that is read"):
    val bad = List(
      "\"a\tb\"", "\"\u0000\"", "\"\\x41\"", "\"\\u00g0\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\\ud800\"", "\"\\ud800\\u0041\"", "\"\\a\"", "\"\\\\\\\""
    ).map(_.getBytes(UTF_8)) ++ List(
      Array(0x22, 0xff, 0x22), Array(0x22, 0xc0, 0x80, 0x22), Array(0x22, 0xed, 0xa0, 0x80, 0x22), Array(0x22, 0xe6, 0x97, 0x22),
      Array(0x22, 0xf4, 0x90, 0x80, 0x80, 0x22)
    ).map(_.map(_.toByte))
    for
      text <- bad
      around <- List[Array[Byte] => Array[Byte]](
        t => t, t => "[".getBytes ++ t ++ "]".getBytes, t => "{".getBytes ++ t ++ ":1}".getBytes, t => "{\"a\":{\"b\":[1,".getBytes ++ t ++ "]}}".getBytes
      )
    do
      val shown = new String(around(text), UTF_8)
      assert(!skipped(around(text)), s"skipped: $shown")
      assert(!kept(around(text)), s"kept: $shown")
    for text <- List("\"é\\n\\u00e9\\ud83d\\ude00\"", "\"\\/\"", "\"\"", "\"\u007f\"") do
      assert(skipped(text.getBytes(UTF_8)), s"skipped: $text")
      assert(kept(text.getBytes(UTF_8)), s"kept: $text")

  for root <- sys.env.get("BRINE_DATA"); folder = Path.of(root, "jsontestsuite") if Files.isDirectory(folder) do
    val files = Files.list(folder)
    val named =
      try files.iterator.asScala.filter(_.toString.endsWith(".json")).map(f => f.getFileName.toString -> Files.readAllBytes(f)).toList.sortBy(_._1)
      finally files.close()

    test("files that are JSON are skipped and kept"):
      for (name, text) <- named if name.startsWith("y_") do
        assert(skipped(text), s"skipped: $name")
        if !name.contains("duplicated_key") then assert(kept(text), s"kept: $name")

    test("files that are not JSON are refused, whether they are read, skipped or kept"):
      for (name, text) <- named if name.startsWith("n_") do
        assert(!skipped(text), s"skipped: $name")
        assert(!kept(text), s"kept: $name")
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
      val accepted = named.collect { case (name, text) if name.startsWith("i_") && skipped(text) => name }
      assertEquals(accepted, decided)

object JsonTestSuiteFilesSuite:
  final case class Skips(known: Int) derives Pickler
  final case class Keeps(known: Int, rest: Extras) derives Pickler

  /** Those that are accepted: numbers of any size where nobody needs their value, and nesting. */
  private val decided: List[String] = List(
    "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json", "i_number_pos_double_huge_exp.json",
    "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json", "i_number_real_underflow.json", "i_number_too_big_neg_int.json",
    "i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json", "i_structure_500_nested_arrays.json"
  )
