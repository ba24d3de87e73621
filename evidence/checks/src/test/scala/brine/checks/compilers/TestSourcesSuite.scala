package brine.checks

import java.io.File
import java.nio.file.{Files, Path}
import scala.concurrent.duration.{Duration, DurationInt}
import scala.jdk.CollectionConverters.*
import brine.testkit.Temporary

/** The tests of the library themselves, as users' compilers compile them, run with the standard library of that
  * compiler. Usually those suites whose claims depend on the compiler or its library. If the property
  * `brine.sources.scala` names versions (`./dev sources`): all of `core`, `json` and `graph`, and the suites of
  * `checks` about the library's own modules.
  */
class TestSourcesSuite extends munit.FunSuite, Temporary:
  /** The suites of a whole module run in one test. */
  override def munitTimeout: Duration = 90.minutes

  private val here = "evidence/checks/src/test/scala/brine/checks"

  /** Where a search for a given, or the expansion of a macro, may differ. */
  private val part = List(
    "AllFormats.scala",
    "RoundTrips.scala",
    "collections/GivenOrdersSuite.scala",
    "types/JavaSealedSuite.scala",
    "types/EnumerationsSuite.scala",
    "types/AutomaticCyclesSuite.scala",
    "regions/RegionBytes.scala",
    "regions/GenericCodeSuite.scala",
    "runtime/CollectionCorpus.scala",
    "runtime/OpenCollectionsSuite.scala"
  ).map(file => Repository.root.resolve(here).resolve(file))

  private val modules = List("core", "json", "graph")

  /** Folders of suites about the library's own modules. Others are about tools, documents, or other libraries. */
  private val folders = List(
    "binary",
    "calls",
    "changes",
    "clustered",
    "code",
    "collections",
    "copies",
    "dialects",
    "evolution",
    "graphs",
    "hostile",
    "identity",
    "logs",
    "picklers",
    "regions",
    "runtime",
    "text",
    "types"
  ).map(folder => s"$here/$folder")

  private def below(folder: String): List[Path] =
    val all = Files.walk(Repository.root.resolve(folder))
    try all.iterator.asScala.toList.filter(_.toString.endsWith(".scala")).sorted
    finally all.close()

  /** The sources by module: files of one module may bear the names of another's. */
  private def whole: List[(String, List[Path])] =
    val here =
      Files.list(Repository.root.resolve(this.here)).iterator.asScala.toList.filter(_.toString.endsWith(".scala"))
    modules.map(module => module -> below(s"library/$module/src/test/scala")) :+
      ("checks" -> (folders.flatMap(below) ++ here))

  private val named = Option(System.getProperty("brine.sources.scala")).toList.flatMap(_.split(',')).filter(_.nonEmpty)

  for
    version <- if named.isEmpty then List("3.8.4") else named
    (module, files) <- if named.isEmpty then List("a part" -> part) else whole
  do
    test(s"the tests of $module compiled by Scala $version pass") {
      val by = UsersCompiler.of(version)
      assume(by.isDefined, s"Scala $version did not resolve, so nothing was compiled by it")
      val into = newFolder()
      val flags = List("-nowarn", "-Xmax-inlines", "64")
      val messages = by.get.messages(files, into, flags, withTests = true)
      assert(messages.isEmpty, messages.take(20).mkString("\n"))
      val suites = Files.walk(into).iterator.asScala.map(into.relativize(_).toString)
        .filter(_.endsWith("Suite.class")).map(_.stripSuffix(".class").replace(File.separatorChar, '.')).toList.sorted
      assertEquals(by.get.failuresOf(suites, into), "")
    }
