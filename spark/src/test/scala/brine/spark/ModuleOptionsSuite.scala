package brine.spark

import java.nio.file.{Files, Path}
import org.apache.spark.launcher.JavaModuleOptions

class ModuleOptionsSuite extends munit.FunSuite:
  for module <- List("spark") do
    test(s"the POM of $module starts test JVMs with the options that Spark's launcher uses") {
      val pom = Files.readString(Path.of("..", module, "pom.xml"))
      assert(pom.contains(s">${JavaModuleOptions.defaultModuleOptions}<"), JavaModuleOptions.defaultModuleOptions)
    }
