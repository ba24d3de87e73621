package brine.accel.memory

import brine.accel.Parameters
import chisel3._
import chisel3.util._

/** The host's answer to a page that was missing. */
class TlbRefill(p: Parameters) extends Bundle {
  val page = UInt((p.virtualBits - p.pageBits).W)
  val frame = UInt((p.physicalBits - p.pageBits).W)
  val mapped = Bool()
}

/** One lookup. Exactly one of hit, miss and fault holds while the lookup is valid. */
class TlbLookup(p: Parameters) extends Bundle {
  val valid = Output(Bool())
  val address = Output(UInt(p.virtualBits.W))
  val hit = Input(Bool())
  val fault = Input(Bool())
  val physical = Input(UInt(p.physicalBits.W))
}

/** Translates the pages of 1 GiB that the units' addresses lie in. Every slice of the interface looks up in the same
  * entries. The host fills a missing page, or says that it is not mapped; the entry that was filled first goes first.
  */
class Tlb(p: Parameters, ports: Int) extends Module {
  private val pageNumberBits = p.virtualBits - p.pageBits
  val io = IO(new Bundle {
    val lookups = Vec(ports, Flipped(new TlbLookup(p)))
    val miss = Decoupled(UInt(pageNumberBits.W))
    val refill = Flipped(Valid(new TlbRefill(p)))
  })

  private val valid = RegInit(VecInit(Seq.fill(p.tlbEntries)(false.B)))
  private val pages = Reg(Vec(p.tlbEntries, UInt(pageNumberBits.W)))
  private val frames = Reg(Vec(p.tlbEntries, UInt((p.physicalBits - p.pageBits).W)))
  private val next = RegInit(0.U(log2Ceil(p.tlbEntries max 2).W))

  private val missing = Wire(Vec(ports, Bool()))
  for ((lookup, index) <- io.lookups.zipWithIndex) {
    val page = lookup.address(p.virtualBits - 1, p.pageBits)
    val matches = VecInit(valid.zip(pages).map { case (v, known) => v && known === page })
    val found = matches.asUInt.orR
    lookup.hit := lookup.valid && found
    lookup.fault := lookup.valid && !found && io.refill.valid && !io.refill.bits.mapped && io.refill.bits.page === page
    lookup.physical := Cat(Mux1H(matches, frames), lookup.address(p.pageBits - 1, 0))
    missing(index) := lookup.valid && !found
  }

  // One missing page at a time is requested.
  private val waiting = RegInit(false.B)
  private val asked = RegInit(false.B)
  private val wanted = Reg(UInt(pageNumberBits.W))
  when(!waiting && missing.asUInt.orR) {
    waiting := true.B
    asked := false.B
    wanted := PriorityMux(missing, io.lookups.map(_.address(p.virtualBits - 1, p.pageBits)))
  }
  io.miss.valid := waiting && !asked
  io.miss.bits := wanted
  when(io.miss.fire) { asked := true.B }

  // The host may also fill pages ahead.
  when(io.refill.valid) {
    when(waiting && io.refill.bits.page === wanted) { waiting := false.B }
    when(io.refill.bits.mapped) {
      val known = VecInit(valid.zip(pages).map { case (v, page) => v && page === io.refill.bits.page })
      val place = Mux(known.asUInt.orR, OHToUInt(known), next)
      valid(place) := true.B
      pages(place) := io.refill.bits.page
      frames(place) := io.refill.bits.frame
      when(!known.asUInt.orR) { next := Mux(next === (p.tlbEntries - 1).U, 0.U, next + 1.U) }
    }
  }
}
