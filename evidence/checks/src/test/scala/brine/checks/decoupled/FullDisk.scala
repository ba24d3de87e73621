package brine.checks.decoupled

import java.nio.file.{Files, Path}
import java.util.concurrent.Executors
import brine.graph.decoupled.DecoupledFormat

/** Writes images to a folder whose disk is too small for them, in a separate JVM, and prints how each write ended. */
object FullDisk:
  def main(arguments: Array[String]): Unit =
    val folder = Path.of(arguments(0))
    val bytes = DecoupledFormat.write(Vector.tabulate(60_000)(i => s"line $i" -> i))
    val threads = Executors.newFixedThreadPool(4)
    for
      format <- List(DecoupledFormat, DecoupledFormat.withExecutor(threads).withLeastSlots(0))
      i <- 1 to 3
    do
      val end =
        try
          format.image(bytes, folder.resolve(s"image$i"))
          "written"
        catch case e: Throwable => s"${e.getClass.getSimpleName}: ${e.getMessage}"
      println(end)
      val left = Files.list(folder)
      try println(s"${left.count} files")
      finally left.close()
    threads.shutdown()
