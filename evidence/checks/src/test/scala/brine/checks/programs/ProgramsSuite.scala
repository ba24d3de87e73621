package brine.checks.programs

import java.nio.file.{Files, Path}
import scala.util.control.NonFatal
import brine.checks.{CompileMain, UsersCompiler}
import brine.testkit.{Patient, Temporary}

/** Programs that nobody wrote: families of classes with values, compiled, run, and compared with Java's serialization
  * and a walk by reflection. The properties `brine.programs.count`, `brine.programs.seed` and `brine.programs.scala`
  * choose how many, from which seed, and by which compiler (`./dev programs`).
  */
class ProgramsSuite extends munit.FunSuite, Temporary, Patient:
  import ProgramsSuite.*

  /** Many families in one run of the compiler: it takes long to start. */
  private val batch = if count > 50 then 50 else 10

  /** Compiles programs, each from a file of its name, in one run of the compiler. A run that fails is repeated without
    * the programs that its messages name; if they name none, with each half. Returns the messages about each program.
    */
  private def compiled(programs: Seq[ProgramSource], sources: Path, classes: Path): Seq[(ProgramSource, String)] =
    val messages = messagesAbout(programs.map(p => sources.resolve(s"${p.name}.scala")), classes)
    val named = programs.filter(p => messages.exists(_.contains(s"${p.name}.scala")))
    if messages.isEmpty then Nil
    else if programs.length == 1 then Seq(programs.head -> messages.mkString("\n"))
    else if named.isEmpty then
      val (first, second) = programs.splitAt(programs.length / 2)
      compiled(first, sources, classes) ++ compiled(second, sources, classes)
    else
      named.map(p => p -> messages.filter(_.contains(s"${p.name}.scala")).take(2).mkString("\n")) ++
        (if named.length < programs.length then compiled(programs.diff(named), sources, classes) else Nil)

  private def messagesAbout(files: Seq[Path], classes: Path): Seq[String] =
    val flags = List("-nowarn", "-Xmax-inlines", "64")
    val path = List("-d", classes.toString, "-classpath", System.getProperty("java.class.path"))
    CompileMain.messages((flags ++ path ++ files.map(_.toString)).toArray)

  /** Runs a program. Returns the number of its comparisons, and the differences. */
  private def results(program: ProgramSource, loader: ClassLoader): (Int, List[String]) =
    ProgramCheck.start()
    try
      loader.loadClass(program.className).getField("MODULE$").get(null).asInstanceOf[Runnable].run()
      ProgramCheck.results
    catch
      case e: Throwable if NonFatal(e) || e.isInstanceOf[StackOverflowError] || e.isInstanceOf[LinkageError] =>
        val (checks, differences) = ProgramCheck.results
        (checks, s"it ended with $e" :: differences)

  private def run(seeds: Seq[Long]): Unit =
    val programs = seeds.map(new ProgramSource(_))
    val (sources, classes) = (newFolder(), newFolder())
    for p <- programs do Files.writeString(sources.resolve(s"${p.name}.scala"), p.text)
    val refused = compiled(programs, sources, classes)
    val loader = new java.net.URLClassLoader(Array(classes.toUri.toURL), getClass.getClassLoader)
    val thread = Thread.currentThread
    val before = thread.getContextClassLoader
    thread.setContextClassLoader(loader)
    val ran =
      try programs.diff(refused.map(_._1)).map(p => p -> results(p, loader))
      finally
        thread.setContextClassLoader(before)
        loader.close()
    val failures = refused.map((p, text) => s"${p.name} does not compile: $text") ++ ran.collect {
      case (p, (_, differences)) if differences.nonEmpty =>
        differences.take(3).mkString(s"${p.name} has ${differences.length} differences:\n  ", "\n  ", "")
      case (p, (checks, _)) if checks <= 10 => s"${p.name} has only $checks comparisons"
    }
    assert(
      failures.isEmpty,
      failures.mkString(s"${failures.length} of ${seeds.length} programs, named by their seeds:\n", "\n", "")
    )

  if version.isEmpty then
    for seeds <- (keptSeeds ++ (first until first + count)).grouped(batch) do
      test(s"what ${seeds.length} programs from seed ${seeds.head} on write comes back"):
        run(seeds)
  else
    for seeds <- (first until first + count).grouped(InOneJvm) do
      test(s"what ${seeds.length} programs from seed ${seeds.head} on write comes back, by Scala $version"):
        val by = UsersCompiler.of(version)
        assume(by.isDefined, s"Scala $version did not resolve")
        val properties = List("scala=", s"count=${seeds.length}", s"seed=${seeds.head}").map("brine.programs." + _)
        assertEquals(by.get.failuresOf(Seq(getClass.getName), newFolder(), properties*), "")

object ProgramsSuite:
  private def property(name: String, default: String) = System.getProperty(s"brine.programs.$name", default)

  /** A compiler that users may have, and its library. Its programs run in JVMs of their own. */
  private val version = property("scala", "")
  private final val InOneJvm = 200
  private val isLong = java.lang.Boolean.getBoolean("brine.giants")
  private val count = property("count", if isLong then "200" else "6").toInt
  private val first = property("seed", "1").toLong

  /** Seeds whose programs found a fault. */
  private val keptSeeds: Seq[Long] = Seq(166, 496, 1926)
