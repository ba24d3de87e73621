package brine.checks

import java.io.File
import java.lang.reflect.{InvocationHandler, Proxy}
import java.net.URLClassLoader
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** A compiler that users may have, in a class loader of its own; `./dev` has Maven write its class path.
  *
  * @param version of Scala
  * @param jars    the compiler and what it needs, its standard library among them
  */
final class UsersCompiler private (val version: String, jars: List[Path]):
  private val loader = new URLClassLoader(jars.map(_.toUri.toURL).toArray, ClassLoader.getPlatformClassLoader)

  /** The standard library of this version. */
  private val library: List[Path] = jars.filter(jar => jar.getFileName.toString.matches("scala3?-library.*\\.jar"))

  /** A class path of programs that this compiler has compiled: Brine as it is now, and this version's library. */
  def classPath: String = (UsersCompiler.brine ++ library).mkString(File.pathSeparator)

  /** Compiles a folder of `src/test/compilers`, unless that has been done and nothing has changed since, as in the pass of the
    * tests that another JDK makes; the folder of the classes, or the errors and warnings.
    */
  def compiled(sources: String, flags: Seq[String]): Either[Seq[String], Path] =
    val into = UsersCompiler.folder.resolve((version +: sources +: flags).mkString("_").replaceAll("[^\\w.-]", ""))
    val done = into.resolve("done")
    val files = UsersCompiler.sources(sources)
    if Files.exists(done) && Files.getLastModifiedTime(done).toMillis > UsersCompiler.newest(files ++ UsersCompiler.brine) then Right(into)
    else
      val messages = compile(files, UsersCompiler.emptied(into), flags)
      if messages.isEmpty then Files.createFile(done)
      Either.cond(messages.isEmpty, into, messages)

  private def compile(files: Seq[Path], into: Path, flags: Seq[String]): Seq[String] =
    val arguments = Seq("-classpath", classPath, "-d", into.toString) ++ flags ++ files.map(_.toString)
    var messages = Vector.empty[String]
    val thread = new Thread(null, () => messages = run(arguments), s"scala-$version", UsersCompiler.StackBytes)
    thread.start()
    thread.join()
    messages

  private def run(arguments: Seq[String]): Vector[String] =
    Thread.currentThread.setContextClassLoader(loader)
    val messages = Vector.newBuilder[String]
    val reporterClass = loader.loadClass("dotty.tools.dotc.interfaces.SimpleReporter")
    val callbackClass = loader.loadClass("dotty.tools.dotc.interfaces.CompilerCallback")
    val report: InvocationHandler = (_, method, values) =>
      if method.getName == "report" then text(values(0)).foreach(messages += _)
      null
    try
      val driver = loader.loadClass("dotty.tools.dotc.Driver").getConstructor().newInstance()
      driver.getClass.getMethod("process", classOf[Array[String]], reporterClass, callbackClass)
        .invoke(driver, arguments.toArray, Proxy.newProxyInstance(loader, Array(reporterClass), report), null)
    catch case e: java.lang.reflect.InvocationTargetException => messages += s"the compiler crashed: ${e.getCause}"
    messages.result()

  /** A diagnostic with its place; nothing for what is neither an error nor a warning. */
  private def text(diagnostic: AnyRef): Option[String] =
    def call(of: AnyRef, interface: String, method: String): AnyRef =
      loader.loadClass(s"dotty.tools.dotc.interfaces.$interface").getMethod(method).invoke(of)
    val level = call(diagnostic, "Diagnostic", "level").asInstanceOf[Int]
    val place = call(diagnostic, "Diagnostic", "position").asInstanceOf[java.util.Optional[AnyRef]].toScala.map { position =>
      val file = call(call(position, "SourcePosition", "source"), "SourceFile", "name")
      s"$file:${call(position, "SourcePosition", "line").asInstanceOf[Int] + 1}: "
    }
    Option.when(level > 0)(place.getOrElse("") + call(diagnostic, "Diagnostic", "message"))

  /** Runs a main class in a JVM of its own; its exit code, and what it printed. */
  def run(java: Path, flags: Seq[String], classes: Path, main: String): (Int, String) =
    val command = Seq(java.toString) ++ flags ++ Seq("-cp", classes.toString + File.pathSeparator + classPath, main)
    val process = new ProcessBuilder(command*).redirectErrorStream(true).start()
    val output = new String(process.getInputStream.readAllBytes, "UTF-8")
    (process.waitFor(), output)

object UsersCompiler:
  private final val StackBytes = 16L << 20

  /** Where the class paths, the compiled classes are. */
  val folder: Path = Repository.root.resolve("checks/target/compilers")

  private val known = scala.collection.concurrent.TrieMap.empty[String, Option[UsersCompiler]]

  /** The compiler of a version, if Maven found it. One for all tests: it is slow at first. */
  def of(version: String): Option[UsersCompiler] = known.getOrElseUpdate(version, found(version))

  private def found(version: String): Option[UsersCompiler] =
    val file = folder.resolve(s"$version.classpath")
    val jars = if Files.exists(file) then Files.readString(file).trim.split(File.pathSeparator).toList.filter(_.nonEmpty).map(Path.of(_)) else Nil
    Option.when(jars.nonEmpty && jars.forall(Files.exists(_)))(new UsersCompiler(version, jars))

  /** Brine's classes and jsoniter-scala, as they are on the tests' class path. */
  private val brine: List[Path] =
    val modules = List("wire", "core", "json", "graph", "testkit").map(module => Path.of(module, "target", "classes"))
    System.getProperty("java.class.path").split(File.pathSeparator).toList.map(Path.of(_))
      .filter(path => modules.exists(path.endsWith) || path.getFileName.toString.startsWith("jsoniter-scala"))

  /** The files of a folder of `src/test/compilers`. */
  def sources(folder: String): List[Path] =
    val all = Files.list(Repository.root.resolve("checks/src/test/compilers").resolve(folder))
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
