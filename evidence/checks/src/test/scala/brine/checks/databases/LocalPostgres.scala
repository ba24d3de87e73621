package brine.checks.databases

import java.net.{InetAddress, ServerSocket}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** A PostgreSQL server of its own, on the loopback interface, with its data in a temporary folder. */
final class LocalPostgres private (binaries: Path, folder: Path, port: Int) extends AutoCloseable:
  def url: String = s"jdbc:postgresql://127.0.0.1:$port/postgres?user=brine"

  def close(): Unit =
    LocalPostgres.run(binaries.resolve("pg_ctl").toString, "-D", data, "-m", "immediate", "-w", "stop")
    LocalPostgres.delete(folder)

  private def data: String = folder.resolve("data").toString

  private def start(): Unit =
    LocalPostgres.run(
      binaries.resolve("initdb").toString,
      "-D",
      data,
      "-U",
      "brine",
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--no-locale",
      "--no-sync"
    )
    val settings = s"-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder -c fsync=off"
    val log = folder.resolve("log").toString
    LocalPostgres.run(binaries.resolve("pg_ctl").toString, "-D", data, "-l", log, "-o", settings, "-w", "start")

object LocalPostgres:
  /** The server, or the reason why there is none. */
  def start(): Either[String, LocalPostgres] =
    binaries match
      case None                     => Left("PostgreSQL is not installed")
      case Some(_) if other.isEmpty => Left("PostgreSQL does not run as root, and there is no user 'postgres'")
      case Some(found) =>
        val folder = Files.createTempDirectory("postgres")
        if isRoot then require(exec(List("chown", "postgres", folder.toString)) == 0)
        val free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress)
        val port = free.getLocalPort
        free.close()
        val server = new LocalPostgres(found, folder, port)
        server.start()
        Right(server)

  /** Debian keeps each version in a folder of its own. */
  private def binaries: Option[Path] =
    val debian = Path.of("/usr/lib/postgresql")
    val versions =
      if !Files.isDirectory(debian) then Nil
      else Files.list(debian).iterator.asScala.toList.sortBy(_.getFileName.toString.toIntOption.getOrElse(0)).reverse
    val onPath = System.getenv("PATH").split(':').toList.map(Path.of(_))
    (versions.map(_.resolve("bin")) ++ onPath).find(folder =>
      List("initdb", "pg_ctl").forall(name => Files.isExecutable(folder.resolve(name)))
    )

  private def isRoot: Boolean = System.getProperty("user.name") == "root"

  /** What runs a command as a user that may run the server. */
  private def other: Option[List[String]] =
    if !isRoot then Some(Nil)
    else if exec(List("id", "postgres")) == 0 then
      Some(List("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"))
    else None

  private def run(command: String*): Unit =
    val code = exec(other.get ++ command)
    if code != 0 then throw new IllegalStateException(s"${command.mkString(" ")} ended with $code")

  private def exec(command: List[String]): Int =
    val process = new ProcessBuilder(command*).directory(new java.io.File("/"))
      .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start()
    if process.waitFor(60, TimeUnit.SECONDS) then process.exitValue
    else
      process.destroyForcibly()
      -1

  private def delete(folder: Path): Unit =
    val all = Files.walk(folder)
    try all.sorted(java.util.Comparator.reverseOrder).forEach(Files.deleteIfExists(_): Unit)
    finally all.close()
