package brine.checks.house

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import brine.checks.Repository

/** The worked commits of docs/worked apply to the tree, and are as small as they are meant to be. */
class WorkedCommitsSuite extends munit.FunSuite:
  import WorkedCommitsSuite.*

  private val folder = Repository.root.resolve("docs/worked")

  private lazy val patches: Map[String, Path] = Using.resource(Files.list(folder))(_.iterator.asScala.collect {
    case patch if patch.toString.endsWith(".patch") => patch.getFileName.toString.stripSuffix(".patch") -> patch
  }.toMap)

  private def git(arguments: String*): (Int, String) =
    val process =
      new ProcessBuilder(("git" +: arguments)*).directory(Repository.root.toFile).redirectErrorStream(true).start()
    val output = new String(process.getInputStream.readAllBytes())
    (process.waitFor(), output)

  private def hasGit: Boolean =
    try Files.exists(Repository.root.resolve(".git")) && git("--version")._1 == 0
    catch case _: IOException => false

  test("there are worked commits of a format and of a kind of class"):
    assertEquals(patches.keySet, mostFiles.keySet)

  test("each worked commit applies to the tree, or has been applied to it"):
    assume(hasGit, "needs git and a clone")
    for (name, patch) <- patches do
      val (exit, output) = git("apply", "--check", patch.toString)
      assert(exit == 0 || isApplied(patch), s"docs/worked-commits.md tells how to repair $name.patch. $output")

  private def isApplied(patch: Path): Boolean = git("apply", "--check", "--reverse", patch.toString)._1 == 0

  test("each touches few files, which docs/worked-commits.md names"):
    val page = Files.readString(Repository.root.resolve("docs/worked-commits.md"))
    for (name, patch) <- patches do
      val files = changes(Files.readString(patch)).map(_.file)
      assert(files.length <= mostFiles(name), s"$name.patch touches ${files.length} files")
      for file <- files do assert(page.contains(file.drop(file.lastIndexOf('/') + 1) + "`"), s"$name.patch: $file")

  test("its sources have at most 500 lines of 120 columns"):
    for (name, patch) <- patches; change <- changes(Files.readString(patch)) if change.isSource do
      val long = change.added.filter(line => line.codePointCount(0, line.length) > 120)
      assertEquals(long, Nil, s"$name.patch: ${change.file}")
      assert(lengthOf(change, patch) <= 500, s"$name.patch: ${change.file}")

  /** The lines of a file with its change. */
  private def lengthOf(change: Change, patch: Path): Int =
    val file = Repository.root.resolve(change.file)
    val now = if Files.exists(file) then Files.readAllLines(file).size else 0
    if now > 0 && hasGit && isApplied(patch) then now else now + change.added.length - change.removed

  test("the changes of a patch are found"):
    val patch =
      """diff --git a/pom.xml b/pom.xml
        |--- a/pom.xml
        |+++ b/pom.xml
        |@@ -1,2 +1,2 @@
        |--- old
        |+++ new
        | kept
        |diff --git a/x/A.scala b/x/A.scala
        |new file mode 100644
        |--- /dev/null
        |+++ b/x/A.scala
        |@@ -0,0 +1 @@
        |+object A
        |""".stripMargin
    assertEquals(
      changes(patch),
      List(Change("pom.xml", List("++ new"), 1), Change("x/A.scala", List("object A"), 0))
    )

object WorkedCommitsSuite:
  /** The most files of a worked commit, by its name. */
  private val mostFiles = Map("format" -> 8, "kind" -> 20)

  /** @param removed the number of lines that are removed */
  private final case class Change(file: String, added: List[String], removed: Int):
    def isSource: Boolean = file.endsWith(".scala") || file.endsWith(".java")

  /** The change of each file, from the output of `git diff`. */
  private def changes(patch: String): List[Change] =
    patch.split("(?m)^diff --git a/").toList.drop(1).map { part =>
      val (header, lines) = part.linesIterator.toList.span(!_.startsWith("@@"))
      val file = header.head.drop(header.head.indexOf(" b/") + 3)
      Change(file, lines.filter(_.startsWith("+")).map(_.drop(1)), lines.count(_.startsWith("-")))
    }
