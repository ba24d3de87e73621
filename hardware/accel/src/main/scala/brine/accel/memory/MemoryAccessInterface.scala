package brine.accel.memory

import brine.accel.Parameters
import chisel3._
import chisel3.util._

/** Connects the units with memory (section V-A of the paper).
  *
  * The paper has one associative memory of 64 entries. At 1 GHz and 32 bytes a cycle it could carry less than half of
  * the memory's 76.8 GB/s. The entries are therefore divided into slices, one for each memory channel, and each slice
  * takes a request and gives an answer every cycle. A block belongs to one channel, so its readers meet in one slice.
  * The reorder buffers are in the units' ports ([[UnitPort]]).
  */
class MemoryAccessInterface(p: Parameters, unitCount: Int) extends Module {
  val io = IO(new Bundle {
    val units = Vec(unitCount, Flipped(new UnitLink(p)))
    val channels = Vec(p.channels, new Channel(p))
    val miss = Decoupled(UInt((p.virtualBits - p.pageBits).W))
    val refill = Flipped(Valid(new TlbRefill(p)))
  })

  private val tlb = Module(new Tlb(p, p.channels))
  io.miss <> tlb.io.miss
  tlb.io.refill := io.refill

  private val slices = Seq.fill(p.channels)(Module(new MemorySlice(p)))
  for ((slice, index) <- slices.zipWithIndex) {
    slice.io.lookup <> tlb.io.lookups(index)
    slice.io.channel <> io.channels(index)
  }

  // The bits that choose the channel lie within a page, so they need no translation.
  private val channelShift = log2Ceil(p.interleaveBytes)
  private def channelOf(address: UInt): UInt =
    if (p.channels == 1) 0.U else address(channelShift + p.channelBits - 1, channelShift)

  // Requests: each slice chooses fairly among the units.
  private val toSlice = slices.map { slice =>
    val choose = Module(new RRArbiter(new SliceRequest(p), unitCount))
    slice.io.request <> choose.io.out
    choose
  }
  for ((unit, number) <- io.units.zipWithIndex) {
    val target = channelOf(unit.request.bits.address)
    val ready = for ((choose, index) <- toSlice.zipWithIndex) yield {
      val chosen = target === index.U
      val input = choose.io.in(number)
      input.valid := unit.request.valid && chosen
      input.bits.unit := number.U
      input.bits.request := unit.request.bits
      chosen && input.ready
    }
    unit.request.ready := ready.reduce(_ || _)
  }

  // Answers: each unit takes one a cycle, from the slices in turn.
  private val taken = for ((unit, number) <- io.units.zipWithIndex) yield {
    val choose = Module(new RRArbiter(new UnitResponse(p), p.channels))
    val ready = for ((slice, index) <- slices.zipWithIndex) yield {
      val input = choose.io.in(index)
      val mine = slice.io.response.bits.unit === number.U
      input.valid := slice.io.response.valid && mine
      input.bits := slice.io.response.bits.answer
      input.ready && mine
    }
    choose.io.out.ready := true.B
    unit.response.valid := choose.io.out.valid
    unit.response.bits := choose.io.out.bits
    val faults = slices.map(s => s.io.writeFault.valid && s.io.writeFault.bits === number.U)
    val writes = slices.map(s => s.io.written.valid && s.io.written.bits === number.U)
    unit.writeFault := faults.reduce(_ || _)
    unit.written := PopCount(writes ++ faults)
    ready
  }
  for ((slice, index) <- slices.zipWithIndex) slice.io.response.ready := taken.map(_(index)).reduce(_ || _)
}
