package brine.site

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import org.jsoup.Jsoup
import org.jsoup.nodes.Document

/** Changes the pages that scaladoc has written: parts that look broken, and files that other hosts would have to send.
  *
  * Scaladoc's pages load jQuery, which they need, a drawer of class diagrams and an editor for code. jQuery becomes a
  * file of the site; diagrams and editor go.
  */
final class Finishing(site: Path):
  def run(): Unit =
    Files.write(
      site.resolve("scripts/jquery.js"),
      resource(s"/META-INF/resources/webjars/jquery/${Finishing.JQuery}/jquery.min.js")
    )
    Files.write(site.resolve("scripts/site.js"), resource("/brine/site/site.js"))
    Files.write(site.resolve("styles/site.css"), resource("/brine/site/site.css"))
    for file <- SiteFiles.html(site) do
      val page = Jsoup.parse(Files.readString(file))
      Finishing.change(page)
      page.outputSettings.prettyPrint(false)
      Files.writeString(file, page.outerHtml)

  private def resource(name: String): Array[Byte] =
    val stream = getClass.getResourceAsStream(name)
    if stream == null then throw SiteProblem(s"The class path has no $name.")
    try stream.readAllBytes
    finally stream.close()

object Finishing:
  /** The version in `tools/site/pom.xml`. */
  final val JQuery = "3.7.1"

  def change(page: Document): Unit =
    loadFromSite(page)
    dropDiagrams(page)
    renameHeadings(page)
    dropDeadLinks(page)
    if !page.select("html").attr("data-rawLocation").startsWith("api/") then nameLanguages(page)

  private def loadFromSite(page: Document): Unit =
    val root = page.select("html").attr("data-pathToRoot")
    for script <- page.select("script[src^=http]").asScala do
      if script.attr("src").contains("jquery") then script.attr("src", s"${root}scripts/jquery.js") else script.remove()
    page.head.appendElement("script").attr("src", s"${root}scripts/site.js")
    page.head.appendElement("link").attr("rel", "stylesheet").attr("href", s"${root}styles/site.css")

  private def dropDiagrams(page: Document): Unit =
    for diagram <- page.select("#inheritance-diagram").asScala do
      val value = diagram.parent
      value.previousElementSibling.remove()
      value.remove()

  /** A section has the id of its heading, and the parts of scaladoc's page have ids too. A section "Header" would be
    * laid out as the head of the page. The section therefore gets another id, and so do the links to it, on all pages.
    */
  private def renameHeadings(page: Document): Unit =
    val taken = page.select("[id]").asScala.filter(element =>
      element.id == "content" || element.closest("#content") == null
    ).map(_.id).toSet
    for section <- page.select("#content section[id]").asScala if taken(section.id) do
      section.id(s"${section.id}-section")
    for link <- page.select("#content a[href*=#]").asScala do
      val (path, anchor) = link.attr("href").span(_ != '#')
      if anchor.nonEmpty && taken(anchor.tail) then link.attr("href", s"$path$anchor-section")

  /** Code without a language is a table of bytes or an output, which a guess would colour. In comments of the API it is
    * Scala.
    */
  private def nameLanguages(page: Document): Unit =
    for code <- page.select("code[class=language-]").asScala do code.attr("class", "nohighlight")

  /** Scaladoc writes links to classes that are nested in classes of munit and of Scala's library, and no pages for
    * them.
    */
  private def dropDeadLinks(page: Document): Unit =
    for link <- page.select("a[href]").asScala if link.attr("href").matches("(\\.\\./)+(munit|scala)/.*") do
      link.tagName("span").removeAttr("href")
