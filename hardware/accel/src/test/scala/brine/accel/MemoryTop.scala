package brine.accel

import brine.accel.memory._
import brine.accel.sim.SimulatedTop
import chisel3._

/** The memory access interface with the ports of three units, whose streams the test drives. */
class MemoryTop(parameters: Parameters, unitCount: Int = 3) extends SimulatedTop(parameters) {
  private val interface = Module(new MemoryAccessInterface(p, unitCount))
  private val shape = PortShape(reads = Seq(16, 4), writes = 1, swaps = Some(4))
  for (u <- 0 until unitCount) {
    val port = Module(new UnitPort(p, shape))
    port.io.link <> interface.io.units(u)
    port.io.serial := setting(s"serial$u", 1) === 1.U
    port.io.drain := false.B
    for ((read, i) <- port.io.reads.zipWithIndex) {
      read.request <> source(s"read${u}_$i", UInt(p.virtualBits.W))
      sink(s"data${u}_$i", read.response)
    }
    for (swap <- port.io.swaps) {
      swap.request <> source(s"swap$u", new SwapRequest(p))
      sink(s"swapped$u", swap.response)
    }
    for (write <- port.io.writes) write <> source(s"write$u", new WriteRequest(p))
    val faults = RegInit(0.U(8.W))
    when(interface.io.units(u).writeFault) { faults := faults + 1.U }
    figure(s"writeFaults$u", faults)
  }
  for ((c, i) <- interface.io.channels.zipWithIndex) channel(s"channel$i", c)
  sink("miss", interface.io.miss)
  private val refill = source("refill", new TlbRefill(p))
  refill.ready := true.B
  interface.io.refill.valid := refill.valid
  interface.io.refill.bits := refill.bits
}
