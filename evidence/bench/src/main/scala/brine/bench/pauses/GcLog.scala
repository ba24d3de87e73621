package brine.bench.pauses

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The pauses in the log of a JVM's collector, which writes one line for each, with the time since the JVM's start. */
final case class GcLog(pauses: Vector[GcLog.Pause]):
  /** Those that ended between two moments, in whole milliseconds since the start. */
  def between(from: Long, until: Long): Vector[GcLog.Pause] =
    pauses.filter(p => p.endMillis >= from && p.endMillis < until)

object GcLog:
  /** @param kind as `Young (Normal)` */
  final case class Pause(kind: String, endMillis: Double, millis: Double)

  /** The option by which a JVM writes such a log. */
  def flag(file: Path): String = s"-Xlog:gc:file=$file:uptimenanos"

  def read(file: Path): GcLog = GcLog(Files.readAllLines(file).asScala.toVector.flatMap(pause))

  private val line = """\[(\d+)ns\] GC\(\d+\) Pause (.*?)(?: \d+M->.*)? ([0-9.]+)ms""".r

  def pause(text: String): Option[Pause] = text match
    case line(end, kind, millis) => Some(Pause(kind, end.toLong / 1e6, millis.toDouble))
    case _                       => None
