package brine.accel.bench

import brine.accel.Parameters
import brine.accel.classes.{ClassIdTable, KlassPointerTable}
import brine.accel.control.RequestScheduler
import brine.accel.deserialize._
import brine.accel.memory._
import brine.accel.serialize._
import chisel3.RawModule
import java.nio.file.{Files, Path}

/** The clock that a module reaches: yosys maps it to cells for a target, and OpenSTA times the netlist. Wires are those
  * of the library's estimate by fan-out, the one for its largest block.
  */
object ClockBench {
  private val p = Parameters()

  /** A module that is timed alone. `isUnit` marks a whole part, whose clock counts. */
  final case class Timed(name: String, isUnit: Boolean = false)(val make: () => RawModule)

  val modules: Seq[Timed] = Seq(
    Timed("HeaderManager")(() => new HeaderManager(p)),
    Timed("MetadataManager")(() => new MetadataManager(p)),
    Timed("ObjectHandler")(() => new ObjectHandler(p)),
    Timed("PendingObjects")(() => new PendingObjects(p)),
    Timed("ReferenceArrayWriter")(() => new ReferenceArrayWriter(p)),
    Timed("PackedWriter")(() => new PackedWriter(p)),
    Timed("LayoutManager")(() => new LayoutManager(p)),
    Timed("BlockManager")(() => new BlockManager(p)),
    Timed("BlockReconstructor")(() => new BlockReconstructor(p)),
    Timed("UnitPort")(() => new UnitPort(p, DeserializationUnit.shape(p))),
    Timed("MemorySlice")(() => new MemorySlice(p)),
    Timed("Tlb")(() => new Tlb(p, p.channels)),
    Timed("RequestScheduler")(() => new RequestScheduler(p)),
    Timed("ClassIdTable")(() => new ClassIdTable(p, p.deserializers + 1)),
    Timed("KlassPointerTable")(() => new KlassPointerTable(p, p.serializers)),
    Timed("MemoryAccessInterface", isUnit = true)(() => new MemoryAccessInterface(p, p.units)),
    Timed("SerializationUnit", isUnit = true)(() => new SerializationUnit(p)),
    Timed("DeserializationUnit", isUnit = true)(() => new DeserializationUnit(p))
  )

  /** The slowest path of a kind: its nanoseconds, and the registers or ports at its ends. */
  final case class Slowest(nanos: Double, from: String, to: String)

  /** Measures the modules with these names, or all. */
  def measure(folder: Path, programs: Path, chosen: Seq[String]): Unit = {
    val library = Synthesis.library()
    require(library.wireLoads.nonEmpty, s"${library.name} has no estimate of wires; name another file in BRINE_CELLS")
    val how = Seq(
      "synthesis" -> RawFigures.version("yosys", "-V"),
      "timing" -> s"OpenSTA ${RawFigures.version("sta", "-version")}",
      "cells" -> library.name,
      "wires" -> library.wireLoads.last,
      "target" -> s"$targetNanos ns"
    )
    for (m <- modules if chosen.isEmpty || chosen.contains(m.name)) {
      val begin = System.nanoTime
      val paths = time(m, programs.resolveSibling("clock").resolve(m.name), library)
      val row = Seq("module" -> m.name, "isUnit" -> (if (m.isUnit) 1 else 0)) ++
        paths.flatMap { case (kind, path) =>
          Seq(s"${kind}Nanos" -> path.nanos, s"${kind}From" -> path.from, s"${kind}To" -> path.to)
        }
      println(f"${row.map { case (k, v) => s"$k $v" }.mkString(", ")}; ${(System.nanoTime - begin) / 1e9}%.0f s")
      println(RawFigures.keep(folder, "accel-clock", "./dev accel bench clock", how, Seq("module"), Seq(row)))
    }
  }

  /** Picoseconds of the cycle that both kinds of units reach by the figures in the folder, and the memory access
    * interface as well; 1000 without figures.
    */
  def picoseconds(folder: Path): Long = {
    val file = folder.resolve("raw").resolve(s"accel-clock-jdk${Runtime.version.feature}.json")
    val times =
      if (!Files.exists(file)) Nil
      else Files.readString(file).linesIterator.filter(_.contains("\"isUnit\" : 1")).flatMap { line =>
        """"insideNanos" : ([0-9.]+)""".r.findFirstMatchIn(line).map(_.group(1).toDouble)
      }.toSeq
    if (times.isEmpty) 1000 else math.round(1000 * times.max)
  }

  /** What the mapping aims at. */
  private val targetNanos = 1.0

  private def time(m: Timed, work: Path, library: Synthesis.Library): Seq[(String, Slowest)] = {
    val design = Synthesis.emit(m.make, work)
    Files.writeString(work.resolve("abc.constr"), s"set_driving_cell ${library.buffer}\nset_load 10 [all_outputs]\n")
    Synthesis.yosys(
      work,
      Seq(
        "read_verilog -sv top.sv",
        s"hierarchy -top ${design.top}",
        "proc",
        "flatten",
        "opt",
        "wreduce",
        "peepopt",
        "opt_clean",
        "alumacc",
        "share",
        "opt",
        "memory -nordff",
        "opt -fast -full",
        "techmap",
        "opt -fast",
        s"dfflibmap -liberty ${library.path}",
        "opt -fast",
        s"abc -liberty ${library.path} -constr abc.constr -D ${(1000 * targetNanos).toInt}",
        "opt_clean -purge",
        "write_verilog -noattr -noexpr mapped.v"
      )
    )
    Files.writeString(work.resolve("time.tcl"), script(design.top, library))
    val report = Synthesis.execute(work, "sta", "-no_splash", "-exit", "time.tcl")
    val registers = outputs(Files.readString(work.resolve("mapped.v")))
    for (section <- report.split("=== ").toSeq.tail; path <- slowest(section, registers))
      yield section.takeWhile(_.isLetter) -> path
  }

  private def script(top: String, library: Synthesis.Library) =
    s"""read_liberty ${library.path}
       |read_verilog mapped.v
       |link_design $top
       |create_clock -name clock -period ${targetNanos / library.timeUnit} [get_ports clock]
       |set_wire_load_model -name ${library.wireLoads.last}
       |set_wire_load_mode top
       |set_input_delay 0 -clock clock [all_inputs]
       |set_output_delay 0 -clock clock [all_outputs]
       |set_driving_cell -lib_cell ${library.buffer} [all_inputs]
       |puts "=== inside"
       |report_checks -from [all_registers -clock_pins] -to [all_registers -data_pins] -format full
       |puts "=== arriving"
       |report_checks -from [all_inputs] -to [all_registers -data_pins] -format full
       |puts "=== leaving"
       |report_checks -from [all_registers -clock_pins] -to [all_outputs] -format full
       |puts "=== through"
       |report_checks -from [all_inputs] -to [all_outputs] -format full
       |""".stripMargin

  /** The wire that each flip-flop drives, by the flip-flop's name. */
  private def outputs(netlist: String): Map[String, String] =
    """(?m)^  DFF\w* (\S+) \(([^;]*)\);""".r.findAllMatchIn(netlist).flatMap { m =>
      """\.Q\(\\?([^)]*?)\s*\)""".r.findFirstMatchIn(m.group(2)).map(q => m.group(1) -> q.group(1).replace(" ", ""))
    }.toMap

  private def slowest(section: String, registers: Map[String, String]): Option[Slowest] = {
    def named(end: String) = registers.getOrElse(end, end)
    for {
      from <- """Startpoint: (\S+)""".r.findFirstMatchIn(section)
      to <- """Endpoint: (\S+)""".r.findFirstMatchIn(section)
      slack <- """(-?[0-9.]+)\s+slack""".r.findFirstMatchIn(section)
    } yield Slowest(targetNanos - slack.group(1).toDouble, named(from.group(1)), named(to.group(1)))
  }
}
