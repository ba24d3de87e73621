package brine.bench.start

import java.io.File
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import java.util.spi.ToolProvider
import brine.bench.processes.Jvm

/** `./dev bench start`: the first call of each library, in fresh JVMs that take turns; also with an archive of its
  * classes, and on JDK 25 with a cache of loaded and linked classes.
  */
object Start:
  private final val Usage = "start [rounds]: the first call in a fresh JVM, out and in; the mean JVM of 15 rounds, " +
    "or of those named"

  def run(arguments: List[String]): Either[String, String] = arguments match
    case Nil                                      => Right(table(15))
    case List(rounds) if rounds.forall(_.isDigit) => Right(table(rounds.toInt))
    case _                                        => Left(Usage)

  /** @param made the option of the run that makes a file; none if there is no file
    * @param used the option of the runs that use it
    */
  private final case class Way(name: String, made: Option[String], used: Option[String])

  private val ways: List[Way] =
    Way("plain", None, None) ::
      Way("class-data sharing", Some("-XX:ArchiveClassesAtExit"), Some("-XX:SharedArchiveFile")) ::
      (if Runtime.version.feature < 25 then Nil
       else List(Way("AOT cache", Some("-XX:AOTCacheOutput"), Some("-XX:AOTCache"))))

  private def table(rounds: Int): String =
    val folder = Files.createTempDirectory("start")
    val classPath = jars(folder)
    def file(way: Way, name: String) = folder.resolve(s"$name-${ways.indexOf(way)}")
    for way <- ways; option <- way.made; name <- FirstCall.names do
      child(classPath, name, List(s"$option=${file(way, name)}"))
      if !Files.exists(file(way, name)) then throw new IllegalStateException(s"$option made no file for $name")
    val times = scala.collection.mutable.HashMap.empty[(String, Way), Vector[Double]].withDefaultValue(Vector.empty)
    for _ <- 0 until rounds; way <- ways; name <- FirstCall.names do
      times((name, way)) :+= child(classPath, name, way.used.map(option => s"$option=${file(way, name)}").toList)
    val rows =
      FirstCall.names.map(name => (name :: ways.map(way => median(times((name, way))))).mkString("| ", " | ", " |"))
    Files.list(folder).forEach(Files.delete)
    Files.delete(folder)
    val head = s"first call, ms (median of $rounds JVMs, JDK ${Runtime.version.feature})" :: ways.map(_.name)
    (head.mkString("| ", " | ", " |") :: ("|---|" + "--:|" * ways.length) :: rows).mkString("\n")

  /** The class path without folders, of which a JVM archives no classes. */
  private def jars(folder: Path): String =
    val entries = System.getProperty("java.class.path").split(File.pathSeparator).toList.filter(_.nonEmpty)
    entries.zipWithIndex.map { (entry, i) =>
      if !Files.isDirectory(Path.of(entry)) then entry
      else
        val jar = folder.resolve(s"$i.jar").toString
        val tool = ToolProvider.findFirst("jar").orElseThrow()
        tool.run(System.out, System.err, "--create", "--file", jar, "-C", entry, ".")
        jar
    }.mkString(File.pathSeparator)

  private def median(all: Vector[Double]): String =
    val sorted = all.sorted
    f"${sorted(sorted.length / 2)}%.0f (${sorted.head}%.0f–${sorted.last}%.0f)"

  /** The milliseconds of one JVM. */
  private def child(classPath: String, name: String, flags: List[String]): Double =
    val options = "-Xmx512m" :: flags
    val command = Jvm.withClassPath(classPath, options, "brine.bench.start.FirstCall", name)
    val process = new ProcessBuilder(command*).redirectError(ProcessBuilder.Redirect.DISCARD).start()
    val output = new String(process.getInputStream.readAllBytes)
    process.waitFor(60, TimeUnit.SECONDS)
    output.linesIterator.map(_.trim).find(line => line.nonEmpty && line.forall(_.isDigit)) match
      case Some(nanoseconds) => nanoseconds.toLong / 1e6
      case None              => throw new IllegalStateException(s"$name: $output")
