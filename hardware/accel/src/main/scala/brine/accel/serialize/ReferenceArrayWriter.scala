package brine.accel.serialize

import brine.accel.{Packing, Parameters}
import chisel3._
import chisel3.util._

/** Packs the references that the header manager hands over, in the order of the slots that hold them, and writes the
  * reference array (Fig. 7, right).
  */
class ReferenceArrayWriter(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val references = Flipped(Decoupled(new Reference))
    val packed = Decoupled(new PackedBytes)
  })
  // Null is 0; a slot is one more than its number.
  private val code = Mux(io.references.bits.isNull, 0.U, io.references.bits.slot +& 1.U)
  private val (bytes, count) = Packing.pack(code)
  private val stage = Module(new Queue(new PackedBytes, 2))
  stage.io.enq.valid := io.references.valid
  stage.io.enq.bits.bytes := bytes
  stage.io.enq.bits.count := count
  stage.io.enq.bits.last := true.B
  io.references.ready := stage.io.enq.ready
  io.packed <> stage.io.deq
}
