package brine.bench

import java.nio.file.{Files, Path}
import brine.bench.workloads.Workload

/** The bytes that each contender makes of each workload: raw, and each pickle compressed separately ("Scala
  * Serialization", Komanov).
  */
private object Sizes:
  final case class Row(workload: String, contender: String, size: PickleSize)

  def write(): Unit =
    val rows =
      for kind <- Workload.kinds; size <- kind.sizes if size <= MostElements; row <- of(s"${kind.name}:$size") yield row
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
    Row(name, contender, workload.values.map(value => PickleSize.of(by.write(value.asInstanceOf[A]))).reduce(_ + _))

  private def json(r: Row): String =
    import r.size.*
    s"""{"workload": "${r.workload}", "contender": "${r.contender}", """ +
      s""""raw": $bytes, "gzipped": $gzipped, "zstd": $zstd}"""

  private def report(rows: List[Row]): String =
    val sections = rows.groupBy(_.workload).toList.sortBy((workload, _) =>
      rows.indexWhere(_.workload == workload)
    ).map { (workload, some) =>
      val least = some.map(_.size.bytes).min
      val lines = some.sortBy(_.size.bytes).map { row =>
        import row.size.*
        f"| ${row.contender} | $bytes%,d | $gzipped%,d | $zstd%,d | ${bytes.toDouble / least}%.2f |"
      }
      val head = List(s"## $workload", "", "| | bytes | gzipped | zstd | times the least |", "|---|--:|--:|--:|--:|")
      (head ++ lines).mkString("\n")
    }
    val introduction = "The bytes of all values of a workload together, each in a pickle and compressed alone."
    ("# Sizes" +: introduction +: sections).mkString("", "\n\n", "\n")
