package brine.checks

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The comments of the library's packages, which ARCHITECTURE.md points to. */
class PackageCommentsSuite extends munit.FunSuite:
  private val names = List("package.scala", "package-info.java")

  private def packages(module: Path): Map[String, List[Path]] =
    val files = Files.walk(module.resolve("src/main"))
    try
      files.iterator.asScala.filter(file => file.toString.endsWith(".scala") || file.toString.endsWith(".java")).toList
        .groupBy(_.getParent.toString.replace('\\', '/').replaceFirst(".*/src/main/(scala|java)/", ""))
    finally files.close()

  for module <- Repository.modules if module.getParent.getFileName.toString == "library" do
    test(s"each package of ${module.getFileName} says in at most ten lines what it holds") {
      for (folder, files) <- packages(module) do
        val comment = files.find(file => names.contains(file.getFileName.toString)).getOrElse(fail(folder))
        val lines = Files.readAllLines(comment).asScala.toList.takeWhile(!_.startsWith("package "))
        assert(lines.nonEmpty && lines.length <= 10, s"$comment has ${lines.length} lines")
    }
