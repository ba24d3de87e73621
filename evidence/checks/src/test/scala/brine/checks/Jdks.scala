package brine.checks

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The JDKs of this machine. */
object Jdks:
  /** One that can deny `sun.misc.Unsafe`: JDK 24 or later. */
  def newest: Option[Path] =
    candidates.find(home => Files.isExecutable(home.resolve("bin/java")) && version(home) >= 24)

  /** Where `./dev` looks. */
  private def candidates: List[Path] =
    val home = Path.of(System.getProperty("user.home"))
    val named =
      List(Option(System.getenv("JAVA_HOME")), Option(System.getProperty("java.home"))).flatten.map(Path.of(_))
    named ++ children(Path.of("/usr/lib/jvm")) ++ children(home.resolve(".sdkman/candidates/java")) ++
      children(Path.of("/opt")).filter(_.toString.contains("jdk")) ++
      children(Path.of("/Library/Java/JavaVirtualMachines")).map(_.resolve("Contents/Home"))

  private def children(folder: Path): List[Path] =
    if !Files.isDirectory(folder) then List()
    else
      val all = Files.list(folder)
      try all.iterator.asScala.toList.sorted
      finally all.close()

  /** Every JDK has a file that says so. */
  private def version(home: Path): Int =
    val release = home.resolve("release")
    if !Files.exists(release) then 0
    else
      Files.readAllLines(release).asScala.collectFirst { case s"""JAVA_VERSION="$v"""" =>
        v.takeWhile(_.isDigit).toInt
      }.getOrElse(0)
