package brine.checks.docs

import java.nio.file.Files
import scala.jdk.CollectionConverters.*
import brine.checks.Repository
import brine.model.StandardClasses

/** The pages are correct: their Scala compiles and prints the stated output, and their links have targets. */
class DocsSuite extends munit.FunSuite:
  for page <- Page.all do
    test(s"the Scala of ${page.file} is the Scala of ${page.source}, which compiles") {
      assertEquals(page.blocks.mkString("\n\n"), page.slices.mkString("\n\n"))
    }
    test(s"the Scala of ${page.file} prints the output on the page") {
      assertEquals(page.printed.mkString("\n"), page.promised.mkString("\n"))
    }

  // Behind the page's own test: in an object's initialization, the thread would wait for the object.
  test("a million levels by the code of the class, on a large stack (sharing-and-cycles)") {
    val copy = SharingPage.deepCopy(SharingPage.chain)
    assertEquals((copy.head, copy.tail.head, copy.tail.tail.head), (1_000_000, 999_999, 999_998))
  }

  test("no page with Scala for users is forgotten") {
    val withScala = Page.markdown.filter(file => file == "README.md" || file.startsWith("docs/guide/")).filter {
      Page.lines(_).exists(_.trim == "```scala")
    }
    assertEquals(withScala.toSet, Page.all.map(_.file).toSet + brine.checks.Scala2PageSuite.File)
  }

  test("a JSON pickle does not compile where a binary one is required (choosing-a-format)") {
    assert(
      compileErrors("""FormatsPage.size(brine.json.JsonPickle.of("1"))""").contains("Found:    brine.json.JsonPickle")
    )
  }

  test("a leaf without a separate pickler is not pickled by its family's (quickstart)") {
    val error = compileErrors("import brine.*; QuickstartPage.Figure.Circle(1.5).pickle")
    assert(error.contains("pickle by that one: `x.pickleAs[Supertype]`"), error)
  }

  test("every reason why a type cannot be derived is reported at once (errors)") {
    val error = compileErrors("import brine.*; final case class Job(run: Int => Int, thread: Thread) derives Pickler")
    val told = Page.text("docs/guide/errors.md", after = "the compiler says")
    assert(Page.words(error).mkString(" ").contains(Page.words(told).mkString(" ")), error)
  }

  test("every test that the security page names is there") {
    val named = Page.lines("docs/guide/security.md").map(_.stripSuffix(" |").split(" \\| ").last).collect {
      case s"`$suite`: $text" => suite -> text
    }
    assert(named.length > 25, named.length)
    val sources = Repository.modules.map(_.resolve("src/test")).filter(Files.isDirectory(_)).flatMap(folder =>
      Files.walk(folder).iterator.asScala.toList
    )
    for (suite, text) <- named do
      val source = sources.find(_.getFileName.toString == s"$suite.scala").getOrElse(fail(suite))
      assert(Files.readString(source).contains(s"\"$text"), s"$suite has no test '$text'")
  }

  test("the troubleshooting page has every exception and every reason why a type cannot be derived") {
    val page = Page.lines("docs/guide/errors.md").mkString("\n")
    def named(source: String, pattern: String): List[String] =
      pattern.r.findAllMatchIn(Page.lines(source).mkString("\n")).map(_.group(1)).toList
    val exceptions = named("library/core/src/main/scala/brine/PickleException.scala", "final class (\\w+)")
    assert(exceptions.length >= 18, exceptions.length)
    for name <- exceptions do assert(page.contains(s"`$name`"), name)
    val problems = named("library/model/src/main/scala/brine/model/Problem.scala", "\n  case (\\w+)\\(")
    assert(problems.length >= 14, problems.length)
    for name <- problems do assert(page.contains(s"<!-- $name -->"), name)
  }

  test("the page of standard types has every collection and every value") {
    val page = Page.lines("docs/guide/standard-types.md").mkString("\n")
    val collections = (StandardClasses.sequences.values ++ StandardClasses.mappings.values).map(kind =>
      kind.stripPrefix("mutable.").stripPrefix("java.util.")
    )
    val values = Page.lines("docs/spec/binary.md").dropWhile(_ != "### Standard types").takeWhile(
      !_.startsWith("## ")
    ).filter(_.startsWith("| `"))
    val listed = values.map(_.split('|')(1)).flatMap("`([\\w.]+)`".r.findAllMatchIn(_).map(_.group(1)))
    assert(listed.length > 25, listed)
    val renamed = Set("JavaBigDecimal", "ScalaDuration", "imap")
    for name <- collections ++ listed.filterNot(renamed) do
      assert(page.contains(s"`$name`") || page.contains(s"`${name.split('.').last}`"), name)
  }

  test("the grammar of calls on the page about formats is that of PickleBuilder's documentation") {
    val source = Page.lines("library/core/src/main/scala/brine/PickleBuilder.scala")
    val grammar = source.dropWhile(!_.contains("{{{")).drop(1).takeWhile(!_.contains("}}}"))
      .map(_.stripPrefix("  * ")).mkString("\n")
    assert(grammar.startsWith("value "), grammar)
    assert(Page.lines("docs/guide/writing-a-format.md").mkString("\n").contains(grammar), grammar)
  }

  test("every link within the repository leads to a file") {
    val dead =
      for
        file <- Page.markdown
        target <- links(Page.lines(file))
        if !Files.exists(Page.root.resolve(file).resolveSibling(target).normalize)
      yield s"$file -> $target"
    assertEquals(dead, Nil)
  }

  test("the README's example has twelve lines") {
    assertEquals(Page.all.head.blocks.head.linesIterator.length, 12)
  }

  /** The files that a page's links name; outside of blocks of code, without anchors, and not those of the web. */
  private def links(lines: List[String]): List[String] =
    val outside = lines.mkString("\n").split("```").zipWithIndex.collect { case (text, i) if i % 2 == 0 => text }
    val prose = outside.mkString.replaceAll("`[^`\n]*`", "")
    """\]\(([^)#\s]+)""".r.findAllMatchIn(prose).map(_.group(1)).filterNot(_.contains(":")).toList
