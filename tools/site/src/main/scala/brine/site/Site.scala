package brine.site

import java.io.File
import java.nio.file.{Files, Path}
import org.jsoup.Jsoup

/** Builds the site: the documents as pages, the API of all modules, and a search over both. `./dev docs` runs it.
  *
  * {{{ brine.site.Site <repository> }}}
  */
object Site:
  def main(arguments: Array[String]): Unit =
    val repository = new Repository(Path.of(arguments(0)).toAbsolutePath.normalize)
    try println(s"${build(repository)} pages in ${folder(repository)}; begin with index.html")
    catch
      case problem: SiteProblem =>
        System.err.println(problem.getMessage)
        sys.exit(1)

  /** The address of the site. */
  def folder(repository: Repository): Path = repository.root.resolve("target/site")

  /** Returns the number of pages. */
  def build(repository: Repository): Int =
    val sources = repository.root.resolve("target/site-sources")
    val site = folder(repository)
    for folder <- List(sources, site) do SiteFiles.delete(folder)
    Files.createDirectories(site)
    val map = new SiteMap(repository)
    new Sources(repository, map, sources).write()
    runScaladoc(repository, sources, site)
    new Finishing(site).run()
    check(repository, map, site)
    SiteFiles.html(site).length

  private def runScaladoc(repository: Repository, sources: Path, site: Path): Unit =
    val options = List(
      "-classpath",
      System.getProperty("java.class.path"),
      "-color:never",
      "-Yapi-subdirectory",
      "-project",
      "Brine",
      "-project-version",
      repository.version,
      "-siteroot",
      sources.toString,
      "-d",
      site.toString,
      s"-skip-by-id:${repository.internal.mkString(",")}"
    )
    val reporter = new dotty.tools.scaladoc.Main().run((options ++ repository.modules.map(classes)).toArray)
    if reporter.hasErrors || reporter.hasWarnings then
      throw SiteProblem("Scaladoc reports the problems above. Mend them: the site would lack their pages.")

  /** The classes of a module on this JVM's class path. */
  private def classes(module: String): String =
    val end = Path.of(module, "target", "classes")
    System.getProperty("java.class.path").split(File.pathSeparator).find(Path.of(_).endsWith(end))
      .getOrElse(throw SiteProblem(
        s"The class path has no $end. Name brine-${Path.of(module).getFileName}_3 in tools/site/pom.xml."
      ))

  private def check(repository: Repository, map: SiteMap, site: Path): Unit =
    val lost = map.pages.map(repository.page).flatMap { page =>
      val place = site.resolve(map.places(page.file))
      if !Files.exists(place) then List(s"The site has no page for ${page.file}; expected $place.")
      else SiteCheck.lost(page, Jsoup.parse(Files.readString(place)).select("#content > div").first)
    }
    val problems = lost ++ new SiteCheck(site).problems
    if problems.nonEmpty then throw SiteProblem((s"${problems.length} problems in $site" :: problems).mkString("\n  "))
