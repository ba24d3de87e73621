package brine.accel.serialize

import brine.accel.{Parameters, UpDown}
import brine.accel.control.{Area, Status}
import brine.accel.memory._
import chisel3._
import chisel3.util._

/** A queue of objects between metadata manager and object handler that never refuses one.
  *
  * The objects of a graph are numbered level by level, and a level can have millions. A bounded queue would stop the
  * header manager, which the object handler waits for. Objects that do not fit into the unit are therefore written to
  * an area of memory, a ring of blocks, and read back in order. If the area is full as well, the unit gives up.
  */
class PendingObjects(p: Parameters) extends Module {
  require(p.blockBits >= 256, "a pending object takes 32 bytes")
  val io = IO(new Bundle {
    val in = Flipped(Decoupled(new PendingObject(p)))
    val out = Decoupled(new PendingObject(p))
    val area = Input(new Area(p))
    val write = Decoupled(new WriteRequest(p))
    val read = new ReadStream(p)
    val failure = Valid(UInt(Status.bits.W))
  })

  private val front = Module(new Queue(new PendingObject(p), p.pending))
  io.out <> front.io.deq

  // Blocks in the area that have not been requested.
  private val spilled = UpDown(Area.lengthBits, up = io.write.fire, down = io.read.request.fire)
  private val asked = RegInit(0.U(log2Ceil(p.pending + 1).W)) // requested, not back yet
  private val writeAt = RegInit(0.U(Area.lengthBits.W))
  private val readAt = RegInit(0.U(Area.lengthBits.W))
  private val blocks = io.area.bytes >> p.blockShift
  private def after(position: UInt) = Mux(position + p.blockBytes.U >= io.area.bytes, 0.U, position + p.blockBytes.U)

  // Straight to the front while nothing older is in memory.
  private val nothingSpilled = spilled === 0.U && asked === 0.U
  private val direct = nothingSpilled && front.io.enq.ready
  private val isFull = spilled >= blocks
  private val back = io.read.response

  front.io.enq.valid := back.valid || (io.in.valid && nothingSpilled)
  front.io.enq.bits := Mux(back.valid, back.bits.data.asTypeOf(new PendingObject(p)), io.in.bits)
  back.ready := front.io.enq.ready

  io.write.valid := io.in.valid && !direct && !isFull
  io.write.bits.address := io.area.base + writeAt
  io.write.bits.mask := Fill(p.blockWords, 1.U(1.W))
  io.write.bits.data := io.in.bits.asUInt
  io.in.ready := Mux(direct, true.B, io.write.ready && !isFull)

  // A block is requested only when the front will have room for it.
  io.read.request.valid := spilled =/= 0.U && asked +& front.io.count < p.pending.U
  io.read.request.bits := io.area.base + readAt

  asked := asked + io.read.request.fire - back.fire
  when(io.write.fire) { writeAt := after(writeAt) }
  when(io.read.request.fire) { readAt := after(readAt) }

  assert(!back.valid || front.io.enq.ready, "an object came back, and there is no room for it")
  assert(asked +& front.io.count <= p.pending.U, "more objects were asked for than there is room for")
  private val fault = back.fire && back.bits.fault
  io.failure.valid := (io.in.valid && !direct && isFull) || fault
  io.failure.bits := Mux(fault, Status.fault, Status.spillFull)
}
