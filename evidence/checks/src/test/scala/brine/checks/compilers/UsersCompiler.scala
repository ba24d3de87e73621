package brine.checks

import java.io.File
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.{CREATE, WRITE}
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** A compiler that users may have; `./dev` has Maven write its class path.
  *
  * @param version of Scala
  * @param jars the compiler and its dependencies, its standard library among them
  */
final class UsersCompiler private (val version: String, val jars: List[Path]):
  /** The standard library of this version. */
  private val library: List[Path] = jars.filter(jar => jar.getFileName.toString.matches("scala3?-library.*\\.jar"))

  /** A class path of programs that this compiler has compiled: Brine as it is now, and this version's library. */
  def classPath: String = (UsersCompiler.brine ++ library).mkString(File.pathSeparator)

  /** Compiles a folder of `src/test/compilers`, unless the classes are up to date, as in the pass of the tests that
    * another JDK makes. Returns the folder of the classes, or the errors and warnings.
    */
  def compiled(sources: String, flags: Seq[String]): Either[Seq[String], Path] =
    val into = UsersCompiler.folder.resolve((version +: sources +: flags).mkString("_").replaceAll("[^\\w.-]", ""))
    UsersCompiler.alone(into)(compiled(sources, flags, into))

  private def compiled(sources: String, flags: Seq[String], into: Path): Either[Seq[String], Path] =
    val done = into.resolve("done")
    val files = UsersCompiler.sources(sources)
    if Files.exists(done) && Files.getLastModifiedTime(done).toMillis > UsersCompiler.newest(
        files ++ UsersCompiler.brine
      )
    then Right(into)
    else
      val messages = compile(files, UsersCompiler.emptied(into), flags)
      if messages.isEmpty then Files.createFile(done)
      Either.cond(messages.isEmpty, into, messages)

  /** Compiles files, against the classes of these tests, too, if `withTests`. Returns the errors and warnings. */
  def messages(files: Seq[Path], into: Path, flags: Seq[String], withTests: Boolean): Seq[String] =
    compile(files, into, flags, if withTests then UsersCompiler.ofTests ++ library else Nil)

  /** Runs the compiler in a new JVM with C1 only: the run is too short for C2's code to pay. */
  private def compile(files: Seq[Path], into: Path, flags: Seq[String], path: Seq[Path] = Nil): Seq[String] =
    val java = Path.of(System.getProperty("java.home"), "bin", "java")
    val options = Seq(
      "-Xss16m",
      "-Xmx2g",
      "-XX:TieredStopAtLevel=1",
      "-cp",
      (UsersCompiler.tests +: jars).mkString(File.pathSeparator)
    )
    val classes = if path.isEmpty then classPath else path.mkString(File.pathSeparator)
    val arguments = Seq("-classpath", classes, "-d", into.toString) ++ flags ++ files.map(_.toString)
    val (code, output) = UsersCompiler.run(java.toString +: (options ++ (UsersCompiler.mainClass +: arguments)))
    val messages = CompileMain.messages(output)
    if code == 0 || messages.nonEmpty then messages else Seq(s"the compiler ended with exit code $code: $output")

  /** Runs suites in a separate JVM, as Maven runs the tests, but with this compiler and its library. The classes of
    * these tests are behind those in the folder. Returns the failures, or an empty string.
    */
  def failuresOf(suites: Seq[String], classes: Path, properties: String*): String =
    val java = Path.of(System.getProperty("java.home"), "bin", "java")
    val path = (classes :: jars ++ UsersCompiler.ofTests).mkString(File.pathSeparator)
    // Code is made for the first object.
    val flags = Seq("-Xmx3g", "-Xss4m", "-Dbrine.code.before=0") ++ properties.map("-D" + _)
    val (code, output) =
      UsersCompiler.run(java.toString +: (flags ++ Seq("-cp", path, "org.junit.runner.JUnitCore") ++ suites))
    val lines = output.linesIterator.filterNot(_.startsWith("\tat ")).toVector
    if code == 0 then "" else lines.drop(lines.indexWhere(_.startsWith("There w")).max(0)).take(100).mkString("\n")

  /** Runs a main class in a separate JVM. Returns its exit code and its output. */
  def run(java: Path, flags: Seq[String], classes: Path, main: String): (Int, String) =
    val command = Seq(java.toString) ++ flags ++ Seq("-cp", classes.toString + File.pathSeparator + classPath, main)
    UsersCompiler.run(command)

object UsersCompiler:
  private def run(command: Seq[String]): (Int, String) =
    val process = new ProcessBuilder(command*).redirectErrorStream(true).start()
    val output = new String(process.getInputStream.readAllBytes, "UTF-8")
    (process.waitFor(), output)

  /** Runs `body` when no other JVM does so for this folder: the pass on another JDK may be at work at the same time. */
  private def alone[A](into: Path)(body: => A): A =
    Using.resource(FileChannel.open(into.resolveSibling(s"${into.getFileName}.lock"), CREATE, WRITE)) { channel =>
      channel.lock()
      body
    }

  /** The folder of the class paths and the compiled classes. */
  val folder: Path = Repository.root.resolve("evidence/checks/target/compilers")

  private val known = scala.collection.concurrent.TrieMap.empty[String, Option[UsersCompiler]]

  /** The compiler of a version, if Maven found it. One for all tests: it is slow at first. */
  def of(version: String): Option[UsersCompiler] = known.getOrElseUpdate(version, found(version))

  private def found(version: String): Option[UsersCompiler] =
    val file = folder.resolve(s"$version.classpath")
    val jars = if Files.exists(file) then
      Files.readString(file).trim.split(File.pathSeparator).toList.filter(_.nonEmpty).map(Path.of(_))
    else Nil
    Option.when(jars.nonEmpty && jars.forall(Files.exists(_)))(new UsersCompiler(version, jars))

  private val mainClass = CompileMain.getClass.getName.stripSuffix("$")

  /** The classes of these tests, [[CompileMain]] among them. */
  private val tests: Path = Path.of(CompileMain.getClass.getProtectionDomain.getCodeSource.getLocation.toURI)

  /** Brine's classes and ASM, as they are on the tests' class path. */
  private val brine: List[Path] =
    val modules =
      List("wire", "model", "core", "bytecode", "json", "graph", "region", "testkit", "corpus").map(module =>
        Path.of(module, "target", "classes")
      )
    System.getProperty("java.class.path").split(File.pathSeparator).toList.map(Path.of(_))
      .filter(path => modules.exists(path.endsWith) || isLibrary(path.getFileName.toString))

  /** The class path of these tests, without the standard library. */
  private val ofTests: List[Path] =
    System.getProperty("java.class.path").split(File.pathSeparator).toList.map(Path.of(_))
      .filterNot(_.getFileName.toString.matches("scala3?-library.*\\.jar"))

  private def isLibrary(jar: String): Boolean = jar.matches("asm-[0-9.]+\\.jar")

  /** The files of a folder of `src/test/compilers`. */
  def sources(folder: String): List[Path] =
    val all = Files.list(Repository.root.resolve("evidence/checks/src/test/compilers").resolve(folder))
    try all.iterator.asScala.toList.filter(_.toString.endsWith(".scala")).sorted
    finally all.close()

  /** The files and folders below a folder and the folder itself, the deepest last. */
  private def below(path: Path): List[Path] =
    val all = Files.walk(path)
    try all.iterator.asScala.toList
    finally all.close()

  private def emptied(made: Path): Path =
    if Files.exists(made) then below(made).reverse.foreach(Files.delete(_))
    Files.createDirectories(made)

  private def newest(paths: List[Path]): Long = paths.flatMap(below).map(Files.getLastModifiedTime(_).toMillis).max
