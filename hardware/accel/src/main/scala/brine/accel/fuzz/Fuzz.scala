package brine.accel.fuzz

import brine.accel.Parameters
import brine.accel.sim._
import java.nio.file.Path
import scala.util.Random

/** Random streams and requests against a simulated accelerator and the plain models. */
object Fuzz {

  /** A small accelerator, so that a simulation is fast. */
  val parameters: Parameters =
    Parameters(serializers = 2, deserializers = 2, reconstructors = 2, tlbEntries = 16, classes = 256, counterBits = 6)

  /** Sends this number of streams, and a request for a serialization for each ten of them. An error names its seed.
    *
    * @return how often each status came
    */
  def run(sim: Simulation, streams: Int, seed: Int): Map[String, Int] = {
    val counts = scala.collection.mutable.TreeMap.empty[String, Int]
    for (batch <- 0 until (streams + batchSize - 1) / batchSize) {
      val random = new Random(seed + batch)
      val host = new Host(sim, parameters)
      try {
        host.reset()
        val in = new StreamFuzz(host, parameters, random)
        val out = new RequestFuzz(host, parameters, random)
        in.prepare()
        out.prepare()
        val count = batchSize min (streams - batchSize * batch)
        for (done <- 0 until count by together) {
          val ends = in.round(together min (count - done)).map("in " + _)
          val all = if (random.nextInt(2) == 0) ends :+ s"out ${out.round()}" else ends
          all.foreach(status => counts(status) = counts.getOrElse(status, 0) + 1)
        }
      } catch { case e: RuntimeException => throw new IllegalStateException(s"seed ${seed + batch}", e) }
    }
    counts.toMap
  }

  private val batchSize = 100
  private val together = 5

  /** Builds the simulation, sends the streams, and prints how often each status came.
    *
    * @param seed the first of the seeds, one for each hundred streams; an error names one of them
    */
  def main(programs: Path, streams: Int, seed: Int): Map[String, Int] = {
    val sim = Simulation.start(new AcceleratorTop(parameters), programs)
    try {
      val counts = run(sim, streams, seed)
      counts.toSeq.sorted.foreach { case (status, count) => println(f"$count%8d $status") }
      counts
    } finally sim.close()
  }
}
