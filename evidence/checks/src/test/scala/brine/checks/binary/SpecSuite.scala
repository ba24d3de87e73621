package brine.checks

import java.nio.file.Files
import scala.collection.immutable.ListMap
import scala.jdk.CollectionConverters.*
import brine.{Limits, PickleFormat, PickleOptions, Sharing}
import brine.binary.BinaryFormat
import brine.testkit.Laws

/** The examples of docs/spec/binary.md are written and read, by both back ends. */
class SpecSuite extends munit.FunSuite:
  private val page: List[String] = Files.readAllLines(Repository.root.resolve("docs/spec/binary.md")).asScala.toList

  private final case class Row(scala: String, shape: String, hex: String)

  /** The rows below a heading. A `|` inside a cell is not there, so cells are split at it. */
  private def rows(heading: String): List[Row] =
    val section = page.dropWhile(_ != heading).drop(1).takeWhile(!_.startsWith("#")).filter(_.startsWith("|")).drop(2)
    section.map(_.stripPrefix("|").stripSuffix("|").split('|').map(cell)).map {
      case Array(scala, shape, hex) => Row(scala, shape, hex)
      case other                    => fail(other.mkString("a row of ", " | ", ""))
    }

  private def cell(text: String): String =
    val bare = text.trim.stripPrefix("`").stripSuffix("`").trim
    if bare == "(none)" then "" else bare

  private def verify(
      heading: String,
      examples: ListMap[String, (SpecExamples.Example[?], PickleOptions)],
      format: PickleFormat
  ): Unit =
    val found = rows(heading)
    if sys.props.contains("brine.spec.print") then print(heading, examples, format)
    assertEquals(found.map(_.scala), examples.keys.toList, s"the rows under '$heading' and the examples in code")
    for row <- found do
      val (example, options) = examples(row.scala)
      assertEquals(row.shape, example.shape, row.scala)
      for depth <- List(Limits.Default.emittedDepth, 0) do
        val settings = options.copy(limits = Limits(emittedDepth = depth))
        assertEquals(
          Laws.hex(example.write(format, settings)),
          row.hex,
          s"${row.scala}, written with emittedDepth = $depth"
        )
        val bytes = row.hex.split(' ').filter(_.nonEmpty).map(Integer.parseInt(_, 16).toByte)
        example.readsBack(bytes, format, settings)

  private def print(
      heading: String,
      examples: ListMap[String, (SpecExamples.Example[?], PickleOptions)],
      format: PickleFormat
  ): Unit =
    println(heading)
    for (name, (example, options)) <- examples do
      val hex = Laws.hex(example.write(format, options))
      println(s"| `$name` | `${example.shape}` | ${if hex.isEmpty then "(none)" else s"`$hex`"} |")

  test("the examples of the default sharing are the written bytes, and are read") {
    val examples = SpecExamples.tracked.map((name, e) => name -> (e, PickleOptions(subtypes = SpecExamples.subtypes)))
    verify("### With the default sharing", examples, BinaryFormat.Bare)
  }

  test("so are those of Sharing.All") {
    val examples = SpecExamples.all.map((name, e) => name -> (e, PickleOptions(sharing = Sharing.All)))
    verify("### With `Sharing.All`", examples, BinaryFormat.Bare)
  }

  test("so are those with numbered subtypes") {
    val examples = SpecExamples.numbered.map((name, e) => name -> (e, PickleOptions(subtypes = SpecExamples.numbers)))
    verify("### With numbered subtypes", examples, BinaryFormat.Bare)
  }

  test("so are the whole pickles")(verify("### Whole pickles", SpecExamples.whole, BinaryFormat))

  test("so are the keyed ones")(verify("### Keyed pickles", SpecExamples.keyed, BinaryFormat.Keyed))

  test("every page of the specification has the headings that all have") {
    val headings =
      List("Stability", "Big picture", "Building blocks", "Layout", "Examples", "Limits", "Hostile input", "Changes")
    val folder = Files.list(Repository.root.resolve("docs/spec"))
    try
      for file <- folder.iterator.asScala if file.toString.endsWith(".md") do
        val found = Files.readAllLines(file).asScala.toList.filter(_.startsWith("## ")).map(_.drop(3))
        assertEquals(found, headings, file.getFileName.toString)
    finally folder.close()
  }
