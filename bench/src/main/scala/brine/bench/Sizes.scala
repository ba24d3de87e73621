package brine.bench

import java.io.ByteArrayOutputStream
import java.nio.file.{Files, Path}
import java.util.zip.GZIPOutputStream
import brine.bench.workloads.Workload

/** The bytes that each contender makes of each workload: raw, and each pickle gzipped by itself ("Scala Serialization", Komanov). */
private object Sizes:
  final case class Row(workload: String, contender: String, raw: Long, gzipped: Long)

  def write(): Unit =
    val rows = for kind <- Workload.kinds; size <- kind.sizes if size <= MostElements; row <- of(s"${kind.name}:$size") yield row
    val folder = Files.createDirectories(Path.of("docs", "bench"))
    Files.writeString(folder.resolve("sizes.json"), rows.map(json).mkString("[\n  ", ",\n  ", "\n]\n"))
    val page = report(rows)
    Files.writeString(folder.resolve("sizes.md"), page)
    println(page)

  /** Beyond these nothing but the time grows. */
  private final val MostElements = 5_000_000

  private def of(name: String): List[Row] =
    val workload = Workload(name)
    for
      configuration <- Contenders.all
      contender <- configuration.contender(workload).toOption
    yield measured(name, configuration.name, workload, contender)

  private def measured[A](name: String, contender: String, workload: Workload[?], by: Contender[A]): Row =
    val pickles = workload.values.map(value => by.write(value.asInstanceOf[A]))
    Row(name, contender, pickles.map(_.length.toLong).sum, pickles.map(gzipped).sum)

  private def gzipped(bytes: Array[Byte]): Long =
    val out = new ByteArrayOutputStream(bytes.length)
    val zip = new GZIPOutputStream(out)
    zip.write(bytes)
    zip.close()
    out.size

  private def json(r: Row): String = s"""{"workload": "${r.workload}", "contender": "${r.contender}", "raw": ${r.raw}, "gzipped": ${r.gzipped}}"""

  private def report(rows: List[Row]): String =
    val sections = rows.groupBy(_.workload).toList.sortBy((workload, _) => rows.indexWhere(_.workload == workload)).map { (workload, some) =>
      val least = some.map(_.raw).min
      val lines = some.sortBy(_.raw).map(r => f"| ${r.contender} | ${r.raw}%,d | ${r.gzipped}%,d | ${r.raw.toDouble / least}%.2f |")
      (s"## $workload" +: "" +: "| | bytes | gzipped | times the least |" +: "|---|--:|--:|--:|" +: lines).mkString("\n")
    }
    ("# Sizes\n\nThe bytes of all values of a workload together, each a pickle of its own, and gzipped one by one." +: sections).mkString("\n\n") + "\n"
