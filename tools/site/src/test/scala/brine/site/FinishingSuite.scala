package brine.site

import org.jsoup.Jsoup

/** The changes of scaladoc's pages. */
class FinishingSuite extends munit.FunSuite:
  private def changed(body: String, location: String = "learn/a"): String =
    val page = Jsoup.parse(
      s"<html data-pathToRoot='../' data-rawLocation='$location'><head></head><body><div id='header'></div><div " +
        s"id='content'>$body</div></body></html>"
    )
    page.outputSettings.prettyPrint(false)
    Finishing.change(page)
    page.outerHtml

  test("jQuery comes from the site, and no script from another host") {
    val page = changed(
      "<script src='https://a.org/jquery-3.js'></script><script src='https://a.org/d3.js'></script><script " +
        "src='x.js'></script>"
    )
    assert(page.contains("<script src=\"../scripts/jquery.js\"></script><script src=\"x.js\"></script>"), page)
    assert(!page.contains("a.org"), page)
  }

  test("a class diagram goes, with its title") {
    val page =
      changed("<dl><dt>Companion</dt><dd>object</dd><dt>Graph</dt><dd><div id='inheritance-diagram'></div></dd></dl>")
    assert(page.contains("<dl><dt>Companion</dt><dd>object</dd></dl>"), page)
  }

  test("a section that has the id of a part of the page gets another, and links follow it") {
    val page = changed(
      "<section id='header'></section><section id='body'></section><a href='#header'></a><a " +
        "href='x.html#header'></a><a href='#body'></a>"
    )
    assert(page.contains("<section id=\"header-section\"></section><section id=\"body\"></section>"), page)
    assert(
      page.contains("<a href=\"#header-section\"></a><a href=\"x.html#header-section\"></a><a href=\"#body\"></a>"),
      page
    )
  }

  test("links to pages of munit, which are not on the site, become text") {
    assert(changed("<a href='../../munit/FunFixtures.html'>F</a><a href='../a.html'>A</a>").contains(
      "<span>F</span><a href=\"../a.html\">A</a>"
    ))
  }

  test("code without a language is coloured as Scala in the API only") {
    val page = changed("<code class='language-'>0 1</code><code class='language-scala'>val</code>")
    assert(page.contains("<code class=\"nohighlight\">0 1</code><code class=\"language-scala\">val</code>"), page)
    assert(
      changed("<code class='language-'>val</code>", "api/brine/A").contains("<code class=\"language-\">val</code>")
    )
  }
