package brine.checks.publication

import java.nio.file.{Files, Path}
import brine.checks.Repository
import brine.testkit.Patient

/** The public API of each published module is the one that `docs/api` lists. The author of a change sees that, and
  * accepts it by `./dev api --accept`.
  */
class PublicApiSuite extends munit.FunSuite, Patient:
  private val isAccepting = java.lang.Boolean.getBoolean("brine.api.accept")

  private val folder = Repository.root.resolve("docs/api")

  private def kept(file: Path): String = if Files.exists(file) then Files.readString(file) else ""

  for pom <- Pom.published do
    test(s"the public API of ${pom.artifactId} is the one that docs/api/${pom.name}.txt lists") {
      val file = folder.resolve(s"${pom.name}.txt")
      val today = PublicApi.of(pom)
      if isAccepting then Files.writeString(file, today)
      val (before, after) = (kept(file).linesIterator.toList, today.linesIterator.toList)
      if before != after then
        fail(
          s"The public API of ${pom.artifactId} differs from docs/api/${pom.name}.txt. Expected the listed lines, " +
            "found\n" +
            (before.diff(after).map("  gone: " + _.trim) ++ after.diff(before).map("  new:  " + _.trim)).mkString(
              "\n"
            ) +
            "\nIf the change is meant, run ./dev api --accept and name it in CHANGELOG.md."
        )
    }

  test("docs/api has a list for each published module, and no other") {
    val files = Files.list(folder)
    try assertEquals(
        files.map(_.getFileName.toString).sorted.toArray.toList.map(_.toString),
        Pom.published.map(pom => s"${pom.name}.txt").sorted
      )
    finally files.close()
  }

  test("no list names a definition that is private or in a package for Brine alone") {
    for pom <- Pom.published do
      val text = kept(folder.resolve(s"${pom.name}.txt"))
      assert(!text.contains("private"), pom.folder)
      for name <- pom.text("properties", "api.internal").toList.flatMap(_.split(',')) do
        assert(!text.contains(s"\n$name."), name)
  }
