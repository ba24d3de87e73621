package brine.accel.sim

import _root_.circt.stage.ChiselStage
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.channels.FileChannel
import java.nio.file.{Files, Path, StandardCopyOption, StandardOpenOption}
import java.security.MessageDigest
import scala.sys.process._

/** Turns a design into a program: Chisel to Verilog (firtool), Verilog to C++ (Verilator), C++ to a program.
  *
  * Programs are kept by the hash of all that goes into them, so an unchanged design is built once.
  */
object Build {
  private val sources = Seq("harness.cpp", "dram.h", "memory.h")

  /** @param folder where programs are kept
    * @param waves  whether the program can write waves, which makes it slower
    */
  def program(top: => SimulatedTop, folder: Path, waves: Boolean = false): (Path, Seq[Port]) = {
    var made: SimulatedTop = null
    val verilog = ChiselStage.emitSystemVerilog(
      { made = top; made },
      Array.empty,
      Array(
        "--disable-all-randomization",
        "--strip-debug-info",
        "--enable-layers=Verification,Verification.Assert,Verification.Assume,Verification.Cover",
        "--verification-flavor=immediate",
        "-O=release"
      )
    )
    val name = made.getClass.getSimpleName
    val inputs = Seq("top.sv" -> verilog, "ports.inc" -> glue(made)) ++ sources.map(s => s -> resource(s))
    val options = verilatorOptions(name, waves)
    val key = hash(inputs.map(_._2) ++ options).take(16)
    val home = folder.resolve(s"$name-$key")
    val program = home.resolve("Vtop")
    locked(folder.resolve("lock")) { if (!Files.isExecutable(program)) build(inputs, options, home) }
    (program, made.ports)
  }

  /** Does something while no other process does so, and no other thread of this one. */
  private def locked[A](file: Path)(body: => A): A = synchronized {
    Files.createDirectories(file.getParent)
    val channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
    try {
      channel.lock()
      body
    } finally channel.close()
  }

  private def verilatorOptions(name: String, waves: Boolean) = Seq(
    "verilator",
    "--cc",
    "--exe",
    "--build",
    "-j",
    "2",
    "--top-module",
    name,
    "--prefix",
    "Vtop",
    "-O3",
    "--x-assign",
    "fast",
    "--x-initial",
    "fast",
    "--assert",
    "-Wno-fatal",
    "-Wno-WIDTH",
    "--output-split",
    "20000",
    "-CFLAGS",
    s"-std=c++17 -O1${if (waves) " -DWAVES" else ""}",
    "-MAKEFLAGS",
    "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1"
  ) ++
    (if (waves) Seq("--trace") else Nil)

  // The program is built in another folder and moved at the end, so no process sees half a program.
  private def build(inputs: Seq[(String, String)], options: Seq[String], home: Path): Unit = {
    Files.createDirectories(home.getParent)
    val work = Files.createTempDirectory(home.getParent, "build-")
    inputs.foreach { case (file, text) => Files.write(work.resolve(file), text.getBytes(UTF_8)) }
    val log = new StringBuilder
    val command = options ++ Seq(
      "--Mdir",
      work.resolve("obj").toString,
      "-CFLAGS",
      s"-I$work",
      work.resolve("top.sv").toString,
      work.resolve("harness.cpp").toString
    )
    val status = Process(command, work.toFile).!(ProcessLogger { line => log ++= line; log += '\n' })
    if (status != 0) throw new IllegalStateException(
      s"verilator failed in $work:\n${log.result().linesIterator.take(40).mkString("\n")}"
    )
    Files.createDirectories(home)
    Files.copy(work.resolve("top.sv"), home.resolve("top.sv"), StandardCopyOption.REPLACE_EXISTING)
    Files.move(work.resolve("obj/Vtop"), home.resolve("Vtop"), StandardCopyOption.ATOMIC_MOVE)
    delete(work)
  }

  private def delete(folder: Path): Unit = {
    val stream = Files.walk(folder)
    try stream.sorted(java.util.Comparator.reverseOrder[Path]()).forEach(p => Files.delete(p))
    finally stream.close()
  }

  /** Tells the harness the ports: C++ that runs in its constructor. */
  private def glue(top: SimulatedTop): String = {
    def stream(name: String, kind: String, bits: Int) = {
      val port = s"&top.${top.verilogName(name)}"
      s"""Stream{"$name", $kind, $bits, ${port}_valid, ${port}_ready, (void*)${port}_bits}"""
    }
    top.ports.map {
      case StreamPort(name, layout, isInput) =>
        s"streams.push_back(${stream(name, if (isInput) "IN" else "OUT", layout.bits)});"
      case PlainPort(name, width) => s"""plains["$name"] = Plain{$width, (void*)&top.${top.verilogName(name)}};"""
      case c: ChannelPort =>
        s"channels.push_back(ChannelPorts{${stream(c.name + "_request", "OUT", c.request.bits)}, " +
          s"${stream(c.name + "_response", "IN", c.response.bits)}, ${c.blockBytes}, ${c.addressBits}, ${c.tagBits}});"
      case c: ClientPort =>
        val answer = if (c.kind == "WRITE") c.name + "_request" else c.name + "_response"
        s"clients.push_back(ClientPorts{${c.kind}, ${stream(c.name + "_request", "OUT", c.request.bits)}, " +
          s"${stream(answer, "IN", c.response.bits)}, ${c.blockBytes}, ${c.addressBits}});"
    }.mkString("", "\n", "\n")
  }

  private def resource(name: String): String = {
    val in = getClass.getResourceAsStream(name)
    require(in != null, s"$name is not on the class path")
    try new String(in.readAllBytes(), UTF_8)
    finally in.close()
  }

  private def hash(texts: Seq[String]): String = {
    val digest = MessageDigest.getInstance("SHA-256")
    texts.foreach(text => digest.update(text.getBytes(UTF_8)))
    digest.digest().map(b => f"$b%02x").mkString
  }
}
