package brine.testkit

import java.nio.file.{Files, Path}
import java.util.concurrent.ExecutionException
import scala.concurrent.Await
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** Golden suites over a folder of their own: which edits of kept files they report, and what accepting changes. */
class GoldenFilesSuite extends munit.FunSuite:
  import GoldenFilesSuite.*

  private val first = Map("a" -> "first", "b" -> "second")

  private def folder: Path = Files.createTempDirectory("golden")

  /** Keeps `first` in a version, and returns the folder with it. */
  private def keptIn(version: Int): Path =
    val root = folder
    assertEquals(failures(new Kept(root, version, true, first)), Nil)
    assertEquals(failures(new Kept(root, version, false, first)), Nil)
    root

  private def file(root: Path, name: String): Path = root.resolve(s"text/v1/$name.bin")

  private def failsWhetherAcceptingOrNot(root: Path, values: Map[String, String], parts: String*)(using
      munit.Location
  ): Unit =
    for accepting <- List(false, true) do
      val found = failures(new Kept(root, 1, accepting, values))
      assertEquals(found.length, parts.length, found.mkString("\n"))
      for (message, part) <- found.zip(parts) do assert(message.contains(part), message)

  test("a draft is replaced when it is accepted, and fails before") {
    val root = keptIn(0)
    val second = first.updated("a", "other")
    assert(failures(new Kept(root, 0, false, second)).nonEmpty)
    assertEquals(failures(new Kept(root, 0, true, second)), Nil)
    assertEquals(failures(new Kept(root, 0, false, second)), Nil)
    assertEquals(failures(new Kept(root, 0, true, second - "b")), Nil)
    assert(!Files.exists(root.resolve("text/v0/b.bin")))
  }

  test("a frozen version takes new names only") {
    val root = keptIn(1)
    val more = first.updated("c", "third")
    assertEquals(failures(new Kept(root, 1, false, more)).length, 2)
    assertEquals(failures(new Kept(root, 1, true, more)), Nil)
    assertEquals(failures(new Kept(root, 1, false, more)), Nil)
    assertEquals(Files.readString(file(root, "a")), "first")
  }

  test("code that writes other bytes fails, and accepting keeps the frozen bytes") {
    val root = keptIn(1)
    failsWhetherAcceptingOrNot(root, first.updated("a", "other"), "first")
    assertEquals(Files.readString(file(root, "a")), "first")
  }

  test("kept bytes of a frozen version that are edited or replaced fail, whatever the code writes") {
    val root = keptIn(1)
    Files.writeString(file(root, "a"), "other")
    failsWhetherAcceptingOrNot(root, first, "other", digestOfFirst)
    // The code writes the edited bytes, too: the manifest still has the digest of the frozen ones.
    failsWhetherAcceptingOrNot(root, first.updated("a", "other"), digestOfFirst)
  }

  test("a frozen file that is gone fails, and accepting does not write it anew") {
    val root = keptIn(1)
    Files.delete(file(root, "a"))
    failsWhetherAcceptingOrNot(
      root,
      first.updated("a", "other"),
      "version 1 is frozen: restore the kept bytes",
      "files and tests"
    )
    assert(!Files.exists(file(root, "a")))
  }

  test("a line of the manifest that is gone fails, and accepting does not add it") {
    val root = keptIn(1)
    val manifest = root.resolve("MANIFEST")
    val lines = Files.readAllLines(manifest).asScala.filterNot(_.startsWith("a "))
    Files.write(manifest, lines.asJava)
    failsWhetherAcceptingOrNot(root, first, digestOfFirst)
    assertEquals(Files.readAllLines(manifest).asScala, lines)
  }

  test("a test of a frozen file that is gone fails") {
    failsWhetherAcceptingOrNot(keptIn(1), first - "b", "files and tests")
  }

object GoldenFilesSuite:
  /** SHA-256 of the text `first`. */
  private val digestOfFirst = "a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e"

  private final class Kept(root: Path, version: Int, accepting: Boolean, values: Map[String, String])
      extends GoldenFiles("text", version):
    override private[testkit] def goldenFolder: Path = root
    override private[testkit] def keepsToday: Boolean = accepting
    for (name, value) <- values.toList.sortBy(_._1) do
      golden(name, value.getBytes("UTF-8"), "txt", bytes => new String(bytes, "UTF-8"))
    goldenFilesAreListed()

  /** Runs the tests of a suite in their order, and returns the messages of those that fail. */
  private def failures(suite: munit.FunSuite): List[String] =
    suite.munitTests().toList.flatMap { test =>
      Await.ready(test.body(), 1.minute).value.get.failed.toOption.map {
        case boxed: ExecutionException =>
          String.valueOf(boxed.getCause.getMessage) // of an Error, as failed assertions are
        case other => String.valueOf(other.getMessage)
      }
    }
