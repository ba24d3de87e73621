package brine.checks.regions

import java.nio.file.Path
import brine.region.*

/** What tests of regions do in processes of their own. */
object RegionProcess:
  /** Starts one with such flags of the JVM. */
  def start(flags: List[String], arguments: String*): Process =
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val command = java :: flags ::: List("-cp", System.getProperty("java.class.path"), "brine.checks.regions.RegionProcess") ::: arguments.toList
    new ProcessBuilder(command*).redirectErrorStream(true).start()

  /** Its exit code, and what it printed. */
  def result(process: Process): (Int, String) =
    val output = new String(process.getInputStream.readAllBytes, "UTF-8")
    (process.waitFor(), output)

  def run(flags: List[String], arguments: String*): (Int, String) = result(start(flags, arguments*))

  def main(arguments: Array[String]): Unit = arguments match
    case Array("build", file, megabytes) => build(Path.of(file), megabytes.toInt)

  /** An element of about a kilobyte. */
  def post(number: Int): Post = Post(List.tabulate(10)(i => s"tag ${number + i} " + "x" * 80), number, Nil)

  /** Builds a file of so many megabytes, and adds up the numbers of its posts. */
  private def build(file: Path, megabytes: Int): Unit =
    val posts = Region.build(file)(Iterator.tabulate(megabytes << 10)(post))
    val root = posts.root
    val count = root(_.size)
    println(s"${Iterator.range(0, count).map(i => root(_(i).user)).sum} of $count")
