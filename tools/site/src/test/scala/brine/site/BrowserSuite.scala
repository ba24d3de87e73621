package brine.site

import java.net.URI
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.nio.file.{Files, Path}

/** A newcomer clicks through the built site. `./dev docs --check` builds the site and runs this. */
class BrowserSuite extends munit.FunSuite:
  override def munitTimeout = scala.concurrent.duration.Duration(120, "s")

  private val folder = Option(System.getProperty("brine.site")).map(Path.of(_).toAbsolutePath.normalize)
  private lazy val server = new LocalServer(folder.get)
  private lazy val started = Browser.start()

  override def afterAll(): Unit = if folder.nonEmpty then
    started.foreach(_.close())
    server.close()

  /** The browser with a page of the site, if there are both. */
  private def at(page: String): Browser =
    assume(folder.nonEmpty, "needs a built site: run ./dev docs --check")
    assume(Files.exists(folder.get.resolve("index.html")), s"no site in ${folder.get}")
    assume(started.nonEmpty, "this machine has no Chromium with its driver (Debian: chromium and chromium-driver)")
    started.get.resize(1300, 900)
    started.get.open(server.address + page)
    started.get

  private def click(browser: Browser, css: String, text: String): Unit = browser.click(browser.find(css, text))

  test("a newcomer goes from the start page to the quickstart, to another page of the guide, and to the API") {
    val browser = at("")
    browser.find("h1", "Brine")
    click(browser, "#content a", "quickstart")
    browser.find("h1", "Quickstart")
    click(browser, "#docs-nav a", "Do")
    click(browser, "#docs-nav a", "Evolution")
    browser.find("h1", "Evolution")
    browser.find("#api-nav-button").click()
    click(browser, "#api-nav a", "PickleOptions")
    browser.find("h1", "PickleOptions")
    click(browser, "#content a", "Sharing")
    browser.find("h1", "Sharing")
    assertEquals(browser.errors, Nil)
  }

  test("a link to a heading of another page shows that heading, with code in colours") {
    val browser = at("")
    click(browser, "#content a", "Kryo")
    browser.find("h1", "Coming from another library")
    val top = browser.evaluate("document.getElementById('kryo').getBoundingClientRect().top").toString.toDouble
    assert(top >= 0 && top < 600, s"the heading is $top pixels below the top of the window")
    browser.find("#content .hljs-keyword")
    assertEquals(browser.errors, Nil)
  }

  for (word, title, place) <-
      List(("Pickler", "Pickler", "api/brine/Pickler.html"), ("Evolution", "Evolution", "do/evolution.html"))
  do
    test(s"the search for $word finds $place, and leads there") {
      val browser = at("understand/sharing-and-cycles.html")
      browser.find("#search-toggle").click()
      browser.find(".scaladoc-searchbar-input").sendKeys(word)
      browser.find(s"a.scaladoc-searchbar-row[href$$='$place#']").click()
      browser.find("h1", title)
      assertEquals(browser.address.stripPrefix(server.address).stripSuffix("#"), place)
      assertEquals(browser.errors, Nil)
    }

  test("no page that a newcomer visits has a dead link, or asks another host for anything") {
    val visited = List(
      "index.html",
      "README.html",
      "learn/index.html",
      "learn/quickstart.html",
      "look-up/binary.html",
      "api/brine/Pickler.html"
    )
    val links = visited.flatMap { page =>
      val browser = at(page)
      val foreign = browser.loaded.filterNot(_.startsWith(server.address))
      assertEquals(foreign, Nil, page)
      browser.links.filter(_.startsWith("http://")).map(_.takeWhile(_ != '#')).filter(_.startsWith(server.address))
    }
    val client = HttpClient.newHttpClient()
    val dead = links.distinct.filter { link =>
      client.send(
        HttpRequest.newBuilder(URI.create(link)).build(),
        HttpResponse.BodyHandlers.discarding()
      ).statusCode != 200
    }
    assert(links.distinct.length > 100, links.distinct.length)
    assertEquals(dead, Nil)
  }

  for
    (width, window) <- List((1300, "wide"), (500, "narrow"));
    page <- List("index.html", "look-up/binary.html", "look-up/measurements/plots.html")
  do
    test(s"in a $window window, the parts of $page lie below each other, and within the page's column") {
      val browser = at(page)
      browser.resize(width, 900)
      assertEquals(
        browser.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth").toString,
        "0"
      )
      assertEquals(browser.evaluate(BrowserSuite.Misplaced).toString, "")
    }

  test("in a narrow window the menu opens, and leads to a page") {
    val browser = at("index.html")
    browser.resize(500, 900)
    browser.find("#mobile-sidebar-toggle").click()
    click(browser, "#docs-nav a", "Learn")
    browser.find("h1", "Learn")
  }

object BrowserSuite:
  /** The first section that does not begin below the one before, or the first table, picture or code that is too wide;
    * else "".
    */
  private val Misplaced =
    """(() => {
      |  const page = document.querySelector("#content > div");
      |  const tops = Array.from(page.querySelectorAll("section[id]"), s => [s.id, s.getBoundingClientRect().top]);
      |  for (let i = 1; i < tops.length; i++)
      |    if (tops[i][1] <= tops[i - 1][1]) return tops[i - 1][0] + " and " + tops[i][0];
      |  const end = page.getBoundingClientRect().right + 1;
      |  const isWide = e => e.getBoundingClientRect().right > end;
      |  const wide = Array.from(page.querySelectorAll("table, img, .snippet")).find(isWide);
      |  return wide ? wide.outerHTML.substring(0, 100) : "";
      |})()""".stripMargin
