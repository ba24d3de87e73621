package brine.accel

import brine.accel.sim.{Ending, SimulatedTop, Simulation}
import java.nio.file.{Files, Path, Paths}

/** A suite that runs a design, one simulation for all of its tests. Programs are kept in `target/programs`. Without
  * Verilator the tests are left out.
  */
abstract class SimulationSuite(top: => SimulatedTop) extends munit.FunSuite {
  override def munitTimeout = scala.concurrent.duration.Duration(10, "min")

  private var running: Simulation = _

  override def beforeAll(): Unit =
    if (SimulationSuite.hasVerilator) running = Simulation.start(top, SimulationSuite.programs)
  override def afterAll(): Unit = if (running != null) running.close()

  protected def s: Simulation = running

  /** A test that begins with the design after reset, empty memory, and streams that never rest. */
  protected def check(name: String)(body: => Unit): Unit = test(name) {
    assume(running != null, "verilator is not on the PATH")
    s.reset()
    s.clear()
    s.stall(0, 0, 1)
    s.latency(5, 60)
    prepare()
    body
  }

  protected def prepare(): Unit = ()

  /** Runs until this number of items has left a stream; gives the cycles. */
  protected def finish(stream: String, items: Int): Long = {
    val (cycles, ending) = s.run(stream, items)
    assertEquals(ending, Ending.Done: Ending, s"$stream after $cycles cycles")
    cycles
  }

  /** Runs for some cycles. The stream is one that no item leaves meanwhile. */
  protected def step(cycles: Int, stream: String): Unit = s.run(stream, Int.MaxValue, cycles)

  protected def pulled(stream: String, field: String = "value"): Seq[BigInt] = s.pull(stream).map(_(field))

  protected def word(address: Long): Long = brine.accel.sim.Host.longs(s.read(address, 8)).head
}

object SimulationSuite {
  val programs: Path = Paths.get("target", "programs").toAbsolutePath

  lazy val hasVerilator: Boolean =
    sys.env.getOrElse("PATH", "").split(':').exists(folder => Files.isExecutable(Paths.get(folder, "verilator")))
}
