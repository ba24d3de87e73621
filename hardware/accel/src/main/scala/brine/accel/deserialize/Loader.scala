package brine.accel.deserialize

import brine.accel.Parameters
import brine.accel.control.Area
import brine.accel.memory.ReadStream
import chisel3._
import chisel3.util._

/** Bytes of an area, in order: up to a block at a time. Bytes above the count have no meaning. */
class LoadedBytes(p: Parameters) extends Bundle {
  val count = UInt(log2Ceil(p.blockBytes + 1).W)
  val data = UInt(p.blockBits.W)
}

/** Reads an area from its first byte to its last. It asks for blocks ahead, as many as its reorder buffer holds
  * (section V-C: the managers "eagerly" prefetch). The area may begin at any byte.
  */
class Loader(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val start = Input(Bool())
    val area = Input(new Area(p))
    val read = new ReadStream(p)
    val out = Decoupled(new LoadedBytes(p))

    /** Every byte of the area has been delivered. */
    val exhausted = Output(Bool())
    val fault = Output(Bool())
  })

  private val toAsk = RegInit(0.U((Area.lengthBits + 1).W)) // bytes that no request covers yet
  private val toDeliver = RegInit(0.U((Area.lengthBits + 1).W)) // bytes of the blocks to come, up to the area's end
  private val askAddress = Reg(UInt(p.virtualBits.W))
  private val skip = Reg(UInt(p.blockShift.W)) // bytes of the next block that come before the area

  private val offset = io.area.base(p.blockShift - 1, 0)
  when(io.start) {
    val bytes = Mux(io.area.bytes === 0.U, 0.U, io.area.bytes +& offset)
    toAsk := bytes
    toDeliver := bytes
    askAddress := io.area.base
    skip := offset
  }

  io.read.request.valid := toAsk =/= 0.U
  io.read.request.bits := askAddress
  when(io.read.request.fire) {
    askAddress := askAddress + p.blockBytes.U
    toAsk := after(toAsk)
  }

  private def after(bytes: UInt) = Mux(bytes <= p.blockBytes.U, 0.U, bytes - p.blockBytes.U)
  private val count = Mux(toDeliver < p.blockBytes.U, toDeliver(p.blockShift, 0), p.blockBytes.U) - skip
  // The bytes wait for a cycle, since the way from the reorder buffer to the place in a shift buffer is long.
  private val loaded = Module(new Queue(new LoadedBytes(p), 1, pipe = true))
  loaded.io.enq.valid := io.read.response.valid
  loaded.io.enq.bits.count := count
  loaded.io.enq.bits.data := io.read.response.bits.data >> (skip << 3)
  io.read.response.ready := loaded.io.enq.ready
  io.out <> loaded.io.deq
  when(loaded.io.enq.fire) {
    toDeliver := after(toDeliver)
    skip := 0.U
  }
  io.exhausted := toDeliver === 0.U && loaded.io.count === 0.U
  io.fault := io.read.response.valid && io.read.response.bits.fault
}
