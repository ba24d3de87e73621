package brine.bench.derivation

import brine.bench.processes.Jvm
import dotty.tools.dotc.reporting.StoreReporter
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Runs the Scala compiler with the class path of this JVM: in a new JVM for times, in this one for sizes alone. */
private[derivation] object Compilation:
  /** The options for all libraries. Libraries that derive by inlining step by step need more steps than the default
    * allows.
    */
  val flags: List[String] =
    List("-Yfuture-lazy-vals", "-java-output-version", "17", "-Xmax-inlines", "2000", "-color:never")
  val jvmFlags: List[String] = List("-Xss8m", "-Xms1g", "-Xmx2g")

  private final val LongestMinutes = 10
  private final val LookMillis = 20
  private final val TookTooLong = -1
  private final val StackBytes = 8L << 20 // as -Xss8m in jvmFlags

  enum Outcome:
    /** @param processor seconds of all processors together, of which other work on the machine takes less away than of
      *   `seconds`
      * @param bytes     the sizes of all class files together
      */
    case Done(seconds: Double, processor: Double, bytes: Long)
    case Failed(reason: String)

  def of(sources: Map[String, String]): Outcome =
    val folder = Files.createTempDirectory("derivation")
    try
      val files = sources.toList.sorted.map((name, text) => Files.writeString(folder.resolve(name), text).toString)
      val classes = Files.createDirectory(folder.resolve("classes"))
      val log = folder.resolve("log")
      val start = System.nanoTime
      val (code, processor) = run(command(files, classes), log)
      val seconds = (System.nanoTime - start) / 1e9
      if code == 0 then Outcome.Done(seconds, processor, classBytes(classes))
      else Outcome.Failed(reason(code, Files.readString(log)))
    finally delete(folder)

  /** The bytes of the class files, or the first error. The compiler runs in this JVM, which takes a fraction of a new
    * one's time.
    */
  def sizeOf(sources: Map[String, String]): Either[String, Long] =
    val folder = Files.createTempDirectory("derivation")
    try
      val files = sources.toList.sorted.map((name, text) => Files.writeString(folder.resolve(name), text).toString)
      val classes = Files.createDirectory(folder.resolve("classes"))
      val reporter = new StoreReporter(null, fromTyperState = false)
      val compiler = new Thread(
        null,
        () => dotty.tools.dotc.Main.process(arguments(files, classes).toArray, reporter, null),
        "compiler",
        StackBytes
      )
      compiler.start()
      compiler.join()
      reporter.allErrors.headOption.map(_.message.linesIterator.next().take(160)).toLeft(classBytes(classes))
    finally delete(folder)

  private def command(files: List[String], classes: Path): List[String] =
    Jvm.command(jvmFlags, "dotty.tools.dotc.Main", arguments(files, classes)*)

  private def arguments(files: List[String], classes: Path): List[String] =
    List("-classpath", System.getProperty("java.class.path"), "-d", classes.toString) ::: flags ::: files

  /** The process's exit code, or [[TookTooLong]], and its processor time, which is known only while it runs. */
  private def run(command: List[String], log: Path): (Int, Double) =
    val process = new ProcessBuilder(command*).redirectErrorStream(true).redirectOutput(log.toFile).start()
    val latest = System.nanoTime + TimeUnit.MINUTES.toNanos(LongestMinutes)
    var processor = 0.0
    while !process.waitFor(LookMillis, TimeUnit.MILLISECONDS) && System.nanoTime < latest do
      process.info.totalCpuDuration.ifPresent(time => processor = time.toMillis / 1e3)
    if process.isAlive then
      process.destroyForcibly().waitFor()
      (TookTooLong, processor)
    else (process.exitValue, processor)

  /** The failure, in one line: the JVM's error, or the first of the compiler's. */
  private def reason(code: Int, log: String): String =
    val lines = log.linesIterator.map(_.trim).toList
    def crash = lines.find(line => line.contains("StackOverflowError") || line.contains("OutOfMemoryError"))
    def error =
      lines.dropWhile(!_.startsWith("--")).collectFirst { case s"|$text" if text.exists(_.isLetter) => text.trim }
    if code == TookTooLong then s"takes more than $LongestMinutes minutes"
    else crash.orElse(error).getOrElse(s"exit code $code").take(160)

  private def classBytes(folder: Path): Long =
    Using.resource(Files.walk(folder))(_.iterator.asScala.filter(_.toString.endsWith(".class")).map(Files.size(_)).sum)

  private def delete(folder: Path): Unit =
    Using.resource(Files.walk(folder))(_.iterator.asScala.toList).reverse.foreach(Files.delete(_))
