package brine.accel.memory

import brine.accel.Parameters
import chisel3._
import chisel3.util._

/** Brings the answers of one stream into the order of its requests.
  *
  * A request reserves the next place; the answer is put there whenever it comes; the oldest place is delivered once it
  * is full. A requester that does not take its answers therefore holds up only itself.
  */
class ReorderBuffer(p: Parameters, depth: Int) extends Module {
  private val slotBits = log2Ceil(depth max 2)
  private val slotMax = (depth - 1).U(slotBits.W)
  val io = IO(new Bundle {

    /** Fires when a request leaves; ready means that there is a place. */
    val reserve = Flipped(Decoupled())
    val slot = Output(UInt(PortShape.slotBits.W))
    val fill = Flipped(Valid(new UnitResponse(p)))
    val deliver = Decoupled(new ReadResponse(p))
    val empty = Output(Bool())
  })
  require(slotBits <= PortShape.slotBits)

  private val answers = Mem(depth, new ReadResponse(p))
  private val full = RegInit(VecInit(Seq.fill(depth)(false.B)))
  private val oldest = RegInit(0.U(slotBits.W))
  private val next = RegInit(0.U(slotBits.W))
  private val count = RegInit(0.U(log2Ceil(depth + 1).W))

  private def after(slot: UInt) = Mux(slot === slotMax, 0.U, slot + 1.U)

  io.reserve.ready := count =/= depth.U
  io.slot := next
  when(io.reserve.fire) { next := after(next) }

  private val place = io.fill.bits.slot(slotBits - 1, 0)
  when(io.fill.valid) {
    full(place) := true.B
    val answer = Wire(new ReadResponse(p))
    answer.fault := io.fill.bits.fault
    answer.data := io.fill.bits.data
    answers.write(place, answer)
  }

  io.deliver.valid := full(oldest)
  io.deliver.bits := answers.read(oldest)
  when(io.deliver.fire) {
    full(oldest) := false.B
    oldest := after(oldest)
  }

  assert(!io.fill.valid || (count =/= 0.U && !full(place)), "an answer without a place")
  assert(count <= depth.U && (!io.deliver.valid || count =/= 0.U), "places are counted wrongly")
  count := count + io.reserve.fire - io.deliver.fire
  io.empty := count === 0.U
}
