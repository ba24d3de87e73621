package brine.accel.bench

import _root_.circt.stage.ChiselStage
import brine.accel.Parameters
import brine.accel.classes.{ClassIdTable, KlassPointerTable}
import brine.accel.control.RequestScheduler
import brine.accel.deserialize._
import brine.accel.memory._
import brine.accel.serialize._
import chisel3.RawModule
import java.nio.file.{Files, Path, Paths}
import scala.sys.process._

/** A component that is synthesised.
  *
  * @param row   the row of Table V that it belongs to
  * @param count how many the accelerator has
  */
final case class Component(row: String, name: String, count: Int)(val module: () => RawModule)

/** Cells of one component. Memories that a compiler would make are left out of the area, and counted in bits. */
final case class Area(cells: Long, squareMicrometres: Double, memoryBits: Long)

/** Synthesises every component with yosys and a freely licensed cell library of 0.18 µm. */
object AreaBench {
  private val p = Parameters()

  val components: Seq[Component] = {
    val (out, in) = (p.serializers, p.deserializers)
    Seq(
      Component("Header manager", "HeaderManager", out)(() => new HeaderManager(p)),
      Component("Reference array writer", "ReferenceArrayWriter", out)(() => new ReferenceArrayWriter(p)),
      Component("Reference array writer", "PackedWriter", out)(() => new PackedWriter(p)),
      Component("Object metadata manager", "MetadataManager", out)(() => new MetadataManager(p)),
      Component("Object metadata manager", "PackedWriter (layouts)", out)(() => new PackedWriter(p)),
      Component("Object handler", "ObjectHandler", out)(() => new ObjectHandler(p)),
      Component("Object handler", "BlockWriter (values)", out)(() => new BlockWriter(p, 64, 1)),
      Component("Object handler", "PendingObjects", out)(() => new PendingObjects(p)),
      Component("Layout manager", "LayoutManager", in)(() => new LayoutManager(p)),
      Component("Block manager", "BlockManager", in)(() => new BlockManager(p)),
      Component("Block reconstructor", "BlockReconstructor", in * p.reconstructors)(() => new BlockReconstructor(p)),
      Component("TLB", "Tlb", 1)(() => new Tlb(p, p.channels)),
      Component("MAI", "MemorySlice", p.channels)(() => new MemorySlice(p)),
      Component("MAI", "UnitPort (serialization)", out)(() => new UnitPort(p, SerializationUnit.shape(p))),
      Component("MAI", "UnitPort (deserialization)", in)(() => new UnitPort(p, DeserializationUnit.shape(p))),
      Component("Class ID Table", "ClassIdTable", 1)(() => new ClassIdTable(p, in + 1)),
      Component("Class Pointer Table", "KlassPointerTable", 1)(() => new KlassPointerTable(p, out)),
      Component("Command queue and scheduler", "RequestScheduler", 1)(() => new RequestScheduler(p))
    )
  }

  def measure(folder: Path, programs: Path): Unit = {
    val library = cellLibrary
    val rows = for (c <- components) yield {
      val area = synthesise(c, programs.resolve("area").resolve(c.name.filter(_.isLetterOrDigit)), library)
      println(s"${c.name}: $area")
      Seq(
        "row" -> c.row,
        "component" -> c.name,
        "count" -> c.count,
        "cells" -> area.cells,
        "squareMicrometres" -> area.squareMicrometres,
        "gates" -> area.squareMicrometres / nand(library),
        "memoryBits" -> area.memoryBits
      )
    }
    val how = Seq("synthesis" -> RawFigures.version("yosys", "-V"), "cells" -> library.getFileName.toString)
    println(RawFigures.keep(folder, "accel-area", "./dev accel bench area", how, Seq("row", "component"), rows))
  }

  private def cellLibrary: Path = {
    val path = Paths.get(sys.env.getOrElse("BRINE_CELLS", "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"))
    require(
      Files.isReadable(path),
      s"no cell library at $path: install qflow-tech-osu018, or name a liberty file in BRINE_CELLS"
    )
    path
  }

  /** The area of the library's NAND gate of two inputs. */
  private def nand(library: Path): Double = {
    val text = Files.readString(library)
    """area\s*:\s*([0-9.]+)""".r.findFirstMatchIn(text.drop(text.indexOf("cell (NAND2X1)"))).get.group(1).toDouble
  }

  private def synthesise(c: Component, work: Path, library: Path): Area = {
    Files.createDirectories(work)
    var name = ""
    val text = ChiselStage.emitSystemVerilog(
      { val m = c.module(); name = m.desiredName; m },
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
    val memories = files.find(_.startsWith("\"memories.conf")).fold(0L)(memoryBits)
    Files.writeString(work.resolve("top.sv"), files.head)
    val script = Seq(
      "read_verilog -sv top.sv",
      s"hierarchy -top $name",
      "proc",
      "flatten",
      "opt -fast",
      "memory -nordff",
      "opt -fast",
      "techmap",
      "opt -fast",
      s"dfflibmap -liberty $library",
      s"abc -fast -liberty $library",
      "opt_clean",
      s"tee -o area.txt stat -liberty $library"
    )
    val log = new StringBuilder
    val status = Process(Seq("yosys", "-q", "-p", script.mkString("; ")), work.toFile).!(ProcessLogger(line =>
      log ++= line += '\n'
    ))
    if (status != 0)
      throw new IllegalStateException(s"yosys failed in $work:\n${log.result().linesIterator.take(20).mkString("\n")}")
    val statistics = Files.readString(work.resolve("area.txt"))
    def figure(pattern: String) = pattern.r.findAllMatchIn(statistics).toSeq.last.group(1).toDouble
    Area(figure("""Number of cells:\s+(\d+)""").toLong, figure("""Chip area for \S+ \S+: ([0-9.]+)"""), memories)
  }

  /** Bits of the memories in firtool's list: `name table_ext depth 4096 width 49 ports …`. */
  private def memoryBits(list: String): Long =
    """depth (\d+) width (\d+)""".r.findAllMatchIn(list).map(m => m.group(1).toLong * m.group(2).toLong).sum
}
