package brine.checks.decoupled

import java.nio.file.{Files, Path}
import java.util.concurrent.Executors
import scala.util.Random
import brine.*
import brine.graph.decoupled.DecoupledFormat
import brine.testkit.Patient

/** Large decoupled pickles; with `-Dbrine.giants=true` more than 2 GiB. Ten million objects: `DepthSuite`, which goes
  * by all formats.
  *
  * A writer holds the objects' slots twice, so a process with a heap of four times the pickle does the work.
  */
class GiantDecoupledSuite extends munit.FunSuite, Patient:
  private val megabytes = if java.lang.Boolean.getBoolean("brine.giants") then 2200 else 64

  test(s"a pickle of more than $megabytes megabytes comes back from a file, by one thread and by several") {
    val file = Files.createTempFile("giant", ".brine")
    try
      val command = List(
        Path.of(System.getProperty("java.home"), "bin", "java").toString,
        s"-Xmx${256 + megabytes * 4}m",
        "-cp",
        System.getProperty("java.class.path"),
        "brine.checks.decoupled.GiantDecoupled",
        file.toString,
        megabytes.toString
      )
      val process = new ProcessBuilder(command*).redirectErrorStream(true).start()
      val output = new String(process.getInputStream.readAllBytes, "UTF-8")
      assertEquals(process.waitFor(), 0, output)
      assertEquals(output.trim, "2 equal values")
      assert(Files.size(file) > (megabytes.toLong << 20), Files.size(file))
    finally Files.delete(file)
  }

object GiantDecoupled:
  /** Writes this number of megabytes to a file, reads them twice, and prints how often they came back equal. */
  def main(arguments: Array[String]): Unit =
    val file = Path.of(arguments(0))
    val count = arguments(1).toInt
    write(file, count)
    val helpers = Executors.newFixedThreadPool(1)
    try
      val equal = List(DecoupledFormat, DecoupledFormat.withExecutor(helpers)).count(isEqual(file, count, _))
      println(s"$equal equal values")
    finally helpers.shutdown()

  private def write(file: Path, count: Int): Unit =
    val blocks = Vector.tabulate(count)(block)
    (blocks :+ blocks.head).pickleTo(file)(using summon, DecoupledFormat)

  private def isEqual(file: Path, count: Int, format: DecoupledFormat): Boolean =
    val back = Pickle.read[Vector[Array[Long]]](file)(using summon, format)
    back.length == count + 1 && (back.last eq back.head) &&
    back.indices.init.forall(i => java.util.Arrays.equals(back(i), block(i)))

  /** A megabyte. */
  private def block(seed: Int): Array[Long] =
    val random = new Random(seed)
    Array.fill(1 << 17)(random.nextLong())
