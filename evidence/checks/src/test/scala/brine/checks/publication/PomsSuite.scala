package brine.checks.publication

import java.nio.file.Files
import brine.checks.Repository

/** The POMs have the entries that a repository of artifacts requires, and that build tools read. */
class PomsSuite extends munit.FunSuite:
  test("the published modules are wire, model, core, bytecode, the formats, runtime, spark, lock, java and testkit") {
    val names =
      List(
        "wire",
        "model",
        "core",
        "bytecode",
        "json",
        "graph",
        "testkit",
        "decoupled",
        "region",
        "runtime",
        "spark",
        "lock",
        "java"
      )
    assertEquals(Pom.published.map(_.name), names)
  }

  test("an artifact has the suffix _3 exactly if it holds Scala") {
    for pom <- Pom.published do
      assertEquals(pom.artifactId, s"brine-${pom.name}${if pom.hasScala then "_3" else ""}")
  }

  test("the BOM lists every published module, at its own version, and nothing else") {
    val listed = List("dependencyManagement", "dependencies", "dependency")
    assertEquals(Pom.bom.texts(listed :+ "artifactId"*), Pom.published.map(_.artifactId))
    assertEquals(Pom.bom.texts(listed :+ "version"*).distinct, List("${project.version}"))
    assertEquals(Pom.bom.text("parent"), None)
  }

  test("every module and the BOM have one version") {
    val inherited = (Pom.root :: Pom.modules).map(_.text("parent", "version").get)
    assertEquals(inherited.distinct, List(Pom.bom.text("version").get))
  }

  test("every published POM has a separate name and description") {
    val poms = Pom.bom :: Pom.root :: Pom.published
    for pom <- poms; element <- List("name", "description") do
      assert(pom.text(element).exists(_.nonEmpty), s"${pom.folder}: $element")
    assertEquals(poms.flatMap(_.text("description")).distinct.length, poms.length)
  }

  test("every POM inherits url, licence, developers and scm, which the BOM has") {
    for path <- List(
        List("url"),
        List("licenses", "license", "name"),
        List("licenses", "license", "url"),
        List("developers", "developer", "name"),
        List("scm", "connection"),
        List("scm", "developerConnection"),
        List("scm", "url")
      )
    do assert(Pom.bom.text(path*).exists(_.nonEmpty), path.mkString("/"))
    assertEquals(Pom.root.text("parent", "artifactId"), Some(Pom.bom.artifactId))
    for pom <- Pom.modules do assertEquals(pom.text("parent", "artifactId"), Some(Pom.root.artifactId), pom.folder)
  }

  test("every published module says in its own POM that its versions are early-semver") {
    for pom <- Pom.published do
      assertEquals(pom.text("properties", "info.versionScheme"), Some("early-semver"), pom.folder)
  }

  test("the README names every published artifact without its suffix, and the BOM") {
    val readme = Files.readString(Repository.root.resolve("README.md"))
    for pom <- Pom.bom :: Pom.published do
      val name = pom.artifactId.stripSuffix("_3")
      assert(readme.contains(s"`$name`"), name)
  }

  test("the lines for sbt, Mill, scala-cli and Maven have core and json, at the current version") {
    val version = Pom.bom.text("version").get
    for (page, language) <- List(
        "README.md" -> "sbt",
        "README.md" -> "mill",
        "README.md" -> "scala-cli",
        "docs/guide/installation.md" -> "xml"
      )
    do
      val lines = Files.readString(Repository.root.resolve(page)).linesIterator.toList
      val block = lines.dropWhile(_ != s"```$language").drop(1).takeWhile(_ != "```").mkString("\n")
      for name <- List("brine-core", "brine-json") do assert(block.contains(name), s"$page, $language: $name")
      assertEquals(block.sliding(version.length).count(_ == version), 2, s"$page, $language")
  }
