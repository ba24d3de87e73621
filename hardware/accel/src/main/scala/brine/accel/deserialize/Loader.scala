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
  private val toDeliver = RegInit(0.U(Area.lengthBits.W))
  private val askAddress = Reg(UInt(p.virtualBits.W))
  private val skip = Reg(UInt(p.blockShift.W)) // bytes of the next block that come before the area

  private val offset = io.area.base(p.blockShift - 1, 0)
  when(io.start) {
    toAsk := Mux(io.area.bytes === 0.U, 0.U, io.area.bytes +& offset)
    toDeliver := io.area.bytes
    askAddress := io.area.base
    skip := offset
  }

  io.read.request.valid := toAsk =/= 0.U
  io.read.request.bits := askAddress
  when(io.read.request.fire) {
    askAddress := askAddress + p.blockBytes.U
    toAsk := Mux(toAsk <= p.blockBytes.U, 0.U, toAsk - p.blockBytes.U)
  }

  private val inBlock = p.blockBytes.U - skip
  private val count = Mux(toDeliver < inBlock, toDeliver, inBlock)
  io.out.valid := io.read.response.valid
  io.out.bits.count := count(p.blockShift, 0)
  io.out.bits.data := io.read.response.bits.data >> (skip << 3)
  io.read.response.ready := io.out.ready
  when(io.out.fire) {
    toDeliver := toDeliver - count
    skip := 0.U
  }
  io.exhausted := toDeliver === 0.U
  io.fault := io.read.response.valid && io.read.response.bits.fault
}
