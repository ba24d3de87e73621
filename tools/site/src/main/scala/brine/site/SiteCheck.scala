package brine.site

import java.net.URLDecoder
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import org.jsoup.Jsoup
import org.jsoup.nodes.{Document, Element}

/** Finds faults of a built site: dead links and anchors, and files that would come from other hosts. */
final class SiteCheck(folder: Path):
  private val site = folder.toAbsolutePath.normalize

  private val pages: Map[Path, Document] =
    SiteFiles.html(site).map(file => file -> Jsoup.parse(Files.readString(file))).toMap

  private val anchors: Map[Path, Set[String]] = pages.map { (file, page) =>
    file -> page.select("[id]").asScala.map(_.id).toSet
  }

  /** One line for each problem; empty if there is none. */
  lazy val problems: List[String] =
    if pages.isEmpty then List(s"$site has no pages")
    else (pages.toList.sortBy(_._1).flatMap(problemsOf) ++ searchProblems).distinct

  private def problemsOf(file: Path, page: Document): List[String] =
    val name = site.relativize(file)
    val loaded = page.select("script[src], img[src], link[href]").asScala.toList.map(address)
    val foreign = loaded.filter(isForeign).map(url => s"$name loads $url from another host")
    val links = page.select("a[href]").asScala.toList.map(address)
    val ids = page.select("[id]").asScala.map(_.id).toList
    val headings = if name.startsWith("api") then Nil else page.select("section[id]").asScala.map(_.id).toList
    val twice =
      headings.distinct.filter(id => ids.count(_ == id) > 1).map(id => s"$name has two elements with the id $id")
    foreign ++ twice ++ (links ++ loaded).filterNot(isForeign).flatMap(dead(file, _)).map(reason => s"$name: $reason")

  private def address(element: Element): String =
    if element.hasAttr("src") then element.attr("src") else element.attr("href")

  private def isForeign(url: String): Boolean = url.startsWith("//") || url.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*")

  private def dead(from: Path, url: String): Option[String] =
    val (path, anchor) = url.span(_ != '#')
    val named =
      if path.isEmpty then from else from.resolveSibling(URLDecoder.decode(path.replace("+", "%2B"), UTF_8)).normalize
    val file = if Files.isDirectory(named) then named.resolve("index.html") else named
    if !file.startsWith(site) || !Files.exists(file) then Some(s"the link $url leads to no file of the site")
    else if anchor.length > 1 && !anchors.get(file).exists(ids =>
        ids(anchor.tail) || ids(URLDecoder.decode(anchor.tail, UTF_8))
      )
    then
      Some(s"the link $url leads to a page without that anchor")
    else None

  /** The entries of the search lead to pages too. */
  private def searchProblems: List[String] =
    val data = site.resolve("scripts/searchData.js")
    if !Files.exists(data) then List("scripts/searchData.js is missing, so the site has no search")
    else
      val entries = "\"l\":\"([^\"]*)\"".r.findAllMatchIn(Files.readString(data)).map(_.group(1)).toList
      if entries.isEmpty then List("scripts/searchData.js lists nothing")
      else entries.flatMap(dead(site.resolve("index.html"), _)).map(reason => s"search: $reason")

object SiteCheck:
  /** Finds content that a page of the site has lost, or shows otherwise than its Markdown. */
  def lost(page: MarkdownPage, shown: Element): List[String] =
    val expected = page.parts
    val found = PagePart.of(shown)
    if expected == found then Nil
    else
      val (missing, other) = (expected.diff(found), found.diff(expected))
      List(s"${page.file} is shown otherwise than it is written. Expected ${first(missing)}, found ${first(other)}")

  private def first(parts: List[PagePart]): String =
    parts.headOption.fold("nothing else, or another order")(part =>
      s"<${part.kind}> ${part.text.linesIterator.take(1).mkString}"
    )
