package brine.checks.others

import java.nio.file.Files
import brine.checks.Repository
import munit.Assertions.assertNoDiff

/** The verdict on each class is kept in `others.txt`, so that no class changes its verdict silently. */
object KeptVerdicts:
  private val path = Repository.root.resolve("evidence/checks/src/test/resources/others.txt")

  /** Compares the lines of one section; with `-Dbrine.golden.accept=true` writes them. */
  def check(section: String, verdicts: List[(String, Verdict)]): Unit = synchronized {
    val lines = verdicts.map((name, verdict) => s"$section ${verdict.word} $name")
    val kept = if Files.exists(path) then Files.readString(path).linesIterator.toList else Nil
    val (own, other) = kept.partition(_.startsWith(section + " "))
    if sys.props.contains("brine.golden.accept") then
      Files.createDirectories(path.getParent)
      Files.writeString(path, (other ++ lines).sorted.mkString("", "\n", "\n"))
    else assertNoDiff(lines.sorted.mkString("\n"), own.sorted.mkString("\n"))
  }

  /** How many classes have this verdict. */
  def count(word: String): Int = Files.readString(path).linesIterator.count(_.split(' ').apply(1) == word)
