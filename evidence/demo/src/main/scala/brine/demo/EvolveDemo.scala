package brine.demo

import java.io.File
import java.net.URLClassLoader
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import brine.lock.ReleaseTool

/** Data outlive classes: one program writes, the next version of it reads in another process, and an edit that would
  * break that does not compile. Its sources are the resources in `evolve`; the compiler is the one that Brine is built
  * with.
  *
  * Ends with 0 when each step went as it should, else with 1.
  */
object EvolveDemo:
  def main(args: Array[String]): Unit =
    val folder = Files.createTempDirectory("brine-evolve")
    val isFine =
      try run(folder)
      finally Files.walk(folder).iterator.asScala.toList.reverse.foreach(Files.delete)
    System.exit(if isFine then 0 else 1)

  /** Runs all steps in a temporary folder; returns true if each succeeded. */
  def run(folder: Path): Boolean =
    val lock = folder.resolve("brine.lock")
    val file = folder.resolve("people.pickle")
    val steps = LazyList(
      () =>
        step("Release one", source("one")) && compiles("one", folder, lock) && runs(
          folder,
          "one",
          "acme.writePeople",
          file
        ),
      () => release(folder, lock),
      () =>
        step("Release two", source("two")) && compiles("two", folder, lock) && runs(
          folder,
          "two",
          "acme.readPeople",
          file
        ),
      () => step("An edit that would break it", source("breaking")) && !compiles("breaking", folder, lock)
    )
    steps.forall(_())

  private def step(title: String, text: String): Boolean =
    println(s"\n=== $title\n\n$text")
    true

  private def source(name: String): String =
    val in = getClass.getResourceAsStream(s"/evolve/$name/Person.scala")
    try new String(in.readAllBytes, "UTF-8")
    finally in.close()

  private def compiles(name: String, folder: Path, lock: Path): Boolean =
    val classes = Files.createDirectory(folder.resolve(name))
    val scala = Files.writeString(folder.resolve(s"$name.scala"), source(name))
    val setting = if Files.exists(lock) then List(s"-Xmacro-settings:brine.lock=$lock") else Nil
    jvm(
      "dotty.tools.dotc.Main",
      classPath,
      List("-color:never", "-classpath", classPath, "-d", classes.toString) ++ setting :+ scala.toString
    )

  private def runs(folder: Path, name: String, main: String, file: Path): Boolean =
    jvm(main, s"${folder.resolve(name)}${File.pathSeparator}$classPath", List(file.toString))

  /** Here, by a loader for the classes that have just been compiled. */
  private def release(folder: Path, lock: Path): Boolean =
    val thread = Thread.currentThread
    val before = thread.getContextClassLoader
    val classes = folder.resolve("one")
    val loader = new URLClassLoader(Array(classes.toUri.toURL), getClass.getClassLoader)
    thread.setContextClassLoader(loader)
    try
      val code = ReleaseTool.run(Seq("add", "1.0", "--classes", classes.toString, "--lock", lock.toString), Console.out)
      println(s"\n${Files.readString(lock)}")
      code == 0
    finally
      thread.setContextClassLoader(before)
      loader.close()

  private def classPath: String = System.getProperty("java.class.path")

  /** Runs a class in a separate JVM, whose output is this one's; returns true if it ended well. */
  private def jvm(main: String, classPath: String, arguments: List[String]): Boolean =
    val command =
      List(Path.of(System.getProperty("java.home"), "bin", "java").toString, "-cp", classPath, main) ++ arguments
    val process = new ProcessBuilder(command*).redirectErrorStream(true).start()
    val output = new String(process.getInputStream.readAllBytes, "UTF-8")
    print(output)
    process.waitFor() == 0
