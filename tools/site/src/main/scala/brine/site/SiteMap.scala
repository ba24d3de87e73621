package brine.site

import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import com.vladsch.flexmark.ast.{Heading, Link, OrderedList, Paragraph, StrongEmphasis}
import com.vladsch.flexmark.ext.tables.{TableBlock, TableBody, TableRow}
import com.vladsch.flexmark.util.ast.Node

/** A table or a numbered list of `docs/README.md`: a section of the site.
  *
  * @param source its Markdown, with links as in `docs/README.md`
  * @param pages  the Markdown files that it lists, from the repository's root
  */
final case class Section(title: String, source: String, pages: List[String]):
  /** The folder of the site that holds the section's pages. */
  def folder: String = SiteMap.folderOf(title)

/** The order of all pages: `docs/README.md` lists them, and nothing else does. */
final class SiteMap(repository: Repository):
  val index: MarkdownPage = repository.page(SiteMap.Index)

  val sections: List[Section] =
    val listed = mutable.Set(SiteMap.Start, SiteMap.Index)
    var title = ""
    index.document.getChildren.asScala.toList.flatMap { node =>
      node match
        case heading: Heading => title = MarkdownPage.plain(heading)
        case text: Paragraph =>
          if text.getFirstChild.isInstanceOf[StrongEmphasis] then title = MarkdownPage.plain(text.getFirstChild)
        case _ => ()
      val pages = links(node).filter(listed.add)
      Option.when(pages.nonEmpty)(Section(title, node.getChars.toString, pages))
    }

  /** The pages below a page: the other files in the folder of a listed README. */
  def below(file: String): List[String] =
    if !file.endsWith("/README.md") then Nil
    else repository.markdown.filter(other => other != file && folder(other) == folder(file))

  private def folder(file: String): String = file.substring(0, file.lastIndexOf('/') + 1)

  private def links(node: Node): List[String] =
    val entries = node match
      case table: TableBlock => table.getDescendants.asScala.collect {
          case row: TableRow if row.getParent.isInstanceOf[TableBody] => row.getFirstChild
        }
      case list: OrderedList => list.getChildren.asScala
      case _                 => Nil
    entries.toList.flatMap(_.getDescendants.asScala.collect { case link: Link => link.getUrl.toString }).filter(
      _.endsWith(".md")
    ).map(index.resolve)

  /** All pages of the site, in order. */
  val pages: List[String] =
    SiteMap.Start :: SiteMap.Index :: sections.flatMap(_.pages).flatMap(file => file :: below(file))

  /** The paths of all pages on the site. */
  val places: Map[String, String] =
    val listed =
      for
        section <- sections
        file <- section.pages
        page <- file :: below(file)
      yield page -> (section.folder + "/" + placeBelow(file, page))
    Map(SiteMap.Start -> "index.html", SiteMap.Index -> "README.html") ++ listed

  private def placeBelow(file: String, page: String): String =
    val name = page.substring(page.lastIndexOf('/') + 1).stripSuffix(".md")
    if below(file).isEmpty then s"$name.html"
    else s"${SiteMap.folderOf(repository.page(file).title)}/${if page == file then "index" else name}.html"

  for file <- repository.markdown if !pages.contains(file) do
    throw SiteProblem(s"No table of ${SiteMap.Index} lists $file, so the site would not have it. Add a line there.")

  // Some file systems do not distinguish A from a.
  for (place, files) <- places.toList.groupMap(_._2.toLowerCase)(_._1) if files.length > 1 do
    throw SiteProblem(
      s"${files.sorted.mkString(" and ")} would both be $place on the site. List them in two tables of " +
        s"${SiteMap.Index}."
    )

object SiteMap:
  /** The start page. */
  final val Start = "README.md"

  /** The page that lists all others. */
  final val Index = "docs/README.md"

  /** The folder of the pages below a title. */
  def folderOf(title: String): String = title.toLowerCase.replace(' ', '-')
