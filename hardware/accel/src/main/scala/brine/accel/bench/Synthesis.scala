package brine.accel.bench

import _root_.circt.stage.ChiselStage
import chisel3.RawModule
import java.nio.file.{Files, Path, Paths}
import scala.sys.process._

/** Runs yosys and OpenSTA on Chisel modules, with the cells of a liberty file. */
object Synthesis {

  /** A liberty file with the figures that the measurements need. */
  final class Library(val path: Path) {
    private val text = Files.readString(path)

    /** The area of the NAND gate of two inputs, as `NAND2X1` or `NAND2_X1`. */
    val nand: Double = {
      val cell = """cell\s*\(\s*"?NAND2_?X1"?\s*\)""".r.findFirstMatchIn(text)
      require(cell.isDefined, s"$path has no NAND gate of two inputs")
      """area\s*:\s*([0-9.]+)""".r.findFirstMatchIn(text.drop(cell.get.start)).get.group(1).toDouble
    }

    /** The buffer that drives inputs. */
    val buffer: String = """cell\s*\(\s*"?(BUF_?X2)"?\s*\)""".r.findFirstMatchIn(text).get.group(1)

    /** Estimates of wires by fan-out, from the smallest block to the largest. */
    val wireLoads: Seq[String] = """wire_load\s*\(\s*"([^"]+)"\s*\)""".r.findAllMatchIn(text).map(_.group(1)).toSeq

    /** Nanoseconds of the file's unit of time. */
    val timeUnit: Double = if (text.contains("time_unit : \"1ps\"")) 0.001 else 1.0

    def name: String = path.getFileName.toString
  }

  /** The liberty file that `BRINE_CELLS` names, else that of Debian's package. */
  def library(): Library = {
    val path = Paths.get(sys.env.getOrElse("BRINE_CELLS", "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"))
    require(
      Files.isReadable(path),
      s"no cell library at $path: install qflow-tech-osu018, or name a liberty file in BRINE_CELLS"
    )
    new Library(path.toAbsolutePath)
  }

  /** A design as Verilog, and the bits of each memory that a compiler would make, by its module's name. */
  final case class Design(top: String, memories: Map[String, Long])

  /** Writes `top.sv` to the folder. Assertions are left out. */
  def emit(make: () => RawModule, work: Path): Design = {
    Files.createDirectories(work)
    var name = ""
    val text = ChiselStage.emitSystemVerilog(
      { val m = make(); name = m.desiredName; m },
      Array.empty,
      Array(
        "--disable-all-randomization",
        "--strip-debug-info",
        "--disable-layers=Verification",
        "--repl-seq-mem",
        "--repl-seq-mem-file=memories.conf",
        "--lowering-options=disallowLocalVariables,disallowPackedArrays"
      )
    )
    // The design, then other files, each under a line with its name.
    val files = text.split("// ----- 8< ----- FILE ")
    Files.writeString(work.resolve("top.sv"), files.head)
    Design(name, files.find(_.startsWith("\"memories.conf")).fold(Map.empty[String, Long])(memoryBits))
  }

  /** Memories in firtool's list: `name table_ext depth 4096 width 49 ports …`. */
  private def memoryBits(list: String): Map[String, Long] =
    """name (\S+) depth (\d+) width (\d+)""".r.findAllMatchIn(list).map { m =>
      m.group(1) -> m.group(2).toLong * m.group(3).toLong
    }.toMap

  /** Runs a program in the folder and gives what it prints. */
  def execute(work: Path, command: String*): String = {
    val log = new StringBuilder
    val status = Process(command, work.toFile).!(ProcessLogger(line => log ++= line += '\n'))
    if (status != 0) throw new IllegalStateException(
      s"${command.head} failed in $work:\n${log.result().linesIterator.toSeq.takeRight(20).mkString("\n")}"
    )
    log.result()
  }

  def yosys(work: Path, steps: Seq[String]): String = execute(work, "yosys", "-q", "-p", steps.mkString("; "))
}
