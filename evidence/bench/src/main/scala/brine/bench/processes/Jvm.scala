package brine.bench.processes

import java.nio.file.Path

/** Other JVMs, which have this one's class path. */
object Jvm:
  def command(flags: List[String], mainClass: String, arguments: String*): List[String] =
    withClassPath(System.getProperty("java.class.path"), flags, mainClass, arguments*)

  def withClassPath(classPath: String, flags: List[String], mainClass: String, arguments: String*): List[String] =
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    java :: flags ::: List("-cp", classPath, mainClass) ::: arguments.toList
