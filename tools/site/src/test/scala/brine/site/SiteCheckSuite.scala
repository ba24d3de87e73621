package brine.site

import java.nio.file.{Files, Path}
import org.jsoup.Jsoup

/** The check of a built site finds broken parts. */
class SiteCheckSuite extends munit.FunSuite:
  private val folder = FunFixture[Path](_ => Files.createTempDirectory("brine-site"), SiteFiles.delete)

  private def problems(folder: Path, page: String, search: String = """pages = [{"l":"a.html#x"}]"""): List[String] =
    for (file, text) <- List("index.html" -> page, "a.html" -> "<h1 id='x'>A</h1>", "scripts/searchData.js" -> search)
    do
      Files.createDirectories(folder.resolve(file).getParent)
      Files.writeString(folder.resolve(file), text)
    new SiteCheck(folder).problems

  folder.test("links to pages, to anchors and to other hosts are fine") { folder =>
    assertEquals(
      problems(
        folder,
        "<p id='here'><a href='a.html#x'/><a href='#here'/><a href='#'/><a href='./'/><a href='https://example.org/'/>"
      ),
      Nil
    )
  }

  folder.test("a link to a page that is not there is found") { folder =>
    assertEquals(
      problems(folder, "<a href='b.html'/>"),
      List("index.html: the link b.html leads to no file of the site")
    )
  }

  folder.test("a link out of the site is found") { folder =>
    assertEquals(
      problems(folder, "<a href='../a.html'/>"),
      List("index.html: the link ../a.html leads to no file of the site")
    )
  }

  folder.test("a link to an anchor that is not there is found") { folder =>
    assertEquals(
      problems(folder, "<a href='a.html#y'/>"),
      List("index.html: the link a.html#y leads to a page without that anchor")
    )
  }

  folder.test("a script of another host is found") { folder =>
    assertEquals(
      problems(folder, "<script src='https://example.org/a.js'></script>"),
      List("index.html loads https://example.org/a.js from another host")
    )
  }

  folder.test("a heading whose id another element has is found") { folder =>
    assertEquals(
      problems(folder, "<p id='x'></p><section id='x'></section>"),
      List("index.html has two elements with the id x")
    )
  }

  folder.test("an entry of the search that leads nowhere is found") { folder =>
    assertEquals(
      problems(folder, "<p>", """pages = [{"l":"b.html#"}]"""),
      List("search: the link b.html# leads to no file of the site")
    )
  }

  folder.test("a search that lists nothing is found") { folder =>
    assertEquals(problems(folder, "<p>", "pages = []"), List("scripts/searchData.js lists nothing"))
  }

  test("a page that shows all of its Markdown has lost nothing") {
    assertEquals(
      lost(
        "# A\n\n| a | b |\n|---|---|\n| 1 | `2` |\n",
        "<h1>A</h1><table><tr><th>a<th>b<tr><td>1<td><code>2</code></table>"
      ),
      Nil
    )
  }

  test("a line of code that the page does not show is found") {
    assertEquals(
      lost("# A\n\n```scala\nval a = 1\nval b = 2\n```\n", "<h1>A</h1><pre>val a = 1</pre>"),
      List("page.md is shown otherwise than it is written. Expected <pre> val a = 1, found <pre> val a = 1")
    )
  }

  test("a table that became text is found") {
    assertEquals(
      lost("| a |\n|---|\n| 1 |\n\n# A\n", "<p>| a | |---| | 1 |</p><h1>A</h1>"),
      List("page.md is shown otherwise than it is written. Expected <tr> a, found <p> | a | |---| | 1 |")
    )
  }

  private def lost(markdown: String, html: String): List[String] =
    SiteCheck.lost(new MarkdownPage("page.md", markdown), Jsoup.parse(html).body)
