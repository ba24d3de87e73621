package brine.accel.bench

import brine.accel.fuzz.Fuzz
import brine.accel.prove.Prove
import java.nio.file.{Path, Paths}

/** `./dev accel`: measures the accelerator in simulation and by synthesis, and proves properties. */
object Bench {
  private val usage =
    s"""Usage: ./dev accel bench <part>
      |  cycles [workload…] [in|out] [wider]   cycles and memory traffic of the simulated accelerator; needs verilator
      |  area                 area of each component by yosys; needs yosys and a cell library
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
    case "area" :: Nil => AreaBench.measure(folder, programs)
    case "waves" :: name :: file :: Nil if Workload.names.contains(name) =>
      CycleBench.waves(programs, name, Paths.get(file).toAbsolutePath)
    case "fuzz" :: count :: seed if seed.size <= 1 && (count :: seed).forall(_.toIntOption.exists(_ >= 0)) =>
      Fuzz.main(programs, count.toInt, seed.headOption.map(_.toInt))
    case "prove" :: names =>
      if (!Prove.run(programs.resolveSibling("proofs"), names.mkString(" "))) sys.exit(1)
    case _ => fail()
  }

  private def fail(): Unit = {
    System.err.println(usage)
    sys.exit(2)
  }
}
