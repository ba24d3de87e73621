package brine.checks.house

import java.nio.file.Files
import scala.jdk.CollectionConverters.*
import scala.util.Using
import brine.checks.Repository

/** Lines fit into 120 columns. The formatter breaks code, but neither comments nor texts. */
class LineLengthSuite extends munit.FunSuite:
  /** Lines of Scala that are longer, until somebody breaks them. This number may only fall. */
  private val longer = 312

  test(s"no more than $longer lines of Scala are longer than 120 columns"):
    val long =
      for
        module <- Repository.modules
        folder = module.resolve("src") if Files.isDirectory(folder)
        file <- Using.resource(Files.walk(folder))(_.iterator.asScala.filter(_.toString.endsWith(".scala")).toList)
        line <- Files.readString(file).linesIterator if line.codePointCount(0, line.length) > 120
      yield s"${Repository.root.relativize(file)}: $line"
    assert(long.length <= longer, long.take(20).mkString(s"${long.length} lines:\n", "\n", ""))
