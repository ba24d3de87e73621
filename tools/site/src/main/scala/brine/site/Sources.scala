package brine.site

import java.nio.file.{Files, Path}

/** Writes the sources of scaladoc's static pages: copies of the Markdown files, their pictures and the menu.
  *
  * Copies lie in `_docs` as the files lie in the repository, and scaladoc finds the page of a relative link. All other
  * links are changed. A link to a picture leads to its place in `_assets`; a link to a file that is not a page leads to
  * the repository on the web.
  */
final class Sources(repository: Repository, map: SiteMap, folder: Path):
  def write(): Unit =
    for file <- map.pages do writePage(repository.page(file))
    for section <- map.sections do
      val overview = new MarkdownPage(SiteMap.Index, s"# ${section.title}\n\n${section.source}\n")
      write(s"_docs/${overviewOf(section)}", titled(section.title) + raw(overview.withLinks(fromOverview(overview, _))))
    write("sidebar.yml", menu)

  private def writePage(page: MarkdownPage): Unit =
    val title = if map.below(page.file).isEmpty then "" else titled(page.title)
    write(s"_docs/${copyOf(page.file)}", title + raw(page.withLinks(target(page, _))))

  /** The menu titles every page but the first of a folder, which says its title itself. */
  private def titled(title: String): String = s"---\ntitle: ${quoted(title)}\n---\n"

  /** Scaladoc's start page has this name. */
  private def copyOf(file: String): String = if file == SiteMap.Start then "index.md" else file

  /** A section's overview is a part of `docs/README.md`. Anchors of the other parts are there. */
  private def fromOverview(overview: MarkdownPage, url: String): String =
    target(overview, if url.startsWith("#") then s"README.md$url" else url)

  /** Scaladoc takes pages for Liquid templates. */
  private def raw(markdown: String): String = s"{% raw %}\n$markdown\n{% endraw %}\n"

  private def target(page: MarkdownPage, url: String): String =
    val (path, anchor) = url.span(_ != '#')
    if path.isEmpty || path.contains(':') then url
    else
      val file = page.resolve(path)
      if !repository.exists(file) then throw SiteProblem(s"${page.file} links to $path, which does not exist.")
      else if file == SiteMap.Start then path.stripSuffix(file) + copyOf(file) + anchor
      else if map.pages.contains(file) then url
      else if file.endsWith(".svg") then
        copy(file)
        file
      else s"${repository.web}/${if repository.isFolder(file) then "tree" else "blob"}/HEAD/$file$anchor"

  private def copy(file: String): Unit = write(s"_assets/$file", Files.readString(repository.root.resolve(file)))

  private def write(file: String, text: String): Unit =
    val path = folder.resolve(file)
    Files.createDirectories(path.getParent)
    Files.writeString(path, text)

  // ---- the menu

  private def overviewOf(section: Section): String = s"docs/${section.folder}.md"

  private def menu: String =
    val lines =
      List(s"index: ${copyOf(SiteMap.Start)}", "subsection:") ++ page(SiteMap.Index) ++ map.sections.flatMap(menuOf)
    lines.mkString("", "\n", "\n")

  private def menuOf(section: Section): List[String] =
    val pages = section.pages.flatMap(file => if map.below(file).isEmpty then page(file) else pagesBelow(file))
    folder(section.title, section.folder, overviewOf(section), pages)

  private def pagesBelow(file: String): List[String] =
    val page = repository.page(file)
    folder(page.title, SiteMap.folderOf(page.title), file, map.below(file).flatMap(this.page))

  private def folder(title: String, directory: String, index: String, pages: List[String]): List[String] =
    List(
      s"  - title: ${quoted(title)}",
      s"    directory: $directory",
      s"    index: $index",
      "    subsection:"
    ) ++ pages.map("    " + _)

  private def page(file: String): List[String] =
    List(s"  - title: ${quoted(repository.page(file).title)}", s"    page: $file")

  private def quoted(title: String): String = s"\"${title.replace("\\", "\\\\").replace("\"", "\\\"")}\""
