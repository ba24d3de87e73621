package brine.accel.bench

import brine.accel.Parameters
import brine.accel.control.Accelerator
import java.nio.file.{Files, Path}
import scala.util.chaining._

/** Synthesises the whole accelerator with yosys, module by module, so that what lies between the components has its
  * area as well: the crossbar, the queues between components, and the units' control.
  */
object AreaBench {
  private val p = Parameters()

  /** A module's own cells, without those of the modules in it, and how many it has of each module. */
  private final case class Part(cells: Long, area: Double, children: Map[String, Int])

  /** The row of Table V that a module and all in it belong to. A prefix, since Chisel numbers variants of a module. */
  private val rows: Seq[(String, String)] = Seq(
    "HeaderManager" -> "Header manager",
    "ReferenceArrayWriter" -> "Reference array writer",
    "MetadataManager" -> "Object metadata manager",
    "ObjectHandler" -> "Object handler",
    "PendingObjects" -> "Object handler",
    "LayoutManager" -> "Layout manager",
    "BlockManager" -> "Block manager",
    "BlockReconstructor" -> "Block reconstructor",
    "Tlb" -> "TLB",
    "MemorySlice" -> "MAI",
    "UnitPort" -> "MAI",
    "ClassIdTable" -> "Class ID Table",
    "KlassPointerTable" -> "Class Pointer Table",
    "RequestScheduler" -> "Command queue and scheduler"
  )

  /** Rows of the modules that hold the others: their own cells, and the queues and arbiters in them. */
  private val glue: Map[String, String] = Map(
    "MemoryAccessInterface" -> "Crossbar of the MAI",
    "SerializationUnit" -> "Serialization unit, the rest",
    "DeserializationUnit" -> "Deserialization unit, the rest",
    "ClassTables" -> "Registration of classes",
    "Accelerator" -> "Accelerator, the rest"
  )

  /** An instance of a module within the accelerator counts for one row. */
  private final case class Counted(row: String, module: String, count: Int)

  def measure(folder: Path, programs: Path): Unit = {
    val library = Synthesis.library()
    val work = programs.resolveSibling("area")
    val design = Synthesis.emit(() => new Accelerator(p), work)
    val parts = synthesise(design.top, work, library)
    val counted = count(parts, design.top).groupMapReduce(c => (c.row, c.module))(_.count)(_ + _).toSeq.sorted
    val table = for (((row, module), count) <- counted) yield {
      val part = parts.get(module)
      Seq(
        "row" -> row,
        "component" -> module,
        "count" -> count,
        "cells" -> part.fold(0L)(_.cells),
        "squareMicrometres" -> part.fold(0.0)(_.area),
        "gates" -> part.fold(0.0)(_.area) / library.nand,
        "memoryBits" -> design.memories.getOrElse(module, 0L)
      )
    }
    table.foreach(row => println(row.map { case (k, v) => s"$k $v" }.mkString(", ")))
    val how = Seq("synthesis" -> RawFigures.version("yosys", "-V"), "cells" -> library.name)
    println(RawFigures.keep(folder, "accel-area", "./dev accel bench area", how, Nil, table))
  }

  private def synthesise(top: String, work: Path, library: Synthesis.Library): Map[String, Part] = {
    val log = Synthesis.yosys(
      work,
      Seq(
        "read_verilog -sv top.sv",
        s"hierarchy -top $top",
        "proc",
        "opt -fast",
        "memory -nordff",
        "opt -fast",
        "techmap",
        "opt -fast",
        s"dfflibmap -liberty ${library.path}",
        s"abc -fast -liberty ${library.path}",
        "opt_clean",
        s"tee -o area.txt stat -liberty ${library.path}"
      )
    )
    require(!log.contains("ERROR"), log)
    Files.readString(work.resolve("area.txt")).split("\n=== ").toSeq.tail.filterNot(_.startsWith("design hierarchy"))
      .map(section => section.takeWhile(_ != ' ') -> section).map { case (name, section) =>
        val found = """(?m)^ {5}(\S+) +(\d+)$""".r.findAllMatchIn(section)
        val lines = found.map(m => m.group(1) -> m.group(2).toInt).toMap
        name -> (section, lines)
      }.toMap.pipe(sections =>
        sections.map { case (name, (section, lines)) =>
          val area = """Chip area for \S+ \S+: ([0-9.]+)""".r.findFirstMatchIn(section).fold(0.0)(_.group(1).toDouble)
          val modules = lines.filter { case (cell, _) => sections.contains(cell) || cell.endsWith("_ext") }
          val cells = """Number of cells:\s+(\d+)""".r.findFirstMatchIn(section).fold(0L)(_.group(1).toLong)
          name -> Part(cells - modules.values.sum, area, modules)
        }
      )
  }

  /** Every module below this one, with the row that it counts for. The unit's writers belong to those who use them. */
  private def count(parts: Map[String, Part], top: String): Seq[Counted] = {
    def all(module: String, row: String, count: Int): Seq[Counted] = {
      val own = rowOf(module).getOrElse(row)
      Counted(own, module, count) +: parts.get(module).toSeq.flatMap(_.children.toSeq).flatMap {
        case (child, n) if module == "SerializationUnit" && child.startsWith("PackedWriter") =>
          packed.flatMap(all(child, _, count * n / packed.size))
        case (child, n) if module == "SerializationUnit" && child.startsWith("BlockWriter") =>
          all(child, "Object handler", count * n)
        case (child, n) => all(child, own, count * n)
      }
    }
    all(top, glue(top), 1)
  }

  /** The users of a serialization unit's two packed writers. */
  private val packed = Seq("Reference array writer", "Object metadata manager")

  private def rowOf(module: String): Option[String] =
    rows.collectFirst { case (prefix, row) if module.startsWith(prefix) => row }.orElse(glue.get(module))
}
