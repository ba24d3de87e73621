package brine.checks

import java.io.File
import java.nio.file.{Files, Path}
import scala.concurrent.duration.{Duration, DurationInt}
import brine.checks.docs.Page

/** The page for Scala 2.13: its files are compiled by the compilers that they name, and its programs print the output
  * on the page.
  */
class Scala2PageSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 3.minutes

  private val version = "2.13.18"
  private val java = Path.of(sys.props("java.home"), "bin", "java").toString
  private val out = Files.createTempDirectory("brine-scala2")

  /** The page's files: text by name. */
  private val files: Map[String, String] =
    val blocks = Files.readString(Repository.root.resolve(Scala2PageSuite.File)).split("```scala\n").toList.tail
    blocks.map(_.split("```").head).map(text => text.split("[ ,]")(1) -> text).toMap

  /** What the command prints, without its warnings: JDK 24 and later warn of `Unsafe` in Scala's own library. */
  private def ran(command: String*): String =
    val errors = out.resolve("errors")
    val process = new ProcessBuilder(command*).redirectError(errors.toFile).start()
    val output = new String(process.getInputStream.readAllBytes, "UTF-8")
    assertEquals(process.waitFor(), 0, output + Files.readString(errors))
    output

  private def compile(file: String, compiler: Seq[String]): Unit =
    val source = Files.writeString(out.resolve(file), files(file))
    ran(compiler ++ Seq("-d", out.toString, source.toString)*): Unit

  private def promised(file: String): Seq[String] =
    val lines = files(file).linesIterator.map(_.trim).toSeq
    lines.zip(lines.drop(1)).collect {
      case (s"println$_) // $told", _)                        => told
      case (line, s"// $told") if line.startsWith("println(") => told
    }

  UsersCompiler.of(version) match
    case None => println(s"left out: the page for Scala 2.13, since Maven does not find its compiler $version")
    case Some(found) =>
      test(s"its programs, compiled by Scala $version and this one, print what the page says"):
        val ours = System.getProperty("java.class.path")
        val library = found.jars.filter(_.getFileName.toString.matches("scala-library.*\\.jar"))
        val path = (out +: library).mkString("", File.pathSeparator, File.pathSeparator) + ours
        val scala2 = Seq(java, "-Xss8m", "-cp", found.jars.mkString(File.pathSeparator), "scala.tools.nsc.Main")
        val scala3 = Seq(java, "-Xss8m", "-cp", ours, "dotty.tools.dotc.Main", "-classpath", path)
        compile("one.scala", scala2 ++ Seq("-classpath", path))
        compile("models.scala", scala2 ++ Seq("-classpath", path))
        compile("picklers.scala", scala3)
        compile("program.scala", scala2 ++ Seq("-Ytasty-reader", "-classpath", path))
        for (file, main) <- Seq("one.scala" -> "one.Main", "program.scala" -> "shop.Program") do
          val expected = promised(file)
          assert(expected.length == 3, expected)
          assertEquals(ran(java, "-cp", path, main).linesIterator.toSeq, expected)

object Scala2PageSuite:
  final val File = "docs/guide/scala-2.13.md"
