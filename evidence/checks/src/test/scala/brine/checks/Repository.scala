package brine.checks

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The folder of the sources, wherever the tests are started, and those of the modules. */
object Repository:
  val root: Path =
    Iterator.iterate(Path.of("").toAbsolutePath)(_.getParent).takeWhile(_ != null).find(p =>
      Files.exists(p.resolve("docs/spec"))
    ).get

  /** The folders of all modules: each lies in a folder of modules that are used alike. */
  lazy val modules: List[Path] =
    folders(root).flatMap(folders).filter(folder => Files.exists(folder.resolve("pom.xml"))).sorted

  /** The folder of the module of this name. */
  def module(name: String): Path = modules.find(_.getFileName.toString == name).get

  private def folders(folder: Path): List[Path] =
    val files = Files.list(folder)
    try files.iterator.asScala.filter(Files.isDirectory(_)).toList
    finally files.close()
