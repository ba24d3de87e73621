package brine.checks

import java.nio.file.Path
import java.util.concurrent.Executors
import brine.testkit.Patient

/** Classes as users write them, in `src/test/compilers`, compiled by users' compilers with their options, against Brine
  * as it is compiled here; and run with the standard library of that compiler.
  */
class CompilersSuite extends munit.FunSuite, Patient:
  private def compiler(version: String): UsersCompiler =
    val found = UsersCompiler.of(version)
    assume(
      found.isDefined,
      s"Scala $version did not resolve, so nothing was compiled by it (`./dev test` asks Maven for it)"
    )
    found.get

  private def classes(compiler: UsersCompiler, sources: String, flags: List[String])(using munit.Location): Path =
    compiler.compiled(sources, flags).fold(messages => fail(messages.mkString("\n")), identity)

  // ---- all kinds of classes

  private val strict = List("-deprecation", "-feature", "-unchecked", "-Werror", "-Wunused:all")
  private val checked = List("-Xcheck-macros", "-Yexplicit-nulls")

  private val corpora = List(
    "3.3.8" -> strict,
    "3.3.8" -> checked,
    "3.3.7" -> (strict ++ checked),
    "3.7.3" -> (strict ++ checked),
    "3.8.4" -> (strict ++ checked),
    "3.9.0" -> (strict ++ checked)
  )

  private val pool = Executors.newFixedThreadPool(Runtime.getRuntime.availableProcessors)
  override def afterAll(): Unit = pool.shutdown()

  /** All are compiled at once, on all processors. */
  private lazy val compiled = corpora.map { (version, flags) =>
    (version, flags) -> pool.submit(() => UsersCompiler.of(version).map(_.compiled(".", flags)))
  }.toMap

  for (version, flags) <- corpora do
    test(s"classes compiled by Scala $version with ${flags.mkString(" ")} come back as they were") {
      val by = compiler(version)
      val java = Path.of(System.getProperty("java.home"), "bin", "java")
      val classes = compiled((version, flags)).get.get.fold(messages => fail(messages.mkString("\n")), identity)
      val (code, output) = by.run(java, Seq("-Xmx512m"), classes, "corpus.Main")
      assertEquals(code, 0, output)
      assert(output.contains("round trips"), output)
    }

  test("a named tuple is refused with a cure") {
    val expected =
      "NamedTuples.scala:5: cannot derive Pickler[Row]:\n  Row.point: NamedTuple[Tuple2[\"x\", \"y\"], Tuple2[Int, " +
        "Int]] is " +
        "a named tuple, whose names are unknown at run time. Make it a case class."
    val messages = compiler("3.7.3").compiled("refused", Nil).left.getOrElse(Nil)
    assertEquals(messages.headOption, Some(expected))
  }

  test("a case for a class never matches a region's view: the compiler warns, and fails if configured to") {
    val warnings = List("Views.scala:14: Unreachable case", "Views.scala:18: Unreachable case")
    for flags <- List(Nil, List("-Wconf:msg=Unreachable case:e")) do
      assertEquals(compiler("3.3.8").compiled("views", flags).left.getOrElse(Nil).toList, warnings)
  }

  // ---- the README's table of compilers

  private val withoutUnsafe = List("-Yfuture-lazy-vals", "-release:17")

  for
    (version, flags, works) <- List(
      ("3.3.8", withoutUnsafe, true),
      ("3.8.4", Nil, true),
      ("3.3.8", Nil, false),
      ("3.3.7", Nil, false),
      ("3.7.3", Nil, false)
    )
  do
    val claim = if works then "work" else "fail"
    test(s"classes compiled by ${(s"Scala $version" :: flags).mkString(" ")} $claim in a JVM that denies Unsafe") {
      val by = compiler(version)
      assume(Jdks.newest.isDefined, "no JDK 24 or later was found, so nothing was tried")
      val java = Jdks.newest.get.resolve("bin/java")
      val (code, output) =
        by.run(java, Seq("--sun-misc-unsafe-memory-access=deny"), classes(by, "deny", flags), "deny.Deny")
      if works then assertEquals((code, output.trim), (0, "all came back"))
      else
        assertEquals(code, 1, output)
        assert(output.contains("UnsupportedOperationException: objectFieldOffset"), output)
    }
