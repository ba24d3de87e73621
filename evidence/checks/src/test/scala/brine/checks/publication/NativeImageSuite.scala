package brine.checks.publication

import brine.*

/** The data in the core artifact for the builder of a native image (GraalVM). No image is built here. */
class NativeImageSuite extends munit.FunSuite:
  import NativeImageSuite.*

  test("a native image keeps the index of subtypes, and no other resource") {
    val in = getClass.getResourceAsStream("/META-INF/native-image/dev.brine/brine-core_3/resource-config.json")
    val config =
      try json.read[Config](in.readAllBytes)
      finally in.close()
    assertEquals(config.resources.includes.map(include => Subtypes.IndexFile.matches(include.pattern)), List(true))
    assert(!config.resources.includes.exists(include => s"${Subtypes.IndexFile}2".matches(include.pattern)))
  }

object NativeImageSuite:
  final case class Config(resources: Resources) derives Pickler
  final case class Resources(includes: List[Include]) derives Pickler
  final case class Include(pattern: String) derives Pickler
