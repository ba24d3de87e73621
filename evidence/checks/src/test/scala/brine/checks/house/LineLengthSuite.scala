package brine.checks.house

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import brine.checks.Repository

/** Lines fit into 120 columns. The formatter breaks code, but neither comments nor texts. */
class LineLengthSuite extends munit.FunSuite:
  private def isSource(file: Path): Boolean = file.toString.endsWith(".scala") || file.toString.endsWith(".java")

  test("no line of Scala or Java is longer than 120 columns"):
    val long =
      for
        module <- Repository.modules
        folder = module.resolve("src") if Files.isDirectory(folder)
        file <- Using.resource(Files.walk(folder))(_.iterator.asScala.filter(isSource).toList)
        (line, i) <- Files.readString(file).linesIterator.zipWithIndex if line.codePointCount(0, line.length) > 120
      yield s"${Repository.root.relativize(file)}:${i + 1}: $line"
    assert(long.isEmpty, long.take(20).mkString(s"${long.length} lines:\n", "\n", ""))
