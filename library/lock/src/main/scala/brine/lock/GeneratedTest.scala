package brine.lock

import java.nio.file.Path
import scala.reflect.NameTransformer

/** The source of a test that reads the values that every release wrote. */
private[lock] object GeneratedTest:
  /** @param suite the test's class, with its package
    * @param types what types are called now, and what the lock calls them
    */
  def apply(suite: String, folder: Path, types: Seq[(String, String)], isJUnit: Boolean): String =
    val (packageName, className) = suite.splitAt(suite.lastIndexOf('.'))
    val header = if packageName.isEmpty then "" else s"package $packageName\n\n"
    val place = folder.toString.replace('\\', '/')
    def call(now: String, name: String) = now.split("#", 2) match
      case Array(place, member) => s"""brine.lock.Golden.verify(released, "$name")(using ${term(place, member)})"""
      case _                    => s"""brine.lock.Golden.verify[$now](released, "$name")"""
    val tests = types.map { (now, name) =>
      if isJUnit then
        s"""  @org.junit.jupiter.api.Test def `$name reads the values of every release`(): Unit = { val values = ${call(
            now,
            name
          )} }"""
      else s"""  test("$name reads the values of every release")(${call(now, name)})"""
    }
    s"""$header// Written by Brine's release tool: write it again when types were added.
       |class ${className.stripPrefix(".")}${if isJUnit then "" else " extends munit.FunSuite"}:
       |  private val released = java.nio.file.Path.of("$place")
       |
       |${tests.mkString("\n")}
       |""".stripMargin

  /** A given by its place. */
  private def term(place: String, member: String): String =
    val name = NameTransformer.decode(member)
    val written = if name.forall(c => c.isLetterOrDigit || c == '_') then name else s"`$name`"
    if place == "_root_" then written else s"$place.$written"
