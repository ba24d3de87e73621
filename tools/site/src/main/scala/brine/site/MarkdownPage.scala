package brine.site

import java.util.Arrays
import scala.jdk.CollectionConverters.*
import com.vladsch.flexmark.ast.{Heading, LinkNodeBase}
import com.vladsch.flexmark.ext.autolink.AutolinkExtension
import com.vladsch.flexmark.ext.gfm.strikethrough.StrikethroughExtension
import com.vladsch.flexmark.ext.tables.TablesExtension
import com.vladsch.flexmark.html.HtmlRenderer
import com.vladsch.flexmark.parser.Parser
import com.vladsch.flexmark.util.ast.Node
import com.vladsch.flexmark.util.data.MutableDataSet
import org.jsoup.Jsoup

/** One Markdown file of the repository.
  *
  * @param file its path from the repository's root, with slashes
  */
final class MarkdownPage(val file: String, val text: String):
  val document: Node = MarkdownPage.parser.parse(text)

  /** The first heading. */
  val title: String =
    val headings = document.getDescendants.asScala.collect { case heading: Heading => MarkdownPage.plain(heading) }
    headings.headOption.getOrElse(
      throw SiteProblem(s"$file has no heading. Each page of the site takes its title from one.")
    )

  /** The text with each link's target changed. Code contains no links, even if it looks like one. */
  def withLinks(change: String => String): String =
    val links =
      document.getDescendants.asScala.collect { case link: LinkNodeBase if link.getUrl.isNotNull => link.getUrl }.toList
    val (changed, end) = links.sortBy(_.getStartOffset).foldLeft(("", 0)) { case ((done, from), url) =>
      (done + text.substring(from, url.getStartOffset) + change(url.toString), url.getEndOffset)
    }
    changed + text.substring(end)

  /** The headings, code blocks, table rows, list items and paragraphs that a reader of this page sees. */
  def parts: List[PagePart] = PagePart.of(Jsoup.parse(MarkdownPage.renderer.render(document)).body)

  /** The path from the repository's root to which a link of this page leads. */
  def resolve(path: String): String = MarkdownPage.resolve(file, path)

object MarkdownPage:
  private val options =
    new MutableDataSet().set(
      Parser.EXTENSIONS,
      Arrays.asList(TablesExtension.create(), AutolinkExtension.create(), StrikethroughExtension.create())
    )
  private val parser = Parser.builder(options).build()
  private val renderer = HtmlRenderer.builder(options).build()

  /** The text of a node without its markup. */
  def plain(node: Node): String = Jsoup.parse(renderer.render(node)).text

  private def resolve(file: String, path: String): String =
    val steps = file.split('/').toList.dropRight(1) ++ path.split('/')
    val resolved = steps.foldLeft(List.empty[String]) {
      case (_ :: folders, "..") => folders
      case (Nil, "..")          => throw SiteProblem(s"$file links to $path, which is outside of the repository.")
      case (folders, "." | "")  => folders
      case (folders, name)      => name :: folders
    }
    resolved.reverse.mkString("/")
