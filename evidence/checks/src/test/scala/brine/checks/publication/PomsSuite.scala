package brine.checks.publication

import java.nio.file.Files
import brine.checks.Repository

/** The POMs have the entries that a repository of artifacts requires, and that build tools read. */
class PomsSuite extends munit.FunSuite:
  test("the published modules are wire, model, core, bytecode, the formats, runtime, engines, lock, java and testkit") {
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
        "tapir",
        "http4s",
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

  test("the pages that name the testkit have the version of munit that it brings") {
    val version = Pom.root.text("properties", "munit.version").get
    for (page, text) <-
        List("README.md" -> s"`munit-scalacheck`, $version", "docs/guide/custom-picklers.md" -> s"munit $version")
    do
      assert(Files.readString(Repository.root.resolve(page)).contains(text), page)
  }

  test("the README's command for all artifacts installs every one in its table") {
    val readme = Files.readString(Repository.root.resolve("README.md"))
    val named = readme.linesIterator.collectFirst { case s"`-pl $modules`." => modules.split(',').toSet }.get
    def withDependencies(pom: Pom): Set[Pom] =
      val used = pom.texts("dependencies", "dependency", "artifactId")
      Pom.published.filter(p => used.contains(p.artifactId)).flatMap(withDependencies).toSet + pom
    val installed =
      (Pom.bom :: Pom.published).filter(pom => named(pom.folder)).flatMap(withDependencies).map(_.artifactId)
    assertEquals((Pom.bom :: Pom.published).map(_.artifactId).filterNot(installed.contains), Nil)
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
