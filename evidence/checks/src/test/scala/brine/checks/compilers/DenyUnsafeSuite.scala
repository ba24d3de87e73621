package brine.checks

import java.nio.file.Path
import brine.testkit.Patient

/** Brine works where `sun.misc.Unsafe` is denied. (Without a JDK 25, this is skipped.) */
class DenyUnsafeSuite extends munit.FunSuite, Patient:
  private def run(home: Path, main: String): (Int, String) =
    val command = List(
      home.resolve("bin/java").toString,
      "--sun-misc-unsafe-memory-access=deny",
      "-cp",
      System.getProperty("java.class.path"),
      main,
      Repository.root.toString
    )
    val process = new ProcessBuilder(command*).redirectErrorStream(true).start()
    val output = new String(process.getInputStream.readAllBytes, "UTF-8")
    (process.waitFor(), output)

  test("the whole corpus, the golden files and runtime picklers work in a JVM that denies Unsafe") {
    val home = Jdks.newest
    assume(home.isDefined, "no JDK 24 or later was found, so nothing was tried")
    val (code, output) = run(home.get, "brine.checks.DenyMain")
    assertEquals(code, 0, output)
    assert(output.contains("round trips"), output)
  }
