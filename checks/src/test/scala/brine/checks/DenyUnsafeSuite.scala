package brine.checks

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Brine works where `sun.misc.Unsafe` is denied. (Where there is no JDK 25, this is skipped.) */
class DenyUnsafeSuite extends munit.FunSuite:
  override def munitTimeout = scala.concurrent.duration.Duration(120, "s")

  private def newest: Option[Path] = candidates.find(home => Files.isExecutable(home.resolve("bin/java")) && version(home) >= 24)

  /** Where `./dev` looks. */
  private def candidates: List[Path] =
    val home = Path.of(System.getProperty("user.home"))
    val named = List(Option(System.getenv("JAVA_HOME")), Option(System.getProperty("java.home"))).flatten.map(Path.of(_))
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
      Files.readAllLines(release).asScala.collectFirst { case s"""JAVA_VERSION="$v"""" => v.takeWhile(_.isDigit).toInt }.getOrElse(0)

  private def run(home: Path, main: String): (Int, String) =
    val command = List(
      home.resolve("bin/java").toString, "--sun-misc-unsafe-memory-access=deny", "-cp", System.getProperty("java.class.path"), main,
      Repository.root.toString
    )
    val process = new ProcessBuilder(command*).redirectErrorStream(true).start()
    val output = new String(process.getInputStream.readAllBytes, "UTF-8")
    (process.waitFor(), output)

  test("the whole corpus, the golden files and runtime picklers work in a JVM that denies Unsafe") {
    val home = newest
    assume(home.isDefined, "no JDK 24 or later was found, so nothing was tried")
    val (code, output) = run(home.get, "brine.checks.DenyMain")
    assertEquals(code, 0, output)
    assert(output.contains("round trips"), output)
  }
