package brine.checks.regions

import java.nio.file.Path
import brine.region.*

/** Parts of tests of regions that run in other processes. */
object RegionProcess:
  /** Starts one with such flags of the JVM. */
  def start(flags: List[String], arguments: String*): Process =
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val command = java :: flags ::: List(
      "-cp",
      System.getProperty("java.class.path"),
      "brine.checks.regions.RegionProcess"
    ) ::: arguments.toList
    new ProcessBuilder(command*).redirectErrorStream(true).start()

  /** Its exit code and its output. */
  def result(process: Process): (Int, String) =
    val output = new String(process.getInputStream.readAllBytes, "UTF-8")
    (process.waitFor(), output)

  /** The next line that a process prints. */
  def line(process: Process): String =
    val in = process.getInputStream
    Iterator.continually(in.read()).takeWhile(byte => byte >= 0 && byte != '\n').map(_.toChar).mkString

  def run(flags: List[String], arguments: String*): (Int, String) = result(start(flags, arguments*))

  def main(arguments: Array[String]): Unit = arguments match
    case Array("build", file, megabytes) => build(Path.of(file), megabytes.toInt)
    case Array("replace", file, last)    => replace(Path.of(file), last.toInt)
    case Array("follow", file, last)     => follow(Path.of(file), last.toInt)
    case Array("halve", file)            => halve(Path.of(file))

  /** An element of about a kilobyte. */
  def post(number: Int): Post = Post(List.tabulate(10)(i => s"tag ${number + i} " + "x" * 80), number, Nil)

  /** Builds a file of this number of megabytes, and adds up the numbers of its posts. */
  private def build(file: Path, megabytes: Int): Unit =
    val posts = Region.build(file)(Iterator.tabulate(megabytes << 10)(post))
    val root = posts.root
    val count = root(_.size)
    println(s"${Iterator.range(0, count).map(i => root(_(i).user)).sum} of $count")

  /** A file whose numbers are all the same. */
  def write(file: Path, number: Int): Unit =
    val numbers = Vector.fill(20_000)(number)
    if number % 2 == 0 then Region.compact(numbers).writeTo(file) else Region.build(file)(numbers): Unit

  /** Replaces a file again and again, up to that number. */
  private def replace(file: Path, last: Int): Unit =
    println("ready")
    for number <- 1 to last do write(file, number)

  /** Reads the available bytes, up to that number. */
  private def follow(file: Path, last: Int): Unit =
    val generations = Generations.open[Vector[Int]](file)
    println("ready")
    var latest = 0
    while latest < last do
      generations.refresh(): Unit
      val numbers = generations.use(region => region.toValue.distinct)
      if numbers.length != 1 || numbers.head < latest then throw new IllegalStateException(s"$numbers after $latest")
      latest = numbers.head
    println(s"came to $latest")

  /** Builds a file of which the second half never comes. */
  private def halve(file: Path): Unit =
    Region.build(file)(Iterator.tabulate(1_000_000) { i =>
      if i == 500_000 then
        println("ready")
        Thread.sleep(Long.MaxValue)
      i
    }): Unit
