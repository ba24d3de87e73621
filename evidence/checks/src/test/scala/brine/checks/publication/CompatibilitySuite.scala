package brine.checks.publication

import com.typesafe.tools.mima.core.util.log.Logging
import com.typesafe.tools.mima.lib.MiMaLib
import java.io.File
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import brine.checks.Repository
import brine.testkit.Patient

/** Programs that were compiled with an earlier version run with this one: no method or class that they can call is
  * gone, or has another signature. `./dev compat` builds the earlier version and names its folder. The check is MiMa's.
  *
  * Code that the macro emitted calls more than the public API, so all packages are compared but that of the macro.
  */
class CompatibilitySuite extends munit.FunSuite, Patient:
  private val libraries: List[File] =
    System.getProperty("java.class.path").split(File.pathSeparator).toList.map(new File(_)).filter(_.isFile)

  private object Silent extends Logging:
    def verbose(message: String): Unit = ()
    def debug(message: String): Unit = ()
    def warn(message: String): Unit = ()
    def error(message: String): Unit = ()

  private def jarIn(folder: Path): Option[Path] =
    if !Files.isDirectory(folder) then None
    else
      Using.resource(Files.list(folder)) { files =>
        files.iterator.asScala.find(_.getFileName.toString.matches("brine-[a-z0-9_]+-[0-9][^-]*(-SNAPSHOT)?\\.jar"))
      }

  private def isOfTheMacro(description: String): Boolean = description.contains("brine.derive.")

  Option(System.getProperty("brine.base")) match
    case None => println("left out: binary compatibility, since no earlier version is given; see ./dev compat")
    case Some(base) =>
      for pom <- Pom.published; before <- jarIn(Path.of(base).resolve(pom.folder).resolve("target")) do
        test(s"programs that were compiled with the earlier ${pom.artifactId} run with this one"):
          val now = Repository.root.resolve(pom.folder).resolve("target/classes").toFile
          val problems = new MiMaLib(libraries, Silent).collectProblems(before.toFile, now, List("brine.internal"))
          assertEquals(problems.map(_.description("this")).filterNot(isOfTheMacro).sorted, Nil)
