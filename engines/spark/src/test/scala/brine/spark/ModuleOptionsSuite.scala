package brine.spark

import java.nio.file.{Files, Path}
import org.apache.spark.launcher.JavaModuleOptions

class ModuleOptionsSuite extends munit.FunSuite:
  test("the POM starts test JVMs with the options that Spark's launcher uses") {
    val pom = Files.readString(Path.of("..", "..", "pom.xml"))
    assert(pom.contains(s">${JavaModuleOptions.defaultModuleOptions}<"), JavaModuleOptions.defaultModuleOptions)
  }
