package brine.bench.derivation

import brine.figures.Median
import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.databind.node.ObjectNode
import java.nio.file.{Files, Path}
import java.time.LocalDate

/** The cost of derivation as `docs/bench/derivation.md` and, with every compilation, as
  * `docs/bench/raw/derivation.json`.
  */
private[derivation] object DerivationReport:
  import DerivationCost.Row

  /** The page, which is also in its file then. */
  def write(rows: Vector[Row]): String =
    val folder = Files.createDirectories(Path.of("docs", "bench", "raw")).getParent
    val json = new ObjectMapper().writerWithDefaultPrettyPrinter.writeValueAsString(raw(rows))
    Files.writeString(folder.resolve("raw/derivation.json"), json + "\n")
    val text = page(rows)
    Files.writeString(folder.resolve("derivation.md"), text)
    text

  def raw(rows: Vector[Row]): ObjectNode =
    val root = new ObjectMapper().createObjectNode()
    root.put("date", LocalDate.now.toString).put("jdk", Runtime.version.toString).put("types", Sources.description)
    root.put("flags", Compilation.flags.mkString(" ")).put("jvmFlags", Compilation.jvmFlags.mkString(" "))
    val results = root.putArray("results")
    rows.foreach(row => fill(results.addObject(), row, rows.head))
    root

  private def fill(node: ObjectNode, row: Row, bare: Row): Unit =
    node.put("library", row.library.name).put("version", row.version)
    row.failure match
      case Some(reason) => node.put("failure", reason)
      case None =>
        val seconds = node.putArray("seconds")
        row.seconds.foreach(seconds.add(_))
        val processor = node.putArray("processorSeconds")
        row.processor.foreach(processor.add(_))
        node.put("bytes", row.bytes).put("addedSeconds", row.addedSeconds(bare))
        node.put("addedProcessorSeconds", row.addedProcessor(bare)).put("addedBytes", row.addedBytes(bare))

  def page(rows: Vector[Row]): String =
    val lines = rows.map(line(_, rows.head) + "\n").mkString
    s"""# The cost of deriving in a build
       |
       || | |
       ||---|---|
       || date | ${LocalDate.now} |
       || JDK | ${Runtime.version} |
       || types | ${Sources.description} |
       || compiler | Scala ${dotty.tools.dotc.config.Properties.versionNumberString}, ${Compilation.flags.mkString(
        "`",
        " ",
        "`"
      )} |
       || JVMs | ${rows.head.outcomes.length} for each row (one where it takes minutes), in turn |
       || their flags | ${Compilation.jvmFlags.mkString("`", " ", "`")} |
       |
       |Time is the median over the rounds, of the difference to `bare` within a round where it is added; bytecode is
       |the size of all class files. Less is better. Processor time is that of all threads of the JVM, and moves less
       |when the machine does other work. As pictures: [time](plots/derivation-time.svg),
       |[bytecode](plots/derivation-bytecode.svg).
       |
       || | version | time, s | added, s | added, processor s | bytecode, kB | added, kB |
       ||---|---|--:|--:|--:|--:|--:|
       |""".stripMargin + lines

  private def line(row: Row, bare: Row): String =
    val start = s"| ${row.library.name} | ${row.version} |"
    row.failure match
      case Some(reason) => s"$start fails: ${reason.replace("|", "\\|")} | | | | |"
      case None =>
        val measured = f"$start ${Median.of(row.seconds)}%.1f |"
        if row eq bare then f"$measured | | ${row.bytes / 1000.0}%,.0f | |"
        else
          val added = f"${row.addedSeconds(bare)}%.1f | ${row.addedProcessor(bare)}%.1f"
          f"$measured $added | ${row.bytes / 1000.0}%,.0f | ${row.addedBytes(bare) / 1000.0}%,.0f |"
