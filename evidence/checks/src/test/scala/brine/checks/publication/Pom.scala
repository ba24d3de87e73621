package brine.checks.publication

import java.nio.file.{Files, Path}
import javax.xml.parsers.DocumentBuilderFactory
import org.w3c.dom.Element
import brine.checks.Repository

/** One POM of this repository, as it is written: nothing is inherited.
  *
  * @param folder below the repository's root; empty for the root itself
  */
final class Pom(val folder: String):
  private val project: Element =
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(
      directory.resolve("pom.xml").toFile
    ).getDocumentElement

  def directory: Path = Repository.root.resolve(folder)

  /** The module's name, which is that of its folder. */
  def name: String = directory.getFileName.toString

  def artifactId: String = text("artifactId").get

  /** The text of the element that these names lead to from the root element. */
  def text(path: String*): Option[String] = at(path*).headOption.map(_.getTextContent.trim)

  /** The texts of all elements that these names lead to. */
  def texts(path: String*): List[String] = at(path*).map(_.getTextContent.trim)

  private def at(path: String*): List[Element] =
    path.foldLeft(List(project))((all, name) => all.flatMap(children(_, name)))

  private def children(parent: Element, name: String): List[Element] =
    val nodes = parent.getChildNodes
    List.tabulate(nodes.getLength)(nodes.item).collect {
      case element: Element if element.getTagName == name => element
    }

  def isPublished: Boolean = text("properties", "maven.deploy.skip").isEmpty

  /** Returns true if the module publishes Scala code. */
  def hasScala: Boolean = Files.isDirectory(directory.resolve("src/main/scala"))

object Pom:
  val root: Pom = new Pom("")
  val bom: Pom = new Pom("bom")

  /** The modules with code, in the order of the root's POM. */
  val modules: List[Pom] = root.texts("modules", "module").filter(_ != bom.folder).map(new Pom(_))

  val published: List[Pom] = modules.filter(_.isPublished)
