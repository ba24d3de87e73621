package brine.checks.programs

import java.io.File
import java.nio.file.{Files, Path}
import brine.checks.UsersCompiler
import brine.testkit.{Patient, Temporary}

/** Programs that nobody wrote: families of classes with values, compiled, run, and compared with Java's serialization and a walk by
  * reflection. The properties `brine.programs.count`, `brine.programs.seed` and `brine.programs.scala` choose how many, from which
  * seed, and by which compiler (`./dev programs`).
  */
class ProgramsSuite extends munit.FunSuite, Temporary, Patient:
  import ProgramsSuite.*

  /** Many families in one run of the compiler: it takes long to start. */
  private val batch = 20

  private def compiled(text: String): Path =
    val folder = Files.createDirectories(newFolder().resolve("classes"))
    val file = Files.writeString(newFolder().resolve("Programs.scala"), text)
    val flags = List("-nowarn", "-Xmax-inlines", "64", "-d", folder.toString)
    if version.isEmpty then
      val arguments = flags ++ List("-classpath", System.getProperty("java.class.path"), file.toString)
      val reporter = dotty.tools.dotc.Main.process(arguments.toArray)
      assert(!reporter.hasErrors, s"$file does not compile")
    else
      val by = UsersCompiler.of(version)
      assume(by.isDefined, s"Scala $version did not resolve")
      val messages = by.get.messages(List(file), folder, List("-nowarn", "-Xmax-inlines", "64"), withTests = true)
      assert(messages.isEmpty, s"$file\n${messages.mkString("\n")}")
    folder

  private def run(seeds: Seq[Long]): Unit =
    val folder = compiled(ProgramSource.file(seeds))
    val loader = new java.net.URLClassLoader(Array(folder.toUri.toURL), getClass.getClassLoader)
    val thread = Thread.currentThread
    val before = thread.getContextClassLoader
    ProgramCheck.start()
    thread.setContextClassLoader(loader)
    try loader.loadClass("main.Programs$").getField("MODULE$").get(null).asInstanceOf[Runnable].run()
    finally
      thread.setContextClassLoader(before)
      loader.close()
    val (checks, differences) = ProgramCheck.results
    assert(checks > seeds.length * 20, s"only $checks comparisons")
    // The first ones of each program.
    val some = differences.groupBy(_.takeWhile(_ != ' ')).toList.sortBy(_._1).flatMap(_._2.take(2))
    assert(differences.isEmpty, some.mkString("\n", "\n", s"\n${differences.length} differences"))

  for (seeds, i) <- (keptSeeds ++ (first until first + count)).grouped(batch).zipWithIndex do
    test(s"what ${seeds.length} programs from seed ${seeds.head} on write comes back"):
      run(seeds)

object ProgramsSuite:
  private def property(name: String, default: String) = System.getProperty(s"brine.programs.$name", default)

  private val version = property("scala", "")
  private val isLong = java.lang.Boolean.getBoolean("brine.giants")
  private val count = property("count", if isLong then "200" else "6").toInt
  private val first = property("seed", "1").toLong

  /** Seeds whose programs found a fault. */
  private val keptSeeds: Seq[Long] = Nil
