package brine.site

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The files of a built site. */
object SiteFiles:
  def html(site: Path): List[Path] = all(site).filter(_.toString.endsWith(".html"))

  def all(folder: Path): List[Path] =
    if !Files.exists(folder) then Nil
    else
      val walk = Files.walk(folder)
      try walk.iterator.asScala.filter(Files.isRegularFile(_)).toList.sorted
      finally walk.close()

  def delete(folder: Path): Unit =
    if Files.exists(folder) then
      val walk = Files.walk(folder)
      try walk.iterator.asScala.toList.reverse.foreach(Files.delete)
      finally walk.close()
