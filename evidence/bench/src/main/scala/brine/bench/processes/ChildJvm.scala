package brine.bench.processes

import java.io.PrintWriter
import scala.jdk.CollectionConverters.*

/** A separate JVM that reads lines from its standard input, and writes lines to its standard output. Its error
  * output goes to the error output of this JVM. It should end when its input does, as it then does with this JVM.
  */
final class ChildJvm(flags: List[String], mainClass: String, arguments: String*) extends AutoCloseable:
  private val process = new ProcessBuilder(Jvm.command(flags, mainClass, arguments*).asJava)
    .redirectError(ProcessBuilder.Redirect.INHERIT).start()
  private val input = new PrintWriter(process.outputWriter, true)
  private val output = process.inputReader

  def tell(line: String): Unit = input.println(line)

  /** The next line of its output. */
  def line(): String = output.readLine() match
    case null =>
      throw new IllegalStateException(s"$mainClass ended with exit code ${process.waitFor()}, and had more to tell")
    case line => line

  /** The processor time of all of its threads together. */
  def processorSeconds: Double = process.info.totalCpuDuration.map(_.toMillis / 1e3).orElse(0.0)

  def close(): Unit =
    process.destroy()
    process.waitFor(): Unit
