package brine.accel.deserialize

import chisel3._
import chisel3.util._

/** A queue of units, bits or bytes or words, of which several enter and leave in a cycle. The oldest unit has the
  * lowest bits.
  */
class ShiftBuffer(unitBits: Int, capacity: Int, maxIn: Int, maxOut: Int) extends Module {
  private val countBits = log2Ceil(capacity + 1)
  val io = IO(new Bundle {
    val in = Flipped(Decoupled(new Bundle {
      val count = UInt(log2Ceil(maxIn + 1).W)
      val data = UInt((unitBits * maxIn).W)
    }))

    /** The oldest units, and how many there are in all. */
    val data = Output(UInt((unitBits * maxOut).W))
    val count = Output(UInt(countBits.W))

    /** The number of units that leave, at most `maxOut` and at most `count`. */
    val take = Input(UInt(log2Ceil(maxOut + 1).W))
  })
  require(capacity >= maxIn + maxOut)

  private val units = RegInit(0.U((unitBits * capacity).W))
  private val count = RegInit(0.U(countBits.W))
  io.data := units(unitBits * maxOut - 1, 0)
  io.count := count
  io.in.ready := count <= (capacity - maxIn).U

  // Units above the count are 0, so that new ones can be put there by an "or". Units leave after that: their number is
  // known last, and only one shift waits for it.
  private val entering = Mux(io.in.fire, io.in.bits.count, 0.U)
  private val mask =
    ((1.U << (entering * unitBits.U)) - 1.U)(unitBits * maxIn - 1, 0) // as a shift: a simulator runs it faster
  private val all = units | ((io.in.bits.data & mask) << (count * unitBits.U))(unitBits * capacity - 1, 0)
  units := all >> (io.take * unitBits.U)
  count := count - io.take + entering
  assert(io.take <= count && io.take <= maxOut.U, "more units leave than there are")
  assert(count <= capacity.U && (!io.in.valid || io.in.bits.count <= maxIn.U), "more units than there is room for")
}
