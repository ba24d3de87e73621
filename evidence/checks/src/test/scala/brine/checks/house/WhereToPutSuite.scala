package brine.checks

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The table in docs/where-to-put.md of the files that a new type, class or format touches. */
class WhereToPutSuite extends munit.FunSuite:
  private final case class Row(kind: String, name: String, count: Int, files: List[String])

  private val modules =
    List("wire", "model", "core", "json", "graph", "decoupled", "region", "runtime", "lock", "testkit", "spark", "java")

  private lazy val rows: List[Row] =
    Files.readString(Repository.root.resolve("docs/where-to-put.md")).linesIterator.toList
      .dropWhile(_ != "| you add | as | files | which |").drop(2).takeWhile(_.startsWith("|"))
      .map(_.split('|').map(_.trim).toList.drop(1)).collect { case List(kind, name, count, which) =>
        Row(kind, name.replace("`", ""), count.toInt, which.split("; ").toList.flatMap(paths))
      }

  /** The files of one part of the last column: a folder, a colon and names. */
  private def paths(part: String): List[String] =
    val List(folder, names) = part.replace("`", "").split(": ", 2).toList: @unchecked
    names.split(", ").toList.map(name => if folder == "." then name else s"$folder/$name")

  private def text(file: String): String = Files.readString(Repository.root.resolve(file))

  private def naming(name: String): Set[String] =
    val word = s"\\b${java.util.regex.Pattern.quote(name)}\\b".r
    modules.flatMap { module =>
      val all = Files.walk(Repository.module(module).resolve("src/main"))
      try all.iterator.asScala.filter(f => f.toString.endsWith(".scala") || f.toString.endsWith(".java"))
          .filter(f => word.findFirstIn(Files.readString(f)).isDefined)
          .map(Repository.root.relativize(_).toString.replace('\\', '/')).toList
      finally all.close()
    }.toSet

  test("each file exists, names what it is listed for, and is counted") {
    assertEquals(rows.length, 6)
    for row <- rows do
      assertEquals(row.files.distinct.length, row.count, row.kind)
      for file <- row.files do
        assert(Files.exists(Repository.root.resolve(file)), s"${row.kind}: $file does not exist")
        assert(text(file).toLowerCase.contains(row.name.toLowerCase), s"${row.kind}: $file does not name ${row.name}")
  }

  test("all files that name a type or a kind of class are listed") {
    for row <- rows.take(4) do assertEquals(row.files.toSet, naming(row.name), row.kind)
  }
