package brine.figures

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The computer that measures. */
object Machine:
  /** Its processors and system, for a page of figures. */
  def name: String =
    val runtime = Runtime.getRuntime
    s"$processor, ${runtime.availableProcessors} processors, ${System.getProperty("os.name")} " +
      s"${System.getProperty("os.arch")}"

  private def processor: String =
    val info = Path.of("/proc/cpuinfo")
    val model = "model name\\s*:\\s*(.*)".r
    if !Files.isReadable(info) then "unknown processor"
    else
      Using.resource(Files.lines(info))(
        _.iterator.asScala.collectFirst { case model(name) => name }.getOrElse("unknown processor")
      )
