package brine.accel.bench

import brine.accel.fuzz.Fuzz
import brine.accel.prove.{Proofs, Prove}
import java.nio.file.{Path, Paths}
import scala.util.Random

/** `./dev accel`: measures the accelerator in simulation and by synthesis, and proves properties. */
object Bench {
  private val usage =
    s"""Usage: ./dev accel bench <part>
      |  cycles [workload…] [in|out] [wider] [one-class]   cycles and memory traffic in simulation; needs verilator
      |  mixed [workload…]    cycles of all units of both kinds at once
      |  area                 area of each component by yosys; needs yosys and a cell library
      |  clock [module…]      the clock that each reaches; needs yosys, OpenSTA, a library with wire loads
      |  fuzz <streams> [seed]   random streams and requests in simulation; needs verilator
      |  prove [block]        properties of small blocks by a model checker; needs yosys
      |  waves <workload> <file.vcd>   a small run with waves, for a viewer such as GTKWave
      |
      |  workloads: ${Workload.names.mkString(", ")}""".stripMargin

  /** @param args the folder of the figures, the folder for simulation programs, and a part */
  def main(args: Array[String]): Unit = args.toList match {
    case folder :: programs :: part => run(Paths.get(folder), Paths.get(programs).toAbsolutePath, part)
    case _                          => fail()
  }

  private def run(folder: Path, programs: Path, part: List[String]): Unit = part match {
    case "cycles" :: names if names.forall((Workload.names ++ CycleBench.choices).contains) =>
      CycleBench.measure(folder, programs, names)
    case "mixed" :: names if names.forall(Workload.names.contains) => CycleBench.measureMixed(folder, programs, names)
    case "area" :: Nil                                             => AreaBench.measure(folder, programs)
    case "clock" :: names if names.forall(ClockBench.modules.map(_.name).contains) =>
      ClockBench.measure(folder, programs, names)
    case "waves" :: name :: file :: Nil if Workload.names.contains(name) =>
      CycleBench.waves(programs, name, Paths.get(file).toAbsolutePath)
    case "fuzz" :: count :: seed if seed.size <= 1 && (count :: seed).forall(_.toIntOption.exists(_ >= 0)) =>
      val begin = seed.headOption.fold(new Random().nextInt(1 << 20))(_.toInt)
      println(s"seed $begin")
      val statuses = Fuzz.main(programs, count.toInt, begin)
      if (count.toInt >= Checks.published) println(Checks.keep(folder, count.toInt, begin, statuses))
    case "prove" :: names =>
      val verdicts = Prove.run(programs.resolveSibling("proofs"), names.mkString(" "))
      if (verdicts.size == Proofs.all.size) println(Checks.keep(folder, verdicts))
      if (verdicts.isEmpty || !verdicts.forall(_.isExpected)) sys.exit(1)
    case _ => fail()
  }

  private def fail(): Unit = {
    System.err.println(usage)
    sys.exit(2)
  }
}
