package brine.checks.docs

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** A page for people, and the object that compiles its Scala.
  *
  * The page's blocks of Scala are the slices of the object's source between `// doc:name` and `// end`. A
  * comment after a `println`, and the comments alone on the lines after it, are its output.
  *
  * @param file   from the repository's root
  * @param source the object's source file, in this package or in `folder`
  * @param run    makes the slices' statements run, which they do once in a JVM
  */
final case class Page(file: String, source: String, run: () => Any, folder: String = Page.Sources):
  /** The page's blocks of Scala, from the top. */
  def blocks: List[String] = Page.between(Page.lines(file), _ == "```scala", _ == "```").map(Page.unindented)

  /** The slices, from the top. */
  def slices: List[String] =
    Page.between(Page.lines(folder + source), _.startsWith("// doc:"), _ == "// end").map(Page.unindented)

  /** The page's stated output, word by word; line breaks may differ. */
  def promised: List[String] =
    blocks.flatMap(block => Page.words(Page.joined(Page.results(block.linesIterator.toList))))

  /** The output, word by word. */
  def printed: List[String] =
    val out = ByteArrayOutputStream()
    Console.withOut(out)(run())
    Page.words(out.toString(UTF_8))

object Page:
  // Before the pages, which use it.
  private val Sources = "evidence/checks/src/test/scala/brine/checks/docs/"

  /** Every page with Scala in it; the suite finds those that are missing here. */
  val all: List[Page] = List(
    Page("README.md", "ReadmePage.scala", () => ReadmePage.hello()),
    Page("docs/guide/quickstart.md", "QuickstartPage.scala", () => QuickstartPage),
    Page("docs/guide/choosing-a-format.md", "FormatsPage.scala", () => FormatsPage),
    Page("docs/guide/coming-from.md", "ComingFromPage.scala", () => ComingFromPage),
    Page("docs/guide/sharing-and-cycles.md", "SharingPage.scala", () => SharingPage),
    Page("docs/guide/open-hierarchies.md", "OpenHierarchiesPage.scala", () => OpenHierarchiesPage),
    Page("docs/guide/custom-picklers.md", "CustomPicklersPage.scala", () => CustomPicklersPage),
    Page("docs/guide/evolution.md", "EvolutionPage.scala", () => EvolutionPage),
    Page("docs/guide/runtime-picklers.md", "RuntimePage.scala", () => RuntimePage),
    Page("docs/guide/graphs.md", "GraphsPage.scala", () => GraphsPage),
    Page("docs/guide/graph-questions.md", "GraphQuestionsPage.scala", () => GraphQuestionsPage),
    Page("docs/guide/decoupled.md", "DecoupledPage.scala", () => DecoupledPage),
    Page("docs/guide/regions.md", "RegionsPage.scala", () => RegionsPage),
    Page("docs/guide/standard-types.md", "StandardTypesPage.scala", () => StandardTypesPage),
    Page("docs/guide/writing-a-format.md", "WritingPage.scala", () => WritingPage),
    Page("docs/guide/json.md", "JsonPage.scala", () => JsonPage),
    Page("docs/guide/json-presets.md", "PresetsPage.scala", () => PresetsPage),
    Page("docs/guide/errors.md", "ErrorsPage.scala", () => ErrorsPage),
    Page("docs/guide/streams.md", "StreamsPage.scala", () => StreamsPage),
    Page("docs/guide/logs.md", "LogsPage.scala", () => LogsPage),
    Page("docs/guide/database.md", "DatabasePage.scala", () => DatabasePage),
    Page("docs/guide/security.md", "SecurityPage.scala", () => SecurityPage),
    // GuideSuite of the module spark runs it: it needs Spark on the class path.
    Page("docs/guide/spark.md", "SparkPage.scala", () => (), "engines/spark/src/test/scala/jobs/")
  )

  /** The repository's root: tests run in their module's folder. */
  val root: Path =
    Iterator.iterate(Path.of("").toAbsolutePath)(_.getParent).takeWhile(_ != null)
      .find(folder => Files.exists(folder.resolve("dev"))).get

  /** Every page of the repository, from its root: those at the top and all of docs. */
  def markdown: List[String] =
    val found = Files.list(root).iterator.asScala ++ Files.walk(root.resolve("docs")).iterator.asScala
    found.filter(_.toString.endsWith(".md")).map(root.relativize(_).toString).toList.sorted

  def lines(file: String): List[String] = Files.readAllLines(root.resolve(file)).asScala.toList

  /** The runs of lines between an opening and a closing one; a run that is not closed is an error. */
  private def between(lines: List[String], opens: String => Boolean, closes: String => Boolean): List[List[String]] =
    lines.dropWhile(line => !opens(line.trim)) match
      case Nil => Nil
      case opening :: rest =>
        val (run, end) = rest.span(line => !closes(line.trim))
        if end.isEmpty then throw IllegalArgumentException(s"nothing closes: $opening")
        run :: between(end.tail, opens, closes)

  private def unindented(lines: List[String]): String =
    val indent = lines.filter(_.trim.nonEmpty).map(_.takeWhile(_ == ' ').length).minOption.getOrElse(0)
    lines.map(_.drop(indent).stripTrailing).mkString("\n")

  private def results(lines: List[String]): List[String] = lines.dropWhile(!_.contains("println(")) match
    case Nil => Nil
    case line :: rest =>
      val (more, others) = rest.span(_.trim.startsWith("//"))
      val behind = line.lastIndexOf(" // ")
      (if behind < 0 then "" else line.substring(behind + 4)) :: more.map(_.trim.drop(2)) ::: results(others)

  /** The block of text that follows the line `after`. */
  def text(file: String, after: String): String =
    between(lines(file).dropWhile(_ != after), _ == "```text", _ == "```").head.mkString("\n")

  /** The lines as one text. After a backslash at its end, a line goes on in the next one, without a blank. */
  private def joined(lines: List[String]): String = lines.mkString("\n").replaceAll("\\\\\n\\s*", "")

  def words(text: String): List[String] = text.split("\\s+").toList.filter(_.nonEmpty)
