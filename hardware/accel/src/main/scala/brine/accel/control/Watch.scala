package brine.accel.control

import chisel3._

/** Watches the course of one request: counts its cycles for the time limit. In simulation it also asserts that a unit
  * which waits for nobody comes to an end.
  */
class Watch extends Module {
  val io = IO(new Bundle {

    /** The unit has a request. */
    val runs = Input(Bool())

    /** Cycles that a request may take; 0 for any number. */
    val limit = Input(UInt(Area.cycleBits.W))

    /** The unit waits for memory or a class table. */
    val waits = Input(Bool())
    val overdue = Output(Bool())
  })

  private val cycles = RegInit(0.U(Area.cycleBits.W))
  cycles := Mux(io.runs, cycles + !cycles.andR, 0.U)
  io.overdue := io.limit =/= 0.U && cycles >= io.limit

  private val alone = RegInit(0.U(16.W))
  alone := Mux(io.runs && !io.waits, alone + 1.U, 0.U)
  assert(alone < Watch.mostCyclesAlone.U, "a unit that waits for nobody does not report")
}

object Watch {

  /** Cycles between two memory accesses of a unit, at most: a block of layouts describes 256 slots. */
  val mostCyclesAlone = 1024
}
