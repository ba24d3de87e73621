package brine.checks.docs

import java.nio.file.Files

/** The pages say what is true: their Scala compiles and prints what they say, and their links lead somewhere. */
class DocsSuite extends munit.FunSuite:
  for page <- Page.all do
    test(s"the Scala of ${page.file} is the Scala of ${page.source}, which compiles") {
      assertEquals(page.blocks.mkString("\n\n"), page.slices.mkString("\n\n"))
    }
    test(s"the Scala of ${page.file} prints what the page says") {
      assertEquals(page.printed.mkString("\n"), page.promised.mkString("\n"))
    }

  test("no page with Scala for users is forgotten") {
    val withScala = Page.markdown.filter(file => file == "README.md" || file.startsWith("docs/guide/")).filter {
      Page.lines(_).exists(_.trim == "```scala")
    }
    assertEquals(withScala.toSet, Page.all.map(_.file).toSet)
  }

  test("a JSON pickle does not compile where a binary one is asked for (choosing-a-format)") {
    assert(compileErrors("""FormatsPage.size(brine.json.JsonPickle.of("1"))""").contains("Found:    brine.json.JsonPickle"))
  }

  test("a leaf without a pickler of its own is not pickled by its family's (quickstart)") {
    val error = compileErrors("import brine.*; QuickstartPage.Figure.Circle(1.5).pickle")
    assert(error.contains("pickle by that one: `x.pickleAs[Supertype]`"), error)
  }

  test("every reason why a type cannot be derived is told at once (errors)") {
    val error = compileErrors("import brine.*; final case class Job(run: Int => Int, thread: Thread) derives Pickler")
    val told = Page.text("docs/guide/errors.md", after = "the compiler says")
    assert(Page.words(error).mkString(" ").contains(Page.words(told).mkString(" ")), error)
  }

  test("every link within the repository leads to a file") {
    val dead = for
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
