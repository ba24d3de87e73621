package brine.lock

import java.io.File
import java.nio.file.{Files, Path}
import java.util.Arrays
import scala.jdk.CollectionConverters.*
import brine.evolve.Lock

/** Says why a class could not be inspected, and the cure for that cause. */
private[lock] object InspectionError:
  /** The text for a class, as `loadClass` names it, of a folder. */
  def text(className: String, folder: Path, e: Throwable): String =
    s"${Lock.typeName(className)}: ${reason(className, folder, e)}"

  private def reason(className: String, folder: Path, e: Throwable): String = e match
    case e: OtherVersion => e.getMessage
    case e: ClassNotFoundException if e.getMessage == className =>
      s"the class path does not have it. Put $folder on it, which must be a root of class files"
    case _ => reason(e)

  /** The reason for an error that no single class is known for. */
  def reason(e: Throwable): String = e match
    case e: ClassNotFoundException  => missing(e.getMessage)
    case e: TypeNotPresentException => missing(e.typeName)
    case e: NoClassDefFoundError if String.valueOf(e.getMessage).startsWith("Could not initialize class ") => failed(e)
    case e: NoClassDefFoundError        => missing(String.valueOf(e.getMessage))
    case e: ExceptionInInitializerError => failed(e)
    case e: UnsupportedClassVersionError =>
      s"it was compiled for a newer JDK (${e.getMessage}). Run the tool with that one"
    case e: LinkageError =>
      s"classes of different versions are on the class path ($e). Put the versions on it with which the program was " +
        "compiled"
    case e => s"a given of it cannot be made ($e). The program would fail in the same way: repair it there"

  private def missing(name: String): String =
    s"the class path lacks ${name.replace('/', '.')}. Run the tool with the runtime class path of the program"

  private def failed(e: Throwable): String =
    val cause = Iterator.iterate(e)(_.getCause).takeWhile(_ != null).toList.last
    s"an object that it needs cannot be made ($cause). Repair it, or run the tool where the object can be made"

  /** Under all texts of one run. */
  val Consequence: String =
    "The picklers in these classes are unknown, so the tool decides and writes nothing. To leave out an object that " +
      "is not needed, " +
      "use `--without <its name as above>`"

  final class OtherVersion(message: String) extends RuntimeException(message)

  /** Compares the class files of an object and of the classes that belong to it with those that the loader takes.
    *
    * @throws OtherVersion if one of them is another
    */
  def refuseOtherVersion(className: String, folder: Path, loader: ClassLoader): Unit =
    val path = className.replace('.', '/')
    val stem = path.stripSuffix("$")
    val place = folder.resolve(stem).getParent
    val files = Files.list(place)
    val family =
      try files.iterator.asScala.map(_.getFileName.toString).filter(
          isOf(stem.substring(stem.lastIndexOf('/') + 1), _)
        ).toVector
      finally files.close()
    for file <- family do
      val resource = folder.relativize(place.resolve(file)).toString.replace(File.separatorChar, '/')
      val url = loader.getResource(resource)
      if url != null && !Arrays.equals(content(url), Files.readAllBytes(place.resolve(file))) then
        throw new OtherVersion(
          s"the class path has another version of it, $url. Put $folder before that, or take that off"
        )

  private def isOf(stem: String, file: String): Boolean =
    file == stem + ".class" || file.startsWith(stem + "$") && file.endsWith(".class")

  private def content(url: java.net.URL): Array[Byte] =
    val in = url.openStream()
    try in.readAllBytes()
    finally in.close()
