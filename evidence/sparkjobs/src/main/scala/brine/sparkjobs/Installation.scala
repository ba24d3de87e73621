package brine.sparkjobs

import brine.sparkjobs.counting.CountingSerializer
import java.io.File
import java.nio.file.{FileSystems, Files, Path}
import java.util.jar.{JarEntry, JarOutputStream}
import scala.jdk.CollectionConverters._
import scala.util.Using

/** An installation of Spark for `spark-submit`, made of this JVM's class path: `jars/` with Spark's own jars, a jar
  * with the job, and the class path of the serializers, which executors need at their start.
  *
  * Spark loads the job by a class loader of its own, whose parent has the serializers: a class path that holds both
  * hides what that costs.
  *
  * @param job         the application's jar
  * @param serializers a class path: Brine and the serializer that counts. Brine is the jar of the property
  *                    `brine.spark.jar`, which users install, or else what this class path has in its place
  */
final class Installation private (home: Path, val job: Path, val serializers: String) {
  val environment: Map[String, String] = Map(
    "SPARK_HOME" -> home.toString,
    "SPARK_CONF_DIR" -> home.resolve("conf").toString,
    "SPARK_SCALA_VERSION" -> "2.13",
    "SPARK_LOCAL_IP" -> "127.0.0.1"
  )

  /** The command that the script `bin/spark-submit` would run. The script itself is in no jar. */
  def command(arguments: Seq[String]): Seq[String] = {
    val launcher = Seq(Installation.java, "-XX:TieredStopAtLevel=1", "-cp", s"${home.resolve("jars")}/*") ++
      Seq("org.apache.spark.launcher.Main", "org.apache.spark.deploy.SparkSubmit")
    val builder = new ProcessBuilder((launcher ++ arguments).asJava).redirectError(ProcessBuilder.Redirect.INHERIT)
    builder.environment.putAll(environment.asJava)
    val process = builder.start()
    val output = new String(process.getInputStream.readAllBytes)
    if (process.waitFor() != 0) throw new IllegalStateException(s"spark-submit failed: $output")
    output.substring(output.indexOf('\n') + 1).split('\u0000').toSeq
  }
}

object Installation {
  private val java = Path.of(System.getProperty("java.home"), "bin", "java").toString

  /** Makes an installation in a folder.
    *
    * @param jobs classes of the job's modules
    */
  def in(home: Path, jobs: Seq[Class[_]]): Installation = {
    val all =
      System.getProperty("java.class.path").split(File.pathSeparatorChar).toSeq.map(Path.of(_)).filter(Files.exists(_))
    val ofJobs = jobs.map(sourceOf).distinct
    val (ours, spark) = all.filterNot(ofJobs.contains(_)).partition(isOurs)
    val jars = Files.createDirectories(home.resolve("jars"))
    for ((jar, i) <- spark.zipWithIndex)
      Files.createSymbolicLink(jars.resolve(s"$i-${jar.getFileName}"), jar.toAbsolutePath)
    Seq("conf", "work").foreach(name => Files.createDirectories(home.resolve(name)))
    val counting = classOf[CountingSerializer].getPackage.getName.replace('.', '/')
    val job = jarOf(home.resolve("job.jar"), ofJobs)(!_.startsWith(counting))
    val counter =
      jarOf(home.resolve("counting.jar"), Seq(sourceOf(classOf[CountingSerializer])))(_.startsWith(counting))
    val brine = Option(System.getProperty("brine.spark.jar")).fold(ours)(jar => Seq(Path.of(jar)))
    new Installation(home, job, (brine :+ counter).map(_.toAbsolutePath).mkString(File.pathSeparator))
  }

  private def sourceOf(c: Class[_]): Path = Path.of(c.getProtectionDomain.getCodeSource.getLocation.toURI)

  /** True for entries that no installation of Spark has: modules of this project, and libraries that Brine needs. */
  private def isOurs(entry: Path): Boolean = {
    val name = entry.getFileName.toString
    Files.isDirectory(entry) || name.startsWith("brine-") || name.startsWith("scala3-library") || name.matches(
      "asm-[0-9.]+jar"
    )
  }

  /** Puts the files of folders and jars into one jar. */
  private def jarOf(jar: Path, sources: Seq[Path])(isWanted: String => Boolean): Path = {
    Using.resource(new JarOutputStream(Files.newOutputStream(jar))) { out =>
      sources.foreach { source =>
        if (Files.isDirectory(source)) copy(source, out, isWanted)
        else Using.resource(FileSystems.newFileSystem(source))(files => copy(files.getPath("/"), out, isWanted))
      }
    }
    jar
  }

  private def copy(root: Path, out: JarOutputStream, isWanted: String => Boolean): Unit =
    Using.resource(Files.walk(root)) { files =>
      for (file <- files.iterator.asScala; name = root.relativize(file).toString if Files.isRegularFile(file)) {
        if (isWanted(name) && !name.startsWith("META-INF/")) {
          out.putNextEntry(new JarEntry(name))
          Files.copy(file, out): Unit
          out.closeEntry()
        }
      }
    }
}
