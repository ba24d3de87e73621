package brine.checks

import java.nio.file.Path

/** The corpus in `src/test/compilers`, classes as users write them, compiled by users' compilers with their options, against
  * Brine as it is compiled here; and run with the standard library of that compiler.
  */
class CompilersSuite extends munit.FunSuite:
  override def munitTimeout = scala.concurrent.duration.Duration(600, "s")

  private val strict = List("-deprecation", "-feature", "-unchecked", "-Werror", "-Wunused:all")

  /** Each option by itself with the first compiler, all at once with the others: a compiler takes some seconds. */
  private val options = List(
    "3.3.8" -> strict,
    "3.3.8" -> List("-Xcheck-macros", "-Yexplicit-nulls"),
    "3.3.7" -> (strict ++ List("-Xcheck-macros", "-Yexplicit-nulls")),
    "3.7.3" -> (strict ++ List("-Xcheck-macros", "-Yexplicit-nulls")),
    "3.8.4" -> (strict ++ List("-Xcheck-macros", "-Yexplicit-nulls"))
  )

  for (version, flags) <- options do
    test(s"classes compiled by Scala $version with ${flags.mkString(" ")} come back as they were") {
      val found = UsersCompiler.of(version)
      assume(found.isDefined, s"Scala $version did not resolve, so nothing was compiled by it (`./dev test` asks Maven for it)")
      assume(Runtime.version.feature < 24, "the classes are compiled and run once, on the older JDK")
      val classes = UsersCompiler.emptied(s"$version-${options.indexOf((version, flags))}")
      assertEquals(found.get.compile(UsersCompiler.sources("."), classes, flags*), Seq())
      val (code, output) = found.get.run(java, Seq("-Xmx512m"), classes, "corpus.Main")
      assertEquals(code, 0, output)
      assert(output.contains("round trips"), output)
    }

  private def java: Path = Path.of(System.getProperty("java.home"), "bin", "java")
