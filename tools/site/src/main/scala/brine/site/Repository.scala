package brine.site

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The files that the site is made of, by their paths from the repository's root, with slashes. */
final class Repository(val root: Path):
  /** The Markdown files of the root and of `docs`, in the order of their names. */
  lazy val markdown: List[String] =
    (files(root, 1) ++ files(root.resolve("docs"), Int.MaxValue)).filter(_.endsWith(".md")).sorted

  private def files(folder: Path, depth: Int): List[String] =
    val walk = Files.walk(folder, depth)
    try walk.iterator.asScala.filter(Files.isRegularFile(_)).map(file =>
        root.relativize(file).iterator.asScala.mkString("/")
      ).toList
    finally walk.close()

  def page(file: String): MarkdownPage = new MarkdownPage(file, Files.readString(root.resolve(file)))

  def exists(file: String): Boolean = Files.exists(root.resolve(file))

  def isFolder(file: String): Boolean = Files.isDirectory(root.resolve(file))

  /** The value of the first element of this name in a POM. */
  def pom(file: String, element: String): Option[String] =
    s"<$element>([^<]*)</$element>".r.findFirstMatchIn(Files.readString(root.resolve(file))).map(_.group(1))

  /** The address of the repository's files on the web. */
  lazy val web: String = pom("bom/pom.xml", "url").get

  lazy val version: String = pom("bom/pom.xml", "version").get

  /** The folders of the published modules with Scala code. */
  lazy val modules: List[String] =
    "<module>([^<]*)</module>".r.findAllMatchIn(Files.readString(root.resolve("pom.xml"))).map(
      _.group(1)
    ).toList.filter { module =>
      isFolder(s"$module/src/main/scala") && pom(s"$module/pom.xml", "maven.deploy.skip").isEmpty
    }

  /** Their packages that are not for users. */
  lazy val internal: List[String] =
    modules.flatMap(module => pom(s"$module/pom.xml", "api.internal")).flatMap(_.split(','))
