package brine.accel.prove

import _root_.circt.stage.ChiselStage
import java.nio.file.{Files, Path}
import scala.sys.process._

/** Proves assertions of small blocks by a bounded model checker. yosys turns a block into and-gates, with an output for
  * each assertion. ABC, which is part of yosys, searches for inputs that set an output within some cycles of the reset.
  */
object Prove {

  /** The outcome of one task: the cycle in which an assertion is violated, if one is. */
  final case class Verdict(task: Task, violatedIn: Option[Int], seconds: Double) {
    def isExpected: Boolean = violatedIn.isDefined == task.isBroken

    override def toString: String = {
      val found = violatedIn.fold(s"no violation within ${task.cycles} cycles")(c => s"violated in cycle $c")
      val wrong = if (isExpected) "" else if (task.isBroken) ": the known error was not found" else ": an error"
      f"${task.name}%-50s $found$wrong ($seconds%.0f s)"
    }
  }

  /** Runs all tasks whose name contains the text, and prints each verdict. */
  def run(folder: Path, chosen: String): Seq[Verdict] = {
    Proofs.all.filter(_.name.contains(chosen)).map { task =>
      val verdict = prove(task, folder.resolve(task.name.replace(' ', '-')))
      println(verdict)
      verdict
    }
  }

  private val steps = Seq(
    "read_verilog -formal -sv top.sv",
    "hierarchy -top prove",
    "proc",
    "flatten",
    "memory_map",
    "opt -fast",
    "async2sync",
    "dffunmap",
    "setundef -undriven -anyseq",
    "techmap",
    "opt -fast",
    "dffunmap",
    "abc -g AND -fast",
    "dffunmap",
    "opt_clean",
    "write_aiger -I -B -zinit top.aig"
  )

  def prove(task: Task, work: Path): Verdict = {
    Files.createDirectories(work)
    Files.writeString(work.resolve("top.sv"), verilog(task))
    execute(work, Seq("yosys", "-q", "-p", steps.mkString("; ")))
    val begin = System.nanoTime
    val text = execute(work, Seq("yosys-abc", "-c", s"read_aiger top.aig; fold; strash; bmc3 -F ${task.cycles}"))
    val violation = """was asserted in frame (\d+)""".r.findFirstMatchIn(text).map(_.group(1).toInt)
    require(violation.isDefined || text.contains("No output asserted"), s"no verdict in $work:\n$text")
    Verdict(task, violation, (System.nanoTime - begin) / 1e9)
  }

  private def execute(work: Path, command: Seq[String]): String = {
    val log = new StringBuilder
    val status = Process(command, work.toFile).!(ProcessLogger(line => log ++= line += '\n'))
    if (status != 0) throw new IllegalStateException(
      s"${command.head} failed in $work:\n${log.result().linesIterator.toSeq.takeRight(20).mkString("\n")}"
    )
    log.result()
  }

  /** The block in a module without ports. It is reset in the first cycle. */
  private def verilog(task: Task): String = {
    var proof: Proof = null
    val text = ChiselStage.emitSystemVerilog(
      { proof = task.make(); proof },
      Array.empty,
      Array(
        "--disable-all-randomization",
        "--strip-debug-info",
        "--enable-layers=Verification,Verification.Assert,Verification.Assume,Verification.Cover",
        "--verification-flavor=immediate",
        "--lowering-options=disallowLocalVariables,disallowPackedArrays"
      )
    )
    val design = text.split("// ----- 8< ----- FILE ").head
    val inputs = proof.inputs.map { case (name, width) => s"  (* anyseq *) reg [${width - 1}:0] $name;\n" }.mkString
    val ports = ("clock" +: proof.inputs.map(_._1)).map(name => s".$name($name)").mkString(", ")
    plain(design) +
      s"""module prove(input clock);
         |  reg first = 1;
         |  always @(posedge clock) first <= 0;
         |$inputs  ${proof.desiredName} proof($ports, .reset(first));
         |endmodule
         |""".stripMargin
  }

  /** yosys takes assertions without the texts that a simulation reports. */
  private def plain(verilog: String): String =
    """(?s)(assert|assume)\((.*?)\)\s*else \$error\(".*?"\);""".r.replaceAllIn(
      verilog,
      m => java.util.regex.Matcher.quoteReplacement(s"${m.group(1)}(${m.group(2)});")
    )
}
