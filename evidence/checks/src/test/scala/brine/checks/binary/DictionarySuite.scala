package brine.checks

import java.lang.reflect.Modifier
import java.net.URI
import java.nio.file.{FileSystems, Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Try
import brine.binary.Deflated

/** The dictionary of the tables of shapes follows its rule. */
class DictionarySuite extends munit.FunSuite:
  /** The rule's JDK: another has other classes. */
  private val isJdk17 = Runtime.version.feature == 17

  test("the dictionary's names are the properties that public classes of the JDK have in at least four packages") {
    assume(isJdk17, "the names are those of JDK 17")
    assertEquals(Deflated.DictionaryNames, DictionarySuite.names.mkString)
  }

  test("no name of a benchmark's model is in the dictionary") {
    val dictionary = new String(Deflated.Dictionary, "ISO-8859-1")
    for name <-
        List("PageComponentType", "dateCreated", "dateUpdated", "ownerId", "userId", "FreeText", "HtmlDocument", "tags")
    do
      assert(!dictionary.contains(name), name)
  }

private object DictionarySuite:
  private final val LeastPackages = 4
  private final val LeastLength = 3

  /** The rarest first; those of as many packages in the order of the alphabet. */
  def names: List[String] =
    val found = for c <- publicClasses; name <- properties(c) yield name -> c.getPackageName
    val counts = found.groupMap(_._1)(_._2).view.mapValues(_.distinct.length).toList
    counts.filter((name, count) => count >= LeastPackages && name.length >= LeastLength).sortBy(_.swap).map(_._1)

  private def publicClasses: List[Class[?]] =
    val modules = ModuleLayer.boot.modules.asScala.toList.filter(_.getName.startsWith("java."))
    for
      module <- modules
      name <- classNames(module.getName)
      if name.startsWith("java.") && module.isExported(name.substring(0, name.lastIndexOf('.')))
      c <- Try(Class.forName(name, false, ClassLoader.getPlatformClassLoader)).toOption
      if Modifier.isPublic(c.getModifiers)
    yield c

  private def classNames(module: String): List[String] =
    val root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules", module)
    val files = Files.walk(root)
    try files.iterator.asScala.map(root.relativize(_)).map(_.toString).collect { case s"$path.class" =>
        path.replace('/', '.')
      }.toList
    finally files.close()

  /** What public methods without parameters return, by their names without `get` and `is`. */
  private def properties(c: Class[?]): List[String] =
    for
      method <- c.getDeclaredMethods.toList
      if Modifier.isPublic(method.getModifiers) && !method.isSynthetic && method.getParameterCount == 0
      if method.getReturnType != classOf[Unit] && !ofObject(method.getName)
    yield List("get", "is").find(p =>
      method.getName.startsWith(p) && method.getName.drop(p.length).headOption.exists(_.isUpper)
    ) match
      case Some(prefix) =>
        val name = method.getName.drop(prefix.length)
        s"${name.head.toLower}${name.tail}"
      case None => method.getName

  private val ofObject: Set[String] = classOf[Object].getMethods.map(_.getName).toSet
