package brine.accel.serialize

import brine.accel.{Packing, Parameters}
import brine.accel.control.Area
import brine.accel.memory.WriteRequest
import chisel3._
import chisel3.util._

/** Some units (bytes, bits) that follow those written before. Bits above the count are 0. */
class Units(unitBits: Int, maxUnits: Int) extends Bundle {
  val count = UInt(log2Ceil(maxUnits + 1).W)
  val data = UInt((unitBits * maxUnits).W)
}

/** Gathers units and writes them to an area, a block at a time. When the area is full it says so and writes no more.
  * Bits are written with the highest of each byte first.
  */
class BlockWriter(p: Parameters, unitBits: Int, maxUnits: Int) extends Module {
  private val blockUnits = p.blockBits / unitBits
  val io = IO(new Bundle {
    val in = Flipped(Decoupled(new Units(unitBits, maxUnits)))
    val area = Input(new Area(p))

    /** No more units come: the last block is written though it is not full. */
    val flush = Input(Bool())
    val flushed = Output(Bool())
    val write = Decoupled(new WriteRequest(p))

    /** All units so far. */
    val units = Output(UInt(Area.lengthBits.W))
    val areaFull = Output(Bool())
  })

  private val gathered = RegInit(0.U((p.blockBits + unitBits * maxUnits).W))
  private val fill = RegInit(0.U(log2Ceil(blockUnits + maxUnits).W))
  private val position = RegInit(0.U(Area.lengthBits.W))
  private val units = RegInit(0.U(Area.lengthBits.W))

  private val outgoing = Module(new Queue(new WriteRequest(p), 2))
  io.write <> outgoing.io.deq

  private val hasBlock = fill >= blockUnits.U
  private val writes = hasBlock || (io.flush && fill =/= 0.U)
  private val fits = (position >> p.blockShift) < (io.area.bytes >> p.blockShift)
  io.areaFull := writes && !fits
  outgoing.io.enq.valid := writes && fits
  outgoing.io.enq.bits.address := io.area.base + position
  outgoing.io.enq.bits.mask := Fill(p.blockWords, 1.U(1.W))
  private val block = gathered(p.blockBits - 1, 0)
  outgoing.io.enq.bits.data := (if (unitBits == 1) Packing.mirrored(block) else block)

  private val written = outgoing.io.enq.fire
  private val rest = Mux(written, gathered >> p.blockBits, gathered)
  private val restFill = Mux(!written, fill, Mux(hasBlock, fill - blockUnits.U, 0.U))
  io.in.ready := !hasBlock || written
  when(io.in.fire) {
    gathered := rest | (io.in.bits.data << (restFill * unitBits.U))(gathered.getWidth - 1, 0)
    fill := restFill + io.in.bits.count
    units := units + io.in.bits.count
  }.otherwise {
    gathered := rest
    fill := restFill
  }
  when(written) { position := position + p.blockBytes.U }

  io.flushed := io.flush && fill === 0.U && outgoing.io.count === 0.U
  io.units := units
}

/** Writes packed items: their bytes to one area, and to another a bit for each byte, set where an item ends. */
class PackedWriter(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val in = Flipped(Decoupled(new PackedBytes))
    val area = Input(new Area(p))
    val ends = Input(new Area(p))
    val flush = Input(Bool())
    val flushed = Output(Bool())
    val writes = Vec(2, Decoupled(new WriteRequest(p)))
    val bytes = Output(UInt(Area.lengthBits.W))
    val areaFull = Output(Bool())
  })

  private val bytes = Module(new BlockWriter(p, 8, 8))
  private val ends = Module(new BlockWriter(p, 1, 8))
  bytes.io.area := io.area
  ends.io.area := io.ends
  private val ready = bytes.io.in.ready && ends.io.in.ready
  io.in.ready := ready
  bytes.io.in.valid := io.in.valid && ready
  bytes.io.in.bits.count := io.in.bits.count
  bytes.io.in.bits.data := io.in.bits.bytes
  ends.io.in.valid := io.in.valid && ready
  ends.io.in.bits.count := io.in.bits.count
  ends.io.in.bits.data := Mux(io.in.bits.last, UIntToOH(io.in.bits.count - 1.U, 8), 0.U)
  for ((writer, i) <- Seq(bytes, ends).zipWithIndex) {
    writer.io.flush := io.flush
    io.writes(i) <> writer.io.write
  }
  io.flushed := bytes.io.flushed && ends.io.flushed
  io.areaFull := bytes.io.areaFull || ends.io.areaFull
  io.bytes := bytes.io.units
}
