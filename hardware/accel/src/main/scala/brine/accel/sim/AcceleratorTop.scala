package brine.accel.sim

import brine.accel.Parameters
import brine.accel.classes.Registration
import brine.accel.control.{Accelerator, Command}
import brine.accel.memory.TlbRefill
import chisel3._

/** The accelerator with ports that the harness knows. */
class AcceleratorTop(parameters: Parameters) extends SimulatedTop(parameters) {
  private val accelerator = Module(new Accelerator(p))
  private val io0 = accelerator.io
  io0.serializations <> source("serializations", new Command(p))
  io0.deserializations <> source("deserializations", new Command(p))
  sink("completions", io0.completions)
  io0.register <> source("register", new Registration(p))
  sink("refused", io0.refused)
  private val clear = source("clearCounters", Bool())
  io0.clearCounters.valid := clear.valid
  clear.ready := io0.clearCounters.ready
  sink("miss", io0.miss)
  private val refill = source("refill", new TlbRefill(p))
  refill.ready := true.B
  io0.refill.valid := refill.valid
  io0.refill.bits := refill.bits
  io0.enabledUnits := setting("enabledUnits", 8)
  io0.enabledReconstructors := setting("enabledReconstructors", 8)
  io0.serial := setting("serial", 1)
  for ((c, i) <- io0.channels.zipWithIndex) channel(s"channel$i", c)
}
